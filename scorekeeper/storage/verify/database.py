"""Checking what no single night tells: nights that are gone, and what the database itself finds wrong in its files."""

from collections import Counter
from collections.abc import Iterator

from scorekeeper.phrase import Phrase, count, say
from scorekeeper.storage.engine.sql import fetch
from scorekeeper.storage.journal.register import ENDINGS, first_broken, load_openings
from scorekeeper.storage.models import TABLES, database


def faults() -> Iterator[Phrase]:
    """Give what does not hold in the database as a whole."""
    yield from _damage()
    openings = load_openings()
    if place := first_broken(openings):
        yield say("opening {place} in the list of nights is not what was written", place=str(place))
    slugs = {slug for (slug,) in fetch("SELECT slug FROM night")}
    slugs |= {ended.slug for ended in openings if ended.kind in ENDINGS}
    yield from (
        say("the night {night}, opened as number {place}, is gone", night=opened.slug, place=str(opened.place))
        for opened in openings
        if opened.slug not in slugs
    )


def _damage() -> Iterator[Phrase]:
    """Give what the database finds wrong: in its tables and indexes, and in what rows say of other rows."""
    if database.obj.for_update:
        sql = "SELECT indexrelid::regclass::text FROM pg_index WHERE NOT indisvalid OR NOT indisready"
        yield from (say("the index {index} is not valid", index=index) for (index,) in fetch(sql))
        lost = _dangling()
    else:
        for (damage,) in fetch("PRAGMA integrity_check"):
            if damage != "ok":
                yield say("it is damaged: {damage}", damage=damage)
        lost = Counter((table, parent) for table, _, parent, _ in fetch("PRAGMA foreign_key_check"))
    for (table, parent), rows in sorted(lost.items()):
        values = {"table": table, "parent": parent}
        yield count(
            "{n} row of {table} belongs to a row of {parent} that there is not",
            "{n} rows of {table} belong to rows of {parent} that there are not",
            n=rows,
            **values,
        )


def _dangling() -> Counter[tuple[str, str]]:
    """Look up what every row refers to: PostgreSQL does so only as it is written."""
    lost = Counter[tuple[str, str]]()
    for table in TABLES:
        for field in table._meta.refs:
            name = table._meta.table_name
            parent = field.rel_model._meta.table_name
            sql = f"""SELECT COUNT(*) FROM "{name}" WHERE NOT EXISTS
                (SELECT 1 FROM "{parent}" WHERE "{parent}".id = "{name}"."{field.column_name}")"""  # noqa: S608
            lost[name, parent] += fetch(sql)[0][0]
    return +lost
