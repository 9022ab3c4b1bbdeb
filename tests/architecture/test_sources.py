"""What ruff and mypy do not limit: files of a length to be read, folders to be scanned, and how much has no type."""

import ast
import re
from collections import Counter
from pathlib import Path

import scorekeeper

PACKAGE = Path(scorekeeper.__file__).parent
SOURCES = {path.relative_to(PACKAGE).as_posix(): path.read_text("utf-8") for path in sorted(PACKAGE.rglob("*.py"))}
MOST_LINES, MOST_MODULES = 500, 20
# Each with the reason why it is longer.
LONG_FILES: dict[str, str] = {}
CORE = ("phrase.py", "value_checks.py", "cards/", "games/", "journal/", "accounts/", "night/", "nightfile/", "storage/")
LONGEST_NAME = 69  # letters in the name of a test
FEWER_THAN = 45  # lines of the core that name `Any`, outside of imports: each is a value that nobody checks


def test_a_file_over_500_lines_has_a_reason():
    long = {name for name, text in SOURCES.items() if len(text.splitlines()) > MOST_LINES}
    assert long == LONG_FILES.keys()


def test_a_folder_can_be_scanned():
    sizes = Counter(name.rpartition("/")[0] for name in SOURCES)
    assert {folder: size for folder, size in sizes.items() if size > MOST_MODULES} == {}


def test_no_file_is_named_as_its_function():
    for name, text in SOURCES.items():
        functions = {node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)}
        assert Path(name).stem not in functions, name


def assigned_at_once(text):
    """Return the statements of a source that assign several values to several names, and do not exchange them."""
    found = []
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Assign([ast.Tuple(names)], ast.Tuple(values)):
                if {*map(ast.unparse, names)} != {*map(ast.unparse, values)}:
                    found.append(ast.unparse(node))
    return found


def test_a_line_assigns_one_value():
    assert {name: found for name, text in SOURCES.items() if (found := assigned_at_once(text))} == {}
    assert len(assigned_at_once("a, b = b, a\na, b = 1, 2\na, b = f()\n")) == 1


def test_the_name_of_a_test_is_read_at_a_glance():
    tests = sorted(Path(__file__).parents[1].rglob("test_*.py"))
    names = [name for path in tests for name in re.findall(r"^ *def (test_\w+)", path.read_text("utf-8"), re.MULTILINE)]
    assert len(names) > 1000
    assert [name for name in names if len(name) > LONGEST_NAME] == []


def test_tests_make_their_applications_by_the_fixture():
    """`make_app` makes one that starts no thread, which would be at work in the tests that follow."""
    for path in sorted(Path(__file__).parents[1].rglob("test_*.py")):
        imported = [node.module for node in ast.walk(ast.parse(path.read_bytes())) if isinstance(node, ast.ImportFrom)]
        assert "scorekeeper.app" not in imported, path


def untyped(text):
    """Return the lines of a source that name `Any`, without imports and prose."""
    lines = (line.strip() for line in text.splitlines())
    return [line for line in lines if re.search(r"[\[ |=(]Any\b", line) and "import" not in line and '"""' not in line]


def test_the_core_has_types():
    found = [f"{name}: {line}" for name, text in SOURCES.items() if name.startswith(CORE) for line in untyped(text)]
    assert len(found) < FEWER_THAN, "\n".join(found)
    text = 'from typing import Any\n"""Any number."""\ndef f(x: Any) -> dict[str, Any]:\n    y: Mapping[str, Any] = x\n'
    assert len(untyped(text)) == 2
