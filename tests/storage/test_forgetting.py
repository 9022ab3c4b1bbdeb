"""Forgetting somebody: the name is gone from all that is stored, an act says so, and every journal still holds."""

import unicodedata

import pytest

from scorekeeper.nightfile.writer import write_night
from scorekeeper.phrase import Refused
from scorekeeper.storage.access.devices import find_device, let_in, new_device
from scorekeeper.storage.engine.sql import fetch, run
from scorekeeper.storage.journal.state import standings
from scorekeeper.storage.models import EntryRow, NightRow, Person
from scorekeeper.storage.nights.manage import forget, sittings_like, sittings_of, was_sent_before
from scorekeeper.storage.queries.nights import forgettings, people_of
from scorekeeper.storage.transfer import prepare, take_in
from scorekeeper.storage.verify import verify_all, verify_night
from tests.storage.nights import NAMES, a_full_night, balances, book, everything, fresh, reopen, send, sender, start
from tests.storage.replayed import copied, document, journal

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
    entries = [journal(row.id)[-1] for row in nights]
    assert [(entry.kind, entry.facts) for entry in entries] == [("forgotten", {"player": "p1", "entries": []})] * 2
    assert [entry.previous for entry in entries] == heads, "the past is the past"
    assert balances(nights[0])["N. N."] == before["Anna"]


def test_a_text_with_the_name_is_emptied_and_the_title_keeps_the_rest(opened):
    """What names somebody, `tests/night/test_mentions.py` says."""
    row = start()
    NightRow.update(title="Annas 50. Geburtstag").where(NightRow.id == row.id).execute()
    book(row)
    for note in ("Anna hat sich verzählt", "Annabell war da"):
        correct(row, note)
    assert erase("Anna").texts == 1
    entries = EntryRow.select().where(EntryRow.sealed != "").order_by(EntryRow.seq)
    assert [(entry.note, bool(entry.salt)) for entry in entries] == [("", False), ("Annabell war da", True)]
    assert fresh(row).title == "N. N. 50. Geburtstag"
    assert verify_night(fresh(row)) is None


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
def test_namesakes_of_the_same_host_are_forgotten_and_no_point_moves(opened):
    """A night that was taken in from a file has people of its own."""
    mine, other, elsewhere = a_full_night(), a_full_night(), a_full_night()
    before = balances(mine)
    forget_here(mine, "p1", host_of(mine, other))
    assert [("N. N." in balances(row), len(forgettings(row.id))) for row in (mine, other, elsewhere)] == [
        *[(True, 1)] * 2,
        (False, 0),
    ], "another host's Anna is somebody else"
    assert list(balances(mine).values()) == list(before.values())
    assert [finding for _, finding in verify_all()] == [None] * 3


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


def rename(row, player, name):
    run(
        "UPDATE person SET name = ? WHERE id = (SELECT person_id FROM player WHERE night_id = ? AND key = ?)",
        name,
        row.id,
        player,
    )


def test_the_act_says_whose_seat_and_which_entries_and_no_name(opened):
    row = start()
    book(row)
    for note in ("Anna hat sich verzählt", "nachgezählt", "ANNAS Blatt"):
        correct(row, note)
    host = host_of(row)
    forget_here(row, "p1", host)
    last = journal(row.id)[-1]
    assert (last.kind, last.facts, last.device) == ("forgotten", {"player": "p1", "entries": [3, 5]}, host.key)
    assert (last.note, last.result, last.number) == ("", {}, 0)
    assert forgettings(row.id) == [last]
    assert notes(row) == ["", "nachgezählt", ""]
    assert verify_night(fresh(row)) is None


def test_all_texts_that_are_emptied_with_a_name_are_told_in_one_act(opened):
    row = start()
    book(row)
    correct(row, "nachgezählt")
    forget(sittings_like(row.id, "p2", "phone"), sender(), emptied=row.id)
    assert [entry.facts for entry in forgettings(row.id)] == [{"player": "p2", "entries": [3]}]


@pytest.mark.both_databases
def test_sent_again_it_is_done_once_and_other_contents_are_refused(opened):
    row = start()
    book(row)
    correct(row, "nachgezählt")
    host, request = host_of(row), "a-form-of-its-own"
    assert not was_sent_before(row.id, "p1", False, request)
    forget_here(row, "p1", host, request)
    stored = everything()
    assert was_sent_before(row.id, "p1", False, request)
    forget_here(row, "p1", host, request)
    assert everything() == stored
    for player, all_texts in (("p2", False), ("", True), ("p1", True)):
        with pytest.raises(Refused):
            was_sent_before(row.id, player, all_texts, request)
    with pytest.raises(Refused):
        forget_here(row, "p2", host, request)
    assert everything() == stored
    correct(row, "Bernd")
    send(row, "paused", "another-form", player="p3")
    with pytest.raises(Refused):
        was_sent_before(row.id, "p3", False, "another-form")


def test_texts_that_came_later_do_not_make_it_another_form(opened_file):
    row = start()
    book(row)
    correct(row, "nachgezählt")
    forget([], sender("a-form-of-its-own"), emptied=row.id)
    correct(row, "noch einmal")
    assert was_sent_before(row.id, "", True, "a-form-of-its-own")


@pytest.mark.parametrize(
    "facts",
    [
        {"player": "p9", "entries": []},
        {"player": "Anna", "entries": []},
        {"entries": [3, 2]},
        {"entries": [2, 2]},
        {"entries": [0]},
        {"entries": ["2"]},
        {"entries": [True]},
        {"entries": 2},
        {"entries": [], "name": "Anna"},
    ],
)
def test_what_no_such_act_says_is_refused(opened_file, facts):
    row = start()
    with pytest.raises(Refused):
        send(row, "forgotten", **facts)


def test_the_act_goes_with_the_file_into_another_database(opened, other_place):
    row = a_full_night()
    correct(row, "Anna hat sich verzählt")
    erase("Anna")
    written = write_night(document(fresh(row)))
    assert "Anna" not in repr(written)
    reopen(other_place)
    taken = take_in(prepare(written, "file"))
    assert journal(taken.id)[-1].facts["player"] == "p1"
    assert verify_night(taken) is None
    assert standings(taken.id)[0].name == "N. N."


@pytest.mark.parametrize(
    ("sits", "called"),
    [
        ("Anna-Maria", "ANNA MARIA"),
        (unicodedata.normalize("NFD", "René"), "René"),
        ("Bo  Li", "bo li"),
    ],
)
def test_people_are_found_however_their_name_is_spelled(opened, sits, called):
    row = start()
    rename(row, "p1", sits)
    assert [sitting.player for sitting in sittings_of(called)] == ["p1"]
    erase(called)
    assert sits not in repr(everything())


@pytest.mark.parametrize("called", ["Ann", "Maria", "Anna-Maria-Luise", "", "-", "N. N."])
def test_nobody_else_is_found(opened_file, called):
    row = start()
    rename(row, "p1", "Anna-Maria")
    erase("Bernd")
    assert sittings_of(called) == []


def test_names_that_differ_only_in_spelling_get_two_placeholders(opened):
    """Earlier versions let them sit at one table; a file with one name twice could not be taken in again."""
    row = start()
    rename(row, "p2", "anna")
    NightRow.update(title="Anna und anna").where(NightRow.id == row.id).execute()
    erase("Anna")
    assert [player.name for player in standings(row.id)] == ["N. N.", "N. N. 2", "Clara"]
    assert [entry.facts["player"] for entry in forgettings(row.id)] == ["p1", "p2"]
    assert copied(row)


@pytest.mark.both_databases
def test_a_host_forgets_the_chosen_seat_and_the_same_person_elsewhere(opened):
    row, other = start(), start()
    rename(row, "p2", "anna")
    rename(other, "p3", "ANNA")
    run(
        "UPDATE person SET name = 'Dora' WHERE id = (SELECT person_id FROM player WHERE night_id = ? AND key = 'p1')",
        other.id,
    )
    forget_here(row, "p1", host_of(row, other))
    assert [player.name for player in standings(row.id)] == ["N. N.", "anna", "Clara"]
    assert [player.name for player in standings(other.id)] == ["Dora", "Bernd", "N. N."]


def test_who_sits_nowhere_is_not_kept(opened):
    start()
    run("INSERT INTO person (name, forgotten) VALUES (?, ?)", "Zora", False)
    erase("Anna")
    assert fetch("SELECT 1 FROM person WHERE name IN ('Zora', 'Anna')") == []
