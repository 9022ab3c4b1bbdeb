"""The command that books the rows of a paper sheet."""

import argparse
import hashlib
from collections.abc import Iterator, Sequence

from scorekeeper.commands import chosen_place, read_largest
from scorekeeper.commands.files import read_text, shown_file
from scorekeeper.commands.opening import night_called, present
from scorekeeper.journal.hash_chain import canonical
from scorekeeper.language import Speech
from scorekeeper.nightfile.shorthand.paper_rows import PaperRow
from scorekeeper.phrase import Phrase, Refused, count, say
from scorekeeper.printing import blaming, lay_out, measure_columns, put
from scorekeeper.storage.access.devices import AT_SERVER
from scorekeeper.storage.journal.state import names_of
from scorekeeper.storage.models import NightRow
from scorekeeper.storage.writing.batch import book_together, find_rows, weigh_rows
from scorekeeper.storage.writing.entry import Sender


def enter_rows(args: argparse.Namespace, speech: Speech) -> int:
    """Book the rows of a paper sheet as the next deals of a night, all or none, and print what each comes to."""
    largest = read_largest(args)
    with present(chosen_place(args)):
        with blaming(args.night):
            row = night_called(args.night)
        with blaming(shown_file(args.file)):
            lines = [line for line in read_text(args.file, largest).splitlines() if line.strip()]
            if not lines:
                raise Refused("", say("there is no row in it"))
            _enter(row, lines, args.check, speech)
    return 0


def _enter(row: NightRow, lines: Sequence[str], only_check: bool, speech: Speech) -> None:
    names = {key: named.name for key, named in names_of(row.id).items()}
    told = Speech(speech.locale, names)
    # The same rows for the same night are the same act, however often the command runs.
    request = hashlib.sha256(canonical([row.slug, *lines]).encode()).hexdigest()[:32]
    if first := find_rows(row.id, request, lines):
        put((told.say(say("These rows are booked already, from deal {first} on.", first=first)),))
        return
    rows = weigh_rows(row.id, lines)
    put(_tell(rows, names, told))
    for paper in rows:
        if paper.refused:
            reason = Phrase("{reason}", (("reason", told.say(paper.refused.phrase)),))
            raise Refused("", reason, paper.seating.number)  # a row has no keys
    if only_check:
        return
    book_together(row.id, Sender(AT_SERVER, request), rows)
    put((told.say(count("{n} deal is booked.", "{n} deals are booked.", n=len(rows))),))


def _tell(rows: Sequence[PaperRow], names: dict[str, str], speech: Speech) -> Iterator[str]:
    """Yield a line for each row: the deal's number, what was written, and for every player points and what stands."""
    table = [["", *names.values()]]
    for row in rows:
        table.append([f"{row.seating.number}  {row.line.strip()}"])
        for player, total in row.totals.items():
            points = speech.points(row.points.get(player, 0)) if player in row.points else "?" if row.refused else "–"
            table[-1].append(f"{points} ({speech.points(total)})")
    yield from lay_out(table, measure_columns(table))
