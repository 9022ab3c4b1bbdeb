"""The pages of a round cost the same however many nights it has."""

from collections.abc import Iterator
from math import inf
from time import process_time

import pytest

from scorekeeper.app import create_app
from scorekeeper.night.file import read_night
from scorekeeper.storage.reading import find_night
from scorekeeper.storage.round_tables import RoundRow
from scorekeeper.storage.rounds import put_into_round
from scorekeeper.storage.statements import run
from scorekeeper.storage.tables import NightRow, database
from scorekeeper.storage.transfer import take_in
from tests.cost.measure import big_night
from tests.web.phone import Phone
from tests.web.test_rounds import open_round

FEW, DEALS = 5, 64
MOST = 1.3
A_NIGHT = 0.02  # milliseconds; to add all deals of a night up again takes 0.7
SLACK = 1.25  # other tests run at the same time
PAGES = ("", "/season", "/figures")


def multiply(row: NightRow, nights: int) -> None:
    """Write nights with the same people and deals beside one, as far as the pages of a round read them."""
    columns = [field.column_name for field in NightRow._meta.sorted_fields if field.column_name not in ("id", "slug")]
    names = ", ".join(columns)
    for place in range(nights - 1):
        slug = f"{row.id:03x}{place:05x}"
        run(f"INSERT INTO night (slug, {names}) SELECT ?, {names} FROM night WHERE id = ?", slug, row.id)
        copy = find_night(slug)
        kept = "key, person_id, place, state, score, balance, paid, brought, salt, deals, beyond, aside, purse"
        run(f"INSERT INTO player (night_id, {kept}) SELECT ?, {kept} FROM player WHERE night_id = ?", copy.id, row.id)
        kept = "number, seq, version, open, soloist, contract, announced, seat"
        run(f"INSERT INTO deal (night_id, {kept}) SELECT ?, {kept} FROM deal WHERE night_id = ?", copy.id, row.id)
        sql = """INSERT INTO posting (night_id, number, player_id, sheet, payoff)
            SELECT ?, number, mine.id, sheet, payoff FROM posting JOIN player AS its ON its.id = posting.player_id
            JOIN player AS mine ON mine.night_id = ? AND mine.key = its.key WHERE posting.night_id = ?"""
        run(sql, copy.id, copy.id, row.id)
        run(
            "INSERT INTO round_night (night_id, round_id) SELECT ?, round_id FROM round_night WHERE night_id = ?",
            copy.id,
            row.id,
        )


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
            row = take_in(read_night(big_night(DEALS)), "cost")
            put_into_round(row, RoundRow.get(RoundRow.slug == paths[nights][3:]))
            multiply(row, nights)
    yield phone, paths, hosted
    database.obj.close_all()


def ratios(phone: Phone, few: str, many: str) -> Iterator[float]:
    """Yield how many times as much processor time one page takes as another, each the best so far.

    They are asked for in turn, so that what else this machine does slows both; where that is much, it takes longer
    until the best of each is what the page costs.
    """
    best = {path: inf for path in (few, many) if phone.get(path).status == 200}
    for _ in range(4):
        for _ in range(25):
            for path in best:
                begun = process_time()
                phone.get(path)
                best[path] = min(best[path], process_time() - begun)
        yield best[many] / best[few]


@pytest.mark.parametrize("page", PAGES)
def test_the_pages_of_a_round_cost_the_same_with_many_nights(rounds, many, page):
    phone, paths, _ = rounds
    assert any(ratio <= MOST * SLACK for ratio in ratios(phone, paths[FEW] + page, paths[many] + page))


def cold(phone: Phone, meeting: str, night: str, path: str) -> float:
    """Return the processor time of a page in milliseconds for who asks first after a booking, the best of several."""
    times = []
    for points in range(66, 66 + 12):
        phone.book(night, "p1", points)
        begun = process_time()
        assert phone.get(meeting + path).status == 200
        times.append(process_time() - begun)
    return min(times) * 1000


def test_who_reads_first_after_a_booking_waits_hardly_longer_with_many_nights(rounds, many):
    phone, paths, hosted = rounds
    for path in PAGES:
        phone.get(paths[many] + path)
    times = {nights: {page: cold(phone, paths[nights], hosted[nights], page) for page in PAGES} for nights in paths}
    print(times)
    for page in PAGES:
        assert (times[many][page] - times[FEW][page]) / (many - FEW) < A_NIGHT, page


def test_a_booking_ends_what_is_kept_of_a_round(rounds):
    phone, paths, hosted = rounds
    before = phone.get(f"{paths[FEW]}/season.csv").body
    phone.book(hosted[FEW], "p1", 100)
    assert phone.get(f"{paths[FEW]}/season.csv").body != before
