"""A score is a list of lines, and every number is a sum of lines."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import prod

from scorekeeper.phrase import Phrase, from_plain, to_plain


@dataclass(frozen=True, slots=True)
class Factor:
    """A multiplier with its reason: lost ×2, contra ×2."""

    reason: Phrase
    times: int
    rule: str


@dataclass(frozen=True, slots=True)
class Line:
    """One reason for points: each player gets `value` × all `factors` × his share.

    `shares` are whole numbers by player, `value` is in points; a line without shares is a finding that moves no
    points ("wins with 71"). `rule` is the number of the rule that it rests on.
    """

    reason: Phrase
    rule: str
    value: int = 0
    shares: tuple[tuple[str, int], ...] = ()
    factors: tuple[Factor, ...] = ()

    @property
    def each(self) -> int:
        """The points for one share."""
        return self.value * prod(factor.times for factor in self.factors)

    @property
    def points(self) -> dict[str, int]:
        """The points of each player who has a share."""
        return {player: self.each * share for player, share in self.shares}


@dataclass(frozen=True, slots=True)
class Score:
    """The lines of one deal."""

    lines: tuple[Line, ...] = ()

    def totals(self, players: Iterable[str]) -> dict[str, int]:
        """Return the points of each of `players`: column sums of the lines, 0 for who has no share."""
        totals = dict.fromkeys(players, 0)
        for line in self.lines:
            for player, points in line.points.items():
                totals[player] += points
        return totals


def settle_between(winner_share: int, soloist: str, others: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """Return the shares when `soloist` settles with each of `others`: +1 is paid to him, -1 by him."""
    others = tuple(others)
    return ((soloist, winner_share * len(others)), *((other, -winner_share) for other in others))


def score_to_plain(score: Score) -> list[dict[str, object]]:
    """Return the lines as JSON can hold them; `score_from_plain` is the inverse."""
    return [_line_to_plain(line) for line in score.lines]


def score_from_plain(plain: Iterable[Mapping[str, object]]) -> Score:
    """Return the score that `score_to_plain` wrote."""
    return Score(tuple(_line_from_plain(line) for line in plain))


def _line_to_plain(line: Line) -> dict[str, object]:
    plain: dict[str, object] = {"reason": to_plain(line.reason), "rule": line.rule}
    if line.shares:
        plain |= {"value": line.value, "shares": dict(line.shares)}
    if line.factors:
        plain["factors"] = [[to_plain(factor.reason), factor.times, factor.rule] for factor in line.factors]
    return plain


def _line_from_plain(plain: Mapping[str, object]) -> Line:
    reason, shares, factors = from_plain(plain["reason"]), plain.get("shares", {}), plain.get("factors", [])
    value = plain.get("value", 0)
    assert isinstance(reason, Phrase)
    assert isinstance(shares, dict)
    assert isinstance(factors, list)
    assert isinstance(value, int)
    return Line(reason, str(plain["rule"]), value, tuple(shares.items()), tuple(map(_factor_from_plain, factors)))


def _factor_from_plain(plain: tuple[object, int, str]) -> Factor:
    reason = from_plain(plain[0])
    assert isinstance(reason, Phrase)
    return Factor(reason, plain[1], plain[2])
