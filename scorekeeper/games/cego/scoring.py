"""The worth of a deal of Cego: steps of five card points, times the multiple of the game, rounded up to ten."""

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.games.cego.rules import PACK, CegoContract, Rules
from scorekeeper.games.declarer.claims import Deal
from scorekeeper.games.score import Factor, Line, Shares, settle_sides
from scorekeeper.phrase import Name, say

NEEDED = 40  # CE-3
_STEP = 5  # CE-20: card points of a step, and what one is worth
_TEN = 10  # CE-22
_NO_TRICK = 40  # CE-25
STEPS = range(1, NEEDED // _STEP + 1)


@dataclass(frozen=True, slots=True)
class CegoDeal(Deal[CegoContract]):
    """One deal of Cego.

    against_solo  whether it was played against a Solo that was bid
    no_trick      whether the declarer took none, in a game for card points
    loser         who took the most card points, where all play for themselves
    """

    against_solo: bool = False
    no_trick: bool = False
    loser: str = ""


def find_least(steps: int, *, won: bool) -> int:
    """Return the least card points of the declarer with which so many steps are won or lost."""
    return NEEDED + _STEP * (steps - 1) if won else NEEDED - _STEP * steps


def count_steps(points: int) -> int:
    """Return the steps of a count: each five card points, or a part of them, that the loser is short of 40 (CE-20)."""
    short = NEEDED - min(points, PACK.points - points)
    return -(-short // _STEP)


def write_lines(rules: Rules, deal: CegoDeal) -> Iterator[Line]:
    """Yield the lines that are written and paid."""
    goal = deal.contract.goal
    if goal == "few points":
        yield _write_loser(rules, deal)
        return
    others = tuple([player for player in deal.players if player != deal.declarer])
    shares = settle_sides(deal.won, (deal.declarer,), others)
    if goal != "points":
        yield Line(deal.ending, rule_of(deal.contract), rules.value_of(deal.contract), shares)
    elif deal.no_trick:
        yield Line(say("{ending}, without a trick", ending=deal.ending), "CE-25", _NO_TRICK, shares)
    else:
        yield from _write_steps(rules, deal, shares)


def rule_of(contract: CegoContract) -> str:
    """Return the rule behind the worth of a game."""
    if contract.goal == "points":
        return "CE-21"
    return {"tricks": "CE-30", "last trick": "CE-31", "few points": "CE-32"}[contract.goal]


def _write_steps(rules: Rules, deal: CegoDeal, shares: Shares) -> Iterator[Line]:
    """Yield the steps of five times the multiple, and what rounds them up."""
    contract = deal.contract
    multiple = rules.value_of(contract) + deal.against_solo
    steps = count_steps((deal.thirds or 0) // PACK.parts)
    factors = [Factor(say("steps of five"), steps, "CE-20")]
    factors.append(Factor(contract.label, multiple, "CE-24" if deal.against_solo else "CE-21"))
    if deal.won and contract.won > 1:
        factors.append(Factor(say("a Solo won"), contract.won, "CE-23"))
    line = Line(deal.ending, "CE-20", _STEP, shares, tuple([factor for factor in factors if factor.times != 1]))
    yield line
    if missing := -line.each % _TEN:
        yield Line(say("rounded up to ten"), "CE-22", missing, shares)


def _write_loser(rules: Rules, deal: CegoDeal) -> Line:
    """Return the line of a Räuber: who took the most card points pays all others, double who bid it (CE-32)."""
    factors = (Factor(say("bid it"), 2, "CE-32"),) if deal.loser == deal.declarer else ()
    shares = settle_sides(False, (deal.loser,), tuple([player for player in deal.players if player != deal.loser]))
    reason = say(
        "{contract}: {player} took the most card points", contract=deal.contract.label, player=Name(deal.loser)
    )
    return Line(reason, "CE-32", rules.value_of(deal.contract), shares, factors)
