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
from scorekeeper.web.guests import NIGHT, at_night
from scorekeeper.web.sending import based_on, sender

pages = Blueprint("undo", __name__, url_prefix=NIGHT)


@pages.post("/deals/<int:number>/undo")
def take_back(number: int) -> Response:
    """Take back the last act about the deal that was booked last, as this phone saw it; on two phones, it is one."""
    night_id = at_night().guest.night
    if number > at_night().row.number:
        abort(404)
    try:
        append(night_id, sender(), Undone(number=number), based_on())
    except Stale:
        if not _is_undone(find_deal(night_id, number)):
            changed = say("Deal {number} was changed on another phone meanwhile", number=number)
            return deal_page(number, 409, changed)
    except Refused as refused:
        return deal_page(number, 422, refused.phrase)
    return go("sheet.show", _anchor="now")


def _is_undone(deal: SlotHistory | None) -> bool:
    """Whether what was to be taken back was taken back already, on another phone."""
    return deal is not None and deal.version == based_on() + 1 and deal.history[-1].kind == Undone.kind
