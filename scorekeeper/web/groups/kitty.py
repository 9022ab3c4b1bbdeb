"""The kitty of a round, which adds up those of its nights."""

from werkzeug.wrappers import Response

from scorekeeper.accounts.kitty import WAYS_OF_KITTY
from scorekeeper.storage.groups.rounds import last_night
from scorekeeper.storage.projections.kitty import bookings_of_round, content_of_round
from scorekeeper.web.core.lifecycle import page_number
from scorekeeper.web.groups.current import ROUND, at_round, round_page, way_in
from scorekeeper.web.settlement import kitty

pages = kitty.pages  # one blueprint, for the kitty of a night and of a round

_BOOKINGS = 50  # on one page


@pages.get(ROUND + "/kitty")
def of_round() -> Response:
    """Show what lies in the kitty of a round, and the movements at its nights."""
    at = at_round()
    row = at.row
    number = page_number()
    found = bookings_of_round(row.id, _BOOKINGS + 1, _BOOKINGS * (number - 1))
    last = last_night(row.id)
    return round_page(
        "groups/group_kitty.html",
        contents=content_of_round(row.id),
        bookings=found[:_BOOKINGS],
        more=len(found) > _BOOKINGS,
        number=number,
        last=last,
        way=way_in(at, last, "kitty.show") if last else "",
        ways=WAYS_OF_KITTY,
    )
