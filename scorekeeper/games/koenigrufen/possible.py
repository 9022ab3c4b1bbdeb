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
from scorekeeper.games.koenigrufen.contracts import (
    ABSOLUT,
    BIRDS,
    KING_ULTIMO,
    KINGS,
    MONDFANG,
    PAGAT,
    TRISCHAKEN,
    TRULL_TAKEN,
)
from scorekeeper.games.koenigrufen.deal import Played, deciding_valat
from scorekeeper.games.koenigrufen.rules import ABSOLUT_BELOW, HALF, HAND, PACK, SACK_NEEDS, TALON, Rules
from scorekeeper.games.questions import Answers
from scorekeeper.games.tarock.claims import Claim
from scorekeeper.games.tarock.counting import Case, Custom, Division, Facts, PileFacts, check_deal
from scorekeeper.games.tarock.partner import check_result, find_cases, find_counted, find_facts
from scorekeeper.phrase import Name, Phrase, Refused, Value, count, say

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
    counted = deal.contract.positive and not deal.revoke and not deal.gave_up
    if counted:
        check_result(HAND, rules.threshold, deal, answers)
    _refuse_bonuses(rules, deal)
    if deal.revoke:
        _refuse_silent(rules, answers)
    elif deal.contract is TRISCHAKEN:
        refuse_counts(rules, dict(deal.counts))
    elif counted:
        _check_last_trick(deal)
        tricks = answers.get("tricks")
        told = count("{n} trick", "{n} tricks", tricks) if isinstance(tricks, int) else None
        decided = deciding_valat(rules, deal) is not None
        sums = find_counted(PACK, rules.threshold, deal, answers, decided=decided)
        custom = Custom(rules.emperor != "none", told=_TOLD)
        check_deal(deal, [*_cases(rules, answers, deal)], sums, custom, told)


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


_LATE = (*BIRDS, KING_ULTIMO)


def _refuse_bonuses(rules: Rules, deal: Played) -> None:
    """Refuse claims that contradict each other, or the rest of the deal."""
    for refusals in (_holders(rules, deal), _tricks(deal), _announced(rules, deal), _counted(deal)):
        for refusal in refusals:
            raise Refused("bonuses", refusal)


def _holders(rules: Rules, deal: Played) -> Iterator[Phrase]:
    for claim in deal.claims:
        values = _named(claim)
        if claim.bonus is KING_ULTIMO:
            if deal.alone and deal.contract.solo:
                yield say("{bonus}: the called King was in the talon", **values)
            elif claim.player != (deal.partner or deal.declarer):
                yield say("{bonus}: {player} did not hold the called King", **values)
        if claim.loser and claim.bonus is not MONDFANG:
            yield say("{bonus}: nobody’s XXI was taken for it", **values)


def _tricks(deal: Played) -> Iterator[Phrase]:
    """No trick has two winners, and a side that lost all tricks won none with a bird."""
    made = [claim for claim in deal.claims if claim.made and claim.bonus in _LATE and not deal.revoke]
    last = {deal.of_side(claim) for claim in made if claim.bonus in (PAGAT, KING_ULTIMO)}
    if len(last) > 1:
        yield say("{one} and {other}: the last trick has one winner", one=PAGAT.label, other=KING_ULTIMO.label)
    if deal.valat and deal.valat.made and not deal.revoke:
        for claim in made:
            if deal.of_side(claim) != deal.of_side(deal.valat):
                yield say("{bonus}: that side took no trick", bonus=claim.bonus.label)


def _announced(rules: Rules, deal: Played) -> Iterator[Phrase]:
    """Who announces a Valat that includes Trull and Kings cannot announce these too."""
    valat = deal.valat
    if not valat or not valat.announced or rules.valat != "fixed" or rules.valat_beside != "not_silent_stock":
        return
    for claim in deal.claims:
        same = deal.of_side(claim) == deal.of_side(valat)
        if claim.announced and same and claim.bonus in (TRULL_TAKEN, KINGS):
            yield say("{bonus}: an announced Valat includes it", bonus=claim.bonus.label)


def _counted(deal: Played) -> Iterator[Phrase]:
    """Sacks and Absolut go with the count; where nobody counted, with the game."""
    if deal.revoke:
        return
    made = {claim.bonus.key: claim for claim in deal.claims if claim.made}
    for claim in made.values():
        values = _named(claim)
        if claim.bonus.key in (*SACK_NEEDS, ABSOLUT.key) and not _reached(deal, claim):
            yield say("{bonus}: not with these card points of the side of {player}", **values)
        first = made.get("sack1")
        if claim.bonus.key == "sack2" and (not first or deal.of_side(first) != deal.of_side(claim)):
            yield say("{bonus}: the first one is missing", **values)


def _reached(deal: Played, claim: Claim) -> bool:
    if deal.thirds is None:
        return deal.won == deal.of_side(claim)
    whole = sum(PACK.worth)
    slack = 0 if deal.exact else 1
    mine = deal.thirds if deal.of_side(claim) else whole - deal.thirds
    if claim.bonus is ABSOLUT:
        return whole - mine - slack < ABSOLUT_BELOW
    return mine + slack >= SACK_NEEDS[claim.bonus.key]


def _named(claim: Claim) -> dict[str, Value]:
    return {"bonus": claim.bonus.label, "player": Name(claim.player)}


def _cases(rules: Rules, answers: Answers, deal: Played) -> Iterator[Case]:
    """Yield how the talon may have been divided, by where the called King lay (KR-20, KR-25, KR-26)."""
    facts = find_facts(HAND, deal, answers)
    contract = deal.contract
    usual = Division(PACK, HAND, deal.players, contract.taken, (0, TALON - contract.taken))
    if not contract.called:
        yield Case(usual, facts)
    elif not (deal.alone and contract.solo):
        yield from find_cases(deal, usual, facts, _called(rules, answers))
    else:
        mine = TALON if rules.solorufer_talon == "all" else HALF
        for called in _called(rules, answers):
            card = frozenset({called})
            if rules.call_own_king or rules.four_kings == "self":
                yield Case(usual, facts.plus(Facts(played=card)), called)
            yield Case(usual._replace(talon=(mine, TALON - mine)), facts.plus(Facts(PileFacts(cards=card))), called)


def _called(rules: Rules, answers: Answers) -> Sequence[str]:
    """Return the called King, or any where nobody says which; all Kings are alike, and so are the Queens (KR-12)."""
    if "called" in answers:
        return (str(answers["called"]),)
    return ("KC", "QC") if rules.four_kings == "call_queen" else ("KC",)
