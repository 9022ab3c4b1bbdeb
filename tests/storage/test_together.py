"""Many at once: threads of one server and several servers book into the same night."""

from functools import partial

import pytest

from scorekeeper.journal.act_json import read_act
from scorekeeper.nightfile.syntax import toml_parts
from scorekeeper.nightfile.writer import write_night
from scorekeeper.storage.engine.sql import run
from scorekeeper.storage.journal.register import load_openings
from scorekeeper.storage.models import NightRow, Person
from scorekeeper.storage.verify import verify_all, verify_night
from scorekeeper.storage.writing.entry import Sender, Stale, append
from tests.storage.nights import balances, everything, fresh, send, start
from tests.storage.replayed import document, journal
from tests.storage.worker import (
    act,
    apart,
    book_once,
    forget_anna,
    import_first,
    import_second,
    in_processes,
    in_threads,
    join_once,
    name_anna,
    open_next,
    open_nights,
)

pytestmark = [pytest.mark.both_databases, pytest.mark.usefixtures("patient")]

THREADS = 16


def test_the_same_request_from_16_threads_is_booked_once(opened):
    row = start()
    tap = partial(append, row.id, Sender("phone", "one tap"), act(1))
    assert in_threads(*[tap] * THREADS) == [2] * THREADS
    assert fresh(row).seq == 2
    assert balances(row) == {"Anna": (2, 2), "Bernd": (-1, -1), "Clara": (-1, -1)}
    assert verify_night(fresh(row)) is None


def test_of_16_phones_booking_the_same_deal_one_does(opened):
    row = start()

    senders = [Sender(f"phone {number}", f"request-{number}") for number in range(THREADS)]
    results = in_threads(*(partial(append, row.id, sender, act(1)) for sender in senders))
    assert sorted(result.version if isinstance(result, Stale) else result for result in results) == [1] * 15 + [2]
    assert len(journal(row.id)) == 2
    assert verify_night(fresh(row)) is None


def test_acts_of_16_phones_that_do_not_touch_each_other_are_all_booked(opened):
    row = start()
    for number in range(1, THREADS + 1):
        send(row, "booked", number=number, answers={"soloist": "p1", "points": 71})

    seating = {"dealer": "p3", "playing": ["p1", "p2", "p3"]}
    acts = [read_act("voided", {"number": number, **seating}) for number in range(1, THREADS + 1)]
    voids = [partial(append, row.id, Sender(f"phone {one.number}", f"void-{one.number}"), one, 1) for one in acts]
    assert sorted(in_threads(*voids)) == list(range(THREADS + 2, 2 * THREADS + 2))
    assert set(balances(row).values()) == {(0, 0)}
    assert verify_night(fresh(row)) is None


def test_the_same_request_from_4_processes_is_booked_once(opened):
    row = start()
    assert in_processes(book_once, *[(opened, row.id, "one tap")] * 4) == [("booked", 2)] * 4
    assert fresh(row).seq == 2
    assert verify_night(fresh(row)) is None


def test_of_4_processes_booking_the_same_deal_one_does(opened):
    row = start()
    results = in_processes(book_once, *[(opened, row.id, f"request-{number}") for number in range(4)])
    assert sorted(results) == [("booked", 2)] + [("stale", 1)] * 3
    assert fresh(row).seq == 2
    assert verify_night(fresh(row)) is None


def test_a_journal_that_2_processes_import_at_once_is_one_night(opened):
    row = start()
    send(row, "booked", number=1, answers={"soloist": "p1", "points": 71})
    text = "".join(toml_parts(write_night(document(fresh(row)))))
    run("DELETE FROM night WHERE id = ?", row.id)
    assert len(set(in_processes(apart, (import_first, opened, text), (import_second, opened, text)))) == 1
    assert NightRow.select().count() == 1


def test_somebody_whom_4_processes_seat_at_once_sits_once(opened):
    row = start()
    tasks = [(opened, row.id, f"request-{number % 3}", name) for number, name in enumerate(("Heidi", "heidi", "HEIDI"))]
    results = in_processes(join_once, *tasks, tasks[0])
    assert sorted(results) in (["joined", "joined", "players", "players"], ["joined", "players", "players", "players"])
    assert len(balances(row)) == 4
    assert Person.select().count() == 4
    assert verify_night(fresh(row)) is None


@pytest.mark.parametrize("place", ["postgres"], indirect=True)  # SQLite has one writer at a time
def test_forgetting_covers_a_name_that_another_server_is_writing(opened):
    row = start()
    send(row, "booked", number=1, answers={"soloist": "p1", "points": 71})
    assert sorted(in_processes(apart, (name_anna, opened, row.id), (forget_anna, opened))) == ["N. N.", "waited for"]
    assert "Anna" not in repr(everything())
    assert verify_night(fresh(row)) is None


def test_the_next_night_that_4_processes_open_at_once_is_one(opened):
    row = start()
    send(row, "booked", number=1, answers={"soloist": "p1", "points": 71})
    assert len(set(in_processes(open_next, *[(opened, row.id, f"request-{number}") for number in range(4)]))) == 1
    assert NightRow.select().count() == 2
    assert [entry.kind for entry in journal(row.id)] == ["opened", "booked", "carried"]
    assert [finding for _, finding in verify_all()] == [None, None]


def test_nights_opened_at_once_are_listed_one_after_the_other(opened):
    assert in_processes(open_nights, *[(opened, 5)] * 4) == [""] * 4
    assert [opening.place for opening in load_openings()] == list(range(1, 21))
    assert [finding for _, finding in verify_all()] == [None] * 20
