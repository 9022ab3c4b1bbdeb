"""The ready-made sheets: every worked example of every sheet, from the night file to the points and the money."""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.games.own.ready import ready_sheets
from scorekeeper.nightfile.document import Document
from scorekeeper.nightfile.night_reader import read_night
from scorekeeper.nightfile.writer import write_night
from scorekeeper.phrase import Refused

FOLDER = Path(__file__).parent / "examples"

Row = Mapping[str, Any]


def _file(key: str) -> Row:
    return tomllib.loads((FOLDER / f"{key}.toml").read_text("utf-8"))


def _rows(kind: str) -> Iterator[Any]:
    for key in ready_sheets():
        for row in _file(key)[kind]:
            yield pytest.param(key, row, id=row["id"])


def _read(key: str, row: Row, deals: list[Row]) -> Document:
    sheet = ready_sheets()[key].variants[row.get("variant", "")]
    return read_night({"game": "own", "players": row["players"], "house": {"sheet": sheet}, "deals": deals})


def _sum(document: Document, column: str) -> dict[str, int]:
    total = dict.fromkeys(document.night.players, 0)
    for slot in document.slots:
        for player, points in getattr(slot.result, column).items():
            total[player] += points
    return total


@pytest.mark.parametrize(("key", "row"), list(_rows("examples")))
def test_an_example_comes_to_its_points_and_its_money(key: str, row: Row) -> None:
    document = _read(key, row, row["deals"])
    for read in (document, read_night(write_night(document))):
        assert _sum(read, "sheet") == row["totals"]
        assert _sum(read, "payoff") == row["balances"]


@pytest.mark.parametrize(("key", "row"), list(_rows("refused")))
def test_a_deal_that_cannot_have_been_is_refused(key: str, row: Row) -> None:
    with pytest.raises(Refused) as refused:
        _read(key, row, [row["deal"]])
    assert refused.value.key == row["refused"]


@pytest.mark.parametrize("key", ready_sheets())
def test_a_sheet_has_twelve_examples_and_every_variant_one(key: str) -> None:
    file = _file(key)
    assert len(file["examples"]) >= 12
    assert {row.get("variant", "") for row in file["examples"]} == set(ready_sheets()[key].variants)
    assert {source for row in file["examples"] for source in row["sources"]} == set(file["sources"])


@pytest.mark.parametrize("key", ready_sheets())
def test_the_rules_of_a_sheet_are_numbered_and_sourced(key: str) -> None:
    rules = ready_sheets()[key].rules
    assert {rule.number[:3] for rule in rules} == {rules[0].number[:3]}
    assert sorted(int(rule.number[3:]) for rule in rules) == list(range(1, len(rules) + 1))
    for rule in rules:
        assert rule.de.endswith(".")
        assert rule.en.endswith(".")
        assert rule.certainty in ("stated", "worked out", "not stated")
        assert rule.sources


def test_no_two_sheets_have_the_same_rule_number() -> None:
    numbers = [rule.number for ready in ready_sheets().values() for rule in ready.rules]
    assert len(set(numbers)) == len(numbers)
