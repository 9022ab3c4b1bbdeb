"""Forgetting somebody: the name is gone from all that is kept, and every journal still holds."""

import pytest

from scorekeeper.nightfile.writer import write_night
from scorekeeper.phrase import Refused
from scorekeeper.storage.access.devices import find_device, let_in, new_device
from scorekeeper.storage.journal.state import standings
from scorekeeper.storage.models import EntryRow, NightRow, Person
from scorekeeper.storage.nights.manage import forget, sittings_like, sittings_of
from scorekeeper.storage.queries.nights import people_of
from scorekeeper.storage.verify import verify_all, verify_night
from tests.storage.nights import NAMES, a_full_night, balances, book, everything, fresh, send, sender, start
from tests.storage.replayed import document, journal

AGAIN = {"dealer": "p3", "playing": ["p1", "p2", "p3"], "answers": {"soloist": "p1", "points": 80}}


def correct(row, note):
    send(row, "corrected", number=1, note=note, **AGAIN)


def erase(name):
    """Forget everybody of this name, as the command does."""
    return forget(sittings_of(name), sender())


def notes(row):
    return [entry.note for entry in journal(row.id) if entry.sealed]


@pytest.mark.both_databases
def test_the_name_is_gone_from_every_night_and_every_journal_holds(opened):
    nights = [a_full_night(), a_full_night()]
    heads, before = [row.head for row in map(fresh, nights)], balances(nights[0])
    forgotten = erase("Anna")
    assert (forgotten.instead, forgotten.nights) == ("N. N.", 2)
    assert "Anna" not in repr(everything())
    assert [finding for _, finding in verify_all()] == [None, None]
    told = [journal(row.id)[-1] for row in nights]
    assert [(entry.kind, entry.facts) for entry in told] == [("forgotten", {"player": "p1", "entries": []})] * 2
    assert [entry.previous for entry in told] == heads, "the past is the past"
    assert balances(nights[0])["N. N."] == before["Anna"]


def test_what_is_exported_afterwards_shows_the_placeholder(opened):
    row = a_full_night()
    correct(row, "Anna hat sich verzählt")
    erase("Anna")
    written = repr(write_night(document(fresh(row))))
    assert "Anna" not in written
    assert "N. N." in written


@pytest.mark.parametrize(
    ("note", "stays"),
    [
        ("Anna hat sich verzählt", False),
        ("wegen ANNAS Renonce", False),
        ("so sagt's Anna's Bruder", False),
        ("Annas’ Blatt", False),
        ("Annabell war da", True),
        ("Hanna war da", True),
        ("die Susanna", True),
    ],
)
def test_texts_with_the_name_are_emptied_and_others_stay(opened_file, note, stays):
    row = start()
    book(row)
    correct(row, note)
    correct(row, "nachgezählt")
    assert erase("Anna").texts == (0 if stays else 1)
    assert notes(row) == [note if stays else "", "nachgezählt"]
    assert verify_night(fresh(row)) is None


def test_of_an_emptied_text_nobody_can_try_what_it_said(opened):
    row = start()
    book(row)
    correct(row, "Anna")
    erase("Anna")
    assert [(entry.note, entry.salt) for entry in EntryRow.select().where(EntryRow.sealed != "")] == [("", "")]


def test_a_part_of_the_name_is_the_name_too(opened_file):
    row = start(players=5, most=3)
    book(row)
    correct(row, "Eva hat gegeben")
    erase("Eva Maria")
    assert notes(row) == [""]
    assert verify_night(fresh(row)) is None


def test_the_title_keeps_all_but_the_name(opened_file):
    row = start()
    NightRow.update(title="Annas 50. Geburtstag").where(NightRow.id == row.id).execute()
    erase("Anna")
    assert fresh(row).title == "N. N. 50. Geburtstag"


def test_everybody_who_is_forgotten_has_a_placeholder_of_his_own(opened):
    row, other = start(), start()
    assert [erase(name).instead for name in NAMES[:2]] == ["N. N.", "N. N. 2"]
    assert [player.name for player in standings(row.id)] == ["N. N.", "N. N. 2", "Clara"]
    assert [player.name for player in standings(other.id)] == ["N. N.", "N. N. 2", "Clara"]
    names = [person.name for person in Person.select().where(Person.forgotten)]
    assert len(names) == 4
    assert write_night(document(fresh(row)))["players"] == ["N. N.", "N. N. 2", "Clara"]


def test_to_forget_twice_changes_nothing_more(opened):
    row = start()
    erase("Anna")
    stored = everything()
    assert forget(sittings_like(row.id, "p1", "phone"), sender()).instead == "N. N."
    assert erase("N. N.").instead == ""
    assert everything() == stored


@pytest.mark.both_databases
def test_all_texts_of_a_night_can_be_emptied_whomever_they_name(opened):
    row, other = start(), start()
    for night in (row, other):
        book(night)
        correct(night, "der Dicke hat sich verzählt")
    forget([], sender(), emptied=row.id)
    assert (notes(row), notes(other)) == ([""], ["der Dicke hat sich verzählt"])
    assert (journal(row.id)[-1].facts, journal(other.id)[-1].kind) == ({"entries": [3]}, "corrected")
    assert verify_night(fresh(row)) is None


def host_of(*nights):
    device = find_device(new_device())
    for row in nights:
        let_in(device, row, "host")
    return device


def forget_here(row, player, host, request=""):
    """Delete a name as a host of a night does."""
    return forget(sittings_like(row.id, player, host.key), sender(request)._replace(device=host.key))


@pytest.mark.both_databases
def test_of_the_same_name_are_forgotten_who_sat_where_the_same_host_was(opened):
    """A night that was taken in from a file has people of its own."""
    mine, imported, elsewhere = start(), start(), start()
    host = host_of(mine, imported)
    forget_here(mine, "p1", host)
    names = [standings(row.id)[0].name for row in (mine, imported, elsewhere)]
    assert names == ["N. N.", "N. N.", "Anna"], "another host's Anna is somebody else"


def test_nobody_is_suggested_who_was_forgotten(opened):
    row = start()
    host = host_of(row)
    assert {person.name for person in people_of(host)} == {"Anna", "Bernd", "Clara"}
    erase("Anna")
    assert {person.name for person in people_of(host)} == {"Bernd", "Clara"}


def test_who_has_no_seat_cannot_be_forgotten(opened_file):
    row = start()
    with pytest.raises(Refused):
        sittings_like(row.id, "p9", "phone")
    assert sittings_of("Ann") == []
