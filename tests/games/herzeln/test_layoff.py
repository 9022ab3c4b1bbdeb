"""The lay-off against the rows of tests/vectors/herzeln.toml, and by house rules."""

import tomllib
from pathlib import Path

import pytest

from scorekeeper.cards.record import read_record, write_record
from scorekeeper.games import GAMES
from scorekeeper.games.game import Seating
from scorekeeper.games.herzeln.deal import read_points
from scorekeeper.games.herzeln.layoff import check_record
from scorekeeper.games.herzeln.rules import PIATNIK
from scorekeeper.games.house_rules import apply_house
from scorekeeper.night.record import read_play
from scorekeeper.phrase import PLAIN, Refused, render

ROWS = tomllib.loads((Path(__file__).parents[2] / "vectors" / "herzeln.toml").read_text("utf-8"))
NAMES = ("Anna", "Bernd", "Clara", "David")


def judge(record, players=NAMES[:3], **house):
    """The record as a night file has it, so that reading it is tried too."""
    read = read_play(GAMES["herzeln"], dict.fromkeys((*players, *NAMES)), record)  # of the night, of whom not all play
    return check_record(apply_house(PIATNIK, house), Seating(8, players[-1], players), read)


def play(hands, first, moves, **house):
    return judge({"hands": hands, "leader": first, "layoff": moves}, tuple(hands), **house)


def found(judged):
    return [(broken.trick - 1, broken.player, broken.card, broken.reason) for broken in judged.violations]


def compare(judged, row):
    if "order" in row:
        assert not judged.violations
        assert list(judged.table.out) == row["order"]
        seating = Seating(8, judged.table.players[-1], judged.table.players)
        assert row.get("points", {}).items() <= read_points(PIATNIK, seating, "out", row["order"]).items()
    else:
        step, _, _, reason = found(judged)[0]
        assert (step, reason) == (row["step"], row["reason"])


@pytest.mark.parametrize("row", ROWS["layoff"], ids=lambda row: row["id"])
def test_a_lay_off_is_judged_as_the_worked_example_says(row):
    compare(play(row["hands"], row["first"], row["moves"], **row.get("house", {})), row)


SIX = {"Anna": "JS KH", "Bernd": "QD 9C", "Clara": "AC 10S"}


def test_what_would_have_been_legal():
    (broken, _) = play(SIX, "Anna", ["Anna JS", "Bernd pass"]).violations
    assert (broken.player, broken.card, broken.legal) == ("Bernd", "", ("QD", "9C"))
    assert render(broken.text, PLAIN) == "Bernd passes although a card fits"
    broken = play(SIX, "Anna", ["Anna JS", "Clara AC"]).violations[0]
    assert (broken.reason, broken.legal) == ("OUT_OF_TURN", ())
    (broken,) = play(SIX, "Anna", ["Anna JS"]).violations
    assert (broken.trick, broken.player, broken.reason, broken.legal) == (2, "Bernd", "INCOMPLETE", ("QD", "9C"))


HANDS = {"Anna": "JS 9C", "Bernd": "QD JH", "Clara": "JC 10S"}


@pytest.mark.parametrize("move", ["Anna JS QD", "Anna JS up up", "Anna", "Zoe JS", "Anna up", "Anna JS left"])
def test_a_move_that_cannot_be_read_is_refused(move):
    with pytest.raises(Refused):
        play(HANDS, "Anna", [move])


def test_a_mover_who_does_not_play():
    with pytest.raises(Refused, match="David does not play in this deal"):
        judge({"layoff": ["David JS"]})


def test_names_with_blanks_and_their_renaming():
    names = ("Anna", "Anna B", "C")
    record = {"hands": {"Anna": "JS", "Anna B": "QD", "C": "9C"}, "layoff": ["Anna JS", "Anna B QD up"]}
    assert judge(record, names).table.out == names
    renamed = read_record(record, names).rename({"Anna": "x", "Anna B": "y", "C": "z"})
    assert write_record(renamed)["layoff"] == ["x JS", "y QD up"]


def test_what_cannot_be_known_accuses_nobody():
    broken = judge({"layoff": ["Anna JS", "Bernd AC"]}).violations[0]
    assert (broken.reason, broken.legal) == ("DOES_NOT_FIT", None)
    assert found(judge({"layoff": ["Anna JS", "Bernd _"]}))[0] == (1, "Bernd", "_", "INCOMPLETE")
    assert found(judge({"layoff": ["Anna JS", "Bernd JS"]}))[0] == (1, "Bernd", "JS", "NOT_IN_HAND")
