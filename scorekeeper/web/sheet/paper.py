"""What was written on paper: a page of rows in the table's shorthand, priced as they are typed, booked together."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from flask import Blueprint, abort, request
from werkzeug.wrappers import Response

from scorekeeper.night.match import party_of
from scorekeeper.night.night import Night, seat_deal
from scorekeeper.nightfile.shorthand import LONGEST_LINE, Spelled, describe_row, describe_words
from scorekeeper.nightfile.shorthand.paper_rows import PaperRow
from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.storage.journal.idempotency import Reused
from scorekeeper.storage.queries.nights import find_deal
from scorekeeper.storage.writing.batch import book_together, find_rows, weigh_rows
from scorekeeper.storage.writing.preview import Stale
from scorekeeper.web.access.current import NIGHT, AtNight, at_night, night_page, writes
from scorekeeper.web.access.form_request import based_on, form_id, pressed, sender
from scorekeeper.web.core.lifecycle import go
from scorekeeper.web.core.parsing import read_whole, tidy

pages = Blueprint("paper", __name__, url_prefix=NIGHT)

ROWS = 12  # on a page that is opened
MOST_ROWS = 100
_MORE = 10


class GridSheet(NamedTuple):
    """A page of rows as it was typed: `rows` are what its lines come to, as far as the last that is not empty.

    `paper` is what the paper says each player has in the end, as typed; `off` by how much that differs from ours.
    """

    lines: list[str]
    rows: list[PaperRow]
    paper: dict[str, str]
    off: dict[str, int | Phrase]
    error: Phrase | None = None

    @property
    def whole(self) -> bool:
        """Whether there are rows, and every one can be booked."""
        return bool(self.rows) and not self.error and all(row.act for row in self.rows)


@pages.route("/paper", methods=["GET", "POST"])
@writes
def enter() -> Response:
    """Take rows from paper: check them, add empty ones, or book them together."""
    at = at_night(again=request.method == "POST")
    lines = _lines()
    action = pressed()
    if action == "more":
        lines += [""] * min(_MORE, MOST_ROWS - len(lines))
    if action != "together":
        return _page(at, _read(at, lines))
    return _book(at, lines)


@pages.post("/paper/preview")
def preview() -> Response:
    """Return the parts of the page that depend on what was typed so far."""
    at = at_night(again=True)
    return night_page("sheet/_paper_rows.html", **_frame(at, _read(at, _lines())))


def _book(at: AtNight, lines: list[str]) -> Response:
    """Book the rows together, unless they were typed for other deals than they would be booked for."""
    night_id = at.guest.night
    sent = sender()
    try:
        first = find_rows(night_id, sent.request, _typed(lines))
        if not first:
            sheet = _read(at, lines)
            if not sheet.whole:
                return _page(at, sheet, 422)
            first = sheet.rows[0].seating.number
            if request.form.get("number") != str(first):
                raise Stale(first, 0)
            book_together(night_id, sent, sheet.rows, based_on())
        return go("sheet.show", _anchor=f"deal-{first}")
    except (Reused, Stale) as problem:
        at = at_night(again=True)
        meanwhile = say(
            "Others booked meanwhile: the rows now begin with deal {number}. Look, then book again.",
            number=at.now.number,
        )
        error = problem.phrase if isinstance(problem, Reused) else meanwhile
        return _page(at, _read(at, lines)._replace(error=error), 409)


def _lines() -> list[str]:
    """Return the lines of the form; on a page that is opened, empty ones."""
    lines = request.form.getlist("row")
    if len(lines) > MOST_ROWS:
        abort(400)
    return lines or [""] * ROWS


def _typed(lines: list[str]) -> list[str]:
    """Return the lines as far as the last that is not empty."""
    last = max((place for place, line in enumerate(lines, start=1) if line.strip()), default=0)
    return [tidy(line) for line in lines[:last]]


def _read(at: AtNight, lines: list[str]) -> GridSheet:
    paper = {player: request.form.get(f"paper.{player}", "").strip() for player in at.names}
    try:
        rows = weigh_rows(at.guest.night, _typed(lines))
        return GridSheet(lines, rows, paper, dict(_off(rows[-1].totals, paper)) if rows else {})
    except Refused as refused:
        return GridSheet(lines, [], paper, {}, refused.phrase)


def _off(totals: Mapping[str, int], paper: Mapping[str, str]) -> Iterator[tuple[str, int | Phrase]]:
    """Yield by how much the paper differs from our totals, or why what it says cannot be read."""
    for player, text in paper.items():
        try:
            if text:
                yield player, read_whole("paper", text) - totals[player]
        except Refused as refused:
            yield player, refused.phrase


def _page(at: AtNight, sheet: GridSheet, status: int = 200) -> Response:
    return night_page("sheet/paper.html", status, **_frame(at, sheet), legends=_legends(at.now, at.names))


def _frame(at: AtNight, sheet: GridSheet) -> dict[str, Any]:
    deal = find_deal(at.guest.night, at.now.number)
    return {
        "now": at.now,
        "sheet": sheet,
        "longest": LONGEST_LINE,
        "most": MOST_ROWS,
        "version": deal.version if deal else 0,
        "request_id": form_id(),
    }


def _legends(night: Night, names: Mapping[str, str]) -> list[tuple[tuple[Spelled, ...], list[Phrase]]]:
    """Return the words of a row with their meaning, and for which deals they are where a party has several kinds."""
    found: dict[tuple[Spelled, ...], list[Phrase]] = {}
    numbers = party_of(night, night.number) if night.game.party > 1 else range(night.number, night.number + 1)
    for number in numbers:
        try:
            seating = seat_deal(night, night.number)._replace(number=number)
        except Refused:
            return []
        words = describe_words(night.game.ask(night.rules_at(number), seating, None), names)
        heading = night.game.heading(number) if night.game.heading else None
        found.setdefault(words, []).extend([heading] if heading else [])
    return [*found.items(), (tuple(describe_row(names)), [say("In any row")])]
