"""`python -m tests.load.club [TABLES] [MINUTES] [OPEN]`: many tables at the pace of real evenings, and what one takes.

Four phones a table: so many of them lie open and ask as often as the page does, the others are in pockets. Every two
to three minutes one of them enters a deal, and every open one shows the new sheet. All phones are one process, whose
processor time is told apart; so is the whole machine's, which others may share.
"""

import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterator
from random import Random
from typing import Any, NamedTuple

from flask import Flask

from scorekeeper.storage.access.devices import find_device, let_in, new_device, signing_key
from scorekeeper.storage.engine.migrate import connect
from scorekeeper.storage.engine.sql import fetch
from scorekeeper.storage.models import database
from scorekeeper.storage.queries.nights import enter_deal, find_night
from scorekeeper.storage.transfer import prepare, take_in
from scorekeeper.web.core.session import Cookies
from tests.cost.measure import big_night
from tests.databases import make_postgres, postgres_server
from tests.load.phone import PATIENCE, Heard, Phone, run
from tests.load.processes import Taken, taken_by, whole_machine
from tests.load.remote import served
from tests.load.results import look_into, percentile
from tests.storage.nights import book, start
from tests.web.html import read_html, values

LOOKS, POCKET = (0.0, 0.2), (60.0, 60.2)  # seconds from one answer to the next poll, as live.js has it
DEAL = (120.0, 180.0)  # seconds from deal to deal of a table
BEAT = 4.0  # seconds between two things that somebody does who enters a deal
TYPED = ("", "6", "66")  # one after the other, before a deal is booked
NIGHTS, DEALS = 100, 40  # of which the storage is measured


class Pace(NamedTuple):
    """How many tables play, each with so many phones, of which so many lie open and so many enter deals.

    The deals of an evening come so many `times` as fast; `together` they are booked at all tables in one moment. Each
    table has so many boards besides, and the server so many other nights.
    """

    tables: int
    phones: int = 4
    lie_open: int = 2
    entering: int = 1
    times: float = 1.0
    boards: int = 0
    nights: int = 0
    together: bool = False


class Counted(NamedTuple):
    """What was taken so far: by the servers, the database, the phones, the whole machine; connections to PostgreSQL."""

    servers: Taken
    database: Taken
    phones: float
    machine: float
    backends: int


class Measured(NamedTuple):
    """What a club heard, what was counted before and after it played, and what is wrong."""

    tables: int
    seconds: float
    heard: Heard
    before: Counted
    after: Counted
    deals: int
    findings: list[str]


class Club:
    """Tables on one server."""

    def __init__(self, address: str, pace: Pace) -> None:
        self.random = Random(1)
        self.heard = Heard()
        self.pace = pace
        self.end = 0.0
        self.tables = [
            (night, [Phone(address, cookie, self.heard) for cookie in cookies])
            for night, cookies in sit_down(pace.tables, pace.phones + pace.boards)
        ]
        self.booked = {night: ["1"] for night, _ in self.tables}
        self.booked_at = dict[str, float]()

    async def play(self, seconds: float, take: Callable[[], Counted]) -> tuple[Counted, Counted]:
        """Let everybody play so long, and count before and after; what is asked at the end is still answered."""
        self.end = time.monotonic() + PATIENCE
        for night, phones in self.tables:
            await asyncio.gather(*(self._show(phone, night) for phone in phones))
        self.heard.forget()
        self.end = time.monotonic() + seconds
        before = take()
        await asyncio.gather(*self._all())
        after = take()
        for _, phones in self.tables:
            for phone in phones:
                phone.close()
        return before, after

    def _all(self) -> Iterator[Coroutine[Any, Any, None]]:
        for night, phones in self.tables:
            for place, phone in enumerate(phones):
                shows = "board" if place >= self.pace.phones else "sheet"
                is_open = place < self.pace.lie_open or shows == "board"
                yield self._look(phone, night, LOOKS if is_open else POCKET, shows)
                if place < self.pace.entering:
                    yield self._deal(phone, night)

    async def _rest(self, shortest: float, longest: float) -> bool:
        """Wait between so many seconds; return whether the evening goes on after that."""
        end = time.monotonic() + self.random.uniform(shortest, longest)
        await asyncio.sleep(min(end, self.end) - time.monotonic())
        return time.monotonic() < self.end

    async def _look(self, phone: Phone, night: str, every: tuple[float, float], shows: str) -> None:
        """Ask what is new, as an open page does."""
        going = await self._rest(0, every[1])
        while going:
            await self._show(phone, night, shows)
            going = await self._rest(*every)

    async def _show(self, phone: Phone, night: str, shows: str = "sheet") -> None:
        """Ask once, and show the sheet or the board anew where something has happened."""
        path = f"{night}/now?since={phone.seq}" + ("&wait" if phone.tag else "")
        kind = "poll that waits" if phone.tag else "poll"
        got = await phone.ask(kind, "GET", path, **({"If-None-Match": phone.tag} if phone.tag else {}))
        if got and got.status == 200:
            before, phone.seq, phone.tag = phone.seq, json.loads(got.body)["seq"], got.headers["etag"]
            if phone.seq != before:
                if night in self.booked_at:
                    self.heard.latencies.setdefault("news", []).append(time.monotonic() - self.booked_at[night])
                page = f"{night}/board" if shows == "board" else night
                await phone.ask(shows, "GET", page, **{"X-Renew": "page"})

    async def _deal(self, phone: Phone, night: str) -> None:
        """Enter one deal after the other, on a second connection, for the page of this phone goes on asking."""
        entering = Phone(phone.server.geturl(), phone.cookie, self.heard)
        shortest, longest = (seconds / self.pace.times for seconds in DEAL)
        if self.pace.together:
            shortest = longest
        going = await self._rest(shortest if self.pace.together else 0, longest)
        while going:
            await self._enter(entering, night)
            going = await self._rest(shortest, longest)
        entering.close()

    async def _enter(self, phone: Phone, night: str) -> None:
        """Open the page, say that somebody is entering a deal, look at what it would bring, book it, see the sheet.

        A deal that was begun before the evening ends is booked after it.
        """
        got = await phone.ask("entry page", "GET", f"{night}/enter")
        if not got or got.status != 200:
            return
        forms = map(values, read_html(got.body).one("main").all("form"))
        form = next(form for form in forms if "number" in form) | {"soloist": f"p{self.random.randint(1, 3)}"}
        beat = {"csrf_token": form["csrf_token"], "number": form["number"]}
        for points in TYPED:
            await phone.ask("entering", "POST", f"{night}/entering", beat)
            await phone.ask("preview", "POST", f"{night}/preview", form | {"points": points})
            await asyncio.sleep(BEAT / self.pace.times)
        got = await phone.ask("booking", "POST", f"{night}/enter", form | {"points": "66", "action": "booked"})
        if got and got.status == 303:
            self.booked[night].extend(form["number"])
            self.booked_at[night] = time.monotonic()
            await phone.ask("sheet", "GET", night)


def sit_down(tables: int, phones: int) -> Iterator[tuple[str, list[str]]]:
    """Open nights with so many phones each and one booked deal, straight in the database, which counts no tries then.

    Returns the path of each, and the cookies of its phones, the host's first.
    """
    app = Flask(__name__)
    app.secret_key = signing_key()
    cookies = Cookies(str(app.secret_key))
    serializer = cookies.get_signing_serializer(app)
    assert serializer
    for _ in range(tables):
        row = start(stake="0.10 EUR")
        secrets = [new_device() for _ in range(phones)]
        for role, secret in zip(("host", *["writer"] * (phones - 2), "onlooker"), secrets, strict=True):
            let_in(find_device(secret), row, role)
        book(row)
        yield f"/n/{row.slug}", [f"{cookies.name}={serializer.dumps({'device': secret})}" for secret in secrets]


def measure(place: str, pace: Pace, seconds: float, workers: int = 1, pid: int = 0) -> Measured:
    """Play on a server of its own; `pid` is that of PostgreSQL's first process."""
    connect(place)
    with served(place, "--workers", str(workers), SCOREKEEPER_PROXIES="1") as (address, process):
        with database.obj.connection_context():
            for _ in range(pace.nights):
                take_in(prepare(big_night(DEALS), "club"))
            club = Club(address, pace)
        before, after = run(club.play(seconds, lambda: count(process.pid, pid)))
    database.obj.close_all()
    deals = sum(map(len, club.booked.values())) - pace.tables
    return Measured(pace.tables, seconds, club.heard, before, after, deals, list(look_into(place, club.booked)))


def count(servers: int, postgres: int) -> Counted:
    """Count what the processes that stand below these two have taken so far; 0 stands for no PostgreSQL."""
    of_database = taken_by(postgres) if postgres else Taken(0, 0)
    backends = 0
    if postgres:
        with database.obj.connection_context():
            sql = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            backends = int(fetch(sql)[0][0])
    return Counted(taken_by(servers), of_database, time.process_time(), whole_machine(), backends)


def size_of_a_night(place: str, nights: int = NIGHTS, deals: int = DEALS) -> tuple[float, float]:
    """Return the bytes that an evening takes in the database, and those that went into PostgreSQL's log meanwhile.

    Before each booking a phone says that it is entering the deal, as often as in the club.
    """
    connect(place)
    with database.obj.connection_context():
        sizes = []
        for night, _ in sit_down(nights + 1, phones=4):
            row = find_night(night.rpartition("/")[2])
            for number in range(2, deals + 1):
                for _ in TYPED:
                    enter_deal(row.id, "phone", number)
                book(row)
            sizes.append(_sizes())
    database.obj.close_all()
    stored, logged = ((last - first) / nights for first, last in zip(sizes[0], sizes[-1], strict=True))
    return stored, logged


def _sizes() -> tuple[int, int]:
    if database.obj.for_update:
        sql = "SELECT pg_database_size(current_database()), pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')"
        stored, logged = fetch(sql)[0]
        return int(stored), int(logged)
    return int(fetch("PRAGMA page_count")[0][0]) * int(fetch("PRAGMA page_size")[0][0]), 0


def tell(where: str, measured: Measured) -> bool:
    """Print what was measured; return whether nothing is wrong."""
    tables, seconds, heard, *_ = measured
    print(
        f"{where}: {tables} tables, {heard.met.total() / seconds:.0f} requests a second, {measured.deals} deals, "
        f"{heard.missing} without an answer, {dict(heard.met)}; "
        f"{'; '.join(measured.findings) or 'nothing lost, verify: all holds'}"
    )
    for kind, each in sorted(heard.latencies.items()):
        p50, p99 = (percentile(each, share) for share in (0.5, 0.99))
        print(f"  {kind:<10} {len(each):>7} times  p50 {p50:>6.1f} ms  p99 {p99:>6.0f} ms")
    before, after = measured.before, measured.after
    for name, then, now in (("servers", before.servers, after.servers), ("database", before.database, after.database)):
        cores = (now.seconds - then.seconds) / seconds
        print(f"  {name:<10} {cores:.3f} cores, {cores / tables * 1000:.2f} thousandths a table; {now.memory:.0f} MB")
    phones, machine = ((now - then) / seconds for then, now in zip(before[2:4], after[2:4], strict=True))
    print(f"  connections: {heard.opened} opened meanwhile by the phones, {after.backends} to the database")
    print(f"  busy: the phones {phones:.2f} cores, the whole machine {machine:.2f}")
    return not (measured.findings or heard.missing or max(heard.met) >= 500)


def main(tables: int, minutes: float, lie_open: int) -> bool:
    """Measure both databases and print it; return whether nothing is wrong."""
    pace = Pace(tables, lie_open=lie_open)
    with tempfile.TemporaryDirectory() as folder, postgres_server(durable=True) as server:
        lite = tell("SQLite, 1 process", measure(f"{folder}/club.sqlite3", pace, minutes * 60))
        place, pid = make_postgres(server, "club"), server.get_pid()
        post = tell("PostgreSQL, 2 processes", measure(place, pace, minutes * 60, workers=2, pid=pid))
        for where, place in (("SQLite", f"{folder}/size.sqlite3"), ("PostgreSQL", make_postgres(server, "size"))):
            stored, logged = (size / 1000 for size in size_of_a_night(place))
            print(f"{where}: a night of {DEALS} deals takes {stored:.0f} kB, and {logged:.0f} kB of the log")
    return lite and post


if __name__ == "__main__":
    number, minutes, lie_open = [*sys.argv[1:], *("1000", "5", "2")[len(sys.argv) - 1 :]]
    sys.exit(0 if main(int(number), float(minutes), int(lie_open)) else 1)
