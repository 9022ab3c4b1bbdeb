"""The kitty of a night, where it is booked."""

from flask import Blueprint
from werkzeug.wrappers import Response

from scorekeeper.accounts.kitty import WAYS_OF_KITTY
from scorekeeper.journal.acts import KittyStruck
from scorekeeper.phrase import Refused
from scorekeeper.storage.access.membership import find_member
from scorekeeper.storage.groups.rounds import round_of
from scorekeeper.storage.projections.kitty import Content, bookings_of_night, content_of_round
from scorekeeper.storage.queries.nights import stake_of
from scorekeeper.storage.writing.entry import append
from scorekeeper.web.access.current import NIGHT, AtNight, at_night, need_device, night_page
from scorekeeper.web.core.lifecycle import go
from scorekeeper.web.core.parsing import read_whole
from scorekeeper.web.settlement.forms import KittyForm, StrikeForm

pages = Blueprint("kitty", __name__, url_prefix=NIGHT)


@pages.get("/kitty")
def show() -> Response:
    """Show what lies in the kitty, and each movement of this night."""
    return _kitty_page(at_night(), KittyForm())


@pages.errorhandler(Refused)
def show_refused(refused: Refused) -> Response:
    """Show the kitty as it is now, with the reason why something cannot be booked."""
    form = KittyForm()
    form.refuse(refused)
    return _kitty_page(at_night(again=True), form)


def _kitty_page(at: AtNight, form: KittyForm) -> Response:
    row = at.row
    group = round_of(row.id)
    member = find_member(need_device(), group) if group else None
    ours = group if member and not member.ended else None  # to others the round does not exist
    tonight = Content(row.currency, row.kitty)
    contents = content_of_round(ours.id) if ours else [tonight] if tonight.amount >= 0 else []
    return night_page(
        "settlement/kitty.html",
        form.status,
        tonight=tonight,
        belongs=ours,
        contents=contents,
        overdrawn=any(content.amount < 0 for content in contents),
        bookings=bookings_of_night(row.id),
        ways=WAYS_OF_KITTY,
        form=form,
    )


@pages.post("/kitty")
def book() -> Response:
    """Book a fine, or money that is paid into the kitty or out of it."""
    at = at_night()
    form = KittyForm()
    append(at.guest.night, form.sender(at.guest.device), form.act(stake_of(at.row), at.guest.player))
    return go("kitty.show")


@pages.post("/kitty/strike")
def strike() -> Response:
    """Take a movement of the kitty back."""
    guest = at_night().guest
    form = StrikeForm()
    sender = form.sender(guest.device)
    append(guest.night, sender, KittyStruck(place=read_whole("place", form.place.data or ""), player=guest.player))
    return go("kitty.show")
