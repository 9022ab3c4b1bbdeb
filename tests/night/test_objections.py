"""Objections: which there are to a deal, and which of them an act may be about."""

import pytest

from scorekeeper.journal.act_json import read_act
from scorekeeper.night.objections import MOST_OBJECTIONS, WAYS, Objection, put_objection
from scorekeeper.phrase import Refused

KNOWN = (Objection(1, "rejected"), Objection(1))


def resolve(place, how="withdrawn", version=1):
    return put_objection(KNOWN, version, read_act("resolved", {"number": 1, "objection": place, "how": how}))


@pytest.mark.parametrize("place", [0, -1, 3, True, "1", 1.0, None])
def test_only_an_objection_that_there_is_can_be_resolved(place):
    with pytest.raises(Refused) as refused:
        resolve(place)
    assert refused.value.key == "objection"


@pytest.mark.parametrize("how", WAYS)
def test_each_is_resolved_by_itself(how):
    assert resolve(2, how, version=2) == (KNOWN[0], Objection(1, how))


def test_none_is_resolved_twice_or_in_a_way_that_nobody_knows():
    for place, how, key in ((1, "withdrawn", "objection"), (2, "forgotten", "how"), (2, "corrected", "how")):
        with pytest.raises(Refused) as refused:
            resolve(place, how)
        assert refused.value.key == key


@pytest.mark.parametrize(("place", "version"), [(3, 2), (3, -1), (3, True), (2, 1), (4, 1), (0, 1), (True, 1)])
def test_an_objection_is_the_next_one_and_to_a_version_that_there_was(place, version):
    assert put_objection(KNOWN, 1, read_act("objected", {"number": 1, "objection": 3, "version": 1})) == (
        *KNOWN,
        Objection(1),
    )
    with pytest.raises(Refused):
        put_objection(KNOWN, 1, read_act("objected", {"number": 1, "objection": place, "version": version}))


def test_there_are_only_so_many():
    known = (Objection(1),) * (MOST_OBJECTIONS - 1)
    known = put_objection(known, 1, read_act("objected", {"number": 1, "objection": MOST_OBJECTIONS, "version": 0}))
    with pytest.raises(Refused):
        put_objection(known, 1, read_act("objected", {"number": 1, "objection": MOST_OBJECTIONS + 1, "version": 0}))


def test_a_deal_that_is_not_booked_has_none():
    with pytest.raises(Refused):
        put_objection((), 0, read_act("objected", {"number": 1, "objection": 1, "version": 0}))
