"""Checking a night: whatever is changed behind the program's back is found, and the first wrong entry is named."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product

import pytest

from scorekeeper.journal.hash_chain import GENESIS, Entry
from scorekeeper.night.journal_check import replay_lean
from scorekeeper.storage import verify as verify_module
from scorekeeper.storage.engine.sql import fetch, run
from scorekeeper.storage.journal.register import note_opening
from scorekeeper.storage.models import EntryRow, NightRow, database
from scorekeeper.storage.verify import verify_all, verify_night
from tests.chained import chain
from tests.chosen import noted
from tests.storage.acts import KINDS
from tests.storage.nights import book, fresh, send, start
from tests.storage.replayed import journal, replay

NOTED = 5  # a correction of deal 1, with a note; something stands before it and behind it
LAST = 33


def test_the_night_that_is_changed_here_holds_an_act_of_every_kind(night):
    kinds = [entry.kind for entry in journal(night.id)]
    assert (set(kinds), len(kinds), kinds[NOTED - 1]) == (
        {"opened", *KINDS} - {"returned", "left", "coin", "admitted", "gathered", "handed back"},
        LAST,
        "corrected",
    )
    assert [finding for _, finding in verify_all()] == [None, None]


def found_at(row: NightRow) -> int:
    """Return the place of the first entry that does not hold; whatever else is found there is none."""
    findings = {checked.id: finding for checked, finding in verify_all()}
    assert [night for night, finding in findings.items() if finding] == [row.id]
    assert findings[row.id].reason.text
    return findings[row.id].seq


def set_entry(row: NightRow, seq: int, column: str, value: object) -> None:
    """Change one column of one entry behind the program's back."""
    run(f'UPDATE entry SET "{column}" = ? WHERE night_id = ? AND seq = ?', value, row.id, seq)


@contextmanager
def undone(**what: object) -> Iterator[None]:
    """Undo what is changed inside; a failure there says of what it is."""
    with noted(**what), database.atomic() as change:
        yield
        change.rollback()


def entry_row(row: NightRow, seq: int) -> EntryRow:
    """The stored entry."""
    return EntryRow.get(EntryRow.night == row.id, EntryRow.seq == seq)


TEXTS = ("kind", "device", "made", "arrived", "request", "note", "salt", "sealed", "previous", "hash")


def test_every_single_letter_of_an_entry_counts(night):
    """Of one entry all are tried, of others the first of each column."""
    unseen = []
    for seq, column in product((1, 2, NOTED, LAST), (*TEXTS, "facts", "result")):
        text = getattr(entry_row(night, seq), column)
        for place, letter in enumerate(text if seq == NOTED else text[:1]):
            set_entry(night, seq, column, text[:place] + chr(ord(letter) ^ 1) + text[place + 1 :])
            finding = verify_night(night)
            if finding is None or finding.seq != seq:
                unseen.append((seq, column, place, letter, finding))
        set_entry(night, seq, column, text)
    assert verify_night(night) is None
    assert not unseen


@pytest.mark.both_databases
def test_a_changed_number_of_an_entry_names_it(night):
    for seq, column, change in product((1, NOTED, 7, LAST), ("based_on", "number"), (1, -1)):
        with undone(seq=seq, column=column, change=change):
            set_entry(night, seq, column, getattr(entry_row(night, seq), column) + change)
            assert found_at(night) == seq


def test_of_several_wrong_entries_the_first_is_named(night):
    set_entry(night, 8, "facts", "{")
    set_entry(night, NOTED, "result", "[")
    assert found_at(night) == NOTED
    set_entry(night, 3, "device", "another")
    assert found_at(night) == 3


@pytest.mark.both_databases
def test_a_deleted_entry_is_missed(night):
    """What is left is the entry behind the gap, or for the first and the last the end of the journal that is wrong."""
    for seq, named in ((1, 1), (2, 3), (NOTED, NOTED + 1), (LAST, LAST - 1)):
        with undone(seq=seq):
            run("DELETE FROM entry WHERE night_id = ? AND seq = ?", night.id, seq)
            assert found_at(night) == named
    run("DELETE FROM entry WHERE night_id = ?", night.id)
    assert found_at(night) == 1


def test_entries_that_change_places_are_found(night):
    for seq, place in ((NOTED, 99), (NOTED + 1, NOTED), (99, NOTED + 1)):
        set_entry(night, seq, "seq", place)
    assert found_at(night) == NOTED


def test_an_entry_put_behind_the_last_is_found(night):
    last = journal(night.id)[-1]
    forged = chain(last._replace(request="forged"), last.seq, last.hash)
    columns = [*Entry._fields, "number", "night_id"]
    values = {name: getattr(forged, name) for name in Entry._fields} | {"number": 4, "night_id": night.id}
    values |= {name: json.dumps(values[name]) for name in ("facts", "result")}
    places = ", ".join("?" * len(columns))
    run(f"INSERT INTO entry ({', '.join(columns)}) VALUES ({places})", *(values[name] for name in columns))
    assert found_at(night) == LAST + 1


@pytest.mark.parametrize(
    ("column", "before", "after", "named"),
    [
        ("result", '"p2":2', '"p2":4', NOTED),  # points that do not follow from the deal
        ("facts", '"points":70', '"points":30', NOTED),  # a deal that was lost instead of won
        ("facts", '"number":1', '"number":9', NOTED),  # a slot that there is not yet
        ("facts", '"answers"', '"answer"', NOTED),
        ("kind", "corrected", "booked", NOTED),
        ("kind", "corrected", "opened", NOTED),
        ("kind", "corrected", "forgotten", NOTED),
    ],
)
def test_who_forges_the_chain_too_is_found_by_the_rules(night, column, before, after, named):
    text = getattr(entry_row(night, NOTED), column)
    assert before in text
    set_entry(night, NOTED, column, text.replace(before, after, 1))
    rechain(night)
    assert found_at(night) == named


def test_a_result_that_cited_another_rule_once_still_holds(night):
    """Programs learn to cite better; what they wrote before them stands, as long as its numbers do."""
    text = entry_row(night, NOTED).result
    set_entry(night, NOTED, "result", text.replace("HB-", "HB-0"))
    rechain(night)
    assert {finding for _, finding in verify_all()} == {None}


def rechain(row: NightRow) -> None:
    """Make every hash of a journal right again, and its head."""
    seq, link = 0, GENESIS
    for entry in journal(row.id):
        linked = chain(entry, seq, link)
        set_entry(row, entry.seq, "previous", linked.previous)
        set_entry(row, entry.seq, "hash", linked.hash)
        seq, link = linked.seq, linked.hash
    run("UPDATE night SET head = ? WHERE id = ?", link, row.id)


# Every single value is changed in tests/faults/test_tamper.py; these also on PostgreSQL, and rows that go or come.
BESIDE = (
    "UPDATE player SET balance = balance + 1 WHERE key = 'p1' AND night_id = ?",
    "UPDATE posting SET player_id = (SELECT id FROM player WHERE key = 'p4' ORDER BY id LIMIT 1)"
    " WHERE number = 2 AND sheet = 3 AND night_id = ?",
    "UPDATE deal SET open = NOT open WHERE number = 4 AND night_id = ?",
    "UPDATE night SET houses = '[[1,' WHERE id = ?",
    "UPDATE objection SET resolved = 0 WHERE place = 2 AND night_id = ?",
    "UPDATE payment SET amount = amount + 1 WHERE plan = 1 AND paid > 0 AND night_id = ?",
    "DELETE FROM posting WHERE number = 1 AND night_id = ?",
    "DELETE FROM deal WHERE number = 2 AND night_id = ?",
    "INSERT INTO posting (night_id, number, player_id, sheet, payoff)"
    " SELECT night_id, 3, id, 0, 0 FROM player WHERE key = 'p1' AND night_id = ?",
    "UPDATE posting SET player_id = (SELECT id FROM player WHERE key = 'p1' AND night_id <> posting.night_id)"
    " WHERE number = 1 AND player_id = (SELECT id FROM player WHERE key = 'p1' AND night_id = ?)",
)


@pytest.mark.both_databases
def test_what_stands_beside_the_journal_and_was_changed_is_found(night):
    for change in BESIDE:
        with undone(change=change):
            run(change, night.id)
            assert found_at(night) == 0


@pytest.mark.both_databases
def test_a_changed_stake_date_or_head_names_the_entry_that_says_otherwise(night):
    for change, named in (
        *(("coins = 30", 1), ("coins = 0", 1), ("currency = 'CHF'", 1), ("currency = 'QQQ'", 1)),
        *(("day = '2026-11-22'", 1), ("seq = seq - 1", LAST), (f"head = '{'0' * 64}'", LAST)),
    ):
        with undone(change=change):
            run(f"UPDATE night SET {change} WHERE id = ?", night.id)
            assert found_at(night) == named


@pytest.mark.both_databases
def test_a_note_is_emptied_only_by_an_act_with_its_salt(night):
    set_entry(night, 2, "note", "I never said so")
    assert found_at(night) == 2
    set_entry(night, 2, "note", "")
    set_entry(night, NOTED, "note", "")
    assert found_at(night) == NOTED
    for forgotten in (NOTED + 2, NOTED):
        send(night, "forgotten", entries=[forgotten])
        assert found_at(night) == NOTED
    set_entry(night, NOTED, "salt", "")
    assert verify_night(fresh(night)) is None


def forget_in_row(row, key):
    """Put a placeholder in the place of a name, as forgetting does."""
    mine = "(SELECT person_id FROM player WHERE night_id = ? AND key = ?)"
    run(f"UPDATE person SET name = ?, forgotten = ? WHERE id = {mine}", "N. N.", True, row.id, key)
    run("UPDATE player SET salt = ? WHERE night_id = ? AND key = ?", "", row.id, key)


@pytest.mark.parametrize("key", ["p2", "p5"])
def test_a_name_is_forgotten_only_by_an_act_and_does_not_become_another(night, key):
    forget_in_row(night, key)
    assert found_at(night) == 0
    send(night, "forgotten", player="p1", entries=[])
    assert found_at(night) == 0
    send(night, "forgotten", player=key, entries=[])
    assert [finding for _, finding in verify_all()] == [None, None]
    for change in ("name = 'Max'", "forgotten = FALSE"):
        with undone(change=change):
            run(f"UPDATE person SET {change} WHERE forgotten")
            assert found_at(night) == 0


def test_two_people_who_changed_seats_in_the_database_are_found(night):
    (one, first), (other, second), *_ = fetch("SELECT id, person_id FROM player WHERE night_id = ?", night.id)
    for player, person in ((one, second), (other, first)):
        run("UPDATE player SET person_id = ? WHERE id = ?", person, player)
    assert found_at(night) == 0


def other_night(row):
    return NightRow.get(NightRow.id != row.id)


def test_two_nights_that_changed_their_addresses_are_both_found(night):
    other = other_night(night)
    for row, slug in ((night, "elsewhere"), (other, night.slug), (night, other.slug)):
        run("UPDATE night SET slug = ? WHERE id = ?", slug, row.id)
    assert [finding.seq for _, finding in verify_all() if finding] == [1, 1]


def test_changing_the_openings_with_the_addresses_is_found_by_journals(night):
    """The address of a night that was opened here follows from its first entry."""
    other = other_night(night)
    slugs = {night.id: other.slug, other.id: night.slug}
    firsts = dict(fetch("SELECT night_id, hash FROM entry WHERE seq = 1"))
    for row in (night, other):
        run("UPDATE night SET slug = ? WHERE id = ?", f"was-{row.id}", row.id)
    run("DELETE FROM opening")
    for row, slug in slugs.items():
        run("UPDATE night SET slug = ? WHERE id = ?", slug, row)
        note_opening("opened", slug, firsts[row])
    assert [(row is None, finding.seq) for row, finding in verify_all() if finding] == [(False, 1), (False, 1)]


def whole():
    """What is found in the database as a whole."""
    return [finding.reason for row, finding in verify_all() if row is None]


@pytest.mark.both_databases
@pytest.mark.parametrize("gone", [0, 1])
def test_a_night_that_is_gone_is_named(night, gone):
    row = (night, other_night(night))[gone]
    run("DELETE FROM night WHERE id = ?", row.id)
    [reason] = whole()
    assert row.slug in str(reason.values)
    assert len(list(verify_all())) == 2


@pytest.mark.both_databases
def test_a_changed_list_of_openings_is_found(night):
    for change in ("DELETE FROM opening WHERE place = 1", "UPDATE opening SET kind = 'deleted' WHERE place = 1"):
        with undone(change=change):
            run(change)
            assert whole()
    run("DELETE FROM opening WHERE place = 2")
    assert [finding.seq for _, finding in verify_all() if finding] == [1]


DEALS = 7


@pytest.mark.parametrize("step", [1, 3, 100])
def test_a_posting_is_missed_or_found_too_many_wherever_it_stands(step, night, monkeypatch):
    monkeypatch.setattr(verify_module, "STEP", step)
    row = start()
    for _ in range(DEALS):
        book(row)
    row = fresh(row)
    assert verify_night(row) is None
    for number in (-5, 0, *range(1, DEALS + 1), DEALS + 1, 10**6):
        with undone(number=number):
            if 1 <= number <= DEALS:
                run("UPDATE posting SET payoff = payoff + 1 WHERE night_id = ? AND number = ?", row.id, number)
            else:
                columns = "night_id, number, player_id, sheet, payoff"
                first = "SELECT night_id, ?, id, 0, 0 FROM player WHERE key = 'p1' AND night_id = ?"
                run(f"INSERT INTO posting ({columns}) {first}", number, row.id)
            found = verify_night(row)
            assert found
            assert "deal {number}: what stands for {player} is not what" in found.reason.text
            assert dict(found.reason.values)["number"] == number


@pytest.mark.both_databases
def test_without_reasons_a_replay_comes_to_the_same(night):
    whole, lean = replay(journal(night.id)), replay_lean(journal(night.id)).state
    assert any(slot.result and slot.result.score.lines for slot in whole.slots.values())
    assert not any(slot.result and slot.result.score.lines for slot in lean.slots.values())
    results = [
        {number: slot.result and (slot.result.sheet, slot.result.payoff) for number, slot in state.slots.items()}
        for state in (whole, lean)
    ]
    assert results[0] == results[1]
    assert (whole.night, whole.account, whole.totals("payoff")) == (lean.night, lean.account, lean.totals("payoff"))
