"""The usual locales write numbers and money as Babel does."""

import pytest
from babel import Locale

from scorekeeper import number_formats
from scorekeeper.currencies import DIGITS
from scorekeeper.language import Speech
from scorekeeper.number_formats import USUAL, currency_sign, decimal_point

COINS = (0, 5, -5, 99, -100, 123456, -1234567890, 10**15)
AVERAGES = ((0, 10), (-1, 99), (25, 10), (-100, 10), (123456789, 10), (-7, 2))


def written(tag):
    """Return everything that a locale writes, as it is not kept from an earlier call."""
    for kept in (number_formats.number, number_formats.money):
        kept.cache_clear()
    speech = Speech(Locale.parse(tag))
    points = [speech.points(each) for each in COINS]
    money = [(speech.money(each, code, signed=True), speech.amount(each, code)) for each in COINS for code in DIGITS]
    averages = [speech.average(*each) for each in AVERAGES]
    return points, money, averages, [currency_sign(code, tag) for code in DIGITS], decimal_point(tag)


@pytest.mark.parametrize("tag", USUAL)
def test_a_usual_locale_writes_as_babel_does(tag, monkeypatch):
    usual = written(tag)
    monkeypatch.setattr(number_formats, "USUAL", {})
    assert written(tag) == usual
