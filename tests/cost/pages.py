"""What the pages cost: processor time of each, beside the bare platform, and how it grows with a night."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from math import inf

from tests.cost.measure import Guest, Server, cpu_each, join, open_night, running, take_in_nights
from tests.cost.row import Row, Scale, beside, budget, flat

# How many times a bare page each may cost; the table of .github/OPERATING.md is in milliseconds of one machine.
TIMES = {
    "sheet, first phone of a table": 12,
    "sheet, second phone": 6,
    "settlement": 8,
    "entry, after a booking": 6,
    "entry": 6,
    "preview": 6,
    "share": 8,
    "poll with nothing new": 1.5,
}
BOOKING = 3.5  # times a bare insert
GROWS = {
    "": "sheet",
    "?from=1": "first page of the sheet",
    "/settle": "settlement",
    "/board": "board",
    "/paper": "rows from paper",
    "/rules": "rules",
}
MEMORY = 80  # MB after all of these pages
DEALS = 16  # on one page of the sheet


def judge_pages(scale: Scale) -> Iterator[Row]:
    """Measure all that one table asks for."""
    place = scale.folder / "table.sqlite3"
    with (
        running("bare", scale.folder / "bare.sqlite3") as bare,
        running("scorekeeper", place) as ours,
        running("served", place) as served,
    ):
        costs = _Table(bare, ours, served).measure(scale)
    insert, page = costs.pop("bare insert"), costs.pop("bare page")
    yield beside("one booking", costs.pop("one booking"), "a bare insert", insert, BOOKING)
    for name, cost in costs.items():
        yield beside(name, cost, "a bare page", page, TIMES[name])


class _Table:
    """A table with a phone that books and one that looks on, beside a bare server.

    Polls are measured on what `scorekeeper serve` is: it keeps the connection of who learns nothing new, which waitress
    alone ends, so that each poll would pay for a new one.
    """

    def __init__(self, bare: Server, ours: Server, served: Server) -> None:
        self.bare, self.ours, self.polling = Guest(bare), Guest(ours), Guest(served)
        self.night, self.token = open_night(self.ours)
        self.other = Guest(ours)
        join(self.other, _link(self.ours.ask("GET", f"{self.night}/share")[2]))
        self.number = 0

    def measure(self, scale: Scale) -> dict[str, float]:
        """Return the processor time of each thing in milliseconds, the best of its rounds."""
        for _ in range(DEALS):
            self._book()
        best: dict[str, float] = {}
        for _ in range(scale.rounds):
            for name, cost in self._round(scale.number).items():
                best[name] = min(cost, best.get(name, cost))
        return best

    def _round(self, number: int) -> dict[str, float]:
        some = max(20, number // 3)
        asks: Mapping[str, Callable[[], None]] = {
            "bare page": lambda: _get(self.bare, "/"),
            "settlement": lambda: _get(self.ours, f"{self.night}/settle"),
            "entry": lambda: _get(self.ours, f"{self.night}/enter"),
            "preview": self._preview,
            "share": lambda: _get(self.ours, f"{self.night}/share"),
            "poll with nothing new": self._poll,
        }
        costs = {
            "one booking": cpu_each(self.ours.server, self._book, number),
            "bare insert": cpu_each(self.bare.server, self._insert, number),
        }
        costs |= self._sheets(some)
        guests = {"bare page": self.bare, "poll with nothing new": self.polling}
        self.polling.cookie = self.ours.cookie
        _get(self.polling, f"{self.night}/now")  # what it polls for from now on
        for name, ask in asks.items():
            guest = guests.get(name, self.ours)
            costs[name] = cpu_each(guest.server, ask, some)
        return costs

    def _sheets(self, number: int) -> dict[str, float]:
        """Look at the sheet on two phones after each booking, and at the next deal on one."""
        asks = {
            "sheet, first phone of a table": (self.ours, self.night),
            "sheet, second phone": (self.other, self.night),
            "entry, after a booking": (self.ours, f"{self.night}/enter"),
        }
        costs = dict.fromkeys(asks, 0.0)
        for _ in range(number):
            self._book()
            for name, (guest, path) in asks.items():
                costs[name] += cpu_each(guest.server, partial(_get, guest, path), 1) / number
        return costs

    def _book(self) -> None:
        self.number += 1
        fields = {"number": str(self.number), "request": f"cost-{self.number:08}", "action": "booked"}
        status, _, text = self.ours.ask("POST", f"{self.night}/enter", **self._said(), **fields)
        assert status == 303, text

    def _preview(self) -> None:
        status, _, text = self.ours.ask(
            "POST", f"{self.night}/preview", **self._said(self.number + 1), number=str(self.number + 1), kind="booked"
        )
        assert status == 200, text

    def _said(self, number: int = 0) -> dict[str, str]:
        number = number or self.number
        said = {"soloist": f"p{number % 5 + 1}", "points": str(2 + number % 117)}
        return {"csrf_token": self.token, "based_on": "0", **said}

    def _poll(self) -> None:
        assert self.polling.ask("GET", f"{self.night}/now", {"If-None-Match": self.polling.tag})[0] == 304

    def _insert(self) -> None:
        assert self.bare.ask("POST", "/insert", text=f"row {self.number}")[0] == 200


def _get(guest: Guest, path: str) -> None:
    status, _, text = guest.ask("GET", path)
    assert status == 200, text


def _link(text: str) -> str:
    """Return the path of the link for who enters deals that a page shows."""
    return "/j/" + text.split("/j/", 1)[1].split('"')[0].split("<")[0]


def judge_growth(scale: Scale) -> Iterator[Row]:
    """Measure the pages of a night of many deals beside one of few, and the memory after them."""
    sizes = (scale.short, scale.long)
    place = scale.folder / "big.sqlite3"
    links = take_in_nights(place, sizes)
    costs: dict[tuple[str, int], float] = {}
    with running("served", place) as server:
        guest = Guest(server)
        nights = [join(guest, link) for link in links]
        for page in GROWS:
            for size, night in list(zip(sizes, nights, strict=True)) * scale.rounds:
                cost = cpu_each(server, partial(_get, guest, night + page), 10)
                costs[page, size] = min(cost, costs.get((page, size), cost))
        memory = server.memory()
    for page, name in GROWS.items():
        yield flat(name, "deals", {size: costs[page, size] for size in sizes}, 1.3)
    yield budget("memory after all pages of it", memory, "MB", MEMORY)


def judge_home(scale: Scale) -> Iterator[Row]:
    """Measure the list of nights of a phone that has many beside one that has few."""
    few, many = 12, 500 if scale.long > 10_000 else 60
    place = scale.folder / "home.sqlite3"
    links = take_in_nights(place, [DEALS] * (few + many))
    with running("scorekeeper", place) as server:
        guests = {few: Guest(server), many: Guest(server)}
        costs = dict.fromkeys(guests, inf)
        for nights, guest in guests.items():
            for _ in range(nights):
                join(guest, links.pop())
        for nights, guest in list(guests.items()) * scale.rounds * 2:
            costs[nights] = min(costs[nights], cpu_each(server, partial(_get, guest, "/"), 20))
    yield flat("my nights", "nights", costs, 1.3)
    yield budget("size of that", guests[many].size / 1000, "kB", 20)
