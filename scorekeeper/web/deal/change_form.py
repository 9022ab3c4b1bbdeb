"""The form that changes a booked deal: it is corrected, voided or replaced by what the table agreed."""

from typing import NamedTuple

from wtforms.form import BaseForm

from scorekeeper.journal.act_json import slot_act_of
from scorekeeper.journal.acts import Adjusted, Corrected, SlotAct, Voided
from scorekeeper.night.night import Night
from scorekeeper.night.undo import standing
from scorekeeper.phrase import Refused
from scorekeeper.storage.journal.state import NightRows
from scorekeeper.storage.queries.nights import SlotHistory
from scorekeeper.storage.writing.entry import preview_act
from scorekeeper.web.deal.draft import DealForm, Draft, draft_deal, read_deal_form, seats_of
from scorekeeper.web.deal.forms import SlotForm
from scorekeeper.web.rules.forms import adjust_form, amounts_of


class ChangeForm(NamedTuple):
    """What a form makes of a deal, as it was when the form was opened: a correction says it, an adjustment amounts."""

    number: int
    way: str
    known: SlotAct | None
    corrected: DealForm | None
    amounts: BaseForm
    sent: SlotForm

    def act(self, note: str = "") -> SlotAct:
        """Return the act that it means. Raises Refused."""
        if self.corrected:
            return self.corrected.act(Corrected, note)
        dealer, playing = seats_of(self.known)
        if self.way == "void":
            return Voided(number=self.number, dealer=dealer, playing=playing, note=note)
        adjust = amounts_of(self.amounts)
        return Adjusted(number=self.number, dealer=dealer, playing=playing, adjust=adjust, note=note)

    def meant(self) -> SlotAct | None:
        """Return the act that it means about the deal as the form saw it; None if it cannot be read."""
        if self.known is None or not self.sent.based_on.data:
            return None
        try:
            return self.act()
        except Refused:
            return None


def read_change_form(sent: SlotForm, night: Night, number: int, deal: SlotHistory | None, way: str) -> ChangeForm:
    """Return what the form says. Sent again it must say the same, so it is about the deal that it saw."""
    known = deal.at(sent.based_on.data).act if deal else None
    said = said_before(deal.at(sent.based_on.data)) if deal and isinstance(known, Voided) else known
    corrected = read_deal_form(sent.fields, night, number, said or known) if way == "correct" else None
    now = said.adjust if isinstance(said, Adjusted) and sent.fields is None else {}
    asked = {name.removeprefix("adjust-"): text for name, text in sent.query.items() if name.startswith("adjust-")}
    return ChangeForm(number, way, known, corrected, adjust_form(night.players, sent.fields, asked or now), sent)


def said_before(deal: SlotHistory) -> SlotAct | None:
    """Return what a deal that is void said before it was, None where it was never anything else."""
    acts = [slot_act_of(entry) for entry in standing(deal.history)]
    return next((act for act in reversed(acts) if not isinstance(act, Voided)), None)


def way_back(deal: SlotHistory) -> str:
    """Return the way on which a deal that is void is brought back, "" for one that is not, or was never played."""
    before = said_before(deal) if isinstance(deal.act, Voided) else None
    return "" if before is None else "adjust" if isinstance(before, Adjusted) else "correct"


def draft_change(rows: NightRows, form: ChangeForm, version: int) -> Draft:
    """Return the draft of what a form makes of a deal. Raises Stale."""
    sent = form.sent.submitted
    if form.corrected:
        return draft_deal(rows, form.corrected, Corrected, version, sent=sent)
    draft = Draft(form.number, version, sent=sent)
    if form.way == "adjust" and not sent:
        return draft
    try:
        return draft._replace(change=preview_act(rows, form.act(), version))
    except Refused as refused:
        return draft._replace(error=refused)
