"""Husarln: what holds in every deal, whatever was played."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.cards.packs import TAROCK
from scorekeeper.cards.thirds import write_thirds
from scorekeeper.games.game import Seating
from scorekeeper.games.husarln import HUSARLN
from scorekeeper.games.husarln.deal import Deal
from scorekeeper.games.husarln.rules import CONTRACTS, PRESETS, Contract, Rules
from scorekeeper.games.husarln.scoring import wins
from scorekeeper.night.night import Result
from scorekeeper.night.pricing import play
from scorekeeper.phrase import Refused
from tests.games.drawn import any_rules
from tests.games.vectors import read_deal

PLAYERS = ("Anna", "Bernd", "Clara")
SEATING = Seating(1, "Clara", PLAYERS)
contracts = st.sampled_from(CONTRACTS)


@st.composite
def any_answers(draw: st.DrawFn, rules: Rules) -> dict[str, Any]:
    """A deal with bonuses that do not exclude each other: all are one player's, but for ten tarocks of another."""
    answers: dict[str, Any] = {
        "declarer": draw(st.sampled_from(PLAYERS)),
        "contract": draw(contracts).key,
        "points": draw(st.integers(0, 66)),
    }
    if rules.contra != "off":
        answers["contra"] = draw(st.integers(0, 3))
    holder, other = draw(st.permutations(PLAYERS))[:2]
    chosen = draw(st.sets(st.sampled_from([bonus for bonus in rules.bonuses if bonus.key[-1] not in "01"])))
    answers["bonuses"] = [any_row(draw, rules, holder, bonus) for bonus in sorted(chosen, key=lambda bonus: bonus.key)]
    if draw(st.booleans()):
        answers["bonuses"].append({"player": other, "bonus": "tarock10"})
    return answers


def any_row(draw: st.DrawFn, rules: Rules, player: str, bonus: Any) -> dict[str, Any]:
    row = {"player": player, "bonus": bonus.key, "announced": draw(st.booleans())}
    if row["announced"] and not bonus.flat:
        row["made"] = draw(st.booleans())
        row["contra"] = draw(st.integers(0, 3)) if rules.contra == "game_and_announcements" else 0
    return row


def settle(rules: Rules, answers: dict[str, Any]) -> Result:
    return play(HUSARLN, rules, SEATING, answers)


@given(st.data())
def test_every_payoff_sums_to_zero_and_settles_the_sheet_by_pairs(data: st.DataObject) -> None:
    rules = data.draw(any_rules(PRESETS))
    result = settle(rules, data.draw(any_answers(rules)))
    assert sum(result.payoff.values()) == 0
    for one in PLAYERS:
        assert result.payoff[one] == sum(result.sheet[one] - result.sheet[other] for other in PLAYERS)
        for other in PLAYERS:
            assert result.payoff[one] - result.payoff[other] == 3 * (result.sheet[one] - result.sheet[other])


@given(st.data())
def test_nobody_stands_below_zero_on_the_sheet(data: st.DataObject) -> None:
    rules = data.draw(any_rules(PRESETS))
    assert min(settle(rules, data.draw(any_answers(rules))).sheet.values()) >= 0


@given(st.data())
def test_the_game_never_costs_one_defender_more_than_the_other(data: st.DataObject) -> None:
    rules = data.draw(any_rules(PRESETS))
    answers = data.draw(any_answers(rules)) | {"bonuses": []}
    payoff = settle(rules, answers).payoff
    assert len({paid for player, paid in payoff.items() if player != answers["declarer"]}) == 1


@st.composite
def any_split(draw: st.DrawFn, rules: Rules, contract: Contract) -> tuple[list[str], list[str]]:
    """The cards of the declarer and of the defenders after twelve tricks with this contract."""
    cards = draw(st.permutations(TAROCK.cards))
    tricks = draw(st.integers(0, 12))
    talon = len(contract.bought) if rules.rejected_cards == "defenders" else contract.exposed
    mine = 3 * tricks + talon
    unclaimed = 0 if rules.counts_talon(contract) else 6
    return list(cards[:mine]), list(cards[mine : 42 - unclaimed])


@given(st.data())
def test_the_true_count_of_any_split_is_accepted_and_no_other_third(data: st.DataObject) -> None:
    rules, contract = data.draw(any_rules(PRESETS)), data.draw(contracts)
    mine, theirs = data.draw(any_split(rules, contract))
    thirds = TAROCK.count(mine)
    asked = {"declarer": "Anna", "contract": contract.key}
    answers = asked | {"points": write_thirds(thirds), "defender_points": write_thirds(TAROCK.count(theirs))}
    deal = read_deal(HUSARLN, rules, SEATING, answers)
    assert isinstance(deal, Deal)
    assert deal.thirds == thirds
    other = write_thirds(3 * (thirds // 3) + data.draw(st.sampled_from(sorted({1, 2} - {thirds % 3}))))
    assert refuses(rules, asked | {"points": other})


@given(st.data())
def test_the_rounded_count_says_the_same_as_the_true_one(data: st.DataObject) -> None:
    rules, contract = data.draw(any_rules(PRESETS)), data.draw(contracts)
    thirds = TAROCK.count(data.draw(any_split(rules, contract))[0])
    answers = {"declarer": "Anna", "contract": contract.key, "points": (thirds + 1) // 3}
    deal = read_deal(HUSARLN, rules, SEATING, answers)
    assert isinstance(deal, Deal)
    assert (deal.thirds, wins(rules, deal.thirds)) == (thirds, wins(rules, thirds))


def refuses(rules: Rules, answers: dict[str, Any]) -> bool:
    try:
        read_deal(HUSARLN, rules, SEATING, answers)
    except Refused as refused:
        return refused.key == "points"
    return False


def test_the_least_winning_counts_are_those_of_the_rule() -> None:
    least = {
        contract.key: next(write_thirds(t) for t in range(199) if wins(rules, t) and t % 3 == rules.fraction(contract))
        for rules in (PRESETS["loew"],)
        for contract in CONTRACTS
    }
    assert {key for key, count in least.items() if count == "33 2/3"} == {"Z1", "E2", "E5"}
    assert {key for key, count in least.items() if count == "34 1/3"} == {"Z2", "E1", "E4"}
    assert set(least.values()) == {"33 2/3", "34", "34 1/3"}
