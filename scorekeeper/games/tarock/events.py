"""The bonuses that recorded cards show: cards that won their trick, what a side took, what players held in hand."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.audit.facts import Fact, Range, as_seen, winning_cards
from scorekeeper.audit.verdict import Unclaimed
from scorekeeper.audit.worlds import Course, Recorded
from scorekeeper.cards.cardset import FORGOTTEN, TAROCK_SUIT, together
from scorekeeper.cards.packs import TAROCKS
from scorekeeper.games.tarock.claims import Bonus, ClaimRow
from scorekeeper.phrase import Name, say
from scorekeeper.reading import digits

_OPEN = Range(0, 1)
OfSide = Callable[[Bonus, str], Range]
"""Whether the side of a player made a bonus of a side, as far as it is known."""


class Unknown(Exception):  # noqa: N818 - a finding, not an error
    """The record does not tell."""


class Shown(NamedTuple):
    """A deal's cards in one course, and what the rules say of its bonuses.

    players   who plays, forehand first
    declarer  who took `taken` from the talon and laid `away` as many
    partner   who plays with him, "" for nobody
    costly    the bonuses that cost something where they fail unannounced
    sides     for each bonus of a side, or of which only the game knows, who made it or stands for the side that did,
              "" for nobody; what is not known is missing
    early     the bonuses that count in the declarer's hand with what was laid away and without what was taken
    laid      how many cards the declarer laid away
    """

    recorded: Recorded
    course: Course
    players: tuple[str, ...]
    declarer: str
    bonuses: Sequence[Bonus]
    costly: Collection[str]
    sides: Mapping[str, str]
    away: int = 0
    taken: int = 0
    early: Collection[str] = ()
    partner: str = ""
    laid: int = 0

    def mates(self, one: str, other: str) -> bool:
        """Return whether two players are of one side."""
        side = (self.declarer, self.partner)
        return (one in side) == (other in side)


def count_bonuses(shown: Shown, rows: Sequence[ClaimRow]) -> list[ClaimRow]:
    """Return the `rows` that were entered as the cards show them, and after them what happened and was not entered.

    What is held in hand and nobody claimed does not count. Raises Unknown where the cards are not known.
    """
    bonuses = {bonus.key: bonus for bonus in shown.bonuses} if rows else {}
    kept = [row for entered in rows for row in _correct(shown, bonuses[entered["bonus"]], entered.copy())]
    seen = [bonus for bonus in shown.bonuses if is_seen_in_play(bonus)]
    return [*kept, *[row for bonus in seen for row in _happened(shown, bonus, kept)]]


def find_unclaimed(shown: Shown, rows: Sequence[ClaimRow], rule: str) -> Iterator[Unclaimed]:
    """Yield what players surely had in hand and nobody claimed; by this `rule` they still may."""
    bonuses = {bonus.key: bonus for bonus in shown.bonuses}
    claimed = {(row["player"], _alike(bonuses[row["bonus"]])) for row in rows}
    for player in shown.players:
        for bonus in _held(shown, player):
            if (player, _alike(bonus)) not in claimed:
                claimed.add((player, _alike(bonus)))
                yield Unclaimed(player, bonus.label, rule)


def _alike(bonus: Bonus) -> str:
    """What bonuses have in common of which a player claims one: tarocks, or some and all of the same cards."""
    return "tarocks" if bonus.tarocks else " ".join(bonus.holds) or bonus.key


def _held(shown: Shown, player: str) -> Iterator[Bonus]:
    """Yield what a player surely had in hand: named cards one by one, a number of tarocks only by the whole hand."""
    for bonus in shown.bonuses:
        if bonus.flat and bonus.holds and not bonus.of_side and _has(shown, bonus, counted_hand(shown, player, bonus)):
            yield bonus
    try:
        counted = next((bonus for bonus in shown.bonuses if bonus.tarocks), None)
        reached = counted and find_counted(shown.bonuses, _count_tarocks(shown, player, counted))
    except Unknown:
        return
    if reached:
        yield reached


def find_counted(bonuses: Sequence[Bonus], tarocks: int) -> Bonus | None:
    """Return the bonus for so many tarocks in hand, only the highest that is reached; None for fewer."""
    reached = [bonus for bonus in bonuses if 0 < bonus.tarocks <= tarocks]
    return reached[-1] if reached else None


def same_bonuses(entered: object, counted: object) -> bool:
    """Return whether two lists of rows say the same."""
    return _normal(entered) == _normal(counted)


def _normal(rows: object) -> list[tuple[object, ...]]:
    assert isinstance(rows, list | tuple)
    return sorted(
        (
            row["player"],
            row["bonus"],
            row.get("announced", False),
            row.get("made", True),
            row.get("contra", 0),
            row.get("from", ""),
        )
        for row in rows
    )


def _correct(shown: Shown, bonus: Bonus, row: ClaimRow) -> Iterator[ClaimRow]:
    if bonus.count:
        yield row
    elif is_seen_in_play(bonus):
        yield from _correct_made(shown, bonus, row)
    elif bonus.tarocks:
        held = find_counted(shown.bonuses, _count_tarocks(shown, row["player"], bonus))
        if held:
            yield row | {"bonus": held.key}
    elif _has(shown, bonus, _in_hand(shown, row["player"], bonus)):
        yield row


def _correct_made(shown: Shown, bonus: Bonus, row: ClaimRow) -> Iterator[ClaimRow]:
    """A silent one that was not made is no event, but one that failed in its trick may cost something."""
    player, made = _made(shown, bonus)
    made = made and is_for(shown, bonus, player, row["player"])
    announced = bool(row.get("announced")) and not bonus.flat
    costs = announced or (player == row["player"] and bonus.key in shown.costly)
    if (announced and "made" not in row) or made != row.get("made", True):
        row["made"] = made
    if made or costs:
        yield row


def is_for(shown: Shown, bonus: Bonus, player: str, claimed: str) -> bool:
    """Return whether what `player` made is what was claimed: by himself, or by a partner where it is of a side."""
    if not bonus.of_side and bonus.of_game != "side":
        return player == claimed
    return shown.mates(player, claimed)


def is_seen_in_play(bonus: Bonus) -> bool:
    """Return whether the tricks show who made a bonus."""
    return bool(bonus.ultimo or bonus.of_side or bonus.of_game)


def _happened(shown: Shown, bonus: Bonus, kept: list[ClaimRow]) -> Iterator[ClaimRow]:
    player, made = _made(shown, bonus)
    if any(row["bonus"] == bonus.key and is_for(shown, bonus, player, row["player"]) for row in kept):
        return
    if made:
        yield {"player": player, "bonus": bonus.key}
    elif player and bonus.key in shown.costly:
        yield {"player": player, "bonus": bonus.key, "made": False}


def _made(shown: Shown, bonus: Bonus) -> tuple[str, bool]:
    """Return who had to do with a bonus, "" for nobody, and whether it was made."""
    if bonus.ultimo:
        return _last(shown, bonus)
    if bonus.key not in shown.sides:
        raise Unknown
    return shown.sides[bonus.key], bool(shown.sides[bonus.key])


def _last(shown: Shown, bonus: Bonus) -> tuple[str, bool]:
    """Return who played the bonus's tarock to its trick, "" for nobody, and whether it won."""
    recorded = shown.recorded
    course = shown.course
    card = recorded.play.deck.card[bonus.holds[0]]
    index = recorded.size - bonus.ultimo
    seats = course.seats[index] if index < len(course.seats) else ()
    if index < len(recorded.tricks) and card in recorded.tricks[index]:
        place = recorded.tricks[index].index(card)
        if place >= len(seats) or course.winners[index] < 0:
            raise Unknown
        player, winner = (shown.players[seat] for seat in (seats[place], course.winners[index]))
        return player, shown.mates(player, winner) if bonus.by_side else player == winner
    whole = len(seats) == len(recorded.hands)
    if (whole and all(recorded.tricks[index])) or (recorded.shown | recorded.aside) & card:
        return "", False
    if not whole or any(
        played == FORGOTTEN and recorded.may_hold(seat) & card
        for seat, played in zip(seats, recorded.tricks[index], strict=False)
    ):
        raise Unknown
    return "", False


def _in_hand(shown: Shown, player: str, bonus: Bonus) -> int:
    """Return the hand of `player` that counts for a bonus: when play begins, or before he laid cards away."""
    if cards_of(shown, player).bit_count() != shown.recorded.size:
        raise Unknown
    return counted_hand(shown, player, bonus)


def _count_tarocks(shown: Shown, player: str, bonus: Bonus) -> int:
    return (_in_hand(shown, player, bonus) & shown.recorded.play.deck.suit[TAROCK_SUIT]).bit_count()


def counted_hand(shown: Shown, player: str, bonus: Bonus) -> int:
    """Return the cards, as far as they are known, among which a bonus is looked for."""
    cards = cards_of(shown, player)
    if player == shown.declarer and bonus.key in shown.early:
        return (cards | shown.away) & ~shown.taken
    return cards


def _has(shown: Shown, bonus: Bonus, hand: int) -> bool:
    """Return whether the cards of a bonus, or as many as are enough of them, are in a hand."""
    held = shown.recorded.play.deck.set_of(bonus.holds) & hand
    return held.bit_count() >= (bonus.some or len(bonus.holds))


def cards_of(shown: Shown, player: str) -> int:
    """Return the cards that `player` is known to have had when play began."""
    recorded = shown.recorded
    seat = shown.players.index(player)
    cards = recorded.hands[seat].known
    for seats, trick in zip(shown.course.seats, recorded.tricks, strict=False):
        if seat in seats and seats.index(seat) < len(trick):
            cards |= trick[seats.index(seat)]
    return cards


def find_bonus_facts(shown: Shown, rows: Sequence[ClaimRow], of_side: OfSide) -> Iterator[Fact]:
    """Yield of every bonus that was entered whether it was made, and of every other one that nobody made it."""
    bonuses = {bonus.key: bonus for bonus in shown.bonuses if not bonus.count}
    for row in rows:
        bonus = bonuses.get(row["bonus"])
        announced = bool(row.get("announced"))
        if bonus and ("made" in row or not announced or bonus.flat) and (announced or row.get("made", True)):
            yield _fact(bonus, row["player"], row.get("made", True), _find_made(shown, bonus, row["player"], of_side))
    for bonus in filter(is_seen_in_play, bonuses.values()):
        entered = [row["player"] for row in rows if row["bonus"] == bonus.key]
        for player in shown.players:
            if not any(is_for(shown, bonus, one, player) for one in entered):
                entered.append(player)
                yield _fact(bonus, player, False, _find_made(shown, bonus, player, of_side))


def _fact(bonus: Bonus, player: str, made: bool, found: Range) -> Fact:
    about = say("{what} by {who}", what=bonus.label, who=Name(player))
    return Fact("bonuses", (player, bonus.key), about, int(made), int(made), found, "yes or no")


def _find_made(shown: Shown, bonus: Bonus, player: str, of_side: OfSide) -> Range:
    if bonus.ultimo:
        return _find_won(shown, bonus, player)
    if bonus.of_side or bonus.of_game:
        return of_side(bonus, player)
    return _find_held(shown, bonus, player)


def _find_won(shown: Shown, bonus: Bonus, player: str) -> Range:
    """Return whether somebody won the trick of a bonus with its card."""
    recorded = shown.recorded
    seat = shown.players.index(player)
    card = recorded.play.deck.card[bonus.holds[0]]
    index = recorded.size - bonus.ultimo
    cards = recorded.tricks[index] if index < len(recorded.tricks) else ()
    seats = shown.course.seats[index] if index < len(shown.course.seats) else ()
    played = next((his for one, his in zip(seats, cards, strict=False) if one == seat), 0)
    elsewhere = recorded.shown & card and card not in cards
    if elsewhere or not card & recorded.may_hold(seat):
        return Range(0, 0, (), as_seen(recorded, card))
    if played not in (0, card):
        return Range(0, 0, (), as_seen(recorded, played))
    if card in cards and seats and not played:
        return Range(0, 0, (), as_seen(recorded, card))
    winner = shown.course.winners[index] if index < len(shown.course.winners) else -1
    if winner < 0:
        return _OPEN
    won = as_seen(recorded, winning_cards(recorded, shown.course, [index]))
    if winner == seat or (bonus.by_side and shown.mates(shown.players[winner], player)):
        return Range(int(played == card), 1, won, won)
    return Range(0, 0, won, won)


def _find_held(shown: Shown, bonus: Bonus, player: str) -> Range:
    """Return whether somebody can have had the cards of a bonus in hand."""
    deck = shown.recorded.play.deck
    counted = counted_hand(shown, player, bonus)
    if bonus.tarocks:
        plain = counted & ~deck.set_of(TAROCKS)
        early = player == shown.declarer and bonus.key in shown.early
        size = shown.recorded.size + (shown.laid - shown.taken.bit_count() if early else 0)
        most = size - plain.bit_count()
        return Range(0, int(most >= bonus.tarocks), (), as_seen(shown.recorded, plain))
    lacking = deck.set_of(bonus.holds) & _find_elsewhere(shown, bonus, player)
    needed = bonus.some or len(bonus.holds)
    most = len(bonus.holds) - lacking.bit_count()
    return Range(0, int(most >= needed), (), as_seen(shown.recorded, lacking))


def _find_elsewhere(shown: Shown, bonus: Bonus, player: str) -> int:
    """Return the cards that were surely not in the hand of `player` that counts for a bonus."""
    recorded = shown.recorded
    others = together(cards_of(shown, other) for other in shown.players if other != player)
    hand = recorded.hands[shown.players.index(player)]
    if player == shown.declarer and bonus.key in shown.early:
        return others | (recorded.aside & ~shown.away) | shown.taken
    return others | recorded.aside | hand.barred | (recorded.pack & ~hand.known if hand.complete else 0)


def read_count(thirds: int, entered: object) -> tuple[int, int]:
    """Return the least and the most thirds that a count may mean that was entered: a whole one may be rounded."""
    whole = isinstance(entered, int) or (isinstance(entered, str) and digits(entered.strip(), 3) is not None)
    return (thirds - 1, thirds + 1) if whole else (thirds, thirds)
