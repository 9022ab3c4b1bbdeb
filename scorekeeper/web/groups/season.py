"""The season table of a round: everybody in all and by night, chosen by game and period, sorted as the reader likes."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, request
from werkzeug.wrappers import Response

from scorekeeper.games import GAMES
from scorekeeper.phrase import Phrase, say
from scorekeeper.spreadsheet import table_csv
from scorekeeper.storage.groups.season import Total, add_up_season, evenings, kinds_of, round_now
from scorekeeper.web.core.i18n import speech
from scorekeeper.web.groups.current import ROUND, at_round, page_asked, round_page
from scorekeeper.web.groups.forms import SeasonForm

pages = Blueprint("season", __name__, url_prefix=ROUND)

NIGHTS = 8  # on one page

_ORDERS: dict[str, tuple[Phrase, Callable[[Total], Any]]] = {
    "name": (say("person"), lambda total: ()),
    "sum": (say("points"), lambda total: -total.points),
    "counted": (say("counted"), lambda total: -total.counted),
    "nights": (say("nights"), lambda total: -total.nights),
    "deals": (say("deals played"), lambda total: -total.deals),
    "money": (say("money"), lambda total: [-money.won for _, money in sorted(total.money.items())]),
    "paid": (say("paid"), lambda total: [-money.paid for _, money in sorted(total.money.items())]),
    "open": (say("open"), lambda total: [-money.open for _, money in sorted(total.money.items())]),
}


@pages.get("/season")
def show() -> Response:
    """Show the season table."""
    at = at_round()
    form = SeasonForm(request.args)
    chosen = form.chosen()
    number, most = page_asked(NIGHTS)
    sort = _order(form, at.row.drops)
    found = evenings(at.row.id, chosen, most, most * (number - 1))
    return round_page(
        "groups/season.html",
        form.status,
        totals=_sorted(add_up_season(round_now(at.row), chosen), sort),
        evenings=found.shown,
        unreadable=found.unreadable,
        more=found.more,
        number=number,
        orders={key: label for key, (label, _) in _ORDERS.items() if key != "counted" or at.row.drops},
        sort=sort,
        chosen=chosen,
        kinds=kinds_of(at.row.id),
        games=GAMES,
        asked=form.fields(),
        problem=form.problem,
    )


def _order(form: SeasonForm, drops: int) -> str:
    default = "counted" if drops else "sum"
    return form.sort.typed if form.sort.typed in _ORDERS else default


def _sorted(totals: list[Total], sort: str) -> list[Total]:
    return sorted(totals, key=lambda total: (_ORDERS[sort][1](total), total.name.casefold()))


@pages.get("/season.csv")
def download() -> Response:
    """Return the season as a table for other programs; money in the smallest coin of each currency."""
    form = SeasonForm(request.args)
    chosen = form.chosen()
    if form.problem:
        return Response(form.problem, 422, mimetype="text/plain")
    at = at_round()
    totals = _sorted(add_up_season(round_now(at.row), chosen), _order(form, at.row.drops))
    currencies = sorted({currency for total in totals for currency in total.money if currency})
    heading = [label for key, (label, _) in _ORDERS.items() if key not in ("money", "paid", "open")]
    for currency in currencies:
        heading += [
            say("won {currency}", currency=currency),
            say("paid {currency}", currency=currency),
            say("open {currency}", currency=currency),
        ]
    rows = [
        [total.name, total.points, total.counted, total.nights, total.deals]
        + [amount for currency in currencies for amount in total.money.get(currency, (0, 0, 0))]
        for total in totals
    ]
    text = "".join(table_csv(heading, rows, speech()))
    head = {"Content-Disposition": f'attachment; filename="season-{at.row.slug}.csv"'}
    return Response(text, headers=head, mimetype="text/csv")
