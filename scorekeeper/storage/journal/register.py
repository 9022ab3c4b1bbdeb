"""The chain of openings: every night ever opened or imported, so that none is lost or exchanged unnoticed.

A deleted or pruned night has a second row, with the head of its journal.
"""

import hashlib
from collections.abc import Sequence

from scorekeeper.journal.hash_chain import GENESIS, canonical
from scorekeeper.storage.engine.sql import fetch, run
from scorekeeper.storage.models import OpeningRow, database

ENDINGS = ("deleted", "pruned")
KINDS = ("opened", "imported", *ENDINGS)


def slug_of(request: str) -> str:
    """Return the slug of the night that is opened under an id; sent twice, it is the same night."""
    return hashlib.sha256(request.encode()).hexdigest()[:8]


def note_opening(kind: str, slug: str, entry: str) -> None:
    """Add that a night begins or ends; others wait until the transaction ends."""
    if database.obj.for_update:  # SQLite has one writer anyway
        run('LOCK TABLE "opening" IN EXCLUSIVE MODE')
    last = OpeningRow.select().order_by(OpeningRow.place.desc()).first()
    place, link = (last.place + 1, last.hash) if last else (1, GENESIS)
    hashed = _hash(link, place, kind, slug, entry)
    OpeningRow.create(place=place, kind=kind, slug=slug, entry=entry, previous=link, hash=hashed)


def last_opening(slug: str = "") -> int:
    """Return the place of the last opening, of the night with this address where one is given; 0 if there is none."""
    sql = "SELECT COALESCE(MAX(place), 0) FROM opening WHERE ? IN ('', slug)"
    ((place,),) = fetch(sql, slug)
    return int(place)


def was_opened(slug: str) -> bool:
    """Return whether a night ever had this address."""
    return OpeningRow.select().where(OpeningRow.slug == slug).exists()


def how_ended(slug: str) -> str:
    """Return how the night of this address ended, "deleted" or "pruned", "" for one that did not end or never was."""
    kinds = [kind for (kind,) in fetch("SELECT kind FROM opening WHERE slug = ? ORDER BY place", slug)]
    return kinds[-1] if kinds and kinds[-1] in ENDINGS else ""


def _hash(previous: str, place: int, kind: str, slug: str, entry: str) -> str:
    return hashlib.sha256(canonical([previous, place, kind, slug, entry]).encode()).hexdigest()


def load_openings() -> list[OpeningRow]:
    """Return all openings in order."""
    return list(OpeningRow.select().order_by(OpeningRow.place))


def first_broken(openings: Sequence[OpeningRow]) -> int:
    """Return the place of the first opening that does not follow from the one before, 0 if all do."""
    link = GENESIS
    for place, opened in enumerate(openings, start=1):
        right = (place, link, _hash(link, place, opened.kind, opened.slug, opened.entry))
        if opened.kind not in KINDS or (opened.place, opened.previous, opened.hash) != right:
            return place
        link = opened.hash
    return 0
