"""The form of a deal as its page shows it; as it is opened, it is kept for the next look and for the next such deal."""

from collections.abc import Hashable
from typing import NamedTuple

from flask import Response, render_template
from markupsafe import Markup

from scorekeeper.games.game import AnyGame
from scorekeeper.night.acts import Booked
from scorekeeper.night.night import FULL, Night
from scorekeeper.storage.reading import SlotHistory, find_deal
from scorekeeper.web.cases import find_case
from scorekeeper.web.drafts import Draft, draft_deal, read_slip, version_seen
from scorekeeper.web.guests import AtNight, night_page
from scorekeeper.web.holes import Parts, cut, fill, hole, holed_page, weigh_parts
from scorekeeper.web.kept import Kept
from scorekeeper.web.places import place_of
from scorekeeper.web.reader import speech
from scorekeeper.web.sending import form_id


class EntryForm(NamedTuple):
    """The form of deal `number` as it was at `version`: who sits, and what is asked with what that comes to."""

    number: int
    version: int
    seating: Markup
    draft: Markup


# Two hundred of ten kilobytes each, of the largest game seventy of thirty. What is asked of a deal of which nothing is
# known follows from who sits, the rules, and what the players are called; of one that was called, from the journal,
# which the head names. There are holes for its number. Token and id of a form are not in it, nor what is being typed.
_OPENED = Kept[tuple[Parts, Parts]](2_000_000, lambda form: sum(map(weigh_parts, form)))


def opened_form(at: AtNight) -> EntryForm:
    """Return the form of the next deal as a page that is opened shows it. Raises Stale."""
    number = at.now.number
    deal = find_deal(at.guest.night, number)
    basis = basis_of(at.now) if deal is None and number <= FULL else (at.row.head,)
    key = (*basis, speech().tag, place_of("deals.enter"), *at.names.items())
    parts = _OPENED.find(key)
    if parts is None:
        draft = _open(at, deal)
        seating, asked = map(cut, _render(at.now, deal, draft, hole("number"), hole("shown")))
        parts = (seating, asked)
        if deal or not (draft.outcomes or draft.weighed):  # such points could rest on the deals before it
            _OPENED.put(key, parts)
    texts = {"number": number, "shown": speech().show(number)}
    return EntryForm(number, version_seen(deal), *[fill(part, texts) for part in parts])


def basis_of(night: Night) -> tuple[Hashable, ...]:
    """Return all of a night that the form of its next deal follows from where nothing is known of that.

    Of its number that is the place in a party alone.
    """
    place = (night.number - 1) % night.game.party
    house = night.house_at(night.number).told
    return night.game.key, night.preset, house, night.seats, night.most, night.dealer, place


def _open(at: AtNight, deal: SlotHistory | None) -> Draft:
    slip = read_slip(at.now, at.now.number, deal.act if deal else None)
    return draft_deal(at.rows, slip, Booked, version_seen(deal))


def tell_form(night: Night, deal: SlotHistory | None, draft: Draft) -> EntryForm:
    """Return the form of a deal of which that much is known."""
    seating, asked = map(Markup, _render(night, deal, draft, draft.number, speech().show(draft.number)))
    return EntryForm(draft.number, draft.version, seating, asked)


def _render(night: Night, deal: SlotHistory | None, draft: Draft, number: int | str, shown: str) -> tuple[str, str]:
    """Return who sits in a deal and what is asked, its number as an address has it and as it is `shown`."""
    auditable = find_case(night, draft.number, deal) is not None
    told = {"now": night, "draft": draft, "kind": Booked.kind, "auditable": auditable}
    told |= {"number": number, "shown": shown}
    return render_template("_seated.html", **told), render_template("_draft.html", **told)


def opened_page(at: AtNight) -> Response:
    """Return the page on which the next deal is entered, as it is opened. Raises Stale."""
    game = at.now.game
    return holed_page("enter.html", {}, {"game": game}, _told(game, opened_form(at)))


def enter_page(night: Night, form: EntryForm, status: int = 200) -> Response:
    """Return the page on which a deal is entered."""
    return night_page("enter.html", status, game=night.game, **_told(night.game, form))


def _told(game: AnyGame, form: EntryForm) -> dict[str, object]:
    """Return what such a page tells of its own."""
    heading = {"heading": speech().say(game.heading(form.number))} if game.heading else {}
    return {"form": form, "shown": speech().show(form.number), "request_id": form_id(), **heading}
