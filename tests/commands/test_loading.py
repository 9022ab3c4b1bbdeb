"""What a start loads: not what no night on this server uses."""

import subprocess
import sys

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


def test_a_game_is_loaded_when_it_is_first_asked_for(sqlite_place):
    command = [sys.executable, "-c", OPEN, sqlite_place]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    before, after = (set(line.split()) for line in done.stdout.splitlines())
    games = {f"scorekeeper.games.{name}" for name in ("herzblatt", "herzeln", "husarln", "tapp", "koenigrufen")}
    assert games & before == set()
    assert games & after == {"scorekeeper.games.husarln"}


def test_a_command_is_loaded_when_it_is_run():
    ask = "import sys; from scorekeeper.commands import main; main(['--version']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", ask], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert {"scorekeeper.commands", "scorekeeper.language"} <= loaded
    assert {"scorekeeper.commands.database", "scorekeeper.games", "flask", "peewee"} & loaded == set()
