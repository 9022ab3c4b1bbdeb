"""Parsing of typed numbers, dates, amounts of money, names and notes."""

import re
from datetime import date
from decimal import Decimal
from unicodedata import category, normalize

from babel import Locale
from babel.numbers import NumberFormatError, parse_decimal

from scorekeeper.people.names import LONGEST_NOTE
from scorekeeper.phrase import Refused, say
from scorekeeper.reading import shown, zeros


def read_whole(key: str, text: str) -> int:
    """Return a typed whole number, with any kind of minus sign. Raises Refused."""
    plain = zeros(text).replace("−", "-").replace("–", "-").replace(" ", "")
    if not re.fullmatch("[+-]?[0-9]{1,12}", plain):
        raise Refused(key, say("{value} is not a whole number", value=shown(text)))
    return int(plain)


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


_EITHER_SIGN = re.compile(r"(\d{1,9})[.,](\d\d?)")
_EURO = "euros?|eur|€"
_CENT = re.compile(r"(?<![a-z])(?:cents?|ct)\Z", re.IGNORECASE)


def read_amount(text: str, locale: Locale, currency: str = "EUR") -> Decimal:
    """Return an amount of money with a decimal point or comma, or as in the locale. Raises Refused.

    The currency may be named with it, such as "1.50 Euro" or "EUR 2", or the amount be in cents, as "10 ct".
    """
    number = zeros(text)
    cents = _CENT.search(number)
    if cents:
        number = number[: cents.start()].strip()
    else:
        unit = _EURO if currency == "EUR" else re.escape(currency)
        number = re.sub(rf"(?i)\A(?:{unit})|(?<![a-z])(?:{unit})\Z", "", number, count=1).strip()
    try:
        if plain := _EITHER_SIGN.fullmatch(number):  # no locale groups thousands in ones or twos
            amount = Decimal(".".join(plain.groups()))
        else:
            amount = parse_decimal(number, locale=locale, strict=True)
        return amount.scaleb(-2) if cents else amount
    except (NumberFormatError, ArithmeticError):  # of Babel's arithmetic
        problem = say("{value} is not an amount of money; write it like 0.10", value=shown(text))
        raise Refused("stake", problem) from None


def read_note(text: str | None) -> str:
    """Return a typed reason or note, tidied. Raises Refused if it is too long."""
    note = tidy(text)
    if len(note) > LONGEST_NOTE:
        raise Refused("reason", say("a reason has at most {most} characters", most=LONGEST_NOTE))
    return note
