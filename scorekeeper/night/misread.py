"""Where and why a text is no TOML or JSON, in the reader's language: the parsers say it in English."""

import re

from scorekeeper.phrase import Phrase, say

_PLACE = re.compile(r"\(at line (\d{1,9}), column (\d{1,9})\)$")  # as the standard library ends its words on TOML

_QUOTES = say("a text is not closed or holds what it cannot; it begins and ends with a quotation mark")
_VALUE = say("there is no value; a text stands in quotation marks")
_TWICE = say("the same key or table stands there twice")
_REASONS = (
    ("Expected '=' after", say("a key is followed by = and its value")),
    ("Expected ']", say("a square bracket is not closed")),
    ("Unclosed array", say("a square bracket is not closed")),
    ("Unclosed inline table", say("a curly bracket is not closed")),
    ("Expected newline", say("something follows that does not belong to the value")),
    ("Invalid statement", say("a line begins with a key, a [table] or #")),
    ("Invalid initial character", say("a key that is not of letters, digits, - and _ stands in quotation marks")),
    ("Invalid date", say("there is no such date")),
    ("Expecting property name", say("a key stands in quotation marks")),
    ("Expecting ':'", say("a key is followed by : and its value")),
    ("Expecting ','", say("a comma or a closing bracket is missing")),
    ("Extra data", say("something follows after the end")),
    *((begins, _VALUE) for begins in ("Invalid value", "Invalid hex", "Expecting value")),
    *((begins, _TWICE) for begins in ("Cannot", "Duplicate")),
    *((begins, _QUOTES) for begins in ("Unterminated", "Illegal", "Expected", "Unescaped", "Escaped", "Invalid")),
)


def tell_misread(error: ValueError) -> Phrase:
    """Return where a parser gave up, and why."""
    message = str(error)
    reason = next((reason for begins, reason in _REASONS if message.startswith(begins)), say("this is not readable"))
    line, column = getattr(error, "lineno", 0), getattr(error, "colno", 0)
    if found := _PLACE.search(message):
        line, column = int(found[1]), int(found[2])
    if not line:
        return say("at its end: {reason}", reason=reason)
    return say("line {line}, column {column}: {reason}", line=line, column=column, reason=reason)
