"""A night is written out of what is stored: as if it were replayed, in steps, and only where its chain holds."""

import json

import pytest
from babel import Locale

from scorekeeper.language import Speech, find_locale
from scorekeeper.night.journal_check import Broken
from scorekeeper.nightfile.writer import LONG, write_night, write_outline
from scorekeeper.spreadsheet.csv_file import csv_lines
from scorekeeper.spreadsheet.night import deals_table
from scorekeeper.storage.engine import sql
from scorekeeper.storage.engine.sql import run
from scorekeeper.storage.transfer import outline, outline_sheet, prepare, take_in
from scorekeeper.telling.night import parties_in
from tests.language.pages import NIGHTS
from tests.storage.nights import fresh
from tests.storage.replayed import document

TAMPERED = [
    ("UPDATE entry SET facts = REPLACE(facts, '71', '72') WHERE seq = 2", 2),
    ("UPDATE entry SET result = '{}' WHERE seq = 3", 3),
    ("UPDATE entry SET note = 'Bernd was drunk' WHERE seq = 5", 5),
    ("UPDATE entry SET seq = 99 WHERE seq = 4", 4),
    ("DELETE FROM entry WHERE seq = 6", 6),
    ("UPDATE night SET seq = seq - 1", None),
    ("UPDATE night SET head = 'x'", None),
]


@pytest.mark.both_databases
@pytest.mark.parametrize("step", [1, 2, 200])
def test_it_says_what_a_replay_says(step, night, monkeypatch):
    monkeypatch.setattr(sql, "STEP", step)
    written = {key: list(value) if key in LONG else value for key, value in write_outline(outline(night)).items()}
    assert json.dumps(written) == json.dumps(write_night(document(night)))


@pytest.mark.both_databases
@pytest.mark.parametrize("data", [None, *NIGHTS], ids=lambda data: data and data["game"])
def test_a_spreadsheet_of_it_says_what_a_replay_says_deal_by_deal(data, night, monkeypatch):
    monkeypatch.setattr(sql, "STEP", 2)
    row = take_in(prepare(data, "file")) if data else night
    written, whole = outline_sheet(row), document(row)
    assert not isinstance(written.slots, (list, tuple))
    table = deals_table(written.night, written.slots, written.parties, Speech(Locale("en"), written.names))
    replayed = deals_table(whole.night, whole.slots, parties_in(whole), Speech(Locale("en"), whole.keys))
    assert [*csv_lines(table)] == [*csv_lines(replayed)]


# Papa Parse 5.7.1 takes another separator than the comma if it finds two cells or more in a line on average, and their
# number differs less from line to line, the empty one at the end counted too. So it read 20 of 50 nights.
@pytest.mark.parametrize("data", NIGHTS, ids=lambda data: data["game"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_text_of_a_table_has_no_other_separator(language, data, opened_file):
    row = take_in(prepare(data, "file"))
    written = outline_sheet(row)
    table = deals_table(written.night, written.slots, written.parties, Speech(find_locale((language,)), written.names))
    lines = "".join(csv_lines(table)).split("\n")
    for separator in ";\t|":
        assert sum(line.count(separator) + 1 for line in lines) < 1.99 * len(lines)


def test_a_text_that_was_forgotten_breaks_no_chain(night):
    run("UPDATE entry SET note = '', salt = '' WHERE night_id = ?", night.id)
    assert list(outline(night).deals)


@pytest.mark.parametrize(("sql", "seq"), TAMPERED)
def test_the_first_entry_that_does_not_hold_is_named(sql, seq, night):
    last = night.seq
    run(f"{sql} {'AND night_id' if 'WHERE' in sql else 'WHERE id'} = ?", night.id)
    with pytest.raises(Broken) as broken:
        outline(fresh(night))
    assert broken.value.seq == (seq or last)
