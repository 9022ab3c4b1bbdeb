"""Nights: the start page, a new night, the language."""

import re
import secrets
from datetime import date
from typing import Any

from flask import Blueprint, abort, current_app, redirect, request, session
from werkzeug.wrappers import Response

from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.language import LANGUAGES
from scorekeeper.ledger.journal import canonical
from scorekeeper.night.file import check_name
from scorekeeper.night.stake import write_stake
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.access import let_in, sign
from scorekeeper.storage.book import Opening, Sender, keys_for, open_book, writing
from scorekeeper.storage.reading import nights_of, people_of, standings
from scorekeeper.storage.tables import Device, NightRow, Person
from scorekeeper.web.answers import read_whole
from scorekeeper.web.forms import NightForm, house_form, house_of_form, tidy
from scorekeeper.web.page import device, go, need_device, page, refusal

pages = Blueprint("nights", __name__)

# Each letter fits in one place only: of two, a long text that fits nowhere would be tried for hours.
_OUR_PATH = re.compile(r"/([\w.-]+(/[\w.-]+)*/?)?(\?[\w.&=+%~-]*)?")
CURRENCIES = ("EUR", "CHF", "USD", "GBP", "CZK", "PLN", "HUF")


@pages.get("/")
def start() -> Response:
    """Show the nights of this device."""
    known = device()
    nights = [(row, GAMES[row.game], standings(row.id)) for row in (nights_of(known) if known else [])]
    return page("start.html", nights=nights)


@pages.get("/nights/new")
def choose_game() -> Response:
    """Offer every game by every author."""
    return page("games.html", games=GAMES.values())


@pages.route("/nights/new/<game_key>/<preset_key>", methods=["GET", "POST"])
def new_night(game_key: str, preset_key: str) -> Response:
    """Ask for players, stake and house rules, and open the night."""
    game = GAMES.get(game_key)
    if game is None or preset_key not in game.presets:
        abort(404)
    posted = request.form if request.method == "POST" else None
    form = NightForm(posted, day=date.today().isoformat(), currency="EUR")
    house = house_form(game.presets[preset_key], posted, {})
    errors: dict[str, str] = {}
    if posted is not None:
        try:
            if house.validate():
                row = _open(game, preset_key, form, house_of_form(house))
                return go("sheet.show", slug=row.slug)
        except Refused as refused:
            errors[refused.key] = refusal(refused)
    known = device()
    return page(
        "new_night.html",
        422 if posted is not None else 200,
        game=game,
        preset=game.presets[preset_key],
        form=form,
        house=house,
        errors=errors,
        currencies=CURRENCIES,
        people=people_of(known) if known else [],
    )


def _open(game: Game, preset: str, form: NightForm, house: dict[str, object]) -> NightRow:
    """Open the night of a form on this device, which becomes its host. Raises Refused."""
    names = form.seated()
    check_names(names)
    facts: dict[str, Any] = {"game": game.key, "preset": preset, "house": house, "seats": keys_for(len(names))}
    if form.dealing():
        facts["dealer"] = facts["seats"][names.index(form.dealing())]
    if form.at_play.data:
        facts["most"] = read_whole("at_play", form.at_play.data)
    if stake := form.stake():
        facts["stake"] = write_stake(stake)
    if day := (form.day.data or "").strip():
        facts["date"] = read_day(day)
    title = tidy(form.title.data)[:100]
    with writing():
        host = need_device()
        people = [remember(host, name) for name in names]
        row = open_book(Opening(facts, title, people), Sender(host.key, _opening_id(facts, title, names)))
        let_in(host, row, "host")
    return row


def _opening_id(*contents: object) -> str:
    """Return the id of an opening: the same form with the same contents, sent twice, opens one night.

    It is signed because the journal shows it, and whoever sends the form becomes the host.
    """
    form = request.form.get("request") or secrets.token_hex(16)
    return sign(canonical([form, *contents]), str(current_app.secret_key))


def check_names(names: list[str]) -> None:
    """Refuse names that nobody can have, or that two have. Raises Refused."""
    for name in names:
        check_name("players", name)
    if len({name.casefold() for name in names}) < len(names):
        raise Refused("players", say("two players have the same name"))


def read_day(text: str) -> str:
    """Return an ISO date. Raises Refused."""
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise Refused("date", say("{value} is not a date like 2026-11-21", value=text[:40])) from None


def remember(host: Device, name: str) -> Person:
    """Return the person of this name whom the device has met at an earlier night, else a new one."""
    met = next((person for person in people_of(host) if person.name == name), None)
    return met or Person.create(name=name)


@pages.post("/language")
def choose_language() -> Response:
    """Keep the language that this reader chose."""
    if request.form.get("language") in LANGUAGES:
        session["language"] = request.form["language"]
        session.permanent = True
    back = request.form.get("back", "/")
    return redirect(back if _OUR_PATH.fullmatch(back) else "/", 303)
