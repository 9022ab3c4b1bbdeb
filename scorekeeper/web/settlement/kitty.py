"""Who pays as one, and the kitty of a night, where it is booked."""

from flask import Blueprint
from werkzeug.wrappers import Response

from scorekeeper.accounts.kitty import WAYS_OF_KITTY
from scorekeeper.journal.acts import KittyStruck, Parted, Pooled
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.groups.rounds import find_member, round_of
from scorekeeper.storage.projections.kitty import Content, bookings_of_night, content_of_round
from scorekeeper.storage.queries.nights import stake_of
from scorekeeper.storage.writing.entry import append
from scorekeeper.web.access.current import NIGHT, at_night, need_device, night_page
from scorekeeper.web.access.form_request import sender
from scorekeeper.web.core.i18n import refusal
from scorekeeper.web.core.lifecycle import go
from scorekeeper.web.core.parsing import read_whole
from scorekeeper.web.settlement.forms import KittyForm, PurseForm, StrikeForm
from scorekeeper.web.settlement.views import settle_page

pages = Blueprint("kitty", __name__)

_PURSE_ACTS: dict[str, type[Pooled] | type[Parted]] = {"pool": Pooled, "part": Parted}


@pages.get(NIGHT + "/kitty")
def show() -> Response:
    """Show what lies in the kitty, and each movement of this night."""
    return _kitty_page()


def _kitty_page(error: str = "") -> Response:
    row = at_night(again=bool(error)).row
    group = round_of(row.id)
    member = find_member(need_device(), group) if group else None
    ours = group if member and not member.ended else None  # to others the round does not exist
    return night_page(
        "settlement/kitty.html",
        422 if error else 200,
        tonight=Content(row.currency, row.kitty),
        belongs=ours,
        contents=content_of_round(ours.id) if ours else [],
        bookings=bookings_of_night(row.id),
        ways=WAYS_OF_KITTY,
        error=error,
    )


@pages.post(NIGHT + "/kitty")
def book() -> Response:
    """Book a fine, or money that is paid into the kitty or out of it."""
    at = at_night()
    sent = sender()
    try:
        append(at.guest.night, sent, KittyForm().act(stake_of(at.row), at.guest.player))
    except Refused as refused:
        return _kitty_page(refusal(refused))
    return go("kitty.show")


@pages.post(NIGHT + "/kitty/strike")
def strike() -> Response:
    """Take a movement of the kitty back."""
    guest = at_night().guest
    sent = sender()
    try:
        place = read_whole("place", StrikeForm().place.data or "")
        append(guest.night, sent, KittyStruck(place=place, player=guest.player))
    except Refused as refused:
        return _kitty_page(refusal(refused))
    return go("kitty.show")


@pages.post(NIGHT + "/settle/purse")
def pool() -> Response:
    """Let players pay as one, or each for himself again."""
    guest = at_night().guest
    sent = sender()
    form = PurseForm()
    try:
        kind = _PURSE_ACTS.get(form.action.data or "")
        if kind is None:
            raise Refused("action", say("nothing was chosen"))
        append(guest.night, sent, kind(players=tuple(form.players.ticked), player=guest.player))
    except Refused as refused:
        return settle_page(422, refusal(refused))
    return go("settling.show", _anchor="purses")
