"""A night file at its limits: what just fits is taken, one more is refused."""

import pytest

from scorekeeper.nightfile import night_reader
from scorekeeper.nightfile.night_reader import read_night
from scorekeeper.people.names import LONGEST_NAME, LONGEST_NOTE
from scorekeeper.phrase import Refused

NIGHT = {"game": "herzblatt", "players": ["Anna", "Bernd", "Clara"]}
DEAL = {"soloist": "Anna", "points": 71}


@pytest.mark.parametrize("key", ["title", "note", "text"])
def test_texts_are_only_so_long(key):
    def read(length):
        told = {key: "x" * length}
        deal = DEAL | (told if key == "note" else {"objections": [told]} if key == "text" else {})
        return read_night(NIGHT | {"deals": [deal]} | (told if key == "title" else {}))

    assert len(read(LONGEST_NOTE).slots) == 1
    with pytest.raises(Refused, match="longer than 500") as refused:
        read(LONGEST_NOTE + 1)
    assert refused.value.key == key


def test_names_are_only_so_long():
    assert read_night(NIGHT | {"players": ["A" * LONGEST_NAME, "Bernd", "Clara"]}).night.players[0] == "A" * 60
    with pytest.raises(Refused, match="longer than 60"):
        read_night(NIGHT | {"players": ["A" * (LONGEST_NAME + 1), "Bernd", "Clara"]})


def test_a_night_has_only_so_many_deals(monkeypatch):
    monkeypatch.setattr(night_reader, "FULL", 3)
    assert len(read_night(NIGHT | {"deals": [DEAL] * 3}).slots) == 3
    with pytest.raises(Refused, match="more than 3") as refused:
        read_night(NIGHT | {"deals": [DEAL] * 4})
    assert refused.value.key == "deals"
