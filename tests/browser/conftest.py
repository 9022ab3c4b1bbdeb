"""A real server on a real database, and a phone with a browser in it."""

import re
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import pytest

from scorekeeper.storage.models import database
from scorekeeper.storage.writing import entry
from scorekeeper.web.deal import outcomes
from tests.browser.acts import SOON, lend
from tests.load.remote import free_port
from tests.web.clock import stand_still
from tests.web.phone import Phone, links
from tests.web.serving import answering, listening, serving_process

# The same engine without windows around it needs half the time.
BROWSERS = ("/usr/bin/chromium-headless-shell", "/usr/bin/chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = {"width": 390, "height": 844}
KEPT = 4  # phones; each is a process of the browser


@pytest.fixture(scope="session")
def chromium():
    installed = next((browser for browser in BROWSERS if Path(browser).exists()), None)
    if not installed:
        pytest.skip("no browser here; `apt-get install chromium-headless-shell` brings one")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=installed, args=FLAGS)
        yield browser
        browser.close()


def offer_undo(monkeypatch, seconds):
    for module in (entry, outcomes):
        monkeypatch.setattr(module, "SECONDS", seconds)


@pytest.fixture(autouse=True)
def unhurried(monkeypatch):
    """Undo is offered for an hour, and until then no page goes on to the next deal by itself."""
    offer_undo(monkeypatch, 3600)


@pytest.fixture
def ten_seconds(unhurried, monkeypatch):
    """Undo is offered for ten seconds, as it is everywhere else, and the server's clock stands."""
    offer_undo(monkeypatch, 10)
    return stand_still(monkeypatch)


@pytest.fixture
def app(empty_file, serve_app):
    """The application on an SQLite file, as it is served."""
    yield serve_app(empty_file, testing=False)
    database.obj.close_all()


@pytest.fixture(scope="package")
def listen():
    """A function that gives the server of an application, which has one address for all tests.

    What a phone has had from there it has at hand in the next test too: at a new address its browser would begin anew.
    """
    with ExitStack() as stack:
        yield cache(lambda app: stack.enter_context(listening(app)))


@pytest.fixture
def server(app, listen):
    """The address of a running server."""
    with answering(listen(app), threads=8) as address:
        yield address


class Server:
    """A server process that can be killed and started again at the same address."""

    def __init__(self, place, stack):
        self.place, self.stack, self.port = place, stack, free_port()
        self.start()

    def start(self):
        self.running = ExitStack()
        self.address = self.running.enter_context(serving_process(self.place, self.port))
        self.stack.push(self.running)

    def kill(self):
        self.running.close()


@pytest.fixture
def killable(sqlite_place):
    with ExitStack() as stack:
        yield Server(sqlite_place, stack)


def open_phone(chromium, **options):
    """A page on a phone, 390 by 844, and what goes wrong in it as `complaints`."""
    context = chromium.new_context(
        **{"viewport": PHONE, "has_touch": True, "is_mobile": True, "locale": "en-GB", "service_workers": "block"}
        | options
    )
    context.set_default_timeout(SOON)
    page = context.new_page()
    page.worn = False
    complaints = page.complaints = []
    page.on("console", lambda message: complaints.append(message.text) if _complains(message) else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    return page


def _complains(message):
    """Whether a message in the console is an error, and not that the server refused an entry as it should."""
    return message.type == "error" and not re.search("responded with a status of (409|422) ", message.text)


@pytest.fixture(scope="session")
def kept():
    """The phones that wait for the next test: to start one costs as much as what most tests do with it."""
    return []


@pytest.fixture
def any_phone(chromium, kept, server):
    """A function that opens a page on a phone with options of its own, which may have served other tests before.

    What leaves more there than `empty` takes away, such as a clock or a script, says so: `page.worn = True`.
    """
    lent = []

    def opened(viewport=None, color_scheme="light", **options):
        page = next((page for page, has in kept if has == options), None)
        kept[:] = [each for each in kept if each[0] is not page]
        page = page or open_phone(chromium, **options)
        lent.append((page, options))
        page.complaints.clear()
        page.set_viewport_size(viewport or PHONE)
        page.emulate_media(color_scheme=color_scheme, media="null")
        return page

    yield opened
    for page, options in lent:
        if page.context.pages == [page] and not page.worn:
            empty(page, server)
            kept.append((page, options))
        else:
            page.context.close()
    while len(kept) > KEPT:
        kept.pop(0)[0].context.close()


def empty(page, server):
    """Let a phone forget where it was, as a new one has been nowhere, but for the process that shows its pages.

    It stays at a picture of the server, where nothing runs: at any other address its browser would start a new process.
    """
    page.unroute_all(behavior="ignoreErrors")
    page.context.set_offline(False)
    page.goto(server + "/static/icon.svg")
    page.evaluate("localStorage.clear(); sessionStorage.clear()")
    page.context.clear_cookies()
    page.context.clear_permissions()


@pytest.fixture
def own_phone(chromium):
    """A function that opens a page on a phone with options of its own, which no other test uses."""
    with ExitStack() as stack:

        def opened(**options):
            page = open_phone(chromium, **options)
            stack.callback(page.context.close)
            return page

        yield opened


@pytest.fixture
def phone(any_phone):
    """A page on a phone in which nothing may go wrong."""
    page = any_phone()
    yield page
    page.title()  # what the browser had to say until now has been told before its answer
    assert page.complaints == []


@pytest.fixture
def host(app):
    """A phone that opens nights and books without a browser."""
    return Phone(app)


@pytest.fixture
def german_host(app):
    """Such a phone whose owner reads German."""
    return Phone(app, "de-AT")


@pytest.fixture
def lent(any_phone, server):
    """A function that opens a page in a browser on the same device as `host`, with the options of `any_phone`."""

    def opened(host, path="", **options):
        phone = any_phone(**options)
        lend(phone, host, server)
        phone.goto(server + path)
        return phone

    return opened


@pytest.fixture
def night(host):
    """The host's phone, and a night with one deal."""
    night = host.open_night()
    host.book(night)
    return host, night


@pytest.fixture
def guest(app, phone, server, night):
    """A browser on another phone that may write; its `address` is that of the night."""
    other = Phone(app)
    other.join(links(*night)["writer"])
    lend(phone, other, server)
    phone.address = server + night[1]
    return phone
