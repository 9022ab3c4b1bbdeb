"""A score is a list of lines, and every number is a sum of lines."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import gcd, prod
from typing import Any, NamedTuple, cast

from scorekeeper.phrase import Phrase, from_plain, rename, to_plain

Shares = tuple[tuple[str, int], ...]
"""How many times each player gets the points of a line, or gives them."""


class Factor(NamedTuple):
    """A multiplier with its reason: lost ×2, contra ×2."""

    reason: Phrase
    times: int
    rule: str


class Line(NamedTuple):
    """One reason for points: each player gets `value` × all `factors` × their share.

    `shares` are whole numbers by player, `value` is in points; a line without shares is a finding that moves no
    points ("wins with 71"). `rule` is the number of the rule behind it. A `cash` line is paid and never
    written; written lines are paid by the rules of the game.
    """

    reason: Phrase
    rule: str
    value: int = 0
    shares: Shares = ()
    factors: tuple[Factor, ...] = ()
    cash: bool = False

    @property
    def each(self) -> int:
        """The points for one share."""
        return self.value * prod([factor.times for factor in self.factors]) if self.factors else self.value

    @property
    def points(self) -> dict[str, int]:
        """The points of each player who has a share."""
        each = self.each
        return {player: each * share for player, share in self.shares}


@dataclass(frozen=True, slots=True)
class Score:
    """The lines of one deal; `takers` are those who won it, and share the pot of a table that keeps one.

    They take at most `most` points of it, None for all.
    """

    lines: tuple[Line, ...] = ()
    takers: tuple[str, ...] = field(default=(), compare=False)
    most: int | None = field(default=None, compare=False)

    @property
    def told(self) -> tuple[Line, ...]:
        """The lines that are said: not those that only name a player without points, as of a dealer who sat out."""
        return tuple([line for line in self.lines if line.value or not line.shares or any(dict(line.shares).values())])

    def totals(self, players: Iterable[str]) -> dict[str, int]:
        """Return the written points of each of `players`: column sums of the lines, 0 without a share."""
        return _sum([line for line in self.lines if not line.cash], players)

    def cash(self) -> dict[str, int]:
        """Return the points paid besides the written ones, by player, for players with a share."""
        lines = [line for line in self.lines if line.cash]
        return _sum(lines, dict.fromkeys([player for line in lines for player, _ in line.shares])) if lines else {}


def sum_sheets(sheets: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Return the sum of several sheets for each player."""
    total: Counter[str] = Counter()
    for sheet in sheets:
        total.update(sheet)
    return dict(total)


def cited_rules(lines: Iterable[Line]) -> tuple[str, ...]:
    """Return the numbers of the rules behind these lines, each once, in their order."""
    cited = ((line.rule, *(factor.rule for factor in line.factors)) for line in lines)
    return tuple(dict.fromkeys(rule for rules in cited for rule in rules))


def _sum(lines: Iterable[Line], players: Iterable[str]) -> dict[str, int]:
    totals = dict.fromkeys(players, 0)
    for line in lines:
        for player, points in line.points.items():
            totals[player] += points
    return totals


def settle_sides(won: bool, side: Iterable[str], others: Iterable[str]) -> Shares:
    """Return the shares when `side` `won` against the `others`, or lost: each gets or gives the same as their partners.

    A single player settles with each other; two against two pay one share each, two against three three and two.
    """
    side = tuple(side)
    others = tuple(others)
    common = gcd(len(side), len(others)) * (1 if won else -1)
    mine = len(others) // common
    theirs = -len(side) // common
    return (*[(player, mine) for player in side], *[(player, theirs) for player in others])


def rename_score(score: Score, keys: Mapping[str, str]) -> Score:
    """Return a score with every player's key replaced according to `keys`."""
    lines = []
    for line in score.lines:
        shares = tuple([(keys[player], share) for player, share in line.shares])
        factors = tuple([Factor(_rename(factor.reason, keys), factor.times, factor.rule) for factor in line.factors])
        lines.append(Line(_rename(line.reason, keys), line.rule, line.value, shares, factors, line.cash))
    return Score(tuple(lines), tuple([keys[player] for player in score.takers]), score.most)


def _rename(reason: Phrase, keys: Mapping[str, str]) -> Phrase:
    return cast("Phrase", rename(reason, keys))


def score_to_plain(score: Score) -> list[dict[str, object]]:
    """Return the lines as plain JSON values; `score_from_plain` is the inverse."""
    lines = []
    for line in score.lines:
        plain: dict[str, object] = {"reason": to_plain(line.reason), "rule": line.rule}
        if line.shares:
            plain |= {"value": line.value, "shares": dict(line.shares)}
        if line.factors:
            plain["factors"] = [[to_plain(factor.reason), factor.times, factor.rule] for factor in line.factors]
        if line.cash:
            plain["cash"] = True
        lines.append(plain)
    return lines


def score_from_plain(plain: Iterable[Mapping[str, Any]]) -> Score:
    """Return the score that `score_to_plain` wrote; any other value raises an error."""
    lines = []
    for line in plain:
        factors = line.get("factors", [])
        value = line.get("value", 0)
        assert isinstance(factors, list)
        assert isinstance(value, int)
        read = tuple(Factor(_read_reason(reason), times, rule) for reason, times, rule in factors)
        shares = tuple(line.get("shares", {}).items())
        cash = bool(line.get("cash", False))
        lines.append(Line(_read_reason(line["reason"]), str(line["rule"]), value, shares, read, cash))
    return Score(tuple(lines))


def _read_reason(plain: object) -> Phrase:
    reason = from_plain(plain)
    assert isinstance(reason, Phrase)
    return reason
