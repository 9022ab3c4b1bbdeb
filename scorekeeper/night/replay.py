"""Replaying a journal: the night, its slots and its balances as they follow from the entries alone."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from scorekeeper.games.game import Seating
from scorekeeper.games.questions import shown
from scorekeeper.games.score import Score, score_from_plain, score_to_plain
from scorekeeper.ledger.journal import Entry, holds
from scorekeeper.night.night import SLOT_KINDS, Facts, Night, Result, adjust, advance, judge, open_night, pay
from scorekeeper.night.objections import OBJECTION_KINDS, Objection, put_objection
from scorekeeper.night.settling import SETTLING_KINDS, Account, open_account
from scorekeeper.phrase import Phrase, Refused, say

T = TypeVar("T")

# What reading raises where somebody wrote into a journal by hand: a finding about the journal, not a fault of ours.
UNREADABLE = (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


class Broken(Exception):  # noqa: N818 - a finding, not an error of the program
    """The journal does not hold at entry `seq`; `reason` says why."""

    def __init__(self, seq: int, reason: Phrase) -> None:
        super().__init__(seq, reason)
        self.seq = seq
        self.reason = reason


@dataclass(slots=True)
class SlotState:
    """A slot as it stands: the kind of the act that stands, how many there were, its result unless only called.

    `acts` are the kinds and facts of what was said about it and not taken back; the last of them stands. A slot of
    which all was taken back has the kind "undone".
    """

    kind: str
    version: int
    result: Result | None
    acts: tuple[tuple[str, Facts], ...] = ()


@dataclass(slots=True)
class Replay:
    """A night and its slots, going on act by act.

    The check of a whole journal holds every slot; booking holds only the slots of the deal's own party, and where it
    needs the balances, those of the deals that it does not hold in `apart`.
    """

    night: Night
    slots: dict[int, SlotState] = field(default_factory=dict)
    last: Entry | None = None
    objections: dict[int, tuple[Objection, ...]] = field(default_factory=dict)  # by the deal's number
    account: Account = field(default_factory=Account)
    apart: Mapping[str, int] = field(default_factory=dict)

    def take(self, entry: Entry) -> None:
        """Go on by one written entry. Raises Broken if it does not follow, or says what does not come out."""
        if not _readable(entry, lambda: holds(entry, self.last)):
            raise Broken(entry.seq, say("its hash or its place in the chain is wrong"))
        if not _readable(entry, lambda: same_result(self.put(entry.kind, entry.facts), entry.result)):
            raise Broken(entry.seq, say("its points do not come out as written"))
        self.last = entry

    def put(self, kind: str, facts: Facts) -> Result | None:
        """Go on by one act and return what it puts into its slot. Raises Refused and leaves all as it was."""
        if kind == "opened":
            raise Refused("kind", say("a journal has only one opening"))
        if kind in OBJECTION_KINDS:
            self._put_objection(kind, facts)
        if kind in SETTLING_KINDS:
            self.account.put(kind, facts, self.points())
        if kind == "undone":
            return self._take_back(facts)
        number = facts["number"] if kind in SLOT_KINDS else 0
        result = judge(self.night, kind, facts, self.party_sheets(number))
        after = advance(self.night, kind, facts)
        if kind in SLOT_KINDS:
            before = self.slots.get(number) or SlotState(kind, 0, None)
            self.slots[number] = SlotState(kind, before.version + 1, result, (*before.acts, (kind, facts)))
            self._repay(self.night, number)
        self.night = after
        return result

    def _take_back(self, facts: Facts) -> Result | None:
        """Take back the last act about the deal that was booked last: what stood before stands again."""
        number = facts["number"]
        slot = self.slots.get(number)
        if slot is None or slot.result is None or number != self.night.number - 1:
            raise Refused("number", say("only the deal that was booked last can be taken back"))
        if self.objections.get(number):
            raise Refused("number", say("somebody objects to deal {number}; correct it instead", number=number))
        *earlier, (_, taken) = slot.acts
        if (facts["dealer"], facts["playing"]) != (taken["dealer"], taken["playing"]):
            raise Refused("dealer", say("it does not say who sat in the deal that is taken back"))
        kind, again = earlier[-1] if earlier else ("undone", {})
        if kind in ("called", "undone"):
            result, night = None, replace(self.night, dealer=taken["dealer"], number=number)
        else:
            judged = "corrected" if kind == "booked" else kind  # its turn to be booked is over
            result = judge(self.night, judged, again, self.party_sheets(number))
            night = advance(self.night, kind, again)
        self.slots[number], self.night = SlotState(kind, slot.version + 1, result, tuple(earlier)), night
        return result

    def _put_objection(self, kind: str, facts: Facts) -> None:
        if "player" in facts and facts["player"] not in self.night.players:
            raise Refused("player", say("{value} is not one of the players", value=shown(facts["player"])))
        number = facts["number"]
        slot = self.slots.get(number)
        version = slot.version if slot and slot.result else 0
        self.objections[number] = put_objection(self.objections.get(number, ()), version, kind, facts)

    def party_sheets(self, number: int) -> list[Mapping[str, int]]:
        """Return the sheets of the party of deal `number` before it."""
        if not 0 < number <= self.night.number:  # it will be refused
            return []
        earlier = (self.slots[before].result for before in range(party_of(self.night, number).start, number))
        return [result.sheet if result else {} for result in earlier]

    def _repay(self, night: Night, number: int) -> None:
        """What a corrected deal changes in the later deals of its party."""
        for later in range(number + 1, party_of(night, number).stop):
            slot = self.slots.get(later)
            if slot and slot.result:
                payoff = pay(night, later, slot.kind, (*self.party_sheets(later), slot.result.sheet))
                slot.result = Result(slot.result.score, slot.result.sheet, payoff)

    def balances(self) -> Counter[str]:
        """Return what each player has won, in points."""
        return self._sum("payoff")

    def points(self) -> dict[str, int]:
        """Return what the deals brought each player of the night, in points."""
        held = self.balances()
        return {player: held[player] + self.apart.get(player, 0) for player in self.night.players}

    def scores(self) -> Counter[str]:
        """Return what the sheet shows for each player, in points."""
        return self._sum("sheet")

    def _sum(self, column: str) -> Counter[str]:
        total: Counter[str] = Counter()
        for slot in self.slots.values():
            if slot.result:
                total.update(getattr(slot.result, column))
        return total


def party_of(night: Night, number: int) -> range:
    """Return the numbers of the deals that belong together with deal `number`."""
    first = number - (number - 1) % night.game.party
    return range(first, first + night.game.party)


def standing(acts: Sequence[Entry]) -> list[Entry]:
    """Return those of the acts about one deal that were not taken back; the last of them stands."""
    left: list[Entry] = []
    for act in acts:
        if act.kind != "undone":
            left.append(act)
        elif left:
            left.pop()
    return left


def standing_acts(entries: Iterable[Entry]) -> dict[int, Entry]:
    """Return by deal the act that stands, the one that took back the last where none is left."""
    acts: dict[int, list[Entry]] = {}
    for entry in entries:
        if entry.kind in SLOT_KINDS:
            acts.setdefault(entry.number, []).append(entry)
    return {number: (standing(said) or said)[-1] for number, said in acts.items()}


def begin(opened: Facts) -> Replay:
    """Return a night that was just opened. Raises Refused for what no night can be."""
    return Replay(open_night(opened), account=open_account(opened))


def replay(entries: Iterable[Entry]) -> Replay:
    """Return the journal replayed to its end. Raises Broken at the first entry that does not hold."""
    rest = iter(entries)
    first = next(rest, None)
    if first is None or not _readable(first, lambda: holds(first, None)) or first.kind != "opened":
        raise Broken(1, say("a journal begins with the opening of the night"))
    state = _readable(first, lambda: begin(first.facts))
    state.last = first
    for entry in rest:
        state.take(entry)
    return state


def _readable(entry: Entry, apply: Callable[[], T]) -> T:
    """Turn what an entry says wrongly into a finding about the entry."""
    try:
        return apply()
    except Refused as refused:
        raise Broken(entry.seq, say("{key}: {reason}", key=refused.key, reason=refused.phrase)) from None
    except UNREADABLE:
        raise Broken(entry.seq, say("it does not say what such an entry says")) from None


def write_result(result: Result | None) -> dict[str, Any]:
    """Return a result as the journal keeps it, empty for none."""
    if result is None:
        return {}
    return {"lines": score_to_plain(result.score), "sheet": dict(result.sheet), "payoff": dict(result.payoff)}


def read_result(plain: Mapping[str, Any]) -> Result:
    """Return the result that `write_result` wrote."""
    return Result(score_from_plain(plain["lines"]), plain["sheet"], plain["payoff"])


def read_entry_result(night: Night, entry: Entry) -> Result:
    """Return what an entry put into its slot, its reasons in the words of today.

    The journal keeps the words in which they were written, which no catalogue may know any more. Where other numbers
    come out today than were written, what was written stands, words and all.
    """
    written = read_result(entry.result)
    try:
        score = _score(night, entry.kind, entry.facts)
    except (Refused, *UNREADABLE):
        return written
    return replace(written, score=score) if _line_numbers(score) == _line_numbers(written.score) else written


def _score(night: Night, kind: str, facts: Facts) -> Score:
    if kind == "adjusted":
        return adjust(night, facts["adjust"])
    if kind == "voided":
        return Score()
    rules = night.rules_at(facts["number"])
    seating = Seating(facts["number"], facts["dealer"], tuple(facts["playing"]))
    score: Score = night.game.score(rules, night.game.deal(rules, seating, facts["answers"]))
    return score


def same_result(result: Result | None, plain: Mapping[str, Any]) -> bool:
    """Return whether a result has the numbers as written; how a reason is worded and cited may have changed since."""
    if result is None or not plain:
        return result is None and not plain
    return _numbers(result) == _numbers(read_result(plain))


def _numbers(result: Result) -> tuple[object, ...]:
    return _line_numbers(result.score), dict(result.sheet), dict(result.payoff)


def _line_numbers(score: Score) -> list[tuple[object, ...]]:
    return [(line.value, dict(line.shares), [factor.times for factor in line.factors]) for line in score.lines]
