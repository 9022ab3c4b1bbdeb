"""The page on which a deal is entered."""

from collections.abc import Hashable
from typing import Any

from flask import Response

from scorekeeper.journal.acts import Booked
from scorekeeper.night.night import Night
from scorekeeper.storage.queries.nights import SlotHistory
from scorekeeper.web.access.current import night_page
from scorekeeper.web.access.form_request import FormRequest
from scorekeeper.web.deal.auditable import find_case
from scorekeeper.web.deal.draft import Draft


def enter_page(sent: FormRequest, night: Night, deal: SlotHistory | None, draft: Draft, status: int = 200) -> Response:
    """Return the page on which a deal is entered."""
    game = night.game
    return night_page(
        "deal/enter.html",
        status,
        **entry_frame(sent, night, draft),
        game=game,
        kind=Booked.kind,
        heading=game.heading(draft.number) if game.heading else None,
        auditable=find_case(night, draft.number, deal) is not None,
    )


def entry_frame(sent: FormRequest, night: Night, draft: Draft) -> dict[str, Any]:
    """Return what a page needs to show the form of a deal."""
    return {
        "now": night,
        "draft": draft,
        "request_id": sent.form_id,
        "stake": night.stake_at(draft.number),
        "number": draft.number,
    }


def basis_of(night: Night) -> tuple[Hashable, ...]:
    """Return all of a night that the form of its next deal follows from where nothing is known of that.

    Of its number that is the place in a party alone.
    """
    place = (night.number - 1) % night.game.party
    house = night.house_at(night.number).told
    return night.game.key, night.preset, house, night.seats, night.most, night.dealer, place
