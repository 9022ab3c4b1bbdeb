"""The files with contracts and bonuses: what they name exists, and a mistake in one is told with its place."""

from dataclasses import fields

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.declarer.contracts import Contract, DeclarerRules, read_contracts
from tests.games.planted_tarock import PLANTED_TAROCK

TABLES = [(game, next(iter(game.presets.values()))) for game in (*GAMES.values(), PLANTED_TAROCK)]
WITH_CONTRACTS = [game for game, rules in TABLES if isinstance(rules, DeclarerRules)]


def test_games_with_a_declarer_have_contracts():
    assert [game.key for game in WITH_CONTRACTS] == [
        "husarln",
        "tapp",
        "koenigrufen",
        "zwanzigerrufen",
        "cego",
        "paskievics",
        "planted_tarock",
    ]


@pytest.mark.parametrize("game", WITH_CONTRACTS, ids=lambda game: game.key)
def test_what_a_file_of_contracts_names_exists(game):
    for rules in game.presets.values():
        kinds = {field.name: field.metadata["kind"] for field in fields(rules) if "kind" in field.metadata}
        for bonus in rules.game.bonuses:
            for switch, values in (*bonus.agreed, *bonus.costs):
                settings = {kinds[switch].to_value(setting.value) for setting in kinds[switch].settings}
                assert set(values) <= settings, bonus.key
        known = {one.key for one in (*rules.game.contracts, *rules.game.bonuses)}
        assert rules.values.keys() <= known
        keys = [bonus.key for bonus in rules.bonuses]
        assert len(set(keys)) == len(keys)
        assert set(rules.extra) <= set(keys) | {bonus.key for bonus in rules.game.bonuses if bonus.agreed}


RUFER = 'contracts = [{key = "rufer", en = "Rufer", de = "Rufer"'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("trumps = []", "'trumps' is not one of: contracts, bonuses, rule"),
        (RUFER + ", takn = 3}]", "contracts, 'rufer': no key 'takn'; the keys are: en, de, key, label"),
        (RUFER + ', taken = "three"}]', "contracts, 'rufer', taken: 'three' is not a whole number"),
        (RUFER + ", called = 1}]", "contracts, 'rufer', called: 1 is not true or false"),
        (RUFER + ', kind = "suits"}]', "kind: 'suits' is not one of: 'tarock', 'suit', 'negative', 'trischaken'"),
        (RUFER + ", birds = [1]}]", "birds: [1] is not a list, each a text"),
        (RUFER + ', birds = ["emu"]}]', "contracts, 'rufer': there is no bonus 'emu'"),
        ('contracts = [{key = "rufer"}]', "contracts, 'rufer': en is missing"),
        ('bonuses = [{key = "pagat", en = "Pagat", de = "Pagat"}]', "bonuses, 'pagat': silent is missing"),
        (
            'bonuses = [{key = "pagat", en = "Pagat", de = "Pagat", silent = 1, costs = ["contra"]}]',
            "bonuses, 'pagat', costs: ['contra'] is not a table of switches with lists of their values",
        ),
    ],
)
def test_a_mistake_in_a_file_of_contracts_is_told_with_its_place(text, told, tmp_path):
    file = tmp_path / "contracts.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(ValueError) as refused:
        read_contracts(file, Contract)
    assert f"{tmp_path.name}/contracts.toml: " in str(refused.value)
    assert told in str(refused.value)
