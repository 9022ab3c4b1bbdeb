"""The text of a night file is written bit by bit, and is what the libraries write at once."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.night.source import json_parts, toml_parts

ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
NIGHTS = st.fixed_dictionaries(
    {"game": ANY_TEXT, "house": st.dictionaries(ANY_TEXT, st.integers(), max_size=2)},
    optional={
        "deals": st.lists(st.dictionaries(ANY_TEXT, ANY_TEXT | st.lists(ANY_TEXT, max_size=2), max_size=3), max_size=3),
        "keys": st.dictionaries(ANY_TEXT, ANY_TEXT, max_size=3),
        "journal": st.lists(ANY_TEXT, max_size=3),
    },
)


def one_by_one(night: dict[str, Any]) -> dict[str, Any]:
    return {key: iter(value) if key in ("deals", "journal") else value for key, value in night.items()}


@pytest.mark.parametrize("indent", [None, 1])
@given(night=NIGHTS)
def test_json_is_what_it_is_when_it_is_written_at_once(indent, night):
    whole = json.dumps(night, ensure_ascii=False, indent=indent)
    assert "".join(json_parts(night, indent)) == "".join(json_parts(one_by_one(night), indent)) == whole


@given(night=NIGHTS)
def test_toml_is_what_it_is_when_its_journal_is_written_at_once(night):
    """Also where a text looks like what stands for the journal while its table is written."""
    night["house"] = {"\0": 1}
    outline = {key: value for key, value in night.items() if key != "deals"}
    assert "".join(toml_parts(one_by_one(outline))) == tomli_w.dumps(outline)
    last = {key: outline.pop(key) for key in ("keys", "journal") if key in outline}
    added = "\n" + tomli_w.dumps({"export": last}) if last else ""
    assert "".join(toml_parts(one_by_one(outline | last), readable=True)) == tomli_w.dumps(outline) + added


def test_it_is_written_as_it_comes():
    taken = []

    def deals() -> Iterator[dict[str, Any]]:
        for number in range(3):
            taken.append(number)
            yield {"points": number}

    for write in (toml_parts, json_parts):
        taken.clear()
        parts = write({"game": "herzblatt", "deals": deals()})
        while "points" not in next(parts):
            pass
        assert len(taken) == 1
