"""A real server on a real database, and a phone with a browser in it."""

import re
from pathlib import Path

import pytest

from tests.browser.acts import SOON, lend
from tests.web.phone import Phone, links
from tests.web.serving import serving

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


@pytest.fixture
def app(empty_file, make_app):
    """The application on an SQLite file, as it is served."""
    from scorekeeper.storage.tables import database

    yield make_app(empty_file)
    database.obj.close_all()


@pytest.fixture
def server(app):
    """The address of a running server."""
    with serving(app, threads=8) as address:
        yield address


def open_phone(chromium, **options):
    """A page on a phone, 390 by 844, and the list of what goes wrong in it."""
    context = chromium.new_context(
        **{"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "locale": "en-GB"} | options
    )
    page = context.new_page()
    page.set_default_timeout(SOON)
    complaints = []
    page.on("console", lambda message: complaints.append(message.text) if _complains(message) else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    return page, complaints


def _complains(message):
    """Whether a message in the console is an error, and not that the server refused an entry as it should."""
    return message.type == "error" and not re.search("responded with a status of (409|422) ", message.text)


@pytest.fixture
def phone(chromium, server):
    """A page on a phone in which nothing may go wrong."""
    page, complaints = open_phone(chromium)
    yield page
    page.context.close()
    assert complaints == []


@pytest.fixture
def plain_phone(chromium):
    """A page on a phone whose browser runs no JavaScript."""
    page, complaints = open_phone(chromium, java_script_enabled=False)
    yield page
    page.context.close()
    assert complaints == []


@pytest.fixture
def any_phone(chromium):
    """A function that opens a page on a phone with options of its own."""
    pages = []

    def opened(**options):
        page, _ = open_phone(chromium, **options)
        pages.append(page)
        return page

    yield opened
    for page in pages:
        page.context.close()


@pytest.fixture
def night(app):
    """The host's phone, which books without a browser, and a night with one deal."""
    host = Phone(app)
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
