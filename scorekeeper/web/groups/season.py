"""The season table of a round: everybody in all and by night, chosen by game and period, sorted as the reader likes."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, request
from werkzeug.wrappers import Response

from scorekeeper.games import GAMES
from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.spreadsheet import table_csv
from scorekeeper.storage.groups.season import Chosen, Total, add_up_season, evenings, kinds_of, round_now
from scorekeeper.web.core.i18n import refusal, speech
from scorekeeper.web.core.parsing import read_day
from scorekeeper.web.groups.current import ROUND, AtRound, at_round, page_asked, round_page

pages = Blueprint("season", __name__, url_prefix=ROUND)

NIGHTS = 8  # on one page
_LONGEST = 40  # letters; no preset's name has more

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


def chosen_nights() -> tuple[Chosen, str]:
    """Return which nights the address chooses; all, with the reason, where it says what is no date."""
    game, _, preset = request.args.get("kind", "").partition("/")
    days = [request.args.get(name, "").strip() for name in ("begin", "end")]
    try:
        begin, end = (read_day(day) if day else "" for day in days)
    except Refused as refused:
        return Chosen(), refusal(refused)
    # What was added up is kept by this, so it must not be as long as an address may be.
    return Chosen(game if game in GAMES else "", preset[:_LONGEST], begin, end), ""


def asked_again() -> dict[str, str]:
    """Return what the address chooses, to be said again by the links of its page."""
    return {key: value for key, value in request.args.items() if key in ("kind", "begin", "end", "sort") and value}


@pages.get("/season")
def show() -> Response:
    """Show the season table."""
    at = at_round()
    chosen, problem = chosen_nights()
    number, most = page_asked(NIGHTS)
    sort = _order(at)
    found = evenings(at.row.id, chosen, most, most * (number - 1))
    return round_page(
        "groups/season.html",
        422 if problem else 200,
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
        asked=asked_again(),
        problem=problem,
    )


def _order(at: AtRound) -> str:
    asked = request.args.get("sort", "")
    default = "counted" if at.row.drops else "sum"
    return asked if asked in _ORDERS else default


def _sorted(totals: list[Total], sort: str) -> list[Total]:
    return sorted(totals, key=lambda total: (_ORDERS[sort][1](total), total.name.casefold()))


@pages.get("/season.csv")
def download() -> Response:
    """Return the season as a table for other programs; money in the smallest coin of each currency."""
    chosen, problem = chosen_nights()
    if problem:
        return Response(problem, 422, mimetype="text/plain")
    at = at_round()
    totals = _sorted(add_up_season(round_now(at.row), chosen), _order(at))
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
