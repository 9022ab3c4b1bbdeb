"""What an act would do: change against what stands, without writing it."""

import json
from datetime import UTC, datetime

from scorekeeper.accounts.account import Pair
from scorekeeper.games.score import Score
from scorekeeper.journal.act_json import read_act, slot_act_of
from scorekeeper.journal.acts import Act, Called, Doubting, Paid, Settling, SlotAct, StakeChanged, Undone
from scorekeeper.night.match import party_of
from scorekeeper.night.night import MOST_DEALS, Result
from scorekeeper.night.state import Replay, SlotState, fill_in
from scorekeeper.night.undo import standing, standing_acts
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.engine.sql import fetch
from scorekeeper.storage.journal.entries import load_acts
from scorekeeper.storage.journal.state import NightRows, load_results, load_rows
from scorekeeper.storage.projections.deals import Change
from scorekeeper.storage.projections.kitty import check_content
from scorekeeper.storage.projections.objections import load_objections
from scorekeeper.storage.projections.settlement import load_account, load_beyond, load_points


class Stale(Exception):  # noqa: N818 - somebody else was first, which is no error
    """The slot, or a payment where `number` is 0, is no longer as the sender saw it: its version is now `version`."""

    def __init__(self, number: int, version: int) -> None:
        super().__init__(number, version)
        self.number = number
        self.version = version


def preview_act(rows: NightRows, act: Act, based_on: int, device: str = "") -> Change:
    """Return what an act would do at a night, without writing it. Raises Stale and Refused as `append` does.

    `device` is the key of the one that sends it: not everybody takes money out of the kitty of a round.
    """
    state, arrived = _load_state(rows, act)
    slot = state.slots.get(act.slot)
    version = slot.version if slot else 0
    if isinstance(act, Paid):
        due = state.account.dues.get(Pair(act.plan, act.debtor, act.creditor))
        version = due.version if due else based_on  # of one that is not there it will be said that it is not
    if isinstance(act, SlotAct | Paid) and version != based_on:
        raise Stale(act.slot, version)
    if arrived:
        check_in_time(arrived)
    before = {key: known.result for key, known in state.slots.items()}
    act = fill_in(state, act)
    result = state.put(act)
    if isinstance(act, Settling):
        check_content(rows.row.id, state.account.kitty, device)
    return Change(act, before, state, result)


def state_now(night_id: int) -> Replay:
    """Return a night before its next deal, with what that rests on."""
    rows = load_rows(night_id)
    night = rows.night
    return Replay(night, _party_slots(rows, night.number), entered=True)


def _load_state(rows: NightRows, act: Act) -> tuple[Replay, str]:
    """Load what an act can touch or rests on, and when that arrived which it would take back, empty for nothing."""
    night_id = rows.row.id
    night = rows.night
    about = act.about if isinstance(act, SlotAct | Doubting | StakeChanged) else 0
    state = Replay(night, _party_slots(rows, about), entered=True)
    arrived = ""
    if isinstance(act, Undone | Doubting):
        state.objections[about] = load_objections(night_id, about) if about in state.slots else ()
    if isinstance(act, Undone) and about in state.slots:
        left = standing(load_acts(night_id, about))
        state.slots[about].acts = tuple(map(slot_act_of, left))
        arrived = left[-1].arrived if left else ""
    if isinstance(act, Settling | StakeChanged):
        state.account = load_account(night_id)
    if isinstance(act, Settling):
        state.apart = load_points(night_id)
        state.beyond_apart = load_beyond(night_id)
    return state, arrived


def _party_slots(rows: NightRows, number: int) -> dict[int, SlotState]:
    """Load the slots that an act about deal `number` can touch: its own, and those of the same party."""
    night = rows.night
    night_id = rows.row.id
    if not 0 < number <= night.number:
        return {}
    party = party_of(night, number)
    # Where parties end, what stands in each later deal is judged again.
    later = standing_acts(load_acts(night_id, number + 1, MOST_DEALS)) if night.ends else {}
    acts = {after: (slot_act_of(entry),) for after, entry in later.items()}
    # Of an open slot, what was called in it; the others' facts are not looked at.
    sql = """SELECT deal.number, version, open, kind, CASE WHEN open THEN facts END FROM deal
        JOIN entry ON entry.night_id = deal.night_id AND entry.seq = deal.seq
        WHERE deal.night_id = ? AND deal.number BETWEEN ? AND ?"""
    slots = fetch(sql, night_id, party.start, party.stop - 1)
    filled = any(not is_open for _, _, is_open, _, _ in slots)
    results = load_results(night_id, rows.players, party) if filled else {}
    nothing = Result(Score(), {}, {})
    return {
        number: SlotState(
            version,
            None if is_open else results.get(number, nothing),
            kind,
            _called(kind, facts) if is_open else acts.get(number, ()),
        )
        for number, version, is_open, kind, facts in slots
    }


def _called(kind: str, facts: str) -> tuple[SlotAct, ...]:
    """Return the act in an open slot, if it calls something."""
    act = read_act(kind, json.loads(facts))
    return (act,) if isinstance(act, Called) else ()


SECONDS = 10  # for so long it is offered
_ON_THE_WAY = 1  # so much later it still counts


def seconds_left(arrived: str) -> float:
    """Return for how many seconds more what arrived then (ISO 8601) can be taken back, below 0 once that is over.

    More than SECONDS means that the clock was put back since.
    """
    return SECONDS - (datetime.now(UTC) - datetime.fromisoformat(arrived)).total_seconds()


def check_in_time(arrived: str) -> None:
    """Refuse to take back what arrived too long ago; where the clock was put back, nobody is kept from it."""
    if seconds_left(arrived) < -_ON_THE_WAY:
        text = say("it can be taken back for {n} seconds only; void the deal with a reason instead", n=SECONDS)
        raise Refused("number", text)
