"""The keys of a night file as they are told are those that are read, with the values that they take."""

import tomllib

import pytest

from scorekeeper.cards import record
from scorekeeper.games import GAMES
from scorekeeper.games.game import Seating
from scorekeeper.games.house import switches
from scorekeeper.games.questions import Rows
from scorekeeper.nightfile import night_reader
from scorekeeper.nightfile.schema import BESIDE, NIGHT, RECORD, describe_keys
from scorekeeper.phrase import PLAIN, Phrase, render

PRESETS = [(key, preset) for key, game in GAMES.items() for preset in game.presets]


def test_every_key_that_is_read_is_told_and_no_other():
    assert {key.name for key in NIGHT} == set(night_reader._TOP)
    assert {key.name for key in BESIDE} == set(night_reader._BESIDE)
    assert {*(key.name for key in RECORD), record.MOVES, record.HALF} == set(record._KEYS)


@pytest.mark.parametrize(("key", "preset"), PRESETS)
def test_every_question_and_every_switch_is_told(key, preset):
    game, rules = GAMES[key], GAMES[key].presets[preset]
    told = {section.heading: {each.name for each in section.keys} for section in describe_keys(game, rules)}
    assert told["[house]"] == {switch.name for switch in switches(rules)}
    players = ("Anna", "Bernd", "Clara")
    for number in range(1, game.party_deals + 1):
        for question in game.ask(rules, Seating(number, "Clara", players), None):
            assert question.name in told["[[deals]]"]
            if isinstance(question, Rows):
                assert {f"{question.name}.{column.name}" for column in question.columns} <= told["[[deals]]"]


def test_an_example_is_toml_and_no_words_that_nobody_translates():
    values = [key.values for key in (*NIGHT, *BESIDE) if isinstance(key.values, Phrase)]
    examples = [example for value in values if (example := dict(value.values).get("example"))]
    assert examples
    for example in examples:
        assert tomllib.loads(f"key = {example}")


@pytest.mark.parametrize(("key", "preset"), PRESETS)
def test_every_key_says_what_it_means(key, preset):
    for section in describe_keys(GAMES[key], GAMES[key].presets[preset]):
        for each in section.keys:
            assert render(each.meaning, PLAIN)
            assert render(each.values, PLAIN), each.name


def test_values_are_spelled_as_a_file_spells_them():
    game = GAMES["husarln"]
    told = {
        (section.heading, each.name): render(each.values, PLAIN)
        for section in describe_keys(game, game.presets["beck"])
        for each in section.keys
    }
    assert told["[house]", "beck_solo"] == "40 (40), 8 (8)"
    assert told["[[deals]]", "contract"].startswith('"Z1" (Zweiblatt, first pair), "Z2"')
    assert told["", "rules"] == "loew, beck, bamberger1, bamberger2"
    assert told["[[deals]]", "points"] == 'card points from 0 to 66, such as 36 or "36 1/3"'


def test_what_belongs_to_some_tours_only_says_which():
    herzeln = GAMES["herzeln"]
    deal_reader = describe_keys(herzeln, herzeln.presets["piatnik"])[2]
    told = [(each.name, render(each.meaning, PLAIN)) for each in deal_reader.keys]
    assert ("tricks", "Tricks taken by each (tour 2, 3)") in told
    assert ("points", "Points for each") in told
