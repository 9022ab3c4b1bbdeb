"""What a phone keeps: the last sheet to read, no forgotten name, nothing of a night that it may not see any more."""

import json
from time import monotonic

import pytest

from tests.browser.acts import (
    SIX,
    SOON,
    ask_now,
    await_news,
    end_access_of_guests,
    lend,
    lose,
    save_deal,
    wait_until_prepared,
    waiting,
)
from tests.web.phone import Phone, links

AWAY = "[role=alert]:has-text('The server cannot be reached.')"
KEPT_SHEET = """async () => {
    const cache = await caches.open("last sheet");
    const kept = (await cache.keys()).find(({ url }) => !url.endsWith(".css"));
    return kept ? (await cache.match(kept, { ignoreVary: true })).text() : "";
}"""


def forget(host, night, player):
    page = host.get(f"{night}/forget")
    assert host.send(page, page.form(player=""), player=player).status == 303


def test_somebody_comes_in_by_the_code_and_the_host_ends_it_at_once(phone, any_phone, server, night):
    host, night = night
    bernd = any_phone(locale="de-AT")
    bernd.goto(server + links(host, night)["writer"].partition("localhost")[2])
    bernd.get_by_role("button", name="Bernd").click()
    bernd.wait_for_selector("table.sheet")
    lend(phone, host, server)
    phone.goto(f"{server}{night}/share")
    row = phone.locator(".people li", has_text="Bernd’s phone")
    assert "enters deals" in row.inner_text()
    assert bernd.locator("main :is(button, input):enabled").count()
    row.get_by_role("button", name="Remove").click()
    row.get_by_role("button", name="Let back in").wait_for()
    assert "removed" in row.inner_text()
    await_news(bernd, "text=Dieses Handy hat keinen Zugang mehr zu diesem Abend")
    assert not bernd.locator("main :is(button, input):enabled").count()
    bernd.reload()
    bernd.wait_for_selector("text=Ein Gastgeber hat dieses Handy von diesem Abend entfernt.")
    row.get_by_role("button", name="Let back in").click()
    row.get_by_role("button", name="Remove").wait_for()
    bernd.goto(server + night)
    bernd.wait_for_selector("table.sheet")


# The copy follows every ten minutes, or when the page is put away.
PUT_AWAY = """() => {
    Object.defineProperty(document, "hidden", { get: () => true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture
def reader(app, host, night, own_phone, server):
    """The browser of an onlooker that keeps the last sheet of the night, whose address is its `sheet`."""
    other, phone = Phone(app), own_phone(service_workers="allow")
    other.join(links(*night)["onlooker"])
    lend(phone, other, server)
    phone.sheet = server + night[1]
    phone.goto(phone.sheet)
    wait_until(phone, lambda kept: 'id="deal-1"' in kept)
    return phone


def wait_until(phone, fits):
    """Wait until what is kept of the sheet, "" for nothing, fits."""
    deadline = monotonic() + SOON / 1000
    while not fits(kept := phone.evaluate(KEPT_SHEET)):
        assert monotonic() < deadline, kept
        phone.wait_for_timeout(50)


def test_without_the_server_the_last_sheet_can_be_read_only(reader, server, night):
    host, path = night
    host.book(path)
    ask_now(reader)
    reader.wait_for_selector("#deal-2")
    reader.evaluate(PUT_AWAY)
    wait_until(reader, lambda kept: 'id="deal-2"' in kept)
    reader.context.new_cdp_session(reader).send("Network.clearBrowserCache")
    reader.context.set_offline(True)
    for address in (reader.sheet, server):
        reader.goto(address)
        reader.wait_for_selector(AWAY)
        assert reader.inner_text(".sheet thead th:nth-child(2) strong") == "+8"
        assert reader.evaluate("getComputedStyle(document.querySelector('.sheet')).borderCollapse") == "collapse"
    assert reader.locator("form, button, input, script, svg").count() == 0
    assert "token" not in reader.content()
    assert "/j/" not in reader.content()
    reader.context.set_offline(False)
    reader.goto(reader.sheet)
    reader.wait_for_selector(".tabs")


def test_the_copy_of_the_sheet_is_loaded_once_for_each_state_of_the_night(reader, night):
    host, path = night
    loaded = []
    reader.context.on("request", lambda request: loaded.append(request) if "/offline" in request.url else None)
    for page in ("/rules", "/settle", ""):
        reader.goto(reader.sheet + page)
    host.book(path)
    reader.reload()
    wait_until(reader, lambda kept: 'id="deal-2"' in kept)
    assert len(loaded) == 1
    assert loaded[0].response().headers["content-encoding"] == "gzip"


@pytest.mark.parametrize("page", ["", "/n/"], ids=["on the home page", "on the sheet"])
def test_a_deleted_night_is_dropped_from_the_phone_at_its_next_contact(reader, server, night, page):
    host, path = night
    reader.goto("about:blank")
    sent = host.get(f"{path}/delete")
    assert host.send(sent, sent.form(typed=""), typed="Herzblatt").status == 303
    reader.goto(reader.sheet if page else server)
    wait_until(reader, lambda kept: not kept)
    reader.context.set_offline(True)
    with pytest.raises(Exception, match="ERR_"):
        reader.goto(reader.sheet)


@pytest.mark.parametrize("is_open", [True, False], ids=["open", "left"])
def test_a_sheet_is_dropped_from_a_phone_whose_access_ended(reader, server, night, is_open):
    if not is_open:
        reader.goto("about:blank")
    end_access_of_guests(night[1])
    if is_open:
        ask_now(reader)
    else:
        reader.goto(server)
    wait_until(reader, lambda kept: not kept)


def test_a_forgotten_name_is_dropped_from_the_sheet_at_its_next_contact(reader, server, night):
    assert "Dora" in reader.evaluate(KEPT_SHEET)
    reader.goto("about:blank")
    forget(*night, "p4")
    reader.goto(server)
    wait_until(reader, lambda kept: kept and "Dora" not in kept)


@pytest.fixture
def guest(app, host, lent):
    """A browser that may write at a night of six and has its coming forms; the host's phone and the night's path."""
    other = Phone(app)
    night = host.open_night(*SIX)
    other.join(links(host, night)["writer"])
    phone = lent(other, night)
    wait_until_prepared(phone)
    assert "Anna" in kept(phone)
    return phone, host, night


def kept(phone):
    return phone.evaluate("JSON.stringify(localStorage)")


def wait_until_gone(phone, name="Anna"):
    """Wait until the browser keeps a name no more."""
    phone.wait_for_function(f"() => !JSON.stringify(localStorage).includes('{name}')", timeout=SOON)


def test_an_open_page_fetches_forms_with_a_forgotten_name_anew(guest):
    phone, host, night = guest
    forget(host, night, "p1")
    ask_now(phone)
    wait_until_gone(phone)
    phone.wait_for_function("() => JSON.stringify(localStorage).includes('N. N.')", timeout=SOON)
    assert "Anna" not in phone.inner_text("main")


def test_the_forms_with_a_forgotten_name_go_even_where_no_new_ones_come(guest):
    phone, host, night = guest
    phone.route("**/ahead/*", lambda route: route.abort())
    forget(host, night, "p1")
    ask_now(phone)
    wait_until_gone(phone)


def test_the_list_of_nights_drops_the_forms_of_a_night_that_went_on(guest, server):
    phone, host, night = guest
    phone.goto(f"{server}/")
    assert "Anna" in kept(phone), "nothing happened yet"
    forget(host, night, "p1")
    phone.goto(f"{server}/")
    assert "Anna" not in kept(phone)


def test_a_waiting_entry_holds_no_name_and_is_sent_after_forgetting(guest):
    phone, host, night = guest
    lose(phone)
    phone.tap(".bar a.primary")
    save_deal(phone, 1, "p1", 71)
    phone.wait_for_selector(".outbox:has-text('Deal 1 (Anna, 71')", timeout=SOON)
    assert "Anna" not in json.dumps(waiting(phone))
    forget(host, night, "p1")
    phone.context.set_offline(False)
    phone.wait_for_selector("#deal-1", timeout=SOON)
    assert waiting(phone) == []
    wait_until_gone(phone)
    assert host.get(f"{night}/night.json").body.count("booked") == 1


@pytest.mark.parametrize("is_open", [True, False], ids=["on an open page", "on the next page"])
def test_a_removed_phone_keeps_other_nights_and_nothing_of_this_one(guest, server, is_open):
    phone, _, night = guest
    lose(phone)
    phone.tap(".bar a.primary")
    save_deal(phone, 1, "p2", 71)
    phone.wait_for_selector(".badge:text-is('1')", timeout=SOON)
    phone.evaluate(
        """() => {
        const box = JSON.parse(localStorage["scorekeeper outbox"]);
        const elsewhere = { ...box[0], id: "other", sheet: "/n/00000000", url: "/n/00000000" };
        localStorage["scorekeeper outbox"] = JSON.stringify([...box, elsewhere]);
        localStorage["past 00000000"] = "{}";
    }"""
    )
    end_access_of_guests(night)
    if is_open:
        phone.context.set_offline(False)
        phone.wait_for_selector("text=This phone has no access to this night any more.", timeout=SOON)
        assert "Bernd" not in phone.inner_text("main")
    else:
        phone.goto("about:blank")
        phone.context.set_offline(False)
        phone.goto(f"{server}{night}/rules")
        phone.wait_for_selector("text=A host has removed this phone")
    wait_until_gone(phone, night.rpartition("/")[2])
    assert [entry["sheet"] for entry in waiting(phone)] == ["/n/00000000"]
    assert "past 00000000" in kept(phone)
    assert "Anna" not in kept(phone)


def test_entries_kept_with_names_by_an_earlier_version_lose_the_names(guest):
    phone, _, _ = guest
    phone.evaluate(
        """() => {
        const about = { number: 1, action: "booked", url: "/n/0/enter", sheet: "/n/0", body: "", stuck: true };
        localStorage["scorekeeper outbox"] = JSON.stringify([{ ...about, id: "old", said: "Zora, 71" }]);
    }"""
    )
    phone.reload()
    phone.wait_for_selector(".outbox:has-text('This was not saved: Deal 1')", timeout=SOON)
    assert [(entry["id"], entry["said"]) for entry in waiting(phone)] == [("old", [])]
