"""A real server on a real database, and a phone with a browser in it."""

import threading
from pathlib import Path

import pytest

CHROMIUM = Path("/usr/bin/chromium")
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
    if not CHROMIUM.exists():
        pytest.skip("no browser here; `apt-get install chromium` brings one")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def server(sqlite_place):
    """The address of a running server."""
    from waitress.server import create_server
    from waitress.wasyncore import close_all

    from scorekeeper.app import create_app
    from scorekeeper.storage.tables import database

    connections = {}
    running = create_server(create_app(sqlite_place), connections, host="127.0.0.1", port=0, threads=8)
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{running.effective_port}"
    running.trigger.pull_trigger(lambda: close_all(connections))  # the loop ends when nothing is left to wait for
    thread.join(5)
    assert not thread.is_alive()
    database.obj.close_all()


@pytest.fixture
def phone(chromium):
    """A page on a phone, 390 by 844, that reports what goes wrong in it."""
    context = chromium.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, locale="en-GB"
    )
    page = context.new_page()
    page.set_default_timeout(10_000)
    complaints = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    assert complaints == []
