"""An evening in Firefox on two phones: what the other browser tests see in one engine holds in another."""

import re
import time
from pathlib import Path

import pytest

# marionette_driver leaves its sockets and its profile to the garbage collector.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning")

FIREFOX = Path("/usr/bin/firefox-esr")
SOON = 60  # seconds; one or two on a machine that has nothing else to do
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
        """Tap what is there, can be seen and takes a tap."""
        takes_a_tap = "!it.disabled && it.checkVisibility() && getComputedStyle(it).pointerEvents !== 'none'"
        self.wait(f"[document.querySelector(arguments[0])].some(it => it && {takes_a_tap})", selector)
        self.run("document.querySelector(arguments[0]).scrollIntoView({block: 'center'})", selector)
        self.marionette.find_element("css selector", selector).click()

    def follow(self, selector):
        """Tap what leads to another page, and wait for it."""
        # What one script leaves in the window another one does not see.
        self.run("document.documentElement.dataset.left = ''")
        self.tap(selector)
        self.wait("document.querySelector('html:not([data-left])') && document.readyState === 'complete'")

    def enter(self, keys, **chosen):
        """Enter the next deal from the open sheet to the open sheet."""
        self.follow(".bar a.primary")
        for name, value in chosen.items():
            with_value = f"input[name='{name}'][value='{value}']"
            self.tap(f"label.chip:has({with_value})")
            self.wait("document.querySelector(arguments[0]).checked", with_value)
        press = "[...document.querySelectorAll('.keypad button')].find(it => it.textContent === arguments[0]).click()"
        for each in keys:
            self.run(press, each)
        self.follow("#actions button[value=booked][data-ready]:not([disabled])")
        assert not self.run("return document.documentElement.scrollWidth > innerWidth")

    def texts(self, selector):
        return self.run("return [...document.querySelectorAll(arguments[0])].map(it => it.innerText.trim())", selector)


@pytest.fixture(scope="module")
def marionette(tmp_path_factory):
    if not FIREFOX.exists():
        pytest.skip("no Firefox here; `apt-get install firefox-esr` brings one")
    driver = pytest.importorskip("marionette_driver.marionette", reason="`pip install marionette_driver` drives it")
    # An English Firefox whose owner reads German: what scripts write follows the page.
    prefs = {"intl.accept_languages": "de-DE", "intl.locale.requested": "en-US"}
    log = str(tmp_path_factory.mktemp("firefox") / "gecko.log")
    firefox = driver.Marionette(
        bin=str(FIREFOX), headless=True, port=0, prefs=prefs, startup_timeout=120, gecko_log=log
    )
    firefox.start_session()
    firefox.timeout.page_load = 60
    yield firefox
    firefox.cleanup()


@pytest.fixture
def phones(marionette, server):
    """A function that opens a night on one of two phones that know nothing of each other, and lets the other in."""
    windows = [marionette.window_handles[0], marionette.open(type="window", private=True)["handle"]]
    host, guest = found = [Firefox(marionette, window) for window in windows]
    for phone in found:
        phone.open("about:blank")
        marionette.set_window_rect(width=450, height=844)

    def opened(rules):
        host.open(f"{server}/nights/new/{rules}")
        fields = {f"players-{seat}": name for seat, name in enumerate(("Anna", "Bernd", "Clara", "Dora"))}
        for name, text in {**fields, "amount": "0,10"}.items():
            host.run("document.querySelector(arguments[0]).value = arguments[1]", f"input[name={name}]", text)
        host.follow("form.stack button.primary")
        guest.open(host.run("return document.querySelector('#invitation a').href"))
        guest.follow("button[name=who][value=p2]")
        host.follow("button[name=who][value=p1]")
        return found

    yield opened
    with marionette.using_context("chrome"):
        complaints = marionette.execute_script(ERRORS)
    marionette.switch_to_window(guest.window)
    marionette.close()
    marionette.switch_to_window(host.window)
    assert complaints == []


def test_an_evening_of_herzblatt_is_entered_on_two_phones_and_settled(phones):
    host, guest = phones("herzblatt/braun")
    host.enter("71", soloist="p1")
    guest.wait("document.querySelector('#deal-1')")
    guest.enter("50", soloist="p3")
    host.wait("document.querySelector('#deal-2')")
    standing = host.texts(".sheet thead strong")
    assert guest.texts(".sheet thead strong") == standing
    assert any(text != "0" for text in standing)
    updated = host.wait("document.querySelector('.as-of').innerText")
    assert re.fullmatch(r"Stand \d\d:\d\d", updated), "the time as the page's language has it, not as Firefox's"
    for phone in (host, guest):
        phone.follow(".tabs a[href$='/settle']")
    while host.texts("button[name=tick][value=all]"):
        host.follow("button[name=tick][value=all]")
    guest.wait("document.querySelector('#plan .lead')")
    assert guest.texts("#plan .lead") == ["Alles ist bezahlt."]


def test_a_booking_of_husarln_is_undone_on_the_other_phone(phones):
    host, guest = phones("husarln/loew")
    host.enter("37", declarer="p2", contract="Z2")
    guest.follow(".undo button")
    host.wait("!document.querySelector('#deal-1:not(.struck)')")
