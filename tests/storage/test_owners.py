"""Whose phone it was when an entry was written stays, whoever has it today."""

from secrets import token_hex

import pytest
from playhouse.migrations import Runner

from scorekeeper.journal.act_json import read_act
from scorekeeper.paths import resources
from scorekeeper.storage.access.devices import (
    find_device,
    find_guest,
    introduce,
    let_in,
    new_device,
    owners_of_devices,
    players_of_devices,
)
from scorekeeper.storage.journal.state import load_night
from scorekeeper.storage.models import database
from scorekeeper.storage.writing.entry import Sender, append
from tests.storage.nights import book, start


@pytest.fixture
def phone(opened):
    """A night, and the secret and the key of a phone that hosts it."""
    row, secret = start(), new_device()
    device = find_device(secret)
    let_in(device, row, "host")
    return row, secret, device.key


def book_by(row, device):
    """Book the next deal on the phone with this key."""
    facts = {"number": load_night(row.id).number, "answers": {"soloist": "p1", "points": 71}}
    append(row.id, Sender(device, token_hex(8)), read_act("booked", facts))


@pytest.mark.parametrize(
    ("story", "owners"),
    [
        ("p1 writes p2 writes nobody", [(4, ""), (3, "p2"), (2, "p1")]),
        ("p1 p2 p3", [(2, "p3")]),
        ("p1 writes p2 other p3 other", [(4, "p3"), (2, "p1")]),
        ("p1 other p2 other p3 other nobody other p1 other", [(6, "p1")]),
    ],
    ids=["each from the next entry on", "the last before it", "unwritten is dropped", "one who writes nothing"],
)
def test_a_phone_is_whose_it_was_said_to_be_from_the_next_entry_on(phone, story, owners):
    """It writes itself, or an `other` phone does."""
    row, secret, key = phone
    for step in story.split():
        if step == "writes":
            book_by(row, key)
        elif step == "other":
            book(row)
        else:
            introduce(find_guest(secret, row.slug), step.replace("nobody", ""))
    assert owners_of_devices(row.id) == {key: owners}
    last = owners[0][1]
    assert players_of_devices(row.id) == ({key: last} if last else {})


@pytest.mark.both_databases
def test_the_known_owner_of_a_phone_holds_for_all_that_it_wrote(phone):
    row, secret, key = phone
    introduce(find_guest(secret, row.slug), "p2")
    runner = Runner(database.obj, str(resources("migrations")))
    while any(name.startswith("0006") for name in runner.applied()):
        runner.down()
    runner.up()
    assert owners_of_devices(row.id) == {key: [(0, "p2")]}
