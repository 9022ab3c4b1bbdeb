"""How many deals count double, and how often: counted from the deals before, and told with the next one (KR-46)."""

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.game import Seating
from scorekeeper.games.house_rules import apply_house
from scorekeeper.phrase import PLAIN, render

GAME = GAMES["koenigrufen"]
T, D, M = {"contract": "trischaken"}, {"contract": "dreier"}, {"bonuses": [{"player": "p1", "bonus": "mondfang"}]}
P = {"passed": True}
AGREED: dict[str, object] = {}
APPEND = {"double_again": "append"}
THROWN_IN = {"all_pass": "thrown_in"}
SEATING = Seating(1, "p4", ("p1", "p2", "p3", "p4"))
WITHOUT = {"double_deals": 0, "double_mondfang": 0}


def propose(house, earlier):
    rules = apply_house(GAME.presets["ruediger"], house)
    depth = GAME.proposal_depth(rules)
    return GAME.proposed_answers(rules, earlier[-depth:] if depth else [])


@pytest.mark.parametrize(
    ("house", "earlier", "factor", "left"),
    [
        ({}, [D, T], 2, 3),
        ({}, [T, D, D, D], 2, 0),
        ({}, [T, D, D, AGREED], 2, 0),
        ({}, [T, D, D, D, D], None, None),
        ({"double_deals": 2}, [D, T], 2, 1),
        ({"double_deals": 2}, [T, D], 2, 0),
        ({"double_deals": 3}, [T, T], 4, 2),  # they multiply
        ({"double_deals": 3}, [T, M], 4, 1),
        ({"double_deals": 3}, [D, M], 2, 0),
        ({"double_deals": 2}, [D, D], None, None),
        ({"double_deals": 24}, [T] * 20, 256, 23),  # eight times is the most
        ({"double_mondfang": 3}, [M, D], 2, 1),
        ({"double_deals": 0}, [T, M], 2, 0),
        ({"double_passed": 4}, [P], 2, 3),
        ({"double_passed": 4}, [P, P, D], 4, 2),
        ({}, [T, P, P], 2, 3),  # what is thrown in uses none up
        (THROWN_IN, [T, D, D, P, P, D], 2, 0),
        (THROWN_IN | {"double_start": 4}, [D, P, D, P, D], 2, 0),
        (THROWN_IN | {"double_start": 4}, [D, P, D, P, D, D], None, None),
        ({"double_start": 4}, [], 2, 3),
        ({"double_start": 4}, [D, T], 4, 3),
        ({"double_start": 4}, [D, D, D, D], None, None),
        ({"double_start": 2, "double_deals": 2}, [D] * 5, None, None),
        (APPEND, [T, T], 2, 6),
        (APPEND, [T, D, D, D, T, D, D], 2, 1),
        (APPEND | {"double_start": 4}, [D, T], 2, 5),
        (APPEND, [T, D, D, D, D], None, None),
    ],
)
def test_double_deals_are_counted_from_the_deals_before(house, earlier, factor, left):
    proposal = propose(house, earlier)["factor"]
    assert proposal.answer == factor
    if factor is None:
        assert proposal.remark is None
        return
    assert f"counts ×{factor}, and {left} more count" in render(proposal.reason, PLAIN)
    assert render(proposal.remark, PLAIN).startswith(f"Double deals: {left + 1} ")


def test_a_table_without_reasons_for_double_deals_is_proposed_none():
    assert propose(WITHOUT, [T, M]) == {}


def test_a_deal_is_thrown_in_only_where_the_table_says_so():
    rules = GAME.presets["ruediger"]
    asked = {question.name for question in GAME.ask(rules, SEATING, None)}
    thrown_in = {question.name for question in GAME.ask(apply_house(rules, {"all_pass": "thrown_in"}), SEATING, None)}
    assert thrown_in - asked == {"passed"}
