"""The lines of a text in TOML where its keys stand, so that a refusal can name them."""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from scorekeeper.phrase import Refused, say
from scorekeeper.value_checks import find_place

Path = tuple[str | int, ...]
"""The keys that lead to a value; the tables of a list are numbered from 1."""

_TOKENS = (
    r"""^[ \t]*\[\[?[ \t\w.-]+\]\]?[ \t]*(?=\#|$)|["]{3}[\s\S]*?["]{3}|'{3}[\s\S]*?'{3}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'"""
    r"""|\#[^\n]*|\n|[][{}=,]|[^][{}=,\#"'\s]+"""
)
_NUMBERED = "(.+) ([0-9]+)"


@contextmanager
def naming_lines(text: str) -> Iterator[None]:
    """Add the line of a text to a refusal inside that names a place in a document of a game of one's own."""
    try:
        yield
    except Refused as refused:
        if line := _find_line(text, refused):
            phrase = say("line {line}: {reason}", line=line, reason=refused.phrase)
            raise Refused(refused.key, phrase, refused.deal, refused.excluded_by) from None
        raise


def _find_line(text: str, refused: Refused) -> int:
    """Return the line of the place that a refusal names, or of the table that it is missing in; 0 for none."""
    path: list[str | int] = [*refused.key.split(".")] if refused.key else []
    place = find_place(refused)
    for part in place:
        numbered = re.fullmatch(_NUMBERED, part)
        path += [numbered[1], int(numbered[2])] if numbered else [part]
    if not place:
        return 0
    lines: dict[Path, int] = {}
    for found, line in _find_keys(text):
        lines.setdefault(found, line)
    return next((lines[tuple(path[:stop])] for stop in range(len(path), 0, -1) if tuple(path[:stop]) in lines), 0)


def _find_keys(text: str) -> Iterator[tuple[Path, int]]:
    """Yield the keys and tables of a text, and the tables of its lists, with their lines."""
    line = 1
    header: Path = ()
    path: Path = ()
    word = ""
    tables = Counter[Path]()
    inside: list[tuple[Path, bool]] = []  # tables and lists (True) with brackets that are not closed yet
    for found in re.finditer(_TOKENS, text, re.MULTILINE):
        token = found[0].strip(" \t")
        if token.startswith("[") and len(token) > 1 and not inside:
            path = tuple(part.strip() for part in token.strip("[]").split("."))
            if token.startswith("[["):
                tables[path] += 1
                path = (*path, tables[path])
            header = path
            yield path, line
        elif token in ("{", "["):
            if inside and inside[-1][1]:
                tables[path] += 1
                path = (*path, tables[path])
            inside.append((path, token == "["))
            yield path, line
        elif token in ("}", "]") and inside:
            inside.pop()
            path = inside[-1][0] if inside else header
        elif token == "=":
            path = (*(inside[-1][0] if inside else header), *word.split("."))
            yield path, line
        elif not token.startswith("#"):
            word = token.strip("\"'")
        line += found[0].count("\n")
