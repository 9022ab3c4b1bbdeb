"""What deals that were booked would have paid under other rules, for a table that thinks of agreeing on them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorekeeper.games.game import Preset
from scorekeeper.night.acts import Answered
from scorekeeper.night.judging import play
from scorekeeper.night.night import Night, Result
from scorekeeper.night.party import party_of
from scorekeeper.phrase import Refused

LATEST = 5  # deals


class Reckoned(NamedTuple):
    """A deal by its number: what it paid, and what it would have paid; None where the other rules have no such deal."""

    number: int
    paid: Mapping[str, int]
    would: Mapping[str, int] | None


def needed(night: Night) -> range:
    """Return the numbers of the deals that `reckon` needs to know: the latest, and what of their party is before."""
    first = max(1, night.number - LATEST)
    return range(first if night.game.ends else party_of(night, first).start, night.number)


def reckon(night: Night, booked: Mapping[int, Answered], rules: Preset | None) -> tuple[Reckoned, ...]:
    """Return the latest of the deals in `booked`, what was answered by the number of the deal."""
    deals = []
    for number in sorted(booked)[-LATEST:]:
        stands = _result(night, booked, number, None)
        if stands is not None:
            would = _result(night, booked, number, rules)
            deals.append(Reckoned(number, stands.payoff, None if would is None else would.payoff))
    return tuple(deals)


def _result(night: Night, booked: Mapping[int, Answered], number: int, rules: Preset | None) -> Result | None:
    """Return what a deal comes to under `rules`, without any under those by which it was played."""
    earlier: list[Mapping[str, int]] = []
    if not night.game.ends:
        before = (other for other in party_of(night, number) if other < number)
        results = [_alone(night, booked, other, rules, ()) for other in before]
        earlier = [result.sheet if result else {} for result in results]
    return _alone(night, booked, number, rules, earlier)


def _alone(
    night: Night,
    booked: Mapping[int, Answered],
    number: int,
    rules: Preset | None,
    earlier: Sequence[Mapping[str, int]],
) -> Result | None:
    if number not in booked:
        return None
    act = booked[number]
    try:
        return play(night.game, rules or night.rules_at(number), act.seating, act.answers, earlier)
    except Refused:
        return None
