"""What was to be said with the call: where Trull and tarocks are claimed before play, a booking cannot add them."""

import pytest

from scorekeeper.phrase import PLAIN, Refused, render
from scorekeeper.storage.verify import verify_night
from scorekeeper.storage.writing.batch import preview_rows
from tests.storage.nights import fresh, send, start

CALL = {"declarer": "p1", "contract": "Z2"}
PLAYED = CALL | {"points": "36 1/3"}
TRULL, PAGAT = {"player": "p2", "bonus": "trull"}, {"player": "p2", "bonus": "pagat"}


def rows(*bonuses):
    return {"bonuses": list(bonuses)}


@pytest.fixture
def called(opened):
    """A function that opens a night of Husarln by Löw, calls its first deal and returns its row."""

    def call(*bonuses, **facts):
        row = start("husarln", preset="loew", **facts)
        send(row, "called", number=1, answers=CALL | rows(*bonuses))
        return row

    return call


@pytest.mark.parametrize("late", [TRULL, {"player": "p1", "bonus": "tarock10"}], ids=["Trull", "10 tarocks"])
def test_what_was_not_called_cannot_be_claimed_later(called, late):
    row = called(PAGAT | {"announced": True})
    with pytest.raises(Refused, match="bonuses") as refused:
        send(row, "booked", number=1, answers=PLAYED | rows(PAGAT | {"announced": True, "made": True}, late))
    assert "comes too late: here it is claimed before play" in render(refused.value.phrase, PLAIN)
    send(row, "called", number=1, answers=CALL | rows(late))
    send(row, "booked", number=1, answers=PLAYED | rows(late))
    assert verify_night(fresh(row)) is None


def test_what_was_called_and_what_happens_in_play_is_booked(called):
    row = called(TRULL)
    send(row, "booked", number=1, answers=PLAYED | rows(TRULL, PAGAT))
    assert fresh(row).number == 2


def test_another_player_has_not_called_it(called):
    row = called(TRULL)
    with pytest.raises(Refused, match="bonuses"):
        send(row, "booked", number=1, answers=PLAYED | rows(TRULL | {"player": "p3"}))


def test_who_claims_until_the_next_deal_or_never_called_may_add_it(called, opened):
    later = called(house={"claim": "until_next_deal"})
    send(later, "booked", number=1, answers=PLAYED | rows(TRULL))
    uncalled = start("husarln", preset="loew")
    send(uncalled, "booked", number=1, answers=PLAYED | rows(TRULL))
    assert (fresh(later).number, fresh(uncalled).number) == (2, 2)


def test_a_correction_may_also_correct_the_call(called):
    row = called()
    send(row, "booked", number=1, answers=PLAYED)
    send(row, "corrected", number=1, answers=PLAYED | rows(TRULL))
    assert verify_night(fresh(row)) is None


def test_a_row_of_a_paper_sheet_cannot_add_it_either(called):
    row = called()
    (late,) = preview_rows(row.id, ["A Z2 36+1 T"])
    assert late.refused.key == "bonuses"
    (right,) = preview_rows(row.id, ["A Z2 36+1"])
    assert right.refused is None
