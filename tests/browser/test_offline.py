"""The last sheet on a phone while the server is away: to read only, and no longer than the phone may see it."""

from time import monotonic
from urllib.parse import urlencode

import pytest

from tests.browser.acts import SOON, book, end_access_of_guests, lend, open_night
from tests.web.html import controls, read_html, values
from tests.web.phone import Phone, links

AWAY = "[role=alert]:has-text('The server cannot be reached.')"
KEPT = """async () => {
    const cache = await caches.open("last sheet");
    const kept = (await cache.keys()).find(({ url }) => !url.endsWith(".css"));
    return kept ? (await cache.match(kept, { ignoreVary: true })).text() : "";
}"""


@pytest.fixture
def phone(killable, own_phone):
    """A phone that keeps the sheet of its night, on which one deal is booked."""
    phone = own_phone(service_workers="allow")
    phone.sheet = open_night(phone, killable.address, "herzblatt", "braun", ("Anna", "Bernd", "Clara", "Dora"))
    phone.tap(".bar a.primary")
    phone.tap("label.chip:has(input[name=soloist][value=p1])")
    phone.fill("input[name=points]", "71")
    book(phone)
    wait_until(phone, lambda kept: "+3" in kept)
    phone.complaints.clear()
    return phone


def test_while_the_server_is_away_the_last_sheet_can_be_read_but_not_written_to(killable, phone):
    phone.context.new_cdp_session(phone).send("Network.clearBrowserCache")
    killable.kill()
    for address in (phone.sheet, killable.address):
        phone.goto(address)
        phone.wait_for_selector(AWAY)
        assert phone.inner_text(".sheet thead th:nth-child(2) strong") == "+3"
        assert phone.evaluate("getComputedStyle(document.querySelector('.sheet')).borderCollapse") == "collapse"
    assert phone.locator("form, button, input, script, svg").count() == 0
    assert "token" not in phone.content()
    assert "/j/" not in phone.content()
    killable.start()
    phone.goto(phone.sheet)
    phone.wait_for_selector(".bar a.primary")


def test_what_another_phone_books_is_on_the_sheet_that_is_kept(killable, phone):
    send(phone, f"{phone.sheet}/enter", soloist="p2", points="20", action="booked")
    wait_until(phone, lambda kept: 'id="deal-2"' in kept)


@pytest.mark.parametrize("page", ["", "/n/"], ids=["on the home page", "on the sheet"])
def test_a_deleted_night_is_dropped_from_the_phone_at_its_next_contact(killable, phone, page):
    phone.goto("about:blank")
    send(phone, f"{phone.sheet}/delete", typed="Herzblatt")
    phone.goto(phone.sheet if page else killable.address)
    wait_until(phone, lambda kept: not kept)
    killable.kill()
    with pytest.raises(Exception, match="ERR_"):
        phone.goto(phone.sheet)


@pytest.mark.parametrize("is_open", [True, False], ids=["open", "left"])
def test_a_sheet_is_dropped_from_a_phone_whose_access_ended(app, server, night, own_phone, is_open):
    host, path = night
    other, phone = Phone(app), own_phone(service_workers="allow")
    other.join(links(host, path)["onlooker"])
    lend(phone, other, server)
    phone.goto(server + path)
    wait_until(phone, lambda kept: "Anna" in kept)
    if not is_open:
        phone.goto("about:blank")
    end_access_of_guests(path)
    if not is_open:
        phone.goto(server)
    wait_until(phone, lambda kept: not kept)


def test_a_forgotten_name_is_dropped_from_the_phone_at_its_next_contact(killable, phone):
    assert "Dora" in phone.evaluate(KEPT)
    phone.goto("about:blank")
    send(phone, f"{phone.sheet}/forget", player="p4")
    phone.goto(killable.address)
    wait_until(phone, lambda kept: kept and "Dora" not in kept)


def wait_until(phone, fits):
    """Wait until what is kept of the sheet, "" for nothing, fits."""
    deadline = monotonic() + SOON / 1000
    while not fits(kept := phone.evaluate(KEPT)):
        assert monotonic() < deadline, kept
        phone.wait_for_timeout(50)


def send(phone, address, **fields):
    """Send the form of a page that the browser does not open."""
    wanted = next(iter(fields))
    page = read_html(phone.request.get(address).text())
    form = page.one("main").one("form", fits=lambda form: any(name == wanted for name, *_ in controls(form)))
    sent = urlencode(values(form) | fields, doseq=True)
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    assert phone.request.post(address, data=sent, headers=headers, max_redirects=0).status == 303
