"""Settling on a phone, as a table does it at midnight: object, resolve, freeze, tick, take back, carry over."""

import pytest

from scorekeeper.storage.models import database
from scorekeeper.storage.verify import verify_all
from tests.browser.acts import SOON, await_news, lend, tap
from tests.chosen import at_length


@pytest.fixture
def night(host, phone, server):
    """The address of a night of five with three deals, on the host's phone."""
    path = host.open_night(title="Stammtisch")
    for soloist, points in (("p1", 71), ("p2", 60), ("p3", 95)):
        host.book(path, soloist, points)
    lend(phone, host, server)
    return server + path


@pytest.fixture(autouse=True)
def holds(app):
    """Whatever was tapped, the journals hold afterwards."""
    yield
    with database.connection_context():
        assert [finding for _, finding in verify_all() if finding] == []


def test_a_tick_appears_on_the_other_phone_and_its_typing_stays(host, phone, night):
    phone.goto(f"{night}/settle")
    tap(phone, "text=Confirm these payments")
    phone.tap("ol.payments li:first-child summary")
    phone.fill("ol.payments li:first-child input[name=part]", "0.05")

    page = host.get(f"/n/{night.rpartition('/')[2]}/settle")
    forms = page.html.one("main").all("form", fits=lambda form: form["action"].endswith("/tick"))
    assert host.send(page, forms[1], "tick=all").status == 303
    await_news(phone, "ol.payments li:nth-child(2):has-text('✓ paid')")
    assert phone.input_value("ol.payments li:first-child input[name=part]") == "0.05"
    tap(phone, "ol.payments li:first-child button[value=part]")
    assert phone.inner_text("ol.payments li:first-child .hint").startswith("€0.05 paid")


# A script scrolls there with the first frame of the page.
STANDS_AT = """([place, y]) => {
  const rows = document.querySelectorAll("ol.payments li");
  return Math.abs(rows[place].getBoundingClientRect().y - y) < 1;
}"""


@pytest.mark.parametrize(
    ("scripts", "scrolled"),
    [at_length(True, 0), (True, 100), (False, 0)],
    ids=["at-the-top", "scrolled", "without-scripts"],
)
def test_what_is_ticked_stays_under_the_finger_and_no_second_tap_hits_it(lent, host, scripts, scrolled):
    night = host.open_night()
    host.book(night, points=95)
    phone = lent(host, f"{night}/settle", java_script_enabled=scripts)
    phone.evaluate("down => scrollTo(0, down)", scrolled)
    rows = phone.locator("ol.payments li")
    assert rows.count() > 2
    for place in (0, 1):
        before = rows.nth(place).bounding_box()["y"]
        with phone.expect_navigation():
            rows.nth(place).locator("button[value=all]").dispatch_event("click")
        phone.wait_for_function(STANDS_AT, arg=[place, before], timeout=SOON)
        keys = rows.nth(place + 1).locator("button")
        # It takes no tap for a second, and looks take longer on a busy machine.
        assert keys.first.evaluate("key => getComputedStyle(key).animationName") == "arm"


def test_a_confirmation_is_answered_at_the_bottom_of_the_screen(phone, night):
    phone.goto(f"{night}/deals/2")
    phone.tap("summary:has-text('Not right?')")
    phone.fill("input[name=note]", "we counted 66")
    tap(phone, "text=Query deal 2")
    phone.goto(f"{night}/settle")
    tap(phone, "ol.payments li:first-child button[value=all]")
    assert phone.inner_text("h1") == "A deal is queried"
    bar = phone.locator(".bar").bounding_box()
    assert bar["y"] + bar["height"] == phone.viewport_size["height"]
    phone.complaints.clear()  # that it asks has a status of its own


def test_the_iban_stays_on_the_phone_until_it_is_cleared(phone, night):
    phone.goto(f"{night}/me")
    tap(phone, "[name=who][value=p3]")
    phone.goto(f"{night}/settle")
    phone.tap("#bank-code summary")
    assert phone.locator("[data-bank-clear]").is_hidden()
    phone.fill("#iban", "AT61 1904 3002 3457 3201")
    phone.fill("#holder", "Clara Huber")
    tap(phone, "#bank-code [name=debtor] >> nth=0")
    assert phone.locator(".bank-code svg").is_visible()
    assert "AT61" not in phone.url
    phone.goto(f"{night}/settle")
    phone.tap("#bank-code summary")
    assert phone.input_value("#iban") == "AT61 1904 3002 3457 3201"
    assert phone.input_value("#holder") == "Clara Huber"
    phone.tap("[data-bank-clear]")
    assert phone.input_value("#iban") == ""
    phone.goto(f"{night}/settle")
    assert phone.input_value("#iban") == ""
    assert phone.evaluate("JSON.stringify(localStorage)").find("AT61") == -1
