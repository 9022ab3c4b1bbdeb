"""`python -m tests.load.traffic [CLONE]`: what the open pages of twelve tables ask for, and how soon they show a deal.

Four phones a table, all with the sheet open. First nothing happens for some minutes; then a whole evening is entered,
quicker than people do, each deal on the next phone. What that asks for is added up for an evening of four hours with
twelve deals an hour: what an idle page asks for so long, and what all deals ask for beyond that. CLONE is the folder of
an earlier version with its own `.venv`, which is measured in turn with this one. Its pages ask every 1.2 to 1.4 seconds
and load the page after each change, and its copy for the time without a server with every page, as their script did.

Requests are a little too many: one that is answered by news is counted beside those that nothing answers.

Bytes are those of HTTP, with the headers that Chrome sends on a phone.
"""

import asyncio
import json
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from tests.load.phone import Got, Heard, Phone, run
from tests.load.processes import taken_by
from tests.load.remote import ROOT, Remote, served
from tests.load.results import percentile
from tests.web.html import read_html, values

TABLES, PHONES = 12, 4
HOURS, DEALS = 4, 48  # of an evening
IDLE = 240.0  # seconds in which nothing happens
DEAL = 8.0  # seconds from deal to deal of a table
LATEST = 2.0  # seconds after which every page has seen a deal
BEAT = 4.0  # seconds from one note that somebody is entering to the next, as entering.js has it
TYPED = ("", "6", "66")  # one after the other, before a deal is booked
CHROME = {
    "Connection": "keep-alive",
    "User-Agent": "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/126.0.0.0 Mobile Safari/537.36",
    "Accept": "*/*",
    "Accept-Language": "de-AT,de;q=0.9,en-US;q=0.8,en;q=0.7",
    "Accept-Encoding": "gzip, deflate",
}


LOOKING = ("news", "renewed page", "chain", "copy", "form ahead")  # what a page asks for that shows another's deal


class Script(NamedTuple):
    """How the pages of a version ask: the pause between two questions, in seconds, and the headers of a script.

    `booking` are those of the request that books a deal; without any it is answered with the sheet.
    """

    root: Path
    pause: tuple[float, float]
    wait: str
    headers: dict[str, str]
    copies: int  # deals after which an open page has its copy renewed, 0 where each page has
    booking: dict[str, str]


class Measured(NamedTuple):
    """Requests and bytes by kind, seconds of the server's processor, and when others saw each deal."""

    requests: Counter[str]
    bytes: Counter[str]
    processor: float
    seen: list[float]


class Page:
    """A page on a phone that keeps itself up to date."""

    def __init__(self, table: "Table", cookie: str) -> None:
        self.table = table
        # The question that waits has a connection of its own.
        self.asking, self.showing, self.loading = (Phone(table.address, cookie, Heard()) for _ in range(3))
        self.known = set[str]()  # the forms of the next deals
        self.copied = 0  # the next deal of the copy
        self.seen = 0  # of the journal
        self.running: asyncio.Task[None] | None = None

    async def ask(self, phone: Phone, kind: str, method: str, path: str, *fields: Any, **headers: str) -> Got:
        before = phone.heard.bytes
        headers = CHROME | {"Referer": self.table.address + path} | headers
        got = await phone.ask(kind, method, path, *fields, **headers)
        assert got, f"no answer to {method} {path}"
        assert got.status < 400, f"{got.status} to {method} {path}"
        self.table.requests[kind if got.status != 304 else "nothing new"] += 1
        self.table.bytes[kind if got.status != 304 else "nothing new"] += phone.heard.bytes - before
        return got

    async def load(self, path: str) -> Got:
        """Open a page in place of the last one."""
        await self.leave()
        got = await self.ask(self.loading, "page", "GET", path)
        self.running = asyncio.create_task(self._keep_up(path == self.table.night))
        return got

    async def leave(self) -> None:
        """End what the page asks; its connection ends with a question that waits."""
        if self.running:
            self.running.cancel()
            with suppress(asyncio.CancelledError):
                await self.running
            self.asking.close()
            self.showing.close()

    async def _keep_up(self, is_live: bool) -> None:
        script, night = self.table.script, self.table.night
        seq, tag = 0, ""
        while True:
            known = {"If-None-Match": tag} if tag else {}
            wait = script.wait if tag else ""
            got = await self.ask(self.asking, "news", "GET", f"{night}/now?since={seq}{wait}", **known)
            if got.status == 200:
                state, tag = json.loads(got.body), got.headers["etag"]
                if seq not in (0, state["seq"]):
                    await self._show(state["number"] - 1, is_live)
                has_text = script.booking and state["seq"] - (self.seen or state["seq"]) < 2
                if is_live and seq != state["seq"] and not has_text:  # whether the entries follow from those seen
                    await self.ask(self.showing, "chain", "GET", f"{night}/chain?after={self.seen or state['seq'] - 1}")
                if is_live:
                    self.seen = state["seq"]
                if seq != state["seq"]:
                    await self._copy(state["number"], is_loaded=not seq)
                seq = state["seq"]
                await self._prepare(state["ahead"])
            await asyncio.sleep(self.table.random.uniform(*script.pause))

    async def _show(self, number: int, is_live: bool) -> None:
        """Show what is new, unless something is being entered."""
        if is_live:
            await self.ask(self.showing, "renewed page", "GET", self.table.night, **self.table.script.headers)
            self.table.seen.append(time.monotonic() - self.table.booked_at[number])

    async def _copy(self, number: int, is_loaded: bool) -> None:
        least = self.table.script.copies
        if not least or number - self.copied >= (1 if is_loaded else least):
            await self.ask(self.showing, "copy", "GET", f"{self.table.night}/offline", **self.table.script.headers)
            self.copied = number

    async def _prepare(self, plan: list[tuple[int, str]]) -> None:
        """Load the forms of the next deals that this phone has not stored."""
        for number, key in plan:
            if key not in self.known:
                path = f"{self.table.night}/ahead/{number}"
                await self.ask(self.showing, "form ahead", "GET", path, **self.table.script.headers)
        self.known = {key for _, key in plan}


class Table:
    """A night with its phones."""

    def __init__(self, script: Script, address: str, random: Random) -> None:
        self.script, self.address, self.random = script, address.rstrip("/"), random
        self.requests, self.bytes = Counter[str](), Counter[str]()
        self.seen: list[float] = []
        self.booked_at: dict[int, float] = {}
        with Remote(address) as host:
            self.night = host.open_night(PHONES)
            link = host.link(self.night)
        self.pages = [Page(self, host.cookie)]
        for _ in range(PHONES - 1):
            with Remote(address) as guest:
                guest.join(link)
            self.pages.append(Page(self, guest.cookie))

    async def open(self) -> None:
        for page in self.pages:
            await page.load(self.night)

    async def enter(self, number: int, page: Page) -> None:
        """Enter a deal on one phone as its page does, and look at the sheet again."""
        got = await page.load(f"{self.night}/enter")
        forms = map(values, read_html(got.body).one("main").all("form"))
        form = next(form for form in forms if "number" in form) | {"soloist": f"p{self.random.randint(1, 3)}"}
        beat = {"csrf_token": form["csrf_token"], "number": form["number"]}
        script = self.script.headers
        for points in TYPED:
            await page.ask(page.loading, "entering", "POST", f"{self.night}/entering", beat)
            typed = form | {"points": points}
            await page.ask(page.loading, "preview", "POST", f"{self.night}/preview", typed, **script)
            await asyncio.sleep(BEAT / 2)
        self.booked_at[number] = time.monotonic()
        sent = form | {"points": "66", "action": "booked"}
        got = await page.ask(page.loading, "booking", "POST", f"{self.night}/enter", sent, **self.script.booking)
        assert got.status in (201, 303), got.body
        await page.ask(page.loading, "entering", "POST", f"{self.night}/entering", beat | {"number": "0"})
        if got.status == 303:  # fetch() follows it
            await page.ask(page.loading, "page", "GET", urlsplit(got.headers["location"]).path)
        await page.load(self.night)

    async def play(self, deals: int) -> None:
        await asyncio.sleep(self.random.uniform(0, DEAL))  # tables do not enter at the same moment
        for number in range(1, deals + 1):
            begun = time.monotonic()
            await self.enter(number, self.pages[number % len(self.pages)])
            await asyncio.sleep(max(0.0, DEAL + self.random.uniform(-2, 2) - (time.monotonic() - begun)))


async def play(script: Script, address: str, server: int, deals: int, idle: float) -> tuple[Measured, Measured]:
    """Return what was measured while nothing happened, and while so many deals were entered at each table."""
    random = Random(1)
    tables = [Table(script, address, random) for _ in range(TABLES)]
    await asyncio.gather(*(table.open() for table in tables))
    await asyncio.sleep(10)  # what pages do once they are open
    before = _measure(tables, server)
    await asyncio.sleep(idle)
    between = _measure(tables, server)
    await asyncio.gather(*(table.play(deals) for table in tables))
    await asyncio.sleep(LATEST)  # until the last deal was seen as well
    after = _measure(tables, server)
    for table in tables:
        for page in table.pages:
            await page.leave()
            page.loading.close()
    await asyncio.sleep(0.1)  # until their connections are closed
    return _difference(before, between), _difference(between, after)


def _measure(tables: list[Table], server: int) -> Measured:
    requests, sizes = (sum((getattr(table, of) for table in tables), Counter[str]()) for of in ("requests", "bytes"))
    return Measured(requests, sizes, taken_by(server).seconds, [each for table in tables for each in table.seen])


def _difference(first: Measured, then: Measured) -> Measured:
    requests, sizes = then.requests - first.requests, then.bytes - first.bytes
    return Measured(requests, sizes, then.processor - first.processor, then.seen[:] if not first.seen else [])


def tell(name: str, idle: Measured, evening: Measured, seconds: float, deals: int) -> None:
    """Print requests an hour and bytes an evening of a phone, and when a deal was seen."""
    phones = TABLES * PHONES
    hour = 3600 / seconds / phones
    requests = idle.requests.total() * hour
    polls = sum(idle.bytes.values()) * hour * HOURS
    kinds = [kind for kind in evening.bytes if kind != "nothing new"]
    of_deals = {kind: evening.bytes[kind] / phones / deals * DEALS for kind in kinds}
    print(name)
    for what, some in (("open page", LOOKING), ("page, with what its quarter of the deals takes to enter", kinds)):
        more = sum(evening.requests[kind] for kind in some) / phones / deals * DEALS / HOURS
        size = (polls + sum(of_deals.get(kind, 0) for kind in some)) / 1000
        print(f"  {what}: {requests + more:.0f} requests an hour, {size:.0f} kB an evening")
    print(f"  while nothing happens: {requests:.0f} requests an hour, {polls / 1000:.0f} kB an evening")
    for kind, size in sorted(of_deals.items(), key=lambda each: -each[1]):
        number = evening.requests[kind]
        times, each = number / phones / deals * DEALS, evening.bytes[kind] / number
        print(f"    {kind:<13} {size / 1000:>6.0f} kB, {times:>5.1f} times, {each:.0f} bytes")
    median, most = (percentile(evening.seen, share) for share in (0.5, 0.99))
    print(f"  a deal is seen by another after {median:.0f} ms (median), {most:.0f} ms (p99), of {len(evening.seen)}")
    print(f"  processor of an idle table: {idle.processor / seconds / TABLES * 1000:.2f} thousandths of a core")
    print(f"  processor of an hour of idle open pages: {idle.processor * 3600 / seconds:.0f} s for all {phones}")
    print(f"  processor while {deals} deals were entered at each table: {evening.processor:.0f} s")


def measure(script: Script, deals: int, idle: float) -> tuple[Measured, Measured]:
    """Play on a server of its own."""
    with (
        tempfile.TemporaryDirectory() as folder,
        served(f"{folder}/traffic.sqlite3", root=script.root) as (address, process),
    ):
        return run(play(script, address, process.pid, deals, idle))


OURS = Script(ROOT, (0.0, 0.2), "&wait", {"X-Renew": "page"}, 2, {"Accept": "application/json"})

if __name__ == "__main__":
    clone, deals, idle = [*sys.argv[1:], *("", str(DEALS), str(IDLE))[len(sys.argv) - 1 :]]
    if clone:
        earlier = Script(Path(clone), (1.2, 1.4), "", {}, 0, {})
        tell("earlier version", *measure(earlier, int(deals), float(idle)), float(idle), int(deals))
    tell("this version", *measure(OURS, int(deals), float(idle)), float(idle), int(deals))
