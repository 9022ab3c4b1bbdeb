"""What a night file tells of purses, of the kitty and of what was settled: read, refused, written and read again."""

import pytest

from scorekeeper.accounts.kitty import KITTY
from scorekeeper.nightfile.night_reader import read_night
from scorekeeper.nightfile.syntax import load, write_toml
from scorekeeper.nightfile.writer import write_night
from scorekeeper.telling.night import payments, score_night, settle_night
from tests.night.refusing import refusing

NIGHT = {
    "game": "herzblatt",
    "stake": "0.10 EUR",
    "players": ["Anna", "Bernd", "Clara", "kitty"],
    "purses": [["Anna", "Bernd"]],
    "kitty": [
        {"fine": "1.00", "player": "Clara", "reason": "zu spät"},
        {"in": "3.00"},
        {"out": "0.50", "player": "Bernd"},
    ],
    "settled": {"Clara": "0.50"},
    "deals": [{"soloist": "Anna", "points": 71}],
}


def test_a_file_tells_who_pays_as_one_and_what_lies_in_the_kitty():
    night = read_night(NIGHT)
    assert [(*payment,) for payment in settle_night(night).payments] == [
        ("Clara", "Anna", 10),
        ("Clara", KITTY, 50),
        ("kitty", "Anna", 10),
    ]
    assert all("Bernd" in payment[:2] for payment in settle_night(night, "Bernd").payments), "who takes it for Anna too"
    assert (night.account.kitty.content, night.settled) == (300, {"Clara": 50, KITTY: -50})
    told = score_night(night)["payments"]
    assert told == payments(settle_night(night).payments, night.stake)
    assert {"from": "Clara", "to": None, "amount": "0.50"} in told, "nobody is called null"


def test_it_is_written_as_it_is_read_and_not_where_nothing_was_settled():
    night = read_night(NIGHT)
    again = read_night(load(write_toml(write_night(night))))
    assert (again.purses, again.kitty, again.settled) == (night.purses, night.kitty, night.settled)
    assert write_night(again) == write_night(night)
    plain = {key: value for key, value in NIGHT.items() if key not in ("purses", "kitty", "settled")}
    assert write_night(read_night(plain)).keys().isdisjoint({"purses", "kitty", "settled"})


@pytest.mark.parametrize(
    ("changed", "key"),
    [
        ({"purses": [["Anna"]]}, "purses"),
        ({"purses": [["Anna", "Zora"]]}, "purses"),
        ({"purses": ["Anna", "Bernd"]}, "purses"),
        ({"purses": "Anna"}, "purses"),
        ({"purses": [["Anna", "Bernd"], ["Bernd", "Clara"]]}, "purses"),
        ({"kitty": {"fine": "1.00"}}, "kitty"),
        ({"kitty": [{"fine": "1.00"}]}, "kitty"),
        ({"kitty": [{"fine": "1.00", "player": "Zora"}]}, "kitty"),
        ({"kitty": [{"fine": 1, "player": "Anna"}]}, "kitty"),
        ({"kitty": [{"fine": "-1.00", "player": "Anna"}]}, "kitty"),
        ({"kitty": [{"in": "1.00", "out": "1.00"}]}, "kitty"),
        ({"kitty": [{"player": "Anna"}]}, "kitty"),
        ({"kitty": [{"in": "1.00", "when": "now"}]}, "kitty"),
        ({"kitty": [{"in": "1.00", "reason": "x" * 501}]}, "kitty"),
        ({"kitty": [{"in": "1.00", "player": ["Anna"]}]}, "kitty"),
        ({"kitty": [{"in": "1.00"}, {"out": "1.51"}]}, "kitty"),
        ({"kitty": [{"out": "0.01"}], "settled": {}}, "kitty"),
        ({"settled": 5}, "settled"),
        ({"settled": {"Anna": 10, "Bernd": -10}}, "settled"),
        ({"settled": {"": "1.00"}}, "settled"),
        ({"settled": {"Zora": "1.00"}}, "settled"),
    ],
)
def test_what_it_cannot_tell_is_refused_with_its_key(changed, key):
    with refusing(key):
        read_night(NIGHT | changed)


def test_money_paid_into_the_kitty_can_be_paid_out_at_any_time():
    night = read_night(NIGHT | {"kitty": [{"out": "1.50"}, {"in": "1.00"}]})
    assert night.account.kitty.content == 0, "0.50 of it are among what was settled"
    with refusing("settled", match="add up to 50"):  # to 0 where there is no kitty
        read_night({key: value for key, value in NIGHT.items() if key != "kitty"})
