"""What the declarer's pile can count, from the pack, the contract and the bonuses that were made."""

from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from scorekeeper.cards.packs import TAROCK, TAROCKS, TRULL, of_ranks
from scorekeeper.cards.sums import has, nearest, sums_by_number
from scorekeeper.cards.thirds import write_thirds
from scorekeeper.games.game import Seating
from scorekeeper.games.husarln.deal import Deal, Redealt, read_deal
from scorekeeper.games.husarln.rules import HAND, PAGAT, TRULL_IN_HAND, Rules
from scorekeeper.games.questions import Answers
from scorekeeper.games.tarock.claims import Claim
from scorekeeper.phrase import Name, Phrase, Refused, say

_PACK = sum(TAROCK.worth)
_HONOUR = TAROCK.count(["SK"])  # Kings and the Trull are worth alike
_KINGS = of_ranks("K")
_PLAIN = tuple(card for card in TAROCK.cards if card not in (*TAROCKS, *_KINGS))
_LOW = tuple(card for card in TAROCKS if card not in TRULL)  # worth one third each
_SUITS = len(_KINGS) + len(_PLAIN)
_PLAIN_SUMS = sums_by_number(tuple(TAROCK.count([card]) for card in _PLAIN))
_LATE = ("T1", "T2", "T3")  # what wins the last trick, the one before it, the one before that


class PileFacts(NamedTuple):
    """What the bonuses tell of a side's pile: these cards, and at least so many tricks and suit cards, are in it."""

    cards: frozenset[str] = frozenset()
    tricks: int = 0
    suits: int = 0


def check(rules: Rules, seating: Seating, answers: Answers) -> None:
    """Refuse a deal that cannot have been: points that no cards make, or bonuses that do not go with them."""
    deal = read_deal(rules, seating, answers)
    if deal is None:
        if rules.all_pass == "forehand_plays_Z":  # HU-15
            must = Name(seating.playing[0])
            raise Refused("passed", say("if everybody passes, {player} must play a Zweiblatt", player=must))
        return
    if isinstance(deal, Redealt) or deal.revoke:  # a wrong card may have ended the play before all was taken
        return
    counts = _counts(rules, deal, ())
    if not has(counts, deal.thirds):
        _refuse_points(deal.thirds, nearest(counts, deal.thirds), "points" in answers)
    for claims in (*((claim,) for claim in deal.claims), deal.claims):
        counts = _counts(rules, deal, claims)
        if not has(counts, deal.thirds):
            raise Refused("bonuses", _misfit(claims, deal.thirds, nearest(counts, deal.thirds)))


def _counts(rules: Rules, deal: Deal, claims: Sequence[Claim]) -> int:
    """Return the set of sums, in thirds, that the declarer can count where these bonuses were made."""
    bought = len(deal.contract.bought)
    besides = bought if rules.rejected_cards == "defenders" else deal.contract.exposed
    mine = [claim for claim in claims if claim.player == deal.declarer]
    theirs = [claim for claim in claims if claim.player != deal.declarer]
    taken = frozenset({"T1"} if any(_lost_silently(claim) for claim in mine) else ())
    other = _side(rules, theirs)
    return _sums(_side(rules, mine), other._replace(cards=other.cards | taken), besides, bought)


def _lost_silently(claim: Claim) -> bool:
    """Return whether a Pagat that nobody announced was lost in the last trick (HU-37): the other side may have it."""
    return claim.bonus is PAGAT and not claim.made and not claim.announced


def _side(rules: Rules, claims: Sequence[Claim]) -> PileFacts:
    """Return what made bonuses tell of a side. The Sküs and the XXI of a whole Trull win their tricks."""
    cards, tricks = set[str](), 0
    for claim in (claim for claim in claims if claim.made):
        if claim.bonus.of_side:
            cards.update(_KINGS)
            tricks = max(tricks, 2 if rules.kings_pile == "tricks_only" else 0)
        elif claim.bonus is TRULL_IN_HAND:
            cards.update(TRULL[:2])
        elif claim.bonus.holds:
            cards.update(claim.bonus.holds)
    winners = cards.difference(_KINGS)
    return PileFacts(frozenset(cards), max(tricks, len(winners)), _suits_beside(rules, winners))


def _suits_beside(rules: Rules, winners: Collection[str]) -> int:
    """Return how many suit cards lie beside the low tarocks that won: two each, or lower tarocks that did not win."""
    late = [card for card in _LATE if card in winners]
    lower = [card for card in _LATE[: _LATE.index(late[-1])] if card not in late] if late else []
    beaten = 2 if rules.emperors_trick and "T1" in late else 0  # the I takes Sküs and XXI (HU-47)
    return max(0, 2 * len(late) - len(lower) - beaten)


@lru_cache(maxsize=1024)
def _sums(mine: PileFacts, theirs: PileFacts, besides: int, bought: int) -> int:
    """Return the sums of all piles that the declarer can have: whole tricks, and `besides` cards.

    Of those as many as were `bought` are laid away, which no honour is (HU-22).
    """
    sums = 0
    for tricks, kings, trull in product(
        range(mine.tricks, HAND - theirs.tricks + 1), _range(mine, theirs, _KINGS), _range(mine, theirs, TRULL)
    ):
        cards = 3 * tricks + besides
        if kings + trull <= cards - bought:
            for plain in _range(mine, theirs, _PLAIN):
                low = cards - kings - trull - plain
                if low in _range(mine, theirs, _LOW) and mine.suits <= kings + plain <= _SUITS - theirs.suits:
                    sums |= _PLAIN_SUMS[plain] << (kings + trull) * _HONOUR + low
    return sums


def _range(mine: PileFacts, theirs: PileFacts, cards: Collection[str]) -> range:
    """Return how many of some cards the declarer can have."""
    return range(len(mine.cards.intersection(cards)), len(cards) - len(theirs.cards.intersection(cards)) + 1)


def _refuse_points(thirds: int, near: tuple[int, ...], by_declarer: bool) -> None:
    if not by_declarer:
        thirds, near = _PACK - thirds, tuple(sorted(_PACK - other for other in near))
    points, written = write_thirds(thirds), tuple(map(write_thirds, near))
    text = say("no cards make {points} card points; the nearest that can be: {near}", points=points, near=written)
    raise Refused("points" if by_declarer else "defender_points", text)


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
