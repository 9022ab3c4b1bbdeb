"""Objections: which there are to a deal, and which of them an act may be about."""

import pytest

from scorekeeper.journal.act_json import read_act
from scorekeeper.night.objections import MOST_OBJECTIONS, WAYS, Objection, apply_objection
from scorekeeper.phrase import Refused
from tests.night.refusing import refusing

KNOWN = (Objection(1, "rejected"), Objection(1))


def resolve(place, how="withdrawn", version=1):
    return apply_objection(KNOWN, version, read_act("resolved", {"number": 1, "objection": place, "how": how}))


@pytest.mark.parametrize(
    ("place", "how", "key"),
    [
        *((place, "withdrawn", "objection") for place in (0, -1, 3, True, "1", 1.0, None)),
        (1, "withdrawn", "objection"),
        (2, "forgotten", "how"),
        (2, "corrected", "how"),
    ],
)
def test_only_what_there_is_can_be_resolved_once_and_in_a_known_way(place, how, key):
    with refusing(key):
        resolve(place, how)


@pytest.mark.parametrize("how", WAYS)
def test_each_is_resolved_by_itself(how):
    assert resolve(2, how, version=2) == (KNOWN[0], Objection(1, how))


def object_to(known, version, place, of):
    return apply_objection(known, version, read_act("objected", {"number": 1, "objection": place, "version": of}))


@pytest.mark.parametrize(("place", "of"), [(3, 2), (3, -1), (3, True), (2, 1), (4, 1), (0, 1), (True, 1)])
def test_an_objection_is_the_next_one_and_to_a_version_that_there_was(place, of):
    assert object_to(KNOWN, 1, 3, 1) == (*KNOWN, Objection(1))
    with pytest.raises(Refused):
        object_to(KNOWN, 1, place, of)


def test_there_are_only_so_many_and_none_to_a_deal_that_is_not_booked():
    known = object_to((Objection(1),) * (MOST_OBJECTIONS - 1), 1, MOST_OBJECTIONS, 0)
    for objections, version in ((known, 1), ((), 0)):
        with pytest.raises(Refused):
            object_to(objections, version, len(objections) + 1, 0)
