"""A house-rule sheet travels: it is read as it was written, for every switch in every value; nonsense is refused."""

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.house_rules import switches
from scorekeeper.nightfile.night_reader import read_night
from scorekeeper.nightfile.rulesheet import find_sheet, read_sheet, sheet_of, write_sheet
from tests.night.refusing import refusing

PRESETS = [(key, preset) for key, game in GAMES.items() for preset in game.presets]


@pytest.mark.parametrize(("key", "preset"), PRESETS)
def test_every_house_rule_comes_back_as_it_was_written(key, preset):
    for switch in switches(GAMES[key].presets[preset]):
        for setting in switch.kind.settings:
            sheet = find_sheet(key, preset, {switch.name: setting.value})
            assert read_sheet(write_sheet(sheet)) == sheet
            assert read_sheet(write_sheet(sheet)).rules == sheet.rules


def test_a_sheet_is_a_few_lines():
    house = {"suit_factors": {"D": 1, "H": 2, "S": 3, "C": 4}, "target": 61, "tariff": "braun"}
    assert write_sheet(find_sheet("solo", "braun", house)) == (
        'game = "solo"\nrules = "braun"\n\n[house]\ntarget = 61\nsuit_factors = [1, 2, 3, 4]\n'
    )
    assert write_sheet(find_sheet("herzeln")) == 'game = "herzeln"\nrules = "piatnik"\n'


def test_a_sheet_of_a_night_has_the_rules_of_the_deal_to_come():
    deals = [{"passed": True}, {"passed": True, "house": {"loss_schneider": [3, 30]}}]
    top = {"game": "herzblatt", "players": ["Anna", "Bernd"], "house": {"loss": 1}}
    assert sheet_of(read_night(top | {"deals": deals[:1]}).night).house == {"loss": 1}
    assert sheet_of(read_night(top | {"deals": deals}).night).house["loss_schneider"] == [3, 30]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "game"),
        ("[game]", "game"),
        ('game = "skat"', "game"),
        ('game = "herzblatt"\nrules = "loew"', "rules"),
        ('game = "herzblatt"\nrules = 7', "rules"),
        ('game = "herzblatt"\nplayers = ["Anna"]', "players"),
        ('game = "herzblatt"\nhouse = 7', "house"),
        ('game = "herzblatt"\n[house]\nnone = 1', "house.none"),
        ('game = "herzblatt"\n[house]\nloss = 3', "house.loss"),
        ('game = "herzblatt"\n[house]\nloss_schneider = [10, 30]', "house.loss_schneider"),
        ('game = "herzblatt"\n[house]\nloss = {a = 1}', "house.loss"),
        ("game = ", "game"),
        ("[" * 100_000, ""),
        ('{"game": null}', "game"),
        ('{"game": "herzblatt", "house": {"loss": 1e400}}', "house.loss"),
    ],
)
def test_nonsense_is_refused_with_its_key(text, key):
    with refusing(key):
        read_sheet(text)
