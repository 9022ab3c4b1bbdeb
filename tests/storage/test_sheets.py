"""The lines of a sheet are read out of the journal once, and stand as the journal has them by now."""

from scorekeeper.storage.journal.entries import load_acts
from scorekeeper.storage.queries import sheets
from scorekeeper.storage.queries.sheets import sheet_page
from tests.storage.nights import a_full_night, book, send, start


def test_only_what_was_booked_since_is_read(opened, monkeypatch):
    row, read = start(), []
    make = sheets.slot_act_of
    monkeypatch.setattr(sheets, "slot_act_of", lambda entry: read.append(entry.seq) or make(entry))
    book(row)
    book(row, "p2")
    first = sheet_page(row.id, 1).lines
    book(row, "p3", 30)
    assert sheet_page(row.id, 1).lines[:2] == first
    assert read == [2, 3, 4]


def test_a_line_that_was_read_is_struck_through_and_stands_again(opened):
    row = start()
    book(row)
    [line] = sheet_page(row.id, 1).lines
    send(row, "voided", number=1, note="two cards short")
    assert [(line.entry.kind, line.struck) for line in sheet_page(row.id, 1).lines] == [
        ("booked", True),
        ("voided", False),
    ]
    send(row, "undone", number=1)
    assert sheet_page(row.id, 1).lines == [line]


def test_no_text_that_may_be_forgotten_is_kept_of_a_line(opened):
    row = a_full_night()
    lines = sheet_page(row.id, 1).lines
    noted = {entry.seq: entry.note for entry in load_acts(row.id, 1, 4) if entry.note}
    assert noted.keys() & {line.entry.seq for line in lines}
    assert {line.entry.note + line.act.note for line in lines} == {""}


def test_the_reasons_of_points_are_not_kept_of_a_line(opened):
    row = a_full_night()
    lines = sheet_page(row.id, 1).lines
    assert any(entry.result for entry in load_acts(row.id, 1, 4))
    assert [(line.entry.facts, line.entry.result) for line in lines] == [
        ({"number": line.act.number}, {}) for line in lines
    ]
