"""Replaying a written journal: whether each entry follows from those before, and says what comes out."""

from collections.abc import Iterable

from scorekeeper.games.score import Score
from scorekeeper.ledger.journal import Entry, holds
from scorekeeper.night.acts import Opened
from scorekeeper.night.night import Result
from scorekeeper.night.plain import act_of
from scorekeeper.night.replay import Replay, begin
from scorekeeper.night.results import same_result
from scorekeeper.phrase import Phrase, Refused, say


class Broken(Exception):  # noqa: N818 - a finding, not an error of the program
    """The journal does not hold at entry `seq`; `reason` says why."""

    def __init__(self, seq: int, reason: Phrase) -> None:
        super().__init__(seq, reason)
        self.seq = seq
        self.reason = reason


def replay_journal(entries: Iterable[Entry], *, lines: bool = True) -> Replay:
    """Return the journal replayed to its end. Raises Broken at the first entry that does not hold.

    Without `lines` its slots have what is written and paid, but no reasons: of a long night these are most of it.
    """
    rest = iter(entries)
    last = next(rest, None)
    if last is None or not holds(last, None) or last.kind != Opened.kind:
        raise Broken(1, say("a journal begins with the opening of the night"))
    state = _begin(last)
    for entry in rest:
        if not holds(entry, last):
            raise Broken(entry.seq, say("its hash or its place in the chain is wrong"))
        _take(state, entry)
        if not lines:
            drop_lines(state, entry.number)
        last = entry
    return state


def _begin(first: Entry) -> Replay:
    try:
        opened = act_of(first)
        assert isinstance(opened, Opened)
        return begin(opened)
    except Refused as refused:
        raise _broken(first, refused) from None


def _take(state: Replay, entry: Entry) -> None:
    """Go on by one written entry. Raises Broken where it says what does not come out."""
    try:
        same = same_result(state.put(act_of(entry)), entry.result)
    except Refused as refused:
        raise _broken(entry, refused) from None
    if not same:
        raise Broken(entry.seq, say("its points do not come out as written"))


def drop_lines(state: Replay, number: int) -> None:
    """Let a slot keep what is written and paid, but no reasons."""
    slot = state.slots.get(number)
    if slot and slot.result:
        slot.result = Result(Score(), slot.result.sheet, slot.result.payoff)


def _broken(entry: Entry, refused: Refused) -> Broken:
    return Broken(entry.seq, say("{key}: {reason}", key=refused.key, reason=refused.phrase))
