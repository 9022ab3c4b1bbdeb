"""The clock: the only module that asks for the time. Everything else asks it, so that a test can set it."""

from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones


def moment() -> datetime:
    """Return this moment in UTC."""
    return datetime.now(UTC)


def today(zone: str = "") -> str:
    """Return the ISO date in a time zone such as "Europe/Vienna", "" for that of this computer."""
    return day_of(moment(), zone)


def day_of(when: datetime, zone: str = "") -> str:
    """Return the ISO date of a moment in a time zone."""
    return when.astimezone(_zone(zone)).date().isoformat()


def next_hour(after: datetime, hour: int, zone: str = "") -> datetime:
    """Return the first moment after another, in UTC, at which it is this full hour in a time zone.

    An hour that comes twice as summer time ends is meant the first time, one that is left out comes as it begins.
    """
    day = after.astimezone(_zone(zone)).date()
    found = _moment_of(day, hour, zone)
    return found if found > after else _moment_of(day + timedelta(days=1), hour, zone)


@lru_cache(maxsize=1)
def zones() -> frozenset[str]:
    """Return the time zones that this computer knows."""
    return frozenset(available_timezones())


def _moment_of(day: date, hour: int, zone: str) -> datetime:
    local = datetime.combine(day, time(hour))
    there = _zone(zone)
    return (local.replace(tzinfo=there) if there else local).astimezone(UTC)


def _zone(zone: str) -> tzinfo | None:
    """Return a time zone, None for that of this computer, also instead of one that only another computer knows."""
    return ZoneInfo(zone) if zone and zone in zones() else None
