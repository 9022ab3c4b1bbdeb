"""Double deals: how many times a deal counts by what was played before it."""

from collections.abc import Mapping, Sequence
from typing import cast

from scorekeeper.games.game import Due
from scorekeeper.games.koenigrufen.contracts import MONDFANG, TRISCHAKEN
from scorekeeper.games.koenigrufen.rules import Rules
from scorekeeper.games.questions import Answers
from scorekeeper.phrase import say

AFTER_TRISCHAKEN = 4  # deals; after a Mondfang it is one


def due_factor(rules: Rules, earlier: Sequence[Answers]) -> Mapping[str, Due]:
    """Return the factor of a deal after these, at most `AFTER_TRISCHAKEN` deals (KR-46)."""
    doublings = sum(answers.get("contract") == TRISCHAKEN.key for answers in earlier)
    doublings += any(map(_is_mondfang, earlier[-1:]))
    if not doublings:
        return {"factor": Due(None, say("no deal before it makes this one count double"))}
    factor = 2**doublings
    return {"factor": Due(factor, say("by the deals before it this one counts ×{factor}", factor=factor))}


def _is_mondfang(answers: Answers) -> bool:
    rows = cast("Sequence[Answers]", answers.get("bonuses", ()))
    return any(row["bonus"] == MONDFANG.key and row.get("made", True) for row in rows) and not answers.get("revoke")
