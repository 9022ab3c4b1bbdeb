"""What every page needs: the reader's language, the device and its role, the frame and its headers."""

import secrets
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from flask import Flask, Response, abort, current_app, g, redirect, render_template, request, session, url_for
from flask_wtf.csrf import CSRFError, CSRFProtect
from jinja2 import pass_context
from jinja2.runtime import Context
from werkzeug.exceptions import HTTPException
from werkzeug.routing import IntegerConverter
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.games import GAMES
from scorekeeper.language import LANGUAGES, Speech, find_locale
from scorekeeper.ledger.words import check_words
from scorekeeper.phrase import Card, Name, Phrase, Refused, Value, count, say
from scorekeeper.storage.access import (
    FROM_FILE,
    Guest,
    find_device,
    find_guest,
    new_device,
    note_seen,
    players_of_devices,
)
from scorekeeper.storage.failures import FAILURES, PATIENCE, first_cause, is_mistake
from scorekeeper.storage.reading import Standing, find_night, newest_page, one_moment, page_with, standings
from scorekeeper.storage.tables import Device, NightRow, database

csrf = CSRFProtect()

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
_AS_TEXT = "\ufe0e"  # behind a suit's sign: it stays a letter on every phone
_CHIPS = ((7, ""), (10, "wide"), (16, "wider"))  # letters of the longest word that fit, and the class of the chips
_STATUS_TEXTS = {
    400: say("This request cannot be read."),
    403: say("This phone may look on here, but not write."),
    404: say("There is nothing here that this phone may see."),
    405: say("This cannot be done here."),
    410: say("A host has ended the access of this phone to this night."),
    413: say("That is too large to send."),
    500: say("Something broke here; what was booked before is safe."),
}


class _Number(IntegerConverter):
    """A number in an address: none is so large that a database could not look for it."""

    regex = r"\d{1,9}"


def furnish(app: Flask) -> None:
    """Give an application its frame: language, database connection, headers, errors and template filters."""
    app.url_map.converters["int"] = _Number
    csrf.init_app(app)
    app.before_request(_begin)
    app.teardown_request(_end)
    app.after_request(_set_headers)
    app.register_error_handler(HTTPException, _show_error)
    app.register_error_handler(CSRFError, _show_csrf_error)
    app.register_error_handler(500, _show_error)
    for failure in FAILURES:
        app.register_error_handler(failure, _show_failure)
    app.jinja_env.globals.update(
        _=_translate,
        ngettext=_translate_plural,
        request_id=lambda: secrets.token_hex(16),
        place_on_sheet=place_on_sheet,
    )
    app.jinja_env.filters.update(
        said=_said,
        titled=_titled,
        chips=_chips,
        points=_points,
        signed=_signed,
        named=_named,
        card=_card,
        phone=_phone,
        groupby_order=_group,
    )
    app.context_processor(lambda: {"speech": speech(), "languages": LANGUAGES, "check_words_of": check_words_of})


def _begin() -> None:
    if request.endpoint == "static":
        return
    database.connect(reuse_if_open=True)
    if request.method != "POST" and "slug" in (request.view_args or {}):
        moment = one_moment()  # what is booked between two statements of a page would tear it
        moment.__enter__()
        g.moment = moment


def _end(error: BaseException | None) -> None:
    if "moment" in g:
        with suppress(*FAILURES):  # all is read by now
            g.moment.__exit__(None, None, None)
    if g.get("guest"):
        note_seen(g.guest)
    if not database.is_closed():
        database.close()


def _set_headers(response: Response) -> Response:
    response.headers.update(_HEADERS)
    if request.endpoint != "static":
        response.headers["Cache-Control"] = "no-store"
        response.vary.add("Cookie")
    return response


def speech() -> Speech:
    """Return the reader's language: as chosen on the page, else as the browser wishes."""
    if "speech" not in g:
        chosen = session.get("language")
        wishes = tuple(request.accept_languages.values())[:10]
        # The chosen language keeps the browser's country, so that money looks as it does at home.
        fitting = tuple(wish for wish in wishes if wish.split("-")[0] == chosen)
        g.speech = Speech(find_locale((*fitting, chosen) if chosen else wishes), plain=_AS_TEXT)
    found: Speech = g.speech
    return found


def know_players(players: list[Standing]) -> None:
    """Let phrases on this page name the players of a night."""
    g.speech = replace(speech(), names={player.key: player.name for player in players})


@pass_context  # keeps Jinja from folding a constant text into the first reader's language
def _translate(context: Context, text: str, /, **values: Value) -> str:
    return speech().say(say(text, **values))


@pass_context
def _translate_plural(context: Context, singular: str, plural: str, n: int, /, **values: Value) -> str:
    return speech().say(count(singular, plural, n, **values))


@pass_context
def _said(context: Context, phrase: Phrase) -> str:
    return speech().say(phrase)


@pass_context
def _titled(context: Context, night: NightRow) -> str:
    """The name of a night, that of its game where it got none."""
    return night.title or speech().say(GAMES[night.game].title)


@pass_context
def _points(context: Context, value: int) -> str:
    return speech().show(value)


@pass_context
def _signed(context: Context, value: int) -> str:
    return speech().points(value)


def _group(items: Iterable[Any], attribute: str) -> list[tuple[Any, list[Any]]]:
    """Items with the same attribute together, groups in the order in which they begin."""
    groups: dict[Any, list[Any]] = {}
    for item in items:
        groups.setdefault(getattr(item, attribute), []).append(item)
    return list(groups.items())


def _chips(labels: Iterable[str]) -> str:
    """The classes of a row of chips that keep the longest word of their labels in one piece on a phone."""
    longest = max((len(word) for label in labels for word in label.split()), default=0)
    width = next((width for most, width in _CHIPS if longest <= most), "widest")
    return f"chips {width}".rstrip()


@pass_context
def _card(context: Context, name: str) -> str:
    """A card as the reader knows it."""
    return speech().show(Card(name))


@pass_context
def _named(context: Context, players: str | Iterable[str]) -> str:
    """The name of a player, or the names of several."""
    keys = (players,) if isinstance(players, str) else tuple(players)
    return speech().say(tuple(Name(key) for key in keys))


def place_on_sheet(row: NightRow, number: int) -> str:
    """Return the address of a deal's line on the sheet, which may be some pages back."""
    booked = row.number - 1
    older: dict[str, Any] = {} if number >= newest_page(booked) else {"from": page_with(number, booked)}
    return url_for("sheet.show", slug=row.slug, _anchor=f"deal-{number}", **older)


@pass_context
def _phone(context: Context, device: str) -> str:
    """Whose phone the journal's device is, as its owner said last."""
    return speech().say(phone_of(device))


def phone_of(device: str) -> Phrase:
    """Return what to call a device of the night on whose page we are."""
    if "owners" not in g:
        g.owners = players_of_devices(g.guest.night)
    if device == FROM_FILE:
        return say("from a file")
    if device in g.owners:
        return say("{player}’s phone", player=Name(g.owners[device]))
    return say("phone {device}", device=device[:4])


def check_words_of(head: str) -> str:
    """Return the three words of a hash in the reader's language."""
    return " ".join(check_words(head, speech().locale.language))


def page(template: str, /, status: int = 200, **values: Any) -> Response:
    """Return a rendered page."""
    return Response(render_template(template, **values), status, mimetype="text/html")


def go(endpoint: str, /, **values: Any) -> AnyResponse:
    """Return the answer that sends the browser to another page with GET."""
    return redirect(url_for(endpoint, **values), 303)


def device() -> Device | None:
    """Return the device that asks, None for one that never had any business here."""
    secret = session.get("device")
    return find_device(secret) if isinstance(secret, str) else None


def need_device() -> Device:
    """Return the device that asks, registering it where it is new."""
    known = device()
    if known is None:
        session["device"] = new_device()
        session.permanent = True
        known = find_device(session["device"])
    assert known is not None
    return known


def is_slug(text: str) -> bool:
    """Return whether a part of an address can name a night."""
    return text.isascii() and text.isalnum() and len(text) < 33


def find_visitor(slug: str) -> Guest | None:
    """Return what the device that asks is at a night, None for a stranger."""
    if "guest" not in g:  # a page asks more than once, always for the night in its address
        secret = session.get("device")
        g.guest = find_guest(secret, slug) if isinstance(secret, str) and is_slug(slug) else None
    found: Guest | None = g.guest
    return found


def guest_at(slug: str) -> Guest:
    """Return what the device that asks is at a night; for a stranger the night does not exist."""
    found = find_visitor(slug)
    if found is None:
        abort(404)
    if found.ended:
        abort(410)
    return found


def writer_at(slug: str) -> Guest:
    """Return the device's role at a night where it may write."""
    found = guest_at(slug)
    if not found.may_write:
        abort(403)
    return found


def host_at(slug: str) -> Guest:
    """Return the device's role at a night whose host it is."""
    found = writer_at(slug)
    if not found.is_host:
        abort(page("error.html", 403, code=403, text=say("Only a host of this night may do that.")))
    return found


def night_at(slug: str) -> tuple[Guest, NightRow, list[Standing]]:
    """Return the role, the row and the players of the night on whose page we are, and name its players."""
    guest, row = guest_at(slug), find_night(slug)
    assert row is not None
    players = standings(row.id)
    know_players(players)
    return guest, row, players


def refusal(refused: Refused) -> str:
    """Return why something cannot be accepted, in the reader's language."""
    return speech().say(refused.phrase)


def _show_error(error: Exception) -> tuple[str, int] | Response:
    code = error.code if isinstance(error, HTTPException) and error.code else 500
    if code in (301, 302, 303, 307, 308):
        assert isinstance(error, HTTPException)
        return Response(error.get_body(), code, error.get_headers())
    if code == 500:
        current_app.logger.error("failed: %s %s", request.method, request.path)
    text = _STATUS_TEXTS.get(code, _STATUS_TEXTS[400 if code < 500 else 500])
    return page("error.html", code, code=code, text=text)


def _show_failure(error: Exception) -> Response:
    """Say that the database did not do its work, with what was sent ready to be sent again: it keeps its id."""
    if is_mistake(error):
        raise error
    current_app.logger.error("the database failed: %s", first_cause(error))
    answer = page("failed.html", 503, sent=list(request.form.items(multi=True)) if request.method == "POST" else None)
    answer.headers["Retry-After"] = str(PATIENCE)
    return answer


def _show_csrf_error(error: CSRFError) -> Response:
    text = say("This form was opened too long ago or on another device. Go back, reload the page and send it again.")
    return page("error.html", 400, code=400, text=text)
