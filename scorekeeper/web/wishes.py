"""What a form wishes of a deal that is booked: that it is corrected, void, or replaced by what the table agreed."""

from typing import NamedTuple

from flask import request
from wtforms.form import BaseForm

from scorekeeper.night.acts import Adjusted, Corrected, SlotAct, Voided
from scorekeeper.night.night import Night
from scorekeeper.night.plain import slot_act_of
from scorekeeper.night.slips import standing
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.reading import SlotHistory
from scorekeeper.storage.rows import NightRows
from scorekeeper.storage.weighing import weigh
from scorekeeper.web.drafts import Draft, Slip, draft_deal, read_slip
from scorekeeper.web.forms import adjust_form, amounts_of
from scorekeeper.web.posted import NoteForm
from scorekeeper.web.seating import seats_of
from scorekeeper.web.sending import asks, based_on, sent_form


class Wish(NamedTuple):
    """What a form wishes of a deal, as it was when the form was opened: a correction says it, an adjustment amounts."""

    number: int
    way: str
    known: SlotAct | None
    slip: Slip | None
    amounts: BaseForm

    def act(self, note: str = "") -> SlotAct:
        """Return the act that it means. Raises Refused."""
        if self.slip:
            return self.slip.act(Corrected, note)
        dealer, playing = seats_of(self.known)
        if self.way == "void":
            return Voided(number=self.number, dealer=dealer, playing=playing, note=note)
        adjust = amounts_of(self.amounts)
        return Adjusted(number=self.number, dealer=dealer, playing=playing, adjust=adjust, note=note)

    def meant(self) -> SlotAct | None:
        """Return the act that it means about the deal as the form saw it; None if it cannot be read."""
        if self.known is None or not based_on():
            return None
        try:
            return self.act()
        except Refused:
            return None


def read_wish(night: Night, number: int, deal: SlotHistory | None, way: str) -> Wish:
    """Return what the form says. Sent again it must say the same, so it is about the deal that it saw."""
    known = deal.at(based_on()).act if deal else None
    said = said_before(deal.at(based_on())) if deal and isinstance(known, Voided) else known
    slip = read_slip(night, number, said or known) if way == "correct" else None
    now = said.adjust if isinstance(said, Adjusted) and sent_form() is None else {}
    asked = {name.removeprefix("adjust-"): said for name, said in request.args.items() if name.startswith("adjust-")}
    return Wish(number, way, known, slip, adjust_form(night.players, sent_form(), asked or now))


def said_before(deal: SlotHistory) -> SlotAct | None:
    """Return what a deal that is void said before it was, None where it was never anything else."""
    acts = [slot_act_of(entry) for entry in standing(deal.history)]
    return next((act for act in reversed(acts) if not isinstance(act, Voided)), None)


def way_back(deal: SlotHistory) -> str:
    """Return the way on which a deal that is void is brought back, "" for one that is not, or was never played."""
    before = said_before(deal) if isinstance(deal.act, Voided) else None
    return "" if before is None else "adjust" if isinstance(before, Adjusted) else "correct"


def read_reason(way: str) -> str:
    """Return why a deal is changed. Raises Refused where that is missing and needed, or too long."""
    return NoteForm().read(missing=None if way == "correct" else say("a reason is missing"))


def draft_wish(rows: NightRows, wish: Wish, version: int) -> Draft:
    """Return the draft of what a form wishes. Raises Stale."""
    if wish.slip:
        return draft_deal(rows, wish.slip, Corrected, version)
    draft = Draft(wish.number, version)
    if wish.way == "adjust" and not asks():
        return draft
    try:
        return draft._replace(weighed=weigh(rows, wish.act(), version))
    except Refused as refused:
        return draft._replace(error=refused)
