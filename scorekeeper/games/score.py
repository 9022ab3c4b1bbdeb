"""A score is a list of lines, and every number is a sum of lines."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import gcd, prod

from scorekeeper.phrase import Phrase, from_plain, rename, to_plain

Shares = tuple[tuple[str, int], ...]
"""How many times each player gets the points of a line, or gives them."""


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
    points ("wins with 71"). `rule` is the number of the rule that it rests on. What is `cash` is paid
    and never written; what is written, the game pays in its way.
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
    """The lines of one deal."""

    lines: tuple[Line, ...] = ()

    def totals(self, players: Iterable[str]) -> dict[str, int]:
        """Return what is written for each of `players`: column sums of the lines, 0 for who has no share."""
        return _sum([line for line in self.lines if not line.cash], players)

    def cash(self) -> dict[str, int]:
        """Return what is paid besides what is written, by each player whom it concerns."""
        lines = [line for line in self.lines if line.cash]
        return _sum(lines, dict.fromkeys([player for line in lines for player, _ in line.shares])) if lines else {}


def sum_sheets(sheets: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Return what several deals wrote for each player together."""
    total: Counter[str] = Counter()
    for sheet in sheets:
        total.update(sheet)
    return dict(total)


def rules_of(lines: Iterable[Line]) -> tuple[str, ...]:
    """Return the numbers of the rules that these lines rest on, each once, in their order."""
    cited = ((line.rule, *(factor.rule for factor in line.factors)) for line in lines)
    return tuple(dict.fromkeys(rule for rules in cited for rule in rules))


def _sum(lines: Iterable[Line], players: Iterable[str]) -> dict[str, int]:
    totals = dict.fromkeys(players, 0)
    for line in lines:
        for player, points in line.points.items():
            totals[player] += points
    return totals


def settle_sides(won: bool, side: Iterable[str], others: Iterable[str]) -> Shares:
    """Return the shares when `side` `won` against the `others`, or lost: each gets or gives the same as his partners.

    Alone he settles with each of the others; two against two pay one share each, two against three three and two.
    """
    side = tuple(side)
    others = tuple(others)
    common = gcd(len(side), len(others)) * (1 if won else -1)
    mine = len(others) // common
    theirs = -len(side) // common
    return (*[(player, mine) for player in side], *[(player, theirs) for player in others])


def rename_score(score: Score, keys: Mapping[str, str]) -> Score:
    """Return a score with every player's key replaced by what `keys` says."""
    return Score(tuple([_rename_line(line, keys) for line in score.lines]))


def _rename_line(line: Line, keys: Mapping[str, str]) -> Line:
    shares = tuple([(keys[player], share) for player, share in line.shares])
    factors = tuple([Factor(_named(factor.reason, keys), factor.times, factor.rule) for factor in line.factors])
    return Line(_named(line.reason, keys), line.rule, line.value, shares, factors, line.cash)


def _named(reason: Phrase, keys: Mapping[str, str]) -> Phrase:
    named = rename(reason, keys)
    assert isinstance(named, Phrase)
    return named


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
    if line.cash:
        plain["cash"] = True
    return plain


def _line_from_plain(plain: Mapping[str, object]) -> Line:
    reason = from_plain(plain["reason"])
    shares = plain.get("shares", {})
    factors = plain.get("factors", [])
    value = plain.get("value", 0)
    assert isinstance(reason, Phrase)
    assert isinstance(shares, dict)
    assert isinstance(factors, list)
    assert isinstance(value, int)
    factored = tuple(map(_factor_from_plain, factors))
    return Line(reason, str(plain["rule"]), value, tuple(shares.items()), factored, bool(plain.get("cash", False)))


def _factor_from_plain(plain: tuple[object, int, str]) -> Factor:
    reason = from_plain(plain[0])
    assert isinstance(reason, Phrase)
    return Factor(reason, plain[1], plain[2])
