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
from collections.abc import Coroutine, Iterator
from random import Random
from typing import Any, NamedTuple

from scorekeeper.storage.statements import fetch, run
from scorekeeper.storage.tables import database
from scorekeeper.storage.transactions import writing
from scorekeeper.storage.upgrade import connect
from tests.databases import make_postgres, postgres_server
from tests.load.evening import look_into, percentile
from tests.load.phone import Heard, Phone
from tests.load.processes import Taken, taken_by, whole_machine
from tests.load.remote import Remote, served
from tests.web.html import read_html, values

PHONES = 4
LOOKS, POCKET = (1.2, 1.4), (20.0, 20.2)  # seconds from one answer to the next poll, as live.js has it
DEAL = (120.0, 180.0)  # seconds from deal to deal of a table
BEAT = 4.0  # seconds between two things that somebody does who enters a deal
TOGETHER = 20  # tables that sit down before what was counted against them is wiped out
NIGHTS, DEALS = 10, 40  # of which the storage is measured


class Measured(NamedTuple):
    """What a club heard, and what it took: of the servers, the database, the phones, the whole machine."""

    tables: int
    seconds: float
    heard: Heard
    servers: Taken
    database: Taken
    phones: float
    machine: float
    backends: int  # connections to PostgreSQL
    deals: int
    findings: list[str]


class Club:
    """Tables on one server. `pace` makes the deals of an evening come so many times as fast."""

    def __init__(self, address: str, tables: int, lie_open: int, pace: float = 1.0) -> None:
        self.random, self.heard = Random(1), Heard()
        self.lie_open, self.pace, self.end = lie_open, pace, 0.0
        self.booked: dict[str, list[str]] = {}
        self.tables = [self._sit_down(address, number) for number in range(tables)]

    def _sit_down(self, address: str, number: int) -> tuple[str, list[Phone]]:
        if number % TOGETHER == 0:
            forget_attempts()
        with Remote(address) as host:
            night, cookies = sit_down(host)
            first = host.entry(night)
            assert host.post(f"{night}/enter", first).status == 303
        self.booked[night] = first["number"]
        return night, [Phone(address, cookie, self.heard) for cookie in cookies]

    async def play(self, seconds: float) -> None:
        """Let everybody play so long; what is asked at the end is still answered."""
        self.end = time.monotonic() + seconds
        await asyncio.gather(*self._all())

    def _all(self) -> Iterator[Coroutine[Any, Any, None]]:
        for night, phones in self.tables:
            yield self._deal(phones[0], night)
            for place, phone in enumerate(phones):
                yield self._look(phone, night, LOOKS if place < self.lie_open else POCKET)

    async def _rest(self, shortest: float, longest: float) -> bool:
        """Wait between so many seconds; return whether the evening goes on after that."""
        end = time.monotonic() + self.random.uniform(shortest, longest)
        await asyncio.sleep(min(end, self.end) - time.monotonic())
        return time.monotonic() < self.end

    async def _look(self, phone: Phone, night: str, every: tuple[float, float]) -> None:
        """Ask what is new, as a page does; show the sheet anew where something has happened."""
        tag, state = "", {"seq": 0}
        while await self._rest(*(every if tag else (0, every[1]))):
            path = f"{night}/now?since={state['seq']}"
            got = await phone.ask("poll", "GET", path, **({"If-None-Match": tag} if tag else {}))
            if got and got.status == 200:
                before, state, tag = state["seq"], json.loads(got.body), got.headers["etag"]
                if state["seq"] != before:
                    await phone.ask("sheet", "GET", night)
        phone.close()

    async def _deal(self, phone: Phone, night: str) -> None:
        """Enter one deal after the other, on a second connection, for the page of this phone goes on asking."""
        entering = Phone(phone.server.geturl(), phone.cookie, self.heard)
        shortest, longest = DEAL[0] / self.pace, DEAL[1] / self.pace
        going = await self._rest(0, longest)
        while going:
            await self._enter(entering, night)
            going = await self._rest(shortest, longest)
        entering.close()

    async def _enter(self, phone: Phone, night: str) -> None:
        """Open the page, say that somebody is entering a deal, look at what it would bring, book it, see the sheet."""
        got = await phone.ask("entry page", "GET", f"{night}/enter")
        if not got or got.status != 200:
            return
        forms = map(values, read_html(got.body).one("main").all("form"))
        form = next(form for form in forms if "number" in form) | {"soloist": f"p{self.random.randint(1, 3)}"}
        beat = {"csrf_token": form["csrf_token"], "number": form["number"]}
        for points in ("", "6", "66"):
            await phone.ask("entering", "POST", f"{night}/entering", beat)
            await phone.ask("preview", "POST", f"{night}/preview", form | {"points": points})
            if not await self._rest(BEAT / self.pace, BEAT / self.pace):
                return
        got = await phone.ask("booking", "POST", f"{night}/enter", form | {"points": "66", "action": "booked"})
        if got and got.status == 303:
            self.booked[night].extend(form["number"])
            await phone.ask("sheet", "GET", night)


def sit_down(host: Remote) -> tuple[str, list[str]]:
    """Open a night and let three more phones in; return it and the cookies of all."""
    night = host.open_night()
    link, cookies = host.link(night), [host.cookie]
    for _ in range(PHONES - 1):
        host.cookie = ""
        host.join(link)
        cookies.append(host.cookie)
    host.cookie = cookies[0]
    return night, cookies


def forget_attempts() -> None:
    """Let nobody be held back because all tables come from one address."""
    with database.obj.connection_context(), writing():
        run("DELETE FROM attempt")


def measure(
    place: str, tables: int, seconds: float, lie_open: int, pace: float = 1.0, workers: int = 1, pid: int = 0
) -> Measured:
    """Play on a server of its own; `pid` is that of PostgreSQL's first process."""
    connect(place)
    with served(place, "--workers", str(workers), SCOREKEEPER_PROXIES="1") as (address, process):
        club = Club(address, tables, lie_open, pace)
        before = _take(process.pid, pid)
        asyncio.run(club.play(seconds))
        after = _take(process.pid, pid)
        backends = _count_backends() if pid else 0
    database.obj.close_all()
    findings = list(look_into(place, {night: {"booked": numbers} for night, numbers in club.booked.items()}))
    spent = [Taken(now.seconds - then.seconds, now.memory) for now, then in zip(after[:2], before[:2], strict=True)]
    rest = [now - then for now, then in zip(after[2:], before[2:], strict=True)]
    deals = sum(map(len, club.booked.values())) - tables
    return Measured(tables, seconds, club.heard, *spent, *rest, backends, deals, findings)


def _take(servers: int, postgres: int) -> tuple[Taken, Taken, float, float]:
    of_database = taken_by(postgres) if postgres else Taken(0, 0)
    return taken_by(servers), of_database, time.process_time(), whole_machine()


def _count_backends() -> int:
    with database.obj.connection_context():
        sql = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        return int(fetch(sql)[0][0])


def size_of_a_night(place: str, nights: int = NIGHTS, deals: int = DEALS) -> float:
    """Return the bytes that an evening takes in the database once it is played."""
    connect(place)
    with served(place, SCOREKEEPER_PROXIES="1") as (address, _), Remote(address) as host:
        sizes = list[int]()
        for _ in range(nights + 1):
            night, _ = sit_down(host)
            for _ in range(deals):
                assert host.post(f"{night}/enter", host.entry(night)).status == 303
            sizes.append(_size())
    database.obj.close_all()
    return (sizes[-1] - sizes[0]) / nights


def _size() -> int:
    with database.obj.connection_context():
        if database.obj.for_update:
            return int(fetch("SELECT pg_database_size(current_database())")[0][0])
        return int(fetch("PRAGMA page_count")[0][0]) * int(fetch("PRAGMA page_size")[0][0])


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
    for name, taken in (("servers", measured.servers), ("database", measured.database)):
        cores = taken.seconds / seconds
        print(f"  {name:<10} {cores:.3f} cores, {cores / tables * 1000:.2f} thousandths a table; {taken.memory:.0f} MB")
    print(f"  connections: {heard.opened} opened by the phones, {measured.backends} to the database")
    print(
        f"  busy: the phones {measured.phones / seconds:.2f} cores, the whole machine {measured.machine / seconds:.2f}"
    )
    return not (measured.findings or heard.missing)


def main(tables: int = 1000, minutes: float = 5.0, lie_open: int = 2) -> bool:
    """Measure both databases and print it; return whether nothing is wrong."""
    with tempfile.TemporaryDirectory() as folder, postgres_server(durable=True) as server:
        lite = tell("SQLite, 1 process", measure(f"{folder}/club.sqlite3", tables, minutes * 60, lie_open))
        place, pid = make_postgres(server, "club"), server.get_pid()
        post = tell("PostgreSQL, 2 processes", measure(place, tables, minutes * 60, lie_open, workers=2, pid=pid))
        for where, place in (("SQLite", f"{folder}/size.sqlite3"), ("PostgreSQL", make_postgres(server, "size"))):
            print(f"{where}: a night of {DEALS} deals takes {size_of_a_night(place) / 1000:.0f} kB")
    return lite and post


if __name__ == "__main__":
    number, minutes, lie_open = [*sys.argv[1:], *("1000", "5", "2")[len(sys.argv) - 1 :]]
    sys.exit(0 if main(int(number), float(minutes), int(lie_open)) else 1)
