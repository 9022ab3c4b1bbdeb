"""The statement of a person in a group, for its members: a row for each night, on a page and as CSV."""

from datetime import date

from flask import Blueprint, abort, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scorekeeper.language import Speech
from scorekeeper.money import decimal_amount
from scorekeeper.phrase import Phrase, say
from scorekeeper.spreadsheet import table_csv
from scorekeeper.storage.groups.season import Chosen, add_up_season, round_now
from scorekeeper.storage.groups.statement import Amounts, Statement, name_of_person, statements_of
from scorekeeper.web.core.i18n import speech, title_of
from scorekeeper.web.groups.current import ROUND, AtRound, at_round, round_page, way_in
from scorekeeper.web.groups.forms import SeasonForm

pages = Blueprint("statement", __name__, url_prefix=ROUND)

COLUMNS: dict[str, Phrase] = {
    "won": say("won"),
    "fined": say("fines"),
    "shared": say("shared purse"),
    "carried": say("carried over"),
    "paid": say("paid"),
}


@pages.get("/statement")
def show() -> Response:
    """Show the statement of one person, or the list of people."""
    at = at_round()
    form, name, statements = _read_statements(at, request.args)
    chosen = form.chosen()
    rows = [row for statement in statements for row in statement.rows]
    return round_page(
        "groups/statement.html",
        form.status,
        name=name,
        person=request.args.get("person", 0, type=int),
        statements=statements,
        ways={row.night.id: way_in(at, row.night) for row in rows},
        people=[]
        if name
        else sorted(add_up_season(round_now(at.row), chosen), key=lambda total: total.name.casefold()),
        labels=COLUMNS,
        today=date.today().isoformat(),
        asked=form.fields(),
        problem=form.problem,
    )


@pages.get("/statement.csv")
def download() -> Response:
    """Return the statement of one person as CSV."""
    at = at_round()
    form, name, statements = _read_statements(at, request.args)
    if form.problem:
        return Response(speech().say(form.problem), 422, mimetype="text/plain")
    if not name:
        abort(404)
    heading = [say("date"), say("night"), say("currency"), *COLUMNS.values(), say("open"), say("running total")]
    reader = speech()
    rows = (row for statement in statements for row in _cells(statement, reader))
    text = "".join(table_csv(heading, rows, reader))
    head = {"Content-Disposition": f'attachment; filename="statement-{at.row.slug}.csv"'}
    return Response(text, headers=head, mimetype="text/csv")


def _read_statements(at: AtRound, query: MultiDict[str, str]) -> tuple[SeasonForm, str, list[Statement]]:
    """Return form, name and statements of a query; abort with 403 for onlookers, 404 for unknown people."""
    if not at.member.is_member:
        abort(403)
    form = SeasonForm(query)
    person = query.get("person", 0, type=int)
    name = name_of_person(at.row.id, person) if 0 < person < 2**31 else ""
    if "person" in query and not name:
        abort(404)
    chosen: Chosen = form.chosen()
    return form, name, statements_of(at.row.id, person, chosen) if name else []


def _cells(statement: Statement, speech: Speech) -> list[list[object]]:
    """Return the rows of a statement; money in decimals, points as whole numbers."""

    def convert(coins: int) -> object:
        return decimal_amount(coins, statement.currency) if statement.currency else coins

    def amounts(of: Amounts, balance: int) -> list[object]:
        return [*map(convert, of), convert(of.open), convert(balance)]

    rows: list[list[object]] = []
    for night, of, balance in statement.rows:
        rows.append([night.day, title_of(night, speech), statement.currency, *amounts(of, balance)])
    return rows
