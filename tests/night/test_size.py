"""How long a night may be: what would take a program minutes to judge is refused at once."""

import pytest

from scorekeeper.night import night as nights
from scorekeeper.night import transitions
from scorekeeper.night.night import FULL
from scorekeeper.nightfile.night_reader import read_night
from scorekeeper.phrase import Refused

OPENED = {"game": "herzblatt", "players": ["Anna", "Bernd", "Clara"]}
VOID = {"void": True, "reason": "x"}


def why_not(deals):
    with pytest.raises(Refused) as told:
        read_night({**OPENED, "deals": deals})
    return str(told.value)


def test_a_file_with_too_many_deals_is_refused_before_one_is_judged(monkeypatch):
    monkeypatch.setattr(
        "scorekeeper.nightfile.night_reader.Reading._read_deal", lambda *_: pytest.fail("it was judged")
    )
    assert why_not([VOID] * (FULL + 1)) == f"deals: more than {FULL} deals"


def test_house_rules_change_only_so_often(monkeypatch):
    monkeypatch.setattr(transitions, "MOST_CHANGES", 3)
    change = {"house": {"loss": 1}, **VOID}
    assert len(read_night({**OPENED, "deals": [change] * 3}).night.houses) == 4
    assert "house rules can change at most 3 times" in why_not([change] * 4)


@pytest.mark.parametrize("game", ["herzblatt", "herzeln"])
def test_what_a_change_of_rules_is_compared_with_does_not_grow_with_the_night(game, monkeypatch):
    """Each was compared with all before it: four hundred took five seconds, and a host could send thousands."""
    looks = []
    look = nights.Night.house_at
    monkeypatch.setattr(nights.Night, "house_at", lambda *each: looks.append(each) or look(*each))
    read_night({**OPENED, "game": game, "players": ["A", "B", "C", "D"], "deals": [{"house": {}, **VOID}] * 100})
    assert len(looks) < 100 * 15
