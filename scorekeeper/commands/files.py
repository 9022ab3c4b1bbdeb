"""Commands about night files: reading them, scoring and settling them."""

import argparse
import json
import sys
from contextlib import nullcontext

from scorekeeper.commands import read_largest
from scorekeeper.language import Speech
from scorekeeper.nightfile.document import Document
from scorekeeper.nightfile.lines import naming_lines
from scorekeeper.nightfile.night_reader import read_night
from scorekeeper.nightfile.shorthand.grammar import find_player
from scorekeeper.nightfile.syntax import load
from scorekeeper.phrase import Refused, Value, say
from scorekeeper.printing import blaming, print_lines, tell_error, write_out
from scorekeeper.telling import night as telling

_MB = 1_000_000


def read_document(args: argparse.Namespace) -> Document:
    """Return the night of the command's file, `-` for standard input. Raises Failure, Refused."""
    largest = read_largest(args)
    with blaming(shown_file(args.file)):
        text = read_text(args.file, largest)
        with naming_lines(text):
            return read_night(load(text))


def shown_file(name: str) -> Value:
    """Return the name of a file for messages."""
    return say("standard input") if name == "-" else name


def read_text(name: str, largest: int) -> str:
    """Return the text of the file `name`, `-` for standard input, with at most `largest` MB. Raises Refused."""
    if name == "-" and sys.stdin is None:
        raise Refused("", say("it is closed"))
    try:
        with nullcontext(sys.stdin.buffer) if name == "-" else open(name, "rb") as file:
            raw = file.read(largest * _MB + 1)
        if len(raw) > largest * _MB:
            text = say("this is larger than {n} MB; {option} lets a larger file in", n=largest, option="--largest")
            raise Refused("", text)
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused("", say("this is not UTF-8 text")) from None
    except FileNotFoundError:
        raise Refused("", say("there is no such file")) from None
    except IsADirectoryError:
        raise Refused("", say("this is a folder, not a file")) from None
    except (OSError, ValueError) as error:
        raise Refused("", say("the file cannot be read: {error}", error=tell_error(error))) from None


def print_json(document: object) -> None:
    """Print one JSON document."""
    write_out([json.dumps(document, ensure_ascii=False), "\n"])


def score_file(args: argparse.Namespace, speech: Speech) -> int:
    """Print every deal of a night file, the balances, money and payments."""
    document = read_document(args)
    if args.json:
        print_json(telling.score_night(document))
    else:
        print_lines(telling.format_night(document, speech))
    return 0


def settle_file(args: argparse.Namespace, speech: Speech) -> int:
    """Print the payments that settle a night file; who collects may be typed as in a row of paper."""
    document = read_document(args)
    collector = args.collector or ""
    players = document.night.players
    if collector and collector not in players:
        try:
            collector = find_player({player: player for player in players}, collector)
        except Refused as refused:
            raise Refused("--collector", refused.phrase) from None
    found = telling.settle_night(document, collector)
    stake = document.stake
    if args.json:
        currency = stake.currency if stake else None
        paid: dict[str, object] = {"payments": telling.payments(found.payments, stake), "currency": currency}
        print_json(paid | {"exact": True} | telling.rounding(found.rounded, stake))
    else:
        print_lines((*telling.format_open_doubts(document, speech), *telling.format_payments(document, found, speech)))
    return 0
