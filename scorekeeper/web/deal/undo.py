"""Taking back what was booked last."""

from flask import Blueprint, abort
from werkzeug.wrappers import Response

from scorekeeper.journal.acts import Undone
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.queries.nights import find_deal
from scorekeeper.storage.writing.entry import Stale, append
from scorekeeper.web.access.current import NIGHT, at_night
from scorekeeper.web.access.form_request import read_form
from scorekeeper.web.core.lifecycle import go
from scorekeeper.web.deal.views import deal_page

pages = Blueprint("undo", __name__, url_prefix=NIGHT)


@pages.post("/deals/<int:number>/undo")
def take_back(number: int) -> Response:
    """Take back the last act about the deal that was booked last, as this phone saw it; on two phones, it is one."""
    at = at_night()
    sent = read_form()
    if number > at.row.number:
        abort(404)
    try:
        append(at.guest.night, sent.sender(at.guest.device), Undone(number=number), sent.based_on)
    except Stale:
        deal = find_deal(at.guest.night, number)
        # On another phone it was taken back already.
        if not deal or deal.version != sent.based_on + 1 or deal.history[-1].kind != Undone.kind:
            changed = say("Deal {number} was changed on another phone meanwhile", number=number)
            return deal_page(number, 409, changed)
    except Refused as refused:
        return deal_page(number, 422, refused.phrase)
    return go("sheet.show", _anchor="now")
