"""The kitty of a group: its contents and movements, on a page and as CSV."""

from flask import Blueprint, request
from werkzeug.wrappers import Response

from scorekeeper.accounts.kitty import WAYS_OF_KITTY
from scorekeeper.money import decimal_amount
from scorekeeper.phrase import Phrase, say
from scorekeeper.storage.groups.kitty_ledger import load_ledger
from scorekeeper.storage.groups.nights import last_night
from scorekeeper.storage.groups.season import round_now
from scorekeeper.web.core.i18n import speech, title_of
from scorekeeper.web.groups.current import ROUND, at_round, csv_file, read_page, round_page, way_in

pages = Blueprint("group_kitty", __name__, url_prefix=ROUND)

_MOVEMENTS = 50  # on one page
_ALL = 100_000

WAYS: dict[str, Phrase] = {**WAYS_OF_KITTY, "paid": say("paid when settling")}


@pages.get("/kitty")
def show() -> Response:
    """Show the kitty of a group with its movements."""
    at = at_round()
    number, most = read_page(request.args, _MOVEMENTS)
    ledger = load_ledger(round_now(at.row), most, most * (number - 1))
    last = last_night(at.row.id)
    return round_page(
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


@pages.get("/kitty.csv")
def download() -> Response:
    """Return all movements of the kitty as CSV, the oldest first."""
    at = at_round()
    heading = [
        *(say("date"), say("night"), say("movement"), say("person"), say("reason"), say("currency")),
        *(say("amount"), say("taken back"), say("in the kitty then")),
    ]
    reader = speech()
    rows = []
    for move in reversed(load_ledger(round_now(at.row), _ALL).rows):
        currency = move.night.currency
        amounts = [decimal_amount(coins, currency) if currency else coins for coins in (move.change, move.balance)]
        who = move.names.get(move.who, "")
        how = reader.say(WAYS[move.how])
        struck = move.struck[:10]
        title = title_of(move.night, reader)
        rows.append([move.arrived[:10], title, how, who, move.reason, currency, amounts[0], struck, amounts[1]])
    return csv_file("kitty", heading, rows)
