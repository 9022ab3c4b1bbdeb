"""Rows of bonuses in a form, however a night file spelled them."""

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.game import Seating
from scorekeeper.games.house import apply_house
from scorekeeper.games.questions import Choice, Option
from scorekeeper.phrase import say
from scorekeeper.web.deal.widgets import gather, spread

DOUBLE = {"flat_bonus_announced": "double"}
CONTRA = {"contra": "game_and_announcements"}
ANNOUNCED = {"announced": True}
MADE = {"announced": True, "made": True}


@pytest.mark.parametrize(
    ("bonus", "said", "shown", "house"),
    [
        ("pagat", {}, {}, {}),
        ("pagat", ANNOUNCED, ANNOUNCED, {}),
        ("pagat", MADE, MADE, {}),
        ("pagat", MADE | {"contra": 0}, MADE, {}),
        ("pagat", MADE | {"contra": 0}, MADE, CONTRA),
        ("pagat", MADE | {"contra": 1}, MADE | {"contra": 1}, CONTRA),
        ("pagat", {"announced": True, "made": False, "contra": 0}, {"announced": True, "made": False}, {}),
        ("pagat", {"announced": False, "made": True}, {}, {}),
        ("trull", ANNOUNCED, ANNOUNCED, DOUBLE),
        ("trull", MADE, ANNOUNCED, DOUBLE),
        ("pagat", ANNOUNCED, ANNOUNCED, DOUBLE),
    ],
)
def test_a_row_is_shown_as_what_it_says(bonus, said, shown, house):
    rules = apply_house(GAMES["husarln"].presets["loew"], house)
    seating = Seating(1, "Clara", ("Anna", "Bernd", "Clara"))
    asked = GAMES["husarln"].ask(rules, seating, {"declarer": "Anna", "contract": "Z1"})
    (question,) = (question for question in asked if question.name == "bonuses")
    who = {"player": "Anna", "bonus": bonus}
    inputs = spread(question, [who | said])
    assert gather(question, inputs) == [who | shown]
    (way,) = inputs.values()
    assert bonus in (question.ways[int(way)].only or [bonus]), "a form could not show it"


def test_a_choice_is_not_answered_by_what_was_said_of_each_player_before():
    question = Choice("contra", say("Contra"), (Option(1, say("contra")),))
    assert gather(question, {"contra.p2": "1"}) is None
