"""The statement of a person in a group, for its members: a row for each night, on a page and as a file."""

from flask import Blueprint, abort, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scorekeeper.clock import today
from scorekeeper.phrase import Phrase, say
from scorekeeper.spreadsheet.group import list_table
from scorekeeper.storage.groups.columns import GroupColumn, Row
from scorekeeper.storage.groups.evenings import choose_evening
from scorekeeper.storage.groups.results import group_now
from scorekeeper.storage.groups.season import find_seated
from scorekeeper.storage.groups.statement import (
    COLUMNS,
    StatementPage,
    StatementRow,
    load_statements,
    people_with_statement,
)
from scorekeeper.telling.titles import title_of
from scorekeeper.web.core.i18n import speech
from scorekeeper.web.groups.current import GROUP, TABLE, AtGroup, at_group, group_page, read_page, table_file, ways_in
from scorekeeper.web.groups.forms import SeasonForm

pages = Blueprint("statement", __name__, url_prefix=GROUP)

_NIGHTS = 12  # on one page
_ALL = 100_000


@pages.get("/statement")
def show() -> Response:
    """Show the statement of one person, or the list of people."""
    at = at_group()
    number, most = read_page(request.args, _NIGHTS)
    form, name, found = _read_statements(at, request.args, most, most * (number - 1))
    chosen = choose_evening(at.row.id, form.chosen())
    return group_page(
        "groups/statement.html",
        form.status,
        name=name,
        person=request.args.get("person", 0, type=int),
        statements=found.statements,
        more=found.more,
        number=number,
        ways=ways_in(at, found.nights),
        people=[] if name else people_with_statement(at.row.id, chosen),
        today=today(at.row.zone),
        asked=form.fields(),
        problem=form.problem,
    )


@pages.get(f"/statement.{TABLE}")
def download(form: str) -> Response:
    """Return the statement of one person as a file."""
    asked, name, found = _read_statements(at_group(), request.args, _ALL)
    if asked.problem:
        return Response(speech().say(asked.problem), 422, mimetype="text/plain")
    if not name:
        abort(404)
    columns = {
        "day": GroupColumn(say("date"), "day"),
        "night": GroupColumn(say("night"), "text"),
        "currency": GroupColumn(say("currency"), "currency"),
    }
    columns |= {key: column for key, column in COLUMNS.items() if key != "night"}
    columns["balance"] = COLUMNS["balance"]._replace(plotted=len(found.statements) == 1)
    rows = [_row_of(row, statement.currency) for statement in found.statements for row in statement.all_rows]
    return table_file(form, [name, today(at_group().row.zone)], [list_table(name, columns, rows, speech())])


def _read_statements(
    at: AtGroup, query: MultiDict[str, str], most: int, skipped: int = 0
) -> tuple[SeasonForm, str, StatementPage]:
    """Return form, name and one page of a query; abort with 403 for onlookers, 404 for unknown people."""
    if not at.member.is_member:
        abort(403)
    form = SeasonForm(query)
    person = query.get("person", 0, type=int)
    name = find_seated(at.row.id, person).name
    if "person" in query and not name:
        abort(404)
    if not name:
        return form, name, StatementPage([], False, [])
    chosen = choose_evening(at.row.id, form.chosen())
    return form, name, load_statements(group_now(at.row), person, chosen, most, skipped)


def _row_of(row: StatementRow, currency: str) -> Row:
    """Return a row as one of the file."""
    about = {"day": "", "night": row.source}
    if not isinstance(row.source, Phrase):
        night = row.source
        title = title_of(night, speech()) if night.game else night.slug  # of one that cannot be read
        about = {"day": night.day, "night": title}
    return {**about, "currency": currency, **row.numbers}
