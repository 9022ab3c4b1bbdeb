"""The entries of a deal of Herzblatt or Solo that concern its cards, and what of these can be recorded."""

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.games.game import Pile, Recording, Seating
from scorekeeper.games.herzblatt.rules import Rules
from scorekeeper.games.questions import Answers
from scorekeeper.phrase import say

HEARTS = "H"
_COUNTED = ("points", "defender_points", "all_tricks", "last_trick", "revoke")


class Entered(NamedTuple):
    """The entries of a deal that concern its cards, with or without its result.

    trump   the trump suit, "" in the game for the last trick, None while it is not known
    passed  whether everybody passed
    du      whether a Du was announced
    result  the answers that cards can count
    """

    soloist: str
    trump: str | None
    passed: bool
    du: bool
    result: Mapping[str, object]


def read_entered(rules: Rules, seating: Seating, answers: Answers) -> Entered:
    """Return the answers as entries; it refuses nothing."""
    trump = HEARTS if not rules.suits else str(answers["suit"]) if answers.get("suit") else None
    return Entered(
        soloist=str(answers.get("soloist", "")),
        trump="" if answers.get("passed") or "last_trick" in answers else trump,
        passed=bool(answers.get("passed")),
        du=answers.get("announced") == "du",
        result={key: answers[key] for key in _COUNTED if key in answers},
    )


def recording(rules: Rules, seating: Seating, entered: Entered) -> Recording | None:
    """Return what can be recorded of the entered deal, None for a deal not played or with an unknown leader."""
    trump = entered.trump
    if trump is None or (entered.passed and rules.all_pass != "last_trick"):
        return None
    if trump and not entered.soloist and rules.first_lead == "soloist":
        return None
    dealing = rules.dealing(len(seating.playing))
    skat = Pile("skat", say("Skat"), dealing.skat)
    laid = Pile("discard", say("Laid away"), dealing.skat, apart=True)
    return Recording(dealing.pack, dealing.hand, (skat, laid) if trump else (skat,))
