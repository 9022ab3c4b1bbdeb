"""The board: the night on a television or laptop, with the contents for onlookers."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint
from werkzeug.wrappers import Response

from scorekeeper.games.game import SheetSummary
from scorekeeper.games.score import Line
from scorekeeper.journal.acts import Answered, Voided
from scorekeeper.night.night import Night
from scorekeeper.night.result_json import result_now
from scorekeeper.phrase import Name, Phrase, Value, say
from scorekeeper.storage.queries.nights import find_deal, stake_of
from scorekeeper.storage.queries.sheets import current_totals, last_party, load_traces, sheets_before
from scorekeeper.telling.night import step
from scorekeeper.web.access.current import NIGHT, at_night, night_page
from scorekeeper.web.access.views import draw_code, link
from scorekeeper.web.core.plot import FRAME, PLAIN_FRAME, draw, heights
from scorekeeper.web.sheet.view_model import next_deal

pages = Blueprint("board", __name__, url_prefix=NIGHT)

DEALS = 48  # in the plot
_REASONS = 4  # lines of the last deal
_SHOWN = 3  # deals in words
_ENDS = 10  # of a called deal, that have room beside it

BookedDeal = tuple[int, tuple[Value, ...], Mapping[str, int], list[Phrase]]
"""A booked deal: its number, its words in brief, its points on the sheet, and their reasons."""


@pages.get("/board")
def show() -> Response:
    """Show the board."""
    at = at_night()
    night = at.now
    night_id = at.guest.night
    column = night.game.sheet_column(night.rules_at(night.number))
    party = last_party(night_id, night)
    traces = load_traces(night_id, night.number - 1, "payoff" if night.in_parties else column, DEALS)
    coming = next_deal(night_id, night)
    called = coming["called"]
    outcomes = coming["outcomes"] if len(coming["outcomes"]) <= _ENDS else ()
    last = night.number - 1
    totals = current_totals(at.players, party, column)
    best = (min if night.fewest_lead else max)(totals.values())
    sides: dict[object, list[str]] = {}  # the players of the called deal by their possible payoffs
    if called and not any(end.roles for end in outcomes):  # with roles the partner is a secret
        for player in called.seating.playing:
            paid = tuple((end.points[player], end.paid[player]) for end in outcomes)
            sides.setdefault(paid, []).append(player)
    return night_page(
        "sheet/board.html",
        now=night,
        preset=night.rules_at(night.number),
        column=column,
        stake=stake_of(at.row),
        totals=totals,
        leaders=[player for player, total in totals.items() if total == best] if any(totals.values()) else [],
        party=party,
        seating=called.seating if called else coming["next_seating"],
        called=called,
        call=coming["call"],
        outcomes=outcomes,
        remarks=coming["remarks"],
        sides=sorted(sides.values(), key=len),
        booked=[_booked(night_id, night, number) for number in range(last, max(0, last - _SHOWN), -1)],
        curves=draw(traces, at.names),
        heights=heights(traces),
        frame=FRAME,
        view_box=PLAIN_FRAME,
        code=draw_code(link(at, "onlooker")),
    )


def _booked(night_id: int, night: Night, number: int) -> BookedDeal:
    deal = find_deal(night_id, number)
    if deal is None or not deal.entry.result:
        return number, (), {}, []
    result: Any = result_now(night, deal.entry, sheets_before(night_id, night, deal.number))
    lines: tuple[Line, ...] = result.score.told
    column = night.game.sheet_column(night.rules_at(deal.number))
    act = deal.act
    brief = SheetSummary()
    if isinstance(act, Answered):
        brief = night.game.sheet_summary(night.rules_at(act.number), act.seating, act.answers)
    words = (Name(brief.soloist), *brief.words) if brief.soloist else brief.words
    if isinstance(act, Voided):
        words = (say("doesn’t count"),)
    return number, words, getattr(result, column), [step(line) for line in lines[:_REASONS]]
