"""The kitty of a group: its contents and movements, on a page and as a file."""

from flask import Blueprint, request
from werkzeug.wrappers import Response

from scorekeeper.accounts.kitty import WAYS_OF_KITTY
from scorekeeper.clock import today
from scorekeeper.phrase import Phrase, say
from scorekeeper.spreadsheet.table import Column, Table, amount_cell
from scorekeeper.storage.groups.kitty_ledger import load_ledger
from scorekeeper.storage.groups.nights import last_night
from scorekeeper.storage.groups.results import group_now
from scorekeeper.telling.titles import title_of
from scorekeeper.web.core.i18n import speech
from scorekeeper.web.groups.current import GROUP, TABLE, at_group, group_page, read_page, table_file, way_in

pages = Blueprint("group_kitty", __name__, url_prefix=GROUP)

_MOVEMENTS = 50  # on one page
_ALL = 100_000

WAYS: dict[str, Phrase] = {**WAYS_OF_KITTY, "paid": say("paid when settling")}


@pages.get("/kitty")
def show() -> Response:
    """Show the kitty of a group with its movements."""
    at = at_group()
    number, most = read_page(request.args, _MOVEMENTS)
    ledger = load_ledger(group_now(at.row), most, most * (number - 1))
    last = last_night(at.row.id)
    return group_page(
        "groups/group_kitty.html",
        contents=ledger.contents,
        overdrawn=any(content.amount < 0 for content in ledger.contents),
        movements=ledger.rows,
        earlier=ledger.earlier,
        number=number,
        last=last,
        way=way_in(at, last, "settling.show_kitty") if last else "",
        ways=WAYS,
    )


@pages.get(f"/kitty.{TABLE}")
def download(form: str) -> Response:
    """Return all movements of the kitty as a file, the oldest first."""
    reader = speech()
    columns = [
        Column(reader.say(say("date")), "day"),
        Column(reader.say(say("night"))),
        Column(reader.say(say("movement"))),
        Column(reader.say(say("person"))),
        Column(reader.say(say("reason"))),
        Column(reader.say(say("currency")), "currency"),
        Column(reader.say(say("amount")), "money"),
        Column(reader.say(say("taken back")), "day"),
        Column(reader.say(say("in the kitty then")), "money"),
        Column(reader.say(say("into the kitty")), "money", summed=True),
    ]
    rows = []
    for move in reversed(load_ledger(group_now(at_group().row), _ALL).rows):
        currency = move.night.currency
        change, balance, into = (amount_cell(coins, currency) for coins in (move.change, move.balance, move.into))
        who = move.names.get(move.who, "")
        title = title_of(move.night, reader)
        how = reader.say(WAYS[move.how])
        day, struck = move.arrived[:10], move.struck[:10]
        rows.append((day, title, how, who, move.reason, currency, change, struck, balance, into))
    name = reader.say(say("Kitty"))
    return table_file(form, [name, today(at_group().row.zone)], [Table(name, columns, rows)])
