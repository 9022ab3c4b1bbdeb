"""What cannot have been in a deal of Königrufen, or does not count in it."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from itertools import chain, product
from math import prod

from scorekeeper.cards.cardset import has, nearest, sums_by_number, together
from scorekeeper.cards.packs import TRULL
from scorekeeper.cards.thirds import write_thirds
from scorekeeper.games.game import Seating
from scorekeeper.games.koenigrufen.deal import Played, deciding_valat
from scorekeeper.games.koenigrufen.rules import (
    BIRDS,
    HALF,
    HAND,
    KING_ULTIMO,
    KINGS,
    MONDFANG,
    NEEDED,
    PACK,
    PAGAT,
    TALON,
    TRISCHAKEN,
    TRULL_TAKEN,
    Rules,
)
from scorekeeper.games.questions import Answers
from scorekeeper.games.tarock.claims import Claim, rows_of
from scorekeeper.games.tarock.counting import Case, Custom, Division, Facts, PileFacts, check_deal
from scorekeeper.games.tarock.partner import check_result, find_cases, find_counted, find_facts
from scorekeeper.phrase import Name, Phrase, Refused, count, say

_PLAYERS = 4
_LEAST = min(PACK.worth)
_HIGHER = {worth - _LEAST: number for worth, number in Counter(PACK.worth).items() if worth > _LEAST}
# A set of cards is a number with one digit for each worth above the least; a digit has room for two whole packs.
_DIGITS = tuple(prod(2 * number + 1 for number in [*_HIGHER.values()][:place]) for place in range(len(_HIGHER)))
_ALL = sum(digit * number for digit, number in zip(_DIGITS, _HIGHER.values(), strict=True))


def _refuse_counts(rules: Rules, counts: Mapping[str, int]) -> None:
    """Refuse counts that no tricks make, with the talon as the table gives it to them (KR-50)."""
    schemes = {rules.trischaken_talon, *(("last", "first_six") if rules.trischaken == "tirol" else ())}
    sizes = {_PLAYERS * tricks + talon for scheme in schemes for tricks, talon in _sizes(scheme)}
    sums = together([sums_by_number(PACK.worth)[size] for size in sizes])
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


def _sizes(scheme: str) -> list[tuple[int, int]]:
    """Return which tricks can be with how many talon cards: with all at the last, or one at each of the first six."""
    if scheme == "last":
        return [(0, 0), (HAND, TALON), *product(range(1, HAND), (0, TALON))]
    pairs = product(range(HAND + 1), range(TALON + 1))
    return [(tricks, talon) for tricks, talon in pairs if tricks + TALON - HAND <= talon <= tricks]


def _divides(scheme: str, counts: Collection[int]) -> bool:
    """Return whether the pack divides into piles with these counts.

    `reached` are, for so many tricks and talon cards as the players so far can have, the sets of cards above the least
    that they can have with them: a whole number with a bit for each.
    """
    within = together([1 << offset for sets in _sets_by_worth().values() for offset, _ in sets])
    reached = {(0, 0): 1}
    for thirds in counts:
        further = defaultdict[tuple[int, int], int](int)
        for more, cards in _sizes(scheme):
            number = _PLAYERS * more + cards
            sets = _sets_by_worth().get(thirds - _LEAST * number, ())
            offsets = [offset for offset, chosen in sets if chosen <= number]
            for (tricks, talon), found in reached.items() if offsets else ():
                if tricks + more <= HAND and talon + cards <= TALON:
                    further[tricks + more, talon + cards] |= together([found << offset for offset in offsets]) & within
        reached = further
    return has(reached.get((HAND, TALON), 0), _ALL)


@lru_cache(maxsize=1)
def _sets_by_worth() -> dict[int, list[tuple[int, int]]]:
    """Return all sets of cards above the least by what they are worth more than those, and how many cards they are."""
    sets = defaultdict[int, list[tuple[int, int]]](list)
    for choice in product(*(range(most + 1) for most in _HIGHER.values())):
        worth = sum(above * n for above, n in zip(_HIGHER, choice, strict=True))
        sets[worth].append((sum(digit * n for digit, n in zip(_DIGITS, choice, strict=True)), sum(choice)))
    return sets


_PILE_FACTS = {
    MONDFANG.key: PileFacts(in_tricks=frozenset(TRULL[:2]), tricks=1),
    **{key: PileFacts(thirds=thirds) for key, thirds in NEEDED.items()},
}
"""What bonuses of this game alone tell of the pile of their side."""


def check(rules: Rules, seating: Seating, answers: Answers, deal: Played) -> None:
    """Refuse a deal that cannot have been: points that no cards make, or bonuses that do not go with them.

    Where a wrong card ended the deal, nothing was counted, and bonuses are refused that would be dropped unread.
    """
    counted = deal.contract.positive and not deal.revoke and not deal.gave_up
    if counted:
        check_result(HAND, rules.threshold, deal, answers)
    others = _find_silent(rules, answers) if deal.revoke else _find_contradictions(deal)
    for refusal in chain(_find_wrong_claims(rules, deal), others):
        raise Refused("bonuses", refusal)
    if deal.contract is TRISCHAKEN and not deal.revoke:
        _refuse_counts(rules, dict(deal.counts))
    if counted:
        tricks = answers.get("tricks")
        reason = count("{n} trick", "{n} tricks", tricks) if isinstance(tricks, int) else None
        decided = deciding_valat(rules, deal) is not None
        sums = find_counted(PACK, rules.threshold, deal, answers, decided=decided)
        custom = Custom(rules.emperor != "none", facts=_PILE_FACTS)
        check_deal(deal, [*_cases(rules, answers, deal)], sums, custom, reason)


def _find_silent(rules: Rules, answers: Answers) -> Iterator[Phrase]:
    """Yield the bonuses that nobody announced where a wrong card ended the deal: they are not paid (KR-47)."""
    labels = {bonus.key: bonus.label for bonus in rules.bonuses}
    for row in rows_of(answers):
        if not row.get("announced"):
            yield say(
                "{bonus} of {player} was not announced: after a wrong card only announced bonuses count",
                bonus=labels[row["bonus"]],
                player=Name(row["player"]),
            )


def _find_wrong_claims(rules: Rules, deal: Played) -> Iterator[Phrase]:
    """Yield claims of who cannot have made them, or could not announce them beside a Valat that includes them."""
    valat = deal.valat
    included = valat and valat.announced and rules.valat == "fixed" and rules.valat_beside == "not_silent_stock"
    for claim in deal.claims:
        bonus = claim.bonus.label
        if claim.bonus is KING_ULTIMO and deal.alone and deal.contract.solo:
            yield say("{bonus}: the called King was in the talon", bonus=bonus)
        elif claim.bonus is KING_ULTIMO and claim.player != (deal.partner or deal.declarer):
            yield say("{bonus}: {player} did not hold the called King", bonus=bonus, player=Name(claim.player))
        if claim.loser and claim.bonus is not MONDFANG:
            yield say("{bonus}: nobody’s XXI was taken for it", bonus=bonus)
        same = valat and included and deal.of_side(claim) == deal.of_side(valat)
        if claim.announced and same and claim.bonus in (TRULL_TAKEN, KINGS):
            yield say("{bonus}: an announced Valat includes it", bonus=bonus)


def _find_contradictions(deal: Played) -> Iterator[Phrase]:
    """Yield the bonuses that do not go together: a trick has one winner, and Sacks and Absolut go with the count."""
    lay = {claim.bonus.key: claim for claim in deal.claims if claim.made or not claim.announced}
    if PAGAT.key in lay and KING_ULTIMO.key in lay:
        yield from _find_two_in_last_trick(deal, lay[PAGAT.key], lay[KING_ULTIMO.key])
    made = {claim.bonus.key: claim for claim in deal.claims if claim.made}
    for claim in made.values():
        bonus = claim.bonus.label
        of_side = deal.of_side(claim)
        if deal.made_valat and of_side != deal.of_side(deal.made_valat) and claim.bonus in (*BIRDS, KING_ULTIMO):
            yield say("{bonus}: that side took no trick", bonus=bonus)
        if deal.thirds is None:  # nobody counted, but who won is known
            reached = deal.won == of_side
        else:
            thirds = (deal.thirds if of_side else sum(PACK.worth) - deal.thirds) + (0 if deal.exact else 1)
            reached = thirds >= NEEDED.get(claim.bonus.key, 0)
        if claim.bonus.key in NEEDED and not reached:
            player = Name(claim.player)
            yield say("{bonus}: not with these card points of the side of {player}", bonus=bonus, player=player)
        first = made.get("sack1")
        if claim.bonus.key == "sack2" and (not first or deal.of_side(first) != of_side):
            yield say("{bonus}: the first one is missing", bonus=bonus)


def _find_two_in_last_trick(deal: Played, pagat: Claim, king: Claim) -> Iterator[Phrase]:
    """Yield why a Pagat and a König ultimo cannot both have lain in the last trick."""
    labels = {"one": PAGAT.label, "other": KING_ULTIMO.label}
    if pagat.made and king.made and deal.of_side(pagat) != deal.of_side(king):
        yield say("{one} and {other}: the last trick has one winner", **labels)
    if pagat.player == king.player:
        player = Name(king.player)
        yield say("{one} and {other} of {player}: nobody plays two cards to the last trick", **labels, player=player)
    if deal.of_side(pagat) and pagat.made != king.made:  # his partner played the King, which takes no tarock
        yield say("{one} and {other}: in the last trick one side makes both or neither", **labels)


def _cases(rules: Rules, answers: Answers, deal: Played) -> Iterator[Case]:
    """Yield how the talon may have been divided, by where the called King lay (KR-20, KR-25, KR-26)."""
    facts = find_facts(HAND, deal, answers)
    contract = deal.contract
    usual = Division(PACK, HAND, _PLAYERS, contract.taken, (0, TALON - contract.taken))
    # where nobody says which King was called, all Kings are alike, and so are the Queens (KR-12)
    kings = ("KC", "QC") if rules.four_kings == "call_queen" else ("KC",)
    kings = (str(answers["called"]),) if "called" in answers else kings
    if not contract.called:
        yield Case(usual, facts)
    elif not (deal.alone and contract.solo):
        yield from find_cases(deal, usual, facts, kings)
    else:
        mine = TALON if rules.solorufer_talon == "all" else HALF
        for called in kings:
            card = frozenset({called})
            if rules.call_own_king or rules.four_kings == "self":
                yield Case(usual, facts.plus(Facts(played=card)), called)
            yield Case(usual._replace(talon=(mine, TALON - mine)), facts.plus(Facts(PileFacts(cards=card))), called)
