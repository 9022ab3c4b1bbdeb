"""A record as a value: read from its text, written as it was, with players whose names have blanks."""

import pytest

from scorekeeper.cards.packs import ACE_TEN
from scorekeeper.cards.record import NOTHING, Move, Record, read_record, write_record
from scorekeeper.phrase import Refused

PLAYERS = ("Anna", "Anna Maria", "Bernd pass")
TEXT = {
    "discard": "10C 9D",
    "half": 2,
    "hands": {"Anna Maria": "AH _ KC", "Anna": "QS"},
    "layoff": ["Anna Maria JH up", "Anna QS", "Bernd pass pass", "Anna KC JH"],
    "leader": "Anna Maria",
    "led": {"2": "Anna", "10": "Bernd pass"},
    "tricks": ["AH QS 9C", "", "_"],
}


def test_a_text_is_read_into_a_value_and_written_as_it_was():
    record = read_record(TEXT, PLAYERS)
    assert record == Record(
        hands={"Anna Maria": ("AH", "_", "KC"), "Anna": ("QS",)},
        leader="Anna Maria",
        led={2: "Anna", 10: "Bernd pass"},
        tricks=(("AH", "QS", "9C"), (), ("_",)),
        moves=(Move("Anna Maria", "JH", "up"), Move("Anna", "QS"), Move("Bernd pass"), Move("Anna", "KC", "JH")),
        piles={"discard": ("10C", "9D")},
        half=2,
    )
    assert write_record(record) == TEXT
    assert list(write_record(record)) == sorted(TEXT)
    assert list(write_record(record)["hands"]) == ["Anna Maria", "Anna"]


def test_what_says_nothing_is_not_written():
    assert read_record({"hands": {"Anna": ""}, "tricks": [], "discard": " "}, PLAYERS) == NOTHING
    assert write_record(NOTHING) == {}
    assert not NOTHING


def test_in_a_journal_a_player_is_one_word():
    (move,) = read_record({"layoff": ["p2 JH JC"]}).moves
    assert move == Move("p2", "JH", "JC")


def test_players_are_renamed_wherever_they_are_named():
    keys = dict(zip(PLAYERS, ("p1", "p2", "p3"), strict=True))
    renamed = write_record(read_record(TEXT, PLAYERS).rename(keys))
    assert renamed["layoff"] == ["p2 JH up", "p1 QS", "p3 pass", "p1 KC JH"]
    assert (renamed["hands"], renamed["leader"]) == ({"p2": "AH _ KC", "p1": "QS"}, "p2")
    assert renamed["led"] == {"2": "p1", "10": "p3"}
    assert read_record(renamed).rename({key: name for name, key in keys.items()}) == read_record(TEXT, PLAYERS)


def test_the_pack_has_one_spelling():
    raw = {"hands": {"Anna": "♥A dc"}, "tricks": ["hk"[::-1]], "layoff": ["Anna ♥J", "Anna QH bh"], "discard": "♣️10"}
    record = read_record(raw, PLAYERS).spelled(ACE_TEN, PLAYERS, ("discard",))
    assert write_record(record) == {
        "discard": "10C",
        "hands": {"Anna": "AH QC"},
        "layoff": ["Anna JH", "Anna QH JH"],
        "tricks": ["KH"],
    }


@pytest.mark.parametrize(
    ("raw", "key", "said"),
    [
        ({"hands": []}, "play.hands", "is not a table"),
        ({"hands": {"Anna": 5}}, "play.hands", "is not a text"),
        ({"hands": {"Dora": "AH"}}, "play.hands", "Dora is not one of the players"),
        ({"leader": "Dora"}, "play.leader", "Dora is not one of the players"),
        ({"led": {"x": "Anna"}}, "play.led", "x is not the number of a trick"),
        ({"led": {"0": "Anna"}}, "play.led", "0 is not the number of a trick"),
        ({"led": {"1": "Dora"}}, "play.led", "Dora is not one of the players"),
        ({"tricks": "AH"}, "play.tricks", "is not a list"),
        ({"tricks": ["ZZ"]}, "play.tricks", "ZZ is no card"),
        ({"layoff": ["Dora JH"]}, "play.layoff", "Dora JH does not begin with a player"),
        ({"layoff": ["Anna"]}, "play.layoff", "Anna does not begin with a player"),
        ({"layoff": ["Anna JH left"]}, "play.layoff", "left is no card"),
        ({"layoff": ["Anna JH QH"]}, "play.layoff", "JH QH is not a card with"),
        ({"layoff": ["Anna JH up up"]}, "play.layoff", "JH up up is not a card with"),
        ({"discard": "AT"}, "play.discard", "AT is no card"),
        ({"sung": "AH"}, "play.sung", "no such key"),
        ({"sung": 5}, "play.sung", "is not a text"),
    ],
)
def test_what_cannot_be_read_is_refused_under_its_key(raw, key, said):
    with pytest.raises(Refused, match=said) as refused:
        read_record(raw, PLAYERS).spelled(ACE_TEN, PLAYERS, ("discard",))
    assert refused.value.key == key


def test_a_half_is_one_of_two():
    assert [read_record({"half": said}).half for said in (1, 2, "1", "2")] == [1, 2, 1, 2]
    for wrong in (0.5, 3, "0", True, [1]):
        with pytest.raises(Refused, match="is neither 1 nor 2"):
            read_record({"half": wrong})
