"""The command line: what it understands, and what each command does.

What only some commands need is imported inside them, so that scoring a file starts neither Flask nor a database.
"""

import argparse
import json
import sqlite3
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from glob import escape
from os import environ
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from scorekeeper.games import GAMES
from scorekeeper.games.questions import shown
from scorekeeper.language import LANGUAGES, Speech, catalogue
from scorekeeper.ledger.words import check_words
from scorekeeper.night.audit import audit_night, audit_slot, found_something
from scorekeeper.night.file import Document, read_night, write_night
from scorekeeper.night.replay import Broken
from scorekeeper.night.report import payments, score_night, settle_night
from scorekeeper.night.source import load, shown_error, write_toml
from scorekeeper.paths import default_database
from scorekeeper.phrase import Phrase, Refused, Value, count, say
from scorekeeper.printing import (
    Failure,
    blaming,
    choose_speech,
    explain,
    list_rows,
    put,
    tell_night,
    tell_open_doubts,
    tell_payments,
    watch,
    write_csv,
    write_out,
    write_utf8,
)
from scorekeeper.telling import tell_audit

if TYPE_CHECKING:
    from scorekeeper.storage.check import Finding
    from scorekeeper.storage.forgetting import Forgotten
    from scorekeeper.storage.tables import NightRow

Command = Callable[[argparse.Namespace, Speech], int]

_PROGRAM = "scorekeeper"
_MOST_WORKERS = 64
_LARGEST_FILE = 128 * 1024 * 1024  # some 100,000 deals with their journal
_BROKEN_PIPE, _INTERRUPTED = 141, 130  # as a shell reports a program that ended by SIGPIPE or SIGINT

# The words of argparse itself that a reader may meet, in its own spelling; said here so that the catalogues have them.
_WORDS_OF_ARGPARSE = (
    say("usage: "),
    say("positional arguments"),
    say("options"),
    say("show this help message and exit"),
    say("argument %(argument_name)s: %(message)s"),
    say("the following arguments are required: %s"),
    say("unrecognized arguments: %s"),
    say("invalid choice: %(value)r (choose from %(choices)s)"),
    say("invalid choice: %(value)r, maybe you meant %(closest)r? (choose from %(choices)s)"),
    say("expected one argument"),
    say("ignored explicit argument %r"),
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 0, 1 where a check found something, 2 for what it cannot accept."""
    words = sys.argv[1:] if argv is None else argv
    write_utf8()
    speech = choose_speech(words, environ)
    try:
        with blaming(_PROGRAM), _argparse_speaking(speech):
            return _run(words, speech)
    except Failure as failure:
        if sys.stderr is not None:
            print(explain(failure, speech), file=sys.stderr)
        return 2
    except BrokenPipeError:
        return _BROKEN_PIPE
    except KeyboardInterrupt:
        return _INTERRUPTED


def _run(words: Sequence[str], speech: Speech) -> int:
    try:
        args = build_parser(speech).parse_args(words)
    except SystemExit:  # argparse has printed its help
        write_out("")
        return 0
    run: Command = args.run
    return run(args, speech)


@contextmanager
def _argparse_speaking(speech: Speech) -> Iterator[None]:
    """Let argparse speak the reader's language.

    It asks the gettext domain of the whole process, which only knows compiled catalogues in a system folder; the two
    functions that it imported from there are its only door.
    """
    before = {name: vars(argparse)[name] for name in ("_", "ngettext")}
    texts = catalogue(speech.locale.language)
    vars(argparse).update(_=texts.gettext, ngettext=texts.ngettext)
    try:
        yield
    finally:
        vars(argparse).update(before)


def read_document(name: str) -> Document:
    """Return the night of the file `name`, `-` being standard input. Raises Failure."""
    with blaming(_shown_file(name)):
        return read_night(load(_read_text(name)))


def _shown_file(name: str) -> Value:
    return say("standard input") if name == "-" else name


def _read_text(name: str) -> str:
    try:
        raw = _read_bytes(name)
        if len(raw) > _LARGEST_FILE:
            raise Refused("", say("this is too large for a night file"))
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused("", say("this is not UTF-8 text")) from None
    except FileNotFoundError:
        raise Refused("", say("there is no such file")) from None
    except IsADirectoryError:
        raise Refused("", say("this is a folder, not a file")) from None
    except (OSError, ValueError) as error:
        raise Refused("", say("the file cannot be read: {error}", error=_reason(error))) from None


def _read_bytes(name: str) -> bytes:
    if name != "-":
        with open(name, "rb") as file:
            return file.read(_LARGEST_FILE + 1)
    if sys.stdin is None:
        raise Refused("", say("it is closed"))
    return sys.stdin.buffer.read(_LARGEST_FILE + 1)


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def _put_json(document: object) -> None:
    write_out(json.dumps(document, ensure_ascii=False) + "\n")


def score_file(args: argparse.Namespace, speech: Speech) -> int:
    """Print every deal of a night file, the balances, money and payments."""
    document = read_document(args.file)
    if args.json:
        _put_json(score_night(document))
    else:
        put(tell_night(document, speech))
    return 0


def audit_file(args: argparse.Namespace, speech: Speech) -> int:
    """Print the verdict on the recorded cards of every deal of a night file; 1 if something was found."""
    document = read_document(args.file)
    shown_file = _shown_file(args.file)
    if args.json:
        with blaming(shown_file):
            judged = audit_night(document)
        _put_json(judged)
    else:
        with blaming(shown_file), watch(document.slots, speech) as slots:
            verdicts = [audit_slot(document, slot) for slot in slots]
        put(tell_audit(document, verdicts, speech))
        judged = {"deals": [{"verdict": verdict.kind} for verdict in verdicts]}
    return 1 if found_something(judged) else 0


def settle_file(args: argparse.Namespace, speech: Speech) -> int:
    """Print the payments that settle a night file."""
    document = read_document(args.file)
    plan, stake = settle_night(document), document.stake
    if args.json:
        currency = stake.currency if stake else None
        _put_json({"payments": payments(plan, stake), "currency": currency, "exact": plan.exact})
    else:
        put((*tell_open_doubts(document, speech), *tell_payments(plan, stake, speech)))
    return 0


def serve_app(args: argparse.Namespace, speech: Speech) -> int:
    """Serve the web app until Ctrl-C."""
    from scorekeeper.serving import ANYWHERE, Place, draw_code, serve

    def announce(address: str) -> None:
        put((speech.say(say("scorekeeper is at {address}", address=address)), *draw_code(address)))
        put((speech.say(say("Phones on the same network scan the code. Ctrl-C ends it.")),))

    port, workers = _read_whole("--port", args.port, 0, 65535), _read_whole("--workers", args.workers, 1, _MOST_WORKERS)
    serve(Place(args.host or ANYWHERE, port, _place(args), workers), announce)
    return 0


def _read_whole(option: str, text: str, low: int, high: int) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 5 and low <= int(text) <= high):
        values: dict[str, Value] = {"value": shown(text), "low": str(low), "high": str(high)}
        raise Refused(option, say("{value} is not a whole number from {low} to {high}", **values))
    return int(text)


def _place(args: argparse.Namespace) -> str:
    place: str = args.database or default_database()
    return place


@contextmanager
def opened(place: str) -> Iterator[None]:
    """Connect to the database for the commands inside; a failure of it ends them in one line. Raises Refused."""
    from peewee import PeeweeException

    from scorekeeper.storage.upgrade import connect

    database = connect(place)
    try:
        with database.connection_context():
            yield
    except (PeeweeException, sqlite3.Error) as error:
        why = say("{place} cannot be used: {error}", place=place, error=shown_error(error))
        raise Refused("database", why) from error
    finally:
        database.close_all()


@contextmanager
def present(place: str) -> Iterator[None]:
    """Connect to a database that is there already. Raises Refused."""
    if "://" not in place and not Path(place).is_file():
        raise Refused("database", say("there is no database at {place}", place=place))
    with opened(place):
        yield


@contextmanager
def reading(place: str) -> Iterator[None]:
    """Connect to a database that is there, and see it as at one moment while others write on. Raises Refused."""
    with present(place):
        from scorekeeper.storage.reading import one_moment

        with one_moment():
            yield


def import_night(args: argparse.Namespace, speech: Speech) -> int:
    """Take a night file into the database, whole or not at all."""
    document = read_document(args.file)
    with opened(_place(args)):
        with blaming(_shown_file(args.file)):
            row = _take_in(document)
        put(list_rows([_describe(row, speech)]))
        put((speech.say(say("To open it on a phone, add this to the server’s address: {link}", link=_link(row))),))
    return 0


def link_night(args: argparse.Namespace, speech: Speech) -> int:
    """Print the link that makes a phone a host of a night, such as one whose host has lost the phone."""
    with present(_place(args)):
        with blaming(args.night):
            row = _find_night(args.night)
        put((speech.say(say("To open it on a phone, add this to the server’s address: {link}", link=_link(row))),))
    return 0


def _link(row: "NightRow") -> str:
    """Return the path of the link for a host."""
    from scorekeeper.storage.access import link_token, signing_key

    return f"/j/{row.slug}/{link_token(row, 'host', signing_key())}"


def _take_in(document: Document) -> "NightRow":
    from scorekeeper.storage.access import FROM_FILE
    from scorekeeper.storage.transfer import take_in

    return take_in(document, FROM_FILE)


def _describe(row: "NightRow", speech: Speech) -> tuple[str, ...]:
    """Return what names a night in a list: its number, its address, its day, its game, its title."""
    return str(row.id), row.slug, row.day, speech.say(GAMES[row.game].title), row.title


def export_night(args: argparse.Namespace, speech: Speech) -> int:
    """Print a night of the database as a file, or write it to one; without a night list them all."""
    with reading(_place(args)):
        if args.night is None:
            put(_list_nights(speech))
            return 0
        text = _WRITERS[args.format](_stored_document(args.night), speech)
    if args.output == "-":
        write_out(text)
    else:
        _write_new(args.output, text)
    return 0


def _list_nights(speech: Speech) -> Iterator[str]:
    from scorekeeper.storage.reading import all_nights

    rows = [_describe(row, speech) for row in all_nights()]
    return list_rows(rows) if rows else iter((speech.say(say("There are no nights yet.")),))


def _stored_document(night: str) -> Document:
    from scorekeeper.storage.reading import document

    with blaming(night):
        try:
            return document(_find_night(night))
        except Broken as broken:
            raise Refused("", say("entry {seq}: {reason}", seq=str(broken.seq), reason=broken.reason)) from None


def _find_night(night: str) -> "NightRow":
    """Return the night that an address or a number names. Raises Refused."""
    from scorekeeper.storage.reading import all_nights

    row = next((row for row in all_nights() if night in (row.slug, str(row.id))), None)
    if row is None:
        raise Refused("", say("there is no such night; export without a night lists them"))
    return row


def _write_json(document: Document, speech: Speech) -> str:
    return json.dumps(write_night(document), ensure_ascii=False) + "\n"


def _write_sheet(document: Document, speech: Speech) -> str:
    return write_csv(document, Speech(speech.locale, document.keys))


_WRITERS: Mapping[str, Callable[[Document, Speech], str]] = {
    "toml": lambda document, speech: write_toml(write_night(document)),
    "json": _write_json,
    "csv": _write_sheet,
}


def _write_new(name: str, text: str) -> None:
    """Write a file that is not there yet: nothing is overwritten unseen. Raises Failure."""
    with blaming(name):
        try:
            with open(name, "xb") as file:
                file.write(text.encode())
        except FileExistsError:
            raise Refused("", say("it exists already and is not overwritten")) from None
        except (OSError, ValueError) as error:
            raise Refused("", say("the file cannot be written: {error}", error=_reason(error))) from None


def verify_nights(args: argparse.Namespace, speech: Speech) -> int:
    """Check every night and print whether its journal and what stands beside it hold; 1 if something does not."""
    with reading(_place(args)):
        from scorekeeper.storage.check import verify

        checked = list(verify())
        put(_verdict(row, finding, speech) for row, finding in checked)
        if not checked:
            put(_list_nights(speech))
    return 1 if any(finding for _, finding in checked) else 0


def _verdict(row: "NightRow", finding: "Finding | None", speech: Speech) -> str:
    night = " ".join(part for part in (row.slug, row.title) if part)
    if finding is None:
        holds = count("{n} entry holds", "all {n} entries hold", n=row.seq)
        words = " ".join(check_words(row.head, speech.locale.language))
        said = say("{holds}; check words {words}", holds=holds, words=words)
    elif finding.seq:
        said = say("entry {seq} does not hold: {reason}", seq=str(finding.seq), reason=finding.reason)
    else:
        said = say("what stands beside the journal does not hold: {reason}", reason=finding.reason)
    return f"{night}: {speech.say(said)}"


def back_up_database(args: argparse.Namespace, speech: Speech) -> int:
    """Copy the database to a new file, as at one moment, while others write on."""
    from scorekeeper.storage.upgrade import back_up

    back_up(_place(args), Path(args.file))
    put((speech.say(say("copied to {file}", file=args.file)),))
    return 0


def forget_person(args: argparse.Namespace, speech: Speech) -> int:
    """Take a name out of everything that the database keeps, and out of its freed space."""
    with present(_place(args)):
        from scorekeeper.storage.forgetting import forget, overwrite, people_called

        with blaming(args.name):
            people = people_called(args.name)
            if not people:
                raise Refused("", say("nobody of this name is in the database"))
        forgotten = forget(people)
        gone = overwrite()
    put(_tell_forgotten(args, forgotten, gone, speech))
    return 0


def _tell_forgotten(args: argparse.Namespace, forgotten: "Forgotten", gone: bool, speech: Speech) -> Iterator[str]:
    yield speech.say(
        say(
            "{name} is forgotten: {instead} stands in {nights}, {texts}",
            name=args.name,
            instead=forgotten.instead,
            nights=count("{n} night instead", "{n} nights instead", n=forgotten.nights),
            texts=count("{n} text with the name is emptied", "{n} texts with the name are emptied", n=forgotten.texts),
        )
    )
    if not gone:
        yield speech.say(say("Somebody is still reading old pages of the database: run this again to overwrite them."))
    yield speech.say(say("Backups and night files that were made before still hold the name: delete them too."))
    place = Path(_place(args))
    yield from (f"  {copy}" for copy in sorted(place.parent.glob(f"{escape(place.name)}.before-*")))


class _Parser(argparse.ArgumentParser):
    """Tells a mistake in one line, as every command does."""

    def error(self, message: str) -> NoReturn:
        told = say("{problem} ({program} --help tells more)", problem=message, program=self.prog)
        raise Failure(self.prog, Refused("", told))


class _Argument(NamedTuple):
    """An argument or option of a command, its texts still in no language; `more` is what argparse takes besides."""

    name: str
    help: Phrase
    metavar: Phrase | None = None
    more: Mapping[str, Any] = {}


_LANGUAGE = _Argument("--lang", say("language of the texts"), more={"choices": LANGUAGES})
_FILE = _Argument("file", say("a night file, TOML or JSON; - is standard input"), say("FILE"))
_JSON = _Argument("--json", say("print one JSON document and nothing else"), more={"action": "store_true"})
_DATABASE = _Argument("--database", say("the database: a file, or a postgresql:// address"), say("PLACE"))
_HOST = _Argument("--host", say("the address to listen at; if not given, all that this computer has"), say("ADDRESS"))
_PORT = _Argument("--port", say("8000 if not given; 0 is any free one"), say("PORT"), {"default": "8000"})
_WORKERS = _Argument("--workers", say("processes that serve at once, 1 if not given"), say("NUMBER"), {"default": "1"})
_NIGHT = _Argument("night", say("the night's address or number"), say("NIGHT"), {"nargs": "?"})
_WHICH = _NIGHT._replace(more={})
_FORMAT = _Argument(
    "--format",
    say("how to write it, toml if not given; csv is for spreadsheets and cannot be imported"),
    more={"choices": tuple(_WRITERS), "default": "toml"},
)
_OUTPUT = _Argument("--output", say("a new file to write to, not standard output"), say("FILE"), {"default": "-"})
_NAME = _Argument("name", say("the name as it was entered"), say("NAME"))
_COPY = _Argument("file", say("the new file"), say("FILE"))

_COMMANDS: tuple[tuple[str, Command, Phrase, tuple[_Argument, ...]], ...] = (
    (
        "serve",
        serve_app,
        say("Serve the web app; print its address and a QR code."),
        (_HOST, _PORT, _WORKERS, _DATABASE),
    ),
    ("score", score_file, say("Print every deal with its steps, the balances, money and payments."), (_FILE, _JSON)),
    ("audit", audit_file, say("Replay the recorded cards of every deal and judge them."), (_FILE, _JSON)),
    ("settle", settle_file, say("Print only the payments that settle a night."), (_FILE, _JSON)),
    ("import", import_night, say("Take a night file into the database, whole or not at all."), (_FILE, _DATABASE)),
    (
        "export",
        export_night,
        say("Write a night of the database as a file; without a night, list them."),
        (_NIGHT, _FORMAT, _OUTPUT, _DATABASE),
    ),
    ("verify", verify_nights, say("Check that every night still says what was written."), (_DATABASE,)),
    ("link", link_night, say("Print the link that makes a phone a host of a night."), (_WHICH, _DATABASE)),
    (
        "forget",
        forget_person,
        say("Take a name out of every night, and out of the database’s freed space."),
        (_NAME, _DATABASE),
    ),
    ("backup", back_up_database, say("Copy the database to a new file while it is in use."), (_COPY, _DATABASE)),
)


def build_parser(speech: Speech) -> argparse.ArgumentParser:
    """Return the parser of the command line, its texts in the reader's language."""
    about = say("Keeps the score of a real card night, settles its stakes, explains every number.")
    parser = _Parser(prog=_PROGRAM, description=speech.say(about), allow_abbrev=False)
    _add_argument(parser, _LANGUAGE, speech)
    heading, metavar = speech.say(say("commands")), speech.say(say("COMMAND"))
    commands = parser.add_subparsers(title=heading, metavar=metavar, required=True)
    for name, run, phrase, arguments in _COMMANDS:
        about_it = speech.say(phrase)
        added = commands.add_parser(name, help=about_it, description=about_it, allow_abbrev=False)
        added.set_defaults(run=run)
        for argument in (*arguments, _LANGUAGE):
            _add_argument(added, argument, speech)
    return parser


def _add_argument(parser: argparse.ArgumentParser, argument: _Argument, speech: Speech) -> None:
    more = dict(argument.more)
    if argument.metavar:
        more["metavar"] = speech.say(argument.metavar)
    parser.add_argument(argument.name, help=speech.say(argument.help), **more)


if __name__ == "__main__":
    sys.exit(main())
