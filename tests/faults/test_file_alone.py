"""The one file that the program names: who copies it alone has the nights, while nobody writes and after the server."""

import shutil
import signal
import threading
import time
from pathlib import Path

import pytest

from scorekeeper.storage.engine import sqlite
from scorekeeper.storage.models import database
from tests.commands.running import run, serving
from tests.faults.acts import lay
from tests.load.remote import Remote


def verify_copy(place, copy):
    """Copy the file without its log, and return what came of `verify` there."""
    shutil.copy(place, copy)
    return run("verify", "--database", str(copy))


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("workers", ["1", "2"])
def test_after_the_server_the_file_alone_has_every_deal(sqlite_place, tmp_path, ending, workers):
    with serving("--port", "0", "--database", sqlite_place, "--workers", workers) as (program, (first, *_)):
        with Remote(first.split()[-1]) as phone:
            night = phone.open_night()
            assert phone.post(f"{night}/enter", phone.entry(night)).status == 303
        program.send_signal(ending)
        assert program.wait(60) == 0
    done = verify_copy(sqlite_place, tmp_path / "copy.sqlite3")
    assert (done.returncode, "all 2 entries hold" in done.stdout) == (0, True), done.stdout + done.stderr


def test_while_nobody_writes_the_file_alone_has_every_deal(sqlite_place, make_app, monkeypatch, tmp_path):
    monkeypatch.setattr(sqlite, "BETWEEN_CHECKPOINTS", 0.05)
    table = lay(make_app(sqlite_place))
    table.host.book(table.night)
    early = verify_copy(sqlite_place, tmp_path / "early.sqlite3")
    assert early.returncode == 2, "all of it is in the log"
    assert "has no tables. A copy of a file in use lacks what is in early.sqlite3-wal" in early.stderr
    threading.Thread(target=sqlite.move_log_in_when_idle, args=(database.obj,), daemon=True).start()
    until = time.monotonic() + 30
    size = Path(sqlite_place).stat().st_size
    while Path(sqlite_place).stat().st_size == size and time.monotonic() < until:
        time.sleep(0.05)
    done = verify_copy(sqlite_place, tmp_path / "later.sqlite3")
    assert (done.returncode, "hold" in done.stdout) == (0, True), done.stdout + done.stderr
    database.obj.close_all()


def test_a_start_on_a_copy_without_its_log_is_refused(sqlite_place, make_app, tmp_path):
    table = lay(make_app(sqlite_place))
    table.host.book(table.night)
    copy = tmp_path / "copy.sqlite3"
    shutil.copy(sqlite_place, copy)
    before = copy.read_bytes()
    done = run("serve", "--port", "0", "--no-open", "--database", str(copy))
    assert done.returncode == 2, done.stdout
    assert "has no tables. A copy of a file in use lacks what is in copy.sqlite3-wal" in done.stderr
    assert copy.read_bytes() == before
    database.obj.close_all()


@pytest.mark.parametrize("content", [None, b""], ids=["no file", "empty file"])
def test_a_start_makes_the_tables_of_a_new_file(tmp_path, content):
    place = tmp_path / "new.sqlite3"
    if content is not None:
        place.write_bytes(content)
    with serving("--port", "0", "--database", str(place)) as (program, _):
        program.send_signal(signal.SIGTERM)
        assert program.wait(60) == 0
    assert run("verify", "--database", str(place)).returncode == 0
