"""The sheet of a night as a table for other programs (CSV)."""

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from io import StringIO
from itertools import chain

from scorekeeper.language import Speech
from scorekeeper.night.match import Party
from scorekeeper.night.night import Night
from scorekeeper.nightfile.document import Slot
from scorekeeper.phrase import Name, Value, say
from scorekeeper.telling.night import steps

# The beginnings of a formula in a cell. Spreadsheets of countries with decimal commas split at semicolons, and some
# accept full-width signs.
_FORMULA = re.compile("(?:^|(?<=[;\t\r\n]))(?=[-=+@－＝＋＠\t\r\n])")


def night_csv(night: Night, slots: Iterable[Slot], parties: Iterable[Party], speech: Speech) -> Iterator[str]:
    """Yield the lines of a night for a spreadsheet, one for each deal, in a game of parties also with their totals."""
    players = [Name(player) for player in night.players]
    balances = (say("balance {player}", player=player) for player in players)
    heading: list[Value] = [say("deal"), say("dealer"), *players, *balances, say("steps"), say("reason")]
    if night.in_parties:
        sheets = (say("sheet {player}", player=player) for player in players)
        heading += [say("party"), *sheets, *(say("party {player}", player=player) for player in players)]
    return table_csv(heading, _rows(night, slots, parties, speech), speech)


def table_csv(heading: Iterable[Value], rows: Iterable[Iterable[object]], speech: Speech) -> Iterator[str]:
    """Yield rows for a spreadsheet as lines below their headings; numbers are numbers, and no text is a formula."""
    for row in chain([_say_all(speech, *heading)], rows):
        line = StringIO()
        csv.writer(line, lineterminator="\n").writerow(map(_cell, row))
        yield line.getvalue()


def _rows(
    night: Night, slots: Iterable[Slot], parties: Iterable[Party], speech: Speech
) -> Iterator[tuple[object, ...]]:
    """Yield the cells of each deal; in a party also its number, the deal's sheet and the totals of the party so far."""
    players = night.players
    balance = Counter[str]()
    totals = Counter[str]()
    party_of = {number: party for party in parties for number in party.numbers}
    for slot in slots:
        number, dealer, _ = slot.seating
        sheet = slot.result.sheet
        balance.update(slot.result.payoff)
        points = [slot.result.payoff.get(player, 0) for player in players]
        steps_text = "; ".join(_say_all(speech, *steps(slot)))
        balances = (balance[player] for player in players)
        row: tuple[object, ...] = (number, speech.show(Name(dealer)), *points, *balances, steps_text, slot.act.note)
        if party := party_of.get(number):
            if number == party.numbers.start:
                totals.clear()
            totals.update(sheet)
            written = (sheet.get(player, 0) for player in players)
            row = (*row, party.number, *written, *(totals[player] for player in players))
        yield row


def _say_all(speech: Speech, *values: Value) -> list[str]:
    return [speech.say(value) for value in values]


def _cell(value: object) -> object:
    """Return a cell for a spreadsheet; a text that would be a formula gets an apostrophe."""
    return _FORMULA.sub("'", value) if isinstance(value, str) else value
