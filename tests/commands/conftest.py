"""What the tests of the command line share: a reader of English, and a database of their own."""

import shutil
from contextlib import redirect_stdout
from io import StringIO

import pytest

from scorekeeper.commands import main
from tests.commands.running import ENGLISH, write_night


@pytest.fixture(autouse=True)
def place(monkeypatch, tmp_path, opened_anew):
    """Where the database of this test is; nothing may touch the user's own."""
    for name, value in ENGLISH.items():
        monkeypatch.setenv(name, value)
    place = str(tmp_path / "scorekeeper.sqlite3")
    monkeypatch.setenv("SCOREKEEPER_DATABASE", place)
    return place


@pytest.fixture(scope="session")
def taken_in(tmp_path_factory):
    """A database into which a night was taken, and the night's address."""
    folder, told = tmp_path_factory.mktemp("taken in"), StringIO()
    place = folder / "scorekeeper.sqlite3"
    with redirect_stdout(told):
        assert main(["import", write_night(folder), "--database", str(place)]) == 0
    return place, told.getvalue().split()[1]


@pytest.fixture
def slug(place, taken_in):
    """The address of a night that was taken into the database."""
    shutil.copy(taken_in[0], place)
    return taken_in[1]
