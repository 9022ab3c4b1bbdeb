"""Whether what stands ready of a night's deals is as a replay of its journal says: postings, slots, who played what."""

from collections.abc import Iterator, Mapping

from scorekeeper.night.deal_stats import tell_slot
from scorekeeper.night.state import Replay, SlotState
from scorekeeper.storage.engine.sql import STEP, fetch
from scorekeeper.storage.journal.entries import load_stands

_FIRST = -(2**62)  # below any number that a database holds


def _steps(state: Replay) -> Iterator[tuple[dict[int, SlotState], range]]:
    """Give some slots at a time, and the numbers among which all that is stored belongs to them."""
    last = max(state.slots, default=0)
    for low in range(0, last + 1, STEP):
        slots = {number: state.slots[number] for number in range(low, low + STEP) if number in state.slots}
        yield slots, range(low or _FIRST, low + STEP if low + STEP <= last else -_FIRST)


def wrong_postings(night_id: int, state: Replay) -> Iterator[tuple[int, str]]:
    """Give the numbers and players of postings that are not as they should be."""
    for slots, numbers in _steps(state):
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


def are_slots_wrong(night_id: int, state: Replay) -> bool:
    """Return whether the list of deals is not as the journal says."""
    sql = "SELECT number, seq, version, open FROM deal WHERE night_id = ? AND number BETWEEN ? AND ?"
    for slots, numbers in _steps(state):
        rows = fetch(sql, night_id, numbers.start, numbers.stop - 1)
        stored = {number: (seq, version, bool(is_open)) for number, seq, version, is_open in rows}
        stands = load_stands(night_id, numbers)
        if stored != {number: (stands[number], slot.version, slot.result is None) for number, slot in slots.items()}:
            return True
    return False


_NOT_ASKED = (None, "", False, 0, "", False)
"""What is kept of who played what in a deal of an earlier version, until its night comes into a round."""


def wrong_roles(night_id: int, state: Replay) -> Iterator[int]:
    """Give the deals of which something else is kept than who played what; of an earlier version nothing may be."""
    sql = """SELECT number, soloist, contract, announced, seat, partner, individual FROM deal
        WHERE night_id = ? AND number BETWEEN ? AND ? ORDER BY number"""
    joined = fetch("SELECT 1 FROM round_night WHERE night_id = ?", night_id)
    for slots, numbers in _steps(state):
        for number, *played in fetch(sql, night_id, numbers.start, numbers.stop - 1):
            told = tuple(played)
            if (joined or told != _NOT_ASKED) and told != tell_slot(state.night.game, slots[number]):
                yield number
