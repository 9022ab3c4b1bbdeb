"""Rows of Husarln that no other game has: thirds, the talon, printed values, and who wins."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.cards.notation import read_card
from scorekeeper.cards.packs import TAROCK, TAROCKS
from scorekeeper.cards.thirds import round_thirds
from scorekeeper.games.game import Seating
from scorekeeper.games.house import apply_house
from scorekeeper.games.husarln import HUSARLN
from scorekeeper.games.husarln.deal import Deal
from scorekeeper.games.husarln.rules import CONTRACTS, COUNTED_TAROCKS, PRESETS
from scorekeeper.games.husarln.scoring import wins
from scorekeeper.games.tarock.events import find_counted
from scorekeeper.games.tarock.lines import pay_sheet
from tests.games.vectors import read_deal

ROWS: dict[str, Any] = tomllib.loads((Path(__file__).parents[2] / "vectors" / "husarln.toml").read_text("utf-8"))
BY_KEY = {contract.key: contract for contract in CONTRACTS}
PLAYERS = ("Anna", "Bernd", "Clara")


def rows(kind: str) -> Any:
    return pytest.mark.parametrize("row", ROWS[kind], ids=lambda row: row["id"])


def _read(cards: str) -> list[str]:
    return [read_card(TAROCK, card) for card in cards.split()]


def test_no_worked_example_was_lost() -> None:
    fewest = {"thirds": 3, "rounding": 5, "count": 6, "exposed": 6, "bought": 5, "value": 36, "tarocks": 1, "sheet": 2}
    assert all(len(ROWS[kind]) >= number for kind, number in fewest.items())
    assert min(len(ROWS[kind]["rows"]) for kind in ("talon", "printed")) >= 17


@rows("thirds")
def test_cards_count_in_thirds(row: dict[str, Any]) -> None:
    assert TAROCK.count(_read(row["cards"])) == row["thirds"]


@rows("rounding")
def test_thirds_are_rounded(row: dict[str, Any]) -> None:
    assert round_thirds(row["thirds"]) == row["points"]


@rows("count")
def test_two_piles_are_counted(row: dict[str, Any]) -> None:
    rules = apply_house(PRESETS["loew"], row.get("house", {}))
    thirds = [TAROCK.count(_read(row[side])) for side in ("declarer", "defenders")]
    assert thirds == row["thirds"]
    assert [round_thirds(count) for count in thirds] == row["points"]
    assert wins(rules, thirds[0]) == row["won"]


@pytest.mark.parametrize("row", [*ROWS["exposed"], *ROWS["bought"], *ROWS["value"]], ids=lambda row: row["id"])
def test_a_contract_is_as_the_worked_example_says(row: dict[str, Any]) -> None:
    contract = BY_KEY[row["contract"]]
    assert contract.exposed == row.get("exposed", contract.exposed)
    assert list(contract.bought) == row.get("places", list(contract.bought))
    assert "value" not in row or PRESETS[row["rules"]].value(contract) == row["value"]


def test_the_talon_goes_as_the_table_says() -> None:
    counted = [
        [contract.key, contract.exposed, list(contract.bought), list(contract.rejected), list(contract.unseen)]
        for contract in CONTRACTS
    ]
    assert counted == ROWS["talon"]["rows"]


def test_all_values_are_as_printed() -> None:
    values = [[contract.key, *(rules.value(contract) for rules in PRESETS.values())] for contract in CONTRACTS]
    assert values == ROWS["printed"]["rows"]


@pytest.mark.parametrize("row", [row for row in ROWS["deals"] if "won" in row], ids=lambda row: row["id"])
def test_the_count_of_a_deal_says_who_won_it(row: dict[str, Any]) -> None:
    rules = apply_house(PRESETS[row["rules"]], row.get("house", {}))
    deal = read_deal(HUSARLN, rules, Seating(1, PLAYERS[-1], PLAYERS), row["deal"])
    assert isinstance(deal, Deal)
    assert wins(rules, deal.thirds) == row["won"]


@rows("sheet")
def test_a_sheet_becomes_payments(row: dict[str, Any]) -> None:
    assert pay_sheet(row["sheet"]) == row["pays"]


@rows("tarocks")
def test_tarocks_in_hand_earn_a_bonus(row: dict[str, Any]) -> None:
    bonus = find_counted(COUNTED_TAROCKS, sum(card in TAROCKS for card in row["hand"].split()))
    assert (bonus.key if bonus else "none") == row["bonus"]
