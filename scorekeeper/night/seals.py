"""Seals: what the journal holds of names and free texts, which stand outside of it so that they can be forgotten.

Each is a salted digest. `opened` carries one for every name, `joined` one; who lacks the salt learns nothing from it.
"""

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from scorekeeper.ledger.journal import Entry, seal_note
from scorekeeper.night.acts import Act, Forgotten, Joined, Opened


class Named(NamedTuple):
    """What stands for a player outside of the journal; the salt is empty where the name was forgotten."""

    name: str
    salt: str


def new_salt() -> str:
    """Return a salt that nobody can guess, however few names there are to try with it."""
    return secrets.token_hex(16)


def seal_names(opened: Opened, people: Mapping[str, Named]) -> Opened:
    """Return an opening with the seals of the names of its players."""
    return replace(opened, names={key: seal_note(*people[key]) for key in opened.seats})


def sealed_names(acts: Iterable[Act]) -> dict[str, str]:
    """Return the seal of each player's name; a night of version 0.1.0 has none."""
    seals: dict[str, str] = {}
    for act in acts:
        match act:
            case Opened():
                seals |= act.names
            case Joined() if act.name:
                seals[act.player] = act.name
    return seals


def forgotten_players(acts: Iterable[Act]) -> set[str]:
    """Return the players whose names were taken out."""
    return {act.player for act in acts if isinstance(act, Forgotten) and act.player}


def wrong_names(acts: Sequence[Act], people: Mapping[str, Named]) -> Iterator[str]:
    """Give the players who are not called as when they sat down, and were not forgotten since."""
    seals, forgotten = sealed_names(acts), forgotten_players(acts)
    for key, named in people.items():
        proves = named.salt or (key in seals and key not in forgotten)
        if proves and seals.get(key) != seal_note(*named):
            yield key


def wrong_texts(entries: Sequence[Entry], acts: Sequence[Act]) -> Iterator[int]:
    """Give the entries that lack their text though no act forgot it; of a night of 0.1.0 nobody can tell."""
    tells = bool(sealed_names(acts[:1]))
    forgotten = {seq for act in acts if isinstance(act, Forgotten) for seq in act.entries}
    for entry in entries:
        left = entry.salt and (tells or not entry.sealed)
        lost = tells and entry.sealed and entry.seq not in forgotten
        if not entry.note and (left or lost):
            yield entry.seq
