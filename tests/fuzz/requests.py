"""Requests on every route that the application has, most of them a proper form with a few things spoiled."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from ipaddress import ip_address
from secrets import randbits
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from flask import Flask
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seed_of
from hypothesis import strategies as st
from werkzeug.exceptions import HTTPException
from werkzeug.routing import AnyConverter, IntegerConverter, Rule

from scorekeeper.games import GAMES
from scorekeeper.storage.models import database
from scorekeeper.storage.verify import verify_all
from tests.fuzz.values import FITTING, INSIDE, texts, values
from tests.web.group import come_in, group_links, open_group, put_in
from tests.web.html import controls, read_html
from tests.web.html import values as values_of
from tests.web.phone import Phone, links

RULES = ("herzblatt/muhr", "solo/braun", "herzeln/piatnik", "husarln/loew", "herzblatt/braun")
ANSWERS = {200, 204, 206, 302, 303, 304, 308, 400, 401, 403, 404, 405, 409, 410, 413, 415, 416, 421, 422, 429}
EVERY = 500  # requests; so often all is verified
ONE_TOWN = 1000  # requests

Form = Mapping[str, list[str]]


class Sent(NamedTuple):
    """A request, and who sends it."""

    who: str
    method: str
    path: str
    query: dict[str, Any]
    fields: Any
    kind: str | None
    headers: dict[str, str]


class Town:
    """Nights of every game, phones of every role, and the forms that their pages have."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        host = Phone(app)
        self.phones = {"host": host, "writer": Phone(app), "onlooker": Phone(app), "stranger": Phone(app)}
        for phone in self.phones.values():  # not every town by the same address: too many at once are held back
            phone.client.environ_base["REMOTE_ADDR"] = str(ip_address(randbits(32)))
        self.nights = [host.open_night("Anna", "Bernd", "Clara", "Dora", rules=rules) for rules in RULES]
        host.enter(self.nights[0], "called", soloist="p1")
        host.book(self.nights[1], "p1", 66, suit="C")
        page = host.get(f"{self.nights[1]}/deals/1")
        host.send(page, page.form(note=""), note="miscounted")
        host.book(self.nights[4])
        page = host.get(f"{self.nights[4]}/settle")
        host.send(page, page.form(seen=""))
        page = host.get(f"{self.nights[1]}/kitty")
        host.send(page, page.form(how=""), how="in", amount="5", note="for the next round")
        self.links, self.tokens = list[str](), list[str]()
        for night in self.nights:
            found = links(host, night)
            self.links += [urlsplit(link).path for link in found.values()]
            self.tokens += [link.rpartition("/")[2] for link in found.values()]
            for role in ("writer", "onlooker"):
                self.phones[role].join(found[role])
        self.group = self._open_group()
        self.csrf = {who: phone.token() for who, phone in self.phones.items()}
        self.rules = sorted(self.app.url_map.iter_rules(), key=lambda rule: rule.rule)
        self.forms: dict[tuple[str, str], list[Form]] = {}
        self.names = set[str]()
        self._look_at_forms()

    def _open_group(self) -> str:
        """Open a group with two nights and let phones in; return its address."""
        host = self.phones["host"]
        group = open_group(host, self.nights[4])
        put_in(host, self.nights[1], group)
        for link, who in zip(group_links(host, group).values(), ("writer", "onlooker"), strict=True):
            come_in(self.phones[who], link)
            self.links.append(urlsplit(link).path)
            self.tokens.append(link.rpartition("/")[2])
        return group

    def routes(self) -> list[tuple[Rule, str]]:
        """Every route with each of its methods."""
        return [(rule, method) for rule in self.rules for method in sorted(rule.methods & {"GET", "POST"})]

    def _look_at_forms(self) -> None:
        adapter = self.app.url_map.bind("localhost")
        for who, path in (*(("host", path) for path in self._pages()), *(("stranger", link) for link in self.links)):
            page = self.phones[who].get(path)
            if page.status != 200 or not page.headers["Content-Type"].startswith("text/html"):
                continue
            for form in page.html.all("form"):
                names = {name for name, _, _ in controls(form)}
                self.names |= names
                buttons = {e["name"]: [e["value"]] for e in form if e.tag == "button" and e["name"]}
                filled = values_of(form) | buttons
                asked = [(form["action"] or path, form["method"].upper() or "GET"), (form["data-preview"], "POST")]
                for address, method in asked:
                    with suppress(HTTPException):  # a form that only a script fills in and sends elsewhere
                        endpoint, _ = adapter.match(urlsplit(address).path, method)
                        self.forms.setdefault((endpoint, method), []).append(filled)

    def _pages(self) -> Iterator[str]:
        yield from ("/", "/nights/new", "/rounds/new")
        for game in GAMES.values():
            yield f"/nights/new/{game.key}/{next(iter(game.presets))}"
        for night in self.nights[2:4]:  # whose forms are those of the others, but for what is asked of a deal
            yield f"{night}/enter"
        for night in (*self.nights[:2], self.nights[4]):
            slug = night.rpartition("/")[2]
            for rule in self.rules:
                if "slug" in rule.arguments and "GET" in rule.methods and "token" not in rule.arguments:
                    yield from self._filled(rule, slug)
        for rule in self.rules:
            if rule.arguments == {"group_slug"} and "GET" in rule.methods:
                yield _build(rule, {"group_slug": self.group.rpartition("/")[2]})

    def _filled(self, rule: Rule, slug: str) -> list[str]:
        """Addresses of a rule with the first that fits in each place."""
        choices: list[dict[str, Any]] = [{"slug": slug}]
        for name in sorted(rule.arguments - {"slug"}):
            fitting = _items(rule, name) or [1]
            choices = [{**chosen, name: value} for chosen in choices for value in fitting]
        return [path for chosen in choices if (path := _build(rule, chosen))]

    def addresses(self, rule: Rule, /, **spoiled: str) -> list[str]:
        """The address of a rule at the second night with its first link, but for what is spoiled; none if none fits."""
        if any(_items(rule, name) for name in spoiled):
            return []
        fitting = {"slug": self.nights[1].rpartition("/")[2], "token": self.tokens[2], "number": 1, "place": 1}
        fitting["member"] = 1
        fitting["group_slug"] = self.group.rpartition("/")[2]
        fitting |= {"game_key": "herzblatt", "preset_key": "muhr", "filename": "scorekeeper.css", "rule": "MU-6"}
        fitting |= {"kind": "points", "key": "skat"}
        fitting |= {name: _items(rule, name)[0] for name in rule.arguments if _items(rule, name)}
        path = _build(rule, {name: {**fitting, **spoiled}[name] for name in rule.arguments})
        return [path] if path else []

    def send(self, sent: Sent) -> Any:
        """Send a request and return the answer."""
        client = self.phones[sent.who].client
        return client.open(
            sent.path,
            method=sent.method,
            query_string=sent.query or None,
            data=sent.fields,
            content_type=sent.kind,
            headers=sent.headers,
        )

    def holds(self) -> None:
        """Check every night."""
        with database.obj.connection_context():
            findings = [finding for _, finding in verify_all() if finding]
        assert not findings, findings


def _items(rule: Rule, name: str) -> list[str]:
    converter = rule._converters[name]
    return [str(item) for item in converter.items] if isinstance(converter, AnyConverter) else []


def _build(rule: Rule, chosen: Mapping[str, Any]) -> str:
    built = rule.build(dict(chosen), append_unknown=False)
    return built[1] if built else ""


def argument(town: Town, rule: Rule, name: str, spoiled: bool) -> st.SearchStrategy[Any]:
    """What may stand in one place of an address."""
    converter = rule._converters[name]
    known: dict[str, list[str]] = {
        "slug": [night.rpartition("/")[2] for night in town.nights],
        "token": town.tokens,
        "group_slug": [town.group.rpartition("/")[2]],
        "game_key": list(GAMES),
        "preset_key": [key for game in GAMES.values() for key in game.presets],
        "filename": ["scorekeeper.css", "page.js"],
        "rule": ["MU-6", "G-4"],
    }
    if isinstance(converter, IntegerConverter):
        return st.sampled_from((0, 2**31, 10**30, 10**400)) if spoiled else st.integers(1, 3)
    if spoiled and not isinstance(converter, AnyConverter):
        return st.sampled_from(PATHS) | values
    return st.sampled_from(_items(rule, name) or known.get(name) or FITTING)


PATHS = ("../app.py", "%2e%2e/app.py", "..\\app.py", "/etc/passwd", "x/../page.js", "//evil.example", "", "\0")
HEADERS = st.fixed_dictionaries(
    {},
    optional={
        "Accept-Language": st.sampled_from(("de-AT", "xx", "*", "de;q=x", "en-" * 500, "ar,he;q=0.9", "-", "a_b")),
        "Cookie": st.sampled_from(
            ("scorekeeper=x", "scorekeeper=eyJkZXZpY2UiOjF9.x.y", "=;;=", "scorekeeper=" + "x" * 9000)
        ),
        "Host": st.sampled_from(("evil.example", "", "a b", "localhost:99999", "[::1", "127.0.0.1:80", "x" * 300)),
        "If-None-Match": st.sampled_from(("*", '"x"', "W/", 'W/"' + "x" * 5000)),
        "Range": st.sampled_from(("bytes=0-0", "bytes=9-1", "x", "bytes=0-,0-,0-")),
        "Referer": st.just("http://evil.example/"),
        "X-Forwarded-For": st.just("1.2.3.4, ☃"),
        "X-Forwarded-Host": st.just("evil.example"),
        "X-CSRFToken": values.filter(lambda text: text.isprintable()),
    },
)
DEEP = "[" * 20_000
BODIES = st.sampled_from(
    (
        (b"", "application/json"),
        (DEEP.encode(), "application/json"),
        (b'{"number": 1e400, "csrf_token": {"a": []}}', "application/json"),
        (b"\xff\xfe%%%&&==;;", "application/x-www-form-urlencoded"),
        (b"a=1&" * 20_000, "application/x-www-form-urlencoded"),
        (b"x" * 300_000, "application/x-www-form-urlencoded"),
        (b"--x\r\nContent-Disposition: form-data; name=number\r\n\r\n1\r\n--x--", "multipart/form-data; boundary=x"),
        (
            b"--x\r\nContent-Disposition: form-data; name=f; filename=../x\r\n\r\n1\r\n--x--",
            "multipart/form-data; boundary=x",
        ),
        (b"no parts", "multipart/form-data"),
        (b"csrf_token=x", "text/plain; charset=nonsense"),
    )
)


def _rarely(draw: st.DrawFn) -> bool:
    return not draw(st.integers(0, 11))


@st.composite
def requests(draw: st.DrawFn, town: Town) -> Sent:
    """A request on one of the routes."""
    rule, method = draw(st.sampled_from(town.routes()))
    chosen = {name: draw(argument(town, rule, name, _rarely(draw))) for name in sorted(rule.arguments)}
    path = _build(rule, chosen)
    who = (
        draw(st.sampled_from(("onlooker", "stranger"))) if _rarely(draw) else draw(st.sampled_from(("host", "writer")))
    )
    headers = draw(HEADERS) if _rarely(draw) else {}
    if any(not text.isascii() for text in headers.values()):
        headers = {name: text.encode().decode("latin-1") for name, text in headers.items()}
    if method == "GET":
        query = st.dictionaries(st.sampled_from(("from", "since", "to", "x", "a" * 300)) | texts, values, max_size=2)
        if (rule.endpoint, "GET") in town.forms and not _rarely(draw):
            query = forms(town, rule.endpoint, method, who, chosen)
        return Sent(who, method, path, draw(query), None, None, headers)
    if _rarely(draw):
        body, kind = draw(BODIES)
        return Sent(who, method, path, {}, body, kind, headers)
    return Sent(who, method, path, {}, draw(forms(town, rule.endpoint, method, who, chosen)), None, headers)


@st.composite
def forms(
    draw: st.DrawFn, town: Town, endpoint: str, method: str, who: str, chosen: Mapping[str, Any]
) -> dict[str, Any]:
    """A form of a page that sends there, a few of its fields spoiled."""
    known = town.forms.get((endpoint, method)) or [form for several in town.forms.values() for form in several]
    fields = dict(draw(st.sampled_from(known)))
    fields |= {"csrf_token": town.csrf[who], "request": draw(st.integers(0, 2**64)).to_bytes(9).hex()}
    if "number" in chosen and draw(st.booleans()):
        fields["number"] = str(chosen["number"])
    fields["based_on"] = str(draw(st.integers(0, 4)))
    names = st.one_of(st.sampled_from(sorted(fields)), st.sampled_from(sorted(town.names | {"made", "kind"})), texts)
    for _ in range(draw(st.integers(0, 6))):
        name = draw(names)
        what = draw(st.integers(0, 5))
        if name == "csrf_token" and what:
            continue
        if what == 0:
            fields.pop(name, None)
        elif what == 1:
            fields[name] = draw(st.lists(values, min_size=2, max_size=4))
        else:
            fields[name] = draw(values)
    return fields


def check(town: Town, sent: Sent) -> int:
    """Send a request, see that it is answered as it should be, and return the status."""
    answer = town.send(sent)
    try:
        body = answer.get_data()
        assert answer.status_code in ANSWERS, (answer.status_code, sent)
        kind = answer.headers.get("Content-Type", "")
        text = body.decode(errors="ignore" if "spreadsheet" in kind else "strict")
        assert not INSIDE.search(text) or sent.path.startswith("/static/"), sent
        if kind.startswith("text/html") and answer.status_code not in (302, 303, 308):
            for script in read_html(text).all("script"):
                assert script["src"].startswith("/static/"), sent
                assert not script.text, sent
        elif kind.startswith("application/json") and answer.status_code == 200:
            json.loads(text)
        assert "evil" not in urlsplit(answer.headers.get("Location", "")).netloc, sent
        return int(answer.status_code)
    finally:
        answer.close()


def storm(app: Flask, number: int, seed: int = 0) -> Counter[str]:
    """Send so many requests to an application; return how often each status came."""
    met = Counter[str]()
    for begun in range(0, number, ONE_TOWN):  # in each some phone will sooner or later have shut out all others
        met += storm_at(Town(app), min(ONE_TOWN, number - begun), seed + begun)
    return met


def storm_at(town: Town, number: int, seed: int = 0) -> Counter[str]:
    """The same at one town."""
    met = Counter[str]()
    quiet = (
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.large_base_example,
        HealthCheck.filter_too_much,
    )

    # Every request finds what the ones before it did, so a failing one cannot be made smaller by sending others.
    @settings(max_examples=number, deadline=None, database=None, phases=[Phase.generate], suppress_health_check=quiet)
    @given(requests(town))
    def ask(sent: Sent) -> None:
        met[str(check(town, sent))] += 1
        if not met.total() % EVERY:
            town.holds()

    seed_of(seed)(ask)()
    town.holds()
    return met
