"""A stored night as a replay of its whole journal tells it, with nothing left out: what all else is compared with."""

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.accounts.account import SETTLING_KINDS
from scorekeeper.accounts.joint_payers import groups
from scorekeeper.accounts.kitty import KITTY
from scorekeeper.journal.act_json import act_of
from scorekeeper.journal.acts import KittyMoved, SlotAct
from scorekeeper.journal.hash_chain import Entry
from scorekeeper.night.night import Seat
from scorekeeper.night.state import Replay, begin
from scorekeeper.night.undo import standing_acts
from scorekeeper.nightfile.document import Document, Slot, rename_account, rename_players, rename_result, standing_moves
from scorekeeper.nightfile.writer import write_night
from scorekeeper.storage.journal.entries import entry_of_row, stored_rows
from scorekeeper.storage.journal.state import names_of
from scorekeeper.storage.models import NightRow
from scorekeeper.storage.queries.nights import former_names
from scorekeeper.storage.transfer import prepare, take_in
from tests.chained import write_entry
from tests.storage.nights import fresh


def journal(night_id: int) -> list[Entry]:
    """Return the whole journal of a night."""
    return list(map(entry_of_row, stored_rows(night_id)))


def replay(entries: Sequence[Entry]) -> Replay:
    """Return a journal replayed to its end, its slots with all reasons."""
    first, *rest = map(act_of, entries)
    state = begin(first)
    for act in rest:
        state.apply(act)
    return state


def document(row: NightRow) -> Document:
    """Return a night as a file carries it, with its journal: players by their names."""
    entries, named = journal(row.id), names_of(row.id)
    names, state = {key: name for key, (name, _) in named.items()}, replay(entries)
    others = (entry for entry in entries if entry.kind not in SETTLING_KINDS)  # what came of these is told besides
    acts = {entry.seq: rename_players(state.night, act_of(entry), names) for entry in others}
    slots = dict[int, Slot]()
    for number, entry in standing_acts(entries).items():
        act, result = acts[entry.seq], state.slots[number].result
        if result and isinstance(act, SlotAct):
            slots[number] = Slot(act, rename_result(result, names))
    account = replace(state.account, beyond=state.beyond())
    moves = [act for act in map(act_of, entries) if isinstance(act, KittyMoved)]
    return Document(
        opened=acts[1],
        title=row.title,
        night=replace(state.night, seats=tuple(Seat(names[key], here) for key, here in state.night.seats)),
        acts=tuple(acts.values()),
        deals=[slots[number].act for number in sorted(slots)],
        slots=tuple(slots[number] for number in sorted(slots)),
        settled={names[player] if player else KITTY: amount for player, amount in account.settled().items()},
        keys=names,
        salts={key: salt for key, (_, salt) in named.items() if salt},
        former=former_names(row.id),
        journal=tuple(write_entry(entry) for entry in entries),
        coin=account.chosen,
        purses=tuple(tuple(names[player] for player in purse) for purse in groups(account.purses, state.night.players)),
        kitty=tuple(standing_moves(moves, account.kitty, state.night, names)),
        account=rename_account(account, names),
    )


def copied(row: NightRow) -> NightRow:
    """Take the file of a night in as another one."""
    return take_in(prepare(write_night(document(fresh(row))), "file"))
