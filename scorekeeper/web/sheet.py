"""The sheet of a night, and the night as a file."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from flask import Blueprint, request
from werkzeug.wrappers import Response

from scorekeeper.games.game import Column
from scorekeeper.night.file import write_night
from scorekeeper.night.night import Night, seat_deal
from scorekeeper.night.party import parties_of
from scorekeeper.night.replay import party_of
from scorekeeper.night.source import write_toml
from scorekeeper.phrase import Refused
from scorekeeper.storage.objections import doubted
from scorekeeper.storage.reading import (
    PAGE,
    SheetLine,
    SheetPage,
    booked_sheets,
    document,
    find_deal,
    newest_page,
    night_now,
    sheet_page,
    stake_of,
)
from scorekeeper.web.drafts import call_of
from scorekeeper.web.offer import offer_undo
from scorekeeper.web.page import night_at, page, refusal, speech
from scorekeeper.web.recorder import find_case

pages = Blueprint("sheet", __name__)

_TYPES = {"toml": "application/toml", "json": "application/json"}

# Sizes of the balances on a phone, in pixels, and the class of the sheet that has them; the last sets letters closer.
_SIZES = ((21.25, ""), (17, "fit-1"), (13.6, "fit-2"), (11.9, "fit-3"), (9.5, "fit-4"))
_ROOM = 342  # pixels for all columns of a phone 390 wide
_WHOLE = 500  # deals on a sheet to print; of a longer night it carries the earlier ones forward
_CROWD = 5  # players with room for names in full


@pages.get("/n/<slug>")
def show(slug: str) -> Response:
    """Show a page of the sheet, the newest unless another is asked for."""
    return _show(slug, PAGE, request.args.get("from", type=int))


@pages.get("/n/<slug>/whole")
def whole(slug: str) -> Response:
    """Show the whole sheet, to print."""
    return _show(slug, _WHOLE)


def _show(slug: str, deals: int, asked: int | None = None) -> Response:
    guest, row, players = night_at(slug)
    night = night_now(row.id)
    newest = newest_page(night.number - 1, deals)
    first = newest if asked is None else max(1, min(asked, newest))
    problem = ""
    try:
        next_seating = seat_deal(night, night.number)
    except Refused as refused:
        next_seating, problem = None, refusal(refused)
    known = find_deal(row.id, night.number)
    called = known if known and known.entry.kind == "called" else None
    sheet = sheet_page(row.id, first, deals)
    sheets = _party_sheets(row.id, night, range(first, first + deals))
    column = night.game.shows(night.rules_at(night.number))
    carried = _carried(night, sheet, column, sheets)
    lines = list(_run(night, sheet.lines, column, carried))
    stake = stake_of(row)
    shown = [*carried.values(), *(points for _, running in lines for points in running.values())]
    shown += [points for player in players for points in (player.score, player.balance)]
    worths = [speech().worth(player.balance, stake) for player in players] if stake else []
    return page(
        "sheet.html",
        night=row,
        guest=guest,
        players=players,
        now=night,
        stake=stake,
        sheet=sheet,
        column=column,
        carried=carried,
        lines=lines,
        fit=fit(len(players), shown, worths),
        parties={party.last: party for party in parties_of(night, sheets)},
        doubted=doubted(row.id, first, first + deals - 1),
        newest=newest,
        page_size=PAGE,
        whole=deals != PAGE,
        next_seating=next_seating,
        problem=problem,
        called=call_of(night, called) if called else None,
        auditable=called is not None and find_case(night, night.number, called) is not None,
        undo=offer_undo(guest, row),
    )


def _party_sheets(night_id: int, night: Night, numbers: range) -> dict[int, Mapping[str, int]]:
    """The sheets of the parties on the page with these deals, and of the last party; none without one."""
    last = night.number - 1
    if night.game.tally is None or not last:
        return {}
    sheets = booked_sheets(night_id, range(party_of(night, numbers.start).start, numbers.stop))
    return sheets if last in sheets else sheets | booked_sheets(night_id, party_of(night, last))


def _carried(night: Night, sheet: SheetPage, column: Column, sheets: Mapping[int, Mapping[str, int]]) -> dict[str, int]:
    """What a page carries forward: all deals before it, in a game of parties only those of the party in progress."""
    if night.game.tally is None:
        return dict(sheet.carried_sheet if column == "sheet" else sheet.carried_payoff)
    begun = range(party_of(night, sheet.first).start, sheet.first)
    return {player: sum(sheets[number].get(player, 0) for number in begun) for player in sheet.carried_sheet}


def _run(
    night: Night, lines: Sequence[SheetLine], column: Column, carried: Mapping[str, int]
) -> Iterator[tuple[SheetLine, Mapping[str, int]]]:
    """Yield each line with what every player has after it; each party of a game begins anew."""
    running = Counter(carried)
    for line in lines:
        if night.game.tally and line.seating.number == party_of(night, line.seating.number).start:
            running = Counter()
        if not line.struck:
            running.update(getattr(line.result, column))
        yield line, {player: running[player] for player in carried}


def fit(players: int, shown: Sequence[int], worths: Sequence[str]) -> str:
    """Return the classes of a sheet that let every number and amount stand whole in its column on a phone."""
    crowded = players > _CROWD
    room = _ROOM / players - (4.5 if crowded else 9)
    digits = max(len(str(abs(points))) for points in shown)
    wide = 0.84 + 0.7 * digits + 0.38 * ((digits - 1) // 3)  # in em: sign, digits, what stands between thousands
    size = next((name for size, name in _SIZES if wide * size <= room), "scrolls")
    bare = max(map(len, worths), default=0) * 7.3 > room + (0 if crowded else 8)
    classes = ["crowded" if crowded else "", size, "bare" if bare else ""]
    return " ".join(filter(None, classes))


@pages.get("/n/<slug>/night.<any(toml, json):form>")
def download(slug: str, form: str) -> Response:
    """Return the night as a file."""
    _, row, _ = night_at(slug)
    data = write_night(document(row))
    text = write_toml(data) if form == "toml" else json.dumps(data, ensure_ascii=False, indent=1)
    answer = Response(text, mimetype=_TYPES[form])
    answer.headers["Content-Disposition"] = f'attachment; filename="{row.slug}.{form}"'
    return answer
