"""`prune`: old nights into files and out of the database, but those that are still needed."""

import subprocess
import sys
from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.commands import database as commands
from scorekeeper.commands import main
from scorekeeper.storage.engine.migrate import connect
from scorekeeper.storage.models import database
from scorekeeper.storage.nights.manage import take_out
from scorekeeper.storage.queries.nights import all_nights
from tests.chosen import some
from tests.commands.running import NIGHT, printed, write_night

PLAIN = NIGHT.replace('stake = "0.10 EUR"\n', "")


@pytest.fixture(autouse=True)
def nights(place, tmp_path, monkeypatch, capsys):
    """Two nights of 2026-11-21 in the database that the commands take: one with open money, one without a stake."""
    for night in (NIGHT, PLAIN):
        assert main(["import", write_night(tmp_path, night)]) == 0
    capsys.readouterr()


def test_what_is_still_open_is_kept_and_the_rest_can_be_imported_again(place, tmp_path, capsys):
    folder = tmp_path / "old" / "nights"
    assert main(["prune", str(folder), "--before", "2026-11-21"]) == 0
    assert capsys.readouterr().out == "There is no night before 2026-11-21.\n"
    assert main(["prune", str(folder), "--before", "2026-11-22"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert "kept: something is still open in it; --open takes it out too" in first
    [file] = folder.iterdir()
    assert second.endswith(f"in {file}")
    assert main(["prune", str(folder), "--before", "2026-11-22", "--open"]) == 0
    assert len(list(folder.iterdir())) == 2
    capsys.readouterr()
    assert main(["export"]) == 0
    assert "There are no nights yet." in capsys.readouterr().out
    assert main(["verify"]) == 0
    assert capsys.readouterr().out.count(", and written to a file since") == 2
    for file in folder.iterdir():
        assert main(["import", str(file)]) == 0
    assert main(["verify"]) == 0


def test_a_night_with_money_in_its_kitty_is_kept(tmp_path, capsys):
    kitty = PLAIN.replace("[[deals]]", 'kitty = [{in = 5, player = "Anna"}]\n\n[[deals]]', 1)
    printed(capsys, "import", write_night(tmp_path, kitty))
    *_, last = printed(capsys, "prune", str(tmp_path / "old"), "--before", "2026-11-22").splitlines()
    assert "kept: something is still open in it" in last


def test_a_night_without_a_day_counts_from_when_it_was_stored(tmp_path, capsys):
    assert main(["import", write_night(tmp_path, PLAIN.replace("date = 2026-11-21\n", ""))]) == 0
    slug, folder, today = capsys.readouterr().out.split()[1], tmp_path / "old", datetime.now(UTC).date()
    assert main(["prune", str(folder), "--before", today.isoformat()]) == 0
    assert slug not in capsys.readouterr().out
    assert main(["prune", str(folder), "--before", (today + timedelta(days=2)).isoformat()]) == 0
    assert slug in capsys.readouterr().out
    [file] = folder.glob(f"*{slug}.toml")
    assert file.name[:4].isdecimal(), "a name that begins with a dash would be taken for an option"


def test_a_night_that_changed_while_it_was_written_stays(place):
    opened = connect(place)
    with opened.connection_context():
        row = all_nights().rows[0]
        row.head = "0" * 64
        assert not take_out(row)
        assert len(all_nights().rows) == 2
    database.obj.close_all()


def test_a_file_of_an_earlier_run_is_used_and_no_other_overwritten(tmp_path, capsys):
    assert main(["export"]) == 0
    slugs = [line.split()[1] for line in capsys.readouterr().out.splitlines()]
    command = ["prune", str(tmp_path), "--before", "2026-11-22", "--open"]
    left = tmp_path / f"2026-11-21-{slugs[0]}.toml"
    assert main(["export", slugs[0], "--output", str(left)]) == 0
    other = tmp_path / f"2026-11-21-{slugs[1]}.toml"
    other.write_text("something else")
    assert main(command) == 2
    told = capsys.readouterr()
    assert f"in {left}" in told.out
    assert told.err == f"{other}: it exists already and is not overwritten\n"
    assert other.read_text() == "something else"
    assert main(["export"]) == 0
    assert [line.split()[1] for line in capsys.readouterr().out.splitlines()] == slugs[1:]


@pytest.mark.parametrize("step", some(["cards_of", "snapshot", "take_out"], "take_out"))
def test_where_another_run_is_quicker_its_file_stays(step, place, tmp_path, monkeypatch, capsys):
    """Before a night is looked at, before it is written, or after that."""
    original, command = getattr(commands, step), ["prune", str(tmp_path), "--before", "2026-11-22", "--open"]

    def overtaken(*said):
        monkeypatch.setattr(commands, step, original)
        done = subprocess.run([sys.executable, "-m", "scorekeeper", *command], capture_output=True, text=True)
        assert done.stdout.count(" in ") == 2, done
        return original(*said)

    monkeypatch.setattr(commands, step, overtaken)
    assert main(command) == 0
    assert "somebody else took it out or deleted it just now" in capsys.readouterr().out
    assert len(list(tmp_path.glob("2026-*.toml"))) == 2
    for file in tmp_path.glob("2026-*.toml"):
        assert main(["import", str(file)]) == 0
    assert main(["verify"]) == 0


@pytest.mark.parametrize("day", ["", "yesterday", "2026-13-01", "21.11.2026"])
def test_a_day_that_is_none_and_a_place_that_is_no_folder(day, tmp_path, capsys):
    (tmp_path / "file").touch()
    assert main(["prune", str(tmp_path), f"--before={day}"]) == 2
    assert "is not a date like 2026-01-31" in capsys.readouterr().err
    assert main(["prune", str(tmp_path / "file"), "--before", "2026-11-22"]) == 2
    assert "the folder cannot be made: File exists" in capsys.readouterr().err
