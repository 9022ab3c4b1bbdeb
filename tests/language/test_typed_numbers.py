"""Typed numbers and amounts: what people write is read, and what our pages print is read back."""

from decimal import Decimal
from pathlib import Path

import pytest
from babel import Locale
from babel.localedata import locale_identifiers
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.currencies import DIGITS, is_money
from scorekeeper.language import LANGUAGES, Speech, number
from scorekeeper.money import Stake, coins_of
from scorekeeper.phrase import Refused
from scorekeeper.typed_numbers import Ambiguous, read_amount, read_currency, read_whole

TYPED = [
    [part.strip() for part in line.split("|")]
    for line in (Path(__file__).parent / "typed_amounts.txt").read_text("utf-8").splitlines()
    if "|" in line
]
LOCALES = [
    Locale.parse(name)
    for name in sorted(locale_identifiers())
    if name.split("_")[0] in LANGUAGES or name in ("fr_CH", "it_IT", "hu", "cs")
]
CHOSEN = ("EUR", "CHF", "USD", "GBP", "CZK", "PLN", "HUF", "JPY", "KWD", "RSD")


@pytest.mark.parametrize(("country", "currency", "typed", "meant"), TYPED)
def test_an_amount_is_read_as_people_write_it(country, currency, typed, meant):
    locale = Locale.parse(country, sep="-")
    typed = typed.replace("~", "\N{NO-BREAK SPACE}").replace("_", "\N{THIN SPACE}")
    if meant == "–":
        with pytest.raises(Refused) as refused:
            read_amount("amount", typed, locale, currency)
        assert (refused.value.key, isinstance(refused.value, Ambiguous)) == ("amount", False)
    elif meant.startswith("?"):
        with pytest.raises(Ambiguous) as asked:
            read_amount("amount", typed, locale, currency)
        assert read_amount("amount", asked.value.plain, locale, currency) == Decimal(meant[1:].strip())
    else:
        assert read_amount("amount", typed, locale, currency) == Decimal(meant)


def read_or_ask(read, *typed):
    """Return what was read, or what the form asks about."""
    try:
        return read(*typed)
    except Ambiguous as ambiguous:
        return read("", ambiguous.plain, *typed[2:])


@settings(max_examples=100)
@given(st.sampled_from(LOCALES), st.sampled_from(CHOSEN), st.integers(-(10**9), 10**9), st.booleans())
def test_what_a_page_prints_is_read_back(locale, currency, coins, signed):
    speech = Speech(locale)
    for printed in (speech.money(coins, currency, signed), speech.amount(coins, currency, signed)):
        said = read_or_ask(read_amount, "", printed, locale, currency)
        assert coins_of("", said, currency) == coins, printed
    if coins > 0:
        typed = speech.decimal(Stake(coins, currency))
        assert coins_of("", read_amount("", typed, locale, currency), currency) == coins, "and a field without asking"
    assert read_or_ask(read_whole, "", number(coins, str(locale))) == coins
    assert read_or_ask(read_whole, "", speech.points(coins)) == coins


def test_each_way_to_print_money_is_read_back_in_every_currency():
    ways = {tuple(Speech(locale).money(-123456789, code) for code in CHOSEN[:2]): locale for locale in LOCALES}
    for locale in ways.values():
        for currency in filter(is_money, DIGITS):
            printed = Speech(locale).money(-123456789, currency)
            assert coins_of("", read_amount("", printed, locale, currency), currency) == -123456789, printed


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("12", 12),
        ("+12", 12),
        ("−5", -5),
        ("‐5", -5),
        ("- 5", -5),
        ("1 234", 1234),
        ("1\N{NARROW NO-BREAK SPACE}234", 1234),
        ("1’234", 1234),
        ("1.234.567", 1234567),
        ("12,00", 12),
        ("7.0", 7),
        ("1O", 10),
        ("12+5", 17),
        ("\N{ZERO WIDTH SPACE}8\N{RIGHT-TO-LEFT MARK}", 8),
    ],
)
def test_a_whole_number_is_read_as_people_write_it(typed, meant):
    assert read_whole("points", typed) == meant


@pytest.mark.parametrize("typed", ["", "-", "+", "+-5", "--5", "1.5", "1e3", "1 00", "12 5", "²", "٣", "1_000"])
def test_other_texts_are_no_whole_number(typed):
    with pytest.raises(Refused, match="is not a whole number"):
        read_whole("points", typed)


@pytest.mark.parametrize("typed", ["9" * 13, "-12345678901234567890", "1 000 000 000 000", "999999999999+1", "9" * 100])
def test_a_number_that_is_too_large_is_called_so(typed):
    with pytest.raises(Refused, match="is too large"):
        read_whole("points", typed)


@pytest.mark.parametrize(("typed", "plain"), [("1.234", "1234"), ("-1,234", "-1234"), ("1.000+2", "1002")])
def test_a_point_before_three_digits_is_asked_about_once(typed, plain):
    with pytest.raises(Ambiguous) as asked:
        read_whole("points", typed)
    assert (asked.value.plain, read_whole("points", plain)) == (plain, int(plain))


@pytest.mark.parametrize(
    ("country", "typed", "code"),
    [
        ("de-AT", "€", "EUR"),
        ("de-AT", "Euro", "EUR"),
        ("de-AT", "eur", "EUR"),
        ("de-CH", "Fr.", "CHF"),
        ("de-CH", "Franken", "CHF"),
        ("en-GB", "£", "GBP"),
        ("en-US", "$", "USD"),
        ("en-AU", "$", "AUD"),
        ("de-AT", "Kč", "CZK"),
        ("de-AT", "Ft", "HUF"),
        ("en-SE", "kr", "SEK"),
    ],
)
def test_a_currency_is_read_by_code_sign_or_name(country, typed, code):
    assert read_currency("currency", typed, Locale.parse(country, sep="-")) == code


# As Intl.NumberFormat of Node 20 (ICU) shows amounts in Swedish, Norwegian, Danish and French, also of another country.
@pytest.mark.parametrize(
    ("typed", "currency", "amount"),
    [
        ("−0,60\xa0kr", "SEK", "-0.60"),
        ("1 234,50 kr", "NOK", "1234.50"),
        ("12 kr.", "DKK", "12"),
        ("kr\xa0-5", "NOK", "-5"),
        ("50 kronor", "SEK", "50"),
        ("-0,60\xa0$US", "USD", "-0.60"),
        ("12,30\xa0£GB", "GBP", "12.30"),
    ],
)
def test_an_amount_may_have_the_sign_of_its_currency_in_another_country(typed, currency, amount):
    assert read_amount("stake", typed, Locale("de", "AT"), currency) == Decimal(amount)


def test_crowns_of_several_countries_name_no_currency():
    with pytest.raises(Refused, match="is not an amount of money"):
        read_amount("stake", "5 kr", Locale("de", "AT"), "EUR")
    with pytest.raises(Refused, match="is not a currency code"):
        read_currency("currency", "kr", Locale("de", "AT"))


@pytest.mark.parametrize("typed", ["", "Eurocent", "EURX", "E", "XXX", "XTS", "XAU", "xag", "XDR", "CHW", "CLF"])
def test_what_is_no_money_is_no_currency(typed):
    with pytest.raises(Refused, match=r"is not a currency code|is no money"):
        read_currency("currency", typed, Locale("de"))


@pytest.mark.parametrize(
    ("country", "coins", "currency", "shown"),
    [
        ("de-AT", 500000, "HUF", "5.000 HUF"),
        ("en-GB", 500000, "HUF", "HUF 5,000"),
        ("de-AT", 5050, "HUF", "50,50 HUF"),
        ("en-GB", 15000, "CZK", "CZK 150"),
        ("de-DE", -15050, "CZK", "−150,50 CZK"),
        ("de-DE", 15000, "EUR", "150,00 €"),
        ("en-US", 150, "JPY", "¥150"),
        ("en-GB", 1250, "KWD", "KWD 1.250"),
        ("de-CH", 123456789, "CHF", "CHF 1’234’567.89"),
        ("de-CH", 999999999, "JPY", "¥ 999’999’999"),
    ],
)
def test_an_amount_has_no_decimals_that_are_always_zero(country, coins, currency, shown):
    locale = Locale.parse(country, sep="-")
    spoken = Speech(locale).money(coins, currency).replace("\N{NO-BREAK SPACE}", " ")
    assert spoken.replace("HUF5", "HUF 5").replace("CZK1", "CZK 1").replace("KWD1", "KWD 1") == shown
