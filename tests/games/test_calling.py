"""The question for the called card, where more than four cards may be called."""

from dataclasses import replace

import pytest

from scorekeeper.games.koenigrufen import TABLE
from scorekeeper.games.koenigrufen.rules import PRESETS
from scorekeeper.games.tarock.calling import CALLED_KING


@pytest.mark.parametrize("told", [True, False])
def test_cards_beyond_four_are_folded_only_where_a_game_says_when(told):
    calling = CALLED_KING if told else CALLED_KING._replace(all_held=None)
    rules = replace(PRESETS["wien"], four_kings="call_queen")
    asked = replace(TABLE, calling=calling)._ask_called(rules)
    assert len(asked.options) == 8
    assert sum(option.rare for option in asked.options) == (4 if told else 0)
    assert bool(asked.unfolds) == told
