"""Seals of names and free texts, which are stored outside of the journal so that they can be forgotten.

Each is a salted digest, useless without the salt. `opened` and `admitted` have one for every name, `joined` and
`renamed` have one.
A new title of a night is the note of its act.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from scorekeeper.journal.acts import Act, Admitted, Forgotten, Joined, Opened, Renamed, Titled
from scorekeeper.journal.hash_chain import Entry, seal_note


class Named(NamedTuple):
    """The name of a player and its salt, which is empty if the name was forgotten."""

    name: str
    salt: str


def new_salt() -> str:
    """Return a random salt, too long to guess even for a known name."""
    import secrets  # only where a name or a text is entered

    return secrets.token_hex(16)


def seal_names(opened: Opened, people: Mapping[str, Named]) -> Opened:
    """Return an opening with the seals of the names of its players."""
    return replace(opened, names={key: seal_note(*people[key]) for key in opened.seats})


def sealed_names(acts: Iterable[Act]) -> dict[str, list[str]]:
    """Return the seals of each player's names, the latest last; a night of version 0.1.0 has none."""
    seals: dict[str, list[str]] = {}
    for act in acts:
        match act:
            case Opened() | Admitted():
                seals |= {player: [seal] for player, seal in act.names.items()}
            case Joined() | Renamed() if act.name:
                seals.setdefault(act.player, []).append(act.name)
    return seals


def forgotten_players(acts: Iterable[Act]) -> set[str]:
    """Return the players whose names were forgotten."""
    return {act.player for act in acts if isinstance(act, Forgotten) and act.player}


def wrong_names(
    acts: Sequence[Act], people: Mapping[str, Named], former: Mapping[str, Sequence[Named]]
) -> Iterator[str]:
    """Yield the players with names that do not match the seals of the journal, without forgotten ones.

    `former` are their earlier names, in order.
    """
    seals = sealed_names(acts)
    forgotten = forgotten_players(acts)
    for key, named in people.items():
        proven = [seal_note(*called) for called in (*former.get(key, ()), named) if called.salt]
        if proven != seals.get(key, []) and (proven or key not in forgotten):
            yield key


def is_wrong_title(title: str, entries: Sequence[Entry]) -> bool:
    """Return whether the title of a night differs from its last titling act.

    The first title is in no act, and a forgotten one cannot be compared.
    """
    named = next((entry for entry in reversed(entries) if entry.kind == Titled.kind), None)
    return named is not None and (bool(named.note) or not named.sealed) and named.note != title


def lacks_text(entry: Entry) -> bool:
    """Return whether the text of an entry is missing."""
    return not entry.note and bool(entry.salt or entry.sealed)


def wrong_texts(entries: Sequence[Entry], acts: Sequence[Act]) -> Iterator[int]:
    """Yield the entries with a missing text that no act forgot; unknown for nights of version 0.1.0."""
    has_seals = bool(sealed_names(acts[:1]))
    forgotten = {seq for act in acts if isinstance(act, Forgotten) for seq in act.entries}
    for entry in filter(lacks_text, entries):
        left = entry.salt and (has_seals or not entry.sealed)
        lost = has_seals and entry.sealed and entry.seq not in forgotten
        if left or lost:
            yield entry.seq
