"""Whole numbers, averages and amounts of money as a locale writes them.

The usual locales are written down here, as scoring a small night takes less time than loading what Babel knows of a
language; a test holds them against Babel, which writes those of all others and the signs of other currencies.
"""

from collections.abc import Mapping
from copy import copy
from decimal import Decimal
from functools import lru_cache
from typing import Any, NamedTuple

from babel import Locale

from scorekeeper.currencies import digits_shown
from scorekeeper.money import decimal_amount

_BARE = "#,##0.00"
_AUSTRIAN = "#,##0.00\N{NO-BREAK SPACE}¤"  # with a sign +0,30 €, not +€ 0,30


class NumberFormat(NamedTuple):
    """The decimal point, the sign between thousands, how an amount and a loss stand beside a currency, and its signs.

    `#` is the number and ¤ the sign of the currency, by its code.
    """

    point: str
    thousands: str
    amount: str
    loss: str
    signs: Mapping[str, str]

    def write(self, number: str) -> str:
        """Return a number in this format that Python wrote with commas between thousands."""
        return number.translate({ord(","): self.thousands, ord("."): self.point})


_GERMAN = NumberFormat(",", ".", "#\N{NO-BREAK SPACE}¤", "-#\N{NO-BREAK SPACE}¤", {"EUR": "€"})
_BRITISH = NumberFormat(".", ",", "¤#", "-¤#", {"EUR": "€", "GBP": "£"})
_AMERICAN = _BRITISH._replace(signs={"EUR": "€", "GBP": "£", "USD": "$"})
USUAL: Mapping[str, NumberFormat] = {
    "de": _GERMAN,
    "de_DE": _GERMAN,
    "de_AT": _GERMAN,
    "de_CH": NumberFormat(".", "’", "¤\N{NO-BREAK SPACE}#", "¤-#", {"CHF": "CHF", "EUR": "EUR"}),
    "en": _AMERICAN,
    "en_US": _AMERICAN,
    "en_GB": _BRITISH,
}


class _Printing(Locale):
    """A locale without straight apostrophes between thousands: Babel 2.19 drops two of them as quotation marks."""

    @property
    def number_symbols(self) -> Any:
        latin = dict(super().number_symbols["latn"])
        return {"latn": {**latin, "group": latin["group"].replace("'", "’")}}


@lru_cache(maxsize=64)
def _printing(tag: str) -> Locale:
    locale = Locale.parse(tag)
    return _Printing(locale.language, locale.territory, locale.script, locale.variant)


@lru_cache(maxsize=4096)
def number(value: int | Decimal, tag: str) -> str:
    """Return a whole number or one with tenths as the locale writes it, with a real minus sign."""
    if usual := USUAL.get(tag):
        return _minus(usual.write(f"{value:,}".removesuffix(".0")))
    from babel.numbers import format_decimal

    return _minus(format_decimal(value, locale=_printing(tag)))


@lru_cache(maxsize=4096)
def money(coins: int, currency: str, tag: str, bare: bool = False) -> str:
    """Return whole coins as an amount of money, `bare` without the sign of its currency, with a real minus sign."""
    amount = decimal_amount(coins, currency)
    digits = digits_shown(amount, currency)
    if usual := USUAL.get(tag):
        if bare:
            return _minus(usual.write(f"{amount:,.{digits}f}"))
        form = usual.loss if coins < 0 else usual.amount
        written = form.replace("#", usual.write(f"{abs(amount):,.{digits}f}"))
        return _minus(written.replace("¤", currency_sign(currency, tag)))
    from babel.numbers import format_currency, parse_pattern

    locale = _printing(tag)
    own_form = _BARE if bare else _AUSTRIAN if is_austrian(locale) else ""
    pattern = copy(parse_pattern(own_form) if own_form else locale.currency_formats["standard"])
    pattern.frac_prec = (digits, digits)  # what Babel knows of a currency changes with its version
    return _minus(format_currency(amount, currency, pattern, locale, currency_digits=False))


def currency_sign(currency: str, tag: str) -> str:
    """Return the sign of a currency beside an amount, its code where it has none."""
    usual = USUAL.get(tag)
    if usual and currency in usual.signs:
        return usual.signs[currency]
    from babel.numbers import get_currency_symbol

    return get_currency_symbol(currency, tag)


def decimal_point(tag: str) -> str:
    """Return the sign between whole numbers and decimals."""
    if usual := USUAL.get(tag):
        return usual.point
    from babel.numbers import get_decimal_symbol

    return get_decimal_symbol(tag)


def is_austrian(locale: Locale) -> bool:
    """Return whether it is the German of Austria."""
    return bool(locale.language == "de" and locale.territory == "AT")


def _minus(text: str) -> str:
    return text.replace("-", "−")
