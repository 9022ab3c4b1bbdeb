"""Deals whose cards can be recorded."""

from typing import NamedTuple

from scorekeeper.audit.verdict import Verdict
from scorekeeper.cards.record import Record
from scorekeeper.games.game import Recording, Seating
from scorekeeper.journal.act_json import slot_act_of
from scorekeeper.journal.acts import Answered, Called, Undone
from scorekeeper.night.night import Night, seat_deal
from scorekeeper.nightfile.audit import audit_deal, audit_record, only_called
from scorekeeper.phrase import Phrase, Refused
from scorekeeper.storage.queries.nights import SlotHistory
from scorekeeper.web.deal.draft import seats_of


class Case(NamedTuple):
    """A deal whose cards can be recorded: the act that stands in its slot, and the slot's version.

    `open` while its result is not booked; where nothing is known about it yet, the act says only who sits.
    """

    night: Night
    act: Answered
    version: int
    open: bool
    recording: Recording

    @property
    def seating(self) -> Seating:
        """Who sits."""
        return self.act.seating

    @property
    def told(self) -> Answered:
        """The act with which the cards are compared: what was entered before the result was known is no result."""
        return only_called(self.night, self.act) if self.open else self.act

    @property
    def headline(self) -> Phrase:
        """The verdict on the recorded cards in short."""
        try:
            return audit_deal(self.night, self.told).headline
        except Refused as refused:
            return refused.phrase

    def judge(self, record: Record) -> Verdict:
        """Return the verdict on a record of this deal, also on one without a card."""
        return audit_record(self.night, self.told, record)


def find_case(night: Night, number: int, deal: SlotHistory | None, seen: int | None = None) -> Case | None:
    """Return what can be recorded of deal `number`, its slot as it was at version `seen` where that is said.

    None for a deal that is not due yet, was not played, or lacks too much of its call.
    """
    auditor = night.game.auditor
    if auditor is None or not 1 <= number <= night.number:
        return None
    stood = deal.at(seen or 0) if deal and seen != 0 else None
    version, act = (stood.version, stood.act) if stood else (0, None)
    if act is None or isinstance(act, Undone):  # who sits follows from what was known first, or from the rotation
        known = act or (slot_act_of(deal.history[0]) if deal else None)
        try:
            seating = seat_deal(night, number, *seats_of(known))
        except Refused:  # too few are at the table
            return None
        act = Called(number=number, dealer=seating.dealer, playing=seating.playing, answers={})
    if not isinstance(act, Answered):
        return None
    is_open = isinstance(act, Called)
    answers = (only_called(night, act) if is_open else act).answers
    recording = auditor.find_recording(night.rules_at(number), act.seating, answers)
    return Case(night, act, version, is_open, recording) if recording else None
