"""A night by a document of the table: what was typed in it is sealed, can be forgotten, and is priced for ever."""

import json

import pytest

from scorekeeper.journal.act_json import read_act
from scorekeeper.journal.acts import Opened, RulesChanged
from scorekeeper.journal.house_texts import take_texts
from scorekeeper.nightfile.writer import write_night
from scorekeeper.phrase import Refused
from scorekeeper.storage.journal.state import load_rows
from scorekeeper.storage.models import Person
from scorekeeper.storage.nights.manage import forget, sittings_of
from scorekeeper.storage.verify import verify_all, verify_night
from scorekeeper.storage.writing.entry import Opening, append, create_night
from tests.games.own.documents import SKAT
from tests.storage.nights import NAMES, balances, everything, fresh, send, sender
from tests.storage.replayed import copied, document, journal

OUR_OWN = {**SKAT, "name": "Annas Schlampertes", "players": [3, 4]}
WON = {"declarer": "p1", "contract": "null", "won": True}
DEARER = {**OUR_OWN, "contracts": [{"key": "null", "name": "Revolution", "value": 50, "count": False}], "steps": []}


def a_night():
    people = [Person.create(name=name) for name in NAMES[:3]]
    opened = Opened(game="own", house={"sheet": OUR_OWN}, seats=("p1", "p2", "p3"))
    row = create_night(Opening(opened, "", people), sender())
    send(row, "booked", number=1, answers=WON)
    append(row.id, sender(), RulesChanged(number=2, house={"sheet": DEARER}))
    send(row, "booked", number=2, answers=WON)
    return row


def paid(row):
    return {name: payoff for name, (_, payoff) in balances(row).items()}


@pytest.mark.both_databases
def test_each_deal_is_paid_by_the_sheet_that_it_was_played_with(opened):
    row = a_night()
    assert paid(row) == {"Anna": 146, "Bernd": -73, "Clara": -73}
    send(row, "corrected", number=1, dealer="p3", playing=["p1", "p2", "p3"], answers={**WON, "won": False})
    assert paid(row) == {"Anna": 8, "Bernd": -4, "Clara": -4}
    send(row, "undone", number=2)
    assert paid(row) == {"Anna": -92, "Bernd": 46, "Clara": 46}
    assert [finding for _, finding in verify_all()] == [None]


def test_what_a_table_typed_is_in_the_notes_and_in_nothing_that_is_hashed(opened):
    row = a_night()
    hashed = json.dumps([[entry.facts, entry.result] for entry in journal(row.id)], ensure_ascii=False)
    for text in ("Schlampertes", "Revolution", "Grand", "Karo", "Spitzen"):
        assert text not in hashed
    assert "Revolution" in journal(row.id)[2].note


@pytest.mark.both_databases
def test_texts_with_a_name_are_forgotten_and_the_night_still_holds(opened):
    row = a_night()
    before = paid(row)
    forget(sittings_of("Anna"), sender())
    assert "Schlampertes" not in repr(everything()), "the name of the game had the name in it"
    assert list(paid(row).values()) == list(before.values())
    assert [finding for _, finding in verify_all()] == [None]
    night = load_rows(row.id).night
    assert night.rules_at(1).sheet.contract("null").value == 23
    send(row, "booked", number=3, answers=WON)
    assert verify_night(fresh(row)) is None


@pytest.mark.both_databases
def test_a_night_is_exported_and_imported_with_all_its_sheets(opened):
    row = a_night()
    tables = write_night(document(row))
    assert tables["house"]["sheet"]["name"] == "Annas Schlampertes"
    assert tables["deals"][1]["house"]["sheet"]["contracts"][0]["name"] == "Revolution"
    again = copied(row)
    assert paid(again) == {"Anna": 146, "Bernd": -73, "Clara": -73}
    assert verify_night(fresh(again)) is None
    assert write_night(document(again))["deals"] == tables["deals"]


def test_a_sheet_in_the_facts_of_a_journal_is_refused():
    facts = {"game": "own", "house": {"sheet": OUR_OWN}, "seats": ["p1", "p2", "p3"]}
    with pytest.raises(Refused, match="house"):
        read_act("opened", facts)
    sealed, note = take_texts(facts["house"])
    assert read_act("opened", {**facts, "house": sealed}, note).house["sheet"]["name"] == "Annas Schlampertes"
