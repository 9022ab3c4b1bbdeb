"""The rule pages of a night and of an author, single rules, and sharing the rules of a night."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, abort, g, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.night.night import Night
from scorekeeper.nightfile.rulesheet import RuleSheet, find_sheet, read_house, sheet_of, since, spell_house, write_sheet
from scorekeeper.phrase import Refused
from scorekeeper.web.access.current import NIGHT, at_night, night_page
from scorekeeper.web.access.views import address, draw_code
from scorekeeper.web.core.downloads import answer_file
from scorekeeper.web.core.i18n import speech
from scorekeeper.web.core.lifecycle import page
from scorekeeper.web.rules.view_model import FirstDeal, make_entry, read_rule_page

pages = Blueprint("rulebook", __name__)

_LONGEST_SEARCH = 100


@pages.get(NIGHT + "/rules/sheet")
def table() -> Response:
    """Show all rules of a night as of the next deal, or of the deal in the address."""
    night = at_night().now
    number = _deal_asked(night)
    sheet = sheet_of(night, number)
    link = address() + place_of_sheet(sheet)
    values = read_rule_page(sheet, lambda setting: since(night, number, setting.switch.field), speech(), _search())
    return night_page(
        "rules/rulesheet.html", number=number, newest=night.number, link=link, code=draw_code(link), **values
    )


@pages.get(NIGHT + "/rules/<rule>")
def in_place(rule: str) -> Response:
    """Return one rule of a night as a piece of a page."""
    night = at_night().now
    number = _deal_asked(night)
    return _rule_page(sheet_of(night, number), rule, lambda setting: since(night, number, setting.switch.field))


@pages.get(NIGHT + "/rules.toml")
def download() -> Response:
    """Return the rules of a night as a file."""
    night = at_night().now
    words = [speech().say(night.game_name), "" if night.game.named else night.game.presets[night.preset].author]
    return answer_file(words, "toml", [write_sheet(sheet_of(night)).encode()])


@pages.get("/rules/<game_key>/<preset_key>/sheet")
def author(game_key: str, preset_key: str) -> Response:
    """Show all rules of an author."""
    sheet = _sheet_of(game_key, preset_key)
    return page("rules/author.html", **read_rule_page(sheet, lambda setting: 0, speech(), _search()))


@pages.get("/rules/<game_key>/<preset_key>/<rule>")
def of_author(game_key: str, preset_key: str, rule: str) -> Response:
    """Return one rule of an author as a piece of a page."""
    return _rule_page(_sheet_of(game_key, preset_key), rule, lambda setting: 0)


def _deal_asked(night: Night) -> int:
    """Return the number of a deal in the address, the next one by default."""
    return max(1, min(request.args.get("deal", night.number, type=int), night.number))


def _search() -> str:
    return request.args.get("q", "")[:_LONGEST_SEARCH]


def _sheet_of(game_key: str, preset_key: str) -> RuleSheet:
    try:
        return find_sheet(game_key, preset_key)
    except Refused:
        abort(404)


def _rule_page(sheet: RuleSheet, number: str, first_deal: FirstDeal) -> Response:
    rule = sheet.find(number)
    if rule is None:
        abort(404)
    return page("rules/_one_rule.html", entry=make_entry(sheet, rule, first_deal), author=sheet.author.author)


def place_of_rule(find: Callable[..., str], number: str, deal: int = 0) -> str:
    """Return the address, found as by `url_for`, of a rule on the rule page of the current night or author."""
    here = request.view_args or {}
    if "slug" not in g:
        return find("rulebook.author", game_key=here["game_key"], preset_key=here["preset_key"], _anchor=number)
    return find("rulebook.table", deal=deal or here.get("number") or None, _anchor=number)


def place_of_sheet(sheet: RuleSheet, group: str | None = None) -> str:
    """Return the address of "New night" with the rules of a sheet, in a group if its slug is given."""
    house: dict[str, Any] = spell_house(sheet.house)
    return url_for("nights.new_night", game_key=sheet.game.key, preset_key=sheet.preset, round=group, **house)


def sheet_of_address(game_key: str, preset_key: str) -> RuleSheet:
    """Return the rules in the address of "New night". Raises Refused for impossible ones."""
    house = {name: text for name, text in request.args.items() if name != "round"}
    return find_sheet(game_key, preset_key, read_house(house))
