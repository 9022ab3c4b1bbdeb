"""How the balances of a night ran, kept so that only what was booked since is read."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.games.game import Column
from scorekeeper.storage.reading import stands_since
from scorekeeper.storage.sheets import Trace, courses
from scorekeeper.web.guests import AtNight
from scorekeeper.web.kept import Kept


class _Ran(NamedTuple):
    """Courses as they were when the journal ended with the entry `seq`, whose hash is `head`."""

    seq: int
    head: str
    traces: Sequence[Trace]


# Of an evening four kilobytes each, of the longest that a file may bring two megabytes. What they were read from is
# known by its hash, and they end where something was written since about a deal that they have.
_RAN = Kept[_Ran](8)


def courses_at(at: AtNight, column: Column) -> Sequence[Trace]:
    """Return how every player's points ran, in seat order; at a table where nothing is paid what the sheet says."""
    found = _courses(at, column)
    is_paid = column == "sheet" or any(trace.highest[0] or trace.lowest[0] for trace in found)
    return found if is_paid else _courses(at, "sheet")


def _courses(at: AtNight, column: Column) -> Sequence[Trace]:
    row, key = at.row, (at.row.id, column, *(player.key for player in at.players))
    known = _RAN.find(key)
    if known and known.head == row.head:
        return known.traces
    traces = courses(row.id, row.number - 1, column, known.traces if known and _goes_on(at, known) else ())
    _RAN.put(key, _Ran(row.seq, row.head, traces))
    return traces


def _goes_on(at: AtNight, known: _Ran) -> bool:
    """Whether all that they tell still holds; in a game of parties a deal may change what earlier ones pay."""
    deals = len(known.traces[0].balances) - 1
    return not at.now.in_parties and stands_since(at.row.id, known.seq, known.head, deals)
