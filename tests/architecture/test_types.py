"""How much of the core has no type: each `Any` there is a value that nobody checks."""

import re
from pathlib import Path

import scorekeeper

ROOM = Path(scorekeeper.__file__).parent
CORE = ("phrase.py", "reading.py", "cards", "games", "ledger", "night", "storage")
FEWER_THAN = 40  # lines that name it, outside of imports


def sources():
    """Yield the files of the core."""
    for name in CORE:
        yield from [ROOM / name] if name.endswith(".py") else sorted((ROOM / name).rglob("*.py"))


def untyped(text):
    """Return the lines of a source that name `Any`, without imports and prose."""
    lines = (line.strip() for line in text.splitlines())
    return [line for line in lines if re.search(r"[\[ |=(]Any\b", line) and "import" not in line and '"""' not in line]


def test_the_core_has_types():
    found = [f"{path.relative_to(ROOM)}: {line}" for path in sources() for line in untyped(path.read_text("utf-8"))]
    assert len(found) < FEWER_THAN, "\n".join(found)


def test_a_value_without_a_type_is_found():
    text = 'from typing import Any\n"""Any number."""\ndef f(x: Any) -> dict[str, Any]:\n    y: Mapping[str, Any] = x\n'
    assert len(untyped(text)) == 2
