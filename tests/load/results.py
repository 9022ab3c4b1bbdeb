"""What came of many requests: whether all that was answered is stored, and how long it took."""

from collections.abc import Iterator, Mapping

from scorekeeper.storage.engine.migrate import connect
from scorekeeper.storage.engine.sql import fetch
from scorekeeper.storage.models import database
from scorekeeper.storage.verify import verify_all


def look_into(place: str, booked: Mapping[str, list[str]]) -> Iterator[str]:
    """Compare the numbers of deals whose booking was answered, by night, with what is stored."""
    connect(place)
    try:
        with database.obj.connection_context():
            yield from (str(finding) for _, finding in verify_all() if finding)
            for night, told in booked.items():
                sql = """SELECT entry.number FROM entry JOIN night ON night.id = entry.night_id
                    WHERE slug = ? AND kind = 'booked' ORDER BY entry.number"""
                stored = [number for (number,) in fetch(sql, night.rpartition("/")[2])]
                if stored != sorted(map(int, told)):
                    yield f"{night}: {told} were answered, {stored} are stored"
    finally:
        database.obj.close_all()


def percentile(measured: list[float], share: float) -> float:
    """Return the milliseconds within which this share of all requests was answered."""
    return sorted(measured)[min(len(measured) - 1, int(len(measured) * share))] * 1000
