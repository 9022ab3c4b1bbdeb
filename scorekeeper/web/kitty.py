"""Who pays as one, and the kitty: of a night, where it is booked, and of a round, which adds up its nights."""

from collections.abc import Callable

from flask import Blueprint, request
from werkzeug.wrappers import Response

from scorekeeper.night.acts import Act, KittyStruck, Parted, Pooled
from scorekeeper.night.kitty import WAYS_OF_KITTY
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.book import append
from scorekeeper.storage.kitty import Content, bookings_of_night, bookings_of_round, content_of_round
from scorekeeper.storage.reading import stake_of
from scorekeeper.storage.rounds import find_member, round_of
from scorekeeper.web.frame import go, page_number
from scorekeeper.web.guests import NIGHT, at_night, need_device, night_page
from scorekeeper.web.members import ROUND, at_round, round_page
from scorekeeper.web.posted import KittyForm
from scorekeeper.web.reader import refusal
from scorekeeper.web.rounds import last_night, way_in
from scorekeeper.web.sending import sender
from scorekeeper.web.settling import settle_page
from scorekeeper.web.typed import read_whole

pages = Blueprint("kitty", __name__)

_BOOKINGS = 50  # on one page of a round


@pages.get(NIGHT + "/kitty")
def show() -> Response:
    """Show what lies in the kitty, and each movement of this night."""
    return _page()


def _page(status: int = 200, error: str = "") -> Response:
    row = at_night(again=bool(error)).row
    belongs, device = round_of(row.id), need_device()
    member = find_member(device, belongs) if belongs else None
    ours = belongs if member and not member.ended else None  # to others the round does not exist
    return night_page(
        "kitty.html",
        status,
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
    return _write(lambda: KittyForm().act(stake_of(at.row), at.guest.player), _page, "kitty.show")


@pages.post(NIGHT + "/kitty/strike")
def strike() -> Response:
    """Take a movement of the kitty back."""
    player = at_night().guest.player
    place = request.form.get("place", "")
    return _write(lambda: KittyStruck(place=read_whole("place", place), player=player), _page, "kitty.show")


@pages.post(NIGHT + "/settle/purse")
def pool() -> Response:
    """Let players pay as one, or each for himself again."""
    player, chosen = at_night().guest.player, tuple(request.form.getlist("players"))
    kinds: dict[str, type[Pooled] | type[Parted]] = {"pool": Pooled, "part": Parted}
    kind = kinds.get(request.form.get("action", ""))

    def act() -> Act:
        if kind is None:
            raise Refused("action", say("nothing was chosen"))
        return kind(players=chosen, player=player)

    return _write(act, settle_page, "settling.show")


def _write(read: Callable[[], Act], show_again: Callable[[int, str], Response], then: str) -> Response:
    """Append the act that a form means, or show its page again with the reason why it cannot be."""
    sent = sender()
    try:
        append(at_night().guest.night, sent, read())
    except Refused as refused:
        return show_again(422, refusal(refused))
    return go(then, _anchor="purses" if then == "settling.show" else None)


@pages.get(ROUND + "/kitty")
def of_round() -> Response:
    """Show what lies in the kitty of a round, and the movements at its nights."""
    at, number = at_round(), page_number()
    found = bookings_of_round(at.row.id, _BOOKINGS + 1, _BOOKINGS * (number - 1))
    last = last_night(at.row)
    return round_page(
        "round_kitty.html",
        contents=content_of_round(at.row.id),
        bookings=found[:_BOOKINGS],
        more=len(found) > _BOOKINGS,
        number=number,
        last=last,
        way=way_in(last, "kitty.show") if last else "",
        ways=WAYS_OF_KITTY,
    )
