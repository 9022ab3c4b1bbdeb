"""Parsing of typed dates, names and notes."""

from datetime import date
from unicodedata import category, normalize

from scorekeeper.people.names import LONGEST_NOTE
from scorekeeper.phrase import Refused, say


def read_day(text: str) -> str:
    """Return an ISO date. Raises Refused."""
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise Refused("date", say("{value} is not a date like 2026-11-21", value=text[:40])) from None


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
