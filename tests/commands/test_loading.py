"""What a start loads: not what no night on this server uses."""

import os
import signal
import subprocess
import sys

import pytest

from scorekeeper import commands
from tests.commands.running import write_night
from tests.load.remote import ROOT

OPEN = """
import sys
from scorekeeper.app import create_app
phone = create_app(sys.argv[1]).test_client()
assert phone.get("/").status_code == 200
print(*sys.modules)
assert phone.get("/nights/new/husarln/loew").status_code == 200
print(*sys.modules)
"""

GAMES = {
    f"scorekeeper.games.{name}"
    for name in ("herzblatt", "herzeln", "husarln", "tapp", "koenigrufen", "zwanzigerrufen", "cego")
}


def test_a_game_is_loaded_when_it_is_first_asked_for(sqlite_place):
    command = [sys.executable, "-c", OPEN, sqlite_place]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    before, after = (set(line.split()) for line in done.stdout.splitlines())
    assert (GAMES | {"tomllib", "tomli", "platformdirs"}) & before == set()
    assert GAMES & after == {"scorekeeper.games.husarln"}


HEAVY = {"flask", "werkzeug", "waitress", "segno", "peewee", "platformdirs", "scorekeeper.commands.database"}


@pytest.mark.parametrize(("words", "also"), [(["--version"], {"scorekeeper.games"}), (["score", "night.toml"], set())])
def test_a_command_is_loaded_when_it_is_run(words, also, tmp_path):
    write_night(tmp_path)
    ask = f"import sys; from scorekeeper.commands import main; main({words}); print(*sys.modules)"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", ask], cwd=tmp_path, env=environment, capture_output=True, text=True)
    loaded = set(done.stdout.splitlines()[-1].split())
    assert {"scorekeeper.commands", "scorekeeper.language"} <= loaded
    assert (HEAVY | also) & loaded == set()


INTERRUPTED = """
import signal, sys
class Finder:
    def find_spec(name, path, target=None):
        if name == "scorekeeper.language":
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Finder)
from scorekeeper.__main__ import run
run()
"""


@pytest.mark.skipif(os.name != "posix", reason="another system ends a program otherwise")
def test_ctrl_c_while_it_is_loaded_ends_it_without_a_word():
    done = subprocess.run([sys.executable, "-c", INTERRUPTED, "verify"], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")


def test_ctrl_c_is_no_mistake_of_the_program_before_it_knows_its_language_either(monkeypatch):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(commands, "choose_speech", stop)
    assert commands.main(["verify"]) == 130
