"""What a deal of Herzblatt or Solo pays, line by line."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

from scorekeeper.games.game import Outcome, Seating
from scorekeeper.games.herzblatt.deal import SUIT_NAMES, Deal, read_call
from scorekeeper.games.herzblatt.rules import POINTS, USUAL_SCHNEIDER, Rules, Tier
from scorekeeper.games.questions import Answers
from scorekeeper.games.score import Factor, Line, Score, settle_sides
from scorekeeper.phrase import Name, Phrase, Value, say

_ANNOUNCED = {"66": Factor(say("66 announced"), 2, "MU-5"), "du": Factor(say("Du announced"), 3, "MU-5")}
_HALF = POINTS // 2


def score(rules: Rules, deal: Deal) -> Score:
    """Return the lines of one deal, in points (HB-29 to HB-36, MU-3 to MU-14, SO-7 to SO-11)."""
    if not deal.soloist:
        return Score((_last_trick(rules, deal),))
    tied = deal.points == _HALF and not deal.revoke and not deal.announced
    if tied and rules.tie == "no_payment" and rules.target == _HALF + 1:
        return Score((Line(say("60 card points each: nothing is paid"), "MU-3"),))
    won = _won(rules, deal)
    return Score((_finding(rules, deal, won), *_payments(rules, deal, won)))


def outcomes(rules: Rules, seating: Seating, answers: Answers) -> tuple[Outcome, ...]:
    """Return what each end of a called deal would pay, ends that pay the same as one range of card points."""
    call = read_call(rules, seating, answers)
    if call.soloist:
        return tuple(_ends(rules, call))
    if rules.all_pass != "last_trick":
        return (Outcome(say("everybody passed"), score(rules, call)),)
    return tuple(
        Outcome(say("last trick: {player}", player=Name(player)), score(rules, replace(call, last_trick=player)))
        for player in call.others
    )


def _ends(rules: Rules, call: Deal) -> Iterator[Outcome]:
    turns = sorted(_turns(rules, call))
    scores = [(points, score(rules, replace(call, points=points, all_tricks=False))) for points in turns]
    groups = groupby(scores, lambda scored: scored[1].totals((call.soloist, *call.others)))
    begun = [next(group) for _, group in groups]
    ended = [*(points - 1 for points, _ in begun[1:]), POINTS]
    for (low, paid), high in zip(begun, ended, strict=True):
        yield Outcome(_range(low, high), paid)
    if call.announced == "du":
        yield Outcome(say("all tricks"), score(rules, replace(call, points=POINTS, all_tricks=True)))


def _turns(rules: Rules, call: Deal) -> set[int]:
    """Return the card points at which it may turn what a called deal pays: those between two of them pay the same."""
    tiers = (rules.tariff_rules.win_schneider, rules.tariff_rules.loss_schneider)
    limits = (*(tier.limit for tier in tiers if tier), _doubling_limit(rules, call))
    beyond = [turn for limit in limits if limit is not None for turn in (limit + 1, POINTS - limit)]
    turns = (0, _HALF, _HALF + 1, _needed(rules, call), *beyond)
    return {turn for turn in turns if 0 <= turn <= POINTS}


def _range(low: int, high: int) -> Phrase:
    if high - low == POINTS:  # only where a Du is announced do the points not matter
        return say("not all tricks")
    if low == high:
        return say("{points} card points", points=low)
    return say("{low}–{high} card points", low=low, high=high)


def _won(rules: Rules, deal: Deal) -> bool:
    if deal.revoke:
        return deal.revoke != deal.soloist
    if deal.announced == "du":
        return deal.all_tricks
    return _points(deal) >= _needed(rules, deal)


def _needed(rules: Rules, deal: Deal) -> int:
    return 66 if deal.announced == "66" else rules.target


def _points(deal: Deal) -> int:
    return POINTS if deal.points is None else deal.points


def _finding(rules: Rules, deal: Deal, won: bool) -> Line:
    """Return the line that says who won and why."""
    soloist = Name(deal.soloist)
    if deal.revoke == deal.soloist:
        return Line(say("{player} played a wrong card and so loses", player=soloist), "G-6")
    if deal.revoke:
        text = say("{player} played a wrong card, so {soloist} wins", player=Name(deal.revoke), soloist=soloist)
        return Line(text, "G-6")
    if deal.announced == "du":
        made = say("{soloist} takes all tricks and makes the Du", soloist=soloist)
        return Line(made if won else say("{soloist} misses the Du: not all tricks", soloist=soloist), "MU-4")
    counts: dict[str, Value] = {"points": _points(deal), "pack": POINTS, "needed": _needed(rules, deal)}
    text = (
        say("{soloist} wins with {points} of {pack} card points; {needed} were needed", soloist=soloist, **counts)
        if won
        else say("{soloist} loses with {points} of {pack} card points; {needed} were needed", soloist=soloist, **counts)
    )
    return Line(text, "MU-4" if deal.announced else rules.cited.won)


def _payments(rules: Rules, deal: Deal, won: bool) -> list[Line]:
    """One line for all defenders, or two where a contra counts only for who said it (MU-8)."""
    shared = [*_result(rules, deal, won), *_called(rules, deal)]
    doubled = list(shared)
    if deal.contra:
        doubled.append(Factor(say("contra by {player}", player=Name(deal.contra)), 2, "MU-6"))
    if deal.ree:
        doubled.append(Factor(say("Ree"), 2, "MU-7"))
    if not deal.contra or rules.contra_scope == "all":
        return _pay(rules, deal, won, deal.others, doubled)
    rest = tuple([player for player in deal.others if player != deal.contra])
    return [*_pay(rules, deal, won, (deal.contra,), doubled), *_pay(rules, deal, won, rest, shared)]


def _pay(rules: Rules, deal: Deal, won: bool, defenders: tuple[str, ...], factors: list[Factor]) -> list[Line]:
    shares = settle_sides(won, (deal.soloist,), defenders)
    reason = _who_pays(deal, won, defenders)
    rule = rules.cited.win if won else rules.cited.loss
    if rules.combine == "multiply":
        return [Line(reason, rule, 1, shares, tuple(factors))]
    added = [Line(factor.reason, "MU-10", factor.times - 1, shares) for factor in factors]
    return [Line(reason, rule, 1, shares), *added]


def _who_pays(deal: Deal, won: bool, defenders: tuple[str, ...]) -> Phrase:
    soloist = Name(deal.soloist)
    if len(defenders) == 1:
        loser, winner = (Name(defenders[0]), soloist) if won else (soloist, Name(defenders[0]))
        return say("{loser} pays {winner}", loser=loser, winner=winner)
    if len(defenders) < len(deal.others):
        return (
            say("each other defender pays {soloist}", soloist=soloist)
            if won
            else say("{soloist} pays each other defender", soloist=soloist)
        )
    return (
        say("each defender pays {soloist}", soloist=soloist)
        if won
        else say("{soloist} pays each defender", soloist=soloist)
    )


def _result(rules: Rules, deal: Deal, won: bool) -> Iterator[Factor]:
    """Loss and schneider: an author's tiers replace the plain factor (HB-36), Muhr's schneider doubles (MU-9)."""
    paying = rules.tariff_rules
    reached = _reached(deal, won)
    tier = paying.win_schneider if won else paying.loss_schneider
    if tier and reached <= tier.limit:
        yield _schneider(won, tier, "HB-31" if won else "HB-33" if tier == USUAL_SCHNEIDER else "HB-34")
    elif not won and paying.loss != 1:
        yield Factor(say("game lost"), paying.loss, paying.cited.loss)
    limit = _doubling_limit(rules, deal)
    if limit is not None and reached <= limit:
        yield _schneider(won, Tier(2, limit), "MU-9")


def _reached(deal: Deal, won: bool) -> int:
    """Return the card points of the side that lost; all, so that no limit is reached, where a revoke ended the play."""
    if deal.points is None and deal.revoke:
        return POINTS
    return POINTS - _points(deal) if won else _points(deal)


def _schneider(won: bool, tier: Tier, rule: str) -> Factor:
    text = (
        say("schneider: the defenders have {limit} or fewer", limit=tier.limit)
        if won
        else say("schneider: {limit} or fewer", limit=tier.limit)
    )
    return Factor(text, tier.factor, rule)


def _doubling_limit(rules: Rules, deal: Deal) -> int | None:
    if not rules.schneider_doubles or (deal.announced == "du" and not rules.du_schneider):
        return None
    if isinstance(rules.schneider_limit, int):
        return rules.schneider_limit
    return 33 if deal.announced == "66" else 30


def _called(rules: Rules, deal: Deal) -> Iterator[Factor]:
    if deal.announced:
        yield _ANNOUNCED[deal.announced]
    times = rules.suit_factors["DHSC".index(deal.suit)] if deal.suit else 1
    if times != 1:
        yield Factor(SUIT_NAMES[deal.suit], times, "SO-8")


def _last_trick(rules: Rules, deal: Deal) -> Line:
    if not deal.last_trick:
        return Line(say("everybody passed: nothing is paid"), rules.cited.passed)
    others = [player for player in deal.others if player != deal.last_trick]
    return Line(
        say("{player} takes the last trick and is paid by everyone", player=Name(deal.last_trick)),
        "SO-10",
        rules.last_trick_value,
        settle_sides(True, (deal.last_trick,), others),
    )
