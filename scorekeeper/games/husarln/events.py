"""The bonuses that recorded cards show: last tricks, four Kings, and what players who claim it held in hand."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from scorekeeper.cards.courses import FORGOTTEN, Course, Recorded
from scorekeeper.games.game import Seating
from scorekeeper.games.husarln.rules import PAGAT, Bonus, Rules, find_counted_tarocks

_TRICKS_BEFORE_LAST = {"pagat": 0, "uhu": 1, "pelican": 2}


class Unknown(Exception):  # noqa: N818 - a finding, not an error
    """The record does not tell."""


class Shown(NamedTuple):
    """A deal's cards in one course; `kings` is the player who stands for the side with all Kings, "" for neither.

    `away` are the cards that the declarer laid away.
    """

    rules: Rules
    recorded: Recorded
    course: Course
    seating: Seating
    declarer: str
    away: int
    kings: str


def count_bonuses(shown: Shown, rows: list[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the `rows` that were entered as the cards show them, and after them what happened and was not entered.

    A Trull or tarocks that nobody claimed do not count (HU-31). Raises Unknown where the cards are not known.
    """
    bonuses = {bonus.key: bonus for bonus in shown.rules.bonuses}
    kept = [row for entered in rows for row in _correct(shown, bonuses[entered["bonus"]], dict(entered))]
    told = {(row["bonus"], row["player"]) for row in kept}
    happened = [row for bonus in bonuses.values() for row in _happened(shown, bonus)]
    return [*kept, *(row for row in happened if (row["bonus"], row["player"]) not in told)]


def same_bonuses(entered: object, counted: object) -> bool:
    """Return whether two lists of rows say the same."""
    return _normal(entered) == _normal(counted)


def _normal(rows: object) -> list[tuple[object, ...]]:
    assert isinstance(rows, list | tuple)
    return sorted(
        (row["player"], row["bonus"], row.get("announced", False), row.get("made", True), row.get("contra", 0))
        for row in rows
    )


def _correct(shown: Shown, bonus: Bonus, row: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if bonus.key in _TRICKS_BEFORE_LAST:
        yield from _correct_last(shown, bonus, row)
    elif bonus.of_side:
        if shown.kings and _same_side(shown, shown.kings, row["player"]):
            yield row
    elif bonus.tarocks:
        held = find_counted_tarocks(_in_hand(shown, row["player"], bonus))
        if held:
            yield row | {"bonus": held.key}
    elif set(bonus.holds) <= set(_in_hand(shown, row["player"], bonus)):
        yield row


def _correct_last(shown: Shown, bonus: Bonus, row: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A silent one that was not made is no event, but a Pagat lost in the last trick at some tables (HU-37)."""
    player, made = _last(shown, bonus)
    made = made and player == row["player"]
    costs = row.get("announced", False) or (player == row["player"] and _costs(shown, bonus))
    open_ = row.get("announced", False) and "made" not in row
    if open_ or made != row.get("made", True):
        row["made"] = made
    if made or costs:
        yield row


def _costs(shown: Shown, bonus: Bonus) -> bool:
    return bonus is PAGAT and shown.rules.failed_silent_pagat != "nothing"


def _happened(shown: Shown, bonus: Bonus) -> Iterator[dict[str, Any]]:
    if bonus.of_side and shown.kings:
        yield {"player": shown.kings, "bonus": bonus.key}
    if bonus.key in _TRICKS_BEFORE_LAST:
        player, made = _last(shown, bonus)
        if made:
            yield {"player": player, "bonus": bonus.key}
        elif player and _costs(shown, bonus):
            yield {"player": player, "bonus": bonus.key, "made": False}


def _last(shown: Shown, bonus: Bonus) -> tuple[str, bool]:
    """Return who played the bonus's tarock to its trick, "" for nobody, and whether it won."""
    recorded, course = shown.recorded, shown.course
    card = recorded.play.deck.card[bonus.holds[0]]
    index = recorded.size - 1 - _TRICKS_BEFORE_LAST[bonus.key]
    seats = course.seats[index] if index < len(course.seats) else ()
    if index < len(recorded.tricks) and card in recorded.tricks[index]:
        place = recorded.tricks[index].index(card)
        if place >= len(seats) or course.winners[index] < 0:
            raise Unknown
        return shown.seating.playing[seats[place]], course.winners[index] == seats[place]
    if (recorded.shown | recorded.aside) & card:
        return "", False
    if len(seats) < len(recorded.hands) or any(
        played == FORGOTTEN and recorded.may_hold(seat) & card
        for seat, played in zip(seats, recorded.tricks[index], strict=False)
    ):
        raise Unknown
    return "", False


def _in_hand(shown: Shown, player: str, bonus: Bonus) -> tuple[str, ...]:
    """Return the hand of `player` that counts for a bonus: when play begins, or with what he laid away (HU-32)."""
    recorded, course, seat = shown.recorded, shown.course, shown.seating.playing.index(player)
    cards, deck = recorded.hands[seat].known, recorded.play.deck
    for seats, trick in zip(course.seats, recorded.tricks, strict=False):
        if seat in seats and seats.index(seat) < len(trick):
            cards |= trick[seats.index(seat)]
    if cards.bit_count() != recorded.size:
        raise Unknown
    with_away = bonus.tarocks and shown.rules.tarock_count == "as_dealt_plus_talon" and player == shown.declarer
    return deck.names(cards | (shown.away if with_away else 0))


def _same_side(shown: Shown, one: str, other: str) -> bool:
    return (one == shown.declarer) == (other == shown.declarer)
