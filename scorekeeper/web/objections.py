"""Objections: doubting a deal in a sentence, and resolving what was doubted."""

from typing import Any

from flask import Blueprint, request
from werkzeug.wrappers import Response

from scorekeeper.night.file import Act
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.book import append
from scorekeeper.web.deals import deal_page
from scorekeeper.web.forms import read_note
from scorekeeper.web.page import go, night_at, refusal, writer_at
from scorekeeper.web.sending import based_on, sender

pages = Blueprint("objections", __name__)


@pages.post("/n/<slug>/deals/<int:number>/object")
def make(slug: str, number: int) -> Response:
    """Object to a deal; it keeps its points until the table resolves it."""
    return _append(slug, number, "objected", {"version": based_on()}, needs_note=True)


@pages.post("/n/<slug>/deals/<int:number>/objections/<int:place>")
def resolve(slug: str, number: int, place: int) -> Response:
    """Resolve an objection: upheld, corrected, rejected or withdrawn."""
    return _append(slug, number, "resolved", {"objection": place, "how": request.form.get("how", "")})


def _append(slug: str, number: int, kind: str, facts: dict[str, Any], needs_note: bool = False) -> Response:
    guest = writer_at(slug)
    night_at(slug)  # so that a refusal can name the players
    try:
        note = read_note(request.form.get("note"))
        if needs_note and not note:
            raise Refused("note", say("an objection says in a sentence what is wrong"))
        who = {"player": guest.player} if guest.player else {}
        append(guest.night, sender(), Act(kind, {"number": number, **facts, **who}, note))
    except Refused as refused:
        return deal_page(slug, number, 422, refusal(refused))
    if request.form.get("back") == "settle":
        return go("settling.show", slug=slug)
    return go("deals.show", slug=slug, number=number, _anchor="objections")
