"""How the fields of a form and of an address carry a record in the making."""

from collections.abc import Iterator
from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.cards.record import HALF, LISTS, TABLES, Record, write_record
from scorekeeper.games.game import AnyGame, Recording
from scorekeeper.night.record import read_play
from scorekeeper.phrase import Refused, say
from scorekeeper.web.recorder import RecordDraft

_LONGEST = 4000  # letters of a record in an address; all cards of the largest pack, twice, are 400


def read_draft(
    fields: MultiDict[str, str], game: AnyGame, recording: Recording, players: tuple[str, ...]
) -> RecordDraft:
    """Return the draft that fields carry. Raises Refused for what is no record."""
    raw: dict[str, Any] = {}
    for name, values in fields.lists():
        part, _, player = name.partition(".")
        if part in TABLES:
            raw.setdefault(part, {})[player] = values[0]
        elif name in LISTS:
            raw[name] = values
        elif name in ("leader", HALF) or name in {pile.key for pile in recording.piles}:
            raw[name] = values[0]
    if len(str(raw)) > _LONGEST:
        raise Refused("play", say("this record is too long"))
    draft = RecordDraft(recording, players, read_play(game, players, raw))
    filled = {spot.key for spot in draft.spots} & set(fields.get("filled", "").split())
    return draft.go(fields.get("at", ""))._replace(filled=frozenset(filled))


def write_draft(record: Record) -> list[tuple[str, str]]:
    """Return the fields that carry a record; `read_draft` reads it from them."""
    return list(_write(record))


def _write(record: Record) -> Iterator[tuple[str, str]]:
    for key, value in write_record(record).items():
        if isinstance(value, dict):
            yield from ((f"{key}.{part}", said) for part, said in value.items())
        elif isinstance(value, list):
            yield from ((key, line) for line in value)
        else:
            yield key, str(value)
