"""A few seconds of each load; the programs beside this file run longer and print figures."""

from statistics import median

import pytest

from tests.load import audits, club, club_evening, exports, routes, traffic, writers
from tests.load.__main__ import play

pytestmark = pytest.mark.at_length


def test_fifty_phones_at_ten_tables_lose_nothing(sqlite_place):
    evening = play(sqlite_place, 10, times=300)
    assert evening.findings == []
    assert evening.deals > 0
    assert {"poll that waits", "sheet", "entry page", "preview", "booking"} <= evening.heard.latencies.keys()
    assert evening.heard.met.keys() <= {200, 204, 303, 304, 409}


def test_a_few_quick_tables_lose_nothing_and_keep_their_connections(sqlite_place, capsys):
    measured = club.measure(sqlite_place, club.Pace(tables=3, lie_open=3, times=60), seconds=6)
    assert club.tell("here", measured), capsys.readouterr().out
    assert measured.heard.met.keys() <= {200, 204, 303, 304}
    assert measured.deals > 3
    assert measured.heard.opened == 3, "for those who enter; who asks keeps his connection"
    assert measured.after.servers.seconds > measured.before.servers.seconds > 0
    assert measured.after.servers.memory > 10
    stored, logged = club.size_of_a_night(sqlite_place, nights=2, deals=5)
    assert 1_000 < stored < 100_000
    assert logged == 0


def test_boards_show_the_deals_that_two_tables_book_in_one_moment(sqlite_place, capsys):
    pace = club_evening.EVENING._replace(tables=2, phones=3, lie_open=3, entering=1, nights=2, times=60, together=True)
    measured = club.measure(sqlite_place, pace, seconds=8, workers=2)
    assert club.tell("here", measured), capsys.readouterr().out
    assert len(measured.heard.latencies["board"]) >= 2
    assert "grows most" in club_evening.find_weakest(measured, measured)


def test_who_books_beside_many_downloads_is_answered(sqlite_place):
    measured = exports.play(sqlite_place, seconds=3, loops=6, deals=500)
    assert measured.bookings
    assert measured.met.keys() == {200, 503}


def test_who_books_beside_many_audits_is_answered(sqlite_place):
    measured = audits.play(sqlite_place, seconds=5, asking=6)
    assert measured.bookings
    assert measured.met[200]
    assert measured.met.keys() <= {200, 429}


def test_all_open_pages_show_each_deal_and_ask_seldom_meanwhile(capsys):
    idle, evening = traffic.measure(traffic.OURS, deals=1, idle=5)
    assert len(evening.seen) == traffic.TABLES * (traffic.PHONES - 1)
    assert idle.requests.total() < 2 * traffic.TABLES * traffic.PHONES
    assert {"renewed page", "copy", "news", "preview"} <= evening.requests.keys()
    traffic.tell("here", idle, evening, 5, 1)
    assert "a deal is seen by another after" in capsys.readouterr().out


@pytest.mark.parametrize("workers", [1, 2])
def test_a_booking_waits_once_for_those_before_it(sqlite_place, workers, capsys):
    booked, findings = writers.play(sqlite_place, seconds=2, workers=workers)
    assert writers.tell("here", booked, findings), capsys.readouterr().out
    assert len(booked.bookings) >= writers.WRITERS
    assert median(booked.served_meanwhile) <= writers.WRITERS


def test_each_route_is_measured_and_none_takes_longer_than_a_page_may():
    costs = routes.run(deals=500, nights=30)
    assert len(costs) > 80
    assert all(cost.status < 500 for each in costs.values() for cost in each)
    assert routes.find_too_dear(costs, 2 * routes.BUDGET) == [], "twice, as others may work beside this"
    table = "\n".join(routes.tell(costs))
    assert all(f"`{rule}`" in table for rule in costs if not rule.startswith("/static"))
