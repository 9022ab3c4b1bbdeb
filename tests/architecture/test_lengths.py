"""How long a file may be: ruff limits the complexity of functions, and nothing limits their length."""

import ast
from collections.abc import Iterator
from pathlib import Path

import scorekeeper

PACKAGE = Path(scorekeeper.__file__).parent
MOST_LINES = 500

# Each with the reason why it is longer.
LONG_FILES: dict[str, str] = {}


def sources() -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each file of the package."""
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path.relative_to(PACKAGE).as_posix(), path.read_text("utf-8")


def test_a_file_over_500_lines_has_a_reason():
    long = {name for name, text in sources() if len(text.splitlines()) > MOST_LINES}
    assert long == LONG_FILES.keys()


def test_no_file_is_named_as_its_function():
    for name, text in sources():
        functions = {node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)}
        assert Path(name).stem not in functions, name
