"""What the sheet of a night tells every phone of the table alike."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from flask import render_template
from jinja2.utils import LRUCache
from markupsafe import Markup

from scorekeeper.games.game import AnyGame, Brief, Column
from scorekeeper.journal.acts import Answered, Called
from scorekeeper.night.match import Party, begin_parties, parties_of, party_of
from scorekeeper.night.night import Night, seat_deal
from scorekeeper.phrase import Phrase, Refused
from scorekeeper.storage.journal.state import Standing
from scorekeeper.storage.projections.objections import doubted
from scorekeeper.storage.queries.nights import find_deal, stake_of
from scorekeeper.storage.queries.sheets import PAGE, SheetLine, SheetPage, booked_sheets, newest_page, sheet_page
from scorekeeper.web.access.current import AtNight
from scorekeeper.web.core.i18n import refusal, speech
from scorekeeper.web.deal.auditable import find_case
from scorekeeper.web.deal.outcomes import call_of


class SheetRow(NamedTuple):
    """A row of the sheet: `running` balances after the deal, the `points` of the deal, and whether it is `doubted`."""

    line: SheetLine
    running: Mapping[str, int]
    points: Mapping[str, int]
    brief: Brief
    doubted: bool


class SheetBody(NamedTuple):
    """The page of a sheet but for what is for one phone only: its `table` with what stands below.

    `newest` says whether it shows the latest deals, `called` where the next deal is, `coming` what that is in short;
    `problem` says why nobody can sit in it.
    """

    table: Markup
    newest: bool
    called: bool
    coming: Sequence[Phrase | str]
    problem: str


# The tables of a hundred pages. The sheet is the same for every phone of a table that reads it in one language: for the
# second phone after a booking it costs half. The head of the journal names all deals; names and amounts of the players
# stand in the key too; a table holds no token, no form and nothing for one reader.
_CACHE: LRUCache = LRUCache(100)


def sheet_body(at: AtNight, asked: int | None, root: str) -> SheetBody:
    """Return the page of the sheet that begins with deal `asked`, the newest one for None; `root` begins its links."""
    first = first_of(at.row.number, asked, PAGE)
    key = (root, at.row.slug, at.row.head, first, speech().tag, *at.players)
    body: SheetBody | None = _CACHE.get(key)
    if body is None:
        body = _CACHE[key] = make_body(at, first, PAGE)
    return body


def first_of(number: int, asked: int | None, deals: int) -> int:
    """Return the deal with which a page of so many `deals` begins where `number` is the next one."""
    newest = newest_page(number - 1, deals)
    return newest if asked is None else max(1, min(asked, newest))


def make_body(at: AtNight, first: int, deals: int) -> SheetBody:
    """Return what tells the page of so many `deals` that begins with deal `first`."""
    row = at.row
    night = at.now
    newest = newest_page(night.number - 1, deals)
    sheet = sheet_page(row.id, first, deals, night.ends is not None, at.players)
    coming = next_deal(row.id, night)
    values: dict[str, Any] = {
        "now": night,
        "players": at.players,
        "stake": stake_of(row),
        "sheet": sheet,
        "newest": newest,
        "earlier": max(1, first - PAGE),
        "later": first + PAGE,
        "whole": deals != PAGE,
        "missing": (first, min(first + deals, night.number) - 1, night.number - 1) if newest > 1 else None,
        **_show_lines(at, sheet, range(first, first + deals)),
        **coming,
    }
    return SheetBody(
        table=Markup(render_template("sheet/_sheet.html", **values, **_signs(values["rows"]))),
        newest=first == newest,
        called=bool(coming["called"]),
        coming=coming["coming"],
        problem=coming["problem"],
    )


def _signs(rows: Iterable[SheetRow]) -> dict[str, bool]:
    """Return which signs stand on these rows, for the legend."""
    shown = [row for row in rows if not row.line.struck]
    kinds = {row.line.entry.kind for row in shown}
    return {
        "solo": any(row.brief.soloist for row in shown),
        "voided": "voided" in kinds,
        "adjusted": "adjusted" in kinds,
    }


def _show_lines(at: AtNight, sheet: SheetPage, numbers: range) -> dict[str, Any]:
    """The lines of a page of the sheet with what runs through them."""
    night = at.now
    sheets = _party_sheets(at.guest.night, night, numbers)
    column = night.game.shows(night.rules_at(night.number))
    named = bool(night.game.heading) or column == "sheet"
    carried = _carried(night, sheet, column, sheets)
    lines = list(_run(night, sheet.lines, column, carried, sheets))
    parties = {party.last: party for party in parties_of(night, sheets)}
    marked = doubted(at.guest.night, numbers.start, numbers.stop - 1)
    return {
        "doubted": marked,
        "column": column,
        "carried": carried,
        "rows": [_row(night.game, column, line, running, line.act.number in marked) for line, running in lines],
        "named": named,
        "parties": parties,
        "stands": stands_of(at.players, parties.get(night.number - 1), column),
    }


def _row(game: AnyGame, column: Column, line: SheetLine, running: Mapping[str, int], doubted: bool) -> SheetRow:
    answers = line.act.answers if isinstance(line.act, Answered) else {}
    brief = Brief() if line.struck else game.brief(line.seating, answers)
    return SheetRow(line, running, getattr(line.result, column), brief, doubted)


def next_deal(night_id: int, night: Night) -> dict[str, Any]:
    """Who sits in the next deal, or why nobody can, and what is called of it."""
    known = find_deal(night_id, night.number)
    called = known.act if known and isinstance(known.act, Called) else None
    next_seating = None
    problem = ""
    try:
        next_seating = seat_deal(night, night.number)
    except Refused as refused:
        problem = refusal(refused)
    return {
        "next_seating": next_seating,
        "problem": problem,
        "called": called and call_of(night_id, night, called),
        "coming": night.game.brief(next_seating, called.answers if called else {}).words if next_seating else (),
        "auditable": called is not None and find_case(night, night.number, known) is not None,
    }


def last_party(night_id: int, night: Night) -> Party | None:
    """Return the party of the deal that was booked last, None in a game without parties."""
    if not night.in_parties or night.number == 1:
        return None
    return parties_of(night, booked_sheets(night_id, party_of(night, night.number - 1)))[-1]


def stands_of(players: Sequence[Standing], party: Party | None, column: Column) -> dict[str, int]:
    """Return what stands above each column, in a game of parties that of the last one."""
    if party:
        return {player.key: party.standing.totals.get(player.key, 0) for player in players}
    return {player.key: player.score if column == "sheet" else player.balance for player in players}


def _party_sheets(night_id: int, night: Night, numbers: range) -> dict[int, Mapping[str, int]]:
    """The sheets of the parties on the page with these deals, and of the last party; none without one."""
    last = night.number - 1
    if not night.in_parties or not last:
        return {}
    sheets = booked_sheets(night_id, range(party_of(night, numbers.start).start, numbers.stop))
    return sheets if last in sheets else sheets | booked_sheets(night_id, party_of(night, last))


def _carried(night: Night, sheet: SheetPage, column: Column, sheets: Mapping[int, Mapping[str, int]]) -> dict[str, int]:
    """What a page carries forward: all deals before it, in a game of parties only those of the party in progress."""
    if not night.in_parties:
        return dict(sheet.carried_sheet if column == "sheet" else sheet.carried_payoff)
    begun = range(begin_parties(night, sheets).get(sheet.first, sheet.first), sheet.first)
    return {player: sum(sheets[number].get(player, 0) for number in begun) for player in sheet.carried_sheet}


def _run(
    night: Night,
    lines: Sequence[SheetLine],
    column: Column,
    carried: Mapping[str, int],
    sheets: Mapping[int, Mapping[str, int]],
) -> Iterator[tuple[SheetLine, Mapping[str, int]]]:
    """Yield each line with what every player has after it; each party of a game begins anew."""
    running = Counter(carried)
    begins = set(begin_parties(night, sheets).values()) if night.in_parties else set()
    for line in lines:
        if line.act.number in begins:
            running = Counter()
        if not line.struck:
            running.update(getattr(line.result, column))
        yield line, {player: running[player] for player in carried}
