"""The statement of each person of a group, for its members: a row a night, to read, to print and as a table."""

from datetime import date

from flask import Blueprint, abort, request
from werkzeug.wrappers import Response

from scorekeeper.money import decimal_amount
from scorekeeper.phrase import Phrase, say
from scorekeeper.spreadsheet import table_csv
from scorekeeper.storage.groups.season import Chosen, add_up_season, round_now
from scorekeeper.storage.groups.statement import Amounts, Statement, name_of_person, statements_of
from scorekeeper.web.core.i18n import speech, title_of
from scorekeeper.web.groups.current import ROUND, at_round, round_page, way_in
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
    """Show the statement of one person, or all people to choose from."""
    at = at_round()
    form, name, statements = _asked()
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
    """Return the statement of one person as a table for other programs."""
    form, name, statements = _asked()
    if form.problem:
        return Response(speech().say(form.problem), 422, mimetype="text/plain")
    if not name:
        abort(404)
    heading = [say("date"), say("night"), say("currency"), *COLUMNS.values(), say("open"), say("running total")]
    text = "".join(table_csv(heading, (row for statement in statements for row in _cells(statement)), speech()))
    head = {"Content-Disposition": f'attachment; filename="statement-{at_round().row.slug}.csv"'}
    return Response(text, headers=head, mimetype="text/csv")


def _asked() -> tuple[SeasonForm, str, list[Statement]]:
    """Return what the address asks for; 403 for who only looks on, 404 for a person who sat at no night here."""
    at = at_round()
    if not at.member.is_member:
        abort(403)
    form = SeasonForm(request.args)
    person = request.args.get("person", 0, type=int)
    name = name_of_person(at.row.id, person) if 0 < person < 2**31 else ""
    if "person" in request.args and not name:
        abort(404)
    chosen: Chosen = form.chosen()
    return form, name, statements_of(at.row.id, person, chosen) if name else []


def _cells(statement: Statement) -> list[list[object]]:
    """Return the rows of a statement; money as it is written, points as whole numbers."""

    def written(coins: int) -> object:
        return decimal_amount(coins, statement.currency) if statement.currency else coins

    def amounts(of: Amounts, balance: int) -> list[object]:
        return [*map(written, of), written(of.open), written(balance)]

    rows: list[list[object]] = []
    for night, of, balance in statement.rows:
        rows.append([night.day, title_of(night), statement.currency, *amounts(of, balance)])
    return rows
