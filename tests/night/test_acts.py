"""Acts in a journal: what the first version wrote is written again to the letter; what says no act is refused."""

import json
from dataclasses import MISSING, fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.journal.act_json import KINDS, fact_keys, read_act, write_act
from scorekeeper.journal.acts import ACTS, Booked, Corrected, Joined, SlotAct
from scorekeeper.journal.hash_chain import canonical
from scorekeeper.nightfile.syntax import load
from scorekeeper.phrase import Refused
from tests.night.refusing import refusing

V1 = Path(__file__).parents[1] / "earlier" / "v1"
ENTRIES = [
    json.loads(line) for path in sorted(V1.glob("*.toml")) for line in load(path.read_text(encoding="utf-8"))["journal"]
]
WRITTEN = {entry["kind"]: entry["facts"] for entry in ENTRIES}
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


LATER = {
    "admitted",
    "gathered",
    "handed back",
    "forgotten",
    "renamed",
    "titled",
    "stake changed",
    "pooled",
    "parted",
    "kitty",
    "kitty struck",
    "coin",
    "dated",
}


def test_every_kind_of_act_has_its_own_name_of_the_first_version():
    assert len(KINDS) == len(ACTS)
    assert set(KINDS) - set(WRITTEN) <= LATER


@pytest.mark.parametrize("kind", ACTS, ids=lambda kind: kind.__name__)
def test_no_act_can_be_changed_or_told_more(kind):
    act = object.__new__(kind)
    for name in ("note", "kind", "more"):
        with pytest.raises(AttributeError, match=name):
            setattr(act, name, "x")
        with pytest.raises(AttributeError, match=name):
            delattr(act, name)


def test_acts_of_two_kinds_with_the_same_fields_are_not_the_same():
    assert (
        Booked(number=1, answers={}) != Corrected(number=1, answers={}) == Booked(number=1, answers={}).as_corrected()
    )


def test_what_the_first_version_wrote_is_written_again_to_the_letter():
    for entry in ENTRIES:
        act = read_act(entry["kind"], entry["facts"])
        assert canonical(write_act(act)) == canonical(entry["facts"])
        assert fact_keys(act) == entry["facts"].keys()
        assert act.about == entry["facts"].get("number", 0)
        assert act.slot == (act.about if isinstance(act, SlotAct) else 0)


@pytest.mark.parametrize("kind", sorted(WRITTEN))
def test_an_act_that_lacks_what_it_must_say_is_refused_by_that_key(kind):
    written = WRITTEN[kind]
    needed = {each.name for each in fields(KINDS[kind]) if each.default is each.default_factory is MISSING}
    for key in written.keys() & needed:
        with refusing(key):
            read_act(kind, {name: value for name, value in written.items() if name != key})


@given(st.sampled_from(sorted(WRITTEN)), st.data(), JUNK)
def test_junk_is_refused_or_is_of_the_type_that_the_act_has_there(kind, data, junk):
    key = data.draw(st.sampled_from(sorted(WRITTEN[kind])))
    try:
        act = read_act(kind, {**WRITTEN[kind], key: junk})
    except Refused as refused:
        assert refused.key == key
    else:
        assert canonical(write_act(act)) == canonical({**WRITTEN[kind], key: junk}) or not junk


def test_what_the_rotation_decides_and_what_is_empty_is_not_written():
    assert write_act(Booked(number=3, answers={})) == {"number": 3, "answers": {}}
    assert write_act(Joined(place=0)) == {"place": 0}
    assert fact_keys(Joined(place=0)) == {"place"}
    act = read_act("voided", {"number": 1}, "beer")
    assert (act.note, write_act(act)) == ("beer", {"number": 1}), "the note stands beside the facts"


def test_an_unknown_kind_and_a_truth_value_for_a_number_are_refused():
    for kind, facts in (("sang", {}), ("paid", {"plan": 1, "debtor": "p1", "creditor": "p2", "amount": True})):
        with pytest.raises(Refused):
            read_act(kind, facts)
