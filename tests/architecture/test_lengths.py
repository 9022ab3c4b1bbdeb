"""How long a function and a file may be, so that each can be read at one go."""

import ast
from collections.abc import Iterator
from pathlib import Path

import scorekeeper

ROOM = Path(scorekeeper.__file__).parent
MOST_OF_A_FUNCTION = 25  # lines, without its docstring
MOST_OF_A_FILE = 250

# Each with the reason why it is longer; one that is no longer needed is taken out.
LONG_FUNCTIONS: dict[str, str] = {}
LONG_FILES = {
    "night/acts.py": "one dataclass for each act of the journal",
}


def sources() -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each file of the package."""
    for path in sorted(ROOM.rglob("*.py")):
        yield path.relative_to(ROOM).as_posix(), path.read_text("utf-8")


def long_functions(name: str, text: str) -> Iterator[str]:
    """Yield the functions of a file that are too long."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            told = node.body[0] if ast.get_docstring(node) else None
            docstring = told.end_lineno - told.lineno + 1 if told else 0
            if node.end_lineno - node.lineno + 1 - docstring > MOST_OF_A_FUNCTION:
                yield f"{name} {node.name}"


def test_no_function_is_long():
    long = {found for name, text in sources() for found in long_functions(name, text)}
    assert long == LONG_FUNCTIONS.keys()


def test_no_file_is_long():
    long = {name for name, text in sources() if len(text.splitlines()) > MOST_OF_A_FILE}
    assert long == LONG_FILES.keys()


def test_no_file_is_named_as_its_function():
    for name, text in sources():
        functions = {node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)}
        assert Path(name).stem not in functions, name


def test_a_long_function_is_found():
    lines = [f"    x = {line}" for line in range(MOST_OF_A_FUNCTION)]
    assert list(long_functions("x.py", "\n".join(["def f():", *lines]))) == ["x.py f"]
    assert not list(long_functions("x.py", "\n".join(["def f():", '    """Told."""', *lines[1:]])))
