"""The statement of a person in a group, for its members: a row for each night, on a page and as CSV."""

from flask import Blueprint, abort, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scorekeeper.money import decimal_amount
from scorekeeper.phrase import Phrase, say
from scorekeeper.storage.groups.members import today
from scorekeeper.storage.groups.season import add_up_season, name_of_person, round_now
from scorekeeper.storage.groups.statement import Statement, StatementPage, load_statements
from scorekeeper.web.core.i18n import speech, title_of
from scorekeeper.web.groups.current import ROUND, AtRound, at_round, csv_file, read_page, round_page, ways_in
from scorekeeper.web.groups.forms import SeasonForm

pages = Blueprint("statement", __name__, url_prefix=ROUND)

_NIGHTS = 12  # on one page
_ALL = 100_000

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
    number, most = read_page(request.args, _NIGHTS)
    form, name, found = _read_statements(at, request.args, most, most * (number - 1))
    chosen = form.chosen()
    nights = [row.night for statement in found.statements for row in statement.rows if row.night.game]
    return round_page(
        "groups/statement.html",
        form.status,
        name=name,
        person=request.args.get("person", 0, type=int),
        statements=found.statements,
        more=found.more,
        number=number,
        ways=ways_in(at, nights),
        people=[]
        if name
        else sorted(
            (total for total in add_up_season(round_now(at.row), chosen) if total.sat),
            key=lambda total: total.name.casefold(),
        ),
        labels=COLUMNS,
        today=today(),
        asked=form.fields(),
        problem=form.problem,
    )


@pages.get("/statement.csv")
def download() -> Response:
    """Return the statement of one person as CSV."""
    at = at_round()
    form, name, found = _read_statements(at, request.args, _ALL)
    if form.problem:
        return Response(speech().say(form.problem), 422, mimetype="text/plain")
    if not name:
        abort(404)
    heading = [say("date"), say("night"), say("currency"), *COLUMNS.values(), say("open"), say("running total")]
    return csv_file("statement", heading, (row for statement in found.statements for row in _cells(statement)))


def _read_statements(
    at: AtRound, query: MultiDict[str, str], most: int, skipped: int = 0
) -> tuple[SeasonForm, str, StatementPage]:
    """Return form, name and one page of a query; abort with 403 for onlookers, 404 for unknown people."""
    if not at.member.is_member:
        abort(403)
    form = SeasonForm(query)
    person = query.get("person", 0, type=int)
    name = name_of_person(at.row.id, person)
    if "person" in query and not name:
        abort(404)
    if not name:
        return form, name, StatementPage([], False)
    return form, name, load_statements(round_now(at.row), person, form.chosen(), most, skipped)


def _cells(statement: Statement) -> list[list[object]]:
    """Return the rows of a statement; money in decimals, points as whole numbers."""

    def convert(coins: int) -> object:
        return decimal_amount(coins, statement.currency) if statement.currency else coins

    rows: list[list[object]] = []
    for night, amounts, balance in statement.rows:
        title = title_of(night, speech()) if night.game else night.slug  # of one that cannot be read
        rows.append([night.day, title, statement.currency, *map(convert, (*amounts, amounts.open, balance))])
    return rows
