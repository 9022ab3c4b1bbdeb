"""One tour of Herzeln: what is asked about it, and what the answers say together."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import cast

from scorekeeper.games.game import Seating
from scorekeeper.games.herzeln.questions import CardsTaken, Order
from scorekeeper.games.herzeln.rules import (
    HAND,
    HEARTS,
    LAY_OFF,
    TOURS,
    Rules,
    Tour,
    can_be,
    hearts_for,
    tour_of,
    units_of,
    worst_for,
)
from scorekeeper.games.questions import Answers, Flag, Grid, Question, read_answers, who
from scorekeeper.phrase import Refused, say

Points = dict[str, int]

_TAKEN_MISSING = say("what each player took is missing")
_MISSING = {
    5: say("who took the King of hearts is missing"),
    6: say("who took the last trick is missing"),
    7: say("who took the last trick is missing"),
    LAY_OFF: say("who was out first, second and so on is missing"),
}


@dataclass(frozen=True, slots=True)
class Deal:
    """One tour: the points of each player in seat order, none where it was not played.

    `hearts` are the cards that each player took in tour 1, where they are known. `revoke` says who played a wrong card
    that cost him the tour. `misdealt` says that the tour was dealt again, `extra` what the extra tour after a tie
    brought, if one was played.
    """

    tour: Tour
    points: tuple[tuple[str, int], ...] = ()
    hearts: tuple[tuple[str, tuple[str, ...]], ...] = ()
    revoke: str = ""
    misdealt: bool = False
    extra: tuple[tuple[str, int], ...] = ()


def ask(rules: Rules, seating: Seating, answers: Answers | None) -> tuple[Question, ...]:
    """Return the questions of this tour: as the table counts it, as points, or that it was not played."""
    passed = Flag("passed", say("This tour was not played"), "result", alone=True, mark="-")
    if answers is not None and answers.get("passed"):
        return (passed,)
    tour = tour_of(seating.number)
    label = say("Wrong move by") if tour.number == LAY_OFF else say("Wrong card by")
    wrong = [who("revoke", label, seating.playing, "result", "!")] if revoke_costs(rules) else []
    misdealt = Flag("misdealt", say("Misdealt at first, then dealt again"), "result", mark="--")
    asked = (_counted(tour, seating.playing), _points(tour, seating.playing), *wrong, misdealt, passed)
    return (*asked, _extra(seating.playing)) if may_add_tour(rules, tour) else asked


def may_add_tour(rules: Rules, tour: Tour) -> bool:
    """Return whether an extra tour may be told with this one (HZ-11): with the last of a party, which it decides."""
    return rules.tie == "extra_tour" and tour.number == LAY_OFF


def _extra(players: tuple[str, ...]) -> Grid:
    units = [sum(units_of(tour, len(players))) for tour in TOURS]
    hint = say("Only where several have the highest total after eight tours; the points are added.")
    return Grid("extra", say("Points of an extra tour"), players, min(units), max(units), hint=hint)


def revoke_costs(rules: Rules) -> bool:
    """Return whether at this table a wrong card costs the tour (G-6)."""
    return rules.revoke == "offender_side_loses"


def _counted(tour: Tour, players: tuple[str, ...]) -> Question:
    match tour.number:
        case 1:
            return CardsTaken("hearts", say("Hearts taken by each"), players, hearts_for(len(players)), "H")
        case 2 | 3:
            return Grid("tricks", say("Tricks taken by each"), players, 0, HAND, HAND)
        case 4:
            return Grid("queens", say("Queens taken by each"), players, 0, 4, 4)
        case 5:
            return who("king", say("Who took the King of hearts?"), players, "result")
        case 6 | 7:
            return who("last", say("Who took the last trick?"), players, "result")
        case _:
            return Order("out", say("Who was out first, second and so on?"), players)


def _points(tour: Tour, players: tuple[str, ...]) -> Grid:
    units = units_of(tour, len(players))
    low, high = (min(units), 0) if tour.number == LAY_OFF else (min(0, sum(units)), max(0, sum(units)))
    return Grid("points", say("Points for each"), players, low, high, sum(units), mark="=", instead=True)


def read_deal(rules: Rules, seating: Seating, answers: Answers) -> Deal:
    """Return the answers as one tour. Raises Refused where they are missing, impossible or contradict each other."""
    tour = tour_of(seating.number)
    read = dict(answers)
    if read.pop("passed", False):
        for name in read:
            raise Refused(name, say("the tour was not played, so nothing else can be said"))
        return Deal(tour)
    revoke = str(read.pop("revoke", ""))
    misdealt = bool(read.pop("misdealt", False))
    extra = cast(Mapping[str, int], read.pop("extra", {}))
    entered = {name: _as_points(tour, seating.playing, name, value) for name, value in read.items()}
    if not entered:
        raise Refused(_counted(tour, seating.playing).name, _MISSING.get(tour.number, _TAKEN_MISSING))
    points = _agreed(entered)
    if not can_be(tour, tuple(points.values())):
        raise Refused("points", tour.impossible)
    if extra:
        extra = {player: extra.get(player, 0) for player in seating.playing}
        if not any(can_be(other, tuple(extra.values())) for other in TOURS):
            raise Refused("extra", say("none of the eight tours brings these points"))
    hearts = cast(Mapping[str, tuple[str, ...]], read.get("hearts", {}))
    told = tuple(points.items())
    if revoke:
        told = tuple(worst_for(tour, points, revoke).items())
        hearts = {}
    return Deal(tour, told, tuple(hearts.items()), revoke, misdealt, tuple(extra.items()))


def read_points(rules: Rules, seating: Seating, name: str, raw: object) -> Points:
    """Return what a table counted under the key `name` as points by player. Raises Refused for a bad answer."""
    value = read_answers(ask(rules, seating, None), {name: raw})[name]
    return _as_points(tour_of(seating.number), seating.playing, name, value)


def _agreed(entered: Mapping[str, Points]) -> Points:
    (first, points), *others = entered.items()
    for name, other in others:
        if other != points:
            raise Refused(name, say("this makes other points than the key {key}", key=first))
    return points


def _as_points(tour: Tour, players: Iterable[str], name: str, value: object) -> Points:
    """Return what a table counted as points by player."""
    match name, value:
        case "points", dict():
            return value
        case "hearts", dict():
            return {player: -sum(HEARTS[card] for card in cards) for player, cards in value.items()}
        case _, dict():
            return {player: tour.units[0] * taken for player, taken in value.items()}
        case _, tuple():
            return {player: -10 * value.index(player) for player in players}
        case _:
            return {player: tour.units[0] if player == value else 0 for player in players}
