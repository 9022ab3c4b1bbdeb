"""The payments of a deal of Herzblatt or Solo, line by line."""

from collections.abc import Iterator
from itertools import groupby

from scorekeeper.games.game import Outcome, Seating
from scorekeeper.games.herzblatt.deal import SUIT_NAMES, Deal, read_call
from scorekeeper.games.herzblatt.rules import POINTS, USUAL_SCHNEIDER, Rules
from scorekeeper.games.own_values import mark_own
from scorekeeper.games.questions import Answers
from scorekeeper.games.score import Factor, Line, Score, settle_sides
from scorekeeper.phrase import Name, Phrase, Value, say

_ANNOUNCED = {"66": say("66 announced"), "du": say("Du announced")}
_HALF = POINTS // 2


def score(rules: Rules, deal: Deal) -> Score:
    """Return the lines of one deal, in points (HB-29 to HB-36, MU-3 to MU-14, SO-7 to SO-11)."""
    if deal.last_trick:
        text = say("{player} takes the last trick and is paid by everyone", player=Name(deal.last_trick))
        others = [player for player in deal.others if player != deal.last_trick]
        shares = settle_sides(True, (deal.last_trick,), others)
        return Score((Line(text, "SO-10", rules.last_trick_value, shares),))
    if not deal.soloist:
        return Score((Line(say("everybody passed: nothing is paid"), rules.cited.passed),))
    tied = deal.points == _HALF and not deal.revoke and not deal.announced
    if tied and rules.tie == "no_payment" and rules.target == _HALF + 1:
        return Score((Line(say("60 card points each: nothing is paid"), "MU-3"),))
    won = _is_won(rules, deal)
    return Score((_finding(rules, deal, won), *_payments(rules, deal, won)))


def outcomes(rules: Rules, seating: Seating, answers: Answers) -> tuple[Outcome, ...]:
    """Return the payments of each end of a called deal; ends with equal payments are one range of card points."""
    call = read_call(rules, seating, answers)
    if call.soloist:
        return tuple(_ends(rules, call))
    if rules.all_pass != "last_trick":
        return (Outcome(say("everybody passed"), score(rules, call)),)
    return tuple(
        Outcome(say("last trick: {player}", player=Name(player)), score(rules, call._replace(last_trick=player)))
        for player in call.others
    )


def _ends(rules: Rules, call: Deal) -> Iterator[Outcome]:
    # Between two of these card points a deal always pays the same.
    turns = {0, _HALF, _HALF + 1, _needed(rules, call)}
    tiers = (rules.tariff_rules.win_schneider, rules.tariff_rules.loss_schneider)
    for limit in (*(tier.limit for tier in tiers if tier), _doubling_limit(rules, call)):
        if limit is not None:
            turns |= {min(limit + 1, POINTS), POINTS - limit}
    ends = [(turn, score(rules, call._replace(points=turn, all_tricks=False))) for turn in sorted(turns)]
    groups = groupby(ends, lambda end: end[1].totals((call.soloist, *call.others)))
    begun = [next(group) for _, group in groups]
    for place, (low, paid) in enumerate(begun, start=1):
        high = begun[place][0] - 1 if place < len(begun) else POINTS
        label = say("{low}–{high} card points", low=low, high=high)
        if high - low == POINTS:  # the points are without effect only in an announced Du
            label = say("not all tricks")
        elif low == high:
            label = say("{points} card points", points=low)
        yield Outcome(label, paid)
    if call.announced == "du":
        yield Outcome(say("all tricks"), score(rules, call._replace(points=POINTS, all_tricks=True)))


def _is_won(rules: Rules, deal: Deal) -> bool:
    if deal.revoke:
        return deal.revoke != deal.soloist
    if deal.announced == "du":
        return deal.all_tricks
    assert deal.points is not None
    return deal.points >= _needed(rules, deal)


def _needed(rules: Rules, deal: Deal) -> int:
    return 66 if deal.announced == "66" else rules.target


def _finding(rules: Rules, deal: Deal, won: bool) -> Line:
    soloist = Name(deal.soloist)
    if deal.revoke == deal.soloist:
        return Line(say("{player} played a wrong card and so loses", player=soloist), "G-6")
    if deal.revoke:
        text = say("{player} played a wrong card, so {soloist} wins", player=Name(deal.revoke), soloist=soloist)
        return Line(text, "G-6")
    if deal.announced == "du":
        made = say("{soloist} takes all tricks and makes the Du", soloist=soloist)
        return Line(made if won else say("{soloist} misses the Du: not all tricks", soloist=soloist), "MU-4")
    assert deal.points is not None
    values: dict[str, Value] = {"soloist": soloist, "points": deal.points, "pack": POINTS}
    values["needed"] = _needed(rules, deal)
    text = say("{soloist} loses with {points} of {pack} card points; {needed} were needed", **values)
    if won:
        text = say("{soloist} wins with {points} of {pack} card points; {needed} were needed", **values)
    return Line(text, "MU-4" if deal.announced else rules.cited.won)


def _payments(rules: Rules, deal: Deal, won: bool) -> Iterator[Line]:
    """Yield a line for all defenders, or two if a contra counts only for the player who said it (MU-8)."""
    shared = tuple(_factors(rules, deal, won))
    doubled = list(shared)
    if deal.contra:
        doubled.append(Factor(say("contra by {player}", player=Name(deal.contra)), 2, "MU-6"))
    if deal.ree:
        doubled.append(Factor(say("Ree"), 2, "MU-7"))
    payments = {deal.others: tuple(doubled)}
    if deal.contra and rules.contra_scope == "only_speaker":
        rest = tuple(player for player in deal.others if player != deal.contra)
        payments = {(deal.contra,): tuple(doubled), rest: shared}
    for defenders, factors in payments.items():
        shares = settle_sides(won, (deal.soloist,), defenders)
        multiplied = factors if rules.combine == "multiply" else ()
        rule = rules.cited.win if won else rules.cited.loss
        yield Line(_who_pays(deal, won, defenders), rule, 1, shares, multiplied)
        for factor in factors if rules.combine == "add" else ():
            yield Line(factor.reason, "MU-10", factor.times - 1, shares)


def _who_pays(deal: Deal, won: bool, defenders: tuple[str, ...]) -> Phrase:
    soloist = Name(deal.soloist)
    if len(defenders) == 1:
        loser, winner = (Name(defenders[0]), soloist) if won else (soloist, Name(defenders[0]))
        return say("{loser} pays {winner}", loser=loser, winner=winner)
    if len(defenders) < len(deal.others):
        text = say("{soloist} pays each other defender", soloist=soloist)
        return say("each other defender pays {soloist}", soloist=soloist) if won else text
    text = say("{soloist} pays each defender", soloist=soloist)
    return say("each defender pays {soloist}", soloist=soloist) if won else text


def _factors(rules: Rules, deal: Deal, won: bool) -> Iterator[Factor]:
    """Yield the factors for all defenders: loss and schneider, announcements, and the suit.

    An author's tiers replace the plain factor (HB-36), Muhr's schneider doubles (MU-9).
    """
    paying = rules.tariff_rules
    points = POINTS if deal.points is None else deal.points
    reached = POINTS - points if won else points  # by the side that lost
    if deal.points is None and deal.revoke:  # it ended the play, so that no limit is reached
        reached = POINTS
    tier = paying.win_schneider if won else paying.loss_schneider
    if tier and reached <= tier.limit:
        rule = "HB-31" if won else "HB-33" if tier == USUAL_SCHNEIDER else "HB-34"
        yield Factor(_schneider(won, tier.limit), tier.factor, rule)
    elif not won and paying.loss != 1:
        yield Factor(say("game lost"), paying.loss, paying.cited.loss)
    limit = _doubling_limit(rules, deal)
    if limit is not None and reached <= limit:
        yield _multiply(rules, "schneider", _schneider(won, limit), "MU-9")
    if deal.announced:
        yield _multiply(rules, deal.announced, _ANNOUNCED[deal.announced], "MU-5")
    times = rules.suit_factors["DHSC".index(deal.suit)] if deal.suit else 1
    if times != 1:
        yield Factor(SUIT_NAMES[deal.suit], times, "SO-8")


def _multiply(rules: Rules, key: str, reason: Phrase, rule: str) -> Factor:
    """Return one of the factors that a table may set itself."""
    return Factor(mark_own(key in dict(rules.own_values), reason), rules.figures(key)[0], rule)


def _schneider(won: bool, limit: int) -> Phrase:
    text = say("schneider: {limit} or fewer", limit=limit)
    return say("schneider: the defenders have {limit} or fewer", limit=limit) if won else text


def _doubling_limit(rules: Rules, deal: Deal) -> int | None:
    if not rules.schneider_doubles or (deal.announced == "du" and not rules.du_schneider):
        return None
    if isinstance(rules.schneider_limit, int):
        return rules.schneider_limit
    return 33 if deal.announced == "66" else 30
