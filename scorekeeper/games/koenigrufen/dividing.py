"""Which counts of a Trischaken can be: of each player alone, and of all four together."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from math import prod

from scorekeeper.cards.cardset import has, nearest, sums_by_number, unite
from scorekeeper.cards.thirds import write_thirds
from scorekeeper.games.koenigrufen.rules import HAND, PACK, TALON, Rules
from scorekeeper.phrase import Name, Refused, say

_PLAYERS = 4
_LEAST = min(PACK.worth)
_HIGHER = {worth - _LEAST: number for worth, number in Counter(PACK.worth).items() if worth > _LEAST}
# A set of cards is a number with one digit for each worth above the least; a digit has room for two whole packs.
_DIGITS = tuple(prod(2 * number + 1 for number in [*_HIGHER.values()][:place]) for place in range(len(_HIGHER)))
_ALL = sum(digit * number for digit, number in zip(_DIGITS, _HIGHER.values(), strict=True))


def refuse_counts(rules: Rules, counts: Mapping[str, int]) -> None:
    """Refuse counts that no tricks make, with the talon as the table gives it to them (KR-50)."""
    schemes = {rules.trischaken_talon, *(("last", "first_six") if rules.trischaken == "tirol" else ())}
    sizes = {size for scheme in schemes for tricks in range(HAND + 1) for size in _sizes(scheme, tricks)}
    sums = unite([sums_by_number(PACK.worth)[_PLAYERS * tricks + talon] for tricks, talon in sizes])
    for player, thirds in counts.items():
        if not has(sums, thirds):
            text = say(
                "no tricks make {points} card points for {player}; the nearest that can be: {near}",
                points=write_thirds(thirds),
                player=Name(player),
                near=tuple(map(write_thirds, nearest(sums, thirds))),
            )
            raise Refused("points", text)
    if not any(_divides(scheme, counts.values()) for scheme in schemes):
        text = say("each of these counts can be, but not all four in one deal: the cards are not enough for them")
        raise Refused("points", text)


def _sizes(scheme: str, tricks: int) -> Iterator[tuple[int, int]]:
    """Yield with how many cards of the talon so many tricks can be: all for the last, or one for each of the first."""
    if scheme == "last":
        talons: Iterable[int] = (0, TALON) if 0 < tricks < HAND else (TALON if tricks else 0,)
    else:
        talons = range(max(0, tricks + TALON - HAND), min(tricks, TALON) + 1)
    yield from ((tricks, talon) for talon in talons)


def _divides(scheme: str, counts: Collection[int]) -> bool:
    """Return whether the pack divides into piles with these counts.

    `reached` are, for so many tricks and talon cards as the players so far can have, the sets of cards above the least
    that they can have with them: a whole number with a bit for each.
    """
    within = unite([1 << offset for sets in _sets_by_worth().values() for offset, _ in sets])
    reached = {(0, 0): 1}
    for thirds in counts:
        further = dict[tuple[int, int], int]()
        for more, cards in (size for tricks in range(HAND + 1) for size in _sizes(scheme, tricks)):
            number = _PLAYERS * more + cards
            sets = _sets_by_worth().get(thirds - _LEAST * number, ())
            offsets = [offset for offset, chosen in sets if chosen <= number]
            for (tricks, talon), found in reached.items() if offsets else ():
                place = tricks + more, talon + cards
                if place[0] <= HAND and place[1] <= TALON:
                    further[place] = further.get(place, 0) | unite([found << offset for offset in offsets]) & within
        reached = further
    return has(reached.get((HAND, TALON), 0), _ALL)


@lru_cache(maxsize=1)
def _sets_by_worth() -> dict[int, list[tuple[int, int]]]:
    """Return all sets of cards above the least by what they are worth more than those, and how many cards they are."""
    sets = defaultdict[int, list[tuple[int, int]]](list)
    for choice in product(*(range(most + 1) for most in _HIGHER.values())):
        worth = sum(above * n for above, n in zip(_HIGHER, choice, strict=True))
        sets[worth].append((sum(digit * n for digit, n in zip(_DIGITS, choice, strict=True)), sum(choice)))
    return dict(sets)
