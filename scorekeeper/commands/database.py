"""Commands about the database: import, export, rows of paper, checks, copies, forgetting and pruning."""

import argparse
import hashlib
import os
import sqlite3
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from glob import escape
from pathlib import Path
from secrets import token_hex

from peewee import PeeweeException

from scorekeeper.commands import chosen_place, read_day, read_largest
from scorekeeper.commands.files import read_text, shown_file
from scorekeeper.formats import FORMATS
from scorekeeper.journal.hash_chain import canonical
from scorekeeper.journal.words import check_words
from scorekeeper.language import Speech
from scorekeeper.night.journal_check import Broken
from scorekeeper.nightfile.shorthand.paper_rows import PaperRow
from scorekeeper.nightfile.shorthand.parser import without_numbers
from scorekeeper.nightfile.syntax import load
from scorekeeper.pasted.paper_rows import read_paper_rows
from scorekeeper.pasted.table import is_table
from scorekeeper.phrase import Phrase, Refused, count, say
from scorekeeper.printing import blaming, lay_out, list_rows, print_lines, tell_error, tell_message, write_bytes_out
from scorekeeper.qr_codes import print_qr
from scorekeeper.serving.addresses import addresses_of, find_running
from scorekeeper.storage.access.devices import AT_SERVER, FROM_FILE, link_token, signing_key
from scorekeeper.storage.engine.atomic_files import SHARED, whole_file
from scorekeeper.storage.engine.erasure import erase_patiently, load_due
from scorekeeper.storage.engine.errors import Gone, first_cause
from scorekeeper.storage.engine.migrate import connect, shown_place
from scorekeeper.storage.engine.sql import is_storable, writing
from scorekeeper.storage.engine.sqlite import back_up, lacks_log, tables_of
from scorekeeper.storage.groups.group import group_of
from scorekeeper.storage.journal.register import ENDINGS, how_ended, load_openings
from scorekeeper.storage.journal.state import names_of
from scorekeeper.storage.models import NightRow
from scorekeeper.storage.nights.home import cards_of
from scorekeeper.storage.nights.manage import forget, forget_in_groups, nights_before, sittings_of, take_out
from scorekeeper.storage.queries.nights import all_nights, find_night, nights_called, snapshot
from scorekeeper.storage.transfer import find_same, prepare, take_in
from scorekeeper.storage.verify import Fault, verify_all
from scorekeeper.storage.writing.batch import book_together, find_rows, preview_rows
from scorekeeper.storage.writing.entry import Sender
from scorekeeper.telling.titles import game_of


@contextmanager
def open_database(place: str, only_read: bool = False) -> Iterator[None]:
    """Connect to the database for the commands inside. Raises Refused for failures of the database."""
    database = connect(place, only_read)
    try:
        with database.connection_context():
            yield
    except (PeeweeException, sqlite3.Error) as error:
        why = say("{place} cannot be used: {error}", place=shown_place(place), error=tell_message(first_cause(error)))
        raise Refused("database", why) from error
    except Gone as gone:
        text = say("A night or group that belongs to this has just been deleted. Nothing was saved.")
        raise Refused("", text) from gone
    finally:
        database.close_all()


@contextmanager
def open_existing(place: str, only_read: bool = False) -> Iterator[None]:
    """Connect to an existing database of scorekeeper. Raises Refused."""
    if "://" not in place:
        if not os.path.isfile(place):  # unlike Path.is_file this accepts impossible names
            raise Refused("database", say("there is no database at {place}", place=place))
        tables = tables_of(Path(place))
        if tables == set():  # connecting would make them
            raise lacks_log(Path(place))
        if tables and "schema_migration" not in tables:  # connecting would add our tables to it
            raise Refused("database", say("{place} is a database of another program", place=place))
    with open_database(place, only_read):
        yield


@contextmanager
def open_for_reading(place: str) -> Iterator[None]:
    """Connect to an existing database and read it as at one moment while others write. Raises Refused."""
    with open_existing(place, only_read=True), snapshot():
        yield


def night_called(night: str) -> NightRow:
    """Return the night with this address or number. Raises Refused."""
    for row in nights_called(night).rows:
        return row
    ending = how_ended(night) if is_storable(night) else ""
    if ending == "deleted":
        raise Refused("", say("A host has deleted this night."))
    if ending == "pruned":
        raise Refused("", say("This night has been moved to a file; import takes it in again."))
    raise Refused("", say("there is no such night; export without a night lists them"))


def import_night(args: argparse.Namespace, speech: Speech) -> int:
    """Take a night file into the database, whole or not at all; one whose journal is there already stays one night."""
    largest = read_largest(args)
    where = shown_file(args.file)
    with blaming(where):
        prepared = prepare(load(read_text(args.file, largest)), FROM_FILE)
    with open_database(chosen_place(args)):
        with blaming(where), writing():
            same = find_same(prepared)
            row = same or take_in(prepared)
        if same:
            print_lines((speech.say(say("This night is here already.")),))
        print_lines([*list_rows([_describe(row, speech)]), _describe_link(row, speech)])
    return 0


def link_night(args: argparse.Namespace, speech: Speech) -> int:
    """Print the link that makes a phone a host of a night, for example after the host lost theirs.

    If the server runs on this computer, the link is a whole address with a QR code.
    """
    place = chosen_place(args)
    with open_existing(place):
        with blaming(args.night):
            row = night_called(args.night)
        if running := find_running(place):
            best = next(iter(addresses_of(running)), None)
            address = (best.url if best else running.rstrip("/")) + _host_link(row)
            print_lines((address, *print_qr(address)) if best and best.for_phones else (address,))
        else:
            print_lines((_describe_link(row, speech),))
    return 0


def _host_link(row: NightRow) -> str:
    return f"/j/{row.slug}/{link_token(row, 'host', signing_key())}"


def _describe_link(row: NightRow, speech: Speech) -> str:
    return speech.say(say("To open it on a phone, add this to the server’s address: {link}", link=_host_link(row)))


def _describe(row: NightRow, speech: Speech) -> tuple[str, ...]:
    """Return a row of a list of nights: number, address, day, game and title."""
    return str(row.id), row.slug, row.day, speech.say(game_of(row)), row.title


def export_night(args: argparse.Namespace, speech: Speech) -> int:
    """Print a night of the database as a file or write it to one; without a night list them all."""
    with open_for_reading(chosen_place(args)):
        if args.night is None:
            print_lines(_list_nights(speech))
            return 0
        with blaming_night(args.night):
            row = night_called(args.night)
            check_output(args)
            parts = FORMATS[args.format].parts(row, speech, iter, False)
        write_file(args, parts)
    return 0


def _list_nights(speech: Speech) -> Iterator[str]:
    nights, unreadable = all_nights()
    if not nights and not unreadable:
        yield speech.say(say("There are no nights yet."))
    yield from list_rows([_describe(row, speech) for row in nights])
    for row in unreadable:
        yield speech.say(say("the stored data of the night {night} cannot be read", night=row.slug))


@contextmanager
def blaming_night(night: str) -> Iterator[None]:
    """Report refusals and broken journals inside as mistakes in this night."""
    with blaming(night):
        try:
            yield
        except Broken as broken:
            raise Refused("", say("entry {seq}: {reason}", seq=str(broken.seq), reason=broken.reason)) from None


def check_output(args: argparse.Namespace) -> None:
    """Refuse to print a workbook on a terminal."""
    if args.format == "xlsx" and args.output == "-" and sys.stdout and sys.stdout.isatty():
        text = say("a spreadsheet is no text for a terminal; {option} writes it to a file", option="--output")
        raise Refused("--format", text)


def write_file(args: argparse.Namespace, parts: Iterable[bytes]) -> None:
    """Print a file, or write it to a new one."""
    if args.output == "-":
        write_bytes_out(parts)
    else:
        write_new(args.output, parts)


def write_new(name: str, parts: Iterable[bytes]) -> None:
    """Write a new file. Raises Failure, also for an existing file."""
    with blaming(name):
        try:
            with whole_file(Path(name), SHARED) as part, part.open("wb") as file:
                file.writelines(parts)
        except FileExistsError:
            raise Refused("", say("it exists already and is not overwritten")) from None
        except (OSError, ValueError) as error:
            raise Refused("", say("the file cannot be written: {error}", error=tell_error(error))) from None


def verify_nights(args: argparse.Namespace, speech: Speech) -> int:
    """Check every night and print whether its journal and its projections are valid; 1 if one is not."""
    with open_for_reading(chosen_place(args)):
        checked = list(verify_all())
        print_lines(_verdict(row, finding, speech) for row, finding in checked)
        openings = load_openings()
        gone = {listed.slug: listed.kind for listed in openings if listed.kind in ENDINGS}
        for listed in openings:
            if listed.slug in gone and listed.kind not in ENDINGS:
                place = str(listed.place)
                ended = {
                    "deleted": say("opened as number {place}, and deleted by a host since", place=place),
                    "pruned": say("opened as number {place}, and written to a file since", place=place),
                }
                print_lines((f"{listed.slug}: {speech.say(ended[gone[listed.slug]])}",))
        if due := load_due():
            text = say(
                "What was forgotten or deleted since {moment} is still to be erased from the disk.",
                moment=speech.moment(min(one.since for one in due)),
            )
            print_lines((speech.say(text),))
        if not any(row for row, _ in checked):
            print_lines(_list_nights(speech))
    return 1 if any(finding for _, finding in checked) else 0


def _verdict(row: NightRow | None, finding: Fault | None, speech: Speech) -> str:
    if row is None:
        assert finding is not None
        return speech.say(say("the database: {reason}", reason=finding.reason))
    night = " ".join(part for part in (row.slug, row.title) if part)
    if finding is None:
        holds = count("{n} entry holds", "all {n} entries hold", n=row.seq)
        words = " ".join(check_words(row.head, speech.locale.language))
        verdict = say("{holds}; check words {words}", holds=holds, words=words)
    elif finding.seq:
        verdict = say("entry {seq} does not hold: {reason}", seq=str(finding.seq), reason=finding.reason)
    else:
        verdict = say("the stored totals do not match the journal: {reason}", reason=finding.reason)
    return f"{night}: {speech.say(verdict)}"


def back_up_database(args: argparse.Namespace, speech: Speech) -> int:
    """Copy the database to a new file, as at one moment, while others write."""
    back_up(chosen_place(args), Path(args.file))
    print_lines((speech.say(say("copied to {file}", file=args.file)),))
    return 0


def forget_person(args: argparse.Namespace, speech: Speech) -> int:
    """Remove a name from the database, also from its freed space."""
    with open_existing(chosen_place(args)), blaming(args.name):
        with writing():
            sittings = sittings_of(args.name)
            forgotten = forget(sittings, Sender(AT_SERVER, token_hex(16))) if sittings else None
            groups = 0 if sittings else forget_in_groups({args.name}, AT_SERVER)
        gone = erase_patiently()  # also after an earlier run that could not erase it because of a reader
        if forgotten is None and not groups:
            raise Refused("", say("nobody in the database has this name"))
    lines = []
    if forgotten:
        nights = count("{n} night instead", "{n} nights instead", n=forgotten.nights)
        texts = count("{n} text with the name is emptied", "{n} texts with the name are emptied", n=forgotten.texts)
        names = {"name": args.name, "instead": forgotten.instead}
        lines.append(
            say("{name} is forgotten: {instead} stands in {nights}, {texts}", **names, nights=nights, texts=texts)
        )
    else:
        lists = count("{n} group", "{n} groups", n=groups)
        lines.append(
            say("{name} is forgotten: taken off the list of members of {groups}", name=args.name, groups=lists)
        )
    if not gone:
        lines.append(say("It is not erased from the disk yet: somebody holds the database. Run this again."))
    lines.append(say("Backups and night files that were made before still hold the name: delete them too."))
    place = Path(chosen_place(args))
    copies = sorted(place.parent.glob(f"{escape(place.name)}.before-*"))
    print_lines([*map(speech.say, lines), *(f"  {copy}" for copy in copies)])
    return 0


def prune_nights(args: argparse.Namespace, speech: Speech) -> int:
    """Write the nights before a day to files in a folder and remove them, but for those that are still needed."""
    folder = Path(args.folder)
    day = read_day("--before", args.before)
    with blaming(args.folder):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Refused("", say("the folder cannot be made: {error}", error=tell_error(error))) from None
    with open_existing(chosen_place(args)):
        found = False
        for row in nights_before(day):
            found = True
            reason = _reason_against_pruning(row, args) or _take_out(folder, row, speech)
            print_lines((f"{row.day}  {row.slug}  {row.title or '–'}: {speech.say(reason)}",))  # as soon as it is out
        if not found:
            print_lines((speech.say(say("There is no night before {day}.", day=day)),))
    return 0


def _reason_against_pruning(row: NightRow, args: argparse.Namespace) -> Phrase | None:
    """Return why a night stays in the database, None if it can be removed."""
    cards, _ = cards_of([row])
    if not cards:
        is_gone = find_night(row.slug) is None  # another run was quicker
        return None if is_gone else say("kept: its stored data cannot be read")
    [card] = cards
    if not args.open and (card.objections or (row.coins and card.open) or row.kitty):
        return say("kept: something is still open in it; {option} takes it out too", option="--open")
    if not args.rounds and group_of(row.id) is not None:
        return say("kept: it counts in the season of a group; {option} takes it out too", option="--rounds")
    return None


def _take_out(folder: Path, row: NightRow, speech: Speech) -> Phrase:
    """Write a night to a file that can be imported again, remove the night, and return the result as a text.

    An equal file of an earlier run is used. The file is deleted only if the night stays, as it may be the only copy
    after another run removed the night.
    """
    file = folder / f"{row.day or row.created[:10]}-{row.slug}.toml"
    with snapshot():
        is_there = find_night(row.slug) is not None
        if is_there:
            with blaming_night(row.slug):
                written = b"".join(FORMATS["toml"].parts(row, speech, iter, False))
            if not (file.is_file() and file.read_bytes() == written):
                write_new(str(file), [written])
    is_out = take_out(row) if is_there else None
    if is_out is None:
        return say("somebody else took it out or deleted it just now")
    if not is_out:
        file.unlink(missing_ok=True)
        return say("kept: something was saved in it just now")
    return say("in {file}", file=str(file))


def enter_rows(args: argparse.Namespace, speech: Speech) -> int:
    """Book the rows of a paper sheet as the next deals of a night, all or none, and print their points."""
    largest = read_largest(args)
    with open_existing(chosen_place(args)):
        with blaming(args.night):
            night = night_called(args.night)
        with blaming(shown_file(args.file)):
            names = {key: named.name for key, named in names_of(night.id).items()}
            named_speech = Speech(speech.locale, names)
            text = read_text(args.file, largest)
            lines, numbered = _rows_of(text, names, speech)
            if not lines:
                raise Refused("", say("there is no row in it"))
            request = _id_of(text, night.slug, 0 if numbered else night.number)
            if first := find_rows(night.id, request, lines):
                print_lines(
                    (named_speech.say(say("These rows are already saved, from deal {first} on.", first=first)),)
                )
                return 0
            if not numbered and find_rows(night.id, _id_of(text, night.slug, night.number - len(lines)), lines):
                again = say(
                    "these rows were saved just before. If the same was played again, number the rows: {row}",
                    row=f"{night.number}. {lines[0]}",
                )
                raise Refused("", again)
            rows = preview_rows(night.id, lines)
            print_lines(_format_rows(rows, names, named_speech))
            for paper in rows:
                if paper.refused:
                    reason = Phrase("{reason}", (("reason", named_speech.say(paper.refused.phrase)),))
                    raise Refused("", reason, paper.seating.number)  # a row has no keys
            if not args.check:
                book_together(night.id, Sender(AT_SERVER, request), rows)
                print_lines((named_speech.say(count("{n} deal is saved.", "{n} deals are saved.", n=len(rows))),))
    return 0


def _id_of(text: str, night: str, first: int) -> str:
    """Return the id under which rows are sent: the same for the same rows of a night from deal `first` on.

    It is 0 for numbered rows, which are the same ones however often the command runs.
    """
    as_written = [line for line in text.splitlines() if line.strip()]
    rows = [night, *as_written, first] if first else [night, *as_written]
    return hashlib.sha256(canonical(rows).encode()).hexdigest()[:32]


def _rows_of(text: str, names: Mapping[str, str], speech: Speech) -> tuple[Sequence[str], bool]:
    """Return the rows of a text, or of a table that was copied from a spreadsheet, and whether they have numbers.

    Raises Refused.
    """
    if not is_table(text):
        lines = [line for line in text.splitlines() if line.strip()]
        return lines, without_numbers(lines) != lines
    found = read_paper_rows("", text, names, speech.say(say("from a spreadsheet")))
    return found.lines, found.numbered


def _format_rows(rows: Sequence[PaperRow], names: dict[str, str], speech: Speech) -> Iterator[str]:
    """Yield a line for each row: the deal's number, the row, and for every player the points and their total."""
    table = [["", *names.values()]]
    for row in rows:
        table.append([f"{row.seating.number}  {row.line.strip()}"])
        for player, total in row.totals.items():
            points = speech.points(row.points.get(player, 0)) if player in row.points else "?" if row.refused else "–"
            table[-1].append(f"{points} ({speech.points(total)})")
    yield from lay_out(table)
