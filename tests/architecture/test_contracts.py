"""The import contracts hold, and they bite; the code is typed and tidy."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOLS = Path(sys.executable).parent


def lint_imports(folder):
    return subprocess.run(
        [TOOLS / "lint-imports", "--no-cache"],
        cwd=folder,
        env={"PYTHONPATH": str(folder), "PATH": str(TOOLS)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_contracts_hold():
    result = lint_imports(ROOT)
    assert result.returncode == 0, result.stdout
    assert "0 broken" in result.stdout


@pytest.mark.parametrize(
    ("room", "line", "contract"),
    [
        ("games/herzblatt/scoring.py", "import flask", "the core knows no framework"),
        ("night/night.py", "import peewee", "the core knows no framework"),
        ("cards/packs.py", "from scorekeeper.games import GAMES", "rooms import only from below"),
        ("storage/book.py", "from scorekeeper.web import page", "rooms import only from below"),
        ("web/sheet.py", "import peewee", "only storage knows peewee"),
        ("games/herzblatt/deal.py", "from scorekeeper.games import husarln", "games do not know each other"),
        ("ledger/journal.py", "from scorekeeper.phrase import say", "the ledger knows nobody"),
    ],
)
def test_contracts_bite(tmp_path, room, line, contract):
    shutil.copytree(ROOT / "scorekeeper", tmp_path / "scorekeeper", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    module = tmp_path / "scorekeeper" / room
    module.write_text(f"{module.read_text()}\n{line}\n")
    result = lint_imports(tmp_path)
    assert result.returncode == 1
    assert f"{contract} BROKEN" in " ".join(result.stdout.split())


def test_a_new_room_needs_its_place(tmp_path):
    shutil.copytree(ROOT / "scorekeeper", tmp_path / "scorekeeper", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "scorekeeper" / "attic.py").write_text('"""A room that nobody planned."""\n')
    assert lint_imports(tmp_path).returncode == 1


@pytest.mark.parametrize(
    "command", [("ruff", "check"), ("ruff", "format", "--check"), ("mypy",)], ids=lambda command: " ".join(command)
)
def test_tidy(command):
    result = subprocess.run([TOOLS / command[0], *command[1:]], cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
