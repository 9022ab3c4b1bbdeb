"""The sheet of a night for the pages: its lines, the sums carried forward, the course of the points."""

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
from scorekeeper.night.night import Night, Result
from scorekeeper.night.parties import Party, begin_parties, parties_of, party_of
from scorekeeper.night.record import adds_cards
from scorekeeper.night.undo import SLOT_KINDS, standing_acts, taken_back
from scorekeeper.storage.engine.sql import fetch
from scorekeeper.storage.journal.state import Standing, load_results, standings
from scorekeeper.storage.projections.deals import begin_of_party

PAGE = 16  # deals on one page of the sheet, as a paper sheet carries forward
_NO_LINES = (Called.kind, Undone.kind)
_ACTS = f"""SELECT seq, kind, facts, result, hash FROM entry
    WHERE night_id = ? AND number BETWEEN ? AND ? AND kind IN ({", ".join("?" * len(SLOT_KINDS))}) ORDER BY seq"""  # noqa: S608 - only places for values


class SheetLine(NamedTuple):
    """One line of the sheet: an act that filled a slot and its points; `struck` where a later one replaced it.

    An act that was undone at once has no line. The entry has only its place, kind, number and hash.
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
    """One page of the sheet: the lines from deal `first` on, and the sums of all earlier ones by column and player."""

    first: int
    carried: Mapping[Column, Mapping[str, int]]
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
    night_id: int, first: int, deals: int = PAGE, moved: bool = False, players: Sequence[Standing] | None = None
) -> SheetPage:
    """Return the page of the sheet that begins with deal `first` and has so many `deals`.

    `moved` where a corrected deal may change the result of a later one; `players` are its players if they are known.

    At either end of a night the costs do not depend on its length: the sums carried forward are those of the deals
    before the page, or the balances less the other deals, whichever are fewer.
    """
    players = players or standings(night_id)
    ((last,),) = fetch("SELECT MAX(number) FROM posting WHERE night_id = ?", night_id)
    from_start = first - 1 < (last or 0) - first
    sql = f"""SELECT key, SUM(sheet), SUM(payoff) FROM posting JOIN player ON player.id = posting.player_id
        WHERE posting.night_id = ? AND number {"<" if from_start else ">="} ? GROUP BY key"""  # noqa: S608 - our signs
    sums = {key: (int(sheet or 0), int(payoff)) for key, sheet, payoff in fetch(sql, night_id, first)}
    carried: dict[Column, dict[str, int]] = {"sheet": {}, "payoff": {}}
    for player in players:
        sheet, payoff = sums.get(player.key, (0, 0))
        carried["sheet"][player.key] = sheet if from_start else player.score - sheet
        carried["payoff"][player.key] = payoff if from_start else player.balance - payoff
    lines = _lines(night_id, first, first + deals - 1)
    if moved and lines:
        numbers = [line.seating.number for line in lines]
        results = load_results(night_id, players, range(min(numbers), max(numbers) + 1))
        lines = [
            line if line.struck else line._replace(result=results.get(line.seating.number, line.result))
            for line in lines
        ]
    return SheetPage(first, carried, lines)


def _lines(night_id: int, first: int, last: int) -> list[SheetLine]:
    read = [_read_line(*row) for row in fetch(_ACTS, night_id, first, last, *SLOT_KINDS)]
    acts = [line.entry for line in read]
    undone = taken_back(acts)
    valid = {entry.seq for entry in standing_acts(acts).values()}
    filled = [line for line in read if line.entry.kind not in _NO_LINES and line.entry.seq not in undone]
    ordered = sorted(filled, key=lambda line: (line.act.number, line.entry.seq))
    lines = [line if line.entry.seq in valid else line._replace(struck=True) for line in ordered]
    shown = []
    for line, after in pairwise(lines):
        corrected = line.struck and after.entry.kind == Corrected.kind and line.act.number == after.act.number
        if not corrected or not adds_cards(line.act, after.act):  # recording the cards is no change
            shown.append(line)
    return [*shown, *lines[-1:]]


@lru_cache(maxsize=1_000)  # of three kilobytes each; the same row always gives the same line
def _read_line(seq: int, kind: str, facts: str, result: str, digest: str) -> SheetLine:
    """Return the line of an act that is not struck, without its text, which may be forgotten."""
    entry = Entry(seq, kind, json.loads(facts), "", "", "", "", hash=digest)
    points = json.loads(result)
    scored = Result(Score(), points.get("sheet", {}), points.get("payoff", {}))
    return SheetLine(entry._replace(facts={"number": entry.number}), slot_act_of(entry), scored, struck=False)


def booked_sheets(night_id: int, numbers: range) -> dict[int, Mapping[str, int]]:
    """Return the current sheets of those of the deals `numbers` that are booked."""
    results = load_results(night_id, standings(night_id), numbers)
    sql = "SELECT number FROM deal WHERE night_id = ? AND number BETWEEN ? AND ? AND NOT open ORDER BY number"
    booked = fetch(sql, night_id, numbers.start, numbers.stop - 1)
    return {number: results[number].sheet if number in results else {} for (number,) in booked}


def sheets_before(night_id: int, night: Night, number: int) -> list[Mapping[str, int]]:
    """Return the sheets of the party of deal `number` before it, none where a deal's lines do not depend on them."""
    if not night.ends:
        return []
    sheets = booked_sheets(night_id, range(begin_of_party(night_id, number - 1) or 1, number))
    begun = begin_parties(night, sheets)[number]
    return [sheet for before, sheet in sheets.items() if before >= begun]


def load_traces(night_id: int, booked: int, column: Column, deals: int = 0) -> list[Trace]:
    """Return the course of everybody's points over the booked deals, or only the last `deals`, in seat order."""
    first = newest_page(booked, deals or booked)
    players = standings(night_id)
    won = {player.key: array("q", bytes(8 * (booked - first + 2))) for player in players}
    for player in players:
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


def last_party(night_id: int, night: Night) -> Party | None:
    """Return the party of the last booked deal, None in a game without parties."""
    if not night.in_parties or night.number == 1:
        return None
    return parties_of(night, booked_sheets(night_id, party_of(night, night.number - 1)))[-1]


def current_totals(players: Sequence[Standing], party: Party | None, column: Column) -> dict[str, int]:
    """Return the totals above the columns, in a game of parties those of the last one."""
    if party:
        return {player.key: party.standing.totals.get(player.key, 0) for player in players}
    return {player.key: player.score if column == "sheet" else player.balance for player in players}
