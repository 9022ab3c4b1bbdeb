"""Parsing of typed dates, names and notes."""

import re
from datetime import date
from unicodedata import category, normalize

from scorekeeper.people.names import LONGEST_NOTE
from scorekeeper.phrase import Refused, say
from scorekeeper.web.core.i18n import speech

_DAY = re.compile(r"(\d{1,4})[./-] ?(\d{1,2})[./-] ?(\d{1,4})", re.ASCII)


def read_day(text: str) -> str:
    """Return the ISO date of a typed one, also as the reader's country writes it: 27.11.2026. Raises Refused."""
    try:
        if found := _DAY.fullmatch(text):
            return _read_day(*found.groups()).isoformat()
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise Refused("date", say("{value} is not a date like 2026-11-21", value=text[:40])) from None


def _read_day(*parts: str) -> date:
    pattern = speech().locale.date_formats["short"].pattern
    order = sorted("yMd", key=pattern.index) if len(parts[0]) < 3 else "yMd"
    numbers = {name: int(part) for name, part in zip(order, parts, strict=True)}
    century = 2000 if numbers["y"] < 100 else 0
    return date(century + numbers["y"], numbers["M"], numbers["d"])


def clean(text: str | None) -> str:
    """Return a typed text without surrounding and repeated blanks, each letter with its accents as one character."""
    text = " ".join((text or "").split())
    return text if len(text) > LONGEST_NOTE else normalize("NFC", text)  # a longer one may take quadratic time


# They reverse the rest of a line. Joiners within one sign are allowed.
_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def tidy(text: str | None) -> str:
    """Return a cleaned text without control characters."""
    return "".join(letter for letter in clean(text) if category(letter) not in ("Cc", "Cs") and letter not in _BIDI)


def read_note(text: str | None) -> str:
    """Return a typed reason or note, tidied. Raises Refused if it is too long."""
    note = tidy(text)
    if len(note) > LONGEST_NOTE:
        raise Refused("reason", say("a reason has at most {most} characters", most=LONGEST_NOTE))
    return note
