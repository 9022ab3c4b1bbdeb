"""An evening in Firefox on two phones: what the other browser tests see in one engine holds in another."""

import re
import time
from pathlib import Path

import pytest

# marionette_driver leaves its sockets and its profile to the garbage collector.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning")

FIREFOX = Path("/usr/bin/firefox-esr")
SOON = 60  # seconds; one or two on a machine that has nothing else to do
FOUR = ("Anna", "Bernd", "Clara", "Dora")
ERRORS = """
    return Services.console.getMessageArray()
        .filter(told => told instanceof Ci.nsIScriptError && told.sourceName.startsWith("http://127.0.0.1"))
        .filter(told => !(told.flags & Ci.nsIScriptError.warningFlag)).map(String);
"""


class Firefox:
    """One window of Firefox, which taps, types and looks."""

    def __init__(self, marionette, window):
        self.marionette, self.window = marionette, window

    def run(self, script, *given):
        self.marionette.switch_to_window(self.window)
        return self.marionette.execute_script(script, given)

    def wait(self, script, *given):
        """Wait until a script returns something true, and return it."""
        end = time.monotonic() + SOON
        while not (found := self.run(f"return {script}", *given)):
            assert time.monotonic() < end, f"{script} {given} on {self.run('return document.body.innerText')}"
            time.sleep(0.05)
        return found

    def open(self, address):
        self.marionette.switch_to_window(self.window)
        self.marionette.navigate(address)

    def tap(self, selector):
        """Tap what is there, can be seen and is not shut."""
        there = "[...document.querySelectorAll(arguments[0])].some(it => !it.disabled && it.checkVisibility())"
        self.wait(there, selector)
        self.run("document.querySelector(arguments[0]).scrollIntoView({block: 'center'})", selector)
        self.marionette.find_element("css selector", selector).click()

    def follow(self, selector):
        """Tap what leads to another page, and wait for it."""
        self.run("window.left = true")
        self.tap(selector)
        self.wait("!window.left && document.readyState === 'complete'")

    def fill(self, selector, text):
        self.run("document.querySelector(arguments[0]).value = arguments[1]", selector, text)

    def choose(self, name, value):
        with_value = f"input[name='{name}'][value='{value}']"
        self.tap(f"label.chip:has({with_value})")
        self.wait("document.querySelector(arguments[0]).checked", with_value)

    def press(self, keys):
        for key in keys:
            self.run(
                """[...document.querySelectorAll(".keypad button")].find(it => it.textContent.trim() === arguments[0])
                .click()""",
                key,
            )

    def book(self):
        self.follow("#actions button[value=booked][data-ready]:not([disabled])")

    def texts(self, selector):
        return self.run("return [...document.querySelectorAll(arguments[0])].map(it => it.innerText.trim())", selector)

    def standing(self):
        return [int(text.replace("−", "-")) for text in self.texts(".sheet thead strong")]

    def overflows(self):
        return self.run("return document.documentElement.scrollWidth > innerWidth")


@pytest.fixture(scope="module")
def marionette(tmp_path_factory):
    if not FIREFOX.exists():
        pytest.skip("no Firefox here; `apt-get install firefox-esr` brings one")
    driver = pytest.importorskip("marionette_driver.marionette", reason="`pip install marionette_driver` drives it")
    # An English Firefox whose owner reads German: what scripts write follows the page.
    wishes = {"intl.accept_languages": "de-DE", "intl.locale.requested": "en-US"}
    log = str(tmp_path_factory.mktemp("firefox") / "gecko.log")
    firefox = driver.Marionette(
        bin=str(FIREFOX), headless=True, port=0, prefs=wishes, startup_timeout=120, gecko_log=log
    )
    firefox.start_session()
    firefox.timeout.page_load = 60
    yield firefox
    firefox.cleanup()


@pytest.fixture
def phones(marionette):
    """Two phones that know nothing of each other."""
    windows = [marionette.open(type="window", private=True)["handle"]]
    first = marionette.window_handles[0]
    found = [Firefox(marionette, window) for window in (first, *windows)]
    for phone in found:
        phone.open("about:blank")
        marionette.set_window_rect(width=450, height=844)
    yield found
    with marionette.using_context("chrome"):
        complaints = marionette.execute_script(ERRORS)
    for phone in found[1:]:
        marionette.switch_to_window(phone.window)
        marionette.close()
    marionette.switch_to_window(first)
    assert complaints == []


def open_night(phone, server, rules):
    phone.open(f"{server}/nights/new/{rules}")
    for seat, name in enumerate(FOUR):
        phone.fill(f"input[name=players-{seat}]", name)
    phone.fill("input[name=amount]", "0,10")
    phone.follow("form.stack button.primary")


def join(host, phone):
    """Come in by the code on the host's sheet, and say who one is."""
    phone.open(host.run("return document.querySelector('#invitation a').href"))
    phone.follow("button[name=who][value=p2]")


def enter(phone, keys, **chosen):
    """Enter the next deal from the open sheet to the open sheet."""
    phone.follow(".bar a.primary")
    for name, value in chosen.items():
        phone.choose(name, value)
    phone.press(keys)
    phone.book()
    assert not phone.overflows()


def settle(host, guest):
    """Pay all of it on one phone, and see it paid on the other."""
    for phone in (host, guest):
        phone.follow(".tabs a[href$='/settle']")
    while host.texts("button[name=tick][value=all]"):
        host.follow("button[name=tick][value=all]")
    guest.wait("document.querySelector('#plan .lead')")
    assert guest.texts("#plan .lead") == ["Alles ist bezahlt."]
    assert not guest.overflows()


def test_an_evening_of_herzblatt(phones, server):
    host, guest = phones
    open_night(host, server, "herzblatt/braun")
    join(host, guest)
    host.follow("button[name=who][value=p1]")
    enter(host, "71", soloist="p1")
    guest.wait("document.querySelector('#deal-1')")
    enter(guest, "50", soloist="p3")
    host.wait("document.querySelector('#deal-2')")
    assert host.standing() == guest.standing()
    assert sum(host.standing()) == 0
    assert any(host.standing())
    told = host.wait("document.querySelector('.as-of').innerText")
    assert re.fullmatch(r"Stand \d\d:\d\d", told), "the time as the page's language has it, not as Firefox's"
    settle(host, guest)


def test_an_evening_of_husarln(phones, server):
    host, guest = phones
    open_night(host, server, "husarln/loew")
    join(host, guest)
    host.follow("button[name=who][value=p1]")
    enter(guest, "37", declarer="p2", contract="Z2")
    host.wait("document.querySelector('#deal-1')")
    guest.wait("document.querySelector('.undo button')?.getAnimations().length === 0")
    guest.follow(".undo button")
    host.wait("!document.querySelector('#deal-1:not(.struck)')")
