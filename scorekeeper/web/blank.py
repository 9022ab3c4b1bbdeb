"""An empty sheet to print: columns, numbers and dealers of the deals to come, what pays what, the code of the night."""

from flask import Blueprint, current_app, url_for
from werkzeug.wrappers import Response

from scorekeeper.night.changes import deals_to_come
from scorekeeper.storage.access import Role, link_token
from scorekeeper.web.guests import NIGHT, at_night, night_page
from scorekeeper.web.people import address, qr

pages = Blueprint("blank", __name__, url_prefix=NIGHT)

DEALS = 24  # on one page


@pages.get("/blank")
def show() -> Response:
    """Show the empty sheet."""
    at = at_night()
    night, game = at.now, at.now.game
    rules = night.rules_at(night.number)
    return night_page(
        "blank.html",
        now=night,
        preset=rules,
        deals=[seating for _, seating in deals_to_come(night, DEALS)],
        tariff=game.book.tariff(rules),
        code=qr(link("writer" if at.guest.may_write else "onlooker")),
    )


def link(role: Role) -> str:
    """Return the address that lets a phone into the night in this role."""
    token = link_token(at_night().row, role, str(current_app.secret_key))
    return address() + url_for("people.join", token=token)
