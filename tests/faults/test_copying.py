"""A copy of the database is whole or absent, whoever kills what makes it and however full the disk is."""

import errno
import os
import resource

import pytest

from scorekeeper.commands import main
from scorekeeper.storage.engine.errors import Unusable
from scorekeeper.storage.engine.sqlite import back_up
from tests.faults.copying import is_whole, kill_copies, make_large

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="a child of this process is killed")
STEPS = ("open", "fsync", "link", "close", "unlink")  # of the system, in this order


@pytest.mark.at_length
def test_a_killed_copy_is_whole_or_absent_and_the_next_one_is_made(sqlite_place, tmp_path):
    absent, there, wrong = kill_copies(sqlite_place, tmp_path / "copies", kills=60)
    assert wrong == []
    assert absent > 1, there


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("after", [False, True])
def test_killed_at_each_step_it_is_whole_or_absent(step, after, sqlite_place, tmp_path, monkeypatch):
    size, target = make_large(sqlite_place, 1), tmp_path / "copies" / "copy"
    target.parent.mkdir()
    asked = getattr(os, step)

    def die(*args, **more):
        if after:
            asked(*args, **more)
        os._exit(0)

    child = os.fork()
    if not child:
        monkeypatch.setattr(os, step, die)
        back_up(sqlite_place, target)
        os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert target.exists() == (step in ("close", "unlink") or (step == "link" and after))
    if target.exists():
        assert is_whole(target, size)
        target.unlink()
    back_up(sqlite_place, target)
    assert list(target.parent.iterdir()) == [target]
    assert is_whole(target, size)


@pytest.fixture
def small_files():
    """A function that lets this process write files of so many bytes at most: the rest does not fit on its disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    yield lambda size: resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_copy_for_which_there_is_no_room_leaves_nothing(sqlite_place, tmp_path, small_files):
    size, target = make_large(sqlite_place, 1), tmp_path / "copies" / "copy"
    target.parent.mkdir()
    small_files(size // 2)
    with pytest.raises(Unusable, match="cannot be used"):
        back_up(sqlite_place, target)
    assert list(target.parent.iterdir()) == []
    small_files(resource.RLIM_INFINITY)
    back_up(sqlite_place, target)
    assert is_whole(target, size)


def test_an_exported_night_for_which_there_is_no_room_leaves_nothing(sqlite_place, tmp_path, monkeypatch, capsys):
    night, target = tmp_path / "night.toml", tmp_path / "exports" / "night.toml"
    night.write_text('game = "herzblatt"\nplayers = ["Anna", "Bernd", "Clara"]\n[[deals]]\npassed = true\n')
    target.parent.mkdir()
    export = ["export", "1", "--output", str(target), "--database", sqlite_place]
    assert main(["import", str(night), "--database", sqlite_place]) == 0
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", no_room)
        assert main(export) == 2
    assert str(target) in capsys.readouterr().err
    assert list(target.parent.iterdir()) == []
    assert main(export) == 0


def no_room(held):
    raise OSError(errno.ENOSPC, "No space left on device")
