"""Postings: separate settlements of a game or a bonus, which a contra may double in one account or in both."""

from collections.abc import Iterator
from math import prod
from typing import NamedTuple

from scorekeeper.games.score import Factor, Line, Shares
from scorekeeper.phrase import Phrase, say


class Posting(NamedTuple):
    """A separate settlement of a game or a bonus; `contras` double it, in one account or in both.

    One that is `halved` by a rule is worth half a point more than its value, and rounded down when everything is
    multiplied.
    """

    reason: Phrase
    rule: str
    value: int
    shares: Shares
    factors: tuple[Factor, ...] = ()
    contras: tuple[Factor, ...] = ()
    halved: str = ""

    def times(self, *factors: Factor) -> "Posting":
        """Return the posting, multiplied."""
        return self._replace(factors=(*self.factors, *factors))

    def lines(self, in_money: str = "") -> Iterator[Line]:
        """Yield the written line; where contra counts in money only, by the rule `in_money`, also a cash line of it."""
        doubled = self._write((*self.factors, *self.contras))
        if not in_money:
            yield doubled
            return
        written = self._write(self.factors)
        yield written
        if self.contras:
            more = say("{reason}: contra, paid and not written", reason=self.reason)
            yield Line(more, in_money, doubled.each - written.each, self.shares, cash=True)

    def _write(self, factors: tuple[Factor, ...]) -> Line:
        if not self.halved:
            return Line(self.reason, self.rule, self.value, self.shares, factors)
        value = (2 * self.value + 1) * prod(factor.times for factor in factors) // 2
        return Line(self.reason, self.halved, value, self.shares)
