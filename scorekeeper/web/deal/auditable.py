"""Deals whose cards can be recorded."""

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from scorekeeper.audit.verdict import NOT_RECORDED, Verdict
from scorekeeper.audit.work import TooMuchWork, Work, limited_to
from scorekeeper.cards.record import Record
from scorekeeper.games.game import Recording, Seating
from scorekeeper.journal.act_json import slot_act_of
from scorekeeper.journal.acts import Answered, Called, Undone
from scorekeeper.night.night import Night, seat_deal
from scorekeeper.nightfile.audit import audit_record, only_called
from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.storage.queries.nights import SlotHistory
from scorekeeper.web.core.slow_requests import Busy
from scorekeeper.web.deal.draft import seats_of
from scorekeeper.web.deal.verdicts import STEPS_AT_ONCE, find_verdict


class AuditableDeal(NamedTuple):
    """A deal whose cards can be recorded: the current act of its slot, and the slot's version.

    `open` while its result is not booked; without any act yet, `act` has only dealer and players. `entered` is the act
    that is compared with the cards, in an open deal without answers about the result.
    """

    night: Night
    act: Answered
    entered: Answered
    version: int
    open: bool
    recording: Recording

    @property
    def seating(self) -> Seating:
        """Dealer and players."""
        return self.act.seating

    @property
    def headline(self) -> Phrase:
        """The verdict on the recorded cards in brief."""
        try:
            return self.judge(self.entered.play).headline if self.entered.play else NOT_RECORDED.headline
        except Refused as refused:
            return refused.phrase
        except Busy:
            return say("the cards are being judged just now")

    def judge(self, record: Record) -> Verdict:
        """Return the verdict on a record of this deal, also on an empty one. Raises Refused, and Busy."""
        return find_verdict(self.night, self.entered, record)

    def look_ahead(self, record: Record) -> Verdict:
        """Return a verdict with only the turn at the end of a record and the known hands. Raises as `judge` does."""
        return find_verdict(self.night, self.entered, record, judging=False)

    def find_lawful(self, records: Sequence[Record]) -> list[Record]:
        """Return the records without a breach, none if it takes long to say. Raises Refused."""
        with suppress(TooMuchWork), limited_to(Work(STEPS_AT_ONCE, strict=True)):
            return [record for record in records if not audit_record(self.night, self.entered, record).violations]
        return []


def find_auditable(
    night: Night, number: int, deal: SlotHistory | None, seen: int | None = None
) -> AuditableDeal | None:
    """Return deal `number` for recording, its slot at version `seen` if given.

    None for a deal in the future, one that was not played, and one with too little of its call.
    """
    auditor = night.game.auditor
    if auditor is None or not 1 <= number <= night.number:
        return None
    slot = deal.at(seen or 0) if deal and seen != 0 else None
    version, act = (slot.version, slot.act) if slot else (0, None)
    if act is None or isinstance(act, Undone):  # the seats are those of the first act, or of the rotation
        known = act or (slot_act_of(deal.history[0]) if deal else None)
        try:
            seating = seat_deal(night, number, *seats_of(known))
        except Refused:  # too few players
            return None
        act = Called(number=number, dealer=seating.dealer, playing=seating.playing, answers={})
    if not isinstance(act, Answered):
        return None
    is_open = isinstance(act, Called)
    entered = only_called(night, act) if is_open and act.answers else act
    recording = auditor.find_recording(night.rules_at(number), act.seating, entered.answers)
    return AuditableDeal(night, act, entered, version, is_open, recording) if recording else None
