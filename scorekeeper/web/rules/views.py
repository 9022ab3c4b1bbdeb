"""The rule book: the rule page of a table or of an author, one rule in place, and the rules on their way to others."""

from typing import Any

from flask import Blueprint, abort, g, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.games import GAMES
from scorekeeper.night.night import Night
from scorekeeper.nightfile.rulesheet import RuleSheet, find_sheet, read_house, sheet_of, since, spell_house, write_sheet
from scorekeeper.phrase import Refused
from scorekeeper.web.access.current import NIGHT, at_night, night_page, round_asked
from scorekeeper.web.access.views import address, qr
from scorekeeper.web.core.i18n import speech
from scorekeeper.web.core.lifecycle import page
from scorekeeper.web.rules.forms import RuleSheetForm
from scorekeeper.web.rules.view_model import Begun, tell, tell_page

pages = Blueprint("rulebook", __name__)

_LONGEST_SEARCH = 100


@pages.get(NIGHT + "/rules/sheet")
def table() -> Response:
    """Show all rules of a table as they were in a deal, as they are now unless another is asked for."""
    night = at_night().now
    number = _deal_asked(night)
    sheet = sheet_of(night, number)
    link = address() + place_of_sheet(sheet)
    told = tell_page(sheet, lambda held: since(night, number, held.switch.field), speech(), _search())
    return night_page("rules/rulesheet.html", number=number, newest=night.number, link=link, code=qr(link), **told)


@pages.get(NIGHT + "/rules/<rule>")
def in_place(rule: str) -> Response:
    """Show one rule of a table, to be put where somebody tapped its number."""
    night = at_night().now
    number = _deal_asked(night)
    return _rule_page(sheet_of(night, number), rule, lambda held: since(night, number, held.switch.field))


@pages.get(NIGHT + "/rules.toml")
def download() -> Response:
    """Return the rules of a table as a file, without anything else of its night."""
    night = at_night().now
    answer = Response(write_sheet(sheet_of(night)), mimetype="application/toml")
    answer.headers["Content-Disposition"] = f'attachment; filename="{night.game.key}-{night.preset}.toml"'
    return answer


@pages.get("/rules/<game_key>/<preset_key>/sheet")
def author(game_key: str, preset_key: str) -> Response:
    """Show all rules of an author."""
    return page("rules/author.html", **tell_page(_sheet_of(game_key, preset_key), lambda held: 0, speech(), _search()))


@pages.get("/rules/<game_key>/<preset_key>/<rule>")
def of_author(game_key: str, preset_key: str, rule: str) -> Response:
    """Show one rule of an author, to be put where somebody tapped its number."""
    return _rule_page(_sheet_of(game_key, preset_key), rule, lambda held: 0)


def _deal_asked(night: Night) -> int:
    """Return the deal whose rules are asked for: one of the night, or the one to come."""
    return max(1, min(request.args.get("deal", night.number, type=int), night.number))


def _search() -> str:
    return request.args.get("q", "")[:_LONGEST_SEARCH]


def _sheet_of(game_key: str, preset_key: str) -> RuleSheet:
    try:
        return find_sheet(game_key, preset_key)
    except Refused:
        abort(404)


def _rule_page(sheet: RuleSheet, number: str, begun: Begun) -> Response:
    rule = sheet.find(number)
    if rule is None:
        abort(404)
    return page("rules/_one_rule.html", told=tell(sheet, rule, begun), author=sheet.author.author)


@pages.post("/nights/new")
def take_in() -> Response:
    """Open "New night" with the rules of a house-rule sheet that was typed or is in a file."""
    form = RuleSheetForm()
    if form.validate():
        return redirect(place_of_sheet(form.rules, form.round.data), 303)
    values = {"text": form.sheet.data, "problem": form.problem, "round": round_asked()}
    return page("opening/games.html", 422, games=GAMES.values(), **values)


def place_of_rule(number: str, deal: int = 0) -> str:
    """Return where a rule stands on the rule page of the night, or of the author, on whose page we are."""
    here = request.view_args or {}
    if "slug" not in g:
        return url_for("rulebook.author", game_key=here["game_key"], preset_key=here["preset_key"], _anchor=number)
    return url_for("rulebook.table", deal=deal or here.get("number") or None, _anchor=number)


def place_of_sheet(sheet: RuleSheet, meeting: str | None = None) -> str:
    """Return the address at which a new night begins with the rules of a sheet, in a round if one is named."""
    house: dict[str, Any] = spell_house(sheet.house)
    return url_for("nights.new_night", game_key=sheet.game.key, preset_key=sheet.preset, round=meeting, **house)


def sheet_of_address(game_key: str, preset_key: str) -> RuleSheet:
    """Return the rules that the address of a new night spells. Raises Refused where they cannot be."""
    house = {name: text for name, text in request.args.items() if name != "round"}
    return find_sheet(game_key, preset_key, read_house(house))
