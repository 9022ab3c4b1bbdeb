"""A night with bonuses of the table's own: their names are sealed, can be forgotten, and go through files."""

import json

import pytest

from scorekeeper.journal.acts import Opened, RulesChanged
from scorekeeper.nightfile.writer import write_night
from scorekeeper.phrase import PLAIN, render
from scorekeeper.storage.journal.state import load_rows
from scorekeeper.storage.models import Person
from scorekeeper.storage.nights.manage import forget, sittings_of
from scorekeeper.storage.verify import verify_all, verify_night
from scorekeeper.storage.writing.entry import Opening, append, create_night
from tests.storage.nights import NAMES, balances, everything, fresh, send, sender
from tests.storage.replayed import copied, document, journal

OWN = {"own1": {"name": "Annas Zwickl", "value": [1, 3]}}
WON = {"declarer": "p2", "contract": "dreier", "points": 40}
MADE = {**WON, "bonuses": [{"player": "p2", "bonus": "own1", "announced": True}]}


def a_night():
    people = [Person.create(name=name) for name in NAMES[:4]]
    house = {"values": {"dreier": 6}, "bonuses": OWN}
    opened = Opened(game="koenigrufen", preset="wien", house=house, seats=("p1", "p2", "p3", "p4"))
    row = create_night(Opening(opened, "", people), sender())
    send(row, "booked", number=1, answers=MADE)
    dearer = {"bonuses": {"own1": {"name": "Herz", "value": [2, 5]}}}
    append(row.id, sender(), RulesChanged(number=2, house=dearer))
    send(row, "booked", number=2, answers=MADE)
    return row


def paid(row):
    return [payoff for _, payoff in balances(row).values()]


@pytest.mark.both_databases
def test_names_of_own_bonuses_are_hashed_nowhere_and_can_be_forgotten(opened):
    row = a_night()
    assert paid(row) == [-9 - 10, 27 + 30, -19, -19]
    hashed = json.dumps([[entry.facts, entry.result] for entry in journal(row.id)], ensure_ascii=False)
    assert "Zwickl" not in hashed
    assert "Herz" not in hashed
    before = paid(row)
    forget(sittings_of("Anna"), sender())
    assert "Zwickl" not in repr(everything())
    assert paid(row) == before
    assert [finding for _, finding in verify_all()] == [None]
    rules = load_rows(row.id).night.rules_at(1)
    assert render(rules.own_bonuses[0].label, PLAIN) == "bonus 1 of the table"
    send(row, "booked", number=3, answers=MADE)
    assert verify_night(fresh(row)) is None


@pytest.mark.both_databases
def test_a_night_with_own_bonuses_is_exported_and_imported(opened):
    row = a_night()
    tables = write_night(document(row))
    assert tables["house"]["bonuses"] == OWN
    again = copied(row)
    assert paid(again) == paid(row)
    assert verify_night(fresh(again)) is None
    assert write_night(document(again))["deals"] == tables["deals"]
