"""Whose phone is meant on a page: today's owner, or who had it when an entry of the journal was written."""

from flask import g

from scorekeeper.phrase import Name, Phrase, Value, say
from scorekeeper.storage.access.devices import AT_SERVER, FROM_FILE, owners_of_devices, players_of_devices


def owner_of(device: str, seq: int = 0) -> str:
    """Return the key of the player whose a device was when it wrote the entry `seq`, or is today; empty for nobody.

    The device is one of the night on whose page we are.
    """
    if seq:
        if "owners_then" not in g:
            g.owners_then = owners_of_devices(g.guest.night)
        return next((player for since, player in g.owners_then.get(device, ()) if since <= seq), "")
    if "owners" not in g:
        g.owners = players_of_devices(g.guest.night)
    return str(g.owners.get(device, ""))


def name_of_device(device: str, seq: int = 0) -> Phrase:
    """Return what to call the device that wrote the entry `seq`, or what it is called today."""
    if device in (FROM_FILE, AT_SERVER):
        return say("from a file") if device == FROM_FILE else say("on the server")
    owner = owner_of(device, seq)
    return say("{player}’s phone", player=Name(owner)) if owner else say("an unnamed phone")


def who_had(device: str, seq: int = 0) -> Value:
    """Return the name that others see for a device, at the entry `seq` or now."""
    owner = owner_of(device, seq)
    return Name(owner) if owner else say("Another phone")
