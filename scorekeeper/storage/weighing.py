"""What an act would do: weighed against what stands, without writing it."""

import json
from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.games.score import Score
from scorekeeper.night.acts import (
    Act,
    Called,
    Doubting,
    Paid,
    Settling,
    SlotAct,
    StakeChanged,
    Undone,
)
from scorekeeper.night.filling import fill_in
from scorekeeper.night.night import MOST_DEALS, Result
from scorekeeper.night.party import party_of
from scorekeeper.night.plain import read_act, slot_act_of
from scorekeeper.night.replay import Replay, SlotState
from scorekeeper.night.settling import Pair
from scorekeeper.night.slips import standing, standing_acts
from scorekeeper.storage.entries import load_acts
from scorekeeper.storage.kitty import check_content
from scorekeeper.storage.objections import load_objections
from scorekeeper.storage.rows import NightRows, load_results, load_rows
from scorekeeper.storage.settling import load_account, load_beyond, load_points
from scorekeeper.storage.statements import fetch
from scorekeeper.storage.undoing import check_in_time


class Stale(Exception):  # noqa: N818 - somebody else was first, which is no error
    """The slot, or a payment where `number` is 0, is no longer as the sender saw it: its version is now `version`."""

    def __init__(self, number: int, version: int) -> None:
        super().__init__(number, version)
        self.number = number
        self.version = version


class Weighed(NamedTuple):
    """An act as it would be written now: `before` are the results of the slots it touches, `state` all after it."""

    act: Act
    before: Mapping[int, Result | None]
    state: Replay
    result: Result | None

    def moved(self) -> dict[str, list[int]]:
        """Return by how much the score, the balance, what he has `beyond` and the deals of each player change."""
        night = self.state.night
        moved = {player: [0, 0, 0, 0] for player in night.players}
        for number, slot in self.state.slots.items():
            gap = night.coins_at(number) - night.coins
            _move(moved, self.before.get(number), -1, gap)
            _move(moved, slot.result, +1, gap)
        return moved


def weigh(rows: NightRows, act: Act, based_on: int) -> Weighed:
    """Return what an act would do at a night, without writing it. Raises Stale and Refused as `append` does."""
    state, arrived = _load_state(rows, act)
    slot = state.slots.get(act.slot)
    version = _due_version(state, act, based_on) if isinstance(act, Paid) else slot.version if slot else 0
    if isinstance(act, SlotAct | Paid) and version != based_on:
        raise Stale(act.slot, version)
    if arrived:
        check_in_time(arrived)
    before = {key: known.result for key, known in state.slots.items()}
    act = fill_in(state, act)
    result = state.put(act)
    if isinstance(act, Settling):
        check_content(rows.head.id, state.account.kitty)
    return Weighed(act, before, state, result)


def state_now(night_id: int) -> Replay:
    """Return a night before its next deal, with what that rests on."""
    rows = load_rows(night_id)
    night = rows.night
    return Replay(night, _party_slots(rows, night.number), entered=True)


def _load_state(rows: NightRows, act: Act) -> tuple[Replay, str]:
    """Load what an act can touch or rests on, and when that arrived which it would take back, empty for nothing."""
    head, night = rows.head, rows.night
    about = act.about if isinstance(act, SlotAct | Doubting | StakeChanged) else 0
    state, arrived = Replay(night, _party_slots(rows, about), entered=True), ""
    if isinstance(act, Undone | Doubting):
        state.objections[about] = load_objections(head.id, about) if about in state.slots else ()
    if isinstance(act, Undone) and about in state.slots:
        left = standing(load_acts(head.id, about))
        state.slots[about].acts = tuple(map(slot_act_of, left))
        arrived = left[-1].arrived if left else ""
    if isinstance(act, Settling | StakeChanged):
        state.account = load_account(head.id)
    if isinstance(act, Settling):
        state.apart, state.beyond_apart = load_points(head.id), load_beyond(head.id)
    return state, arrived


def _due_version(state: Replay, act: Paid, unknown: int) -> int:
    """Return at which version a payment is; of one that is not there it will be said that it is not."""
    due = state.account.dues.get(Pair(act.plan, act.debtor, act.creditor))
    return due.version if due else unknown


def _party_slots(rows: NightRows, number: int) -> dict[int, SlotState]:
    """Load the slots that an act about deal `number` can touch: its own, and those of the same party."""
    night, night_id = rows.night, rows.head.id
    if not 0 < number <= night.number:
        return {}
    party = party_of(night, number)
    if party.start == night.number and not rows.head.begun:
        return {}
    acts = _acts_after(night_id, number) if night.ends else {}
    # Of an open slot, what was called in it; the others' facts are not looked at.
    sql = """SELECT deal.number, version, open, kind, CASE WHEN open THEN facts END FROM deal
        JOIN entry ON entry.night_id = deal.night_id AND entry.seq = deal.seq
        WHERE deal.night_id = ? AND deal.number BETWEEN ? AND ?"""
    slots = fetch(sql, night_id, party.start, party.stop - 1)
    filled = any(not is_open for _, _, is_open, _, _ in slots)
    results = load_results(night_id, rows.places, party) if filled else {}
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


def _acts_after(night_id: int, number: int) -> dict[int, tuple[SlotAct, ...]]:
    """Load by deal the act that stands in each after deal `number`, which is judged again once that is corrected."""
    acts = standing_acts(load_acts(night_id, number + 1, MOST_DEALS))
    return {later: (slot_act_of(entry),) for later, entry in acts.items()}


def _move(moved: dict[str, list[int]], result: Result | None, sign: int, gap: int) -> None:
    if result:
        for key, points in result.sheet.items():
            moved[key][0] += sign * points
            moved[key][3] += sign
        for key, points in result.payoff.items():
            moved[key][1] += sign * points
            moved[key][2] += sign * points * gap
