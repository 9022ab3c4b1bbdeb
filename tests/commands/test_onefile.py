"""The one file: built by one command, it runs alone in an empty folder, and a deal can be booked with it."""

import json
import os
import re
import socket
import subprocess
import sys
from contextlib import contextmanager, suppress
from pathlib import Path
from zipfile import ZipFile

import pytest

import scorekeeper
from tests.commands.running import ENGLISH, write_night
from tests.load.remote import ROOT, Remote

# Runs a command where there is no network but this computer itself.
CUT_OFF = ("unshare", "-rn", "sh", "-c", 'ip link set lo up && exec "$@"', "sh")
BOOK = "import json, sys; from tests.commands.test_onefile import book_a_deal; book_a_deal(*json.loads(sys.argv[1]))"
BUILD = Path(__file__).parents[2] / ".github" / "onefile" / "build.py"


@pytest.fixture(scope="module")
def one_file(tmp_path_factory):
    file = tmp_path_factory.mktemp("onefile") / "scorekeeper.pyz"
    subprocess.run([sys.executable, BUILD, file], check=True, capture_output=True, timeout=300)
    return file


@pytest.fixture
def start(one_file, tmp_path):
    """A function that says how to start it in an empty home: no library of this environment is in reach."""

    def start(*more):
        home = {"HOME": f"{tmp_path}", "XDG_CACHE_HOME": f"{tmp_path}/cache", "XDG_DATA_HOME": f"{tmp_path}/data"}
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "SCORE"))}
        command = [sys.executable, "-I", "-S", "-W", "error", str(one_file), *more]
        return {"args": command, "cwd": str(tmp_path), "env": environment | ENGLISH | home}

    return start


@contextmanager
def serving(how):
    with subprocess.Popen(**how, stdout=subprocess.PIPE, text=True, encoding="utf-8") as program:
        try:
            yield re.search(r"http://\S+/", program.stdout.readline())[0]
        finally:
            program.terminate()
            program.wait(60)


def run(how):
    return subprocess.run(**how, capture_output=True, text=True, encoding="utf-8", timeout=300)


def test_it_has_a_few_megabytes_two_languages_and_nothing_for_one_system(one_file):
    with ZipFile(one_file) as packed:
        names = packed.namelist()
    assert one_file.stat().st_size < 4_000_000
    locales = [Path(name).name for name in names if "/locale-data/" in name and name.endswith(".dat")]
    assert {re.match("[a-z]+", name)[0] for name in locales} == {"de", "en", "root"}
    assert [name for name in names if name.endswith((".so", ".pyd", ".pyc", "RECORD", "direct_url.json"))] == []


def test_it_books_a_deal_offline_in_an_empty_folder_and_starts_again(start, tmp_path):
    """What it unpacked is private, used again, and made again when damaged; without a command it serves."""
    how = start("serve", "--host", "127.0.0.1", "--port", "0")
    cut = can_cut()
    book = [sys.executable, "-c", BOOK, json.dumps([how, cut])]
    subprocess.run([*CUT_OFF, *book] if cut else book, cwd=ROOT, check=True)
    (folder,) = (tmp_path / "cache" / "scorekeeper").iterdir()
    assert folder.stat().st_mode & 0o077 == 0
    made, migration = (folder / "peewee.py").stat(), folder / "scorekeeper" / "migrations" / "0001_first.py"
    with serving(start()) as address, Remote(address) as phone:
        assert phone.get("/").status == 200
    done = run(start("--lang", "de", "score", write_night(tmp_path)))
    assert ("Spiel 1" in done.stdout, "€" in done.stdout, done.stderr) == (True, True, "")
    assert (folder / "peewee.py").stat() == made
    migration.unlink()
    done = run(start("verify"))
    assert ("all 2 entries hold" in done.stdout, done.returncode, done.stderr) == (True, 0, "")
    assert migration.is_file()
    assert list(folder.parent.iterdir()) == [folder]
    if not cut:
        pytest.skip("the deal is booked, but this system lets nobody cut the network off")


def can_cut():
    with suppress(OSError):
        return subprocess.run([*CUT_OFF, "true"], capture_output=True).returncode == 0
    return False


def book_a_deal(how, cut):
    told = pytest.raises(OSError, match="unreachable") if cut else suppress(OSError)
    with told, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends nothing, but needs a way there
    with serving(how) as address, Remote(address) as phone:
        night = phone.open_night()
        assert phone.post(f"{night}/enter", phone.entry(night)).status == 303
        assert "Anna" in phone.get(night).body


def test_a_home_that_cannot_be_written_is_no_obstacle(start, tmp_path):
    (tmp_path / "cache").write_text("a file where the folder would be")
    done = run(start("--version"))
    assert (done.returncode, done.stderr, done.stdout) == (0, "", f"scorekeeper {scorekeeper.__version__}\n")
