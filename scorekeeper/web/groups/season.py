"""The season table of a round: everybody in all and by night, chosen by game and period, sorted as the reader likes."""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from flask import Blueprint, request
from werkzeug.wrappers import Response

from scorekeeper.games import GAMES
from scorekeeper.phrase import Phrase, say
from scorekeeper.spreadsheet import table_csv
from scorekeeper.storage.groups.season import (
    Chosen,
    Money,
    Total,
    add_up_season,
    evenings,
    games_of,
    kinds_of,
    round_now,
)
from scorekeeper.web.core.i18n import speech
from scorekeeper.web.groups.current import ROUND, AtRound, at_round, page_asked, round_page, way_in
from scorekeeper.web.groups.forms import SeasonForm

pages = Blueprint("season", __name__, url_prefix=ROUND)

NIGHTS = 8  # on one page


class Column(NamedTuple):
    """A column of the season table: its heading, how its numbers are written, and a person's number in it.

    Written as `amounts` it has one number for each currency.
    """

    label: Phrase
    written: Literal["name", "signed", "whole", "halves", "amounts"]
    of: Callable[[Total], Any]


def _money(part: Literal["won", "paid", "carried", "aside", "open"]) -> Callable[[Total], dict[str, int]]:
    return lambda total: {currency: getattr(money, part) for currency, money in sorted(total.money.items())}


_COLUMNS = {
    "name": Column(say("person"), "name", lambda total: total.name),
    "sum": Column(say("points"), "signed", lambda total: total.points),
    "counted": Column(say("counted"), "signed", lambda total: total.counted),
    "places": Column(say("place points"), "halves", lambda total: total.places),
    "best": Column(say("counted place points"), "halves", lambda total: total.best_places),
    "nights": Column(say("nights"), "whole", lambda total: total.nights),
    "deals": Column(say("deals played"), "whole", lambda total: total.deals),
    "money": Column(say("won"), "amounts", _money("won")),
    "carried": Column(say("carried over"), "amounts", _money("carried")),
    "aside": Column(say("fines, shared purse"), "amounts", _money("aside")),
    "paid": Column(say("paid"), "amounts", _money("paid")),
    "open": Column(say("open"), "amounts", _money("open")),
}


class Table(NamedTuple):
    """The season table: its columns by key, by which of them it is sorted, and the people in that order.

    `games` are those of its nights. Points of different games are no sum: with several games it counts place points.
    """

    columns: dict[str, Column]
    sort: str
    totals: list[Total]
    games: list[str]


def _table(at: AtRound, form: SeasonForm, chosen: Chosen) -> Table:
    totals = add_up_season(round_now(at.row), chosen)
    games = games_of(at.row.id, chosen)
    left_out = {"sum", "counted"} if len(games) > 1 else {"best"}
    if not at.row.drops:
        left_out |= {"counted", "best"}
    for key in ("carried", "aside"):
        if not any(any(_COLUMNS[key].of(total).values()) for total in totals):
            left_out.add(key)
    columns = {key: column for key, column in _COLUMNS.items() if key not in left_out}
    usual = next(key for key in ("counted", "best", "sum", "places") if key in columns)
    sort = form.sort.typed if form.sort.typed in columns else usual
    return Table(columns, sort, _sorted(totals, sort), games)


def _sorted(totals: list[Total], sort: str) -> list[Total]:
    """Return the people by one column, the most first."""
    column = _COLUMNS[sort]

    def rank(total: Total) -> list[int]:
        if column.written == "name":
            return []
        value = column.of(total)
        return [-number for number in value.values()] if column.written == "amounts" else [-value]

    return sorted(totals, key=lambda total: (rank(total), total.name.casefold()))


@pages.get("/season")
def show() -> Response:
    """Show the season table."""
    at = at_round()
    form = SeasonForm(request.args)
    chosen = form.chosen()
    number, most = page_asked(NIGHTS)
    found = evenings(at.row.id, chosen, most, most * (number - 1))
    return round_page(
        "groups/season.html",
        form.status,
        table=_table(at, form, chosen),
        evenings=found.shown,
        ways={evening.night.id: way_in(at, evening.night) for evening in found.shown},
        unreadable=found.unreadable,
        more=found.more,
        number=number,
        chosen=chosen,
        kinds=kinds_of(at.row.id),
        games=GAMES,
        asked=form.fields(),
        problem=form.problem,
    )


@pages.get("/season.csv")
def download() -> Response:
    """Return the season as a table for other programs; money in the smallest coin of each currency."""
    form = SeasonForm(request.args)
    chosen = form.chosen()
    if form.problem:
        return Response(form.problem, 422, mimetype="text/plain")
    at = at_round()
    table = _table(at, form, chosen)
    currencies = sorted({currency for total in table.totals for currency in total.money if currency})
    heading = [_COLUMNS[key].label for key in ("name", "sum", "counted", "nights", "deals")]
    for currency in currencies:
        heading += [
            say("won {currency}", currency=currency),
            say("paid {currency}", currency=currency),
            say("open {currency}", currency=currency),
        ]
    heading += [_COLUMNS[key].label for key in ("places", "best")]
    for currency in currencies:
        heading.append(say("carried over {currency}", currency=currency))
        heading.append(say("fines, shared purse {currency}", currency=currency))
    added = len(table.games) < 2
    nothing = Money(0, 0, 0)
    rows = [
        [total.name, *((total.points, total.counted) if added else ("", "")), total.nights, total.deals]
        + [amount for currency in currencies for amount in total.money.get(currency, nothing)[:3]]
        + [_whole(total.places), _whole(total.best_places)]
        + [amount for currency in currencies for amount in total.money.get(currency, nothing)[3:]]
        for total in table.totals
    ]
    text = "".join(table_csv(heading, rows, speech()))
    head = {"Content-Disposition": f'attachment; filename="season-{at.row.slug}.csv"'}
    return Response(text, headers=head, mimetype="text/csv")


def _whole(halves: int) -> float | int:
    """Return a number of halves for a spreadsheet."""
    return halves / 2 if halves % 2 else halves // 2
