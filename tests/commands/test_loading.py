"""What a start loads: not what no night on this server uses."""

import os
import signal
import subprocess
import sys

import pytest

from scorekeeper import commands
from scorekeeper.games import GAMES
from scorekeeper.printing import choose_speech
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

LISTED = {place.partition(":")[0] for place in GAMES.places.values()}


def test_a_game_is_loaded_when_it_is_first_asked_for(sqlite_place):
    command = [sys.executable, "-c", OPEN, sqlite_place]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    before, after = (set(line.split()) for line in done.stdout.splitlines())
    assert (LISTED | {"tomllib", "tomli", "platformdirs"}) & before == set()
    assert LISTED & after == {"scorekeeper.games.husarln"}


HEAVY = {
    "flask",
    "hashlib",
    "logging",
    "peewee",
    "platformdirs",
    "random",
    "scorekeeper.audit",
    "scorekeeper.commands.database",
    "segno",
    "waitress",
    "werkzeug",
}


def load(words, folder):
    """The modules that a command has loaded when it ends, run beside a night of Herzblatt."""
    write_night(folder)
    ask = f"import sys; from scorekeeper.commands import main; main({words}); print(*sys.modules)"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", ask], cwd=folder, env=environment, capture_output=True, text=True)
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize(("words", "also"), [(["--version"], {"scorekeeper.games"}), (["score", "night.toml"], set())])
def test_a_command_is_loaded_when_it_is_run(words, also, tmp_path):
    loaded = load(words, tmp_path)
    assert {"scorekeeper.commands", "scorekeeper.language"} <= loaded
    assert (HEAVY | also) & loaded == set()


def test_a_night_is_scored_without_other_games(tmp_path):
    loaded = load(["score", "night.toml"], tmp_path)
    assert (LISTED | {"scorekeeper.games.own"}) & loaded == {"scorekeeper.games.herzblatt"}


def test_only_the_command_asked_for_has_its_arguments():
    parser = commands.build_parser(choose_speech((), {}), ["score"])
    assert parser.parse_args(["score", "night.toml"]).file == "night.toml"
    with pytest.raises(commands.Failure, match="invalid choice"):
        parser.parse_args(["audit", "night.toml"])


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


def test_ctrl_c_is_no_error_before_the_language_is_known_either(monkeypatch):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(commands, "choose_speech", stop)
    assert commands.main(["verify"]) == 130
