"""The entry forms of the deals to come, for a phone that may lose the server for a while."""

import hashlib
from collections.abc import Iterator

from flask import Blueprint, abort
from werkzeug.wrappers import Response

from scorekeeper import __version__
from scorekeeper.ledger.journal import canonical
from scorekeeper.night.acts import Booked, Voided
from scorekeeper.night.changes import advance
from scorekeeper.night.night import Night
from scorekeeper.night.seats import seat_deal
from scorekeeper.phrase import Refused
from scorekeeper.storage.reading import Standing, find_deal
from scorekeeper.web.drafts import draft_deal, read_slip, version_seen
from scorekeeper.web.entry import basis_of, enter_page, tell_form
from scorekeeper.web.guests import NIGHT, at_night, writes
from scorekeeper.web.packing import pack
from scorekeeper.web.reader import speech

pages = Blueprint("ahead", __name__, url_prefix=NIGHT)

DEALS = 8  # as many as a party of Herzeln has tours


def plan_ahead(night_id: int, night: Night, players: list[Standing]) -> list[tuple[int, str]]:
    """Return the number of each deal to come and a key of its form: where the key is the same, so is the form."""
    known = find_deal(night_id, night.number)
    names = [[player.key, player.name] for player in players]
    plan = []
    for coming in _coming(night):
        number = coming.number
        said: list[object] = [__version__, speech().tag, names, *basis_of(coming)]
        if known and number == known.number:
            said.append(known.version)
        plan.append((number, hashlib.sha256(canonical(said).encode()).hexdigest()[:12]))
    return plan


def _coming(night: Night) -> Iterator[Night]:
    """The night before each of the deals to come, as the rotation has it if nothing special happens."""
    for _ in range(DEALS):
        try:
            seating = seat_deal(night, night.number)
        except Refused:
            return
        yield night
        night = advance(night, Voided(number=night.number, dealer=seating.dealer))


@pages.get("/ahead/<int:number>")
@writes
def show(number: int) -> Response:
    """Show the entry page of one of the deals to come."""
    at = at_night()
    row = at.row
    if number < row.number:
        return Response(status=204)  # it was booked since the phone learned of it
    night = next((coming for coming in _coming(at.now) if coming.number == number), None)
    if night is None:
        abort(404)
    deal = find_deal(row.id, number)
    slip = read_slip(night, number, deal.act if deal else None)
    draft = draft_deal(at.rows, slip, Booked, version_seen(deal))
    if draft.error and draft.error.key == "number":  # its turn has not come yet, which is nobody's mistake
        draft = draft._replace(error=None)
    return pack(enter_page(night, tell_form(night, deal, draft)))
