"""Settling with a database: what was ticked is there once, and what is carried leaves one night and reaches another."""

from functools import partial

import pytest

from scorekeeper.journal.act_json import read_act
from scorekeeper.night.night import seat_deal
from scorekeeper.phrase import Refused
from scorekeeper.storage.access.devices import find_device, let_in, new_device
from scorekeeper.storage.engine.sql import fetch, run, writing
from scorekeeper.storage.journal.state import load_rows, standings
from scorekeeper.storage.models import NightRow, Person, database
from scorekeeper.storage.nights.carry_over import carry, next_night, other_nights
from scorekeeper.storage.projections.settlement import load_payments
from scorekeeper.storage.verify import verify_all, verify_night
from scorekeeper.storage.writing.entry import Opening, Stale, append, create_night
from tests.storage.nights import account_of, book, everything, freeze, fresh, send, sender
from tests.storage.replayed import journal
from tests.storage.worker import in_threads


def opened_by(people, stake="0.10 EUR", **facts):
    """Open a night of these people."""
    keys = [f"p{place}" for place in range(1, len(people) + 1)]
    stakes = {"stake": stake} if stake else {}
    opening = {"game": "herzblatt", "preset": "braun", "house": {}, "seats": keys, **stakes, **facts}
    return create_night(Opening(read_act("opened", opening), "A night", people), sender())


@pytest.fixture
def people(opened):
    """Four people who meet again and again."""
    with writing():
        return [Person.create(name=name) for name in ("Anna", "Bernd", "Clara", "Dora")]


def open_by_name(row):
    """What is open in a night."""
    return {player.name: player.open(fresh(row).coins or 1) for player in standings(row.id)}


def holds():
    """Whether everything in the database holds."""
    return [finding for _, finding in verify_all() if finding] == []


def first_due(row):
    return next(iter(account_of(row.id).current().items()))


@pytest.mark.both_databases
def test_the_payments_keep_their_order_when_one_is_ticked(people):
    row = opened_by(people)
    book(row, "p1")
    freeze(row)
    if database.obj.for_update:  # PostgreSQL puts a changed row last where it reads the whole table
        run("SET enable_indexscan = off")
        run("SET enable_bitmapscan = off")
    order = list(account_of(row.id).current())
    assert len(order) > 1
    for pair in order:
        append(row.id, sender(), read_act("paid", {**pair._asdict(), "amount": 1}), 0)
        assert list(account_of(row.id).current()) == order


def test_a_payment_is_ticked_once_on_what_was_seen(people):
    row = opened_by(people)
    book(row, "p1")
    freeze(row)
    pair, due = first_due(row)
    act = read_act("paid", {**pair._asdict(), "amount": due.amount})
    for _ in range(3):
        append(row.id, sender("tick-tick"), act, 0)
    assert account_of(row.id).dues[pair] == (due.amount, due.amount, 1)
    with pytest.raises(Stale):
        append(row.id, sender(), read_act("paid", {**pair._asdict(), "amount": 0}), 0)
    append(row.id, sender(), read_act("paid", {**pair._asdict(), "amount": 0}), 1)
    assert account_of(row.id).dues[pair] == (due.amount, 0, 2)
    assert [entry.kind for entry in journal(row.id)][-3:] == ["frozen", "paid", "paid"]
    assert holds()


@pytest.mark.both_databases
@pytest.mark.usefixtures("patient")
def test_two_phones_that_tick_one_payment_at_once_tick_it_once(people):
    row = opened_by(people)
    book(row, "p1")
    freeze(row)
    pair, due = first_due(row)
    acts = [read_act("paid", {**pair._asdict(), "amount": amount}) for amount in (due.amount, due.amount - 1)]
    results = in_threads(*(partial(append, row.id, sender(), act) for act in acts))
    assert sorted(isinstance(result, Stale) for result in results) == [False, True]
    assert account_of(row.id).dues[pair].version == 1
    assert holds()


def test_a_deal_corrected_after_the_plan_was_frozen_leaves_what_was_paid(people):
    row = opened_by(people)
    book(row, "p1")
    freeze(row)
    pair, due = first_due(row)
    send(row, "paid", **pair._asdict(), amount=due.amount)
    seating = {"dealer": "p4", "playing": ["p1", "p2", "p3", "p4"]}
    send(row, "corrected", number=1, **seating, answers={"soloist": "p1", "points": 20})
    assert not account_of(row.id).fits({player.key: player.balance for player in standings(row.id)})
    assert sum(player.paid for player in standings(row.id)) == 0
    freeze(row)
    for pair, due in account_of(row.id).current().items():
        send(row, "paid", **pair._asdict(), amount=due.amount)
    assert set(open_by_name(row).values()) == {0}
    assert [tick.pair.plan for tick in load_payments(row.id, fresh(row).plan)][-1] == 1
    assert holds()


@pytest.mark.both_databases
@pytest.mark.parametrize("stakes", [("0.10 EUR", "0.25 EUR"), ("", "")])
def test_several_nights_are_settled_together_in_one_plan(people, stakes):
    first, second = opened_by(people[:3], stakes[0]), opened_by(people, stakes[1])
    book(first, "p1")
    book(second, "p4", 95)
    before = [open_by_name(row) for row in (first, second)]
    expected = {name: before[0].get(name, 0) + before[1][name] for name in before[1]}
    for _ in range(2):  # sent twice, carried once
        carry(first, second, sender("carry-it"))
    assert set(open_by_name(first).values()) == {0}
    assert open_by_name(second) == expected
    assert holds()
    freeze(second)
    for pair, due in account_of(second.id).current().items():
        send(second, "paid", **pair._asdict(), amount=due.amount)
    assert set(open_by_name(second).values()) == {0}
    assert holds()


def test_both_journals_name_the_other_night_and_nobodys_name(people):
    first, second = opened_by(people[:3]), opened_by(list(reversed(people)))
    book(first, "p1")
    carry(first, second, sender())
    out, back = journal(first.id)[-1], journal(second.id)[-1]
    assert (out.kind, out.facts["night"]) == ("carried", second.slug)
    assert (back.kind, back.facts["night"]) == ("brought", first.slug)
    assert out.facts["amounts"] == {"p1": 20, "p2": -10, "p3": -10}
    assert back.facts["amounts"] == {"p4": 20, "p3": -10, "p2": -10}


def refused_carry(source, target):
    stored = everything()
    with pytest.raises(Refused) as refused:
        carry(source, target, sender())
    assert everything() == stored
    return str(refused.value)


def test_nights_that_cannot_be_joined_say_why_and_stay_as_they_are(people):
    euros, francs, points = opened_by(people), opened_by(people, "0.10 CHF"), opened_by(people, "")
    for row in (euros, francs, points):
        book(row, "p4")
    assert "played for EUR, the other for CHF" in refused_carry(euros, francs)
    assert "played for EUR, the other for points" in refused_carry(euros, points)
    assert "the same night" in refused_carry(euros, euros)
    assert "no seat there: Dora" in refused_carry(euros, opened_by(people[:3]))
    send(euros, "joined", place=0, person=(twin := Person.create(name="Zora")))
    Person.update(name="ANNA").where(Person.id == twin.id).execute()  # as earlier versions let in: who is meant?
    assert "no seat there: Anna" in refused_carry(opened_by_booked(people), euros)
    assert "no seat there: Anna" in refused_carry(euros, opened_by(people))
    send(euros, "carried", night="elsewhere")
    assert "nobody owes" in refused_carry(euros, opened_by(people))


def opened_by_booked(people):
    row = opened_by(people)
    book(row, "p1")
    return row


@pytest.mark.both_databases
def test_the_next_night_has_the_same_people_and_what_was_open(people):
    row = opened_by(people, dealer="p2", house={"loss": 1}, most=3, preset="lembke")
    for _ in range(3):
        send(row, "booked", number=fresh(row).number, answers={"soloist": forehand(row), "points": 71})
    send(row, "left", player="p4")
    before = open_by_name(row)
    for _ in range(2):  # sent twice, opened once
        later = next_night(fresh(row), sender("next-night"), "2026-11-28", "the next one")
    assert NightRow.select().count() == 2
    assert (later.game, later.preset, later.coins, later.currency, later.most, later.day) == (
        *("herzblatt", "lembke", 10, "EUR", 3),
        "2026-11-28",
    )
    assert open_by_name(later) == before
    assert set(open_by_name(row).values()) == {0}
    assert {player.name: player.state for player in standings(later.id)}["Dora"] == (
        "left" if before["Dora"] else "here"
    )
    assert fresh(later).dealer != "p4"
    assert holds()


def forehand(row):
    """Somebody who plays the next deal."""
    night = load_rows(row.id).night
    return seat_deal(night, night.number).playing[0]


def test_a_night_opens_another_one_also_when_nothing_is_open(people):
    row = opened_by(people)
    later = next_night(row, sender(), "2026-11-28", "the next one")
    assert [entry.kind for entry in journal(later.id)] == ["opened"]
    assert [entry.kind for entry in journal(row.id)] == ["opened"]


@pytest.mark.both_databases
def test_what_is_carried_reaches_the_other_night_or_stays(people, monkeypatch):
    first, second = opened_by_booked(people), opened_by(people)
    stored = everything()
    real = append

    def broken(night_id, *rest):
        if night_id == second.id:
            raise RuntimeError("the power is gone")
        return real(night_id, *rest)

    monkeypatch.setattr("scorekeeper.storage.nights.carry_over.append", broken)
    with pytest.raises(RuntimeError):
        carry(first, second, sender())
    assert everything() == stored


@pytest.mark.parametrize("which", [0, 1])
def test_the_check_finds_a_transfer_that_the_other_night_does_not_tell_of(people, which):
    first, second = opened_by_booked(people), opened_by(people)
    carry(first, second, sender())
    assert holds()
    rows = (first, second)
    with database.atomic() as transaction:
        last = fresh(rows[which]).seq
        run("DELETE FROM entry WHERE night_id = ? AND seq = ?", rows[which].id, last)
        finding = verify_night(fresh(rows[1 - which]))
        assert finding is not None
        assert finding.seq == fresh(rows[1 - which]).seq
        transaction.rollback()
    assert holds()


@pytest.mark.both_databases
def test_a_device_is_offered_the_nights_of_which_it_is_a_host_now(people):
    rows = [opened_by_booked(people), opened_by(people), opened_by(people, "0.10 CHF")]
    rows += [opened_by(people) for _ in range(3)]
    book(rows[2], "p2")
    device = find_device(new_device())
    for row, role in zip(rows, ("host", "host", "host", "writer", "onlooker", "host"), strict=True):
        let_in(device, row, role)
    run("UPDATE access SET ended = ? WHERE night_id = ?", "2026-11-21", rows[5].id)
    others = other_nights(rows[0], device, 10)
    assert [other.night.id for other in others] == [rows[2].id, rows[1].id]
    assert [other.open for other in others] == [True, False]
    assert [other.there is None for other in others] == [False, True]
    assert [other.here is None for other in others] == [False, True]
    assert len(other_nights(rows[0], device, 1)) == 1


@pytest.mark.both_databases
def test_the_same_person_is_found_however_the_name_is_spelled(people):
    first = opened_by_booked(people)
    second = opened_by([Person.create(name=name) for name in ("dora", "CLARA", " bernd ", "Anna")])
    carry(first, second, sender())
    assert open_by_name(second) == {"dora": -10, "CLARA": -10, " bernd ": -10, "Anna": 30}
    assert holds()


@pytest.mark.both_databases
@pytest.mark.usefixtures("patient")
def test_carrying_back_and_forth_at_once_ends(people):
    """Two carry in opposite directions at the same time; neither waits for the other for ever, and nothing is lost."""
    first, second = opened_by_booked(people), opened_by_booked(list(reversed(people)))
    expected = {name: sum(open_by_name(row)[name] for row in (first, second)) for name in open_by_name(first)}
    done = in_threads(partial(carry, first, second, sender()), partial(carry, second, first, sender())).count(None)
    assert done
    after = {name: sum(open_by_name(row)[name] for row in (first, second)) for name in expected}
    assert after == expected
    assert fetch("SELECT COUNT(*) FROM entry WHERE kind IN ('carried', 'brought')")[0][0] == 2 * done
    assert holds()
