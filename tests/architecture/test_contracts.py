"""The import contracts hold, and they bite; the code is typed and tidy."""

import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

MOST_MODULES = 20
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


def broken(folder):
    """The names of the contracts that a copy of the code breaks."""
    result = lint_imports(folder)
    found = re.findall(r"^(.+) BROKEN", result.stdout, re.MULTILINE)
    assert bool(found) == bool(result.returncode), result.stdout
    return found


@pytest.fixture
def copy(tmp_path):
    """A copy of the code and its contracts, to be spoilt."""
    for folder in ("scorekeeper", "tests/architecture"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("pyproject.toml", "tests/__init__.py"):
        shutil.copy(ROOT / file, tmp_path / file)
    return tmp_path


def test_packages_import_only_from_below():
    result = lint_imports(ROOT)
    assert result.returncode == 0, result.stdout
    assert "0 broken" in result.stdout


@pytest.mark.parametrize(
    ("module", "line", "contract"),
    [
        ("games/herzblatt/scoring.py", "import flask", "the core knows no framework"),
        ("night/night.py", "import peewee", "the core knows no framework"),
        ("cards/packs.py", "from scorekeeper.games import GAMES", "packages import only from below"),
        ("storage/writing/entry.py", "from scorekeeper.web.core import lifecycle", "packages import only from below"),
        ("journal/hash_chain.py", "from scorekeeper.accounts import kitty", "packages import only from below"),
        ("web/deal/draft.py", "from scorekeeper.web.sheet import plot", "features of the web import only from below"),
        (
            "storage/journal/entries.py",
            "from scorekeeper.storage.access import devices",
            "packages of the storage import only from below",
        ),
        ("web/sheet/views.py", "import peewee", "only storage knows peewee"),
        ("games/herzblatt/deal.py", "from scorekeeper.games import husarln", "games do not know each other"),
    ],
)
def test_an_import_from_above_is_found(copy, module, line, contract):
    path = copy / "scorekeeper" / module
    path.write_text(f"{path.read_text()}\n{line}\n")
    assert contract in broken(copy)


@pytest.mark.parametrize(
    ("module", "contract"),
    [
        ("attic.py", "packages import only from below"),
        ("web/attic.py", "features of the web import only from below"),
        ("storage/attic.py", "packages of the storage import only from below"),
    ],
)
def test_a_new_module_needs_its_place(copy, module, contract):
    (copy / "scorekeeper" / module).write_text('"""A module that nobody planned."""\n')
    assert contract in broken(copy)


def test_a_folder_can_be_scanned():
    sizes = Counter(str(path.parent.relative_to(ROOT)) for path in (ROOT / "scorekeeper").rglob("*.py"))
    assert {folder: size for folder, size in sizes.items() if size > MOST_MODULES} == {}


@pytest.mark.parametrize(
    ("line", "module"),
    [
        ("from scorekeeper.games import husarln", "fourth/__init__.py"),
        ("from scorekeeper.games.fourth import deal", "herzeln/deal.py"),
    ],
)
def test_a_new_game_is_held_to_the_contract_unlisted(copy, line, module):
    games = copy / "scorekeeper" / "games"
    (games / "fourth").mkdir()
    for name in ("__init__", "deal"):
        (games / "fourth" / f"{name}.py").write_text('"""A game that knows nobody."""\n')
    assert broken(copy) == []
    (games / module).write_text(f"{(games / module).read_text()}\n{line}\n")
    assert broken(copy) == ["games do not know each other"]


@pytest.mark.parametrize(
    "command", [("ruff", "check"), ("ruff", "format", "--check"), ("mypy",)], ids=lambda command: " ".join(command)
)
def test_the_code_passes_the_linters_and_the_type_checker(command):
    result = subprocess.run([TOOLS / command[0], *command[1:]], cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
