"""A night that a host has deleted, before a command names it or while the command runs: one line says so."""

import io
from types import SimpleNamespace

import pytest

from scorekeeper.commands import main
from scorekeeper.storage.engine.migrate import connect
from scorekeeper.storage.nights.manage import delete_night, take_out
from scorekeeper.storage.queries.nights import find_night
from tests.commands.running import state


@pytest.fixture
def deleted(place, slug):
    """The address of a night that was deleted."""
    with connect(place).connection_context():
        delete_night(find_night(slug))
    return slug


@pytest.mark.parametrize(
    ("command", "lang", "text"),
    [
        ("link", "en", "A host has deleted this night."),
        ("export", "de", "gelöscht."),
        ("enter", "en", "A host has deleted this night."),
    ],
)
def test_a_command_says_that_a_host_has_deleted_its_night(place, deleted, capsys, command, lang, text):
    assert main([command, deleted, "--lang", lang]) == 2
    told, mistake = capsys.readouterr()
    assert (told, mistake[: len(deleted) + 2]) == ("", f"{deleted}: ")
    assert mistake.endswith(f"{text}\n")


def test_a_command_says_that_its_night_was_moved_to_a_file(place, slug, capsys):
    with connect(place).connection_context():
        assert take_out(find_night(slug))
    assert main(["link", slug]) == 2
    text = "This night has been moved to a file; import takes it in again."
    assert capsys.readouterr().err == f"{slug}: {text}\n"


def test_a_night_deleted_while_its_rows_are_read_books_nothing(place, slug, monkeypatch, capsys):
    class DeletingInput(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            delete_night(find_night(slug))
            return super().read(size)

    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=DeletingInput(b"a 71\n")))
    assert main(["enter", slug]) == 2
    told, mistake = capsys.readouterr()
    assert (told, mistake.count("\n"), mistake[-19:]) == ("", 1, "Nothing was saved.\n")
    assert state(place)[1] == []
