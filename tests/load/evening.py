"""An evening at ten tables: fifty phones that look all the time, enter deals and correct some, on one server."""

import json
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from random import Random
from typing import Any, NamedTuple

from scorekeeper.storage.engine.migrate import connect
from scorekeeper.storage.engine.sql import fetch
from scorekeeper.storage.models import database
from scorekeeper.storage.verify import verify_all
from tests.load.remote import Answer, Remote, served

TABLES, AT_A_TABLE = 10, 5
LOOKS, DEAL = 2.0, 6.0  # seconds from one look to the next, as pages ask, and about from deal to deal of a table
CORRECTED = 0.1  # of all deals
BESIDES = 0.05  # of all deals are entered on another phone too


class Evening(NamedTuple):
    """What was measured: the seconds that each request took, by its kind, and what is wrong in the end."""

    seconds: float
    latencies: dict[str, list[float]]
    booked: int
    corrected: int
    met: Counter[int]
    findings: list[str]


class Phone(threading.Thread):
    """A phone at a table: it looks every two seconds; one of its table enters each deal, another corrects some."""

    def __init__(self, evening: "Table", place: int) -> None:
        super().__init__(daemon=True)
        self.table = evening
        self.place = place
        self.remote = Remote(evening.address)
        self.random = Random(evening.number * 100 + place)
        self.latencies: dict[str, list[float]] = {}
        self.met = Counter[int]()
        self.failure = ""

    def run(self) -> None:
        try:
            self._play()
        except Exception as error:  # a thread has nobody to tell
            self.failure = f"{type(error).__name__}: {error}"

    def _play(self) -> None:
        tag, night = "", self.table.night
        time.sleep(self.random.uniform(0, LOOKS))
        while time.monotonic() < self.table.end:
            begun = time.monotonic()
            answer = self._ask("poll", "GET", f"{night}/now", **({"If-None-Match": tag} if tag else {}))
            tag = answer.headers.get("ETag", tag)
            if answer.status == 200:
                self._ask("sheet", "GET", night)
                mine = json.loads(answer.body)["number"] % AT_A_TABLE == self.place
                if mine or self.random.random() < BESIDES:
                    self._enter()
            time.sleep(max(0.0, begun + LOOKS * self.random.uniform(0.9, 1.1) - time.monotonic()))

    def _enter(self) -> None:
        """Enter the next deal as a page does: open it, look at what it would bring a few times, book it."""
        night = self.table.night
        time.sleep(self.random.uniform(0, DEAL - LOOKS))
        form = self._ask("entry page", "GET", f"{night}/enter").form("number")
        form |= {"soloist": f"p{self.random.randint(1, 3)}"}
        for points in ("", "6", "66"):
            self._ask("preview", "POST", f"{night}/preview", form | {"points": points})
        answer = self._ask("booking", "POST", f"{night}/enter", form | {"points": "66", "action": "booked"})
        if answer.status == 303:
            self.table.booked.append(form["number"][0])
            if self.random.random() < CORRECTED:
                self._correct(form["number"][0])

    def _correct(self, number: str) -> None:
        path = f"{self.table.night}/deals/{number}/correct"
        form = self._ask("correction page", "GET", path).form("number")
        answer = self._ask(
            "correction", "POST", path, form | {"points": "70", "action": "confirm", "note": "miscounted"}
        )
        if answer.status == 303:
            self.table.corrected.append(number)

    def _ask(self, kind: str, method: str, path: str, fields: dict[str, Any] | None = None, **headers: str) -> Answer:
        begun = time.perf_counter()
        answer = self.remote.ask(method, path, fields, **headers)
        self.latencies.setdefault(kind, []).append(time.perf_counter() - begun)
        self.met[answer.status] += 1
        if answer.status >= 500:
            raise AssertionError(f"{answer.status} for {method} {path}: {answer.body[:200]}")
        return answer


class Table:
    """A night with its phones."""

    def __init__(self, address: str, number: int) -> None:
        self.address = address
        self.number = number
        self.booked: list[str] = []
        self.corrected: list[str] = []
        self.end = 0.0
        self.night = ""
        self.phones = [Phone(self, place) for place in range(AT_A_TABLE)]

    def answered(self) -> dict[str, list[str]]:
        """The numbers of the deals that were answered, by kind of act."""
        return {"booked": self.booked, "corrected": self.corrected}

    def sit_down(self) -> None:
        """Open the night on the first phone and let the others in."""
        host, *others = (phone.remote for phone in self.phones)
        self.night = host.open_night()
        link = host.link(self.night)
        for other in others:
            other.join(link)


def play(place: str, seconds: float, workers: int = 1) -> Evening:
    """Play so long on a server of its own, on the database at `place`; return what was measured."""
    with served(place, "--workers", str(workers)) as (address, _), ExitStack() as stack:
        tables = [Table(address, number) for number in range(TABLES)]
        phones = [phone for table in tables for phone in table.phones]
        for phone in phones:
            stack.enter_context(phone.remote)
        for table in tables:
            table.sit_down()
        for table in tables:
            table.end = time.monotonic() + seconds
        for phone in phones:
            phone.start()
        for phone in phones:
            phone.join(seconds + 120)
    latencies: dict[str, list[float]] = {}
    for phone in phones:
        for kind, measured in phone.latencies.items():
            latencies.setdefault(kind, []).extend(measured)
    booked, corrected = (sum(len(getattr(table, kind)) for table in tables) for kind in ("booked", "corrected"))
    findings = [phone.failure or "a phone hangs" for phone in phones if phone.failure or phone.is_alive()]
    met = sum((phone.met for phone in phones), Counter[int]())
    return Evening(
        seconds,
        latencies,
        booked,
        corrected,
        met,
        [*findings, *look_into(place, {table.night: table.answered() for table in tables})],
    )


def look_into(place: str, answered: Mapping[str, Mapping[str, list[str]]]) -> Iterator[str]:
    """Compare what was answered, the numbers of deals by night and kind of act, with what is stored."""
    connect(place)
    try:
        with database.obj.connection_context():
            yield from (str(finding) for _, finding in verify_all() if finding)
            for night, numbers in answered.items():
                sql = """SELECT kind, entry.number FROM entry JOIN night ON night.id = entry.night_id
                    WHERE slug = ? ORDER BY entry.seq"""
                stored = fetch(sql, night.rpartition("/")[2])
                for kind, told in numbers.items():
                    found = sorted(number for stored_kind, number in stored if stored_kind == kind)
                    if found != sorted(map(int, told)):
                        yield f"{night}: {kind} {told} were answered, {found} are stored"
    finally:
        database.obj.close_all()


def percentile(measured: list[float], share: float) -> float:
    """Return the milliseconds within which this share of all requests was answered."""
    return sorted(measured)[min(len(measured) - 1, int(len(measured) * share))] * 1000
