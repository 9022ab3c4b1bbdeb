"""Files of the database are their owner's from the first moment, and come to stand under their names at once."""

import errno
import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.storage.engine import atomic_files
from scorekeeper.storage.engine.atomic_files import PRIVATE, SHARED, make_private_file, open_to_others, whole_file
from scorekeeper.storage.engine.migrate import connect
from scorekeeper.storage.engine.sqlite import back_up
from scorekeeper.storage.models import database
from tests.storage.nights import start

pytestmark = pytest.mark.skipif(os.name != "posix", reason="elsewhere a folder says who may read")


def mode(path):
    return stat.S_IMODE(Path(path).stat().st_mode)


@pytest.fixture(autouse=True)
def generous():
    """Whoever uses this program lets others read what it makes, and more."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.fixture
def opened_here(tmp_path):
    """A database that this program makes in a folder of its own, with a night in it."""
    place = str(tmp_path / "folder" / "scorekeeper.sqlite3")
    connect(place)
    database.connect()
    start()
    yield Path(place)
    database.close()
    database.obj.close_all()


def test_nobody_else_may_read_a_database_or_what_stands_beside_it(opened_here):
    back_up(str(opened_here), opened_here.with_name("copy"))
    modes = {path.name: mode(path) for path in opened_here.parent.iterdir()}
    assert set(modes.values()) == {0o600}
    assert {name.removeprefix("scorekeeper.sqlite3") for name in modes} == {
        "",
        "-wal",
        "-shm",
        ".lock",
        "copy",
    }
    assert mode(opened_here.parent) == 0o700
    assert open_to_others(opened_here) == []


def test_what_the_user_has_opened_to_others_stays_so_and_is_told(opened_here):
    opened_here.parent.chmod(0o755)
    for name in ("", "-wal", ".before-0002_more", "-unknown"):
        opened_here.with_name(opened_here.name + name).touch()
        opened_here.with_name(opened_here.name + name).chmod(0o640)
    opened_here.with_name("copy").touch()
    found = [path.name.removeprefix(opened_here.name) for path in open_to_others(opened_here)]
    assert found == ["", "-wal", ".before-0002_more"]
    database.close()
    database.obj.close_all()
    connect(str(opened_here))
    assert mode(opened_here) == 0o640
    opened_here.parent.chmod(0o700)
    assert open_to_others(opened_here) == [], "nobody gets into the folder"


def test_a_file_that_is_there_is_not_opened_or_changed(tmp_path):
    place = tmp_path / "here"
    with closing(sqlite3.connect(place, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE t (x)")
        connection.execute("BEGIN EXCLUSIVE")
        before = mode(place)
        make_private_file(place)  # one process has one lock: to open and close the file would drop it
        other = "import sqlite3, sys; sqlite3.connect(sys.argv[1], timeout=0).execute('INSERT INTO t VALUES (1)')"
        tried = subprocess.run([sys.executable, "-c", other, str(place)], capture_output=True, text=True, check=False)
        assert "database is locked" in tried.stderr
        connection.execute("ROLLBACK")
    assert mode(place) == before


@pytest.mark.parametrize("links", [True, False], ids=["", "on a memory stick that knows no links"])
def test_a_file_becomes_whole_at_once_or_leaves_nothing(links, tmp_path, monkeypatch):
    if not links:
        monkeypatch.setattr(os, "link", no_links)
    target = tmp_path / "file"

    def write(stop=False):
        with whole_file(target, SHARED) as part:
            part.write_text("all of it")
            assert (part.parent, target.exists()) == (tmp_path, False)
            if stop:
                raise RuntimeError

    with pytest.raises(RuntimeError):
        write(stop=True)
    assert list(tmp_path.iterdir()) == []
    write()
    assert (list(tmp_path.iterdir()), target.read_text(), mode(target)) == ([target], "all of it", 0o666)


@pytest.mark.parametrize("early", [True, False])
def test_nothing_is_overwritten_even_if_it_comes_late(early, tmp_path, monkeypatch):
    target = tmp_path / "file"
    for links in (True, False):
        target.unlink(missing_ok=True)
        if early:
            target.symlink_to("nowhere")
        if not links:
            monkeypatch.setattr(os, "link", no_links)
        with pytest.raises(FileExistsError):
            write_late(target)
        assert list(tmp_path.iterdir()) == [target]
        assert early or target.read_text() == "old"


def write_late(target):
    with whole_file(target, PRIVATE) as part:
        part.write_text("new")
        target.write_text("old")


def no_links(*_):
    raise OSError(errno.EPERM, "Operation not permitted")


def test_what_a_killed_program_left_is_taken_away_and_nothing_else(tmp_path):
    left = tmp_path / "scorekeeper-0123456789abcdef.part"
    others = {tmp_path / name for name in ("scorekeeper-0123456789abcde.part", "scorekeeper.part", "x.part")}
    for path in (left, *others):
        path.touch()
    with whole_file(tmp_path / "one", PRIVATE) as one:
        with whole_file(tmp_path / "two", PRIVATE):
            assert one.exists(), "another one is still at work on it"
        one.write_text("whole")
    assert (tmp_path / "one").read_text() == "whole"
    assert set(tmp_path.iterdir()) == others | {tmp_path / "one", tmp_path / "two"}


def test_who_is_swept_before_it_is_held_begins_again(tmp_path, monkeypatch):
    flock, swept = atomic_files.fcntl.flock, []

    def late(descriptor, how):
        if not swept:
            swept.extend(tmp_path.iterdir())
            swept[0].unlink()
        return flock(descriptor, how)

    monkeypatch.setattr(atomic_files.fcntl, "flock", late)
    with whole_file(tmp_path / "file", PRIVATE) as part:
        assert part.exists()
    assert len(swept) == 1


def test_it_is_on_the_disk_before_it_has_its_name_and_its_name_is_too(tmp_path, monkeypatch):
    found, fsync, link = [], os.fsync, os.link

    def sync(descriptor):
        found.append("folder" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "file")
        fsync(descriptor)

    def name(*paths):
        found.append("name")
        link(*paths)

    monkeypatch.setattr(os, "fsync", sync)
    monkeypatch.setattr(os, "link", name)
    with whole_file(tmp_path / "file", PRIVATE):
        pass
    assert found == ["file", "name", "folder"]
