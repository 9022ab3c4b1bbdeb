"""The purse: points to money and back to text, in whole numbers of a currency's smallest coin."""

import re
from decimal import Decimal, InvalidOperation
from typing import NamedTuple

from scorekeeper.currencies import DIGITS, EARLIER_DIGITS, WHOLE, is_money, smallest_payment
from scorekeeper.phrase import Money, Refused, say
from scorekeeper.value_checks import shorten

MOST_COINS = 1_000_000_000
_FARTHEST = 1_000  # digits before or behind the point; with many more Python cannot compute, or makes nothing of them
_PLAIN = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)")


class Stake(NamedTuple):
    """What one point costs: `coins` of the smallest coin of `currency`, an ISO 4217 code."""

    coins: int
    currency: str


def read_stake(raw: object, entered: bool = False) -> Stake:
    """Return the stake of a text like "0.10 EUR". Raises Refused; for one that is `entered` now, also more strictly."""
    words = raw.split() if isinstance(raw, str) else []
    if len(words) != 2:
        raise Refused("stake", say('{value} is not an amount and a currency like "0.10 EUR"', value=shorten(raw)))
    try:
        amount = Decimal(words[0])
    except InvalidOperation:
        raise Refused("stake", say("{value} is not an amount like 0.10", value=shorten(words[0]))) from None
    if entered:
        _check_plain("stake", words[0])
    stake = make_stake(amount, words[1])
    if entered:
        check_money("stake", stake.currency)
    return stake


def make_stake(amount: Decimal, currency: str, point: str = ".") -> Stake:
    """Return the stake of an amount and a currency code. Raises Refused unless it is whole coins and more than 0.

    A refusal shows the amount with the decimal `point` of the reader.
    """
    if currency not in DIGITS:
        raise Refused("stake", say("{value} is not a currency code like EUR", value=shorten(currency)))
    if not amount.is_finite() or not 0 < amount <= MOST_COINS:
        raise Refused("stake", say("the stake must be more than 0 and not beyond all measure"))
    return Stake(coins_of("stake", amount, currency, point), currency)


def _check_plain(key: str, typed: str) -> None:
    """Refuse what Python reads as a number and people do not, such as "1e3" or "1_000"."""
    if not _PLAIN.fullmatch(typed):
        raise Refused(key, say("{value} is not written out; an amount has digits and a point", value=shorten(typed)))


def check_money(key: str, currency: str) -> None:
    """Refuse a code that stands for no money, such as gold or a test."""
    if not is_money(currency):
        raise Refused(key, say("{value} is no money that anybody pays with", value=currency))


def coins_of(key: str, amount: Decimal, currency: str, point: str = ".") -> int:
    """Return an amount of money in the smallest coin. Raises Refused for `key` unless that is whole and can be paid.

    A refusal shows the amount with the decimal `point` of the reader.
    """
    value = shorten(str(amount).replace(".", point))
    too_much = Refused(key, say("{value} is not an amount that can be paid", value=value))
    if not amount.is_finite() or abs(amount.adjusted()) > _FARTHEST or abs(amount) > MOST_COINS:
        raise too_much
    coins = amount.scaleb(DIGITS[currency])
    if coins != coins.to_integral_value():
        text = say("{value} {currency} is not a whole number of the smallest coin", value=value, currency=currency)
        raise Refused(key, text)
    if abs(coins) > MOST_COINS:
        raise too_much
    return int(coins)


def is_large(coins: int, currency: str) -> bool:
    """Return whether an amount, in points without a currency, is so large at a card table that it may be mistyped."""
    if not currency:
        return coins > 100_000
    units = 100_000 if currency in WHOLE or not DIGITS[currency] else 1_000
    return coins > units * int(10 ** DIGITS[currency])


def is_large_stake(stake: Stake) -> bool:
    """Return whether a stake for one point is so large that it may be mistyped: ten points are a large amount."""
    return is_large(10 * stake.coins, stake.currency)


def read_coins(key: str, raw: object, stake: Stake | None) -> int:
    """Return an amount of a night file in the smallest coin, or in points without a stake. Raises Refused for `key`."""
    if stake is None:
        if type(raw) is not int:
            raise Refused(key, say("{value} is not a whole number", value=shorten(raw)))
        return raw
    try:
        amount = Decimal(raw if isinstance(raw, str) else "")
    except InvalidOperation:
        raise Refused(key, say("{value} is not an amount like 0.10", value=shorten(raw))) from None
    coins = coins_of(key, amount, stake.currency)
    _check_plain(key, str(raw))
    return coins


def read_coin(key: str, raw: object, stake: Stake | None) -> int:
    """Return the smallest coin in which people pay, as a night file has it. Raises Refused for `key`."""
    return check_coin(key, read_coins(key, raw, stake), stake)


def check_coin(key: str, coin: int, stake: Stake | None) -> int:
    """Return the smallest coin in which people pay. Raises Refused for one with which what is owed would be nothing."""
    if stake is None:
        raise Refused(key, say("points are not paid in coins"))
    currency = stake.currency
    most = 10 * max(10 ** DIGITS[currency], smallest_payment(currency))
    if not 0 < coin <= most:
        low = Money(1, currency)
        high = Money(most, currency)
        raise Refused(key, say("the smallest coin is at least {low} and at most {high}", low=low, high=high))
    return coin


def write_coins(coins: int, stake: Stake | None) -> str | int:
    """Return an amount as `read_coins` reads it, such as "-0.10"."""
    return f"{decimal_amount(coins, stake.currency):f}" if stake else coins


def decimal_amount(coins: int, currency: str) -> Decimal:
    """Return whole coins as an amount of the currency, with its usual decimals."""
    return Decimal(coins).scaleb(-DIGITS.get(currency, 2))  # a damaged row has any code


def unit_of(stake: str) -> int:
    """Return how many coins a 1 means in a journal with this stake; 100 for "50 HUF", which has no decimals."""
    amount, _, currency = stake.partition(" ")
    if currency in EARLIER_DIGITS and len(amount.partition(".")[2]) == EARLIER_DIGITS[currency]:
        return int(10 ** (DIGITS[currency] - EARLIER_DIGITS[currency]))
    return 1


def write_stake(stake: Stake) -> str:
    """Return the stake as `read_stake` reads it."""
    return f"{decimal_amount(*stake):f} {stake.currency}"
