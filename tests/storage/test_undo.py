"""Taking back what was booked last: what stood before stands again, once, and nothing of the past is lost."""

from contextlib import nullcontext
from datetime import datetime

import pytest

from scorekeeper.journal.act_json import read_act
from scorekeeper.night.undo import taken_back
from scorekeeper.phrase import Refused
from scorekeeper.storage.journal.state import load_rows
from scorekeeper.storage.queries import nights
from scorekeeper.storage.queries.nights import find_deal
from scorekeeper.storage.queries.sheets import sheet_page
from scorekeeper.storage.verify import verify_all
from scorekeeper.storage.writing.entry import Stale, append, check_in_time
from tests.storage.nights import balances, book, everything, fresh, send, sender, start, version
from tests.storage.replayed import copied, journal

SEATING = {"dealer": "p3", "playing": ["p1", "p2", "p3"]}


@pytest.fixture
def table(opened):
    """A night of three with one deal booked."""
    row = start()
    book(row, "p1")
    return row


def undo(row, number, based_on=None):
    seen = version(row, number) if based_on is None else based_on
    return append(row.id, sender(), read_act("undone", {"number": number}), seen)


@pytest.mark.both_databases
def test_a_booking_taken_back_leaves_the_night_as_it_was(table):
    before, standing = load_rows(table.id).night, balances(table)
    book(table, "p2", 30)
    undo(table, 2)
    assert load_rows(table.id).night == before
    assert balances(table) == standing
    assert find_deal(table.id, 2).open
    assert [(line.entry.kind, line.struck) for line in sheet_page(table.id, 1).lines] == [("booked", False)]
    book(table, "p3", 90)
    assert balances(table)["Clara"] == (1, 1)
    assert [finding for _, finding in verify_all()] == [None]


def test_what_was_called_stands_again_when_the_result_is_taken_back(table):
    send(table, "called", number=2, answers={"soloist": "p2"})
    book(table, "p2", 30)
    undo(table, 2)
    deal = find_deal(table.id, 2)
    assert (deal.open, deal.entry.kind, deal.entry.facts["answers"]) == (True, "called", {"soloist": "p2"})
    assert [finding for _, finding in verify_all()] == [None]


@pytest.mark.both_databases
def test_a_slot_is_read_at_one_version_while_somebody_writes(table, monkeypatch):
    def meanwhile(night_id, number):
        monkeypatch.undo()
        undo(table, number)
        return nights.load_acts(night_id, number)

    monkeypatch.setattr(nights, "load_acts", meanwhile)
    deal = find_deal(table.id, 1)
    assert (deal.version, deal.open, deal.entry.kind, len(deal.history)) == (1, False, "booked", 1)
    assert find_deal(table.id, 1).open


@pytest.mark.parametrize(
    ("kind", "facts"),
    [
        ("corrected", {**SEATING, "answers": {"soloist": "p2", "points": 30}}),
        ("voided", SEATING),
        ("adjusted", {**SEATING, "adjust": {"p1": 9, "p2": -9}}),
    ],
)
def test_a_change_taken_back_lets_the_earlier_result_stand_again(table, kind, facts):
    before, standing = load_rows(table.id).night, balances(table)
    send(table, kind, number=1, **facts)
    assert balances(table) != standing
    undo(table, 1)
    assert (load_rows(table.id).night, balances(table)) == (before, standing)
    assert find_deal(table.id, 1).entry.kind == "booked"
    assert [(line.entry.kind, line.struck) for line in sheet_page(table.id, 1).lines] == [("booked", False)]
    undo(table, 1)
    assert (load_rows(table.id).night.number, set(balances(table).values())) == (1, {(0, 0)})
    assert [finding for _, finding in verify_all()] == [None]


@pytest.mark.both_databases
def test_on_two_phones_one_thing_is_taken_back(table):
    book(table, "p2")
    undo(table, 2, based_on=1)
    with pytest.raises(Stale) as stale:
        undo(table, 2, based_on=1)
    assert (stale.value.number, stale.value.version) == (2, 2)
    book(table, "p3")
    with pytest.raises(Stale):
        undo(table, 2, based_on=1)
    assert balances(table)["Clara"] == (1, 1)


@pytest.mark.parametrize("number", [1, 3, 0, 10**30])
def test_only_the_deal_that_was_booked_last_can_be_taken_back(table, number):
    book(table)
    stored = everything()
    with pytest.raises(Refused) as refused:
        undo(table, number, based_on=1 if number == 1 else 0)
    assert refused.value.key == "number"
    assert everything() == stored


def test_a_deal_that_somebody_queried_to_is_not_taken_back(table):
    send(table, "objected", number=1, version=1, note="der Bube hat gefehlt")
    with pytest.raises(Refused, match="queried"):
        undo(table, 1)


def test_a_night_file_keeps_what_was_taken_back(table):
    book(table, "p2", 30)
    send(table, "corrected", number=2, dealer="p1", playing=["p2", "p3", "p1"], answers={"soloist": "p2", "points": 2})
    undo(table, 2)
    book(table, "p3")
    undo(table, 3)
    copy = copied(table)
    assert (copy.head, balances(copy), load_rows(copy.id).night) == (
        fresh(table).head,
        balances(table),
        load_rows(table.id).night,
    )
    assert [entry.kind for entry in journal(copy.id)][-3:] == ["undone", "booked", "undone"]
    book(copy, "p1")
    assert [finding for _, finding in verify_all()] == [None, None]


def test_a_night_file_keeps_slots_behind_the_next_deal(table):
    book(table, "p2", 30)
    book(table, "p3")
    undo(table, 3)
    undo(table, 2)
    assert fresh(table).number == 2
    copy = copied(table)
    assert load_rows(copy.id).night == load_rows(table.id).night
    assert [finding for _, finding in verify_all()] == [None, None]


def test_old_bookings_are_not_undone_through_a_recent_change(opened, monkeypatch):
    row = start()
    monkeypatch.setattr("scorekeeper.storage.writing.entry.now", lambda: "2026-11-21T20:15:00.000+00:00")
    book(row)
    monkeypatch.undo()
    send(row, "corrected", number=1, **SEATING, answers={"soloist": "p2", "points": 30})
    undo(row, 1)
    stored = everything()
    with pytest.raises(Refused, match="with a reason instead"):
        undo(row, 1)
    assert everything() == stored


def test_late_undos_of_earlier_versions_hold_and_are_imported(opened, monkeypatch):
    row = start()
    monkeypatch.setattr("scorekeeper.storage.writing.entry.now", lambda: "2026-11-21T20:15:00.000+00:00")
    book(row)
    monkeypatch.undo()
    monkeypatch.setattr("scorekeeper.storage.writing.entry.SECONDS", 10**12)
    undo(row, 1)
    monkeypatch.undo()
    assert copied(row).head == fresh(row).head
    assert [finding for _, finding in verify_all()] == [None, None]


@pytest.mark.parametrize(("arrived", "in_time"), [("20:14:49.000", True), ("20:14:48.999", False), ("20:16:00", True)])
def test_ten_seconds_and_one_on_the_way_are_in_time(monkeypatch, arrived, in_time):
    class Clock(datetime):
        @classmethod
        def now(cls, tz=None):
            return datetime(2026, 11, 21, 20, 15, tzinfo=tz)

    monkeypatch.setattr("scorekeeper.clock.datetime", Clock)
    with nullcontext() if in_time else pytest.raises(Refused):
        check_in_time(f"2026-11-21T{arrived}+00:00")


def test_each_undo_strikes_one_act(opened_file):
    row = start()
    for kind in ("booked", "corrected", "corrected"):
        send(row, kind, number=1, **SEATING, answers={"soloist": "p1", "points": 70 + version(row, 1)})
    undo(row, 1)
    undo(row, 1)
    assert [entry.kind for entry in journal(row.id) if entry.seq not in taken_back(journal(row.id))] == [
        "opened",
        "booked",
    ]
