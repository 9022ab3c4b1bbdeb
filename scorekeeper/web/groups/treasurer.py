"""The treasurers of a group: named by its hosts, they settle all nights together."""

from flask import Blueprint
from werkzeug.wrappers import Response

from scorekeeper.phrase import Refused, say
from scorekeeper.storage.access.membership import ROUND_ACCESS, members_of
from scorekeeper.storage.groups.rounds import owners_in_round
from scorekeeper.storage.groups.treasurer import (
    end_treasurer,
    may_settle,
    name_treasurer,
    settle_together,
    treasurers_of,
)
from scorekeeper.web.core.lifecycle import go, page
from scorekeeper.web.groups.current import ROUND, AtRound, at_round, need_round_host, night_shown, refuse_night
from scorekeeper.web.groups.forms import LastNightForm, TreasurerForm

pages = Blueprint("treasurer", __name__, url_prefix=ROUND)


@pages.post("/settle")
def settle() -> Response:
    """Carry the open amounts of all nights that this phone may settle to the last one, for the fewest payments."""
    at = at_round()
    form = LastNightForm()
    last = night_shown(at, form.last.typed)
    sender = form.sender(at.device.key)
    if not may_settle(at.row.id, at.device, last.id):
        refuse_night(at, last.slug)
    try:
        settle_together(at.row, at.device, last, sender)
    except Refused as refused:
        return page("core/error.html", 422, code=422, text=refused.phrase)
    return go("settling.show", slug=last.slug)


@pages.post("/treasurers")
def change() -> Response:
    """Make a phone a treasurer of the group, or end that."""
    at = at_round()
    need_round_host()
    form = TreasurerForm()
    try:
        if not form.validate():
            raise Refused("action", say("nothing was chosen"))
        change = name_treasurer if form.action.data == "name" else end_treasurer
        change(at.row.id, form.device.typed, at.member.key)
    except Refused as refused:
        return page("core/error.html", 422, code=422, text=refused.phrase)
    return go("group_settings.show", round_slug=at.row.slug, _anchor="treasurers")


def treasurer_section(at: AtRound) -> dict[str, object]:
    """Return the variables of the list of treasurers: the treasurers, all phones, and their owners."""
    phones = [phone for phone in members_of(ROUND_ACCESS, at.row.id) if phone.is_member and not phone.ended]
    return {"treasurers": treasurers_of(at.row.id), "helpers": phones, "owners": owners_in_round(at.row.id)}
