"""The stake: whole coins of a currency, more than nothing, and on the sheet is what is read."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.money import (
    MOST_COINS,
    Stake,
    coins_of,
    decimal_amount,
    make_stake,
    read_coins,
    read_stake,
    write_coins,
    write_stake,
)
from scorekeeper.nightfile.night_reader import read_night
from tests.night.refusing import refusing

DECIMALS = {"EUR": 2, "CHF": 2, "JPY": 0, "KWD": 3}
currencies = st.sampled_from(list(DECIMALS))


@pytest.mark.parametrize(
    ("text", "stake"),
    [
        ("0.10 EUR", Stake(10, "EUR")),
        ("0.1 EUR", Stake(10, "EUR")),
        ("  2   EUR ", Stake(200, "EUR")),
        ("0.01 EUR", Stake(1, "EUR")),
        ("5 JPY", Stake(5, "JPY")),
        ("0.005 KWD", Stake(5, "KWD")),
        ("10000000 EUR", Stake(MOST_COINS, "EUR")),
    ],
)
def test_a_stake_is_whole_coins_of_a_currency(text, stake):
    assert read_stake(text) == stake


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("0.005 EUR", "not a whole number of the smallest coin"),
        ("0.5 JPY", "not a whole number of the smallest coin"),
        ("10000000.01 EUR", "10000000.01 is not an amount that can be paid"),
        ("1e-9999999 EUR", "1E-9999999 is not an amount that can be paid"),
        ("0 EUR", "more than 0"),
        ("-0.10 EUR", "more than 0"),
        ("1000000001 JPY", "more than 0 and not beyond all measure"),
        ("nan EUR", "more than 0"),
        ("inf EUR", "more than 0"),
        ("0,10 EUR", "not an amount"),
        ("0.10 euros", "not a currency code"),
        ("0.10 eur", "not a currency code"),
        ("0.10", "not an amount and a currency"),
        ("0.10 EUR a point", "not an amount and a currency"),
        ("", "not an amount and a currency"),
        (10, "not an amount and a currency"),
        (None, "not an amount and a currency"),
    ],
)
def test_a_stake_that_cannot_be_is_refused(text, reason):
    with refusing("stake", match=reason):
        read_stake(text)


@given(st.integers(1, MOST_COINS), currencies)
def test_a_stake_is_read_as_it_was_written(coins, currency):
    stake = Stake(coins, currency)
    if decimal_amount(coins, currency) <= MOST_COINS:
        assert read_stake(write_stake(stake)) == stake
        assert make_stake(decimal_amount(coins, currency), currency) == stake


@given(st.integers(1 - MOST_COINS, MOST_COINS - 1), st.integers(1, 9), currencies)
def test_what_is_not_whole_coins_is_no_money(coins, digit, currency):
    """One digit behind the smallest coin is refused, whatever stands before it."""
    amount = decimal_amount(coins, currency)
    assert coins_of("paid", amount, currency) == coins
    with refusing("paid", match="whole number of the smallest coin"):
        coins_of("paid", amount + Decimal(digit).scaleb(-DECIMALS[currency] - 1), currency)


@given(st.integers(-MOST_COINS, MOST_COINS), st.none() | st.builds(Stake, st.just(10), currencies))
def test_an_amount_is_read_as_it_was_written(coins, stake):
    assert read_coins("settled", write_coins(coins, stake), stake) == coins


NO_MONEY = ("0.001", "ten", "", 10, 0.1, None, "nan", "inf", "1e999999", "10000000.01")


@pytest.mark.parametrize(
    ("raw", "stake"),
    [*((raw, Stake(10, "EUR")) for raw in NO_MONEY), *((raw, None) for raw in ("1", 1.0, True, None))],
)
def test_money_that_cannot_be_and_parts_of_points_are_refused(raw, stake):
    with refusing("settled"):
        read_coins("settled", raw, stake)


@pytest.mark.parametrize("text", ["1e9999999", "-1e9999999", "1e-9999999"])
def test_an_amount_that_python_cannot_compute_with_is_refused(text):
    with refusing("settled", match="is not an amount that can be paid"):
        read_coins("settled", text, Stake(1, "EUR"))


@pytest.mark.parametrize(
    ("stake", "reason", "read"),
    [("0.10 XAU", "is no money", Stake(10, "XAU")), ("1e3 EUR", "is not written out", Stake(100_000, "EUR"))],
)
def test_an_earlier_stake_that_is_refused_now_is_read_as_it_was(stake, reason, read):
    kept = {"game": "herzblatt", "players": ["Anna", "Bernd", "Clara"], "stake": stake}
    with refusing("stake", match=reason):
        read_night(kept)
    assert read_night({**kept, "journal": []}).night.stake == read
