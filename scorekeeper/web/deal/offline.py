"""The entry forms of the deals to come, for a phone that may lose the server for a while."""

import hashlib
from collections.abc import Hashable, Sequence

from flask import Blueprint, abort
from werkzeug.wrappers import Response

from scorekeeper import __version__
from scorekeeper.journal.acts import Booked
from scorekeeper.journal.hash_chain import canonical
from scorekeeper.night.night import Night
from scorekeeper.night.transitions import deals_to_come
from scorekeeper.storage.journal.state import Standing
from scorekeeper.storage.queries.nights import find_deal
from scorekeeper.web.access.current import NIGHT, at_night, writes
from scorekeeper.web.deal.draft import draft_deal, read_deal_form
from scorekeeper.web.deal.forms import SlotForm
from scorekeeper.web.deal.views import enter_page

pages = Blueprint("ahead", __name__, url_prefix=NIGHT)

DEALS = 8  # as many as a party of Herzeln has tours


def _basis_of(night: Night) -> tuple[Hashable, ...]:
    """Return all of a night that the form of its next deal follows from where nothing is known of that.

    Of its number that is the place in a party alone.
    """
    place = (night.number - 1) % night.game.party
    house = night.house_at(night.number).told
    return night.game.key, night.preset, house, night.seats, night.most, night.dealer, place


def plan_ahead(night_id: int, night: Night, players: Sequence[Standing], language: str) -> list[tuple[int, str]]:
    """Return the number of each deal to come and a key of its form: where the key is the same, so is the form."""
    known = find_deal(night_id, night.number)
    names = [[player.key, player.name] for player in players]
    plan = []
    for coming, _ in deals_to_come(night, DEALS):
        number = coming.number
        said: list[object] = [__version__, language, names, *_basis_of(coming)]
        if known and number == known.number:
            said.append(known.version)
        plan.append((number, hashlib.sha256(canonical(said).encode()).hexdigest()[:12]))
    return plan


@pages.get("/ahead/<int:number>")
@writes
def show(number: int) -> Response:
    """Show the entry page of one of the deals to come."""
    at = at_night()
    form = SlotForm()
    row = at.row
    if number < row.number:
        return Response(status=204)  # it was booked since the phone learned of it
    night = next((coming for coming, _ in deals_to_come(at.now, DEALS) if coming.number == number), None)
    if night is None:
        abort(404)
    deal = find_deal(row.id, number)
    said = read_deal_form(form.fields, night, number, deal.act if deal else None)
    draft = draft_deal(at.rows, said, Booked, form.version_seen(deal), sent=form.submitted)
    if draft.error and draft.error.key == "number":  # its turn has not come yet, which is nobody's mistake
        draft = draft._replace(error=None)
    return enter_page(form, night, deal, draft)
