"""The payoff of booked deals under other rules, for a table that considers them."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from scorekeeper.games.game import Preset
from scorekeeper.journal.acts import Answered
from scorekeeper.night.night import Night
from scorekeeper.night.parties import party_of
from scorekeeper.night.pricing import play
from scorekeeper.phrase import Refused

LATEST = 5  # deals


class Reckoned(NamedTuple):
    """The payoff of a deal and its payoff under other rules, None if these have no such deal."""

    number: int
    paid: Mapping[str, int]
    would: Mapping[str, int] | None


def needed(night: Night) -> range:
    """Return the numbers of the deals that `reckon` needs: the latest and the earlier ones of their party."""
    first = max(1, night.number - LATEST)
    return range(party_of(night, first).start, night.number)


def reckon(night: Night, booked: Mapping[int, Answered], rules: Preset | None) -> tuple[Reckoned, ...]:
    """Return the latest of the deals in `booked`, answered acts by their numbers."""
    latest = sorted(booked)[-LATEST:]
    if not latest:
        return ()
    paid = _results(night, booked, latest, None)
    would = _results(night, booked, latest, rules)
    return tuple(Reckoned(number, paid[number], would.get(number)) for number in latest if number in paid)


def _results(
    night: Night, booked: Mapping[int, Answered], latest: Sequence[int], rules: Preset | None
) -> dict[int, Mapping[str, int]]:
    """Return the payoff of deals under `rules` (None: their own); impossible deals are left out."""
    paid: dict[int, Mapping[str, int]] = {}
    party: list[Mapping[str, int]] = []
    for number in range(party_of(night, latest[0]).start, latest[-1] + 1):
        if party_of(night, number).start == number:
            party = []
        sheet: Mapping[str, int] = {}
        with suppress(Refused):
            if act := booked.get(number):
                by = rules or night.rules_at(number)
                result = play(night.game, by, act.seating, act.answers, party)
                sheet = result.sheet
                paid[number] = result.payoff
        party.append(sheet)
        if night.ends and night.ends(night.rules_at(number), party):
            party = []
    return paid
