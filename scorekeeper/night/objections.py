"""Objections to a deal, each one sentence; play continues, and the table resolves them later."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.journal.acts import Act, Objected, Resolved
from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.value_checks import none_of, shorten

OBJECTION_KINDS = (Objected.kind, Resolved.kind)

WAYS: Mapping[str, Phrase] = {
    "upheld": say("right, but the score stays"),
    "corrected": say("right, the deal was fixed"),
    "rejected": say("no mistake, the score stands"),
    "withdrawn": say("withdrawn"),
}
"""The ways to resolve an objection, with their texts."""

MOST_OBJECTIONS = 20  # to one deal


class Objection(NamedTuple):
    """An objection to `version` of a deal; `how` is the resolution, empty while it is open.

    `version` is 0 if the disputed version is not in the journal.
    """

    version: int
    how: str = ""


class ObjectionTexts(NamedTuple):
    """The texts of an objection; `how` is the resolution (empty while it is open), with its `reason`."""

    text: str
    how: str = ""
    reason: str = ""


def apply_objection(known: Sequence[Objection], version: int, act: Objected | Resolved) -> tuple[Objection, ...]:
    """Return the objections to a deal after an act; `version` of the deal is 0 before it is booked. Raises Refused."""
    if not version:
        raise Refused("number", say("deal {number} is not saved yet", number=act.number))
    place = act.objection
    if isinstance(act, Objected):
        if not 0 <= act.version <= version:
            raise Refused("version", say("{value} is no version of this deal", value=shorten(act.version)))
        if place != len(known) + 1:
            raise Refused("objection", say("there is no such query"))
        if len(known) >= MOST_OBJECTIONS:
            most = say("a deal can be queried at most {most} times", most=MOST_OBJECTIONS)
            raise Refused("objection", most)
        return (*known, Objection(act.version))
    if not 1 <= place <= len(known):
        raise Refused("objection", say("there is no such query"))
    objection = known[place - 1]
    if act.how not in WAYS:
        raise Refused("how", none_of(act.how, WAYS))
    if objection.how:
        raise Refused("objection", say("this query is already decided"))
    if act.how == "corrected" and version <= objection.version:
        raise Refused("how", say("the deal was not changed since the query; fix it first"))
    return (*known[: place - 1], objection._replace(how=act.how), *known[place:])


def texts_of_objections(acts: Iterable[Act]) -> dict[int, list[ObjectionTexts]]:
    """Return the objections in acts, by the number of the deal."""
    doubts: dict[int, list[ObjectionTexts]] = {}
    for act in acts:
        match act:
            case Objected():
                doubts.setdefault(act.number, []).append(ObjectionTexts(act.note))
            case Resolved():
                of_deal = doubts[act.number]
                place = act.objection - 1
                of_deal[place] = of_deal[place]._replace(how=act.how, reason=act.note)
    return doubts
