"""What the command line prints, and in which language: a night in words, its sheet as CSV, a mistake in one line."""

import csv
import os
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from io import StringIO, TextIOWrapper
from itertools import pairwise

from scorekeeper.language import Speech, find_locale
from scorekeeper.ledger.settlement import Plan
from scorekeeper.night.file import Document, Slot
from scorekeeper.night.objections import WAYS, Doubt, doubts_in
from scorekeeper.night.party import Party
from scorekeeper.night.report import parties_in, settle_night, steps, sum_slots
from scorekeeper.night.stake import Stake
from scorekeeper.phrase import Phrase, Refused, Value, say

Row = Sequence[str]
Table = Sequence[Row]
"""Rows of cells, as many in each: words in the first column, numbers in the others."""

_UNFIT = re.compile("[\0-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
_SAT_OUT = "–"
_MANY = 200  # deals; fewer are judged before anybody wonders
_EMPTY_LINE = "\r\x1b[K"  # back to the beginning of the terminal's line, and nothing on it


class Failure(Exception):  # noqa: N818 - the user's mistake, as Refused is
    """A mistake with the place where it was made, such as a file: told from the outside in, in one line."""

    def __init__(self, where: Value, refused: Refused) -> None:
        super().__init__(where, refused)
        self.where = where
        self.refused = refused


@contextmanager
def blaming(where: Value) -> Iterator[None]:
    """Let whatever is refused inside be told as a mistake made in `where`."""
    try:
        yield
    except Refused as refused:
        raise Failure(where, refused) from None


def explain(failure: Failure, speech: Speech) -> str:
    """Return a failure as FORMATS has it: file, deal, key, reason."""
    refused = failure.refused
    deal = speech.say(say("deal {number}", number=str(refused.deal))) if refused.deal else ""
    parts = (speech.say(failure.where), deal, refused.key, speech.say(refused.phrase))
    return clean(": ".join(part for part in parts if part))


def choose_speech(words: Sequence[str], environ: Mapping[str, str]) -> Speech:
    """Return the language of the command line `words`: what `--lang` says, else the environment's.

    It is found before the words are parsed, because the parser itself has to speak it.
    """
    home = next((environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "")
    home = home.partition("@")[0]
    wished = _wished_language(words)
    # Where both are of one language the environment's country stays, so that money looks as it does at home.
    return Speech(find_locale((home, wished) if home.startswith(wished) else (wished,)))


def _wished_language(words: Sequence[str]) -> str:
    for word, following in pairwise((*words, "")):
        if word == "--":
            break
        if word == "--lang":
            return following
        if word.startswith("--lang="):
            return word.removeprefix("--lang=")
    return ""


def write_utf8() -> None:
    """Write UTF-8 whatever the terminal's locale says: names and signs are part of the output."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def clean(text: str) -> str:
    """Return `text` as one line that cannot steer a terminal: control characters become blanks."""
    return _UNFIT.sub(" ", text)


def put(lines: Iterable[str]) -> None:
    """Print lines for people at once; raises as `write_out` does."""
    write_out("".join(f"{clean(line)}\n" for line in lines))


def write_out(text: str) -> None:
    """Print `text` as it is. Raises Refused where standard output takes no more, BrokenPipeError where it has ended."""
    if sys.stdout is None:  # closed by who started the program
        return
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        _let_go_of_output()
        if isinstance(error, BrokenPipeError):
            raise
        raise Refused("", say("the output cannot be written: {error}", error=error.strerror or str(error))) from error


def _let_go_of_output() -> None:
    """Send what is still buffered nowhere, else Python complains about it when it ends."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def watch(slots: Sequence[Slot], speech: Speech) -> Iterator[Iterable[Slot]]:
    """Give the deals of a night; many of them are counted on a line of the terminal, which is empty again at the end.

    Nothing is written where standard error is not a terminal.
    """
    if len(slots) < _MANY or sys.stderr is None or not sys.stderr.isatty():
        yield slots
        return
    try:
        yield _counting(slots, speech)
    finally:
        print(end=_EMPTY_LINE, file=sys.stderr, flush=True)


def _counting(slots: Sequence[Slot], speech: Speech) -> Iterator[Slot]:
    for done, slot in enumerate(slots):
        if done % (len(slots) // 100) == 0:
            text = speech.say(say("{done} of {all} deals judged", done=done, all=len(slots)))
            print(_EMPTY_LINE, text, sep="", end="", file=sys.stderr, flush=True)
        yield slot


def measure(text: str) -> int:
    """Return how many columns of a terminal `text` takes."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )


def measure_columns(rows: Iterable[Row]) -> list[int]:
    """Return the width of each column."""
    return [max(map(measure, column)) for column in zip(*rows, strict=True)]


def lay_out(rows: Iterable[Row], widths: Sequence[int]) -> Iterator[str]:
    """Yield rows as lines, the first column aligned left and the others right."""
    for first, *others in rows:
        cells = [first + " " * (widths[0] - measure(first))]
        cells += [" " * (width - measure(cell)) + cell for cell, width in zip(others, widths[1:], strict=True)]
        yield "  " + "  ".join(cells).rstrip()


def list_rows(rows: Table) -> Iterator[str]:
    """Yield rows of words as lines with straight columns; a column without any word is left out."""
    widths = measure_columns(rows)
    for row in rows:
        cells = [cell + " " * (width - measure(cell)) for cell, width in zip(row, widths, strict=True) if width]
        yield "  ".join(cells).rstrip()


def tell_night(document: Document, speech: Speech) -> Iterator[str]:
    """Yield a scored night as lines: every deal with its steps and the running balance, money, payments."""
    yield from _tell_heading(document, speech)
    yield from _tell_deals(document, speech)
    yield ""
    yield speech.say(say("At the end"))
    yield from _tell_end(document, speech)
    yield ""
    yield speech.say(say("Payments"))
    yield from tell_payments(settle_night(document), document.stake, speech)


def tell_payments(plan: Plan, stake: Stake | None, speech: Speech) -> Iterator[str]:
    """Yield who pays whom how much, one payment a line; a plan that is only the best known says so."""
    if not plan.payments:
        yield "  " + speech.say(say("Nobody owes anybody anything."))
        return
    rows = [
        (f"{debtor} → {creditor}", speech.money(amount, stake.currency) if stake else speech.show(amount))
        for debtor, creditor, amount in plan.payments
    ]
    yield from lay_out(rows, measure_columns(rows))
    if not plan.exact:
        yield "  " + speech.say(say("This is the best plan known; it is not proven that fewer payments cannot do."))


def _tell_heading(document: Document, speech: Speech) -> Iterator[str]:
    night = document.night
    author = night.game.presets[night.preset].author
    yield speech.say(say("{game}, rules of {author}", game=night.game.title, author=author))
    if about := [part for part in (document.title, speech.day(document.day)) if part]:
        yield ", ".join(about)
    if document.stake:
        yield speech.say(say("One point is {money}", money=speech.worth(1, document.stake)))


def _tell_deals(document: Document, speech: Speech) -> Iterator[str]:
    tables = list(_deal_tables(document, speech))
    widths = measure_columns(row for table in tables for row in table) if tables else []
    parties = {party.last: party for party in parties_in(document)}
    doubts = doubts_in(document.acts)
    for slot, table in zip(document.slots, tables, strict=True):
        seating = slot.seating
        yield ""
        yield speech.say(say("Deal {number}, dealt by {dealer}", number=str(seating.number), dealer=seating.dealer))
        told = (*steps(slot), *_remarks(slot), *map(_tell_doubt, doubts.get(seating.number, ())))
        yield from (f"  {speech.say(step)}" for step in told)
        yield from lay_out(table, widths)
        if seating.number in parties:
            yield ""
            yield speech.say(_tell_party(parties[seating.number]))


def _tell_party(party: Party) -> Phrase:
    scores = tuple(
        say("{player} {points}", player=player, points=points) for player, points in party.standing.totals.items()
    )
    verdict = party.standing.remark
    return say("Party {number}: {verdict} ({scores})", number=party.number, verdict=verdict, scores=scores)


def _remarks(slot: Slot) -> list[Phrase]:
    """What somebody wrote to a slot, unless its steps say it already."""
    return [say("note: {note}", note=slot.act.note)] if slot.act.note and slot.act.kind != "voided" else []


def _tell_doubt(doubt: Doubt) -> Phrase:
    if not doubt.how:
        return say("open objection: {text}", text=doubt.text)
    told = say("objection: {text} ({how})", text=doubt.text, how=WAYS[doubt.how])
    return say("{objection}: {reason}", objection=told, reason=doubt.reason) if doubt.reason else told


def tell_open_doubts(document: Document, speech: Speech) -> Iterator[str]:
    """Yield what is still objected to, one objection a line."""
    for number, doubts in doubts_in(document.acts).items():
        for doubt in doubts:
            if not doubt.how:
                deal = say("deal {number}", number=str(number))
                yield speech.say(say("{deal}: {told}", deal=deal, told=_tell_doubt(doubt)))


def _deal_tables(document: Document, speech: Speech) -> Iterator[Table]:
    """Yield the table of each deal: its points and the running balance; the sheet too where that is something else."""
    players, has_sheet = document.night.players, _has_sheet(document)
    heading, sheet, points, total = ("", *players), *_said(speech, say("sheet"), say("points"), say("balance"))
    balance: Counter[str] = Counter()
    for slot in document.slots:
        balance.update(slot.result.payoff)
        written = [(sheet, *_played(slot, slot.result.sheet, players, speech))] if has_sheet else []
        paid = (points, *_played(slot, slot.result.payoff, players, speech))
        yield heading, *written, paid, (total, *(speech.points(balance[player]) for player in players))


def _has_sheet(document: Document) -> bool:
    """Return whether the sheet shows anything else than what is paid."""
    return any(slot.result.sheet != slot.result.payoff for slot in document.slots)


def _played(slot: Slot, points: Mapping[str, int], players: Sequence[str], speech: Speech) -> list[str]:
    """Return the points of one deal as cells, with a dash for who sat out."""
    concerned = {*slot.seating.playing, *points}
    return [speech.points(points.get(player, 0)) if player in concerned else _SAT_OUT for player in players]


def _tell_end(document: Document, speech: Speech) -> Iterator[str]:
    players, stake = document.night.players, document.stake
    balance = sum_slots(document.slots, players, "payoff")
    rows: list[Row] = [("", *players)]
    if _has_sheet(document):
        scores = sum_slots(document.slots, players, "sheet")
        rows.append((speech.say(say("sheet")), *(speech.points(scores[player]) for player in players)))
    rows.append((speech.say(say("balance")), *(speech.points(balance[player]) for player in players)))
    if stake:
        money = (speech.worth(balance[player], stake, signed=True) for player in players)
        rows.append((speech.say(say("money")), *money))
    if document.settled:
        settled = (document.settled.get(player, 0) for player in players)
        told = (speech.money(coins, stake.currency, True) if stake else speech.points(coins) for coins in settled)
        rows.append((speech.say(say("settled")), *told))
    yield from lay_out(rows, measure_columns(rows))


def write_csv(document: Document, speech: Speech) -> str:
    """Return a night for a spreadsheet, one row for each deal; numbers are numbers, and no text is a formula.

    In a game of parties each row also has what its tour wrote and how the party stands after it.
    """
    players, balance, text = document.night.players, Counter[str](), StringIO()
    write = csv.writer(text, lineterminator="\n").writerow
    balances = (say("balance {player}", player=player) for player in players)
    heading = (say("deal"), say("dealer"), *players, *balances, say("steps"), say("reason"), *_party_heading(document))
    write(map(_cell, _said(speech, *heading)))
    party: Counter[str] = Counter()
    for slot in document.slots:
        balance.update(slot.result.payoff)
        points = [slot.result.payoff.get(player, 0) for player in players]
        told = "; ".join(_said(speech, *steps(slot)))
        row = (slot.seating.number, slot.seating.dealer, *points, *(balance[player] for player in players), told)
        write(map(_cell, (*row, slot.act.note, *_party_cells(document, slot, party))))
    return text.getvalue()


def _party_heading(document: Document) -> Iterator[Value]:
    if document.night.game.tally:
        yield say("party")
        yield from (say("sheet {player}", player=player) for player in document.night.players)
        yield from (say("party {player}", player=player) for player in document.night.players)


def _party_cells(document: Document, slot: Slot, party: Counter[str]) -> Iterator[int]:
    """Yield the number of the party, what the deal wrote, and the totals of the `party`, which go on by it."""
    game, players = document.night.game, document.night.players
    if game.tally is None:
        return
    before = slot.seating.number - 1
    if before % game.party == 0:
        party.clear()
    party.update(slot.result.sheet)
    yield before // game.party + 1
    yield from (slot.result.sheet.get(player, 0) for player in players)
    yield from (party[player] for player in players)


def _said(speech: Speech, *values: Value) -> list[str]:
    return [speech.say(value) for value in values]


def _cell(value: object) -> object:
    """Keep a spreadsheet from running what somebody typed: a text that begins like a formula gets an apostrophe."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
