"""A game of Husarln to a mark: when it is over, what is agreed of it, and what a corrected deal changes."""

import pytest

from scorekeeper.games.house_rules import apply_house, switches
from scorekeeper.games.husarln.rules import PRESETS
from scorekeeper.journal.acts import Booked, Corrected, Opened, RulesChanged, Voided
from scorekeeper.night.state import begin
from scorekeeper.night.what_if import needed, reckon
from scorekeeper.nightfile.night_reader import read_night
from scorekeeper.phrase import PLAIN, Refused, render
from scorekeeper.telling.night import parties_in, score_night

SOLO = {"declarer": "Anna", "contract": "Solo", "points": 40}
TOP = {"game": "husarln", "rules": "loew", "players": ["Anna", "Bernd", "Clara"]}


def night(*deals, **house):
    return read_night(TOP | {"house": house or {"game_end": [100, 10]}, "deals": list(deals)})


def solo(player):
    return SOLO | {"declarer": player}


def test_reaching_the_mark_writes_its_bonus_as_a_line_of_its_own():
    deals = score_night(night(SOLO, SOLO, SOLO, SOLO))["deals"]
    assert [deal["sheet"]["Anna"] for deal in deals] == [40, 40, 50, 40]
    (line,) = [line for line in deals[2]["lines"] if line["rule"] == "HU-64"]
    assert (line["amounts"], line["reason"]) == ({"Anna": 10}, "Anna has 120 of 100 points and ends the game")
    assert deals[2]["payoff"] == {"Anna": 100, "Bernd": -50, "Clara": -50}


def test_the_next_game_begins_at_nothing():
    parties = parties_in(night(SOLO, SOLO, SOLO, solo("Bernd")))
    assert [(party.numbers, party.standing.winners, party.over) for party in parties] == [
        (range(1, 4), ("Anna",), True),
        (range(4, 5), (), False),
    ]
    told = [render(party.standing.remark, PLAIN) for party in parties]
    assert told == ["the game is over: Anna +10", "the game ends at 100 points"]
    assert parties[1].standing.totals == {"Anna": 0, "Bernd": 40, "Clara": 0}


def test_a_night_without_a_mark_has_no_games():
    assert parties_in(night(SOLO, SOLO, SOLO, game_end="none")) == []
    assert "parties" not in score_night(night(SOLO, SOLO, SOLO, loss_factor=2))


def booked(*declarers, **house):
    """A night that goes on act by act, with a Solo for each of these players."""
    state = begin(Opened(game="husarln", preset="loew", seats=("p1", "p2", "p3"), house=house))
    for number, player in enumerate(declarers, start=1):
        sits = {"number": number, "dealer": state.night.dealer, "playing": ("p1", "p2", "p3")}
        state.apply(Booked(**sits, answers=solo(player)))
    return state


def correct(state, number, player=""):
    sits = {"number": number, "dealer": "p3", "playing": ("p1", "p2", "p3")}
    state.apply(Corrected(**sits, answers=solo(player)) if player else Voided(**sits, note="void"))


def sheets(state):
    return [dict(slot.result.sheet) for slot in state.slots.values()]


def same_as_booked(state, *declarers):
    straight = booked(*declarers, game_end=[100, 10])
    assert sheets(state) == sheets(straight)
    assert state.totals("payoff") == straight.totals("payoff")
    assert [slot.result.score for slot in state.slots.values()] == [
        slot.result.score for slot in straight.slots.values()
    ]


def test_a_corrected_deal_moves_the_end_of_its_game_and_later_ones():
    state = booked("p1", "p1", "p1", "p2", "p2", "p2", "p1", game_end=[100, 10])
    assert [sheet["p1"] for sheet in sheets(state)] == [40, 40, 50, 0, 0, 0, 40]
    assert sheets(state)[5]["p2"] == 50
    correct(state, 1, "p2")
    same_as_booked(state, "p2", "p1", "p1", "p2", "p2", "p2", "p1")
    assert sheets(state)[4]["p2"] == 50, "Bernd is there first"
    correct(state, 5, "p1")
    same_as_booked(state, "p2", "p1", "p1", "p2", "p1", "p2", "p1")
    correct(state, 1, "p1")
    same_as_booked(state, "p1", "p1", "p1", "p2", "p1", "p2", "p1")


def test_a_voided_deal_takes_the_end_with_it():
    state = booked("p1", "p1", "p1", game_end=[100, 10])
    correct(state, 2)
    assert [sheet.get("p1") for sheet in sheets(state)] == [40, None, 40]


def test_how_a_game_ends_holds_for_the_whole_night():
    state = booked("p1", "p1", game_end=[100, 10])
    for house in ({}, {"game_end": [200, 10]}, {"game_end": "none"}):
        with pytest.raises(Refused) as refused:
            state.apply(RulesChanged(number=3, house=house))
        assert refused.value.key == "house.game_end"
    state.apply(RulesChanged(number=3, house={"game_end": [100, 10], "loss_factor": 2}))
    fresh = booked()
    fresh.apply(RulesChanged(number=1, house={"game_end": [50, 5]}))
    assert fresh.night.rules_at(1).game_end == (50, 5)
    with pytest.raises(Refused, match="house"):
        booked("p1").apply(RulesChanged(number=2, house={"game_end": [50, 5]}))


def test_an_end_of_the_tables_own_is_told_in_words():
    (switch,) = [switch for switch in switches(PRESETS["loew"]) if switch.name == "game_end"]
    assert render(switch.describe([100, 10]), PLAIN) == "at 100 points, and 10 more for the player who reaches them"
    assert render(switch.describe([50, 0]), PLAIN) == "at 50 points, and 0 more for the player who reaches them"
    assert render(switch.describe("none"), PLAIN) == "with the night"


@pytest.mark.parametrize("end", [[100], [100, 10, 1], [0, 10], [1001, 10], [100, -1], [100, True], "100", 100, None])
def test_a_mark_that_cannot_be_is_refused(end):
    with pytest.raises(Refused) as refused:
        apply_house(PRESETS["loew"], {"game_end": end})
    assert refused.value.key == "house.game_end"


def test_other_rules_are_reckoned_with_the_end_that_they_would_bring():
    document = night(SOLO, SOLO | {"points": 20}, SOLO, solo("Bernd"))
    acts = {slot.seating.number: slot.act for slot in document.slots}
    assert list(needed(document.night)) == [1, 2, 3, 4]
    rules = apply_house(PRESETS["loew"], {"game_end": [100, 10], "loss_factor": 2})
    paid = [(deal.paid["Bernd"], deal.would["Bernd"]) for deal in reckon(document.night, acts, rules)]
    assert paid == [(-40, -40), (40, 80), (-40, -40), (80, 100)]
