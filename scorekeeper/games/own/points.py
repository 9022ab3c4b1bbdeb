"""Points sheets: a number for each player or side, or a bid and what was made of it."""

from collections.abc import Iterator, Mapping
from typing import cast

from scorekeeper.games.counts import Grid
from scorekeeper.games.game import Seating
from scorekeeper.games.own.document import PointsRule, Sheet
from scorekeeper.games.questions import Answers, Question
from scorekeeper.games.score import Factor, Line
from scorekeeper.phrase import Name, say
from scorekeeper.value_checks import refuse_unless

Numbers = Mapping[str, int]


def ask_points(sheet: Sheet, seating: Seating, answers: Answers | None) -> Iterator[Question]:
    """Yield the questions for the numbers of a deal; without answers with bounds for all deals of the game."""
    players = seating.playing[:2] if sheet.pairs and answers is not None else seating.playing
    if sheet.bid:
        low = sheet.points.low
        high = sheet.points.high
        total = None if answers is None else _total_made(sheet, seating)
        yield Grid("bids", say("Bids"), players, low, high, stage="call")
        yield Grid("made", say("Made"), players, low, high, total)
        return
    rule = sheet.points_of(seating.number)
    label = rule.name or (say("Points of each side") if sheet.pairs else say("Points of each"))
    if answers is None:
        every = sheet.rounds or (sheet.points,)
        yield Grid("points", label, players, min(one.low for one in every), max(one.high for one in every))
        return
    yield Grid("points", label, players, rule.low, rule.high, rule.sums[0] if len(rule.sums) == 1 else None)


def _total_made(sheet: Sheet, seating: Seating) -> int | None:
    assert sheet.bid
    if sheet.bid.total == "deal":
        return (seating.number - 1) % sheet.end.deals + 1 if sheet.end.deals else seating.number
    return cast("int | None", sheet.bid.total)


def check_points(sheet: Sheet, seating: Seating, read: Answers) -> dict[str, object]:
    """Return the numbers of a deal, the last one filled in. Raises Refused for what this deal cannot have."""
    questions = {question.name: question for question in ask_points(sheet, seating, {})}
    if sheet.pairs:
        read = {name: _by_side(seating, value) if name in questions else value for name, value in read.items()}
    rest = {name: value for name, value in read.items() if name not in questions}
    for name in questions:
        refuse_unless(name in read, name, say("enter a number for each player"))
    numbers = {name: cast("Numbers", questions[name].read(read[name])) for name in questions}
    for name, given in numbers.items():
        missing = tuple(Name(one) for one in cast("Grid", questions[name]).players if one not in given)
        refuse_unless(not missing, name, say("{missing} are missing", missing=missing))
    if not sheet.bid:
        _check_sum(sheet.points_of(seating.number), numbers["points"])
    return {**rest, **numbers}


def _by_side(seating: Seating, numbers: object) -> dict[str, int]:
    """Return the numbers of two sides by the first player of each, who may have been named by the other."""
    sides = dict(zip(seating.playing, (*seating.playing[:2], *seating.playing[:2]), strict=True))
    return {sides[player]: number for player, number in cast("Numbers", numbers).items()}


def _check_sum(rule: PointsRule, numbers: Numbers) -> None:
    for player, number in numbers.items():
        text = say("{player}: {value} is no multiple of {step}", player=Name(player), value=number, step=rule.step)
        refuse_unless(number % rule.step == 0, "points", text)
    total = sum(numbers.values())
    text = say("the numbers add up to {sum}, not to one of: {allowed}", sum=total, allowed=rule.sums)
    refuse_unless(not rule.sums or total in rule.sums, "points", text)


def score_points(sheet: Sheet, seating: Seating, read: Answers, factors: tuple[Factor, ...]) -> Iterator[Line]:
    """Yield the lines of a deal with these numbers (OWN-1 and OWN-3)."""
    if sheet.bid:
        yield from _score_bids(sheet, seating, read, factors)
        return
    numbers = cast("Numbers", read["points"])
    rule = sheet.points_of(seating.number)
    reason = rule.name or say("points as entered")
    sides = 2 if sheet.pairs else len(seating.playing)
    shares = tuple((player, numbers[seating.playing[place % sides]]) for place, player in enumerate(seating.playing))
    yield Line(reason, "OWN-1", rule.each, shares, factors)


def _score_bids(sheet: Sheet, seating: Seating, read: Answers, factors: tuple[Factor, ...]) -> Iterator[Line]:
    assert sheet.bid
    bids, made = (cast("Numbers", read[name]) for name in ("bids", "made"))
    bid = sheet.bid
    for player in bids:
        side = (player, opposite(seating, player)) if sheet.pairs else (player,)
        shares = tuple((one, 1) for one in side)
        gap = abs(bids[player] - made[player])
        value = bid.miss * gap if gap else bid.exact + bid.each * bids[player]
        text = say("{player} bid {bid} and made {made}", player=Name(player), bid=bids[player], made=made[player])
        yield Line(text, "OWN-3", value, shares, factors)
        if bid.made:
            yield Line(say("for what was made"), "OWN-3", bid.made * made[player], shares, factors)


def opposite(seating: Seating, player: str) -> str:
    """Return the player opposite, of four."""
    return seating.playing[(seating.playing.index(player) + 2) % 4]
