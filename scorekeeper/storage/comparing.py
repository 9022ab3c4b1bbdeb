"""Whether what stands ready of a night's deals is as a replay of its journal says: postings, slots, who played what."""

from collections.abc import Iterator, Mapping, Sequence

from scorekeeper.ledger.journal import Entry
from scorekeeper.night.played import tell_slot
from scorekeeper.night.replay import Replay, SlotState
from scorekeeper.night.slips import standing_acts
from scorekeeper.storage.statements import STEP, fetch

_FIRST = -(2**62)  # below any number that a database holds


def wrong_postings(night_id: int, state: Replay) -> Iterator[tuple[int, str]]:
    """Give the numbers and players of postings that are not as they should be, comparing so many deals at a time."""
    last = max(state.slots, default=0)
    for low in range(0, last + 1, STEP):
        slots = {number: state.slots[number] for number in range(low, low + STEP) if number in state.slots}
        numbers = range(low or _FIRST, low + STEP if low + STEP <= last else -_FIRST)
        yield from _wrong_among(night_id, slots, numbers)


def _wrong_among(night_id: int, slots: Mapping[int, SlotState], numbers: range) -> list[tuple[int, str]]:
    sql = """SELECT number, COALESCE(key, CAST(posting.player_id AS TEXT)), sheet, payoff FROM posting
        LEFT JOIN player ON player.id = posting.player_id AND player.night_id = posting.night_id
        WHERE posting.night_id = ? AND number BETWEEN ? AND ?"""
    rows = fetch(sql, night_id, numbers.start, numbers.stop - 1)
    stored = {(number, key): (sheet, payoff) for number, key, sheet, payoff in rows}
    right = {
        (number, key): (slot.result.sheet.get(key), slot.result.payoff.get(key, 0))
        for number, slot in slots.items()
        if slot.result
        for key in {**slot.result.sheet, **slot.result.payoff}
    }
    return sorted(stored.keys() ^ right.keys() | {at for at in right if stored.get(at) != right[at]})


def are_slots_wrong(night_id: int, entries: Sequence[Entry], state: Replay) -> bool:
    """Return whether the list of deals is not as the journal says."""
    acts = standing_acts(entries)
    rows = fetch("SELECT number, seq, version, open FROM deal WHERE night_id = ?", night_id)
    stored = {number: (seq, version, bool(is_open)) for number, seq, version, is_open in rows}
    slots = state.slots.items()
    return stored != {number: (acts[number].seq, slot.version, slot.result is None) for number, slot in slots}


_NOT_ASKED = (None, "", False, 0)
"""What is kept of who played what in a deal of an earlier version, until its night comes into a round."""


def wrong_roles(night_id: int, state: Replay) -> list[int]:
    """Return the deals of which something else is kept than who played what; of an earlier version nothing may be."""
    sql = "SELECT number, soloist, contract, announced, seat FROM deal WHERE night_id = ? ORDER BY number"
    kept = {number: tuple(played) for number, *played in fetch(sql, night_id)}
    joined = fetch("SELECT 1 FROM round_night WHERE night_id = ?", night_id)
    return [
        number
        for number, played in kept.items()
        if (joined or played != _NOT_ASKED) and played != tell_slot(state.night.game, state.slots[number])
    ]
