"""A Trischaken: all play for themselves, and whoever takes the most card points loses. Its counts, and their audit."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import prod
from typing import Literal, NamedTuple, cast

from scorekeeper.audit.engine import Counts
from scorekeeper.audit.facts import Fact, count_worth, pile_up
from scorekeeper.audit.worlds import Course, Recorded
from scorekeeper.cards.cardset import has, nearest, sums_by_number, together
from scorekeeper.cards.packs import Pack
from scorekeeper.cards.record import Cards
from scorekeeper.cards.thirds import write_thirds
from scorekeeper.games.counts import Grid
from scorekeeper.games.declarer.audit import as_entered, read_count
from scorekeeper.games.declarer.contracts import Contract
from scorekeeper.games.declarer.entered import Entered
from scorekeeper.games.game import Seating
from scorekeeper.games.tarock.negative import Count, Facts
from scorekeeper.phrase import Name, Phrase, Refused, Value, say

Scheme = Literal["last", "first_six"]
"""How the talon goes to the tricks: all of it to the last one, or a card to each of the first."""


class TrischakenCards(NamedTuple):
    """The cards of a Trischaken: so many tricks, and cards in the talon."""

    pack: Pack
    tricks: int
    talon: int
    players: int


def ask_each(pack: Pack, seating: Seating) -> Grid:
    """Return the question for the card points of each player."""
    return Grid("points", say("Card points of each"), seating.playing, 0, pack.points, pack.points, thirds=True)


def refuse_counts(table: TrischakenCards, schemes: Collection[Scheme], counts: Mapping[str, int]) -> None:
    """Refuse counts by player, in thirds, that no tricks make with the talon as one of the schemes gives it to them."""
    sizes = {table.players * tricks + talon for scheme in schemes for tricks, talon in _sizes(table, scheme)}
    sums = together([sums_by_number(table.pack.worth)[size] for size in sizes])
    for player, thirds in counts.items():
        if not has(sums, thirds):
            values: dict[str, Value] = {"points": write_thirds(thirds), "player": Name(player)}
            values["near"] = tuple(map(write_thirds, nearest(sums, thirds)))
            text = say("no tricks make {points} card points for {player}; the nearest that can be: {near}", **values)
            raise Refused("points", text)
    if not any(_divides(table, scheme, counts.values()) for scheme in schemes):
        text = say("each of these counts can be, but not all four in one deal: the cards are not enough for them")
        raise Refused("points", text)


def _sizes(table: TrischakenCards, scheme: Scheme) -> list[tuple[int, int]]:
    """Return the possible tricks and talon cards of a player."""
    if scheme == "last":
        return [(0, 0), (table.tricks, table.talon), *product(range(1, table.tricks), (0, table.talon))]
    pairs = product(range(table.tricks + 1), range(table.talon + 1))
    return [(tricks, talon) for tricks, talon in pairs if tricks + table.talon - table.tricks <= talon <= tricks]


def _divides(table: TrischakenCards, scheme: Scheme, counts: Collection[int]) -> bool:
    """Return whether the pack divides into piles with these counts, in thirds.

    `reached` has, for each number of tricks and talon cards of the players so far, their possible sets of cards above
    the least: a whole number with a bit for each.
    """
    least = min(table.pack.worth)
    sets_of = _sets_by_worth(table.pack)
    within = together([1 << offset for sets in sets_of.values() for offset, _ in sets])
    reached = {(0, 0): 1}
    for thirds in counts:
        further = defaultdict[tuple[int, int], int](int)
        for more, cards in _sizes(table, scheme):
            number = table.players * more + cards
            sets = sets_of.get(thirds - least * number, ())
            offsets = [offset for offset, chosen in sets if chosen <= number]
            for (tricks, talon), found in reached.items() if offsets else ():
                if tricks + more <= table.tricks and talon + cards <= table.talon:
                    further[tricks + more, talon + cards] |= together([found << offset for offset in offsets]) & within
        reached = further
    everything = max(offset for sets in sets_of.values() for offset, _ in sets)
    return has(reached.get((table.tricks, table.talon), 0), everything)


@lru_cache(maxsize=1)
def _sets_by_worth(pack: Pack) -> dict[int, list[tuple[int, int]]]:
    """Return all sets of cards above the least by their worth beyond the least, and their number of cards.

    A set is a number with one digit for each worth above the least; a digit can count two whole packs.
    """
    least = min(pack.worth)
    higher = {worth - least: number for worth, number in Counter(pack.worth).items() if worth > least}
    digits = tuple(prod(2 * number + 1 for number in [*higher.values()][:place]) for place in range(len(higher)))
    sets = defaultdict[int, list[tuple[int, int]]](list)
    for choice in product(*(range(most + 1) for most in higher.values())):
        worth = sum(above * n for above, n in zip(higher, choice, strict=True))
        sets[worth].append((sum(digit * n for digit, n in zip(digits, choice, strict=True)), sum(choice)))
    return sets


def make_audit(
    table: TrischakenCards, players: Sequence[str], entered: Entered[Contract], talon: Cards, scheme: Scheme
) -> tuple[Count, Facts]:
    """Return the count of a Trischaken: the card points of each player with the talon."""
    everybody = range(len(players))

    def about(player: str) -> Phrase:
        return say("Card points of {player}", player=Name(player))

    def count(recorded: Recorded, course: Course) -> Counts:
        """Return the card points; the talon goes to the tricks one way or another."""
        if len(course.winners) < recorded.size or min(course.winners) < 0:
            return {}
        deck = recorded.play.deck
        to = [course.winners[-1]] * table.talon if scheme == "last" else course.winners[: table.talon]
        unplayed = []
        for seat in everybody:
            cards = deck.set_of(card for card, winner in zip(talon, to, strict=False) if winner == seat)
            unplayed.append((cards, to.count(seat) - cards.bit_count()))
        piles = pile_up(recorded, course, everybody, unplayed)
        counts = {player: piles.worth(deck, seat) for seat, player in enumerate(players)}
        points = {player: as_entered("", thirds) for player, thirds in counts.items() if thirds is not None}
        return {"points": points} if len(points) == len(players) else {}

    def facts(recorded: Recorded, course: Course) -> Iterator[list[Fact]]:
        """Yield the entered card points of each player; the talon may be with any of them."""
        if "points" not in entered.result:
            return
        raw = cast("Mapping[str, object]", entered.result["points"])
        read = cast("Mapping[str, int]", entered.read("points"))
        cards = recorded.play.deck.set_of(talon)
        unplayed = [*[(0, 0)] * len(players), (cards, table.talon - cards.bit_count())]
        piles = pile_up(recorded, course, everybody, unplayed)
        spans = [read_count(read[player], raw.get(player)) for player in players]
        counts = [count_worth(recorded, piles, seat, span) for seat, span in enumerate(spans)]
        left = sum(table.pack.worth) - sum(worth.least for worth in counts)
        yield [
            Fact("points", (player,), about(player), low, high, worth._replace(most=left + worth.least), "thirds", True)
            for player, worth, (low, high) in zip(players, counts, spans, strict=True)
        ]

    return count, facts
