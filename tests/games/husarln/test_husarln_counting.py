"""Husarln: how cards are counted, with the talon and apart from it, and the rows of its vectors that no game has."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.cards.notation import read_card
from scorekeeper.cards.packs import TAROCK, TAROCKS
from scorekeeper.cards.thirds import round_thirds, write_thirds
from scorekeeper.games.counts import Thirds
from scorekeeper.games.declarer.events import bonus_for_tarocks
from scorekeeper.games.declarer.lines import pay_sheet
from scorekeeper.games.game import Seating
from scorekeeper.games.house_rules import apply_house
from scorekeeper.games.husarln import HUSARLN, TABLE
from scorekeeper.games.husarln.rules import PRESETS, TALON, Rules
from scorekeeper.night.pricing import play
from scorekeeper.nightfile.night_reader import read_night
from scorekeeper.nightfile.writer import write_night
from scorekeeper.phrase import PLAIN, Refused, render
from tests.games.drawn import any_rules
from tests.games.vectors import read_deal

ROWS: dict[str, Any] = tomllib.loads((Path(__file__).parents[2] / "vectors" / "husarln.toml").read_text("utf-8"))
CONTRACTS = Rules.game.contracts
IN_HAND = [bonus for bonus in Rules.game.bonuses if bonus.tarocks]
BY_KEY = {contract.key: contract for contract in CONTRACTS}
PLAYERS = ("Anna", "Bernd", "Clara")
SEATING = Seating(1, "Clara", PLAYERS)
BECK = PRESETS["beck"]


def count(cards: Any) -> str:
    return write_thirds(TAROCK.count(cards))


def lines(points: object, contract: str = "Z2", side: str = "points") -> list[str]:
    answers = {"declarer": "Anna", "contract": contract, side: points}
    return [render(line.reason, PLAIN) for line in play(HUSARLN, BECK, SEATING, answers).score.lines]


@given(st.data())
def test_parts_of_any_dealt_and_played_pack_count_as_the_whole(data: st.DataObject) -> None:
    rejected_go_to = data.draw(st.sampled_from(["declarer", "defenders"]))
    rules = apply_house(BECK, {"rejected_cards": rejected_go_to})
    contract = data.draw(st.sampled_from(CONTRACTS))
    cards = data.draw(st.permutations(TAROCK.cards))
    talon, rest = cards[:TALON], [*cards[TALON:], *(cards[place - 1] for place in contract.bought)]
    laid_away, played = rest[: len(contract.bought)], rest[len(contract.bought) :]
    taken = 3 * data.draw(st.integers(0, 12))
    rejected, unseen = ([talon[place - 1] for place in places] for places in (contract.rejected, contract.unseen))
    declarer, defenders = [*laid_away, *played[:taken]], played[taken:]
    parts = (rejected, unseen) if rejected_go_to == "declarer" else ([], [*rejected, *unseen])
    expected = TAROCK.count([*declarer, *parts[0]])
    for side, pile, part in (("points", declarer, parts[0]), ("defender_points", defenders, parts[1])):
        told = {"pile": count(pile), "talon": count(part)} if part else count(pile)
        deal = read_deal(HUSARLN, rules, SEATING, {"declarer": "Anna", "contract": contract.key, side: told})
        assert deal is not None
        assert deal.thirds == expected


@given(st.data())
def test_the_true_count_of_any_split_is_accepted_rounded_or_not(data: st.DataObject) -> None:
    rules, contract = data.draw(any_rules(PRESETS)), data.draw(st.sampled_from(CONTRACTS))
    cards = data.draw(st.permutations(TAROCK.cards))
    talon = contract.taken if rules.rejected_cards == "defenders" else contract.exposed
    mine = 3 * data.draw(st.integers(0, 12)) + talon
    theirs = cards[mine : 42 - (0 if rules.counts_talon(contract) else TALON)]
    thirds = TAROCK.count(cards[:mine])
    called = {"declarer": "Anna", "contract": contract.key}
    exact = {"points": write_thirds(thirds), "defender_points": count(theirs)}
    for points in (exact, {"points": round_thirds(thirds)}):
        deal = read_deal(HUSARLN, rules, SEATING, called | points)
        assert deal is not None
        assert (deal.thirds, TABLE.wins(rules, deal.thirds)) == (thirds, TABLE.wins(rules, thirds))
    other = write_thirds(3 * (thirds // 3) + data.draw(st.sampled_from(sorted({1, 2} - {thirds % 3}))))
    with pytest.raises(Refused) as refused:
        read_deal(HUSARLN, rules, SEATING, called | {"points": other})
    assert refused.value.key == "points"


def test_the_least_winning_counts_are_those_of_the_rule() -> None:
    rules = PRESETS["loew"]
    least: dict[str, set[str]] = {}
    for contract in CONTRACTS:
        possible = range(rules.fraction(contract), 199, 3)
        won = next(thirds for thirds in possible if TABLE.wins(rules, thirds))
        least.setdefault(write_thirds(won), set()).add(contract.key)
    assert least.keys() == {"33 2/3", "34", "34 1/3"}
    assert (least["33 2/3"], least["34 1/3"]) == ({"Z1", "E2", "E5"}, {"Z2", "E1", "E4"})
    exact = apply_house(rules, {"rounding": "exact"})
    assert [TABLE.wins(exact, thirds) for thirds in (99, 100)] == [False, True]


def test_the_lines_say_how_a_count_was_put_together() -> None:
    assert lines({"pile": "34 2/3", "talon": "1 2/3"})[:2] == [
        "declarer: 34 2/3 in tricks and laid away and 1 2/3 in talon cards 1, 2 are 36 1/3",
        "36 1/3 card points count as 36",
    ]
    assert lines({"pile": 31, "talon": "3 1/3"}, "E5", "defender_points")[0] == (
        "defenders: 31 in tricks and 3 1/3 in talon card 6 are 34 1/3"
    )


def test_both_parts_of_a_count_have_to_be_told() -> None:
    with pytest.raises(Refused, match=r"points: .*has these parts: pile, talon"):
        lines({"pile": "34 2/3"})


def test_the_questions_name_the_talon_of_each_side_once_known() -> None:
    def asked(answers: dict[str, Any] | None) -> list[str]:
        questions = HUSARLN.ask(BECK, SEATING, answers)
        packets = [question.packet for question in questions if isinstance(question, Thirds)]
        return [render(packet.label, PLAIN) if packet else "" for packet in packets]

    assert asked({}) == ["", ""]
    assert asked({"contract": "E2"}) == ["talon card 1", "talon cards 3, 4, 5, 6"]
    assert asked({"contract": "Z3"}) == ["talon cards 1, 2, 3, 4", ""]
    assert asked({"contract": "Solo"}) == ["", "talon cards 1, 2, 3, 4, 5, 6"]


def test_a_night_keeps_how_it_was_counted() -> None:
    points = {"pile": "34 2/3", "talon": "1 2/3"}
    deals = [{"declarer": "Anna", "contract": "Z2", "points": points}]
    night = read_night({"game": "husarln", "rules": "beck", "players": list(PLAYERS), "deals": deals})
    written = write_night(night)
    assert written["deals"][0]["points"] == points
    assert read_night(written).slots[0].result == night.slots[0].result


def rows(kind: str) -> Any:
    return pytest.mark.parametrize("row", ROWS[kind], ids=lambda row: row["id"])


def _read(cards: str) -> list[str]:
    return [read_card(TAROCK, card) for card in cards.split()]


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
    assert TABLE.wins(rules, thirds[0]) == row["won"]


@pytest.mark.parametrize("row", [*ROWS["exposed"], *ROWS["bought"], *ROWS["value"]], ids=lambda row: row["id"])
def test_a_contract_is_as_the_worked_example_says(row: dict[str, Any]) -> None:
    contract = BY_KEY[row["contract"]]
    assert contract.exposed == row.get("exposed", contract.exposed)
    assert list(contract.bought) == row.get("places", list(contract.bought))
    assert "value" not in row or PRESETS[row["rules"]].value_of(contract) == row["value"]


def test_the_talon_goes_as_the_table_says() -> None:
    counted = [
        [contract.key, contract.exposed, list(contract.bought), list(contract.rejected), list(contract.unseen)]
        for contract in CONTRACTS
    ]
    assert counted == ROWS["talon"]["rows"]


def test_all_values_are_as_printed() -> None:
    values = [[contract.key, *(rules.value_of(contract) for rules in PRESETS.values())] for contract in CONTRACTS]
    assert values == ROWS["printed"]["rows"]


@rows("sheet")
def test_a_sheet_becomes_payments(row: dict[str, Any]) -> None:
    assert pay_sheet(row["sheet"]) == row["pays"]


@rows("tarocks")
def test_tarocks_in_hand_earn_a_bonus(row: dict[str, Any]) -> None:
    bonus = bonus_for_tarocks(IN_HAND, sum(card in TAROCKS for card in row["hand"].split()))
    assert (bonus.key if bonus else "none") == row["bonus"]
