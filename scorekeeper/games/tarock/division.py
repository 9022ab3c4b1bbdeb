"""What the pile of a side can count: from the pack, its tricks, the talon, what was laid away, and what is known."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from scorekeeper.cards.cardset import sums_by_number
from scorekeeper.cards.packs import TAROCKS, TRULL, Pack, of_ranks

_KINGS = of_ranks("K")
_HONOURS = (*TRULL, *_KINGS)


class Division(NamedTuple):
    """How the cards of a deal are divided: so many `tricks` of so many `players`, the talon, and what was laid away.

    The declarer's side has what he laid away, which no honour is. The `talon` cards are those that count for his side
    and those that count for the other; what is left counts for nobody.
    """

    pack: Pack
    tricks: int
    players: int
    laid: int = 0
    talon: tuple[int, int] = (0, 0)


class PileFacts(NamedTuple):
    """What is known of a side's pile: these `cards` are in it, and those `in_tricks` came with a trick.

    Each of the `late` low tarocks took one of the last tricks. The side has at least so many `tricks` and `thirds`.
    """

    cards: frozenset[str] = frozenset()
    in_tricks: frozenset[str] = frozenset()
    late: frozenset[str] = frozenset()
    tricks: int = 0
    thirds: int = 0

    @property
    def held(self) -> frozenset[str]:
        """All cards that are surely in the pile."""
        return self.cards | self.in_tricks | self.late

    def plus(self, other: "PileFacts") -> "PileFacts":
        """Return what is known where both are."""
        return PileFacts(
            self.cards | other.cards,
            self.in_tricks | other.in_tricks,
            self.late | other.late,
            max(self.tricks, other.tricks),
            max(self.thirds, other.thirds),
        )


class Facts(NamedTuple):
    """What is known of the piles of both sides, and which cards were `played`, whoever took them."""

    mine: PileFacts = PileFacts()
    theirs: PileFacts = PileFacts()
    played: frozenset[str] = frozenset()

    def plus(self, other: "Facts") -> "Facts":
        """Return what is known where both are."""
        return Facts(self.mine.plus(other.mine), self.theirs.plus(other.theirs), self.played | other.played)


class _Kind(NamedTuple):
    """What cards have in common that are looked at one by one; what depends on the side stands there for each.

    owners   which side may have them
    bound    whether they came with a trick
    beside   whether they may lie in a trick that a late low tarock took
    late     whether they took such a trick
    """

    worth: int
    honour: bool
    owners: tuple[bool, ...]
    bound: tuple[bool, ...]
    beside: tuple[bool, ...]
    late: tuple[bool, ...]


class _Share(NamedTuple):
    """The cards looked at one by one that a side has: how many, their worth, and how many of them are what.

    fixed   can be nowhere but in a trick and not beside a late low tarock
    stay    came with a trick and may lie beside one
    beside  may lie beside one
    unlaid  cannot have been laid away; `besides` are those of them that may lie beside one
    """

    number: int
    worth: int
    late: int
    fixed: int
    stay: int
    beside: int
    unlaid: int
    besides: int


@lru_cache(maxsize=1024)
def pile_sums(division: Division, facts: Facts) -> int:
    """Return the sums of all piles that the declarer's side can have."""
    pack = division.pack
    players = division.players
    named = _named(facts)
    lows = sum(card in TAROCKS and card not in named for card in pack.cards)
    plain = [pack.count([card]) for card in pack.cards if card not in TAROCKS and card not in named]
    plain_sums = sums_by_number(tuple(plain))
    sums = 0
    for shares in _share_out(Counter(_kind(division, facts, card) for card in named)):
        mine, theirs = shares
        needed = [(players - 1) * share.late - share.beside for share in shares]  # suit cards beside late tarocks
        for tricks in range(facts.mine.tricks, division.tricks - facts.theirs.tricks + 1):
            size = players * tricks + division.laid + division.talon[0]
            if not _fits(players, tricks, mine, size, division.laid):
                continue
            if not _fits(players, division.tricks - tricks, theirs, len(pack.cards) - size, 0):
                continue
            rest = size - mine.number
            for number in range(max(0, needed[0], rest - lows), min(rest, len(plain) - max(0, needed[1])) + 1):
                sums |= plain_sums[number] << mine.worth + rest - number  # a low tarock is worth 1
    return sums & sums_between(facts.mine.thirds, sum(pack.worth) - facts.theirs.thirds)


def sums_between(least: int, most: int) -> int:
    """Return the set of all sums from the least to the most."""
    return (1 << most + 1) - (1 << max(0, least)) if least <= most else 0


def _named(facts: Facts) -> list[str]:
    """Return the cards that are looked at one by one: honours, what is known, and what may lie beside late tarocks."""
    lower = _below(facts.mine) | _below(facts.theirs)
    return list(dict.fromkeys([*_HONOURS, *sorted(facts.mine.held | facts.theirs.held | facts.played | lower)]))


def _below(side: PileFacts) -> frozenset[str]:
    """Return the tarocks that can lie in the late tricks of a side without having won."""
    highest = min((TAROCKS.index(card) for card in side.late), default=len(TAROCKS))
    return frozenset(TAROCKS[highest + 1 :])


def _kind(division: Division, facts: Facts, card: str) -> _Kind:
    sides = (facts.mine, facts.theirs)
    return _Kind(
        worth=division.pack.count([card]),
        honour=card in _HONOURS,
        owners=(card not in facts.theirs.held, card not in facts.mine.held),
        bound=tuple(
            card in side.in_tricks | facts.played or (card in side.cards and not talon)
            for side, talon in zip(sides, division.talon, strict=True)
        ),
        beside=tuple(card not in TAROCKS or card in _below(side) for side in sides),
        late=tuple(card in side.late for side in sides),
    )


def _share_out(kinds: Counter[_Kind]) -> Iterator[tuple[_Share, _Share]]:
    """Yield every way to share the cards that are looked at one by one between both sides."""
    ranges = [range(0 if kind.owners[1] else n, (n if kind.owners[0] else 0) + 1) for kind, n in kinds.items()]
    for numbers in product(*ranges):
        mine = dict(zip(kinds, numbers, strict=True))
        yield _count_share(mine, 0), _count_share({kind: n - mine[kind] for kind, n in kinds.items()}, 1)


def _count_share(numbers: dict[_Kind, int], side: int) -> _Share:
    def count(kinds: Iterable[_Kind]) -> int:
        return sum(numbers[kind] for kind in kinds)

    late = [kind for kind in numbers if kind.late[side]]
    others = [kind for kind in numbers if not kind.late[side]]
    beside = [kind for kind in others if kind.beside[side]]
    bound = [kind for kind in others if kind.bound[side]]
    unlaid = [kind for kind in others if kind.honour or kind.bound[side]]
    return _Share(
        number=count(numbers),
        worth=sum(kind.worth * number for kind, number in numbers.items()),
        late=count(late),
        fixed=count(kind for kind in bound if kind not in beside),
        stay=count(kind for kind in bound if kind in beside),
        beside=count(beside),
        unlaid=count(unlaid),
        besides=count(kind for kind in unlaid if kind in beside),
    )


def _fits(players: int, tricks: int, share: _Share, size: int, laid: int) -> bool:
    """Return whether a pile of this size, so many cards of it laid away, has room for what surely lies in it."""
    beside = (players - 1) * share.late
    free = size - share.late - share.unlaid  # what may have been laid away
    return (
        share.number <= size
        and share.late + share.fixed + max(beside, share.stay) <= players * tricks
        and free >= laid
        and free + share.besides >= laid + beside
    )
