"""The sheet of a night as pages read it: its lines, what is carried forward, how points ran."""

import json
from array import array
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import NamedTuple

from scorekeeper.games.game import Column, Seating
from scorekeeper.games.score import Score
from scorekeeper.journal.act_json import slot_act_of
from scorekeeper.journal.acts import Called, Corrected, SlotAct, Undone
from scorekeeper.journal.hash_chain import Entry
from scorekeeper.night.match import begin_parties
from scorekeeper.night.night import Night, Result
from scorekeeper.night.record import adds_cards
from scorekeeper.night.undo import SLOT_KINDS, standing_acts, taken_back
from scorekeeper.storage.engine.sql import fetch
from scorekeeper.storage.journal.entries import left_of
from scorekeeper.storage.journal.state import Standing, load_results, standings

PAGE = 16  # deals on one page of the sheet, as a paper sheet carries forward
_NO_LINES = (Called.kind, Undone.kind)
_ACTS = f"""SELECT seq, kind, facts, result, hash FROM entry
    WHERE night_id = ? AND number BETWEEN ? AND ? AND kind IN ({", ".join("?" * len(SLOT_KINDS))}) ORDER BY seq"""  # noqa: S608 - only places for values


class SheetLine(NamedTuple):
    """One line of the sheet: an act that filled a slot and its points; `struck` where a later one took its place.

    What was taken back at once was a slip, and has no line. Of the entry only what a line tells is there: neither its
    note, nor who sent it when, nor the reasons of its points.
    """

    entry: Entry
    act: SlotAct
    result: Result
    struck: bool

    @property
    def seating(self) -> Seating:
        """Who sat."""
        return self.act.seating


class SheetPage(NamedTuple):
    """One page of the sheet: the lines of deals `first` on, and the sums of all deals before it, by player."""

    first: int
    carried_sheet: Mapping[str, int]
    carried_payoff: Mapping[str, int]
    lines: Sequence[SheetLine]


class Trace(NamedTuple):
    """A balance after each deal of `numbers`, 0 first; `highest` and `lowest` with the deal that brought them."""

    player: str
    numbers: range
    balances: Sequence[int]
    highest: tuple[int, int]
    lowest: tuple[int, int]


def newest_page(booked: int, deals: int = PAGE) -> int:
    """Return the first deal of the page of so many `deals` that ends with the last of so many booked ones."""
    return max(1, booked - deals + 1)


def page_with(number: int, booked: int) -> int:
    """Return the first deal of the page that shows deal `number`, as one pages back from the newest."""
    newest = newest_page(booked)
    return newest if number >= newest else max(1, newest - -(-(newest - number) // PAGE) * PAGE)


def sheet_page(
    night_id: int, first: int, deals: int = PAGE, moved: bool = False, stand: Sequence[Standing] | None = None
) -> SheetPage:
    """Return the page of the sheet that begins with deal `first` and has so many `deals`.

    `moved` where a corrected deal may change what a later one wrote; `stand` are the players, where they are known.

    At either end of a night it costs the same however long that is: what is carried forward are the deals before the
    page, or the balances, which stand ready, less those from it on, whichever are fewer.
    """
    carried = _carried(night_id, first, stand or standings(night_id))
    lines = _lines(night_id, first, first + deals - 1)
    return SheetPage(
        first,
        {player: score for player, (score, _) in carried.items()},
        {player: balance for player, (_, balance) in carried.items()},
        _stand(night_id, lines) if moved else lines,
    )


def _carried(night_id: int, first: int, stand: Sequence[Standing]) -> dict[str, tuple[int, int]]:
    """Return what every player wrote and was paid in all deals before `first`, with how they `stand` after the last."""
    ((last,),) = fetch("SELECT MAX(number) FROM posting WHERE night_id = ?", night_id)
    if first - 1 < (last or 0) - first:
        before = _sums(night_id, "<", first)
        return {player.key: before.get(player.key, (0, 0)) for player in stand}
    later = _sums(night_id, ">=", first)
    return {
        player.key: (player.score - sheet, player.balance - payoff)
        for player in stand
        for sheet, payoff in [later.get(player.key, (0, 0))]
    }


def _sums(night_id: int, sign: str, number: int) -> dict[str, tuple[int, int]]:
    sql = f"""SELECT key, SUM(sheet), SUM(payoff) FROM posting JOIN player ON player.id = posting.player_id
        WHERE posting.night_id = ? AND number {sign} ? GROUP BY key"""  # noqa: S608 - our own signs
    return {key: (int(sheet or 0), int(payoff)) for key, sheet, payoff in fetch(sql, night_id, number)}


def _lines(night_id: int, first: int, last: int) -> list[SheetLine]:
    read = [_read_line(*row) for row in fetch(_ACTS, night_id, first, last, *SLOT_KINDS)]
    acts = [line.entry for line in read]
    slips = taken_back(acts)
    stands = {entry.seq for entry in standing_acts(acts).values()}
    filled = [line for line in read if line.entry.kind not in _NO_LINES and line.entry.seq not in slips]
    ordered = sorted(filled, key=lambda line: (line.act.number, line.entry.seq))
    lines = [line if line.entry.seq in stands else line._replace(struck=True) for line in ordered]
    # An act whose place was taken only to record the cards is left out: nothing was changed.
    kept = [line for line, after in pairwise(lines) if not (line.struck and _adds_only_cards(line, after))]
    return [*kept, *lines[-1:]]


@lru_cache(maxsize=1_000)  # of three kilobytes each: by all that was read it is the same for ever
def _read_line(seq: int, kind: str, facts: str, result: str, digest: str) -> SheetLine:
    """Return the line of an act that stands; a text that may be forgotten is none of it."""
    entry = Entry(seq, kind, json.loads(facts), "", "", "", "", json.loads(result), hash=digest)
    sheet, payoff = (entry.result.get(column, {}) for column in ("sheet", "payoff"))
    return SheetLine(left_of(entry), slot_act_of(entry), Result(Score(), sheet, payoff), struck=False)


def _stand(night_id: int, lines: Sequence[SheetLine]) -> list[SheetLine]:
    """Return these lines with what their deals write and pay by now."""
    numbers = [line.seating.number for line in lines]
    results = load_results(night_id, standings(night_id), range(min(numbers), max(numbers) + 1)) if lines else {}
    return [
        line if line.struck else line._replace(result=results.get(line.seating.number, line.result)) for line in lines
    ]


def _adds_only_cards(line: SheetLine, after: SheetLine) -> bool:
    corrects = after.entry.kind == Corrected.kind and line.act.number == after.act.number
    return corrects and adds_cards(line.act, after.act)


def booked_sheets(night_id: int, numbers: range) -> dict[int, Mapping[str, int]]:
    """Return the sheets of those of the deals `numbers` that are booked, as they stand."""
    results = load_results(night_id, standings(night_id), numbers)
    sql = "SELECT number FROM deal WHERE night_id = ? AND number BETWEEN ? AND ? AND NOT open ORDER BY number"
    booked = fetch(sql, night_id, numbers.start, numbers.stop - 1)
    return {number: results[number].sheet if number in results else {} for (number,) in booked}


def sheets_before(night_id: int, night: Night, number: int) -> list[Mapping[str, int]]:
    """Return the sheets of the party of deal `number` before it, none where a deal's lines do not rest on them."""
    if not night.ends:
        return []
    sheets = booked_sheets(night_id, range(1, number))
    return [sheets[before] for before in range(begin_parties(night, sheets)[number], number)]


def courses(night_id: int, booked: int, column: Column, deals: int = 0) -> list[Trace]:
    """Return how everybody's points ran through so many booked deals, or only the last `deals`, in seat order."""
    first = newest_page(booked, deals or booked)
    stand = standings(night_id)
    won = {player.key: array("q", bytes(8 * (booked - first + 2))) for player in stand}
    for player in stand:
        won[player.key][0] = player.score if column == "sheet" else player.balance
    sql = """SELECT number, key, sheet, payoff FROM posting JOIN player ON player.id = player_id
        WHERE posting.night_id = ? AND number >= ?"""
    for number, key, sheet, payoff in fetch(sql, night_id, first):
        points = (sheet or 0) if column == "sheet" else payoff
        won[key][number - first + 1] = points
        won[key][0] -= points
    traces = []
    for key, points in won.items():
        balances = array("q", accumulate(points))
        highest, lowest = ((most, balances.index(most)) for most in (max(balances), min(balances)))
        traces.append(Trace(key, range(first - 1, booked + 1), balances, highest, lowest))
    return traces
