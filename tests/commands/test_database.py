"""`import`, `export`, `verify` and `backup` on a database file."""

import os
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from openpyxl import load_workbook
from peewee import OperationalError

from scorekeeper.commands import main
from scorekeeper.commands.database import open_database
from scorekeeper.journal.acts import Objected
from scorekeeper.journal.words import check_words
from scorekeeper.phrase import Refused
from scorekeeper.storage.engine.sql import run as run_sql
from scorekeeper.storage.engine.sql import writing
from scorekeeper.storage.models import Person
from scorekeeper.storage.nights.manage import forget
from scorekeeper.storage.writing.entry import Sender, append
from tests.commands.running import NIGHT, ask, printed, run, state, write_night
from tests.tables import read_csv


def test_import_reads_standard_input_and_names_the_night(tmp_path, monkeypatch, capsys):
    place = tmp_path / "new folder" / "nights.sqlite3"
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(NIGHT.encode())))
    named, link = printed(capsys, "import", "-", "--database", str(place)).splitlines()
    [(slug,)] = ask(place, "SELECT slug FROM night")
    assert named == f"1  {slug}  2026-11-21  Herzblatt  Stammtisch"
    assert f" /j/{slug}/" in link
    assert state(place)[1] == [("Anna", 10, 10), ("Bernd", -13, -13), ("Clara", 3, 3)]


@pytest.mark.parametrize(("form", "by"), [("toml", "slug"), ("json", "number")])
def test_export_and_import_keep_the_balances_and_the_head(form, by, place, slug, tmp_path):
    file, other = str(tmp_path / f"out.{form}"), str(tmp_path / "other.sqlite3")
    assert main(["export", slug if by == "slug" else "1", "--format", form, "--output", file]) == 0
    assert main(["import", file, "--database", other]) == 0
    assert state(other) == state(place)
    assert main(["verify", "--database", other]) == 0


def test_the_same_journal_is_taken_in_once(place, slug, tmp_path, capsys):
    early, later = (str(tmp_path / name) for name in ("early.toml", "later.json"))
    assert main(["export", slug, "--output", early]) == 0
    with open_database(place):
        append(1, Sender("phone", "x"), Objected(number=1, objection=1, version=1, note="too much"))
    assert main(["export", slug, "--format", "json", "--output", later]) == 0
    for file in (early, later):
        told = printed(capsys, "import", file).splitlines()
        assert (told[0], slug in told[1]) == ("This night is here already.", True)
    other = str(tmp_path / "other.sqlite3")
    assert [main(["import", file, "--database", other]) for file in (early, early, later)] == [0, 0, 2]
    assert capsys.readouterr().err.startswith(f"{later}: journal: this night is here already, with other entries")
    assert [ask(database, "SELECT COUNT(*) FROM night") for database in (place, other)] == [[(1,)], [(1,)]]


def test_an_exported_file_scores_the_same(slug, tmp_path, capsys):
    exported = printed(capsys, "export", slug)
    scored = printed(capsys, "score", "--json", write_night(tmp_path, exported))
    assert scored == printed(capsys, "score", "--json", write_night(tmp_path))
    assert exported.count("\n[[deals]]\n") == 4
    assert '[[deals]]\nreason = "beer"\n\n[deals.adjust]\nAnna = 4\n' in exported


def test_a_night_with_a_nul_can_be_moved_once_its_texts_are_emptied(place, slug, tmp_path, capsys):
    file, other = str(tmp_path / "out.json"), str(tmp_path / "other.sqlite3")
    with open_database(place):
        append(1, Sender("phone", "x"), Objected(number=1, objection=1, version=1, note="a\0b"))
    assert main(["export", slug, "--format", "json", "--output", file]) == 0
    assert main(["import", file, "--database", other]) == 2
    assert capsys.readouterr().err.startswith(f"{file}: deal 1: objections: this contains a NUL, ")
    with open_database(place):
        forget([], Sender("phone", "y"), emptied=1)
    Path(file).unlink()
    assert main(["export", slug, "--format", "json", "--output", file]) == 0
    assert main(["import", file, "--database", other]) == 0
    assert state(other) == state(place)
    assert main(["verify", "--database", other]) == 0


def test_export_without_a_night_lists_them(slug, tmp_path, capsys):
    assert main(["import", write_night(tmp_path, NIGHT.replace("Stammtisch", "Zweiter").replace("date", "#"))]) == 0
    other = capsys.readouterr().out.split()[1]
    assert main(["export"]) == 0
    assert capsys.readouterr().out == (
        f"1  {slug}  2026-11-21  Herzblatt  Stammtisch\n2  {other}              Herzblatt  Zweiter\n"
    )


@pytest.mark.parametrize("night", ["2", "nothing", "\udcff", "9" * 30])
def test_export_of_a_night_that_is_none(night, slug, capsys):
    assert main(["export", night]) == 2
    assert capsys.readouterr().err.endswith(": there is no such night; export without a night lists them\n")


def test_export_and_backup_overwrite_nothing(slug, tmp_path, capsys):
    file = tmp_path / "kept"
    file.write_text("kept")
    assert main(["export", slug, "--output", str(file)]) == 2
    assert capsys.readouterr().err == f"{file}: it exists already and is not overwritten\n"
    assert main(["backup", str(file)]) == 2
    assert capsys.readouterr().err == f"scorekeeper: file: {file} exists already and is not overwritten\n"
    assert file.read_text() == "kept"
    assert main(["export", slug, "--output", str(tmp_path / "none" / "x")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_csv_has_a_row_for_each_deal(slug, capsys):
    table = read_csv(printed(capsys, "export", slug, "--format", "csv"))
    assert table[1][8].startswith("Anna wins with 71")
    assert [row[:8] + row[9:] for row in table] == [
        ["deal", "dealer", "Anna", "Bernd", "Clara", "balance Anna", "balance Bernd", "balance Clara", "reason"],
        ["1", "Clara", "2", "-1", "-1", "2", "-1", "-1", ""],
        ["2", "Anna", "4", "-8", "4", "6", "-9", "3", "Bernd had a cold"],
        ["3", "Bernd", "0", "0", "0", "6", "-9", "3", ""],
        ["4", "Clara", "4", "-4", "0", "10", "-13", "3", "beer"],
    ]


def test_a_workbook_is_written_to_a_file_and_not_to_a_terminal(slug, tmp_path, capsys, monkeypatch):
    file = tmp_path / "night.xlsx"
    assert main(["export", slug, "--format", "xlsx", "--output", str(file)]) == 0
    deals, settlement = load_workbook(file, data_only=True).worksheets
    assert [cell.value for cell in deals[6]][:8] == ["Sum", None, 10, -13, 3, None, None, None]
    assert [row[-1].value for row in settlement.iter_rows(min_row=2)] == [1, -1.3, 0.3, 0]
    assert run("export", slug, "--format", "csv").stdout.startswith("\ufeffdeal,dealer,Anna")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert main(["export", slug, "--format", "xlsx"]) == 2
    assert "--output writes it to a file" in capsys.readouterr().err


def test_csv_holds_no_formula(place, tmp_path, capsys):
    text = NIGHT.replace("Anna", "=1+1").replace("Clara", "@x").replace("{=1+1", '{"=1+1"')
    text = text.replace("Bernd had a cold", '=HYPERLINK(\\"http://x\\")').replace("beer", "\\t-1;=2;＝3; -4")
    assert main(["import", write_night(tmp_path, text)]) == 0
    capsys.readouterr()
    assert main(["export", "1", "--format", "csv"]) == 0
    rows = read_csv(capsys.readouterr().out)
    assert rows[0][:5] == ["deal", "dealer", "'=1+1", "Bernd", "'@x"]
    assert [rows[2][-1], rows[4][-1]] == ['\'=HYPERLINK("http://x")', "' -1;'=2;'＝3;' -4"]
    assert rows[2][:5] == ["2", "'=1+1", "4", "-8", "4"]
    assert not [cell for row in rows for cell in row if cell[:1] in "=+@\t" and cell]


def test_verify_names_a_night_that_is_gone(place, slug, capsys):
    ask(place, "DELETE FROM night")
    assert main(["verify"]) == 1
    *lost, gone, none = capsys.readouterr().out.splitlines()
    assert "the database: 3 rows of player belong to missing rows of night" in lost
    assert gone == f"the database: the night {slug}, opened as number 1, is gone"
    assert none == "There are no nights yet."


def test_verify_names_a_night_whose_row_cannot_be_read(place, slug, capsys):
    ask(place, "UPDATE night SET game = 'chess'")
    assert main(["verify"]) == 1
    said = f"{slug}: the stored totals do not match the journal: something cannot be read"
    assert capsys.readouterr() == (f"{said}\n", "")


def test_verify_checks_every_night(place, slug, tmp_path, capsys):
    printed(capsys, "import", write_night(tmp_path))
    ask(place, "UPDATE entry SET device = 'x' WHERE night_id = 1 AND seq = 3")
    assert main(["verify"]) == 1
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{slug} Stammtisch: entry 3 does not hold: ")
    words = " ".join(check_words(*ask(place, "SELECT head, 'en' FROM night WHERE id = 2")[0]))
    assert second.endswith(f" Stammtisch: all 5 entries hold; check words {words}")


def test_a_damaged_file_is_told_in_one_line(place, slug, capsys):
    size = os.path.getsize(place)
    with open(place, "r+b") as file:
        file.seek(8192)
        file.write(b"\xaa" * (size - 8192))
    assert main(["verify"]) == 2
    captured = capsys.readouterr()
    assert (captured.out, len(captured.err.splitlines())) == ("", 1)
    assert main(["export", slug]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_database_server_lost_midway_is_reported_without_the_password(tables_of_postgres):
    with pytest.raises(Refused) as refused, open_database(f"{tables_of_postgres}&password=secret"):
        raise OperationalError("the connection is gone")
    assert "the connection is gone" in str(refused.value)
    assert "secret" not in str(refused.value)


# Books until its standard input ends, and tells which deal would be the next.
BOOKING = """
import sys
from threading import Event, Thread
from scorekeeper.journal.act_json import read_act
from scorekeeper.storage.writing.entry import Sender, append
from scorekeeper.storage.engine.migrate import connect
database, over, number = connect(sys.argv[1]), Event(), 5
Thread(target=lambda: sys.stdin.read() or over.set()).start()
with database.connection_context():
    while not over.is_set():
        append(1, Sender("x", f"r{number}"), read_act("booked", {"number": number, "answers": {"passed": True}}))
        number += 1
print(number)
"""


def test_verify_and_backup_while_another_process_books(place, slug, tmp_path, capsys):
    command, pipe = [sys.executable, "-c", BOOKING, place], subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as booking:
        for copy in (str(tmp_path / f"copy{number}.sqlite3") for number in range(2)):
            wait_for_more(place, booking)
            assert main(["verify"]) == 0, capsys.readouterr()
            assert main(["backup", copy]) == 0
            assert main(["verify", "--database", copy]) == 0
        wait_for_more(place, booking)
        following, _ = booking.communicate()
    assert booking.returncode == 0
    assert ask(place, "SELECT seq FROM night") == [(int(following),)]


def wait_for_more(place, booking):
    """Wait until something more is booked."""
    before, deadline = ask(place, "SELECT seq FROM night"), time.monotonic() + 60
    while ask(place, "SELECT seq FROM night") == before:
        assert booking.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.005)


def test_backup_copies_what_was_committed_while_a_transaction_is_open(place, slug, tmp_path, capsys):
    copy = tmp_path / "copy.sqlite3"
    with closing(sqlite3.connect(place, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("UPDATE night SET title = 'not yet'")
        assert main(["backup", str(copy)]) == 0
        writer.execute("COMMIT")
    assert capsys.readouterr() == (f"copied to {copy}\n", "")
    assert not Path(f"{place}-wal").exists(), "no connection is left open"
    assert ask(copy, "SELECT title FROM night") == [("Stammtisch",)]


def test_a_full_disk_is_told_as_what_it_is_and_not_as_what_fails_after_it(place, slug):
    def fill():
        run_sql("PRAGMA max_page_count = 1")  # it takes no more pages than it has
        with writing():
            Person.create(name="x" * 1_000_000)

    with pytest.raises(Refused) as refused, open_database(place):
        fill()
    assert str(refused.value) == f"database: {place} cannot be used: database or disk is full"


@pytest.mark.parametrize("command", [["verify"], ["export"], ["link", "1"], ["forget", "Anna"], ["prune", "there"]])
def test_a_database_of_another_program_is_left_as_it_is(command, tmp_path, monkeypatch, capsys):
    """Its tables do not get ours beside them because somebody named the wrong file."""
    monkeypatch.chdir(tmp_path)
    place = tmp_path / "places of 100%? #1.sqlite"
    ask(place, "CREATE TABLE moz_places (url TEXT)")
    before = place.read_bytes()
    more = ["--before", "2030-01-01"] if command[0] == "prune" else []
    assert main([*command, *more, "--database", str(place)]) == 2
    assert capsys.readouterr() == ("", f"scorekeeper: database: {place} is a database of another program\n")
    assert place.read_bytes() == before
