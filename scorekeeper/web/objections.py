"""Objections: doubting a deal in a sentence, and resolving what was doubted."""

from dataclasses import replace

from flask import Blueprint, request
from werkzeug.wrappers import Response

from scorekeeper.night.acts import Objected, Resolved
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.access import Guest
from scorekeeper.storage.book import append
from scorekeeper.web.deals import deal_page
from scorekeeper.web.forms import read_note
from scorekeeper.web.frame import go
from scorekeeper.web.reader import refusal
from scorekeeper.web.sending import based_on, sender
from scorekeeper.web.visitor import guest_at, night_at, writes

pages = Blueprint("objections", __name__)


@pages.post("/n/<slug>/deals/<int:number>/object")
@writes
def make(slug: str, number: int) -> Response:
    """Object to a deal; it keeps its points until the table resolves it."""
    guest = guest_at(slug)
    act = Objected(number=number, version=based_on(), player=guest.player)
    return _append(slug, guest, act, needs_note=True)


@pages.post("/n/<slug>/deals/<int:number>/objections/<int:place>")
@writes
def resolve(slug: str, number: int, place: int) -> Response:
    """Resolve an objection: upheld, corrected, rejected or withdrawn."""
    guest = guest_at(slug)
    act = Resolved(number=number, objection=place, how=request.form.get("how", ""), player=guest.player)
    return _append(slug, guest, act)


def _append(slug: str, guest: Guest, act: Objected | Resolved, needs_note: bool = False) -> Response:
    night_at(slug)  # so that a refusal can name the players
    try:
        note = read_note(request.form.get("note"))
        if needs_note and not note:
            raise Refused("note", say("an objection says in a sentence what is wrong"))
        append(guest.night, sender(), replace(act, note=note))
    except Refused as refused:
        return deal_page(slug, act.number, 422, refusal(refused))
    if request.form.get("back") == "settle":
        return go("settling.show", slug=slug)
    return go("deals.show", slug=slug, number=act.number, _anchor="objections")
