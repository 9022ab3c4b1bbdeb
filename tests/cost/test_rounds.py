"""The pages of a round cost the same however many nights it has."""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from functools import partial
from math import inf
from time import process_time

import pytest

from scorekeeper.app import create_app
from scorekeeper.journal.acts import KittyMoved
from scorekeeper.storage.engine.sql import run
from scorekeeper.storage.groups.rounds import put_into_round
from scorekeeper.storage.models import EntryRow, NightRow, RoundRow, database
from scorekeeper.storage.queries.nights import find_night
from scorekeeper.storage.transfer import prepare, take_in
from scorekeeper.storage.writing.entry import Sender, append
from tests.cost.measure import big_night
from tests.web.phone import Phone
from tests.web.test_rounds import open_round

FEW, DEALS = 5, 64
FIRST_DAY = date(2024, 1, 1).toordinal()
MOST = 1.3
A_NIGHT = 0.02  # milliseconds; to add all deals of a night up again takes 0.7
SLACK = 1.25  # other tests run at the same time
PAGES = (
    *("", "/season", "/season.csv", "/figures", "/tables", "/board", "/members", "/me"),
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
        kept = "key, person_id, place, state, score, balance, paid, brought, salt, deals, beyond, aside, purse"
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
        sql = "INSERT INTO round_night (night_id, round_id) SELECT ?, round_id FROM round_night WHERE night_id = ?"
        run(sql, copy.id, row.id)


def pay_in(row: NightRow, times: int) -> None:
    """Book movements of the kitty at a night."""
    for place in range(times):
        append(row.id, Sender("cost", f"kitty {place}"), KittyMoved(how="in", amount=10 + place))


@pytest.fixture(scope="module", params=[150, pytest.param(500, marks=pytest.mark.at_length)])
def many(request) -> int:
    return request.param


@pytest.fixture(scope="module")
def rounds(tmp_path_factory, many) -> Iterator[tuple[Phone, dict[int, str], dict[int, str]]]:
    """A phone in two rounds, of few nights and of many, and a night of each of which it is the host."""
    application = create_app(str(tmp_path_factory.mktemp("rounds") / "cost.sqlite3"))
    application.testing = True
    phone, paths, hosted = Phone(application), dict[int, str](), dict[int, str]()
    for nights in (FEW, many):
        hosted[nights] = phone.open_night("Anna", "Bernd", "Clara")
        paths[nights] = open_round(phone, hosted[nights], f"{nights} nights")
        with database.connection_context(), database.atomic():
            row = take_in(prepare(big_night(DEALS), "cost"))
            put_into_round(row, RoundRow.get(RoundRow.slug == paths[nights][3:]))
            pay_in(row, 4)
            multiply(row, nights)
            pay_in(find_night(hosted[nights][3:]), 60)  # more than a page
    yield phone, paths, hosted
    database.obj.close_all()


def in_turn(times: int, asks: Sequence[Callable[[], float]]) -> Iterator[list[float]]:
    """Yield the milliseconds of the processor that each of these took at best so far, after so many times and more.

    They are asked in turn, so that what else this machine does slows all; where that is much, it takes longer until the
    best of each is what it costs.
    """
    best = [inf] * len(asks)
    for _ in range(4):
        for _ in range(times):
            best = [min(known, ask()) for known, ask in zip(best, asks, strict=True)]
        yield best


def cost(phone: Phone, path: str) -> float:
    """Return the processor time of a page in milliseconds."""
    begun = process_time()
    assert phone.get(path).status == 200
    return (process_time() - begun) * 1000


def cold(phone: Phone, path: str, night: str) -> float:
    """Return the same for who asks first after a booking at a night."""
    phone.book(night, "p1", 66)
    return cost(phone, path)


@pytest.mark.parametrize("page", PAGES)
def test_the_pages_of_a_round_cost_the_same_with_many_nights(rounds, many, page):
    phone, paths, _ = rounds
    asks = [partial(cost, phone, paths[nights] + page) for nights in (FEW, many)]
    assert any(long <= short * MOST * SLACK for short, long in in_turn(25, asks))


@pytest.mark.parametrize("page", PAGES)
def test_who_reads_first_after_a_booking_waits_hardly_longer_with_many_nights(rounds, many, page):
    phone, paths, hosted = rounds
    asks = [partial(cold, phone, paths[nights] + page, hosted[nights]) for nights in (FEW, many)]
    asks += [partial(cost, phone, paths[nights] + page) for nights in (FEW, many)]  # who reads after them
    found = in_turn(12, asks)
    waits = ((long - next_long) - (short - next_short) for short, long, next_short, next_long in found)
    assert any(longer / (many - FEW) < A_NIGHT for longer in waits)


def test_a_booking_ends_what_is_kept_of_a_round(rounds):
    phone, paths, hosted = rounds
    before = phone.get(f"{paths[FEW]}/season.csv").body
    phone.book(hosted[FEW], "p1", 100)
    assert phone.get(f"{paths[FEW]}/season.csv").body != before
