"""What cannot have been in a deal of Königrufen, or does not count in it."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import prod
from typing import cast

from scorekeeper.cards.cardset import has, nearest, sums_by_number, unite
from scorekeeper.cards.packs import TRULL
from scorekeeper.cards.thirds import write_thirds
from scorekeeper.games.game import Seating
from scorekeeper.games.koenigrufen.contracts import ABSOLUT, KING_ULTIMO, MONDFANG, PAGAT, TRISCHAKEN
from scorekeeper.games.koenigrufen.deal import Played
from scorekeeper.games.koenigrufen.rules import ABSOLUT_BELOW, HALF, HAND, PACK, SACK_NEEDS, TALON, Rules
from scorekeeper.games.questions import Answers
from scorekeeper.games.tarock.counting import (
    Case,
    Counted,
    Custom,
    Division,
    Facts,
    PileFacts,
    all_tricks_facts,
    check_deal,
    sums_between,
)
from scorekeeper.phrase import Name, Refused, count, say

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


_WHOLE = sum(PACK.worth)
_TOLD = {
    MONDFANG.key: PileFacts(in_tricks=frozenset(TRULL[:2]), tricks=1),
    **{key: PileFacts(thirds=thirds) for key, thirds in SACK_NEEDS.items()},
    ABSOLUT.key: PileFacts(thirds=_WHOLE - ABSOLUT_BELOW + 1),
}
"""What bonuses of this game alone tell of the pile of their side."""


def check(rules: Rules, seating: Seating, answers: Answers, deal: Played) -> None:
    """Refuse a deal that cannot have been: points that no cards make, or bonuses that do not go with them.

    Where a wrong card ended the deal, nothing was counted, and bonuses are refused that would be dropped unread.
    """
    if deal.revoke:
        _refuse_silent(rules, answers)
    elif deal.contract is TRISCHAKEN:
        refuse_counts(rules, dict(deal.counts))
    elif deal.contract.positive and not deal.gave_up:
        _check_last_trick(deal)
        tricks = answers.get("tricks")
        told = count("{n} trick", "{n} tricks", tricks) if isinstance(tricks, int) else None
        custom = Custom(rules.emperor != "none", told=_TOLD)
        check_deal(deal, [*_cases(rules, answers, deal)], _counted(rules, answers, deal), custom, told)


def _refuse_silent(rules: Rules, answers: Answers) -> None:
    """Refuse a bonus that nobody announced where a wrong card ended the deal: it is not paid (KR-47)."""
    labels = {bonus.key: bonus.label for bonus in rules.bonuses}
    for row in cast("tuple[Answers, ...]", answers.get("bonuses", ())):
        if not row.get("announced"):
            text = say(
                "{bonus} of {player} was not announced: after a wrong card only announced bonuses count",
                bonus=labels[str(row["bonus"])],
                player=Name(str(row["player"])),
            )
            raise Refused("bonuses", text)


def _check_last_trick(deal: Played) -> None:
    """Refuse a Pagat and a König ultimo that both lay in the last trick, where nobody can have won that."""
    lay = {claim.bonus.key: claim for claim in deal.claims if claim.made or not claim.announced}
    pagat = lay.get(PAGAT.key)
    king = lay.get(KING_ULTIMO.key)
    if not pagat or not king:
        return
    if pagat.player == king.player:
        text = say(
            "{one} and {other} of {player}: nobody plays two cards to the last trick",
            one=PAGAT.label,
            other=KING_ULTIMO.label,
            player=Name(king.player),
        )
        raise Refused("bonuses", text)
    if deal.of_side(pagat) and pagat.made != king.made:  # his partner played the King, which takes no tarock
        text = say(
            "{one} and {other}: in the last trick one side makes both or neither",
            one=PAGAT.label,
            other=KING_ULTIMO.label,
        )
        raise Refused("bonuses", text)


def _counted(rules: Rules, answers: Answers, deal: Played) -> Counted:
    """Return the sums that were told: a whole count may stand for a third more or less (KR-5)."""
    key = "points" if "points" in answers else "defender_points"
    if deal.thirds is not None:
        slack = 0 if deal.exact else 1
        return Counted(sums_between(deal.thirds - slack, deal.thirds + slack), deal.thirds, key)
    if "won" not in answers or (deal.valat and (deal.valat.made or rules.valat != "fixed")):
        return Counted(sums_between(0, _WHOLE), None, "won")
    least, most = (rules.threshold, _WHOLE) if deal.won else (0, rules.threshold - 1)
    return Counted(sums_between(least, most), None, "won", deal.won)


def _cases(rules: Rules, answers: Answers, deal: Played) -> Iterator[Case]:
    """Yield how the talon may have been divided, by where the called King lay (KR-20, KR-25, KR-26)."""
    facts = all_tricks_facts(deal, HAND)
    contract = deal.contract
    tricks = answers.get("tricks")
    if isinstance(tricks, int):
        facts = facts.plus(Facts(PileFacts(tricks=tricks), PileFacts(tricks=HAND - tricks)))
    usual = Division(PACK, HAND, len((*deal.side, *deal.defenders)), contract.taken, (0, TALON - contract.taken))
    if not contract.called:
        yield Case(usual, facts)
        return
    for called in _called(rules, answers):
        card = frozenset({called})
        if not (deal.alone and contract.solo):
            yield Case(usual, facts.plus(Facts(played=card)) if deal.partner else facts, called)
            continue
        if rules.call_own_king or rules.four_kings == "self":
            yield Case(usual, facts.plus(Facts(played=card)), called)
        mine = TALON if rules.solorufer_talon == "all" else HALF
        yield Case(usual._replace(talon=(mine, TALON - mine)), facts.plus(Facts(PileFacts(cards=card))), called)


def _called(rules: Rules, answers: Answers) -> Sequence[str]:
    """Return the called King, or any where nobody says which; all Kings are alike, and so are the Queens (KR-12)."""
    if "called" in answers:
        return (str(answers["called"]),)
    return ("KC", "QC") if rules.four_kings == "call_queen" else ("KC",)
