"""Numbers, amounts of money, currencies and dates as people type and paste them: the one reader of forms and commands.

It folds the signs first: any minus, any blank, any apostrophe. A point or comma before exactly three digits may begin
thousands or decimals ("1.000"), so such a number is refused once, with what it was read as (`Ambiguous`). So is an
amount with point and comma the other way round than in the reader's country.
"""

import re
from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from babel import Locale
from babel.numbers import get_decimal_symbol

from scorekeeper.currencies import DIGITS, WHOLE
from scorekeeper.money import check_money
from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.value_checks import fold_signs, shorten

_LONGEST = 100  # characters, of a sum
_MOST_DIGITS = 12  # of a whole number
# Digits, perhaps with thousands apart, in India also lakhs; then decimals. "5.-" is five without cents.
_NUMBER = r"""(?x)(?P<whole>[0-9]*|[0-9]{1,3}(?P<apart>[ '.,])(?:[0-9]{2,3}(?P=apart))*[0-9]{3})
        (?:(?!(?P=apart))(?P<point>[.,])(?:(?P<behind>[0-9]{0,15})|\ ?--?))?"""
_BARE = "[-0-9 .,']+"
# A plus sign before the number, also behind its currency: +5, CHF+5, Fr. +5. An O may be a zero.
_PLUS = r"([^-+\d.,Oo][^-+\d.,]{0,8}\.? ?)?\+"
_DAY = "([0-9]{1,4})[./-] ?([0-9]{1,2})[./-] ?([0-9]{1,4})"
# What people write for a currency, and for a hundredth of it.
_NAMES = {
    "EUR": "€ euro euros",
    "CHF": "fr. fr sfr. sfr franken francs franchi",
    "USD": "$ us$ $us dollar dollars",
    "GBP": "£ £gb pound pounds pfund",
    "CZK": "kč kc kč. koruna koruny korun kronen",
    "PLN": "zł zl złoty złotych zloty",
    "HUF": "ft ft. forint",
}
# What several currencies are called, so that it names none by itself.
_SHARED_NAMES = dict.fromkeys(("DKK", "ISK", "NOK", "SEK"), "kr kr. kronor kroner krónur kronen")
_HUNDREDTHS = {
    "EUR": "c ct ct. cent cents ¢",
    "CHF": "rp rp. rappen ct ct. cts centime centimes",
    "USD": "c ct ct. cent cents ¢",
    "GBP": "p penny pence",
    "CZK": "h haléř haléře haléřů heller",
    "PLN": "gr gr. grosz grosze groszy",
    "HUF": "fillér filler",
}


class Ambiguous(Refused):
    """A `typed` number whose point or comma may begin thousands or decimals; `plain` is what it was read as."""

    def __init__(self, key: str, typed: str, plain: str, unit: str = "", reason: Phrase | None = None) -> None:
        number = f"{plain} {unit}".rstrip()
        values = {"value": shorten(typed), "number": number}
        read = say("{value} was read as {number}; if that is right, send it once more", **values)
        super().__init__(key, reason or read)
        self.typed = typed
        self.plain = plain


def read_whole(key: str, text: str) -> int:
    """Return a typed whole number or sum of some. Raises Refused."""
    if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS:  # like nearly every count
        return int(text)
    problem = Refused(key, say("{value} is not a whole number", value=shorten(text)))
    total = Decimal(0)
    is_clear = True
    for term in _terms(text, problem):
        number, clear = _read_number(term, problem, thousands=True)
        total += number
        is_clear = is_clear and clear
    if abs(total) >= 10**_MOST_DIGITS:
        raise Refused(key, say("{value} is too large", value=shorten(text)))
    if total != total.to_integral_value():
        raise problem
    if not is_clear:
        raise Ambiguous(key, text, str(int(total)))
    return int(total)


def read_amount(key: str, text: str, locale: Locale, currency: str = "EUR") -> Decimal:
    """Return a typed amount of money or sum of some, with a decimal point or comma. Raises Refused.

    The currency may be named with it, such as "1.50 Euro" or "EUR 2", or a hundredth of it, such as "10 ct".
    """
    problem = Refused(key, say("{value} is not an amount of money; write it like 0.10", value=shorten(text)))
    point = get_decimal_symbol(locale)
    is_whole = not DIGITS[currency] or currency in WHOLE
    total = Decimal(0)
    is_clear = True
    for term in _terms(text, problem):
        typed, scale = _without_unit(key, term, locale, currency)
        number, clear = _read_number(typed, problem, thousands=is_whole or point not in typed, point=point)
        total += number.scaleb(-scale)
        is_clear = is_clear and clear
    if not is_clear:
        raise Ambiguous(key, text, write_number(total, locale), currency)
    return total


def write_number(number: Decimal, locale: Locale, decimals: int = 0) -> str:
    """Return a number as the locale types it, with at least so many decimals, so that it is read back without a doubt.

    It has no thousands apart, and never three decimals.
    """
    digits = max(-int(number.normalize().as_tuple().exponent), decimals)
    return f"{number:.{digits + (digits == 3)}f}".replace(".", get_decimal_symbol(locale))


def read_currency(key: str, text: str, locale: Locale) -> str:
    """Return the code of a currency that was typed as code, sign or name. Raises Refused, also for what is no money."""
    typed = fold_signs(text)
    code = typed.upper()
    if code not in DIGITS:
        local = (known for known, sign in locale.currency_symbols.items() if sign == typed and known in DIGITS)
        named = (known for known, names in _NAMES.items() if typed.casefold() in names.split())
        code = next(local, None) or next(named, "")
    if not code:
        raise Refused(key, say("{value} is not a currency code like EUR", value=shorten(text)))
    check_money(key, code)
    return code


def read_day(key: str, text: str, locale: Locale) -> str:
    """Return the ISO date of a typed one, also as the reader's country writes it: 27.11.2026. Raises Refused."""
    try:
        if found := re.fullmatch(_DAY, text):
            return _read_day(found.groups(), locale).isoformat()
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise Refused(key, say("{value} is not a date like 2026-11-21", value=text[:40])) from None


def _read_day(parts: Sequence[str], locale: Locale) -> date:
    pattern = locale.date_formats["short"].pattern
    order = sorted("yMd", key=pattern.index) if len(parts[0]) < 3 else "yMd"
    numbers = {name: int(part) for name, part in zip(order, parts, strict=True)}
    century = 2000 if numbers["y"] < 100 else 0
    return date(century + numbers["y"], numbers["M"], numbers["d"])


def _terms(text: str, problem: Refused) -> list[str]:
    """Return the terms of a sum, such as "12" and "5" of "12+5"."""
    typed = fold_signs(text)
    if len(typed) > _LONGEST or re.search(r"\+ ?-", typed):
        raise problem
    if signed := re.match(_PLUS, typed):
        unit = re.sub(r"\.$", ". ", signed[1] or "")  # the point is none of the number
        typed = unit + typed[signed.end() :]
    return [term.strip() for term in typed.split("+")]


def _read_number(typed: str, problem: Refused, thousands: bool, point: str = "") -> tuple[Decimal, bool]:
    """Return a number without a unit, and whether it is clear; if not, it is read with `thousands` or without.

    It is not if a point or comma stands before exactly three digits, or both the other way round than the `point`.
    """
    typed = re.sub("[Oo]", "0", typed)
    found = re.fullmatch(_NUMBER, typed.removeprefix("-").strip())
    if not found or not (found["whole"] or found["behind"]):
        raise problem
    whole = re.sub("[ '.,]", "", found["whole"])
    behind = found["behind"] or ""
    is_either = not found["apart"] and len(behind) == 3 and 0 < len(whole) <= 3 and whole[0] != "0"
    is_abroad = found["apart"] in (".", ",") and found["point"] not in (None, point or found["point"])
    if is_either and thousands:
        whole = whole + behind
        behind = ""
    number = Decimal(f"{whole or 0}.{behind}" if behind else whole)
    return -number if typed.startswith("-") else number, not (is_either or is_abroad)


def _without_unit(key: str, term: str, locale: Locale, currency: str) -> tuple[str, int]:
    """Return an amount without its unit, and 2 where that is a hundredth of the currency, else 0. Raises Refused."""
    if re.fullmatch(_BARE, term):  # like nearly every amount of a long table
        return term, 0
    if found := _find_unit(term, currency, locale):
        return found
    codes = [code for code in re.findall("[A-Z]{3}", term.upper()) if code in DIGITS]
    for other in (*codes, *_NAMES):
        if _find_unit(term, other, locale):
            values = {"value": shorten(term), "other": other, "currency": currency}
            raise Refused(key, say("{value} is in {other}, but here it is {currency}", **values))
    return term, 0


def _find_unit(term: str, currency: str, locale: Locale) -> tuple[str, int] | None:
    for unit, scale in _units(currency, locale):
        word = re.escape(unit)
        before = re.fullmatch(rf"(-?) ?{word}(?!(?<=[^\W\d_])[^\W\d_]) ?([^A-Za-z]*[0-9].*)", term, re.IGNORECASE)
        behind = re.fullmatch(rf"(.*?) ?(?<![^\W\d_]){word}", term, re.IGNORECASE)
        if before or behind:
            return (before[1] + before[2] if before else behind[1] if behind else ""), scale
    return None


def _units(currency: str, locale: Locale) -> list[tuple[str, int]]:
    """Return what may stand beside an amount, the longest first, each with its scale."""
    words = f"{_NAMES.get(currency, '')} {_SHARED_NAMES.get(currency, '')}".split()
    names = (currency, locale.currency_symbols.get(currency, currency), *words)
    units = [(fold_signs(name), 0) for name in names]
    units += [(name, 2) for name in _HUNDREDTHS.get(currency, "").split()]
    return sorted(units, key=lambda unit: -len(unit[0]))
