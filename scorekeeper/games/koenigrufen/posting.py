"""One settlement of a deal of Königrufen, and the lines that write and pay it."""

from collections.abc import Iterator
from math import prod
from typing import NamedTuple

from scorekeeper.games.koenigrufen.rules import Rules
from scorekeeper.games.score import Factor, Line, Shares
from scorekeeper.phrase import Phrase, say


class Posting(NamedTuple):
    """What is settled by itself: a game or a bonus; `contras` double it, in one account or in both.

    A `halved` one is worth half a point more than its value, and rounded down when everything is multiplied.
    """

    reason: Phrase
    rule: str
    value: int
    shares: Shares
    factors: tuple[Factor, ...] = ()
    contras: tuple[Factor, ...] = ()
    halved: bool = False

    def times(self, *factors: Factor) -> "Posting":
        """Return the same, multiplied."""
        return self._replace(factors=(*self.factors, *factors))

    def lines(self, rules: Rules) -> Iterator[Line]:
        """Yield the line that writes it, and the one that pays what contra adds where that counts in money only."""
        if rules.contra_on == "both":
            yield self._write((*self.factors, *self.contras))
            return
        written = self._write(self.factors)
        yield written
        if self.contras:
            paid = self._write((*self.factors, *self.contras))
            more = say("{reason}: contra, paid and not written", reason=self.reason)
            yield Line(more, "KR-44", paid.each - written.each, self.shares, cash=True)

    def _write(self, factors: tuple[Factor, ...]) -> Line:
        if not self.halved:
            return Line(self.reason, self.rule, self.value, self.shares, factors)
        value = (2 * self.value + 1) * prod(factor.times for factor in factors) // 2
        return Line(self.reason, "KR-45", value, self.shares)
