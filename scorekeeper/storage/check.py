"""Checking that a night still says what was written: the chain, the scores, the postings and the balances."""

from collections.abc import Iterator
from typing import NamedTuple

from scorekeeper.ledger.journal import Entry
from scorekeeper.night.replay import Broken, Replay, replay
from scorekeeper.night.stake import write_stake
from scorekeeper.phrase import Phrase, Value, say
from scorekeeper.storage.book import load_head, load_night, load_places
from scorekeeper.storage.reading import journal, stake_of, standings
from scorekeeper.storage.statements import fetch
from scorekeeper.storage.tables import NightRow


class Finding(NamedTuple):
    """What does not hold in a night; `seq` is the first entry concerned, 0 for what stands beside the journal."""

    night: NightRow
    seq: int
    reason: Phrase


def verify() -> Iterator[tuple[NightRow, Finding | None]]:
    """Check every night and return it with the first thing in it that does not hold, None if all does."""
    for row in NightRow.select().order_by(NightRow.id):
        yield row, verify_night(row)


def verify_night(row: NightRow) -> Finding | None:
    """Return the first thing in a night that does not hold."""
    try:
        entries = journal(row.id)
        state = replay(entries)
    except Broken as broken:
        return Finding(row, broken.seq, broken.reason)
    except (ValueError, TypeError):
        return Finding(row, 0, say("the journal cannot be read"))
    return next((Finding(row, seq, reason) for seq, reason in _differences(row, entries[0], state)), None)


def _differences(row: NightRow, first: Entry, state: Replay) -> Iterator[tuple[int, Phrase]]:
    """Compare what a replay of the journal says with what stands ready beside it."""
    last = state.last
    assert last is not None
    if (row.seq, row.head) != (last.seq, last.hash):
        yield last.seq, say("the journal does not end where its head says")
    stake = stake_of(row)
    if (write_stake(stake) if stake else None) != first.facts.get("stake"):
        yield first.seq, say("the stake is not as the journal says")
    if load_night(load_head(row.id), load_places(row.id)) != state.night:
        yield 0, say("seats, rules or dealer are not as the journal says")
    yield from _slot_differences(row, state)
    scores, balances = state.scores(), state.balances()
    for player in standings(row.id):
        if (player.score, player.balance) != (scores[player.key], balances[player.key]):
            values: dict[str, Value] = {"player": player.name, "stored": player.balance}
            yield (
                0,
                say("the balance of {player} stands at {stored}, not {right}", right=balances[player.key], **values),
            )


def _slot_differences(row: NightRow, state: Replay) -> Iterator[tuple[int, Phrase]]:
    sql = """SELECT number, key, sheet, payoff FROM posting JOIN player ON player.id = posting.player_id
        WHERE posting.night_id = ?"""
    stored = {(number, key): (sheet, payoff) for number, key, sheet, payoff in fetch(sql, row.id)}
    right = {
        (number, key): (slot.result.sheet.get(key, 0), slot.result.payoff.get(key, 0))
        for number, slot in state.slots.items()
        if slot.result
        for key in {**slot.result.sheet, **slot.result.payoff}
    }
    for number, key in sorted(stored.keys() ^ right.keys() | {at for at in right if stored.get(at) != right[at]}):
        yield 0, say("deal {number}: what stands for {player} is not what the journal says", number=number, player=key)
    slots = {
        number: (version, bool(is_open))
        for number, version, is_open in fetch("SELECT number, version, open FROM deal WHERE night_id = ?", row.id)
    }
    if slots != {number: (slot.version, slot.result is None) for number, slot in state.slots.items()}:
        yield 0, say("the list of deals is not as the journal says")
