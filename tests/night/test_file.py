"""A night file at its limits: what just fits is taken, one more is refused, and before anything is judged."""

import pytest

from scorekeeper.night import night as nights
from scorekeeper.night import transitions
from scorekeeper.nightfile import night_reader
from scorekeeper.nightfile.night_reader import read_night
from scorekeeper.people.names import LONGEST_NAME, LONGEST_NOTE
from tests.night.refusing import refusing

NIGHT = {"game": "herzblatt", "players": ["Anna", "Bernd", "Clara"]}
DEAL = {"soloist": "Anna", "points": 71}
CHANGE = {"house": {"loss": 1}, "void": True, "reason": "x"}


@pytest.mark.parametrize("key", ["title", "note", "text"])
def test_texts_are_only_so_long(key):
    def read(length):
        told = {key: "x" * length}
        deal = DEAL | (told if key == "note" else {"objections": [told]} if key == "text" else {})
        return read_night(NIGHT | {"deals": [deal]} | (told if key == "title" else {}))

    assert len(read(LONGEST_NOTE).slots) == 1
    with refusing(key, key != "title", match="longer than 500"):
        read(LONGEST_NOTE + 1)


def test_names_are_only_so_long():
    assert read_night(NIGHT | {"players": ["A" * LONGEST_NAME, "Bernd", "Clara"]}).night.players[0] == "A" * 60
    with refusing("players", match="longer than 60"):
        read_night(NIGHT | {"players": ["A" * (LONGEST_NAME + 1), "Bernd", "Clara"]})


def test_a_file_by_hand_may_spell_a_name_in_several_ways():
    players = ["Anna O'Brien", "Bernd", "Clara-Marie"]
    deal = {"soloist": "anna o’brien", "points": 71, "playing": ["Anna O'Brien", "BERND", "CLARA‐MARIE"]}
    deals = [deal, {"adjust": {"ANNA O'BRIEN": 2, "bernd": -2}, "reason": "bernd"}]
    read = read_night(
        {"game": "herzblatt", "players": players, "deals": deals, "settled": {"bernd": 1, "Clara‐Marie": -1}}
    )
    assert read.deals[0].answers["soloist"] == "Anna O'Brien"
    assert read.deals[0].playing == ("Anna O'Brien", "Bernd", "Clara-Marie")
    assert (read.deals[1].adjust, read.deals[1].note) == ({"Anna O'Brien": 2, "Bernd": -2}, "bernd")
    with refusing("players", match="same name"):
        read_night({"game": "herzblatt", "players": ["O'Brien", "O’Brien", "Clara"]})


def test_a_player_called_as_an_answer_does_not_change_it():
    players = ["Solo", "Bernd", "Clara"]
    read = read_night({"game": "herzblatt", "players": players, "deals": [{"soloist": "solo", "points": 71}]})
    assert read.deals[0].answers["soloist"] == "Solo"


def test_a_night_has_only_so_many_deals(monkeypatch):
    monkeypatch.setattr(night_reader, "FULL", 3)
    assert len(read_night(NIGHT | {"deals": [DEAL] * 3}).slots) == 3
    monkeypatch.setattr(night_reader.Reading, "_read_deal", lambda *_: pytest.fail("it was judged"))
    with refusing("deals", match="more than 3"):
        read_night(NIGHT | {"deals": [DEAL] * 4})


def test_house_rules_change_only_so_often(monkeypatch):
    monkeypatch.setattr(transitions, "MOST_CHANGES", 3)
    assert len(read_night(NIGHT | {"deals": [CHANGE] * 3}).night.houses) == 4
    with refusing("house", 4, match="at most 3 times"):
        read_night(NIGHT | {"deals": [CHANGE] * 4})


@pytest.mark.parametrize("game", ["herzblatt", "herzeln"])
def test_comparing_a_change_of_rules_does_not_grow_with_the_night(game, monkeypatch):
    """Each was compared with all before it: four hundred took five seconds, and a host could send thousands."""
    looks = []
    look = nights.Night.house_at
    monkeypatch.setattr(nights.Night, "house_at", lambda *each: looks.append(each) or look(*each))
    read_night(NIGHT | {"game": game, "deals": [CHANGE | {"house": {}}] * 100})
    assert len(looks) < 100 * 15
