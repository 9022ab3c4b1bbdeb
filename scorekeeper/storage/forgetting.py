"""Forgetting people: their names are taken out of all that is kept, and every journal still holds.

Names stand in the rows of people, in free texts and in the titles of nights; the chain of a journal holds none of them.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import chain, count
from typing import NamedTuple

from scorekeeper.phrase import Refused, say
from scorekeeper.storage.book import writing
from scorekeeper.storage.statements import fetch, run
from scorekeeper.storage.tables import database

_NOBODY = "N. N."  # as theatres name who has no name, in German and English


class Forgotten(NamedTuple):
    """What forgetting has changed: what stands for the name now, in how many nights, how many free texts are gone."""

    instead: str
    nights: int
    texts: int


def people_called(name: str) -> list[int]:
    """Return the people of this name, whoever they are."""
    return [person for (person,) in fetch("SELECT id FROM person WHERE name = ? ORDER BY id", name)]


def people_like(night_id: int, player: str, device: str) -> list[int]:
    """Return who has a seat in a night, and who else bears the name in nights of which the device is a host.

    Raises Refused for a key that is nobody's.
    """
    sql = (
        "SELECT person.id, name FROM person JOIN player ON player.person_id = person.id WHERE night_id = ? AND key = ?"
    )
    found = fetch(sql, night_id, player)
    if not found:
        raise Refused("player", say("nobody of this name has a seat here"))
    sql = """SELECT DISTINCT person.id FROM person JOIN player ON player.person_id = person.id
        JOIN access ON access.night_id = player.night_id JOIN device ON device.id = access.device_id
        WHERE device.key = ? AND role = ? AND ended = ? AND name = ?"""
    return sorted({found[0][0], *(person for (person,) in fetch(sql, device, "host", "", found[0][1]))})


def forget(people: Sequence[int]) -> Forgotten:
    """Put a placeholder for the name of people, who all bear the same, wherever it is kept."""
    with writing():
        name, forgotten = fetch("SELECT name, forgotten FROM person WHERE id = ?", people[0])[0]
        instead = name if forgotten else _free_placeholder()
        nights = {night for person in people for night in _nights_of(person)}
        for person in people:
            run("UPDATE person SET name = ?, forgotten = ? WHERE id = ?", instead, True, person)
        texts = 0 if forgotten else sum(_take_out(night, _pattern(name), instead) for night in nights)
    return Forgotten(instead, len(nights), texts)


def empty_texts(night_id: int) -> None:
    """Empty every free text of a night's journal; that there was one stays provable."""
    with writing():
        _empty(row for (row,) in fetch("SELECT id FROM entry WHERE night_id = ? AND note <> ?", night_id, ""))


def overwrite() -> bool:
    """Write the database anew, so that nothing of what was taken out stays in its files.

    Returns False where somebody kept reading the old pages all the while; it can be tried again.
    """
    if database.obj.for_update:
        for table in ("person", "entry", "night"):
            run(f'VACUUM (FULL) "{table}"')
        return True
    run("VACUUM")
    return not fetch("PRAGMA wal_checkpoint(TRUNCATE)")[0][0]


def _free_placeholder() -> str:
    """Return a placeholder that stands for nobody else: balances are carried between nights by name."""
    taken = {name for (name,) in fetch("SELECT name FROM person WHERE name LIKE ?", f"{_NOBODY}%")}
    numbered = (f"{_NOBODY} {number}" for number in count(2))
    return next(name for name in chain([_NOBODY], numbered) if name not in taken)


def _nights_of(person: int) -> Iterable[int]:
    return [night for (night,) in fetch("SELECT night_id FROM player WHERE person_id = ?", person)]


def _pattern(name: str) -> re.Pattern[str]:
    """Return what finds a name in a text, or a part of it that somebody may be called by, and their genitives."""
    parts = {name, *(part for part in name.split() if len(part) > 2 and part[0].isupper())}
    known = "|".join(re.escape(part) for part in sorted(parts, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{known})(?:['’]?s)?(?!\w)", re.IGNORECASE)


def _take_out(night_id: int, pattern: re.Pattern[str], instead: str) -> int:
    """Empty the free texts of a night that hold the name, replace it in the title; return how many texts."""
    (title,) = fetch("SELECT title FROM night WHERE id = ?", night_id)[0]
    if pattern.search(title):
        run("UPDATE night SET title = ? WHERE id = ?", pattern.sub(lambda _: instead, title), night_id)
    notes = fetch("SELECT id, note FROM entry WHERE night_id = ? AND note <> ?", night_id, "")
    return _empty(row for row, note in notes if pattern.search(note))


def _empty(rows: Iterable[int]) -> int:
    """Empty free texts with their salts, without which nobody can try what they said; return how many."""
    found = list(rows)
    for row in found:
        run("UPDATE entry SET note = ?, salt = ? WHERE id = ?", "", "", row)
    return len(found)
