"""Objections: doubting a deal in a sentence, and resolving what was doubted."""

from dataclasses import replace

from flask import Blueprint
from werkzeug.wrappers import Response

from scorekeeper.journal.acts import Objected, Resolved
from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.storage.access.devices import Guest
from scorekeeper.storage.writing.entry import append
from scorekeeper.web.access.current import NIGHT, at_night
from scorekeeper.web.access.form_request import FormRequest, read_form
from scorekeeper.web.core.lifecycle import go
from scorekeeper.web.deal.forms import ResolutionForm
from scorekeeper.web.deal.views import deal_page

pages = Blueprint("objections", __name__, url_prefix=NIGHT)


@pages.post("/deals/<int:number>/object")
def make(number: int) -> Response:
    """Object to a deal; it keeps its points until the table resolves it."""
    guest = at_night().guest
    sent = read_form()
    act = Objected(number=number, version=sent.based_on, player=guest.player)
    return _append(guest, sent, act, say("an objection says in a sentence what is wrong"))


@pages.post("/deals/<int:number>/objections/<int:place>")
def resolve(number: int, place: int) -> Response:
    """Resolve an objection: upheld, corrected, rejected or withdrawn."""
    guest = at_night().guest
    act = Resolved(number=number, objection=place, how=ResolutionForm().how.typed, player=guest.player)
    return _append(guest, read_form(), act)


def _append(guest: Guest, sent: FormRequest, act: Objected | Resolved, missing: Phrase | None = None) -> Response:
    form = ResolutionForm()
    try:
        append(guest.night, sent.sender(guest.device), replace(act, note=form.read(missing)))
    except Refused as refused:
        return deal_page(act.number, 422, refused.phrase)
    if form.back.typed == "settle":
        return go("settling.show")
    return go("deals.show", number=act.number, _anchor="objections")
