"""`python -m tests.load.routes`: every route, the dearest request that a guest can send there, and what it costs.

The night is a year of evenings without end, and two hundred others are in its group. Pages are asked for with each
query that they know; forms are sent as the pages have them, with each of their buttons, and once more with all texts as
long as a request may be. Each form meets the same database. The cost is processor time, with that of the process for
audits, of a request for which nothing is kept yet. Files to download may take longer than others, as they are written
one at a time and in pieces, and so may a night that is taken in, as limits count these.
"""

import platform
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from flask import Flask
from werkzeug.routing import Rule

from scorekeeper.app import create_app
from scorekeeper.clock import today
from scorekeeper.storage.access.devices import link_token, signing_key
from scorekeeper.storage.groups.group import add_to_group
from scorekeeper.storage.models import Attempt, GroupRow, database
from scorekeeper.storage.transfer import prepare, take_in
from scorekeeper.web.deal import verdicts
from scorekeeper.web.rules.forms import MOST_DEALS
from scorekeeper.web.sheet import view_model
from tests.cost.measure import big_night
from tests.cost.test_groups import multiply, pay_in
from tests.load.audits import DEAL, record
from tests.web.group import open_group
from tests.web.html import Element, controls, values
from tests.web.phone import Phone

DEALS, NIGHTS = 5000, 200
COUNTED = ("/nights/new",)  # how often is limited
BUDGET, CHEAP = 0.3, 0.015  # seconds
LONG = 150_000  # characters in all fields of a form together; encoded they are half as many again
PARTS = {
    "number": ("1", str(DEALS)),
    "place": ("1",),
    "member": ("1",),
    "way": ("correct", "void", "adjust"),
    "form": ("toml", "json", "csv", "xlsx"),
    "kind": ("svg", "png", "points", "winner", "contract"),
    "game_key": ("koenigrufen",),
    "preset_key": ("wien",),
    "key": ("skat", "doppelkopf"),
    "rule": ("KR-1", "HB-31"),
    "filename": ("scorekeeper.css",),
}
QUERIES = {
    "sheet.show": ("from=1", f"from={DEALS}"),
    "board.show": ("by=deal",),
    "live.now": ("since=0",),
    "live.chain": ("since=0", "after=0"),
    "table.rules": ("q=a", "q=" + "a" * 4000),
    "rulebook.author": ("q=a", "q=" + "a" * 4000),
    "nights.choose_rules": ("one=wien&other=ruediger",),
    "season.show": ("by=coins", "by=deals", "season=1"),
    "season.figures": ("by=coins",),
    "statement.show": ("person=1",),
    "statement.download": ("person=1",),
    "groups.show": ("page=16",),
    "nights.start": ("page=16",),
}


class Cost(NamedTuple):
    """The seconds of processor that a request took, what it was, and its status."""

    seconds: float
    method: str
    request: str
    status: int


class House(NamedTuple):
    """The application, a phone that may do everything, and what stands for the parts of an address."""

    app: Flask
    phone: Phone
    parts: dict[str, tuple[str, ...]]
    place: Path


def build(folder: Path, deals: int, nights: int) -> House:
    """Make a long night, the night of an audit, and a group with many nights."""
    place = folder / "routes.sqlite3"
    app = create_app(str(place))
    app.testing = True
    app.config["ERASING_PAUSE"] = None
    phone = Phone(app)
    audited = phone.open_night("Anna", "Bernd", "Clara", "Dora", rules="koenigrufen/wien")
    assert (
        phone.enter(audited, "called", **{key: value for key, value in DEAL.items() if key != "action"}).status == 303
    )
    group = open_group(phone, phone.open_night("Anna", "Bernd", "Clara"))
    with database.connection_context(), database.atomic():
        row = take_in(prepare(big_night(64), "routes"))
        add_to_group(row, GroupRow.get(GroupRow.slug == group[3:]))
        pay_in(row, 4)
        multiply(row, nights)
        long = take_in(prepare(big_night(deals), "routes"))
        add_to_group(long, GroupRow.get(GroupRow.slug == group[3:]))
        token = link_token(long, "host", signing_key())
    phone.join(f"/j/{long.slug}/{token}")
    parts = PARTS | {"slug": (long.slug,), "group_slug": (group[3:],), "token": (token,)}
    parts["number"] = ("1", str(deals))
    return House(app, phone, parts | {"audited": (audited[3:],)}, place)


def addresses(house: House, rule: Rule) -> Iterator[str]:
    """Yield the addresses of a route, with each query that it knows."""
    names = sorted(rule.arguments)
    parts = house.parts | ({"slug": house.parts["audited"], "number": ("1",)} if rule.endpoint == "audit.show" else {})
    for chosen in product(*(parts[name] for name in names)):
        path = rule.rule
        for name, value in zip(names, chosen, strict=True):
            path = re.sub(rf"<(?:[^<>]*:)?{name}>", value, path)
        yield path
        yield from (f"{path}?{query}" for query in QUERIES.get(rule.endpoint, ()))
        if rule.endpoint == "audit.show":
            yield from (f"{path}?{record(number)}" for number in range(3))
            yield from (f"{path}?{record(number)}&put=T5" for number in range(3))


def measure(ask: Callable[[], Any]) -> tuple[float, Any]:
    """Return the processor time of a request for which nothing is kept yet, and its answer."""
    verdicts._KEPT.clear()
    view_model._kept_body.cache_clear()
    with database.connection_context():
        Attempt.delete().execute()
    begun = _taken()
    answer = ask()
    return _taken() - begun, answer


def _taken() -> float:
    """Return the processor time of this process, and of the one for audits."""
    audits = verdicts._PROCESS._process
    return time.process_time() + (time.clock_gettime(~audits.pid << 3 | 2) if audits else 0)


def look(house: House) -> tuple[dict[str, list[Cost]], dict[tuple[str, str], Element]]:
    """Open every page; return what each cost, and the forms of all of them by address and buttons."""
    costs, forms = dict[str, list[Cost]](), dict[tuple[str, str], Element]()
    for rule in house.app.url_map.iter_rules():
        for path in addresses(house, rule) if "GET" in rule.methods else ():
            house.phone.get(path)  # templates are compiled once for all pages
            took, page = measure(lambda path=path: house.phone.get(path))
            costs.setdefault(rule.rule, []).append(Cost(took, "GET", path, page.status))
            if page.status == 200 and page.headers["Content-Type"].startswith("text/html"):
                for form in page.html.all("form"):
                    if form["method"] == "post":
                        forms.setdefault((form["action"] or path, str(sorted(values(form)))), form)
    return costs, forms


def send(house: House, forms: dict[tuple[str, str], Element]) -> Iterator[tuple[str, Cost]]:
    """Send every form in each way, each to the same database; yield the route and the cost."""
    database.obj.close_all()
    kept = house.place.with_suffix(".kept")
    shutil.copy(house.place, kept)
    adapter = house.app.url_map.bind("localhost")
    ways = [(action, way) for (action, _), form in forms.items() for way in _ways(form)]
    ways += [(action.replace("/enter", "/preview"), way) for action, way in ways if action.endswith("/enter")]
    ways += [(f"{action}/preview", way) for action, way in ways if action.endswith("/paper")]
    ways += [(action, _paste(fields)) for action, (what, fields) in ways if action == "/nights/new" and "long" in what]
    for action, (what, fields) in ways:
        rule = adapter.match(urlsplit(action).path, "POST", return_rule=True)[0]
        took, page = measure(lambda action=action, fields=fields: house.phone.post(action, fields))
        yield rule.rule, Cost(took, "POST", f"{action} {what}", page.status)
        database.obj.close_all()
        shutil.copy(kept, house.place)


def _ways(form: Element) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield what a form can send: with each of its buttons, and with texts as long as a request may be."""
    plain = values(form)
    buttons = {(name, value) for name, value, element in controls(form) if element.tag == "button"}
    for name, value in sorted(buttons) or [("", "")]:
        chosen = plain | ({name: [value]} if name else {})
        yield f"{name}={value}", chosen
        texts = [
            key for key, _, element in controls(form)
            if element.tag == "textarea" or (element.tag == "input" and element["type"] in ("", "text", "search"))
        ]  # fmt: skip
        if texts:
            yield f"{name}={value}, long", chosen | dict.fromkeys(texts, "a\n 66" * (LONG // 5 // len(texts)))


def _paste(fields: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return a form with as long a night file as a request may have."""
    lines = "".join(f'[[deals]]\nline = "B {number % 50 + 61}"\n' for number in range(MOST_DEALS))
    text = 'game = "herzblatt"\nplayers = ["Anna", "Bernd", "Clara"]\n' + lines
    return "a whole night", {name: text if isinstance(value, str) else value for name, value in fields.items()}


def tell(costs: dict[str, list[Cost]]) -> list[str]:
    """Return the table, the dearest first, and in the last line all routes below a few milliseconds."""
    named = {re.sub(r"/static/\w{8}/", "/static/<version>/", rule): each for rule, each in costs.items()}
    dearest = sorted(((max(each), rule) for rule, each in named.items()), reverse=True)
    models = (line.split(": ")[1] for line in Path("/proc/cpuinfo").read_text().splitlines() if "model name" in line)
    lines = [f"{next(models, '').strip()}, Python {platform.python_version()}, {today()}:", ""]
    lines += ["| route | dearest request | ms |", "|---|---|---|"]
    for cost, rule in dearest:
        if cost.seconds >= CHEAP:
            path, _, what = cost.request.replace(" ", "?", 1).partition("?")
            shown = [cost.method, path.rpartition("/")[2] if "any(" in rule else "", what[:24].removeprefix("=, ")]
            lines.append(
                f"| `{rule}` | `{' '.join(filter(None, shown))}` ({cost.status}) | {cost.seconds * 1000:.0f} |"
            )
    others = ", ".join(f"`{rule}`" for cost, rule in reversed(dearest) if cost.seconds < CHEAP)
    return [*lines, f"| {others} | | below {CHEAP * 1000:.0f} |"]


def run(deals: int = DEALS, nights: int = NIGHTS) -> dict[str, list[Cost]]:
    """Measure all routes."""
    with tempfile.TemporaryDirectory() as folder:
        house = build(Path(folder), deals, nights)
        costs, forms = look(house)
        for rule, cost in send(house, forms):
            costs.setdefault(rule, []).append(cost)
        database.obj.close_all()
    return costs


def find_too_dear(costs: dict[str, list[Cost]], budget: float) -> list[str]:
    """Return the routes with a request that takes longer than a page may; but for files and what is counted."""
    return [
        rule
        for rule, each in costs.items()
        if max(each).seconds > budget and rule not in COUNTED and "<any(xlsx" not in rule
    ]


if __name__ == "__main__":
    found = run(*map(int, sys.argv[1:]))
    print("\n".join(tell(found)))
    sys.exit(f"too dear: {too_dear}" if (too_dear := find_too_dear(found, BUDGET)) else 0)
