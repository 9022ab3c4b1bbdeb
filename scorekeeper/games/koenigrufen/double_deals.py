"""Double deals: how many follow after what, and what the next deal counts (KR-46)."""

from collections.abc import Iterator, Mapping, Sequence

from scorekeeper.games.declarer.claims import rows_of
from scorekeeper.games.game import ProposedAnswer
from scorekeeper.games.koenigrufen.rules import Rules
from scorekeeper.games.questions import Answers
from scorekeeper.phrase import count, say

MOST_DOUBLINGS = 8
_LONGEST = 200  # deals that are looked back on where any number of them may belong together


def proposal_depth(rules: Rules) -> int:
    """Return how many deals before it decide what a deal counts."""
    if not rules.doubling:
        return 0
    most = max(map(int, (rules.double_deals, rules.double_mondfang, rules.double_passed, rules.double_start)))
    # Double deals that follow each other, and deals between them that are thrown in, make the row longer.
    return _LONGEST if most and (rules.double_again == "append" or rules.all_pass == "thrown_in") else most


def propose_factor(rules: Rules, earlier: Sequence[Answers]) -> Mapping[str, ProposedAnswer]:
    """Return the factor of a deal after these, and how many more count double.

    `earlier` are the last deals of the night, as many as `proposal_depth`, or all of them.
    """
    if not proposal_depth(rules):
        return {}
    lasting = [rules.double_start]
    for answers in earlier:
        if not answers.get("passed"):  # nothing was written that could have been doubled
            lasting = [deals - 1 for deals in lasting if deals > 1]
        lasting += [deals for deals in _find_due(rules, answers) if deals]
        if rules.double_again == "append":
            lasting = [sum(lasting)]
    lasting = [deals for deals in lasting if deals]
    if not lasting:
        return {"factor": ProposedAnswer(None, say("no deal before it makes this one count double"))}
    factor = 2 ** min(len(lasting), MOST_DOUBLINGS)
    left = max(lasting) - 1
    reason = count(
        "by the deals before it this one counts ×{factor}, and {n} more counts double",
        "by the deals before it this one counts ×{factor}, and {n} more count double",
        left,
        factor=factor,
    )
    remark = count(
        "Double deals: {n} is left, and the next one counts ×{factor}.",
        "Double deals: {n} are left, and the next one counts ×{factor}.",
        left + 1,
        factor=factor,
    )
    return {"factor": ProposedAnswer(factor, reason, remark)}


def _find_due(rules: Rules, answers: Answers) -> Iterator[int]:
    """Yield how many deals count double after this one, for each reason."""
    if answers.get("contract") == "trischaken":
        yield rules.double_deals
    if answers.get("passed"):
        yield rules.double_passed
    for row in () if answers.get("revoke") else rows_of(answers):
        if row["bonus"] == "mondfang" and row.get("made", True):
            yield rules.double_mondfang
