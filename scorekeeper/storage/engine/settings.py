"""What the installation keeps for itself from one start to the next."""

from scorekeeper.storage.engine.transactions import writing
from scorekeeper.storage.models import Setting


def came_by() -> str:
    """Return the address of this computer by which a phone came in last, empty for none."""
    found = Setting.get_or_none(Setting.name == "came by")
    return str(found.value) if found else ""


def note_came_by(address: str) -> None:
    """Keep the address by which a phone came in."""
    if came_by() != address:
        added = Setting.insert(name="came by", value=address)
        with writing():
            added.on_conflict(conflict_target=[Setting.name], update={Setting.value: address}).execute()
