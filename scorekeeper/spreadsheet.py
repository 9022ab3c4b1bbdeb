"""The sheet of a night as a table for other programs (CSV)."""

import csv
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO

from scorekeeper.language import Speech
from scorekeeper.night.document import Document, Slot
from scorekeeper.night.party import Party
from scorekeeper.night.report import parties_in, steps
from scorekeeper.phrase import Phrase, Value, say

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def write_csv(document: Document, speech: Speech) -> str:
    """Return a night for a spreadsheet, one row for each deal; numbers are numbers, and no text is a formula.

    In a game of parties each row also has what its tour wrote and how the party stands after it.
    """
    players, balance, text = document.night.players, Counter[str](), StringIO()
    write = csv.writer(text, lineterminator="\n").writerow
    balances = (say("balance {player}", player=player) for player in players)
    heading = (say("deal"), say("dealer"), *players, *balances, say("steps"), say("reason"), *_party_heading(document))
    write(map(_cell, _said(speech, *heading)))
    parties = {number: party for party in parties_in(document) for number in party.numbers}
    totals: Counter[str] = Counter()
    for slot in document.slots:
        balance.update(slot.result.payoff)
        points = [slot.result.payoff.get(player, 0) for player in players]
        told = "; ".join(_said(speech, *steps(slot)))
        row = (slot.seating.number, slot.seating.dealer, *points, *(balance[player] for player in players), told)
        write(map(_cell, (*row, slot.act.note, *_party_cells(document, slot, parties, totals))))
    return text.getvalue()


def write_table(heading: Sequence[Phrase], rows: Iterable[Sequence[object]], speech: Speech) -> str:
    """Return rows for a spreadsheet under their headings; no text is a formula."""
    text = StringIO()
    write = csv.writer(text, lineterminator="\n").writerow
    write(_said(speech, *heading))
    for row in rows:
        write(map(_cell, row))
    return text.getvalue()


def _party_heading(document: Document) -> Iterator[Value]:
    if document.night.in_parties:
        yield say("party")
        yield from (say("sheet {player}", player=player) for player in document.night.players)
        yield from (say("party {player}", player=player) for player in document.night.players)


def _party_cells(document: Document, slot: Slot, parties: Mapping[int, Party], totals: Counter[str]) -> Iterator[int]:
    """Yield the number of the party, what the deal wrote, and the `totals` of the party, which go on by it."""
    number, players = slot.seating.number, document.night.players
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
    """Keep a spreadsheet from running what somebody typed: a text that begins like a formula gets an apostrophe."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
