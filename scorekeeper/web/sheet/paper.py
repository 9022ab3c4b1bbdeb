"""A night on paper: an empty sheet to print, and a page of rows in shorthand that are booked together."""

from collections.abc import Iterator, Mapping
from itertools import chain, count, repeat
from typing import NamedTuple

from flask import Blueprint, abort, request
from werkzeug.wrappers import Response

from scorekeeper.night.night import Night, seat_deal
from scorekeeper.night.parties import party_of
from scorekeeper.night.transitions import deals_to_come
from scorekeeper.nightfile.shorthand.grammar import Names
from scorekeeper.nightfile.shorthand.legend import Spelled, describe_row, describe_words
from scorekeeper.nightfile.shorthand.paper_rows import PaperRow
from scorekeeper.nightfile.shorthand.parser import LONGEST_LINE
from scorekeeper.pasted.paper_rows import read_paper_rows
from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.storage.journal.entries import Reused
from scorekeeper.storage.queries.nights import find_deal, stake_of
from scorekeeper.storage.queries.sheets import current_totals, last_party
from scorekeeper.storage.writing.batch import book_together, find_rows, preview_rows
from scorekeeper.storage.writing.entry import Stale
from scorekeeper.typed_numbers import Ambiguous, read_whole
from scorekeeper.web.access.current import NIGHT, AtNight, at_night, night_page, writes
from scorekeeper.web.access.forms import EntryForm
from scorekeeper.web.access.views import draw_code, link
from scorekeeper.web.core.forms import TypedField
from scorekeeper.web.core.i18n import speech
from scorekeeper.web.core.lifecycle import go
from scorekeeper.web.core.parsing import clean_text

pages = Blueprint("paper", __name__, url_prefix=NIGHT)

DEALS = 24  # on an empty sheet
ROWS = 12  # on a page that is opened
MOST_ROWS = 100
_MORE = 10


class PaperForm(EntryForm):
    """Typed rows for the deals from `number` on, and the totals of the players on the paper."""

    row = TypedField()
    number = TypedField()
    pasted = TypedField()

    def __init__(self, names: Names) -> None:
        super().__init__()
        self.names = names
        self.paper = {player: request.form.get(f"paper.{player}", "").strip() for player in names}
        if len(self.row.ticked) > MOST_ROWS:
            abort(400)

    @property
    def is_pasted(self) -> bool:
        """Whether there is a table that was pasted and is not among the rows yet."""
        return bool(self.pasted.typed)

    def take_pasted(self) -> None:
        """Put the rows of the pasted table below the typed ones, and its totals into their fields. Raises Refused."""
        reason = speech().say(say("from a spreadsheet"))
        found = read_paper_rows("pasted", self.pasted.data or "", self.names, reason)
        lines = [*self.typed(), *found.lines]
        if len(lines) > MOST_ROWS:
            raise Refused("pasted", say("at most {most} rows at once", most=MOST_ROWS))
        self.row.raw_data = [*lines, *[""] * (ROWS - len(lines))]
        self.paper |= found.totals
        self.pasted.data = ""

    def lines(self) -> list[str]:
        """Return the lines of the page: empty ones at first, and some more after "more"."""
        lines = self.row.ticked or [""] * ROWS
        return lines + [""] * min(_MORE, MOST_ROWS - len(lines)) if self.action.data == "more" else lines

    def typed(self) -> list[str]:
        """Return the lines up to the last that is not empty."""
        lines = self.row.ticked
        last = max((place for place, line in enumerate(lines, start=1) if line.strip()), default=0)
        return [clean_text(line) for line in lines[:last]]


class GridSheet(NamedTuple):
    """A page of typed lines, and their `rows` up to the last that is not empty.

    `paper` are the typed totals of the players, and `off` their differences from ours.
    """

    lines: list[str]
    rows: list[PaperRow]
    paper: dict[str, str]
    off: dict[str, int | Phrase]
    error: Phrase | None = None

    @property
    def whole(self) -> bool:
        """Whether there are rows and all can be booked."""
        return bool(self.rows) and not self.error and not self.wrong

    @property
    def full(self) -> bool:
        """Whether it has no room for more rows."""
        return len(self.lines) >= MOST_ROWS

    @property
    def wrong(self) -> int:
        """How many rows cannot be booked."""
        return sum(not row.act for row in self.rows)

    def numbered(self, first: int) -> Iterator[tuple[int, str, PaperRow | None]]:
        """Return for each line the number of its deal, counted from `first`, the line, and its row."""
        return zip(count(first), self.lines, chain(self.rows, repeat(None)))


@pages.route("/paper", methods=["GET", "POST"])
@writes
def enter() -> Response:
    """Check the rows, add empty ones, or book them together.

    They are only booked for the deals for which they were typed.
    """
    at = at_night()
    form = PaperForm(at.names)
    if form.is_pasted:  # its rows are looked at before they are booked
        with form.refusals():
            form.take_pasted()
        sheet = _read(at, form)
        return _page(at, form, sheet._replace(error=form.problem or sheet.error), form.status)
    if form.action.data != "together":
        return _page(at, form, _read(at, form))
    night_id = at.guest.night
    sender = form.sender(at.guest.device)
    try:
        first = find_rows(night_id, sender.request, form.typed())
        if not first:
            sheet = _read(at, form)
            if not sheet.whole:
                return _page(at, form, sheet, 422)
            first = sheet.rows[0].seating.number
            if form.number.data != str(first):
                raise Stale(first, 0)
            book_together(night_id, sender, sheet.rows, form.based_on.data)
        return go("sheet.show", _anchor=f"deal-{first}")
    except (Reused, Stale) as problem:
        at = at_night(reload=True)
        form = PaperForm(at.names)  # somebody may have joined
        meanwhile = say(
            "Others saved deals meanwhile: the rows now begin with deal {number}. Look, then save again.",
            number=at.now.number,
        )
        error = problem.phrase if isinstance(problem, Reused) else meanwhile
        return _page(at, form, _read(at, form)._replace(error=error), 409)


@pages.post("/paper/preview")
def preview() -> Response:
    """Return the parts of the page that depend on the typed rows."""
    at = at_night()
    return night_page("sheet/_paper_rows.html", sheet=_read(at, PaperForm(at.names)))


def _read(at: AtNight, form: PaperForm) -> GridSheet:
    lines = form.lines()
    try:
        rows = preview_rows(at.guest.night, form.typed())
    except Refused as refused:
        return GridSheet(lines, [], form.paper, {}, refused.phrase)
    off: dict[str, int | Phrase] = {}
    for player, text in form.paper.items():
        if text and rows:
            try:
                off[player] = read_whole("paper", text) - rows[-1].totals[player]
            except Refused as refused:
                off[player] = refused.phrase
                if isinstance(refused, Ambiguous):
                    form.paper[player] = refused.plain
    return GridSheet(lines, rows, form.paper, off)


def _page(at: AtNight, form: PaperForm, sheet: GridSheet, status: int = 200) -> Response:
    night = at.now
    deal = find_deal(at.guest.night, night.number)
    return night_page(
        "sheet/paper.html",
        status,
        now=night,
        sheet=sheet,
        longest=LONGEST_LINE,
        version=deal.version if deal else 0,
        request_id=form.form_id,
        legends=_legends(night, at.names),
        pasted=form.pasted.data or "",
    )


def _legends(night: Night, names: Mapping[str, str]) -> list[tuple[tuple[Spelled, ...], list[Phrase]]]:
    """Return the words of a row with their meaning, with the deals to which they apply in a mixed party."""
    found: dict[tuple[Spelled, ...], list[Phrase]] = {}
    numbers = party_of(night, night.number) if night.game.party_deals > 1 else range(night.number, night.number + 1)
    for number in numbers:
        try:
            seating = seat_deal(night, night.number)._replace(number=number)
        except Refused:
            return []
        words = describe_words(night.game.ask(night.rules_at(number), seating, None), names)
        heading = night.heading_at(number)
        found.setdefault(words, []).extend([heading] if heading else [])
    return [*found.items(), (tuple(describe_row(names)), [say("In any row")])]


@pages.get("/blank")
def blank() -> Response:
    """Show the empty sheet with the carried totals."""
    at = at_night()
    night = at.now
    rules = night.rules_at(night.number)
    column = night.game.sheet_column(rules)
    party = last_party(at.guest.night, night)
    stake = stake_of(at.row)
    return night_page(
        "sheet/blank.html",
        now=night,
        preset=rules,
        deals=[seating for _, seating in deals_to_come(night, DEALS)],
        stake=stake,
        apart=stake is not None and column == "sheet" and night.game.written_alone,
        carried={} if party and party.over else current_totals(at.players, party, column),
        tariff=night.game.book.tariff(rules),
        code=draw_code(link(at, "writer" if at.guest.may_write else "onlooker")),
    )
