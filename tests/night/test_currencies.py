"""What an amount is worth is said by a table of our own, whatever a library says of its currency."""

from hashlib import sha256

import pytest
from babel.core import get_global

from scorekeeper.currencies import DIGITS
from scorekeeper.money import coins_of, decimal_amount, is_large, read_stake, write_stake


def test_no_currency_of_the_table_ever_changes():
    """Add a new code to a copy of the table and hash that; amounts are stored in these coins."""
    lines = "".join(f"{code} {digits}\n" for code, digits in sorted(DIGITS.items()))
    assert sha256(lines.encode()).hexdigest() == "033ed7da2695a45e8e3c47ddc706a62c0924b30fb70e6aba3a1ff2e00c2ab596"


@pytest.mark.parametrize(
    ("currency", "coins"), [("HUF", 5000), ("COP", 5000), ("IDR", 5000), ("RSD", 5000), ("EUR", 5000)]
)
def test_an_amount_is_what_it_was_when_a_library_changes(currency, coins, monkeypatch):
    for other in (0, 2, 3):
        monkeypatch.setitem(get_global("currency_fractions"), currency, (other, 0, other, 0))
        assert read_stake(f"50 {currency}").coins == coins
        assert coins_of("paid", decimal_amount(coins, currency), currency) == coins
        assert read_stake(write_stake(read_stake(f"50 {currency}"))).coins == coins


@pytest.mark.parametrize(
    ("currency", "most"), [("", 100_000), ("EUR", 100_000), ("HUF", 10_000_000), ("JPY", 100_000), ("KWD", 1_000_000)]
)
def test_an_amount_is_large_above_a_thousand_or_so(currency, most):
    assert [is_large(coins, currency) for coins in (1, most, most + 1)] == [False, False, True]


def test_a_currency_that_a_library_drops_is_still_read(monkeypatch):
    monkeypatch.delitem(get_global("all_currencies"), "EUR")
    assert read_stake("0.10 EUR").coins == 10
