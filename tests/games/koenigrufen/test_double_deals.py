"""How many deals count double, and how often: counted from the deals before, and told with the next one (KR-46)."""

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.house_rules import apply_house
from scorekeeper.phrase import PLAIN, render

GAME = GAMES["koenigrufen"]
T, D, M = {"contract": "trischaken"}, {"contract": "dreier"}, {"bonuses": [{"player": "p1", "bonus": "mondfang"}]}


@pytest.mark.parametrize(
    ("deals", "earlier", "factor", "left"),
    [
        (4, [D, T], 2, 3),
        (4, [T, D, D, D], 2, 0),
        (2, [D, T], 2, 1),
        (2, [T, D], 2, 0),
        (3, [T, T], 4, 2),  # they pile up
        (3, [T, M], 4, 1),
        (3, [D, M], 2, 0),
        (2, [D, D], None, None),
    ],
)
def test_double_deals_are_counted_from_the_deals_before(deals, earlier, factor, left):
    rules = apply_house(GAME.presets["ruediger"], {"double_deals": deals})
    assert GAME.proposal_depth(rules) == deals
    (proposal,) = GAME.proposed_answers(rules, earlier).values()
    assert proposal.answer == factor
    told = render(proposal.reason, PLAIN)
    assert factor is None or f"counts ×{factor}, and {left} more count" in told
