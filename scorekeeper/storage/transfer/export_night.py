"""A night as its file tells it, out of what is stored: nothing is judged again, and little of it is held at a time."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import NamedTuple

from scorekeeper.accounts.account import Account
from scorekeeper.accounts.joint_payers import groups
from scorekeeper.accounts.kitty import KITTY
from scorekeeper.journal.act_json import act_of, read_act, slot_act_of
from scorekeeper.journal.acts import (
    Act,
    Brought,
    Carried,
    Frozen,
    KittyMoved,
    Objected,
    Opened,
    Resolved,
    RulesChanged,
    Settling,
    SlotAct,
)
from scorekeeper.journal.hash_chain import GENESIS, seal_note
from scorekeeper.night.journal_check import Broken
from scorekeeper.night.match import Party, begin_parties, parties_of
from scorekeeper.night.night import Night, Seat
from scorekeeper.night.result_json import result_now
from scorekeeper.nightfile.document import Outline, Slot, rename_players, standing_moves
from scorekeeper.phrase import say
from scorekeeper.storage.engine.sql import fetch_in_steps
from scorekeeper.storage.journal.entries import Stored, entry_of_row, hashed_text, line_of, load_entries, stored_rows
from scorekeeper.storage.journal.state import load_rows, names_of
from scorekeeper.storage.models import NightRow
from scorekeeper.storage.projections.settlement import load_account
from scorekeeper.storage.queries.nights import former_names
from scorekeeper.storage.queries.sheets import booked_sheets

Pace = Callable[[Iterable[Stored]], Iterator[Stored]]

_BROKEN_CHAIN = say("its hash or its place in the chain is wrong")
_FILLED = """FROM deal JOIN entry ON entry.night_id = deal.night_id AND entry.seq = deal.seq
    WHERE deal.night_id = ? AND NOT open AND deal.number > ? ORDER BY deal.number LIMIT ?"""
_DEALS = f"SELECT deal.number, kind, facts, note {_FILLED}"
_STANDING = f"SELECT deal.number, {', '.join(f'entry.{name}' for name in Stored._fields)} {_FILLED}"
# What a file tells of a night besides its deals as they stand.
_BESIDE = tuple(act.kind for act in (Opened, RulesChanged, Objected, Resolved, Frozen, Carried, Brought, KittyMoved))


def outline(row: NightRow, pace: Pace = iter) -> Outline:
    """Return a night, to be written in one transaction; its chain is checked at this `pace`. Raises Broken."""
    check_chain(row, pace)
    rows = load_rows(row.id)
    night = rows.night
    named = names_of(row.id)
    names = {key: name for key, (name, _) in named.items()}
    said = [act_of(entry) for entry in load_entries(f"kind IN ({', '.join('?' * len(_BESIDE))})", row.id, *_BESIDE)]
    acts = [rename_players(night, act, names) for act in said if not isinstance(act, Settling)]
    opened = acts[0]
    account = load_account(rows)
    assert isinstance(opened, Opened)
    moves = [act for act in said if isinstance(act, KittyMoved)]
    return Outline(
        opened=opened,
        title=row.title,
        night=replace(night, seats=tuple(Seat(names[key], state) for key, state in night.seats)),
        acts=acts,
        deals=(rename_players(night, act, names) for act in _deals(row.id)),
        settled={names[player] if player else KITTY: amount for player, amount in _settled(account, said)},
        purses=[[names[player] for player in purse] for purse in groups(account.purses, night.players)],
        kitty=list(standing_moves(moves, account.kitty, night, names)),
        keys=names,
        salts={key: salt for key, (_, salt) in named.items() if salt},
        former=former_names(row.id),
        journal=map(line_of, stored_rows(row.id)),
    )


class SheetOutline(NamedTuple):
    """A night as a spreadsheet tells it, players by their keys; its deals come one after the other."""

    night: Night
    slots: Iterable[Slot]
    parties: Sequence[Party]
    names: Mapping[str, str]


def tell_deals(row: NightRow, pace: Pace = iter) -> SheetOutline:
    """Return what the deals of a night come to and why, as `outline` does. Raises Broken."""
    check_chain(row, pace)
    night = load_rows(row.id).night
    sheets = booked_sheets(row.id, range(1, night.number)) if night.in_parties else {}
    names = {key: name for key, (name, _) in names_of(row.id).items()}
    return SheetOutline(night, _slots(row.id, night, sheets), parties_of(night, sheets), names)


def _slots(night_id: int, night: Night, sheets: Mapping[int, Mapping[str, int]]) -> Iterator[Slot]:
    """Give what stands in the slots that are filled, in order; `sheets` are theirs where the game counts in parties."""
    begun = begin_parties(night, sheets) if night.ends else {}
    for number, *stored in fetch_in_steps(_STANDING, night_id):
        entry = entry_of_row(Stored._make(stored))
        earlier = [sheets[before] for before in range(begun[number], number)] if begun else []
        yield Slot(slot_act_of(entry), result_now(night, entry, earlier))


def _settled(account: Account, acts: Iterable[Act]) -> Iterator[tuple[str, int]]:
    """Give what is settled for each player in the order in which acts of settling name them, as a replay has it."""
    settled = account.settled()
    paid = list[str]()
    brought = list[str]()
    pooled = list[str]()
    for act in acts:
        match act:
            case Frozen():
                paid += (player for payment in act.payments for player in (payment.debtor, payment.creditor))
                pooled = list(act.pooled)
            case Carried() | Brought():
                brought += act.amounts
    named = dict.fromkeys((*paid, *brought, *pooled))
    yield from ((player, settled[player]) for player in named if player in settled)


def check_chain(row: NightRow, pace: Pace = iter) -> None:
    """Check that each entry was hashed as it is and follows the one before. Raises Broken for the first of others."""
    seq = 0
    link = GENESIS
    for stored in pace(stored_rows(row.id)):
        seq += 1
        untrue = stored.note and stored.sealed != seal_note(stored.note, stored.salt)
        hashed = sha256(hashed_text(stored).encode()).hexdigest()
        if untrue or (stored.seq, stored.previous, stored.hash) != (seq, link, hashed):
            raise Broken(seq, _BROKEN_CHAIN)
        link = hashed
    if (seq, link) != (row.seq, row.head):
        raise Broken(seq, _BROKEN_CHAIN)


def _deals(night_id: int) -> Iterator[SlotAct]:
    """Give what stands in the slots that are filled, in order."""
    for _, kind, facts, note in fetch_in_steps(_DEALS, night_id):
        act = read_act(kind, json.loads(facts), note)
        assert isinstance(act, SlotAct)
        yield act
