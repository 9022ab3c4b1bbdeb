"""What deals that were booked would have paid under other rules, for a table that thinks of agreeing on them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorekeeper.games.game import Preset
from scorekeeper.journal.acts import Answered
from scorekeeper.night.match import begin_parties, party_of
from scorekeeper.night.night import Night, Result
from scorekeeper.night.pricing import play
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
    return range(party_of(night, first).start, night.number)


def reckon(night: Night, booked: Mapping[int, Answered], rules: Preset | None) -> tuple[Reckoned, ...]:
    """Return the latest of the deals in `booked`, what was answered by the number of the deal."""
    latest = sorted(booked)[-LATEST:]
    if not latest:
        return ()
    stands, would = (_results(night, booked, latest, by) for by in (None, rules))
    return tuple(
        Reckoned(number, stood.payoff, None if other is None else other.payoff)
        for number, stood, other in zip(latest, stands, would, strict=True)
        if stood is not None
    )


def _results(
    night: Night, booked: Mapping[int, Answered], latest: Sequence[int], rules: Preset | None
) -> list[Result | None]:
    """Return what the latest deals come to under `rules`, without any under those by which they were played."""
    results: dict[int, Result | None] = {}
    sheets: dict[int, Mapping[str, int]] = {}
    for number in range(party_of(night, latest[0]).start, latest[-1] + 1):
        begun = begin_parties(night, sheets).get(number, number)
        earlier = [sheets[before] for before in range(begun, number)]
        results[number] = result = _play(night, booked, number, rules, earlier)
        sheets[number] = result.sheet if result else {}
    return [results[number] for number in latest]


def _play(
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
