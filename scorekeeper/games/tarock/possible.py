"""What the declarer's pile can count, from the pack, what he laid away, and the bonuses that were made."""

from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from scorekeeper.cards.packs import TAROCKS, TRULL, Pack, of_ranks
from scorekeeper.cards.sums import has, nearest, sums_by_number
from scorekeeper.cards.thirds import write_thirds
from scorekeeper.games.tarock.claims import Claim
from scorekeeper.phrase import Name, Phrase, Refused, say

_KINGS = of_ranks("K")
_LOW = tuple(card for card in TAROCKS if card not in TRULL)  # worth one third each
_LATE = ("T1", "T2", "T3")  # what wins the last trick, the one before it, the one before that


class PileFacts(NamedTuple):
    """What the bonuses tell of a side's pile: these cards, and at least so many tricks and suit cards, are in it."""

    cards: frozenset[str] = frozenset()
    tricks: int = 0
    suits: int = 0


class Piled(NamedTuple):
    """What a deal says of the declarer's pile: `tricks` are played in all, `besides` of his cards are in none.

    Of those he laid as many as `laid` away, which no honour is. Where I, Sküs and XXI meet, the I may take `beaten`
    higher tarocks; all Kings may take at least so many `king_tricks`.
    """

    pack: Pack
    tricks: int
    besides: int
    laid: int
    beaten: int = 0
    king_tricks: int = 0


def check_count(piled: Piled, declarer: str, claims: Sequence[Claim], thirds: int, key: str) -> None:
    """Refuse a count that no cards make, or that does not go with the claims; `key` is the side that told it.

    Where a side took every trick, nothing is left to doubt but the count.
    """
    counts = pile_sums(piled, PileFacts(), PileFacts())
    if not has(counts, thirds):
        _refuse_points(sum(piled.pack.worth), thirds, nearest(counts, thirds), key)
    for some in (*((claim,) for claim in claims), *([tuple(claims)] if len(claims) > 1 else [])):
        counts = pile_sums(piled, *_tell_piles(piled, declarer, some))
        if not has(counts, thirds):
            wrong = key if len(some) == 1 and some[0].bonus.all_tricks else "bonuses"
            raise Refused(wrong, _misfit(some, thirds, nearest(counts, thirds)))


def _tell_piles(piled: Piled, declarer: str, claims: Sequence[Claim]) -> tuple[PileFacts, PileFacts]:
    """Return what claims tell of the declarer's pile and of the other.

    A card that the declarer lost in its trick without announcing it went to the others.
    """
    mine = [claim for claim in claims if claim.player == declarer]
    lost = [card for claim in mine if not claim.made and not claim.announced for card in claim.bonus.holds]
    other = _tell_pile(piled, [claim for claim in claims if claim.player != declarer])
    return _tell_pile(piled, mine), other._replace(cards=other.cards.union(lost))


def _tell_pile(piled: Piled, claims: Sequence[Claim]) -> PileFacts:
    """Return what made bonuses of one side tell of its pile."""
    made = [claim for claim in claims if claim.made]
    winners = frozenset[str]().union(*map(_winners, made))
    kings = frozenset(card for claim in made if claim.bonus.of_side for card in claim.bonus.holds)
    tricks = max(len(winners), piled.king_tricks if kings else 0)
    if any(claim.bonus.all_tricks for claim in made):
        tricks = piled.tricks
    return PileFacts(winners | kings, tricks, _suits_beside(winners, piled.beaten))


def _winners(claim: Claim) -> frozenset[str]:
    """Return the cards that won a trick where this claim was made: the Sküs and the XXI of a whole Trull in hand."""
    if claim.bonus.in_hand == TRULL:
        return frozenset(TRULL[:2])
    return frozenset(claim.bonus.holds if claim.bonus.ultimo else ())


def _suits_beside(winners: Collection[str], beaten: int) -> int:
    """Return how many suit cards lie beside the low tarocks that won: two each, or lower tarocks that did not win."""
    late = [card for card in _LATE if card in winners]
    lower = [card for card in _LATE[: _LATE.index(late[-1])] if card not in late] if late else []
    return max(0, 2 * len(late) - len(lower) - (beaten if "T1" in late else 0))


@lru_cache(maxsize=1024)
def pile_sums(piled: Piled, mine: PileFacts, theirs: PileFacts) -> int:
    """Return the sums of all piles that the declarer can have: whole tricks, and the cards besides."""
    pack = piled.pack
    plain = tuple(card for card in pack.cards if card not in (*TAROCKS, *_KINGS))
    plain_sums = sums_by_number(tuple(pack.count([card]) for card in plain))
    suits, honour = len(_KINGS) + len(plain), pack.count(TRULL[:1])
    sums = 0
    for tricks, kings, trull in product(
        range(mine.tricks, piled.tricks - theirs.tricks + 1), _range(mine, theirs, _KINGS), _range(mine, theirs, TRULL)
    ):
        cards = 3 * tricks + piled.besides
        if kings + trull <= cards - piled.laid:
            for number in _range(mine, theirs, plain):
                low = cards - kings - trull - number
                if low in _range(mine, theirs, _LOW) and mine.suits <= kings + number <= suits - theirs.suits:
                    sums |= plain_sums[number] << (kings + trull) * honour + low
    return sums


def _range(mine: PileFacts, theirs: PileFacts, cards: Collection[str]) -> range:
    """Return how many of some cards the declarer can have."""
    return range(len(mine.cards.intersection(cards)), len(cards) - len(theirs.cards.intersection(cards)) + 1)


def _refuse_points(pack: int, thirds: int, near: tuple[int, ...], key: str) -> None:
    if key != "points":
        thirds, near = pack - thirds, tuple(sorted(pack - other for other in near))
    points, written = write_thirds(thirds), tuple(map(write_thirds, near))
    raise Refused(
        key, say("no cards make {points} card points; the nearest that can be: {near}", points=points, near=written)
    )


def _misfit(claims: Sequence[Claim], thirds: int, near: tuple[int, ...]) -> Phrase:
    """Name the bonus, or all where only together they do not fit."""
    named = tuple(say("{bonus} of {player}", bonus=claim.bonus.label, player=Name(claim.player)) for claim in claims)
    if not near:
        return say("{bonuses}: not all of that can be in one deal", bonuses=named)
    return say(
        "{bonuses}: not with {points} card points of the declarer; the nearest that can be: {near}",
        bonuses=named,
        points=write_thirds(thirds),
        near=tuple(map(write_thirds, near)),
    )
