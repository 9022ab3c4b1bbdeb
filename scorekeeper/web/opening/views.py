"""Nights: the start page, a new night, the language."""

import re
from collections.abc import Mapping
from datetime import date

from flask import Blueprint, abort, current_app, redirect, request
from werkzeug.wrappers import Response
from wtforms.form import BaseForm

from scorekeeper.games import GAMES
from scorekeeper.games.game import AnyGame
from scorekeeper.journal.act_json import write_act
from scorekeeper.journal.acts import Opened
from scorekeeper.journal.hash_chain import canonical
from scorekeeper.money import write_stake
from scorekeeper.night.night import SEATS, keys_for
from scorekeeper.nightfile.rulesheet import RuleSheet, find_sheet
from scorekeeper.people.names import check_names
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.access.devices import let_in, sign
from scorekeeper.storage.engine.transactions import writing
from scorekeeper.storage.groups.rounds import keep_round, names_for_round, put_into_round, rounds_of
from scorekeeper.storage.models import NightRow, RoundRow
from scorekeeper.storage.nights.home import HomePage, home_page
from scorekeeper.storage.queries.nights import people_of, remember
from scorekeeper.storage.writing.entry import Sender
from scorekeeper.storage.writing.opening import Opening, create_night
from scorekeeper.web.access.current import device, need_device, round_asked
from scorekeeper.web.access.form_request import asks, form_id, posted_form
from scorekeeper.web.core.csrf import unmask
from scorekeeper.web.core.i18n import refusal
from scorekeeper.web.core.lifecycle import go, page, page_number
from scorekeeper.web.core.parsing import read_whole, tidy
from scorekeeper.web.core.rate_limits import hold_back_opening, tell_wait
from scorekeeper.web.opening.forms import LanguageForm
from scorekeeper.web.rules.forms import NightForm, house_form, house_of_form
from scorekeeper.web.rules.view_model import own_rules
from scorekeeper.web.rules.views import named, sheet_of_address

pages = Blueprint("nights", __name__)

# Each letter fits in one place only: of two, a long text that fits nowhere would be tried for hours.
_OUR_PATH = re.compile(r"/([\w.-]+(/[\w.-]+)*/?)?(\?[\w.&=+%~-]*)?")
CURRENCIES = ("EUR", "CHF", "USD", "GBP", "CZK", "PLN", "HUF")


@pages.get("/")
def start() -> Response:
    """Show the nights of this device."""
    known = device()
    number = page_number()
    away = "archived" in request.args
    listed = home_page(known, number, away) if known else HomePage([], [], False, 0)
    rounds = rounds_of(known) if known and not away else []
    return page("opening/start.html", rounds=rounds, games=GAMES, listed=listed, number=number, away=away)


def today() -> str:
    """Return the date of this computer, ISO."""
    return date.today().isoformat()


@pages.get("/nights/new")
def choose_game() -> Response:
    """Offer every game by every author."""
    return page("opening/games.html", games=GAMES.values(), round=round_asked())


@pages.route("/nights/new/<game_key>/<preset_key>", methods=["GET", "POST"])
def new_night(game_key: str, preset_key: str) -> Response:
    """Ask for players, stake and house rules, and open the night."""
    game = GAMES.get(game_key)
    if game is None or preset_key not in game.presets:
        abort(404)
    posted = posted_form()
    meeting = round_asked()
    names = names_for_round(meeting, need_device())[:SEATS] if meeting else []
    form = NightForm(posted, day=today(), currency="EUR", players=names)
    errors = dict[str, str]()
    sheet = find_sheet(game_key, preset_key)
    try:
        sheet = sheet_of_address(game_key, preset_key)
    except Refused as refused:
        errors["house"] = named(refused)
    house = house_form(sheet.author, posted, sheet.house)
    if posted is not None and asks():
        try:
            if house.validate():
                row = _open(game, preset_key, form, house_of_form(house), meeting)
                return go("sheet.show", slug=row.slug)
        except Refused as refused:
            return tell_wait(_new_page(sheet, form, house, {**errors, refused.key: refusal(refused)}), refused)
    return _new_page(sheet, form, house, errors)


def _new_page(sheet: RuleSheet, form: NightForm, house: BaseForm, errors: Mapping[str, str]) -> Response:
    known = device()
    return page(
        "opening/new_night.html",
        422 if (request.method == "POST" and asks()) or errors else 200,
        game=sheet.game,
        key=sheet.preset,
        given=[held.told for held in own_rules(sheet)],
        preset=sheet.game.presets[sheet.preset],
        form=form,
        house=house,
        errors=errors,
        currencies=CURRENCIES,
        people=people_of(known) if known else [],
        round=round_asked(),
    )


def _open(game: AnyGame, preset: str, form: NightForm, house: dict[str, object], meeting: RoundRow | None) -> NightRow:
    """Open the night of a form on this device, which becomes its host, in its round if any. Raises Refused."""
    names = form.seated()
    check_names("players", names)
    seats = tuple(keys_for(len(names)))
    dealing = form.dealing()
    stake = form.stake()
    day = form.day.data or ""
    opened = Opened(
        game=game.key,
        preset=preset,
        house=house,
        seats=seats,
        dealer=seats[names.index(dealing)] if dealing else "",
        most=read_whole("at_play", form.at_play.data) if form.at_play.data else 0,
        stake=write_stake(stake) if stake else "",
        date=read_day(day.strip()) if day.strip() else "",
    )
    title = tidy(form.title.data)[:100]
    with writing():
        if meeting:
            keep_round(meeting.id)
        hold_back_opening()
        host = need_device()
        people = [remember(host, name) for name in names]
        row = create_night(
            Opening(opened, title, people), Sender(host.key, _opening_id(write_act(opened), title, names))
        )
        let_in(host, row, "host")
        if meeting:
            put_into_round(row, meeting)
    return row


def _opening_id(*contents: object) -> str:
    """Return the id of an opening: the same form with the same contents, sent twice, opens one night.

    It is signed because the journal shows it, and whoever sends the form becomes the host.
    """
    return sign(canonical([form_id(), *contents]), str(current_app.secret_key))


def read_day(text: str) -> str:
    """Return an ISO date. Raises Refused."""
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise Refused("date", say("{value} is not a date like 2026-11-21", value=text[:40])) from None


@pages.post("/language")
def choose_language() -> Response:
    """Go back to the page on which this reader chose another language."""
    back = unmask(LanguageForm().back.typed)
    return redirect(back if _OUR_PATH.fullmatch(back) else "/", 303)
