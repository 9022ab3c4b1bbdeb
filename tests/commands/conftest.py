"""What the tests of the command line share: a reader of English, and a database of their own."""

import pytest

from tests.commands.running import ENGLISH


@pytest.fixture(autouse=True)
def place(monkeypatch, tmp_path):
    """Where the database of this test is; nothing may touch the user's own."""
    for name, value in ENGLISH.items():
        monkeypatch.setenv(name, value)
    place = str(tmp_path / "scorekeeper.sqlite3")
    monkeypatch.setenv("SCOREKEEPER_DATABASE", place)
    return place
