"""The pages outside a night: the start page, the help, a new night, the language."""

import re
from typing import Any

from flask import Blueprint, abort, redirect, request
from werkzeug.wrappers import Response

from scorekeeper.clock import today
from scorekeeper.games import GAMES
from scorekeeper.games.terms import read_terms
from scorekeeper.journal.act_json import write_act
from scorekeeper.journal.acts import Opened
from scorekeeper.money import write_stake
from scorekeeper.night.night import SEATS, keys_for
from scorekeeper.nightfile.lines import naming_lines
from scorekeeper.nightfile.rulesheet import find_sheet, name_game
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.access.devices import FROM_FILE, let_in, let_into
from scorekeeper.storage.engine.sql import writing
from scorekeeper.storage.groups.evenings import day_of_group
from scorekeeper.storage.groups.group import add_to_group, keep_group, names_for_group, open_in_group
from scorekeeper.storage.groups.members import members_of_group, spell_as_members
from scorekeeper.storage.journal.register import slug_of, was_opened
from scorekeeper.storage.nights.home import HomePage, home_page
from scorekeeper.storage.queries.nights import find_night, find_or_make_person, last_stake, people_of
from scorekeeper.storage.transfer import find_same, prepare
from scorekeeper.storage.transfer import take_in as write_night
from scorekeeper.storage.writing.entry import Opening, Sender, create_night
from scorekeeper.web.access.current import device, find_group, need_device, sign_opening
from scorekeeper.web.core.forms import CURRENCIES
from scorekeeper.web.core.i18n import speech
from scorekeeper.web.core.lifecycle import go, page, read_page_number
from scorekeeper.web.core.parsing import clean_text
from scorekeeper.web.core.rate_limits import limit_openings
from scorekeeper.web.opening.forms import LanguageForm, NightForm
from scorekeeper.web.rules.forms import LONGEST_FILE, OpenFileForm, explain_refusal, house_form, house_of_form
from scorekeeper.web.rules.view_model import compare, own_rules
from scorekeeper.web.rules.views import place_of_sheet, sheet_of_address

pages = Blueprint("nights", __name__)

# Each character matches in one place only, as backtracking over a long text would take hours.
_OUR_PATH = re.compile(r"/([\w.-]+(/[\w.-]+)*/?)?(\?[\w.&=+%~-]*)?")


@pages.get("/")
def start() -> Response:
    """Show the nights of this device."""
    known = device()
    number = read_page_number(request.args)
    away = "archived" in request.args
    listed = home_page(known, number, away) if known else HomePage()
    return page("opening/start.html", games=GAMES, listed=listed, number=number, away=away)


@pages.get("/help")
def show_help() -> Response:
    """Show the help, and the terms of the games."""
    return page("opening/help.html", terms=read_terms())


@pages.get("/nights/new")
def choose_game() -> Response:
    """Show all games, and the form for a house-rule sheet."""
    return page("opening/games.html", games=GAMES.values(), group=find_group(request.values))


@pages.url_value_preprocessor
def _let_files_be_long(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Take longer requests where files are opened, before anything reads the form."""
    if endpoint == f"{pages.name}.{take_in.__name__}":
        request.max_content_length = LONGEST_FILE + LONGEST_FILE // 4


@pages.post("/nights/new")
def take_in() -> Response:
    """Redirect to "New night" with the rules of a sheet, or open the night of a file."""
    form = OpenFileForm()
    with form.refusals():
        if form.is_long:
            limit_openings()
        if form.validate():
            if form.rules:
                return redirect(place_of_sheet(form.rules, form.group.data), 303)
            return go("sheet.show", slug=_take_in_night(form))
    values = {"text": form.sheet.data, "problem": form.problem, "group": find_group(request.values)}
    return page("opening/games.html", 422, games=GAMES.values(), **values)


def _take_in_night(form: OpenFileForm) -> str:
    """Write the night of a file, with the sending device as its host, and return its slug. Raises Refused.

    A night that is here already is opened for whom has access to it, and stays closed to others: a file is no key.
    """
    host = need_device()
    group = find_group(request.values)
    slug = slug_of(sign_opening("file", host.key, form.text))
    if known := find_night(slug):
        return known.slug
    with naming_lines(form.text):
        prepared = prepare(form.night, FROM_FILE)
    with writing():
        if same := find_same(prepared):
            if not let_into(host, [same.id]):
                text = say("this night is here already, and this phone has no access to it: ask a host for the link")
                raise Refused("journal", text)
            return same.slug
        if not form.is_long:
            limit_openings()
        row = write_night(prepared, "" if was_opened(slug) else slug)
        let_in(host, row, "host")
        if group:
            add_to_group(row, group)
    return row.slug


@pages.get("/nights/new/<game_key>")
def choose_rules(game_key: str) -> Response:
    """Show the authors of a game with their differences, and compare two of them."""
    game = GAMES.get(game_key)
    if game is None:
        abort(404)
    group = find_group(request.values)
    slug = group.slug if group else None
    if game.named:
        return go("own_sheets.choose_kind", round=slug)
    chosen = request.args.get("rules") or (next(iter(game.presets)) if len(game.presets) == 1 else "")
    if chosen in game.presets:
        return go("nights.new_night", game_key=game_key, preset_key=chosen, round=slug)
    pair = [key for key in (request.args.get("one"), request.args.get("other")) if key in game.presets]
    differences = compare(*(find_sheet(game_key, key) for key in pair)) if len(pair) == 2 else None
    return page("opening/rules.html", game=game, group=group, pair=pair, differences=differences)


@pages.route("/nights/new/<game_key>/<preset_key>", methods=["GET", "POST"])
def new_night(game_key: str, preset_key: str) -> Response:
    """Show the form of a new night, and open it."""
    game = GAMES.get(game_key)
    if game is None or preset_key not in game.presets:
        abort(404)
    group = find_group(request.values)
    seated = names_for_group(group, need_device())[:SEATS] if group else []
    known = device()
    stake = last_stake(known) if known else None
    form = NightForm(
        day=day_of_group(group) if group else today(),
        amount=speech().decimal(stake) if stake else "",
        currency=stake.currency if stake else CURRENCIES[0],
        players=seated,
    )
    sheet = find_sheet(game_key, preset_key)
    problem = None  # of the address
    try:
        sheet = sheet_of_address(game_key, preset_key)
    except Refused as refused:
        problem = explain_refusal(refused)
    if game.named and not form.is_submitted():
        form.title.data = speech().say(name_game(sheet))
    house = house_form(sheet.author, form.sent, sheet.house)
    if form.is_submitted() and "language" not in request.values and all([form.validate(), house.validate()]):
        names = form.names()
        seats = tuple(keys_for(len(names)))
        dealing = form.dealing()
        opened = Opened(
            game=game.key,
            preset=preset_key,
            house=house_of_form(house),
            seats=seats,
            dealer=seats[names.index(dealing)] if dealing else "",
            most=form.at_play.value or 0,
            stake=write_stake(form.stake) if form.stake else "",
            date=form.day.value or "",
        )
        title = clean_text(form.title.data)[:100]
        # The same form with the same contents, sent twice, opens one night.
        opening_id = sign_opening(form.form_id, write_act(opened), title, names)
        with form.refusals():
            with writing():
                if group:
                    keep_group(group.id)
                limit_openings()
                host = need_device()
                named = spell_as_members(group.id, names) if group else names
                people = [find_or_make_person(host, name) for name in named]
                row = create_night(Opening(opened, title, people), Sender(host.key, opening_id))
                let_in(host, row, "host")
                if group:
                    open_in_group(row, group)
            return go("sheet.show", slug=row.slug)
    members = [member.name for member in members_of_group(group.id)] if group else []
    met = [person.name for person in people_of(known)] if known else []
    return page(
        "opening/new_night.html",
        422 if form.errors or house.errors or problem else 200,
        game=game,
        key=preset_key,
        address=f"{request.script_root}{request.full_path}",  # with the house rules in it
        given=[setting.phrase for setting in own_rules(sheet)],
        preset=sheet.author,
        name=name_game(sheet),
        playable=sheet.rules.players,
        form=form,
        house=house,
        problem=problem,
        currencies=CURRENCIES,
        people=list(dict.fromkeys([*members, *met])),
        group=group,
    )


@pages.post("/language")
def choose_language() -> Response:
    """Redirect to the page on which the reader chose another language."""
    back = LanguageForm().back.typed
    return redirect(back if _OUR_PATH.fullmatch(back) else "/", 303)
