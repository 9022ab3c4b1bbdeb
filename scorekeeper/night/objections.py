"""Objections: anybody at the table may doubt a deal in a sentence; play goes on, and the table resolves it later."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.games.questions import shown
from scorekeeper.phrase import Phrase, Refused, say

OBJECTION_KINDS = ("objected", "resolved")

WAYS: Mapping[str, Phrase] = {
    "upheld": say("upheld, the points stay"),
    "corrected": say("upheld, the deal was corrected"),
    "rejected": say("rejected, the deal stands"),
    "withdrawn": say("withdrawn"),
}
"""How an objection can be resolved, and what that means."""

MOST_OBJECTIONS = 20  # to one deal


class Objection(NamedTuple):
    """An objection to the deal as it stood at `version`; `how` it was resolved, empty while it is open.

    `version` is 0 where the record no longer has the deal as it was objected to.
    """

    version: int
    how: str = ""


class Doubt(NamedTuple):
    """An objection in words: what was said, `how` it was resolved (empty while it is open) and why."""

    text: str
    how: str = ""
    reason: str = ""


def put_objection(
    known: Sequence[Objection], version: int, kind: str, facts: Mapping[str, Any]
) -> tuple[Objection, ...]:
    """Return the objections to a deal after an act of OBJECTION_KINDS; `version` of the deal is 0 before it is booked.

    Raises Refused.
    """
    if not version:
        raise Refused("number", say("deal {number} is not booked yet", number=facts["number"]))
    place = facts["objection"]
    if kind == "objected":
        return (*known, _object(known, version, facts, place))
    if type(place) is not int or not 1 <= place <= len(known):
        raise Refused("objection", say("there is no such objection"))
    resolved = _resolve(known[place - 1], version, facts["how"])
    return (*known[: place - 1], resolved, *known[place:])


def _object(known: Sequence[Objection], version: int, facts: Mapping[str, Any], place: object) -> Objection:
    seen = facts["version"]
    if type(seen) is not int or not 0 <= seen <= version:
        raise Refused("version", say("{value} is no version of this deal", value=shown(seen)))
    if type(place) is not int or place != len(known) + 1:
        raise Refused("objection", say("there is no such objection"))
    if len(known) >= MOST_OBJECTIONS:
        raise Refused("objection", say("nobody can object to one deal more than {most} times", most=MOST_OBJECTIONS))
    return Objection(seen)


def _resolve(objection: Objection, version: int, how: object) -> Objection:
    if not isinstance(how, str) or how not in WAYS:
        raise Refused("how", say("{value} is not one of: {allowed}", value=shown(how), allowed=tuple(WAYS)))
    if objection.how:
        raise Refused("objection", say("this objection is resolved already"))
    if how == "corrected" and version <= objection.version:
        raise Refused("how", say("the deal was not changed since the objection; correct it first"))
    return objection._replace(how=how)


def doubts_in(acts: Iterable[tuple[str, Mapping[str, Any], str]]) -> dict[int, list[Doubt]]:
    """Return the objections that acts (kind, facts, note) tell of, by the number of the deal."""
    doubts: dict[int, list[Doubt]] = {}
    for kind, facts, note in acts:
        if kind == "objected":
            doubts.setdefault(facts["number"], []).append(Doubt(note))
        elif kind == "resolved":
            told, place = doubts[facts["number"]], facts["objection"] - 1
            told[place] = told[place]._replace(how=facts["how"], reason=note)
    return doubts
