"""What earlier deals require is filled in where a night file says so, and nowhere else; it is written out in full."""

import pytest

from scorekeeper.nightfile.night_reader import read_night
from scorekeeper.nightfile.writer import write_night
from scorekeeper.phrase import PLAIN, Refused, render

PLAYERS = ["Anna", "Bernd", "Clara", "David"]
TRISCHAKEN = {"contract": "trischaken", "points": {"Anna": 10, "Bernd": 40, "Clara": 15, "David": 5}}
DREIER = {"declarer": "Anna", "contract": "dreier", "points": 40}
VOID = {"void": True, "reason": "vergeben"}
KOENIGRUFEN = {"game": "koenigrufen", "rules": "ruediger", "players": PLAYERS, "house": {"double_deals": 2}}
BOCK = {"key": "bock", "name": "Bock", "times": 2, "deals": 2}
SHEET = {"name": "Haufeln", "kind": "winner", "values": [{"value": 1}], "steps": [BOCK]}
OWN = {"game": "own", "rules": "own", "players": PLAYERS[:3], "house": {"sheet": SHEET}}


def answers_in(night):
    return [getattr(act, "answers", {}) for act in read_night(night).deals]


def test_double_deals_are_counted_where_the_file_says_so():
    night = KOENIGRUFEN | {"deals": [TRISCHAKEN, VOID, DREIER, {"line": "A Drei 40"}, DREIER]}
    assert [one.get("factor") for one in answers_in(night | {"fill_in": True})] == [None, None, 2, 2, None]
    assert [one.get("factor") for one in answers_in(night)] == [None] * 5


def test_a_step_that_lasts_for_several_deals_need_not_be_said_again():
    won = {"winner": "Anna"}
    night = OWN | {"deals": [won | {"bock_from": True}, won, won, won], "fill_in": True}
    assert [one.get("bock") for one in answers_in(night)] == [None, True, True, None]


def test_what_is_filled_in_is_written_out():
    document = read_night(KOENIGRUFEN | {"deals": [TRISCHAKEN, DREIER], "fill_in": True})
    written = write_night(document)
    assert "fill_in" not in written
    assert written["deals"][1]["factor"] == 2
    assert [slot.result for slot in read_night(written).slots] == [slot.result for slot in document.slots]


@pytest.mark.parametrize(
    ("deals", "key", "told"),
    [
        ([TRISCHAKEN, DREIER | {"factor": 4}], "factor", "by the deals before it this one counts ×2"),
        ([DREIER | {"factor": 2}], "factor", "no deal before it makes this one count double"),
        ([TRISCHAKEN, {"line": "A Drei 40 x4"}], "line", "by the deals before it this one counts ×2"),
    ],
)
def test_a_factor_that_contradicts_is_refused_where_they_are_counted(deals, key, told):
    with pytest.raises(Refused) as refused:
        read_night(KOENIGRUFEN | {"deals": deals, "fill_in": True})
    assert refused.value.key == key
    assert render(refused.value.phrase, PLAIN).startswith(told)
    assert read_night(KOENIGRUFEN | {"deals": deals}).deals  # without it a deal counts as it is written


@pytest.mark.parametrize("more", [{"fill_in": "yes"}, {"fill_in": True, "journal": []}])
def test_where_it_means_nothing_it_is_refused(more):
    with pytest.raises(Refused) as refused:
        read_night(KOENIGRUFEN | {"deals": [DREIER]} | more)
    assert refused.value.key == "fill_in"
