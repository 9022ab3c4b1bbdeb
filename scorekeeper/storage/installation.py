"""What the installation keeps for itself from one start to the next."""

from scorekeeper.storage.statements import fetch, run
from scorekeeper.storage.transactions import writing


def came_by() -> str:
    """Return the address of this computer by which a phone came in last, empty for none."""
    rows = fetch("SELECT value FROM setting WHERE name = 'came by'")
    return str(rows[0][0]) if rows else ""


def note_came_by(address: str) -> None:
    """Keep the address by which a phone came in."""
    if came_by() != address:
        sql = """INSERT INTO setting (name, value) VALUES ('came by', ?)
            ON CONFLICT (name) DO UPDATE SET value = excluded.value"""
        with writing():
            run(sql, address)
