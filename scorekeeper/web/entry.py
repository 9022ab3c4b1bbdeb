"""The form of a deal as its page shows it; as it is opened, it is kept for the next phone of the table."""

from typing import NamedTuple

from flask import render_template
from markupsafe import Markup

from scorekeeper.night.acts import Booked
from scorekeeper.night.night import Night
from scorekeeper.storage.reading import SlotHistory, find_deal
from scorekeeper.web.cases import find_case
from scorekeeper.web.drafts import Draft, draft_deal, read_slip, version_seen
from scorekeeper.web.guests import AtNight
from scorekeeper.web.kept import Kept
from scorekeeper.web.places import place_of
from scorekeeper.web.reader import speech


class EntryForm(NamedTuple):
    """The form of deal `number` as it was at `version`: who sits, and what is asked with what that comes to."""

    number: int
    version: int
    seating: Markup
    draft: Markup


# Of ten kilobytes each, of the largest game thirty. What is asked of the next deal before anybody answers follows from
# the journal, which the head names, and from what the players are called. Token and id of a form are not in it.
_OPENED = Kept[EntryForm](60)


def opened_form(at: AtNight) -> EntryForm:
    """Return the form of the next deal as a page that is opened shows it. Raises Stale."""
    key = (at.row.head, speech().tag, place_of("deals.enter"), *at.players)
    return _OPENED.get(key, lambda: _open(at))


def _open(at: AtNight) -> EntryForm:
    night, deal = at.now, find_deal(at.guest.night, at.now.number)
    slip = read_slip(night, night.number, deal.act if deal else None)
    return tell_form(night, deal, draft_deal(at.rows, slip, Booked, version_seen(deal)))


def tell_form(night: Night, deal: SlotHistory | None, draft: Draft) -> EntryForm:
    """Return the form of a deal of which that much is known."""
    auditable = find_case(night, draft.number, deal) is not None
    told = {"now": night, "draft": draft, "kind": Booked.kind, "auditable": auditable}
    seating, asked = (Markup(render_template(name, **told)) for name in ("_seated.html", "_draft.html"))
    return EntryForm(draft.number, draft.version, seating, asked)
