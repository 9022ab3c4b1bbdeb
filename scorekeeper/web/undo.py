"""Taking back what was booked last."""

from flask import Blueprint, abort
from werkzeug.wrappers import Response

from scorekeeper.night.acts import Undone
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.book import append
from scorekeeper.storage.reading import SlotHistory, find_deal
from scorekeeper.storage.weighing import Stale
from scorekeeper.web.deals import deal_page
from scorekeeper.web.frame import go
from scorekeeper.web.reader import refusal, speech
from scorekeeper.web.sending import based_on, sender
from scorekeeper.web.visitor import night_at, writes

pages = Blueprint("undo", __name__)


@pages.post("/n/<slug>/deals/<int:number>/undo")
@writes
def undo(slug: str, number: int) -> Response:
    """Take back the last act about the deal that was booked last, as this phone saw it; on two phones, it is one."""
    guest, row, _ = night_at(slug)
    if number > row.number:
        abort(404)
    try:
        append(guest.night, sender(), Undone(number=number), based_on())
    except Stale:
        if not _is_undone(find_deal(row.id, number)):
            changed = say("Deal {number} was changed on another phone meanwhile", number=number)
            return deal_page(slug, number, 409, speech().say(changed))
    except Refused as refused:
        return deal_page(slug, number, 422, refusal(refused))
    return go("sheet.show", slug=slug, _anchor="now")


def _is_undone(deal: SlotHistory | None) -> bool:
    """Whether what was to be taken back was taken back already, on another phone."""
    return deal is not None and deal.version == based_on() + 1 and deal.history[-1].kind == Undone.kind
