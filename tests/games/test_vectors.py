"""Every worked example of every game: the rows of tests/vectors, played as `tests.games.vectors` says."""

import tomllib

import pytest

from scorekeeper.games import GAMES
from tests.games.vectors import FOLDER, KINDS, cases, check

# What a game's own tests read besides, by file.
OWN = {
    "discard": {"discard"},
    "herzblatt": {"packs", "contra"},
    "herzeln": {"total", "layoff", "dealt"},
    "husarln": {*("thirds", "rounding", "count", "exposed", "bought", "value", "tarocks", "sheet", "talon", "printed")},
    "play": {"legal", "winner"},
    "tapp": {"thirds"},
}


@pytest.mark.parametrize("case", tuple(cases()), ids=lambda case: f"{case.kind} {case.row['id']}")
def test_a_deal_pays_as_the_worked_example_says(case):
    check(case)


def test_every_game_has_worked_examples():
    assert {case.game for case in cases()} == set(GAMES)


def test_no_row_is_of_a_kind_that_nobody_reads():
    for file in FOLDER.glob("*.toml"):
        kinds = {kind for kind, rows in tomllib.loads(file.read_text("utf-8")).items() if kind != "names"}
        assert kinds - KINDS.keys() == OWN.get(file.stem, set()), file.name
