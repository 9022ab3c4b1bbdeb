"""Parsing of typed dates, names and notes."""

from unicodedata import category, normalize

from scorekeeper import typed_numbers
from scorekeeper.people.names import LONGEST_NOTE
from scorekeeper.phrase import Refused, say
from scorekeeper.web.core.i18n import speech


def read_day(text: str) -> str:
    """Return the ISO date of a typed one, also as the reader's country writes it: 27.11.2026. Raises Refused."""
    return typed_numbers.read_day("date", text, speech().locale)


def normalize_text(text: str | None) -> str:
    """Return a typed text without surrounding and repeated blanks, each letter with its accents as one character."""
    text = " ".join((text or "").split())
    return text if len(text) > LONGEST_NOTE else normalize("NFC", text)  # a longer one may take quadratic time


# They reverse the rest of a line. Joiners within one sign are allowed.
_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def clean_text(text: str | None) -> str:
    """Return a normalized text without control characters."""
    return "".join(
        letter for letter in normalize_text(text) if category(letter) not in ("Cc", "Cs") and letter not in _BIDI
    )


def read_note(text: str | None) -> str:
    """Return a typed reason or note as `clean_text` does. Raises Refused if it is too long."""
    note = clean_text(text)
    if len(note) > LONGEST_NOTE:
        raise Refused("reason", say("a reason has at most {most} characters", most=LONGEST_NOTE))
    return note
