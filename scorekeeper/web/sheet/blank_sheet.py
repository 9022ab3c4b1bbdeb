"""An empty sheet to print: columns, numbers and dealers of the deals to come, what pays what, the code of the night."""

from flask import Blueprint, current_app, url_for
from werkzeug.wrappers import Response

from scorekeeper.night.transitions import deals_to_come
from scorekeeper.storage.access.devices import Role, link_token
from scorekeeper.web.access.current import NIGHT, AtNight, at_night, night_page
from scorekeeper.web.access.views import address, qr

pages = Blueprint("blank", __name__, url_prefix=NIGHT)

DEALS = 24  # on one page


@pages.get("/blank")
def show() -> Response:
    """Show the empty sheet."""
    at = at_night()
    night = at.now
    rules = night.rules_at(night.number)
    return night_page(
        "sheet/blank.html",
        now=night,
        preset=rules,
        deals=[seating for _, seating in deals_to_come(night, DEALS)],
        tariff=night.game.book.tariff(rules),
        code=qr(link(at, "writer" if at.guest.may_write else "onlooker")),
    )


def link(at: AtNight, role: Role) -> str:
    """Return the address that lets a phone into the night in this role."""
    token = link_token(at.row, role, str(current_app.secret_key))
    return address() + url_for("people.join", token=token)
