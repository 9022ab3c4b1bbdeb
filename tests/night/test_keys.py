"""The keys of a night file as they are told are those that are read, with the values that they take."""

import tomllib

import pytest

from scorekeeper.cards import record
from scorekeeper.games import GAMES
from scorekeeper.games.game import Seating
from scorekeeper.games.house_rules import switches
from scorekeeper.games.questions import Rows
from scorekeeper.nightfile import night_reader
from scorekeeper.nightfile.schema import BESIDE, NIGHT, RECORD, describe_keys
from scorekeeper.phrase import PLAIN, Phrase, render

PRESETS = [(key, preset) for key, game in GAMES.items() for preset in game.presets]


def test_every_key_that_is_read_is_told_and_no_other():
    assert {key.name for key in NIGHT} == set(night_reader._TOP)
    assert {key.name for key in BESIDE} == set(night_reader._OTHER_KEYS)
    assert {*(key.name for key in RECORD), record.MOVES, record.HALF} == set(record._KEYS)


@pytest.mark.parametrize(("key", "preset"), PRESETS)
def test_every_question_and_every_switch_is_told_with_what_it_means(key, preset):
    game, rules = GAMES[key], GAMES[key].presets[preset]
    sections = describe_keys(game, rules)
    told = {section.heading: {each.name for each in section.keys} for section in sections}
    assert told["[house]"] == {switch.name for switch in switches(rules)}
    players = ("Anna", "Bernd", "Clara")
    for number in range(1, game.party_deals + 1):
        for question in game.ask(rules, Seating(number, "Clara", players), None):
            assert question.name in told["[[deals]]"]
            if isinstance(question, Rows):
                assert {f"{question.name}.{column.name}" for column in question.columns} <= told["[[deals]]"]
    assert all(render(each.meaning, PLAIN) and render(each.values, PLAIN) for part in sections for each in part.keys)


def test_an_example_is_toml_and_no_words_that_nobody_translates():
    values = [key.values for key in (*NIGHT, *BESIDE) if isinstance(key.values, Phrase)]
    examples = [example for value in values if (example := dict(value.values).get("example"))]
    assert examples
    for example in examples:
        assert tomllib.loads(f"key = {example}")


def test_values_are_spelled_as_a_file_spells_them():
    told = told_keys("husarln", "beck")
    assert told["[house]", "beck_solo"][1] == "40 (40), 8 (8)"
    assert told["[[deals]]", "contract"][1].startswith('"Z1" (Zweiblatt, first pair), "Z2"')
    assert told["", "rules"][1] == "loew, beck, bamberger1, bamberger2"
    assert told["[[deals]]", "points"][1] == 'card points from 0 to 66, such as 36 or "36 1/3"'
    tours = told_keys("herzeln", "piatnik")
    assert tours["[[deals]]", "tricks"][0] == "Tricks taken by each (tour 2, 3)"
    assert tours["[[deals]]", "points"][0] == "Points for each"


def told_keys(key, preset):
    sections = describe_keys(GAMES[key], GAMES[key].presets[preset])
    said = [(section.heading, each) for section in sections for each in section.keys]
    return {(part, each.name): (render(each.meaning, PLAIN), render(each.values, PLAIN)) for part, each in said}
