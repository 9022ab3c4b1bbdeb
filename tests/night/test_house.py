"""House rules of a deal add to those that hold; beside a journal they are told whole, as version 0.1.0 wrote them."""

from datetime import date

import pytest

from scorekeeper.nightfile.night_reader import read_night
from scorekeeper.nightfile.writer import write_night
from tests.night.refusing import refusing

NIGHT = {"game": "herzblatt", "players": ["Anna", "Bernd", "Clara"], "house": {"loss_schneider": "off"}}
LOW = {"soloist": "Anna", "points": 20}


def houses(deals, **more):
    night = read_night(NIGHT | {"deals": deals} | more).night
    return [house.settings for house in night.houses]


def test_a_deal_adds_to_the_house_rules_that_hold():
    deals = [LOW, {**LOW, "house": {"loss": 1}}, {**LOW, "house": {"revoke": "ignore"}}]
    assert houses(deals)[-1] == {"loss_schneider": "off", "loss": 1, "revoke": "ignore"}
    paid = [slot.result.payoff["Anna"] for slot in read_night(NIGHT | {"deals": deals}).slots]
    assert paid == [-4, -2, -2], "schneider stays off; it once came back, and 20 points paid four times"


def test_default_gives_one_switch_back_to_its_author():
    deals = [{**LOW, "house": {"loss": 1}}, {**LOW, "house": {"loss_schneider": "default"}}]
    assert houses(deals) == [{"loss_schneider": "off"}, {"loss_schneider": "off", "loss": 1}, {"loss": 1}]
    assert houses([{**LOW, "house": {"loss": "default"}}])[-1] == {"loss_schneider": "off"}, "the author’s already"


@pytest.mark.parametrize("said", [{"los": "default"}, {"los": 1}, {"loss": "defaults"}, {"loss": date(2026, 11, 22)}])
def test_what_no_house_rule_is_or_has_is_refused(said):
    key = f"house.{next(iter(said))}"
    with refusing(key, deal=2):
        houses([LOW, {**LOW, "house": said}])
    with refusing(key):
        read_night(NIGHT | {"house": said})


def test_what_is_written_without_a_journal_is_read_as_it_was_meant():
    deals = [{**LOW, "house": {"loss": 1}}, {**LOW, "house": {"loss_schneider": "default", "revoke": "ignore"}}]
    night = read_night(NIGHT | {"deals": deals})
    written = write_night(night)
    assert written["deals"][1]["house"] == {"loss": 1, "loss_schneider": "default", "revoke": "ignore"}
    assert read_night(written).night == night.night


def test_beside_a_journal_the_house_rules_of_a_deal_are_all_that_hold():
    deals = [{**LOW, "house": {"loss": 1}}, LOW]
    assert houses(deals, journal=["as exported"])[-1] == {"loss": 1}


def test_after_a_hand_without_tarocks_the_same_player_deals_again():
    top = {"game": "husarln", "players": ["Anna", "Bernd", "Clara"], "house": {"no_tarock_redeal": "yes"}}
    deals = [{"redealt": True}, {"passed": True}, {"passed": True}]
    assert [slot.seating.dealer for slot in read_night(top | {"deals": deals}).slots] == ["Clara", "Clara", "Anna"]
    with refusing("redealt", deal=1):
        read_night(top | {"house": {}, "deals": deals})
