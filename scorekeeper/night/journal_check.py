"""Replaying a written journal, and checking each entry and its result."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.games.score import Score
from scorekeeper.journal.act_json import act_of
from scorekeeper.journal.acts import Opened
from scorekeeper.journal.hash_chain import Entry, holds
from scorekeeper.journal.seals import lacks_text
from scorekeeper.night.night import Result
from scorekeeper.night.result_json import same_result
from scorekeeper.night.state import Replay, begin
from scorekeeper.night.undo import SLOT_KINDS
from scorekeeper.phrase import Phrase, Refused, say


class Broken(Exception):  # noqa: N818 - a finding, not an error of the program
    """The journal is invalid at entry `seq`; `reason` says why."""

    def __init__(self, seq: int, reason: Phrase) -> None:
        super().__init__(seq, reason)
        self.seq = seq
        self.reason = reason


class Replayed(NamedTuple):
    """A valid journal: its final state, and details of its entries.

    `other_entries` are those about no slot, which are not in the state, and those without their text; `last` is the
    last of all.
    """

    state: Replay
    other_entries: list[Entry]
    last: Entry

    @property
    def first(self) -> Entry:
        """The opening of the night."""
        return self.other_entries[0]

    def go_on(self, entry: Entry) -> "Replayed":
        """Return it with an applied entry, and reduce the slot of the entry."""
        drop_lines(self.state, entry.number)
        if entry.kind not in SLOT_KINDS or lacks_text(entry):
            self.other_entries.append(entry)
        return self._replace(last=entry)


def replay_lean(entries: Iterable[Entry]) -> Replayed:
    """Return the replayed journal; its slots have the sheet and the payoff, but no lines.

    Raises Broken at the first invalid entry.
    """
    rest = iter(entries)
    first = next(rest, None)
    if first is None or not holds(first, None) or first.kind != Opened.kind:
        raise Broken(1, say("a journal begins with the opening of the night"))
    try:
        opened = act_of(first)
        assert isinstance(opened, Opened)
        replayed = Replayed(begin(opened), [first], first)
    except Refused as refused:
        raise _broken(first, refused) from None
    for entry in rest:
        if not holds(entry, replayed.last):
            raise Broken(entry.seq, say("its hash or its place in the chain is wrong"))
        try:
            same = same_result(replayed.state.apply(act_of(entry)), entry.result)
        except Refused as refused:
            raise _broken(entry, refused) from None
        if not same:
            raise Broken(entry.seq, say("its points differ from what was written"))
        replayed = replayed.go_on(entry)
    return replayed


def _broken(entry: Entry, refused: Refused) -> Broken:
    return Broken(entry.seq, say("{key}: {reason}", key=refused.key, reason=refused.phrase))


def drop_lines(state: Replay, number: int) -> None:
    """Drop the lines of a slot, which take most of the memory of a long night."""
    slot = state.slots.get(number)
    if slot and slot.result:
        slot.result = _points(tuple(slot.result.sheet.items()), tuple(slot.result.payoff.items()))


@lru_cache(maxsize=1_000)
def _points(sheet: tuple[tuple[str, int], ...], payoff: tuple[tuple[str, int], ...]) -> Result:
    """Return a result without its lines, cached, as most deals have the result of another."""
    return Result(Score(), dict(sheet), dict(payoff))
