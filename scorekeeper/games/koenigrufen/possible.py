"""What cannot have been in a deal of Königrufen, or does not count in it."""

from collections.abc import Iterator, Sequence
from typing import cast

from scorekeeper.cards.packs import TRULL
from scorekeeper.games.game import Seating
from scorekeeper.games.koenigrufen.contracts import ABSOLUT, KING_ULTIMO, MONDFANG, PAGAT, TRISCHAKEN
from scorekeeper.games.koenigrufen.dividing import refuse_counts
from scorekeeper.games.koenigrufen.played import Played
from scorekeeper.games.koenigrufen.rules import ABSOLUT_BELOW, HALF, HAND, PACK, SACK_NEEDS, TALON, Rules
from scorekeeper.games.questions import Answers
from scorekeeper.games.tarock.counting import Case, Counted, Custom, all_tricks_facts, check_deal
from scorekeeper.games.tarock.division import Division, Facts, PileFacts, sums_between
from scorekeeper.phrase import Name, Refused, count, say

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
