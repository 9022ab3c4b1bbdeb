"""The reader's language: texts from the catalogues, numbers and money in the format of the locale."""

import re
from collections.abc import Mapping
from copy import copy
from dataclasses import field
from datetime import date, datetime, time
from decimal import ROUND_HALF_UP, Decimal
from functools import cached_property, lru_cache
from gettext import GNUTranslations, NullTranslations
from typing import Any, Literal

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_datetime, format_time
from babel.numbers import format_currency, format_decimal, get_currency_symbol, parse_pattern

from scorekeeper.cards.notation import card_symbol
from scorekeeper.cards.thirds import sign_thirds
from scorekeeper.clock import moment
from scorekeeper.currencies import digits_shown
from scorekeeper.immutable import ImmutableValue
from scorekeeper.money import Stake, decimal_amount
from scorekeeper.paths import resources
from scorekeeper.phrase import Atom, Card, Money, Name, Phrase, Refused, Typed, Value, render, say
from scorekeeper.typed_numbers import write_number

LANGUAGES = ("en", "de")
_TAG = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*")
# What Austrians say instead of a word of the German catalogue, and where they write the sign of a currency.
_AUSTRIAN = {"Kassen": "Kassa", "Kasse": "Kassa", "Bube": "Bub"}
_GERMAN_ONLY = re.compile(r"\b(?:Kassen(?=[a-z])|Kasse\b|Bube\b)")
_AUSTRIAN_TAG = "de_AT"
_AUSTRIAN_MONEY = "#,##0.00\N{NO-BREAK SPACE}¤"
# Card ranks differ: a French Queen is a German Dame.
_RANKS = {"Q": say("Q"), "J": say("J"), "C": say("C"), "V": say("V")}


@lru_cache(maxsize=8)
def catalogue(language: str) -> NullTranslations:
    """Return the compiled catalogue of a language, cached by process; English is the source."""
    if language == LANGUAGES[0]:
        return NullTranslations()
    try:
        path = resources("translations") / f"{language}.mo"
    except Refused as refused:
        import logging

        logging.getLogger(__name__).error(Speech(Locale("en")).say(refused.phrase))  # English is the fallback
        return NullTranslations()
    with path.open("rb") as compiled:
        return GNUTranslations(compiled)


def load_languages() -> None:
    """Load the catalogues and number and date formats of all languages in this process."""
    for language in LANGUAGES:
        catalogue(language)
        number(0, language)


@lru_cache(maxsize=64)
def find_locale(wishes: tuple[str, ...]) -> Locale:
    """Return the first of the requested locales ("de-AT", "en_US.UTF-8") with a catalogue, else English."""
    for wish in wishes:
        tag = wish.split(".")[0].replace("_", "-")
        if not _TAG.fullmatch(tag):
            continue
        # Babel knows no "de-US"; its readers still get German.
        for spelled in (tag, tag.split("-")[0]):
            try:
                locale = Locale.parse(spelled, sep="-")
            except (ValueError, UnknownLocaleError):
                continue
            if locale.language in LANGUAGES:
                return locale
    return Locale("en")


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


class Speech(ImmutableValue):
    """One reader's language, and the names of the players; a `phrase.Voice`.

    `plain` follows the sign of a suit, so that phones show no picture for it.
    """

    locale: Locale
    names: Mapping[str, str] = field(default_factory=dict)
    plain: str = ""

    @cached_property
    def tag(self) -> str:
        """Return the name of the locale, cached, as Babel formats it anew each time."""
        return str(self.locale)

    @property
    def html_tag(self) -> str:
        """The name of the locale as HTML writes it."""
        return self.tag.replace("_", "-")

    @cached_property
    def dialect(self) -> str:
        """Return the language of the texts; Austrians have words of their own."""
        return _AUSTRIAN_TAG if _is_austrian(self.locale) else self.locale.language

    def text(self, phrase: Phrase, n: int) -> str:
        if not phrase.text:  # a catalogue keeps its own header under the empty text
            return ""
        texts = catalogue(self.locale.language)
        text = texts.ngettext(phrase.text, phrase.plural, n) if phrase.plural else texts.gettext(phrase.text)
        if self.dialect == _AUSTRIAN_TAG:
            text = _say_in_austrian(text)
        if self.plain and text[0] in "♣♠♥♦" and text[1:2] == " ":  # a suit's sign stays with its name
            return f"{text[0]}{self.plain}\u00a0{text[2:]}"
        return text

    def show(self, value: Atom) -> str:
        if isinstance(value, Name):
            return self.names.get(value.key, value.key)
        if isinstance(value, Card):
            return "".join(self.card_symbol(value.name))
        if isinstance(value, Money):
            return self.money(value.coins, value.currency) if value.currency else number(value.coins, self.tag)
        if isinstance(value, Typed):
            return (value.german if self.locale.language == "de" else "") or value.text
        return sign_thirds(value) if isinstance(value, str) else number(value, self.tag)

    def say(self, value: Value) -> str:
        """Return a phrase in this reader's language."""
        return render(value, self)

    def card_symbol(self, card: str) -> tuple[str, str]:
        """Return the sign of a card's suit, "" for none, and its rank in this language."""
        sign, rank = card_symbol(card)
        rank = self.say(_RANKS[rank]) if sign and rank in _RANKS else rank
        return sign and sign + self.plain, rank

    def points(self, value: int) -> str:
        """Return points won or lost, with their sign."""
        return ("+" if value > 0 else "") + number(value, self.tag)

    def halves(self, value: int) -> str:
        """Return a number of halves, 0 or more."""
        whole = number(value // 2, self.tag) if value != 1 else ""
        return f"{whole}½" if value % 2 else whole

    def average(self, total: int, of: int) -> str:
        """Return the average of points, rounded half up: to tenths for ten or more, else whole."""
        shown = (Decimal(total) / of).quantize(Decimal("0.1" if of >= 10 else "1"), ROUND_HALF_UP)
        return ("+" if shown > 0 else "") + _minus(format_decimal(shown or 0, locale=_printing(self.tag)))

    def money(self, coins: int, currency: str, signed: bool = False, form: str | None = None) -> str:
        """Return whole coins as an amount of money."""
        text = _money(coins, currency, self.tag, form)
        return f"+{text}" if signed and coins > 0 else text

    def amount(self, coins: int, currency: str, signed: bool = False) -> str:
        """Return whole coins as an amount under a heading that names the currency by its `sign`."""
        return self.money(coins, currency, signed, "#,##0.00")

    def sign(self, currency: str) -> str:
        """Return the sign of a currency beside an amount."""
        return get_currency_symbol(currency, self.locale)

    def decimal(self, stake: Stake) -> str:
        """Return the amount of a stake in typed form."""
        amount = decimal_amount(*stake)
        return write_number(amount, self.locale, digits_shown(amount, stake.currency))

    def money_of(self, points: int, stake: Stake, signed: bool = False) -> str:
        """Return the value of points as an amount of money."""
        return self.money(points * stake.coins, stake.currency, signed)

    def day(self, day: str, style: Literal["short", "long"] = "long") -> str:
        """Return an ISO date as a date to read; empty stays empty."""
        return _day(day, style, self.tag) if day else ""

    def clock(self) -> str:
        """Return the local time of day."""
        now = moment().astimezone()
        return _time(time(now.hour, now.minute), self.tag)

    def hour(self, hour: int) -> str:
        """Return a full hour of the day, from 0 to 23."""
        return _time(time(hour), self.tag)

    def moment(self, moment: str) -> str:
        """Return an ISO time in UTC as the local date and time of this computer."""
        try:
            local = datetime.fromisoformat(moment).astimezone()
        except (ValueError, OverflowError):  # the last local evening of the year 9999 is out of range
            return moment
        return _moment(local.replace(second=0, microsecond=0, tzinfo=None), self.tag)


def _is_austrian(locale: Locale) -> bool:
    return bool(locale.language == "de" and locale.territory == "AT")


@lru_cache(maxsize=4096)
def _say_in_austrian(text: str) -> str:
    return _GERMAN_ONLY.sub(lambda found: _AUSTRIAN[found[0]], text)


@lru_cache(maxsize=4096)
def number(value: int, locale: str) -> str:
    """Return a whole number as the locale writes it, with a real minus sign."""
    return _minus(format_decimal(value, locale=_printing(locale)))


@lru_cache(maxsize=4096)
def _money(coins: int, currency: str, tag: str, form: str | None = None) -> str:
    locale = _printing(tag)
    amount = decimal_amount(coins, currency)
    if not form and _is_austrian(locale):
        form = _AUSTRIAN_MONEY  # with a sign +0,30 €, not +€ 0,30
    pattern = copy(parse_pattern(form) if form else locale.currency_formats["standard"])
    digits = digits_shown(amount, currency)
    pattern.frac_prec = (digits, digits)  # what Babel knows of a currency changes with its version
    return _minus(format_currency(amount, currency, pattern, locale, currency_digits=False))


# Dates and times are the same for all readers of a locale, so they are cached; a locale by its name is found sooner.
@lru_cache(maxsize=256)
def _day(day: str, style: Literal["short", "long"], tag: str) -> str:
    return format_date(date.fromisoformat(day), style, locale=_printing(tag))


@lru_cache(maxsize=1024)
def _time(local: time, tag: str) -> str:
    return format_time(local, "short", locale=_printing(tag))


@lru_cache(maxsize=1024)
def _moment(local: datetime, tag: str) -> str:
    return format_datetime(local, "short", locale=_printing(tag))


def _minus(text: str) -> str:
    return text.replace("-", "−")
