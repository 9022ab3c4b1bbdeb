"""`python -m tests.load.club [TABLES] [SECONDS] [WORKERS]`: many tables at the pace of real evenings, on PostgreSQL.

Four phones a table: two lie open and ask as often as the page does, two are in pockets. Every few minutes somebody
enters a deal, and every open phone shows the new sheet. All phones are one process; the processor time that the
servers and the database take is told beside it, so that what a table costs does not depend on who shares the machine.
"""

import asyncio
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

from tests.databases import make_postgres, postgres_server
from tests.load.evening import look_into, percentile
from tests.load.remote import Remote, served
from tests.web.html import read_html, values

OPEN, POCKET = 1.3, 20.0  # seconds from one look to the next, as pages ask
PHONES, OPEN_PHONES = 4, 2
DEAL = 180.0  # seconds of play and talk a deal
_TICK = os.sysconf("SC_CLK_TCK")


class Got(NamedTuple):
    """What a server said."""

    status: int
    headers: dict[str, str]
    body: str


class Phone:
    """One phone with its cookie and its connection."""

    def __init__(self, address: str, cookie: str, own: str, club: "Club") -> None:
        self.address = address
        self.cookie = cookie
        self.own = own  # the address that a proxy would tell of it
        self.club = club
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, kind: str, method: str, path: str, fields: dict[str, Any] | None = None, **headers: str) -> Got:
        begun = time.perf_counter()
        try:
            got = await self._ask(method, path, fields, headers)
        except (OSError, EOFError):  # the server has closed a connection that nothing came on for long
            self.streams = None
            got = await self._ask(method, path, fields, headers)
        self.club.latencies.setdefault(kind, []).append(time.perf_counter() - begun)
        self.club.met[got.status] += 1
        return got

    async def _ask(self, method: str, path: str, fields: dict[str, Any] | None, headers: dict[str, str]) -> Got:
        if self.streams is None:
            parts = urlsplit(self.address)
            self.streams = await asyncio.open_connection(parts.hostname, parts.port)
        reader, writer = self.streams
        body = b"" if fields is None else urlencode(fields, doseq=True).encode()
        sent = {"Host": urlsplit(self.address).netloc, "Cookie": self.cookie, "X-Forwarded-For": self.own} | headers
        if body:
            sent |= {"Content-Type": "application/x-www-form-urlencoded", "Content-Length": str(len(body))}
        head = "".join(f"{name}: {value}\r\n" for name, value in sent.items())
        writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body)
        status, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().strip().split("\r\n")
        told = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
        text = await reader.readexactly(int(told.get("content-length", 0)))
        return Got(int(status.split()[1]), told, text.decode())

    async def look(self, night: str, every: float, end: float) -> None:
        """Ask what is new, as an open page does; show the sheet where something is."""
        tag = ""
        await asyncio.sleep(self.club.random.uniform(0, every))
        while time.monotonic() < end:
            begun = time.monotonic()
            got = await self.ask("poll", "GET", f"{night}/now", **({"If-None-Match": tag} if tag else {}))
            tag = got.headers.get("etag", tag)
            if got.status == 200:
                await self.ask("sheet", "GET", night)
            await asyncio.sleep(max(0.0, begun + every * self.club.random.uniform(0.95, 1.1) - time.monotonic()))

    async def enter(self, night: str) -> None:
        """Enter the next deal: open the page, look three times at what it would bring, book it."""
        got = await self.ask("entry page", "GET", f"{night}/enter")
        forms = map(values, read_html(got.body).one("main").all("form"))
        form = next(form for form in forms if "number" in form) | {"soloist": f"p{self.club.random.randint(1, 3)}"}
        for points in ("", "6", "66"):
            await asyncio.sleep(1)
            await self.ask("preview", "POST", f"{night}/preview", form | {"points": points})
        got = await self.ask("booking", "POST", f"{night}/enter", form | {"points": "66", "action": "booked"})
        if got.status == 303:
            self.club.booked.append((night, form["number"][0]))


class Club:
    """Tables on one server, and what was measured."""

    def __init__(self, address: str, tables: int) -> None:
        self.random = Random(1)
        self.latencies: dict[str, list[float]] = {}
        self.met = Counter[int]()
        self.booked: list[tuple[str, str]] = []
        self.tables = [self._sit_down(address, number) for number in range(tables)]

    def _sit_down(self, address: str, number: int) -> tuple[str, list[Phone]]:
        own = f"10.{number // 65536}.{number // 256 % 256}.{number % 256}"
        with Remote(address) as host:
            host.always = {"X-Forwarded-For": own}
            night = host.open_night()
            link, cookies = host.link(night), [host.cookie]
            for _ in range(PHONES - 1):
                host.cookie = ""
                host.join(link)
                cookies.append(host.cookie)
        return night, [Phone(address, cookie, own, self) for cookie in cookies]

    async def play(self, seconds: float) -> None:
        """Let everybody play so long."""
        end = time.monotonic() + seconds
        await asyncio.gather(*self._all(end))

    def _all(self, end: float) -> Iterator[Any]:
        for night, phones in self.tables:
            yield self._deal(phones[0], night, end)
            for place, phone in enumerate(phones):
                yield phone.look(night, OPEN if place < OPEN_PHONES else POCKET, end)

    async def _deal(self, phone: Phone, night: str, end: float) -> None:
        entering = Phone(phone.address, phone.cookie, phone.own, self)  # the page goes on asking meanwhile
        await asyncio.sleep(self.random.uniform(0, DEAL))
        while time.monotonic() < end - 5:
            await entering.enter(night)
            await asyncio.sleep(self.random.uniform(0.7, 1.3) * DEAL)


def processor_time(parents: dict[str, int]) -> dict[str, float]:
    """Return the seconds of processor time of each process with all that it has started."""
    return {name: sum(map(_own_time, _family(number))) for name, number in parents.items()}


def _family(number: int) -> Iterator[int]:
    yield number
    for child in Path(f"/proc/{number}/task/{number}/children").read_text().split():
        yield from _family(int(child))


def _own_time(number: int) -> float:
    fields = Path(f"/proc/{number}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / _TICK


def main(tables: int = 1000, seconds: float = 120.0, workers: int = 4) -> bool:
    """Play, print what was measured, and return whether nothing was lost."""
    with postgres_server() as server:
        place = make_postgres(server, "club")
        options = ("--workers", str(workers))
        with served(place, *options, SCOREKEEPER_PROXIES="1") as (address, process):
            club = Club(address, tables)
            watched = {"servers": process.pid, "database": server.get_pid()}
            before = processor_time(watched)
            asyncio.run(club.play(seconds))
            took = {name: time - before[name] for name, time in processor_time(watched).items()}
        _tell(club, seconds, took)
        booked: dict[str, list[str]] = {night: [] for night, _ in club.tables}
        for night, number in club.booked:
            booked[night].append(number)
        findings = list(look_into(place, {night: {"booked": numbers} for night, numbers in booked.items()}))
    print("; ".join(findings) or "nothing lost, verify: all holds")
    return not findings and all(status < 500 for status in club.met)


def _tell(club: Club, seconds: float, took: dict[str, float]) -> None:
    total = club.met.total()
    print(f"{len(club.tables)} tables, {total / seconds:.0f} requests a second, {len(club.booked)} deals; {club.met}")
    for kind, measured in sorted(club.latencies.items()):
        p50, p95, p99 = (percentile(measured, share) for share in (0.5, 0.95, 0.99))
        print(f"  {kind:<12} {len(measured):>7} times  p50 {p50:>5.0f} ms  p95 {p95:>5.0f} ms  p99 {p99:>5.0f} ms")
    for name, spent in took.items():
        print(f"  {name}: {spent / seconds:.2f} cores, {len(club.tables) * seconds / spent:.0f} tables a core")


if __name__ == "__main__":
    sys.exit(0 if main(*map(int, sys.argv[1:])) else 1)
