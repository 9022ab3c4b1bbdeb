"""`prune`: old nights into files, and out of the database, so that it does not grow for ever."""

import argparse
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from scorekeeper.commands.database import WRITERS, telling_breaks, write_new
from scorekeeper.commands.files import reason_of
from scorekeeper.commands.opening import chosen_place, present
from scorekeeper.language import Speech
from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.printing import blaming, put

if TYPE_CHECKING:
    from scorekeeper.storage.models import NightRow


def prune_nights(args: argparse.Namespace, speech: Speech) -> int:
    """Write the nights before a day to files in a folder and take them out, but those that are still needed."""
    folder = Path(args.folder)
    try:
        day = date.fromisoformat(args.before).isoformat()
    except ValueError:
        raise Refused("--before", say("{value} is not a date like 2026-01-31", value=args.before)) from None
    with blaming(args.folder):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Refused("", say("the folder cannot be made: {error}", error=reason_of(error))) from None
    with present(chosen_place(args)):
        for line in _prune(args, folder, day, speech):
            put((line,))  # each night as soon as it is out
    return 0


def _prune(args: argparse.Namespace, folder: Path, day: str, speech: Speech) -> Iterator[str]:
    from scorekeeper.storage.nights.manage import nights_before

    found = False
    for row in nights_before(day):
        found = True
        reason = _why_kept(row, args) or _take_out(folder, row, speech)
        yield f"{row.day}  {row.slug}  {row.title or '–'}: {speech.say(reason)}"
    if not found:
        yield speech.say(say("There is no night before {day}.", day=day))


def _why_kept(row: "NightRow", args: argparse.Namespace) -> Phrase | None:
    """Return why a night stays, None where nothing is against taking it out."""
    from scorekeeper.storage.groups.rounds import round_of
    from scorekeeper.storage.nights.home import cards_of
    from scorekeeper.storage.queries.nights import find_night

    cards, _ = cards_of([row])
    if not cards:
        is_gone = find_night(row.slug) is None  # another run was quicker
        return None if is_gone else say("kept: what the database keeps of it cannot be read")
    [card] = cards
    if not args.open and (card.objections or (row.coins and card.open) or row.kitty):
        return say("kept: something is still open in it; {option} takes it out too", option="--open")
    if not args.rounds and round_of(row.id) is not None:
        return say("kept: it counts in the season of a group; {option} takes it out too", option="--rounds")
    return None


def _take_out(folder: Path, row: "NightRow", speech: Speech) -> Phrase:
    """Write a night to a file and take it out, and return what became of it.

    The file may be all that is left of it where another run was quicker: only of a night that stays it is deleted.
    """
    from scorekeeper.storage.nights.manage import take_out
    from scorekeeper.storage.queries.nights import find_night, one_moment

    with one_moment():
        file = _write(folder, row, speech) if find_night(row.slug) else None
    is_out = take_out(row) if file else None
    if file and is_out is False:
        file.unlink(missing_ok=True)
        return say("kept: something was booked in it just now")
    return say("in {file}", file=str(file)) if is_out else say("somebody else took it out or deleted it just now")


def _write(folder: Path, row: "NightRow", speech: Speech) -> Path:
    """Write a night as a file that can be imported again; one that an earlier run has left there will do."""
    file = folder / f"{row.day or row.created[:10]}-{row.slug}.toml"
    with telling_breaks(row.slug):
        text = "".join(WRITERS["toml"](row, speech))
    if not (file.is_file() and file.read_bytes() == text.encode()):
        write_new(str(file), [text])
    return file
