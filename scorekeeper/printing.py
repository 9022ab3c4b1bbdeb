"""Output of the command line: its language, lines, tables, and mistakes in one line."""

import os
import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from io import TextIOWrapper
from itertools import pairwise
from typing import Any, BinaryIO, TextIO

from scorekeeper.language import Speech, find_locale
from scorekeeper.phrase import Phrase, Refused, Value, say

Row = Sequence[str]
Rows = Sequence[Row]
"""Rows of equally many cells: words in the first column, numbers in the others."""

_UNFIT = "[\0-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"

# Errors of the operating system and of SQLite that people meet; others stay as they are told.
_ERRORS = (
    say("No such file or directory"),
    say("Permission denied"),
    say("No space left on device"),
    say("Read-only file system"),
    say("Is a directory"),
    say("Not a directory"),
    say("File name too long"),
    say("Cannot assign requested address"),
    say("Name or service not known"),
    say("file is not a database"),
    say("unable to open database file"),
    say("database or disk is full"),
    say("database is locked"),
    say("attempt to write a readonly database"),
    say("disk I/O error"),
    say("database disk image is malformed"),
)
_ERRORS_BY_TEXT = {phrase.text: phrase for phrase in _ERRORS}


class Failure(Exception):  # noqa: N818 - the user's mistake, as Refused is
    """A mistake with its place, such as a file."""

    def __init__(self, where: Value, refused: Refused) -> None:
        super().__init__(where, refused)
        self.where = where
        self.refused = refused


@contextmanager
def blaming(where: Value) -> Iterator[None]:
    """Report refusals inside as mistakes in `where`."""
    try:
        yield
    except Refused as refused:
        raise Failure(where, refused) from None


def explain(failure: Failure, speech: Speech) -> str:
    """Return a failure in one line: file, deal, key and reason, if it has them, separated by colons."""
    refused = failure.refused
    deal = speech.say(say("deal {number}", number=str(refused.deal))) if refused.deal else ""
    excluded_by = f" ({refused.excluded_by})" if refused.excluded_by else ""
    parts = (speech.say(failure.where), deal, refused.key, speech.say(refused.phrase) + excluded_by)
    return clean(": ".join(part for part in parts if part))


def choose_speech(words: Sequence[str], environ: Mapping[str, str]) -> Speech:
    """Return the language of the command line and its parser: that of `--lang`, else the environment's."""
    home = next((environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "")
    home = home.partition("@")[0]
    wished = ""
    for word, following in pairwise((*words, "")):
        if word == "--":
            break
        if word == "--lang" or word.startswith("--lang="):
            wished = following if word == "--lang" else word.removeprefix("--lang=")
            break
    # If both are of one language, the environment's country determines the format of money.
    return Speech(find_locale((home, wished) if home.startswith(wished) else (wished,)))


def write_utf8() -> None:
    """Write UTF-8 in any locale, as names and signs are part of the output."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def clean(text: str) -> str:
    """Return `text` as one line with blanks for control characters, which could control a terminal."""
    return text if text.isprintable() else re.sub(_UNFIT, " ", text)


def print_lines(lines: Iterable[str]) -> None:
    """Print lines at once; raises as `write_out` does."""
    write_out(["".join([f"{clean(line)}\n" for line in lines])])


def write_out(parts: Iterable[str]) -> None:
    """Print the parts of a text unchanged. Raises Refused for errors of output, BrokenPipeError for a closed pipe."""
    if sys.stdout is not None:  # closed by the parent process
        _write_to(sys.stdout, parts)


def write_bytes_out(parts: Iterable[bytes]) -> None:
    """Write the parts of a file to standard output, as `write_out` does."""
    if sys.stdout is not None:
        _write_to(sys.stdout.buffer, parts)


def _write_to(stream: TextIO | BinaryIO, parts: Iterable[Any]) -> None:
    try:
        stream.writelines(parts)
        stream.flush()
    except OSError as error:
        _discard_buffer(stream)
        if isinstance(error, BrokenPipeError):
            raise
        raise Refused("", say("the output cannot be written: {error}", error=tell_error(error))) from error


def complain(line: str) -> None:
    """Print a mistake on standard error; if that fails, there is still the exit status."""
    if sys.stderr is None:
        return
    try:
        print(line, file=sys.stderr, flush=True)
    except OSError:
        _discard_buffer(sys.stderr)


def _discard_buffer(stream: TextIO | BinaryIO) -> None:
    """Discard the buffer of a stream, else Python complains about it at its end."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@lru_cache(maxsize=4096)  # the cells of tables repeat
def measure(text: str) -> int:
    """Return the number of terminal columns of `text`."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )


def measure_columns(rows: Iterable[Row]) -> list[int]:
    """Return the width of each column."""
    return [max(map(measure, column)) for column in zip(*rows, strict=True)]


def lay_out(rows: Rows, widths: Sequence[int] = ()) -> Iterator[str]:
    """Yield rows as lines, the first column aligned left and the others right; `widths` are measured unless given."""
    widths = widths or measure_columns(rows)
    for first, *others in rows:
        cells = [first + " " * (widths[0] - measure(first))]
        cells += [" " * (width - measure(cell)) + cell for cell, width in zip(others, widths[1:], strict=True)]
        yield "  " + "  ".join(cells).rstrip()


def list_rows(rows: Rows, indent: str = "") -> list[str]:
    """Return rows of words as lines with aligned columns; empty columns are left out."""
    columns = [*zip(*rows, strict=True)]
    columns = [column for column in columns if any(column)] or columns
    padded = []
    for column in columns:
        widths = [measure(cell) for cell in column]
        widest = max(widths)
        padded.append([cell + " " * (widest - width) for cell, width in zip(column, widths, strict=True)])
    return [indent + "  ".join(cells).rstrip() for cells in zip(*padded, strict=True)]


def tell_error(error: BaseException) -> Phrase | str:
    """Return the message of an error as a phrase if it is known."""
    return tell_message(plain_message(error))


def plain_message(error: BaseException) -> str:
    """Return the message of an error, in one line that is not too long."""
    message = error.strerror if isinstance(error, OSError) else None
    return " ".join((message or str(error)).split())[:200]


def tell_message(message: str) -> Phrase | str:
    """Return a message as a phrase if it is known."""
    return _ERRORS_BY_TEXT.get(message, message)
