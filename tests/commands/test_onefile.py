"""The one file: built by one command, it runs alone in an empty folder, and a deal can be booked with it."""

import os
import re
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.commands.running import ENGLISH, write_night
from tests.load.remote import Remote

BUILD = Path(__file__).parents[2] / ".github" / "onefile" / "build.py"


@pytest.fixture(scope="module")
def one_file(tmp_path_factory):
    file = tmp_path_factory.mktemp("onefile") / "scorekeeper.pyz"
    subprocess.run([sys.executable, BUILD, file], check=True, capture_output=True, timeout=60)
    return file


@pytest.fixture
def start(one_file, tmp_path):
    """A function that says how to start it in an empty home: no library of this environment is in reach."""
    home = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache"), "XDG_DATA_HOME": str(tmp_path / "data")}
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "SCORE"))}

    def words(*more):
        command = [sys.executable, "-I", "-S", "-W", "error", str(one_file), *more]
        return {"args": command, "cwd": tmp_path, "env": environment | ENGLISH | home}

    return words


@contextmanager
def serving(how):
    with subprocess.Popen(**how, stdout=subprocess.PIPE, text=True, encoding="utf-8") as program:
        try:
            yield re.search(r"http://\S+/", program.stdout.readline())[0]
        finally:
            program.terminate()
            program.wait(30)


def run(how):
    return subprocess.run(**how, capture_output=True, text=True, encoding="utf-8", timeout=60)


def test_it_has_a_few_megabytes_two_languages_and_nothing_for_one_system(one_file):
    with ZipFile(one_file) as packed:
        names = packed.namelist()
    assert one_file.stat().st_size < 4_000_000
    assert {re.match("[a-z]+", name)[0] for name in names_of_locales(names)} == {"de", "en", "root"}
    assert [name for name in names if name.endswith((".so", ".pyd", ".pyc", "RECORD", "direct_url.json"))] == []


def names_of_locales(names):
    return [Path(name).name for name in names if "/locale-data/" in name and name.endswith(".dat")]


def test_a_deal_is_booked_in_an_empty_folder(start):
    with serving(start("serve", "--host", "127.0.0.1", "--port", "0")) as address, Remote(address) as phone:
        night = phone.open_night()
        assert phone.post(f"{night}/enter", phone.entry(night)).status == 303
        assert "Anna" in phone.get(night).body
    done = run(start("verify"))
    assert (done.returncode, done.stderr) == (0, "")
    assert "all 2 entries hold" in done.stdout


def test_without_a_command_it_serves(start):
    with serving(start()) as address, Remote(address) as phone:
        assert phone.get("/").status == 200


def test_german_numbers_and_texts_come_from_it(start, tmp_path):
    done = run(start("--lang", "de", "score", write_night(tmp_path)))
    assert "Spiel 1" in done.stdout
    assert "€" in done.stdout
    assert done.stderr == ""


def test_what_it_unpacked_is_private_used_again_and_made_again_when_damaged(start, tmp_path):
    assert run(start("--version")).returncode == 0
    (folder,) = (tmp_path / "cache" / "scorekeeper").iterdir()
    assert folder.stat().st_mode & 0o077 == 0
    made = (folder / "peewee.py").stat()
    assert run(start("--version")).returncode == 0
    assert (folder / "peewee.py").stat() == made
    (folder / "scorekeeper" / "migrations" / "0001_first.py").unlink()
    assert run(start("verify")).stderr.endswith("scorekeeper.sqlite3\n"), "no database: nothing worse"
    assert (folder / "scorekeeper" / "migrations" / "0001_first.py").is_file()
    assert len(list((tmp_path / "cache" / "scorekeeper").iterdir())) == 1


def test_a_home_that_cannot_be_written_is_no_obstacle(start, tmp_path):
    (tmp_path / "cache").write_text("a file where the folder would be")
    done = run(start("--version"))
    assert (done.returncode, done.stderr) == (0, "")
