"""The sheet of a night as a table for other programs (CSV)."""

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO
from itertools import chain

from scorekeeper.language import Speech
from scorekeeper.night.match import Party
from scorekeeper.night.night import Night
from scorekeeper.nightfile.document import Slot
from scorekeeper.phrase import Name, Value, say
from scorekeeper.telling.night import steps

# Where a cell may begin like one. A spreadsheet of a country that writes decimals with commas parts at semicolons, and
# some take signs of full width for the plain ones.
_FORMULA = re.compile("(?:^|(?<=[;\t\r\n]))(?=[-=+@－＝＋＠\t\r\n])")


def night_csv(night: Night, slots: Iterable[Slot], parties: Iterable[Party], speech: Speech) -> Iterator[str]:
    """Give the lines of a night for a spreadsheet, one for each deal, in a game of parties also how it stands."""
    players = [Name(player) for player in night.players]
    balances = (say("balance {player}", player=player) for player in players)
    heading: list[Value] = [say("deal"), say("dealer"), *players, *balances, say("steps"), say("reason")]
    if night.in_parties:
        sheets = (say("sheet {player}", player=player) for player in players)
        heading += [say("party"), *sheets, *(say("party {player}", player=player) for player in players)]
    return table_csv(heading, _rows(night, slots, parties, speech), speech)


def table_csv(heading: Iterable[Value], rows: Iterable[Iterable[object]], speech: Speech) -> Iterator[str]:
    """Give rows for a spreadsheet as lines under their headings; numbers are numbers, and no text is a formula."""
    for row in chain([_said(speech, *heading)], rows):
        line = StringIO()
        csv.writer(line, lineterminator="\n").writerow(map(_cell, row))
        yield line.getvalue()


def _rows(
    night: Night, slots: Iterable[Slot], parties: Iterable[Party], speech: Speech
) -> Iterator[tuple[object, ...]]:
    players = night.players
    balance = Counter[str]()
    totals = Counter[str]()
    party_of = {number: party for party in parties for number in party.numbers}
    for slot in slots:
        balance.update(slot.result.payoff)
        points = [slot.result.payoff.get(player, 0) for player in players]
        told = "; ".join(_said(speech, *steps(slot)))
        dealer = speech.show(Name(slot.seating.dealer))
        row = (slot.seating.number, dealer, *points, *(balance[player] for player in players), told, slot.act.note)
        yield (*row, *_party_cells(players, slot, party_of, totals))


def _party_cells(
    players: Sequence[str], slot: Slot, parties: Mapping[int, Party], totals: Counter[str]
) -> Iterator[int]:
    """Yield the number of the party, what the deal wrote, and the `totals` of the party, which go on by it."""
    number = slot.seating.number
    if number not in parties:
        return
    if number == parties[number].numbers.start:
        totals.clear()
    totals.update(slot.result.sheet)
    yield parties[number].number
    yield from (slot.result.sheet.get(player, 0) for player in players)
    yield from (totals[player] for player in players)


def _said(speech: Speech, *values: Value) -> list[str]:
    return [speech.say(value) for value in values]


def _cell(value: object) -> object:
    """Keep a spreadsheet from running what somebody typed: where it would be a formula it gets an apostrophe."""
    return _FORMULA.sub("'", value) if isinstance(value, str) else value
