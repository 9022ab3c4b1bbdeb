"""Reading and writing the text of a night file (TOML or JSON); only values that a night can contain are read."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, time
from itertools import takewhile
from typing import cast

from tomli_w import dumps

from scorekeeper.people.names import LONGEST_NOTE
from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.toml_reader import quick_readers, standard_reader
from scorekeeper.value_checks import shorten

_QUOTES = say("a text is not closed or has a character that it may not have; it begins and ends with a quotation mark")
_VALUE = say("there is no value; a text stands in quotation marks")
_TWICE = say("the same key or table stands there twice")
_SQUARE = say("a square bracket is not closed")
_LINE_NUMBER = r"\bline (\d{1,9})"
_TEXTS = r'"""|"(?:[^"\\]|\\.)*"|\'[^\']*\''
_WORD = "[^0-9+\\[{-]|$"


def _misread(text: str, error: ValueError) -> Refused:
    """Return a refusal with the deal, key, line and reason of a parser's error.

    Only the line of the error is used. The reason is found in that line, as the messages of parsers are English and
    change.
    """
    line = getattr(error, "lineno", 0)
    if not line and (found := re.search(_LINE_NUMBER, str(error))):
        line = int(found[1])
    rows = [row.strip() for row in text.rstrip().split("\n")]
    if isinstance(error, json.JSONDecodeError):
        reason = _explain_json(text[: error.pos].rstrip(), text[error.pos :].strip())
        key = ""
        deal = 0
    else:
        before = rows[: line - 1] if line else rows[:-1]
        row = rows[min(line, len(rows)) - 1]
        reason, key = _explain_toml(row, before)
        deal = sum(earlier.startswith("[[deals]]") for earlier in (*before, row))
    where = (
        say("line {line}: {reason}", line=line, reason=reason) if line else say("at its end: {reason}", reason=reason)
    )
    return Refused(shorten(key) if key else "", say("the file cannot be read: {error}", error=where), deal)


def _explain_toml(row: str, before: Sequence[str]) -> tuple[Phrase, str]:
    """Return the error in a line and its key, "" for none."""
    if row.startswith("["):
        return _TWICE if row.endswith("]") else _SQUARE, ""
    key, equals, value = (part.strip() for part in row.partition("="))
    if not key:
        return say("a line begins with a key, a [table] or #"), ""
    if not equals:
        return say("a key is followed by = and its value"), ""
    bare = re.sub(_TEXTS, "0", value)
    table = list(takewhile(lambda earlier: not earlier.startswith("["), reversed(before)))
    reason = say("something follows that does not belong to the value")
    if '"' in bare or "'" in bare:
        reason = _QUOTES
    elif bare.count("[") != bare.count("]"):
        reason = _SQUARE
    elif bare.count("{") != bare.count("}"):
        reason = say("a curly bracket is not closed")
    elif any(earlier.partition("=")[0].strip() == key for earlier in table):
        reason = _TWICE
    elif re.match(_WORD, bare) and bare not in ("true", "false"):
        reason = _VALUE
    return reason, key


def _explain_json(before: str, after: str) -> Phrase:
    if after.startswith('"') and before.endswith((":", "[", ",", "{")):
        return _QUOTES
    if re.sub(_TEXTS, "", before).count('"'):
        return _QUOTES
    if before.endswith((":", "[", ",")):
        return _VALUE
    if before.endswith("{"):
        return say("a key stands in quotation marks")
    with suppress(ValueError):
        json.loads(before)
        return say("something follows after the end")
    return say("a comma, a colon or a closing bracket is missing")


Read = Callable[[str], object]

_DEEPEST = 16  # tables and lists in one another
_ADDED = "export"  # the table for what an export adds to a night
_ADDITIONS = frozenset(("keys", "salts", "journal"))
_LONGEST_NUMBER = 256  # bits
# Readers of TOML take time and memory for the square of the parts of a dotted key. No text of a night looks like a key
# of more parts than the longest note could hold; all such keys together may have so many squared.
_LONGEST_KEY = LONGEST_NOTE // 2
_MOST_SQUARED = 2_000_000
_PART = r"""(?:(?<![A-Za-z0-9_-])[A-Za-z0-9_-]++|(?<!\\)"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
_DOTTED = rf"{_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{4,}}+"
_HERE = "\0"  # placeholder of the journal in its written table
_SURROGATE = "[\ud800-\udfff]"
_CONTROL = "[\0-\x1f\x7f]"  # TOML and JSON write these in different ways
_JSON = json.JSONEncoder(ensure_ascii=False)


def load(text: str) -> dict[str, object]:
    """Return the tables of a night file, TOML or JSON. Raises Refused where it is neither.

    TOML is read by a quicker reader if one is installed; a text that it refuses is read again by the standard library.
    """
    if text.lstrip().startswith("{"):
        return _load(text, json.loads)
    _refuse_long_keys(text)
    for quick in quick_readers():
        with suppress(Refused):
            return _load(text, quick)
    return _load(text, standard_reader())


def _refuse_long_keys(text: str) -> None:
    """Refuse keys with so many parts that reading them would take too much time and memory."""
    lines = [line for line in text.split("\n") if line.count(".") >= _DEEPEST]
    parts = [found[0].count(".") + 1 for line in lines for found in re.finditer(_DOTTED, line)]
    if max(parts, default=0) > _LONGEST_KEY or sum([number**2 for number in parts]) > _MOST_SQUARED:
        raise Refused("", say("the file is nested too deeply"))


def _load(text: str, read: Read) -> dict[str, object]:
    try:
        data = read(text)
    except RecursionError:
        raise Refused("", say("the file is nested too deeply")) from None
    except ValueError as error:
        if type(error) is ValueError:  # more digits than Python converts; its message is for programmers
            raise Refused("", say("the file cannot be read: a number in it is too long")) from None
        raise _misread(text, error) from None
    if not isinstance(data, dict):
        raise Refused("", say("the file is not a table of keys"))
    if read is not json.loads:
        data = _lift(data)
    _refuse_unfit(data)
    return data


def _lift(data: dict[str, object]) -> dict[str, object]:
    """Return the tables with the additions of an export at the top, where JSON and earlier exports have them."""
    added = data.get(_ADDED)
    if not isinstance(added, dict) or added.keys() & data.keys() or not added.keys() <= _ADDITIONS:
        return data
    return {**{key: value for key, value in data.items() if key != _ADDED}, **added}


def write_toml(night: Mapping[str, object]) -> str:
    """Return a night's tables as TOML."""
    return "".join(toml_parts(night))


def toml_parts(night: Mapping[str, object], readable: bool = False) -> Iterator[str]:
    """Yield the text of `write_toml` in parts, with a table for each deal (the library puts short ones in one line).

    A `readable` file has the additions of an export last; others keep their place, as exports are compared byte for
    byte. Deals and journal may be iterators.
    """
    last = _ADDITIONS if readable else frozenset()
    yield from _table_parts({key: value for key, value in night.items() if key != "deals" and key not in last})
    for deal in cast("Iterable[object]", night.get("deals", ())):
        yield "\n[[deals]]\n" + dumps({"deals": deal}).removeprefix("[deals]\n")
    if added := {key: night[key] for key in night if key in last}:
        yield "\n"
        yield from _table_parts(added, _ADDED)


def _table_parts(table: Mapping[str, object], name: str = "") -> Iterator[str]:
    """Yield a table as `dumps` writes it, with its journal, the only long list, line by line."""
    outline = {key: _HERE if key == "journal" else value for key, value in table.items()}
    written = dumps({name: outline} if name else outline)
    if "journal" not in table:
        yield written
        return
    before, after = written.split(_text(_HERE), 1)
    yield before
    yield from _list_parts(map(_text, cast("Iterable[str]", table["journal"])), ",\n    ", "\n    ", ",\n")
    yield after


def _text(text: str) -> str:
    """Return a text in TOML, if possible by the JSON encoder, which is thirty times faster."""
    return dumps({"x": text})[4:-1] if re.search(_CONTROL, text) else _JSON.encode(text)


def json_parts(night: Mapping[str, object], indent: int | None = None) -> Iterator[str]:
    """Yield a night's tables as `json.dumps` writes them, in parts; deals and journal may be iterators."""
    encode = json.JSONEncoder(ensure_ascii=False, indent=indent).encode
    wide, deep = ("", "") if indent is None else ("\n" + " " * indent, "\n" + " " * 2 * indent)
    comma = ", " if indent is None else ","
    for place, (key, value) in enumerate(night.items()):
        yield f"{comma if place else '{'}{wide}{encode(key)}: "
        if isinstance(value, Iterator):
            yield from _list_parts((encode(item).replace("\n", deep) for item in value), comma + deep, deep, wide)
        else:
            yield encode(value).replace("\n", wide)
    yield ("" if indent is None else "\n") + "}"


def _list_parts(items: Iterable[str], between: str, first: str, last: str) -> Iterator[str]:
    """Yield a list of encoded items; an empty one takes one line."""
    empty = True
    for item in items:
        yield ("[" + first if empty else between) + item
        empty = False
    yield "[]" if empty else last + "]"


def _refuse_unfit(data: Mapping[str, object]) -> None:
    """Refuse values that TOML or JSON can contain and a night cannot."""
    for key, value in data.items():
        if key == "deals" and isinstance(value, list):
            for number, deal in enumerate(value, start=1):
                _refuse_value("", deal, number)
        elif key != "date" or not isinstance(value, date | time):  # the only date in a night file
            _refuse_value(key, value)


def _refuse_value(key: str, value: object, deal: int = 0, depth: int = 0) -> None:
    if isinstance(value, str) and value.isascii() and "\0" not in value and depth <= _DEEPEST:
        return  # like nearly every value
    if reason := _unfit(value, depth):
        raise Refused(shorten(key), reason, deal)
    if isinstance(value, dict):
        for name, part in value.items():
            _refuse_value(key, name, deal, depth + 1)
            _refuse_value(key or name, part, deal, depth + 1)
    elif isinstance(value, list):
        for part in value:
            _refuse_value(key, part, deal, depth + 1)


def _unfit(value: object, depth: int) -> Phrase | None:
    """Return why a night cannot contain a value, None if it can."""
    if depth > _DEEPEST:
        return say("this is nested too deeply")
    if isinstance(value, str):
        if "\0" in value:  # SQLite stores it, PostgreSQL does not
            return say("this contains a NUL, a character that cannot be stored: take it out")
        if not value.isascii() and re.search(_SURROGATE, value):
            return say("this is not Unicode text")
    elif value is None:
        return say("null is no answer; leave the key out")
    elif isinstance(value, int) and value.bit_length() > _LONGEST_NUMBER:
        return say("this number is too long")
    elif isinstance(value, date | time):
        return say("{value} is a date or a time; neither can stand here", value=str(value))
    return None
