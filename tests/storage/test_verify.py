"""Checking a night: whatever is changed behind the program's back is found, and the first wrong entry is named."""

import json
from dataclasses import replace

import pytest

from scorekeeper.journal.hash_chain import GENESIS, Entry
from scorekeeper.night.journal_check import replay_lean
from scorekeeper.storage import verify as verify_module
from scorekeeper.storage.engine.sql import fetch, run
from scorekeeper.storage.journal.register import note_opening
from scorekeeper.storage.models import EntryRow, NightRow
from scorekeeper.storage.verify import verify_all, verify_night
from tests.chained import chain
from tests.storage.acts import KINDS
from tests.storage.nights import book, fresh, send, start
from tests.storage.replayed import journal, replay

NOTED = 5  # a correction of deal 1, with a note; something stands before it and behind it
LAST = 32


def test_the_night_that_is_changed_here_holds_an_act_of_every_kind(night):
    kinds = [entry.kind for entry in journal(night.id)]
    assert (set(kinds), len(kinds), kinds[NOTED - 1]) == ({"opened", *KINDS} - {"returned", "left"}, LAST, "corrected")
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


def entry_row(row: NightRow, seq: int) -> EntryRow:
    """The stored entry."""
    return EntryRow.get(EntryRow.night == row.id, EntryRow.seq == seq)


def test_all_columns_of_an_entry_are_tried():
    beside = {"id", "night", "filled"}  # what the server filled in is known of new entries only, and is in no chain
    columns = {field.name for field in EntryRow._meta.sorted_fields} - beside
    assert columns == {*Entry.__slots__, "number"}
    assert columns == {*TEXTS, "facts", "result", "seq", "based_on", "number"}


TEXTS = ("kind", "device", "made", "arrived", "request", "note", "salt", "sealed", "previous", "hash")


@pytest.mark.parametrize("seq", [1, 2, NOTED, LAST])
@pytest.mark.parametrize("column", [column for column in TEXTS if column not in ("note", "salt", "sealed")])
def test_a_changed_text_of_an_entry_names_it(night, column, seq):
    set_entry(night, seq, column, "x" + getattr(entry_row(night, seq), column)[1:])
    assert found_at(night) == seq


def test_a_note_put_in_later_names_its_entry(night):
    set_entry(night, 2, "note", "I never said so")
    assert found_at(night) == 2


@pytest.mark.both_databases
@pytest.mark.parametrize("seq", [1, NOTED, 7, LAST])
@pytest.mark.parametrize(("column", "change"), [("based_on", 1), ("number", 1), ("number", -1)])
def test_a_changed_number_of_an_entry_names_it(night, column, change, seq):
    set_entry(night, seq, column, getattr(entry_row(night, seq), column) + change)
    assert found_at(night) == seq


def test_every_single_letter_of_an_entry_counts(night):
    unseen = []
    for column in (*TEXTS, "facts", "result"):
        text = getattr(entry_row(night, NOTED), column)
        for place, letter in enumerate(text):
            set_entry(night, NOTED, column, text[:place] + chr(ord(letter) ^ 1) + text[place + 1 :])
            finding = verify_night(night)
            if finding is None or finding.seq != NOTED:
                unseen.append((column, place, letter, finding))
        set_entry(night, NOTED, column, text)
    assert verify_night(night) is None
    assert not unseen


def test_of_several_wrong_entries_the_first_is_named(night):
    set_entry(night, 8, "facts", "{")
    set_entry(night, NOTED, "result", "[")
    assert found_at(night) == NOTED
    set_entry(night, 3, "device", "another")
    assert found_at(night) == 3


# What is left is the entry behind the gap, or for the first and the last the end of the journal that is wrong.
@pytest.mark.both_databases
@pytest.mark.parametrize(("seq", "named"), [(1, 1), (2, 3), (NOTED, NOTED + 1), (LAST, LAST - 1)])
def test_a_deleted_entry_is_missed(night, seq, named):
    run("DELETE FROM entry WHERE night_id = ? AND seq = ?", night.id, seq)
    assert found_at(night) == named


def test_a_journal_without_entries_does_not_hold(night):
    run("DELETE FROM entry WHERE night_id = ?", night.id)
    assert found_at(night) == 1


def test_entries_that_change_places_are_found(night):
    for seq, place in ((NOTED, 99), (NOTED + 1, NOTED), (99, NOTED + 1)):
        set_entry(night, seq, "seq", place)
    assert found_at(night) == NOTED


def test_an_entry_put_behind_the_last_is_found(night):
    last = journal(night.id)[-1]
    forged = chain(replace(last, request="forged"), last.seq, last.hash)
    columns = [*Entry.__slots__, "number", "night_id"]
    values = {name: getattr(forged, name) for name in Entry.__slots__} | {"number": 4, "night_id": night.id}
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


def test_a_chain_made_anew_from_the_same_entries_is_the_same(night):
    head = fresh(night).head
    rechain(night)
    assert fresh(night).head == head
    assert verify_night(fresh(night)) is None


_BESIDE = [
    # every single value is changed in tests/faults/test_tamper.py; these also on PostgreSQL
    ("player", "balance = balance + 1", "key = 'p1'"),
    ("player", "state = 'left'", "key = 'p2'"),
    ("player", "key = 'p9'", "key = 'p5'"),
    ("posting", "payoff = payoff + 1", "number = 1"),
    ("posting", "player_id = (SELECT id FROM player WHERE key = 'p4' ORDER BY id LIMIT 1)", "number = 2 AND sheet = 3"),
    ("deal", "version = version + 1", "number = 2"),
    ("deal", "seq = 2", "number = 1"),
    ("deal", "open = NOT open", "number = 4"),
    ("night", "game = 'whist'", "seq > 0"),
    ("night", "houses = '[[1,'", "seq > 0"),
    ("night", "houses = '{}'", "seq > 0"),
    ("night", "number = number + 1", "seq > 0"),
    ("objection", "number = 2", "place = 1"),
    ("objection", "resolved = 0", "place = 2"),
    ("night", "plan = plan - 1", "seq > 0"),
    ("player", "paid = paid + 1", "key = 'p1'"),
    ("payment", "amount = amount + 1", "plan = 1 AND paid > 0"),
    ("payment", "seq = seq + 1", "plan = 1 AND paid > 0"),
]


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("table", "change", "where"), _BESIDE, ids=[f"{row[0]} {row[1][:24]} {row[2]}" for row in _BESIDE]
)
def test_what_stands_beside_the_journal_and_was_changed_is_found(night, table, change, where):
    mine = "id = ?" if table == "night" else "night_id = ?"
    rows = fetch(f"SELECT COUNT(*) FROM {table} WHERE {where} AND {mine}", night.id)
    assert rows[0][0] > 0
    run(f"UPDATE {table} SET {change} WHERE {where} AND {mine}", night.id)
    assert found_at(night) == 0


@pytest.mark.both_databases
@pytest.mark.parametrize("table", ["posting", "deal"])
@pytest.mark.parametrize("number", [1, 2])
def test_what_is_missing_beside_the_journal_is_found(night, table, number):
    run(f"DELETE FROM {table} WHERE night_id = ? AND number = ?", night.id, number)
    assert found_at(night) == 0


@pytest.mark.both_databases
def test_a_posting_of_no_deal_is_found(night):
    player = fetch("SELECT id FROM player WHERE night_id = ? AND key = 'p1'", night.id)[0][0]
    run("INSERT INTO posting (night_id, number, player_id, sheet, payoff) VALUES (?, 3, ?, 0, 0)", night.id, player)
    assert found_at(night) == 0


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("change", "named"),
    [
        ("coins = 30", 1),
        ("coins = 0", 1),
        ("currency = 'CHF'", 1),
        ("currency = 'QQQ'", 1),
        ("day = '2026-11-22'", 1),
        ("seq = seq - 1", LAST),
        ("head = '" + "0" * 64 + "'", LAST),
    ],
)
def test_a_changed_stake_date_or_head_names_the_entry_that_says_otherwise(night, change, named):
    run(f"UPDATE night SET {change} WHERE id = ?", night.id)
    assert found_at(night) == named


@pytest.mark.both_databases
def test_a_note_that_was_forgotten_still_verifies(night):
    for column in ("note", "salt"):
        set_entry(night, NOTED, column, "")
    send(night, "forgotten", entries=[NOTED])
    assert verify_night(fresh(night)) is None


def test_an_emptied_note_that_nobody_forgot_is_found(night):
    for column in ("note", "salt"):
        set_entry(night, NOTED, column, "")
        assert found_at(night) == NOTED
    send(night, "forgotten", entries=[NOTED + 2])
    assert found_at(night) == NOTED


def test_of_a_note_that_was_forgotten_the_salt_is_gone_too(night):
    set_entry(night, NOTED, "note", "")
    send(night, "forgotten", entries=[NOTED])
    assert found_at(night) == NOTED


def forget_in_row(row, key):
    """Put a placeholder in the place of a name, as forgetting does."""
    mine = "(SELECT person_id FROM player WHERE night_id = ? AND key = ?)"
    run(f"UPDATE person SET name = ?, forgotten = ? WHERE id = {mine}", "N. N.", True, row.id, key)
    run("UPDATE player SET salt = ? WHERE night_id = ? AND key = ?", "", row.id, key)


@pytest.mark.parametrize("key", ["p2", "p5"])
def test_a_person_who_was_forgotten_still_verifies(night, key):
    forget_in_row(night, key)
    send(night, "forgotten", player=key, entries=[])
    assert [finding for _, finding in verify_all()] == [None, None]


@pytest.mark.parametrize("others", [[], ["p1"]])
@pytest.mark.parametrize("key", ["p2", "p5"])
def test_a_person_whom_nobody_forgot_cannot_lose_their_name(night, key, others):
    forget_in_row(night, key)
    for other in others:
        send(night, "forgotten", player=other, entries=[])
    assert found_at(night) == 0


@pytest.mark.parametrize("change", ["name = 'Max'", "forgotten = FALSE"])
def test_who_was_forgotten_does_not_become_somebody_else(night, change):
    forget_in_row(night, "p2")
    send(night, "forgotten", player="p2", entries=[])
    run(f"UPDATE person SET {change} WHERE forgotten")
    assert found_at(night) == 0


def people_of_night(row):
    return dict(fetch("SELECT key, person_id FROM player WHERE night_id = ?", row.id))


def set_person(row, key, person):
    run("UPDATE player SET person_id = ? WHERE night_id = ? AND key = ?", person, row.id, key)


@pytest.mark.parametrize("keys", [("p1", "p2"), ("p3", "p5")])
def test_two_people_who_changed_seats_in_the_database_are_found(night, keys):
    people = people_of_night(night)
    for key, other in (keys, reversed(keys)):
        set_person(night, key, people[other])
    assert found_at(night) == 0
    (salt,), (other_salt,) = (
        fetch("SELECT salt FROM player WHERE night_id = ? AND key = ?", night.id, key)[0] for key in keys
    )
    assert salt != other_salt


@pytest.mark.parametrize("salt", ["", "00"])
def test_a_changed_salt_of_a_name_is_found(night, salt):
    run("UPDATE player SET salt = ? WHERE night_id = ? AND key = ?", salt, night.id, "p3")
    assert found_at(night) == 0


def other_night(row):
    return NightRow.get(NightRow.id != row.id)


def test_two_nights_that_changed_their_addresses_are_both_found(night):
    other = other_night(night)
    for row, slug in ((night, "elsewhere"), (other, night.slug), (night, other.slug)):
        run("UPDATE night SET slug = ? WHERE id = ?", slug, row.id)
    assert [finding.seq for _, finding in verify_all() if finding] == [1, 1]


def test_who_changes_the_openings_with_the_addresses_is_found_by_the_journals(night):
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
@pytest.mark.parametrize(
    "change", ["DELETE FROM opening WHERE place = 1", "UPDATE opening SET kind = 'deleted' WHERE place = 1"]
)
def test_a_changed_list_of_openings_is_found(night, change):
    run(change)
    assert whole()


def test_a_night_that_is_not_in_the_list_of_openings_is_found(night):
    run("DELETE FROM opening WHERE place = 2")
    assert [finding.seq for _, finding in verify_all() if finding] == [1]


@pytest.mark.both_databases
def test_a_posting_of_a_player_of_another_night_is_found(night):
    mine, other = (
        fetch("SELECT id FROM player WHERE night_id = ? AND key = 'p1'", row.id)[0][0]
        for row in (night, other_night(night))
    )
    run("UPDATE posting SET player_id = ? WHERE player_id = ? AND number = 1", other, mine)
    assert found_at(night) == 0


DEALS = 7


@pytest.mark.parametrize("step", [1, 2, 3, DEALS, 100])
@pytest.mark.parametrize("number", [-5, 0, *range(1, DEALS + 1), DEALS + 1, 10**6])
def test_a_posting_is_missed_or_found_too_many_wherever_it_stands(step, number, night, monkeypatch):
    monkeypatch.setattr(verify_module, "STEP", step)
    row = start()
    for _ in range(DEALS):
        book(row)
    row = fresh(row)
    assert verify_night(row) is None
    if 1 <= number <= DEALS:
        run("UPDATE posting SET payoff = payoff + 1 WHERE night_id = ? AND number = ?", row.id, number)
    else:
        sql = "INSERT INTO posting (night_id, number, player_id, sheet, payoff) SELECT ?, ?, id, 0, 0 FROM player"
        run(f"{sql} WHERE night_id = ? AND key = 'p1'", row.id, number, row.id)
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
