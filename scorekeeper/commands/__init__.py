"""The command line: its arguments and exit statuses.

A command is loaded when it is run, and what only some commands of a module need is imported inside them: scoring a file
starts neither Flask nor a database.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from importlib import import_module
from os import environ
from typing import Any, NamedTuple, NoReturn

from scorekeeper import __version__
from scorekeeper.formats import FORMATS, TABLE_FORMATS
from scorekeeper.language import LANGUAGES, Speech, catalogue
from scorekeeper.phrase import Phrase, Refused, Value, say
from scorekeeper.printing import Failure, blaming, choose_speech, complain, explain, write_out, write_utf8
from scorekeeper.value_checks import shorten

Command = Callable[[argparse.Namespace, Speech], int]

# In MB, checked before anything is read: each takes about a second. With its journal an evening of 64 deals has up to
# 0.2, a night of 2,000 deals 2.2, with all their cards recorded 5.
LARGEST_FILE = 8
_MOST_LARGEST = 1024

_PROGRAM = "scorekeeper"
# as a shell reports a program that ended by SIGPIPE or SIGINT
_BROKEN_PIPE = 141
_INTERRUPTED = 130

# The words of argparse itself that a reader may meet, in its own spelling, for the catalogues.
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
    """Run one command and return its exit status: 0, 1 if a check found something, 2 for refused input."""
    words = sys.argv[1:] if argv is None else argv
    try:
        write_utf8()
        speech = choose_speech(words, environ)
        try:
            with blaming(_PROGRAM), _argparse_speaking(speech):
                try:
                    args = build_parser(speech, words).parse_args(words)
                except SystemExit:  # argparse has printed its help
                    write_out([])
                    return 0
                module, _, function = args.run.partition(":")
                run: Command = getattr(import_module(f"{__name__}.{module}"), function)
                return run(args, speech)
        except Failure as failure:
            complain(explain(failure, speech))
            return 2
    except BrokenPipeError:
        return _BROKEN_PIPE
    except KeyboardInterrupt:
        return _INTERRUPTED


@contextmanager
def _argparse_speaking(speech: Speech) -> Iterator[None]:
    """Let argparse use the reader's language; its texts are translated by these two functions of its module."""
    before = {name: vars(argparse)[name] for name in ("_", "ngettext")}
    texts = catalogue(speech.locale.language)
    vars(argparse).update(_=texts.gettext, ngettext=texts.ngettext)
    try:
        yield
    finally:
        vars(argparse).update(before)


class _Parser(argparse.ArgumentParser):
    """Reports mistakes in one line, as every command does."""

    def error(self, message: str) -> NoReturn:
        text = say("{problem} ({program} --help shows more)", problem=message, program=self.prog)
        raise Failure(self.prog, Refused("", text))


class _CommandParser(_Parser):
    """Accepts options between arguments, where argparse would take an optional argument as left out."""

    _mixes = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        found = super().parse_known_args(args, namespace)
        if self._mixes or not found[1]:
            return found
        self._mixes = True  # in some versions of Python the other way leads here again
        return self.parse_known_intermixed_args(args, namespace)


class _Argument(NamedTuple):
    """An argument or option of a command with untranslated texts; `more` are further parameters of argparse."""

    name: str
    help: Phrase
    metavar: Phrase | None = None
    more: Mapping[str, Any] = {}


_FLAG = {"action": "store_true"}
_OPTIONAL = {"nargs": "?"}
_VERSION = _Argument(
    "--version",
    say("show the version and exit"),
    more={"action": "version", "version": f"{_PROGRAM} {__version__}"},
)
_LANGUAGE = _Argument("--lang", say("language of the texts"), more={"choices": LANGUAGES})
_FILE = _Argument("file", say("a night file, TOML or JSON; - is standard input"), say("FILE"))
_LARGEST = _Argument(
    "--largest",
    say("refuse a larger file before it is read; in MB, 8 if not given"),
    say("NUMBER"),
    {"default": str(LARGEST_FILE)},
)
_COLLECTOR = _Argument("--collector", say("who collects for all; if not given, the fewest payments"), say("NAME"))
_JSON = _Argument("--json", say("print one JSON document and nothing else"), more=_FLAG)
_DATABASE = _Argument("--database", say("the database: a file, or a postgresql:// address"), say("PLACE"))
_HOST = _Argument("--host", say("the address to listen at; if not given, all that this computer has"), say("ADDRESS"))
_ADDRESS = _Argument(
    "--address",
    say("the address for phones, such as 192.168.1.50; if not given, the best one is found"),
    say("ADDRESS"),
)
_PORT = _Argument("--port", say("8000 if not given, or one that is free; 0 is any free one"), say("PORT"))
_NO_OPEN = _Argument("--no-open", say("do not show the page on this computer"), more=_FLAG)
_WORKERS = _Argument("--workers", say("processes that serve at once, 1 if not given"), say("NUMBER"), {"default": "1"})
_NIGHT = _Argument("night", say("the night's address or number"), say("NIGHT"), _OPTIONAL)
_WHICH = _NIGHT._replace(more={})
_FORMAT = _Argument(
    "--format",
    say("how to write it, toml if not given; xlsx (a spreadsheet) and csv cannot be imported"),
    more={"choices": tuple(FORMATS), "default": "toml"},
)
_TABLE = _Argument(
    "--format",
    say("write the table as xlsx (a spreadsheet, with a sheet for each night) or csv"),
    more={"choices": TABLE_FORMATS, "default": ""},
)
_OUTPUT = _Argument("--output", say("a new file to write to, not standard output"), say("FILE"), {"default": "-"})
_NAME = _Argument("name", say("the name as it was entered"), say("NAME"))
_GROUP = _Argument("group", say("a group, by its address or name; without it they are listed"), say("GROUP"), _OPTIONAL)
_DAY = _Argument("--day", say("the day of the nights, such as 2026-01-31"), say("DAY"), {"required": True})
_COPY = _Argument("file", say("the new file"), say("FILE"))

_FOLDER = _Argument("folder", say("the folder for the files"), say("FOLDER"))
_BEFORE = _Argument("--before", say("the nights before this day, such as 2026-01-31"), say("DAY"), {"required": True})
_ALSO_OPEN = _Argument("--open", say("also nights in which something is open"), more=_FLAG)
_ALSO_GROUPS = _Argument("--rounds", say("also nights of groups; their seasons lose them"), more=_FLAG)
_ROWS = _Argument(
    "file",
    say("a text with one row for each deal; standard input if not given"),
    say("FILE"),
    {"nargs": "?", "default": "-"},
)
_CHECK = _Argument("--check", say("print what the rows come to and save nothing"), more=_FLAG)
_GAME = _Argument("game", say("a game, by its key; without it they are listed"), say("GAME"), _OPTIONAL)
_AUTHOR = _Argument("author", say("whose rules, by their key; the first if not given"), say("AUTHOR"), _OPTIONAL)
_OF = _Argument(
    "--file", say("the rules of this night file or house-rule sheet instead; - is standard input"), say("FILE")
)
_KEYS = _Argument("--keys", say("print the keys of a night file and their values"), more=_FLAG)
_TOML = _Argument("--toml", say("print the rules as a house-rule sheet, TOML"), more=_FLAG)

_ABOUT: Mapping[str, Phrase] = {
    "serve": say("Serve the web app; print its address and a QR code, and say what to do."),
    "score": say("Print every deal with its steps, the balances, money and payments."),
    "audit": say("Replay the recorded cards of every deal and judge them."),
    "settle": say("Print only the payments that settle a night."),
    "rules": say("Print the rule book of a game: what pays what, the house rules, every rule with its source."),
    "enter": say("Save the rows of a paper sheet, such as “A Z2 37 P”, all of them or none; print what each comes to."),
    "import": say("Take a night file into the database, whole or not at all."),
    "export": say("Write a night of the database as a file; without a night, list them."),
    "prune": say("Write old nights to files that can be imported again, and take them out of the database."),
    "verify": say("Check every night against its journal."),
    "link": say("Print the link that makes a phone a host of a night."),
    "season": say("Print the season table of a group; without a group, list them."),
    "standings": say("Print the common result of a group’s nights on one day."),
    "forget": say("Delete a name from every night and from the free space of the database."),
    "backup": say("Copy the database to a new file while it is in use."),
}
# The function of each command, by its place in this package, its arguments and those of an example.
_COMMANDS: Mapping[str, tuple[str, tuple[_Argument, ...], str]] = {
    "serve": ("serve:serve_app", (_HOST, _ADDRESS, _PORT, _WORKERS, _NO_OPEN, _DATABASE), "--port 8000"),
    "score": ("files:score_file", (_FILE, _JSON, _LARGEST), "evening.toml"),
    "audit": ("audit:audit_file", (_FILE, _JSON, _LARGEST), "evening.toml"),
    "settle": ("files:settle_file", (_FILE, _COLLECTOR, _JSON, _LARGEST), "--collector Anna evening.toml"),
    "rules": ("rules:print_rules", (_GAME, _AUTHOR, _OF, _KEYS, _TOML, _LARGEST), "koenigrufen"),
    "enter": ("database:enter_rows", (_WHICH, _ROWS, _CHECK, _DATABASE, _LARGEST), "1a2b3c4d rows.txt --check"),
    "import": ("database:import_night", (_FILE, _DATABASE, _LARGEST), "evening.toml"),
    "export": ("database:export_night", (_NIGHT, _FORMAT, _OUTPUT, _DATABASE), "1a2b3c4d --output evening.toml"),
    "prune": (
        "database:prune_nights",
        (_FOLDER, _BEFORE, _ALSO_OPEN, _ALSO_GROUPS, _DATABASE),
        "old-nights --before 2026-01-31",
    ),
    "verify": ("database:verify_nights", (_DATABASE,), ""),
    "link": ("database:link_night", (_WHICH, _DATABASE), "1a2b3c4d"),
    "season": ("groups:print_season", (_GROUP, _JSON, _TABLE, _OUTPUT, _DATABASE), "Thursday --json"),
    "standings": (
        "groups:print_standings",
        (_GROUP, _DAY, _JSON, _TABLE, _OUTPUT, _DATABASE),
        "Thursday --day 2026-01-31",
    ),
    "forget": ("database:forget_person", (_NAME, _DATABASE), "Anna"),
    "backup": ("database:back_up_database", (_COPY, _DATABASE), "copy.db"),
}


def build_parser(speech: Speech, words: Sequence[str] = ("--help", *_COMMANDS)) -> argparse.ArgumentParser:
    """Return the parser of the command line, with texts in the reader's language.

    If the first of `words` is a command, it is the only one of the parser, and others have arguments only if they are
    among `words`: all commands take longer to make than a small night to score.
    """
    about = say("Keeps the score of a real card night, settles its stakes, explains every number.")
    parser = _Parser(prog=_PROGRAM, description=speech.say(about), allow_abbrev=False)
    _add_argument(parser, _VERSION, speech)
    _add_argument(parser, _LANGUAGE, speech)
    heading = speech.say(say("commands"))
    metavar = speech.say(say("COMMAND"))
    commands = parser.add_subparsers(title=heading, metavar=metavar, required=True, parser_class=_CommandParser)
    for name in words[:1] if words and words[0] in _COMMANDS else _COMMANDS:
        place, arguments, example = _COMMANDS[name]
        about_it = speech.say(_ABOUT[name])
        shown = speech.say(say("Example: {command}", command=f"{_PROGRAM} {name} {example}".rstrip()))
        added = commands.add_parser(name, help=about_it, description=about_it, epilog=shown, allow_abbrev=False)
        added.set_defaults(run=place)
        for argument in (*arguments, _LANGUAGE) if name in words else ():
            _add_argument(added, argument, speech)
    return parser


def _add_argument(parser: argparse.ArgumentParser, argument: _Argument, speech: Speech) -> None:
    more = dict(argument.more)
    if argument.metavar:
        more["metavar"] = speech.say(argument.metavar)
    parser.add_argument(argument.name, help=speech.say(argument.help), **more)


def read_largest(args: argparse.Namespace) -> int:
    """Return the largest size of a file in MB. Raises Refused."""
    return read_whole("--largest", args.largest, 1, _MOST_LARGEST)


def read_whole(option: str, text: str, low: int, high: int) -> int:
    """Return the whole number of an option. Raises Refused."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 5 and low <= int(text) <= high):
        values: dict[str, Value] = {"value": shorten(text), "low": str(low), "high": str(high)}
        raise Refused(option, say("{value} is not a whole number from {low} to {high}", **values))
    return int(text)


def read_day(option: str, text: str) -> str:
    """Return the day of an option in ISO 8601. Raises Refused."""
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise Refused(option, say("{value} is not a date like 2026-01-31", value=text)) from None


def chosen_place(args: argparse.Namespace) -> str:
    """Return the place of the database: that of the command, else the user's data folder."""
    from scorekeeper.paths import default_database

    return str(args.database or default_database())
