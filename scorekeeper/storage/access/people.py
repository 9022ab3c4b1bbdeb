"""One person at several nights: only where one device hosts them all, for forgetting him there reaches them all."""

from scorekeeper.storage.engine.sql import fetch
from scorekeeper.storage.models import Device, Person
from scorekeeper.storage.queries.nights import people_of


def remember(host: Device, name: str) -> Person:
    """Return who bears this name at nights of this host and sits with nobody else, else somebody new, not stored."""
    met = next((person for person in people_of(host) if person.name == name), None)
    return met if met and _sits_only_with(host.key, met) else Person(name=name)


def bring_along(device: str, person: Person) -> Person:
    """Return who sits for a person in a night that the device with this key opens: himself where it hosts all of his.

    Else somebody new of the same name, not stored yet.
    """
    return person if _sits_only_with(device, person) else Person(name=person.name, forgotten=person.forgotten)


def _sits_only_with(device: str, person: Person) -> bool:
    sql = """SELECT 1 FROM player WHERE person_id = ? AND night_id NOT IN (
        SELECT night_id FROM access JOIN device ON device.id = access.device_id
        WHERE device.key = ? AND role = 'host' AND ended = '') LIMIT 1"""
    return not fetch(sql, person.id, device)
