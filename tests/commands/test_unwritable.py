"""`export`, `verify` and `backup` of a database that can only be read, such as a copy on a medium that is."""

import os
import shutil
import sqlite3
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from scorekeeper.commands import main
from tests.commands.running import write_night

pytestmark = pytest.mark.skipif(os.name != "posix", reason="who may write what is said otherwise there")
COMMANDS = (["export"], ["export", "1"], ["export", "1", "--format", "csv"], ["verify"])


@pytest.fixture
def copy(place, tmp_path):
    """A database file in a folder that everybody may enter."""
    assert main(["import", write_night(tmp_path)]) == 0
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        shutil.copy(place, folder)
        yield Path(folder, Path(place).name)


def told(file, capsys):
    """What each command says of a file, and how it ends."""
    ends = [main([*command, "--database", str(file)]) for command in COMMANDS]
    return ends, *capsys.readouterr()


@contextmanager
def unwritable(folder):
    """Be somebody who may only read in a folder: root may write everywhere."""
    is_root, before = os.geteuid() == 0, folder.stat().st_mode
    for path in (*folder.iterdir(), folder):
        path.chmod(0o555 if path == folder else 0o444)
    if is_root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)
        folder.chmod(before)


def test_a_copy_that_can_only_be_read_is_read_copied_and_left_alone(copy, capsys):
    capsys.readouterr()
    right = told(copy, capsys)
    assert right[0] == [0, 0, 0, 0]
    before = copy.read_bytes()
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o777)
        again = Path(folder, "again.sqlite3")
        with unwritable(copy.parent):
            assert told(copy, capsys) == right
            assert main(["backup", str(again), "--database", str(copy)]) == 0
        capsys.readouterr()
        assert told(again, capsys) == right
    assert (list(copy.parent.iterdir()), copy.read_bytes()) == ([copy], before)


def test_what_another_process_has_just_written_there_is_read_too(copy, capsys):
    told(copy, capsys)
    with closing(sqlite3.connect(copy)) as other:
        other.execute("UPDATE night SET title = 'Later'")
        other.commit()
        with unwritable(copy.parent):
            assert "Later" in told(copy, capsys)[1]


def test_a_log_that_was_left_there_is_not_passed_over(copy, capsys):
    told(copy, capsys)
    log = copy.with_name(f"{copy.name}-wal")
    with closing(sqlite3.connect(copy)) as other:
        other.execute("UPDATE night SET title = 'Later'")
        other.commit()
        kept = log.read_bytes()
    log.write_bytes(kept)
    with unwritable(copy.parent):
        ends, _, mistakes = told(copy, capsys)
    assert ends == [2, 2, 2, 2]
    assert f"{log} contains the latest changes: copy both files to a writable folder" in mistakes


def test_tables_of_an_earlier_program_are_not_read_as_if_they_were_ours(copy, capsys):
    told(copy, capsys)
    with closing(sqlite3.connect(copy)) as other:
        other.execute("DELETE FROM schema_migration WHERE id = (SELECT MAX(id) FROM schema_migration)")
        other.commit()
    with unwritable(copy.parent):
        ends, _, mistakes = told(copy, capsys)
    assert ends == [2, 2, 2, 2]
    assert "was written by an earlier scorekeeper: copy it to a writable folder" in mistakes


def test_a_file_that_can_only_be_read_is_not_served(copy, capsys):
    told(copy, capsys)
    with unwritable(copy.parent):
        assert main(["serve", "--no-open", "--host", "127.0.0.1", "--port", "0", "--database", str(copy)]) == 2
    line = f"scorekeeper: database: {copy} is read-only: nothing could be saved in it\n"
    assert capsys.readouterr() == ("", line)
