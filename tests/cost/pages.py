"""What the pages cost: processor time of each, beside the bare platform, and how it grows with a night."""

from collections.abc import Iterator
from functools import partial
from math import inf
from statistics import median

from tests.cost.measure import BARE, OURS, PLAIN, cpu_each, running, see, take_in_nights
from tests.cost.row import Row, Scale, beside, budget, flat
from tests.load.remote import Remote

# How many times a bare page each may cost; the table of .github/OPERATING.md is in milliseconds of one machine.
TIMES = {
    "sheet, first phone of a table": 10,
    "sheet, second phone": 4.5,
    "settlement": 4,
    "entry, after a booking": 5,
    "entry": 4,
    "preview": 5,
    "share": 5,
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
    with (
        running(*BARE, str(scale.folder / "bare.sqlite3")) as bare,
        running(*PLAIN, str(scale.folder / "table.sqlite3")) as ours,
        # waitress alone closes a connection after an answer without a body
        running(*OURS, str(scale.folder / "table.sqlite3")) as served,
        Remote(bare.address) as plain,
        Remote(ours.address) as phone,
        Remote(ours.address) as other,
        Remote(served.address) as polling,
    ):
        table = _Table(plain, phone, polling)
        other.join(phone.link(table.night))
        asks = {
            "bare page": (bare, partial(see, plain, "/")),
            "settlement": (ours, partial(see, phone, f"{table.night}/settle")),
            "entry": (ours, partial(see, phone, f"{table.night}/enter")),
            "preview": (ours, table.preview),
            "share": (ours, partial(see, phone, f"{table.night}/share")),
            "poll with nothing new": (served, table.poll),
        }
        after_a_booking = {
            "sheet, first phone of a table": partial(see, phone, table.night),
            "sheet, second phone": partial(see, other, table.night),
            "entry, after a booking": partial(see, phone, f"{table.night}/enter"),
        }
        for _ in range(DEALS):
            table.book()
        some = max(20, scale.number // 3)
        best = dict[str, float]()
        for _ in range(scale.groups):
            costs = {
                "one booking": cpu_each(ours, table.book, scale.number),
                "bare insert": cpu_each(bare, table.insert, scale.number),
            }
            single = dict[str, list[float]]()
            for _ in range(some):
                table.book()
                for name, ask in after_a_booking.items():
                    single.setdefault(name, []).append(cpu_each(ours, ask, 1))
            costs |= {name: median(each) for name, each in single.items()}  # one that was interrupted shifts no median
            table.poll()  # what is asked for from now on has nothing new
            costs |= {name: cpu_each(server, ask, some) for name, (server, ask) in asks.items()}
            best = {name: min(cost, best.get(name, cost)) for name, cost in costs.items()}
    yield beside("one booking", best["one booking"], "a bare insert", best["bare insert"], BOOKING)
    for name, times in TIMES.items():
        yield beside(name, best[name], "a bare page", best["bare page"], times)


class _Table:
    """A phone that books at a night, the same phone polling, and one at the bare server."""

    def __init__(self, plain: Remote, phone: Remote, polling: Remote) -> None:
        self.plain = plain
        self.phone = phone
        self.polling = polling
        self.night = phone.open_night(5)
        self.token = phone.entry(self.night)["csrf_token"]
        self.tag = ""
        self.number = 0

    def book(self) -> None:
        self.number += 1
        assert self._send("enter", self.number, request=f"cost-{self.number:08}", action="booked") == 303

    def preview(self) -> None:
        assert self._send("preview", self.number + 1, kind="booked") == 200

    def _send(self, page: str, number: int, **fields: str) -> int:
        said = {"soloist": f"p{number % 5 + 1}", "points": 2 + number % 117, "number": number}
        fields = {"csrf_token": self.token, "based_on": "0", **said, **fields}
        return self.phone.post(f"{self.night}/{page}", fields).status

    def poll(self) -> None:
        """Ask for what is new since this was asked last."""
        self.polling.cookie = self.phone.cookie
        answer = self.polling.get(f"{self.night}/now", **{"If-None-Match": self.tag})
        self.tag = answer.headers["ETag"]

    def insert(self) -> None:
        assert self.plain.post("/insert", {"text": f"row {self.number}"}).status == 200


def judge_growth(scale: Scale) -> Iterator[Row]:
    """Measure the pages of a night of many deals beside one of few, and the memory after them."""
    sizes = (scale.short, scale.long)
    place = scale.folder / "big.sqlite3"
    links = take_in_nights(place, sizes)
    with running(*PLAIN, str(place)) as server, Remote(server.address) as phone:
        nights = {size: phone.join(link) for size, link in zip(sizes, links, strict=True)}
        costs = {page: dict.fromkeys(sizes, inf) for page in GROWS}
        for page, cost in costs.items():
            for size, night in list(nights.items()) * scale.groups:
                cost[size] = min(cost[size], cpu_each(server, partial(see, phone, night + page), 10))
        memory = server.memory()
    for page, name in GROWS.items():
        yield flat(name, "deals", costs[page], 1.3)
    yield budget("memory after all pages of it", memory, "MB", MEMORY)


def judge_home(scale: Scale) -> Iterator[Row]:
    """Measure the list of nights of a phone that has many beside one that has few."""
    few, many = 12, 500 if scale.long > 10_000 else 60
    place = scale.folder / "home.sqlite3"
    links = take_in_nights(place, [DEALS] * (few + many))
    with running(*PLAIN, str(place)) as server, Remote(server.address) as one, Remote(server.address) as other:
        phones = {few: one, many: other}
        costs = dict.fromkeys(phones, inf)
        for nights, phone in phones.items():
            for _ in range(nights):
                phone.join(links.pop())
        for nights, phone in list(phones.items()) * scale.groups * 2:
            costs[nights] = min(costs[nights], cpu_each(server, partial(see, phone, "/"), 20))
        size = int(other.get("/").headers["Content-Length"])
    yield flat("my nights", "nights", costs, 1.3)
    yield budget("size of that", size / 1000, "kB", 20)
