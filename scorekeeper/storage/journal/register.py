"""The chain of openings: every night that was ever opened or taken in, so that none is gone or exchanged unseen.

One that was deleted, or written to a file and taken out, stands there a second time, with the head of its journal.
"""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.journal.hash_chain import GENESIS, canonical
from scorekeeper.storage.engine.sql import fetch, insert, run
from scorekeeper.storage.models import OpeningRow, database

ENDINGS = ("deleted", "pruned")
KINDS = ("opened", "imported", *ENDINGS)


class Listed(NamedTuple):
    """One opening: its place from 1, its kind, the night's address, the hash of its first entry, or last at the end."""

    place: int
    kind: str
    slug: str
    entry: str
    previous: str
    hash: str


def slug_of(request: str) -> str:
    """Return what names the night in addresses that an act with this id opens; sent twice, it is the same night."""
    return hashlib.sha256(request.encode()).hexdigest()[:8]


def note_opening(kind: str, slug: str, entry: str) -> None:
    """Write down that a night begins or ends; nobody else does so until the transaction ends."""
    if database.obj.for_update:  # SQLite has one writer at a time anyway
        run('LOCK TABLE "opening" IN EXCLUSIVE MODE')
    last = fetch("SELECT place, hash FROM opening ORDER BY place DESC LIMIT 1")
    place, link = last[0] if last else (0, GENESIS)
    opened = _chained(Listed(place + 1, kind, slug, entry, link, ""))
    insert(OpeningRow, [opened._asdict()])


def was_opened(slug: str) -> bool:
    """Return whether a night ever had this address."""
    return bool(fetch("SELECT 1 FROM opening WHERE slug = ?", slug))


def how_ended(slug: str) -> str:
    """Return how the night of this address ended: deleted, or pruned; "" for one that did not, or never was."""
    kinds = [kind for (kind,) in fetch("SELECT kind FROM opening WHERE slug = ? ORDER BY place", slug)]
    return kinds[-1] if kinds and kinds[-1] in ENDINGS else ""


def _chained(opened: Listed) -> Listed:
    said = [opened.previous, opened.place, opened.kind, opened.slug, opened.entry]
    return opened._replace(hash=hashlib.sha256(canonical(said).encode()).hexdigest())


def load_openings() -> list[Listed]:
    """Return all openings in order."""
    return [
        Listed(*row) for row in fetch("SELECT place, kind, slug, entry, previous, hash FROM opening ORDER BY place")
    ]


def first_broken(openings: Sequence[Listed]) -> int:
    """Return the place of the first opening that does not follow from the one before, 0 if all do."""
    link = GENESIS
    for place, opened in enumerate(openings, start=1):
        if opened.kind not in KINDS or _chained(opened._replace(place=place, previous=link)) != opened:
            return place
        link = opened.hash
    return 0
