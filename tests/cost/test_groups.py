"""The pages of a group cost the same however many nights it has."""

import sys
from collections import Counter
from collections.abc import Iterator
from datetime import date
from functools import partial
from typing import NamedTuple

import pytest

from scorekeeper.journal.acts import KittyMoved
from scorekeeper.storage.engine.sql import run
from scorekeeper.storage.groups.group import add_to_group
from scorekeeper.storage.models import EntryRow, GroupRow, NightRow, database
from scorekeeper.storage.queries.nights import find_night
from scorekeeper.storage.transfer import prepare, take_in
from scorekeeper.storage.writing.entry import Sender, append
from tests.cost.measure import big_night
from tests.web.phone import Phone
from tests.web.test_groups import open_group

FEW, DEALS = 12, 64  # twelve nights fill a page
FIRST_DAY = date(2024, 1, 1).toordinal()
MOST = 1.1  # the season of 500 nights takes 1.08 times the calls of 12, other pages at most 1.04 times
STEPS_A_NIGHT = 0.6  # hundreds of steps of SQLite
CALLS_FIRST, STEPS_FIRST = 30, 0.4  # the figures of a person take 25 calls, the season 13
PAGES = (
    *("", "/season", "/season.csv", "/figures", "/figures?person=1", "/tables", "/board", "/members", "/me"),
    *("/settings", "/share", "/kitty", "/statement", "/statement?person=1", "/seasons"),
)


def multiply(row: NightRow, nights: int) -> None:
    """Write nights with the same people and deals beside one, each on its own day, as far as pages read them."""
    columns = [field.column_name for field in NightRow._meta.sorted_fields if field.column_name not in ("id", "slug")]
    names = ", ".join(columns)
    for place in range(nights - 1):
        slug = f"{row.id:03x}{place:05x}"
        run(f"INSERT INTO night (slug, {names}) SELECT ?, {names} FROM night WHERE id = ?", slug, row.id)
        copy = find_night(slug)
        run("UPDATE night SET day = ? WHERE id = ?", str(date.fromordinal(FIRST_DAY + place)), copy.id)
        kept = (
            "key, person_id, place, state, score, balance, paid, brought, salt, deals, beyond, aside, purse, member_id"
        )
        run(f"INSERT INTO player (night_id, {kept}) SELECT ?, {kept} FROM player WHERE night_id = ?", copy.id, row.id)
        kept = "number, seq, version, open, soloist, contract, announced, seat, partner, individual"
        run(f"INSERT INTO deal (night_id, {kept}) SELECT ?, {kept} FROM deal WHERE night_id = ?", copy.id, row.id)
        sql = """INSERT INTO posting (night_id, number, player_id, sheet, payoff)
            SELECT ?, number, mine.id, sheet, payoff FROM posting JOIN player AS its ON its.id = posting.player_id
            JOIN player AS mine ON mine.night_id = ? AND mine.key = its.key WHERE posting.night_id = ?"""
        run(sql, copy.id, copy.id, row.id)
        kept = "place, seq, how, who, amount, struck"
        run(f"INSERT INTO kitty (night_id, {kept}) SELECT ?, {kept} FROM kitty WHERE night_id = ?", copy.id, row.id)
        kept = ", ".join(
            field.column_name for field in EntryRow._meta.sorted_fields if field.name not in ("id", "night")
        )
        sql = f"INSERT INTO entry (night_id, {kept}) SELECT ?, {kept} FROM entry WHERE night_id = ? AND kind = 'kitty'"
        run(sql, copy.id, row.id)
        sql = """INSERT INTO evening (round_id, day, begun, ends)
            SELECT round_id, ?, '', '' FROM round_night WHERE night_id = ?"""
        run(sql, str(date.fromordinal(FIRST_DAY + place)), row.id)
        sql = """INSERT INTO round_night (night_id, round_id, evening_id)
            SELECT ?, round_id, (SELECT MAX(id) FROM evening) FROM round_night WHERE night_id = ?"""
        run(sql, copy.id, row.id)


def pay_in(row: NightRow, times: int) -> None:
    """Book movements of the kitty at a night."""
    for place in range(times):
        append(row.id, Sender("cost", f"kitty {place}"), KittyMoved(how="in", amount=10 + place))


@pytest.fixture(scope="module", params=[150, pytest.param(500, marks=pytest.mark.at_length)])
def many(request) -> int:
    return request.param


@pytest.fixture(scope="module")
def groups(tmp_path_factory, make_app, many) -> Iterator[tuple[Phone, dict[int, str], dict[int, str]]]:
    """A phone in two groups, of few nights and of many, and a night of each of which it is the host."""
    application = make_app(str(tmp_path_factory.mktemp("rounds") / "cost.sqlite3"))
    application.testing = True
    phone, paths, hosted = Phone(application), dict[int, str](), dict[int, str]()
    for nights in (FEW, many):
        hosted[nights] = phone.open_night("Anna", "Bernd", "Clara")
        paths[nights] = open_group(phone, hosted[nights], f"{nights} nights")
        with database.connection_context(), database.atomic():
            row = take_in(prepare(big_night(DEALS), "cost"))
            add_to_group(row, GroupRow.get(GroupRow.slug == paths[nights][3:]))
            pay_in(row, 4)
            multiply(row, nights)
            pay_in(find_night(hosted[nights][3:]), 60)  # more than a page
    yield phone, paths, hosted
    database.obj.close_all()


class Work(NamedTuple):
    """What a page takes, the same on any machine: calls of functions, and hundreds of steps of SQLite."""

    calls: int
    steps: int

    def __sub__(self, other: "Work") -> "Work":
        return Work(self.calls - other.calls, self.steps - other.steps)


def work_of(phone: Phone, path: str) -> Work:
    """Open a page and count what it takes."""
    counted, steps = Counter[str](), list[None]()

    def count(frame: object, event: str, function: object) -> None:
        counted[event] += 1

    connection = database.obj.connection()
    connection.set_progress_handler(partial(steps.append, None), 100)  # which is no call that is counted
    sys.setprofile(count)
    try:
        assert phone.get(path).status == 200
    finally:
        sys.setprofile(None)
        connection.set_progress_handler(None, 0)
    return Work(counted["call"] + counted["c_call"], len(steps))


def work_of_next(phone: Phone, path: str) -> Work:
    """Return what a page takes once it was shown as it is; what a server does now and then is not the page's."""
    for _ in range(2):
        phone.get(path)
    return min(work_of(phone, path) for _ in range(2))


def work_of_first(phone: Phone, path: str, night: str) -> Work:
    """Return what a page takes for who reads it first after a booking at a night; it was read before."""
    found = []
    for _ in range(2):
        phone.get(path)
        phone.book(night, "p1", 66)
        found.append(work_of(phone, path))
    return min(found)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_takes_the_same_with_many_nights(groups, many, page):
    phone, paths, _ = groups
    few, more = (work_of_next(phone, paths[nights] + page) for nights in (FEW, many))
    assert more.calls <= few.calls * MOST
    assert more.steps - few.steps <= (many - FEW) * STEPS_A_NIGHT


@pytest.mark.parametrize("page", PAGES)
def test_the_first_reader_after_a_booking_waits_little_for_each_night(groups, many, page):
    phone, paths, hosted = groups
    waits = [
        work_of_first(phone, paths[nights] + page, hosted[nights]) - work_of_next(phone, paths[nights] + page)
        for nights in (FEW, many)
    ]
    assert waits[1].calls - waits[0].calls <= (many - FEW) * CALLS_FIRST
    assert waits[1].steps - waits[0].steps <= (many - FEW) * STEPS_FIRST


def test_a_booking_ends_what_is_kept_of_a_round(groups):
    phone, paths, hosted = groups
    before = phone.get(f"{paths[FEW]}/season.csv").body
    phone.book(hosted[FEW], "p1", 100)
    assert phone.get(f"{paths[FEW]}/season.csv").body != before
