"""The season table of a round: everybody in all and by night, chosen by game and period, sorted as the reader likes."""

from flask import Blueprint, request
from werkzeug.wrappers import Response

from scorekeeper.games import GAMES
from scorekeeper.phrase import say
from scorekeeper.spreadsheet import table_csv
from scorekeeper.storage.groups.season import COLUMNS, Money, evenings, kinds_of, round_now, season_table
from scorekeeper.web.core.i18n import speech
from scorekeeper.web.groups.current import ROUND, at_round, page_asked, round_page, way_in
from scorekeeper.web.groups.forms import SeasonForm

pages = Blueprint("season", __name__, url_prefix=ROUND)

NIGHTS = 8  # on one page


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
        table=season_table(round_now(at.row), chosen, form.sort.typed),
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
    table = season_table(round_now(at.row), chosen, form.sort.typed)
    currencies = sorted({currency for total in table.totals for currency in total.money if currency})
    heading = [COLUMNS[key].label for key in ("name", "sum", "counted", "nights", "deals")]
    for currency in currencies:
        heading += [
            say("won {currency}", currency=currency),
            say("paid {currency}", currency=currency),
            say("open {currency}", currency=currency),
        ]
    heading += [COLUMNS[key].label for key in ("places", "best")]
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
