"""The kitty of a group: its contents and movements, on a page and as a file."""

from flask import Blueprint, request
from werkzeug.wrappers import Response

from scorekeeper.accounts.kitty import WAYS_OF_KITTY
from scorekeeper.clock import today
from scorekeeper.phrase import Phrase, say
from scorekeeper.spreadsheet.group import list_table
from scorekeeper.storage.groups.columns import GroupColumn, Row
from scorekeeper.storage.groups.kitty_ledger import LedgerRow, load_ledger
from scorekeeper.storage.groups.nights import last_night
from scorekeeper.storage.groups.results import group_now
from scorekeeper.telling.titles import title_of
from scorekeeper.web.core.i18n import speech
from scorekeeper.web.groups.current import GROUP, TABLE, at_group, group_page, read_page, table_file, way_in

pages = Blueprint("group_kitty", __name__, url_prefix=GROUP)

_MOVEMENTS = 50  # on one page
_ALL = 100_000

WAYS: dict[str, Phrase] = {**WAYS_OF_KITTY, "paid": say("paid when settling")}
_COLUMNS = {
    "day": GroupColumn(say("date"), "day"),
    "night": GroupColumn(say("night"), "text"),
    "how": GroupColumn(say("movement"), "text"),
    "who": GroupColumn(say("person"), "text"),
    "reason": GroupColumn(say("reason"), "text"),
    "currency": GroupColumn(say("currency"), "currency"),
    "change": GroupColumn(say("amount"), "money"),
    "struck": GroupColumn(say("taken back"), "day"),
    "balance": GroupColumn(say("in the kitty then"), "money"),
    "into": GroupColumn(say("into the kitty"), "money", summed=True),
}


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
    rows = [_row_of(row) for row in reversed(load_ledger(group_now(at_group().row), _ALL).rows)]
    name = speech().say(say("Kitty"))
    return table_file(form, [name, today(at_group().row.zone)], [list_table(name, _COLUMNS, rows, speech())])


def _row_of(row: LedgerRow) -> Row:
    """Return a movement as a row of a file."""
    return {
        "day": row.arrived[:10],
        "night": title_of(row.night, speech()),
        "how": WAYS[row.how],
        "who": row.names.get(row.who, ""),
        "reason": row.reason,
        "currency": row.night.currency,
        "change": row.change,
        "struck": row.struck[:10],
        "balance": row.balance,
        "into": row.into,
    }
