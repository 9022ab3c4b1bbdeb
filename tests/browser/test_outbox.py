"""Entries that wait on the phone while the server is away: booked once, in order, when it is back; never dropped."""

import json
import urllib.request

import pytest

from tests.browser.acts import (
    SIX,
    SOON,
    await_news,
    follow,
    lose,
    open_night,
    save,
    save_deal,
    wait_until_prepared,
    waiting,
)
from tests.chosen import at_length
from tests.web.phone import Phone, links


def go_to_entry(phone):
    follow(phone, ".bar a.primary")
    wait_until_prepared(phone)


def deals_of(phone, sheet):
    """What was booked: soloist, points and dealer of each deal, from the night's file."""
    cookies = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in phone.context.cookies())
    with urllib.request.urlopen(urllib.request.Request(f"{sheet}/night.json", headers={"Cookie": cookies})) as answer:
        night = json.load(answer)
    kinds = [json.loads(line)["kind"] for line in night["journal"]]
    return [(deal.get("soloist"), deal.get("points")) for deal in night["deals"]], kinds


def assert_booked_once(phone, sheet):
    """Wait for the first deal on the sheet; it is the only one, and nothing waits."""
    await_news(phone, "#deal-1")
    assert waiting(phone) == []
    assert deals_of(phone, sheet) == ([("Bernd", 71)], ["opened", "booked"])


def fill_in(phone):
    """Fill in the first deal, and wait until it can be saved."""
    phone.tap("label.chip:has(input[name=soloist][value=p2])")
    phone.fill("input[name=points]", "71")
    phone.wait_for_selector("#actions button[value=booked]:not([disabled])", timeout=SOON)


def test_deals_entered_while_the_server_is_down_are_booked_once(killable, own_phone):
    phone = own_phone()
    sheet = open_night(phone, killable.address, "herzblatt", "braun", SIX)
    go_to_entry(phone)
    killable.kill()
    # Of six at the table five play: Anna sits out the second deal, Bernd the third.
    for number, soloist, points in ((1, "p2", 71), (2, "p6", 30), (3, "p1", 90)):
        save_deal(phone, number, soloist, points)
        phone.wait_for_selector(f"h1:text-is('Deal {number + 1}')", timeout=SOON)
        assert phone.inner_text(".book") == f"Save deal {number + 1}"
        assert phone.inner_text(".badge") == str(number)
    assert [entry["number"] for entry in waiting(phone)] == [1, 2, 3]
    assert "Deal 2 (Fritz, 30" in phone.inner_text(".outbox")
    killable.start()
    phone.wait_for_url(f"{sheet}", timeout=SOON)
    assert waiting(phone) == []
    assert deals_of(phone, sheet) == (
        [("Bernd", 71), ("Fritz", 30), ("Anna", 90)],
        ["opened", "booked", "booked", "booked"],
    )


@pytest.fixture
def sit(lent, host, server):
    """A function that opens the sheet of a night in a browser that may lose its network and has the coming forms."""

    def opened(*names, **fields):
        night = host.open_night(*names, **fields)
        phone = lent(host, night)
        phone.sheet = server + night
        wait_until_prepared(phone)
        return phone

    return opened


@pytest.fixture
def table(app, host, sit):
    """Such a browser at a night of six, another phone of the same night, and its path."""
    phone, other = sit(*SIX), Phone(app)
    night = "/n/" + phone.sheet.rpartition("/")[2]
    other.join(links(host, night)["writer"])
    return phone, other, night


def test_waiting_entries_survive_a_reload_and_are_sent_from_any_page(table):
    phone, _, _ = table
    lose(phone)
    phone.tap(".bar a.primary")
    save_deal(phone, 1, "p2", 71)
    phone.wait_for_selector("h1:text-is('Deal 2')", timeout=SOON)
    again = phone.context.new_page()
    phone.close()  # a page cannot be loaded while the server is away
    again.context.set_offline(False)
    again.goto(f"{phone.sheet}/settle")
    again.wait_for_selector(".outbox", state="hidden", timeout=SOON)
    await_news(again, ".standing :text('+4')")
    again.goto(phone.sheet)
    assert_booked_once(again, phone.sheet)


def test_an_entry_whose_answer_is_lost_is_booked_once(table):
    phone, _, _ = table
    go_to_entry(phone)
    tried = []

    def lose_answer(route):
        tried.append(route.fetch(max_redirects=0).status)
        route.abort()

    phone.route("**/enter", lose_answer)
    save_deal(phone, 1, "p2", 71)
    phone.wait_for_selector("h1:text-is('Deal 2')", timeout=SOON)
    assert tried[0] == 201, "it reached the server"
    phone.unroute("**/enter")
    assert_booked_once(phone, phone.sheet)


LOGIN = "/hotel/login"


class Wifi:
    """The Wi-Fi of a hotel before somebody logs in there: whatever is asked for, its login page is the answer."""

    def __init__(self, way):
        self.way, self.sent = way, 0

    def __call__(self, environ, start_response):
        path = environ["PATH_INFO"]
        self.sent += path.endswith("/enter") and environ["REQUEST_METHOD"] == "POST"
        if self.way == "redirect" and path != LOGIN:
            start_response("302 Found", [("Location", LOGIN)])
            return [b""]
        status = "403 Forbidden" if self.way == "refusal" else "200 OK"
        start_response(status, [("Content-Type", "text/html; charset=utf-8")])
        return [b"<!doctype html><title>Hotel</title><main><h1>Welcome</h1>Your room: <input name=room></main>"]


@pytest.mark.parametrize("way", ["page", at_length("redirect")])
def test_the_login_page_of_a_wifi_is_taken_for_no_booking(table, app, monkeypatch, way):
    phone, _, _ = table
    go_to_entry(phone)
    fill_in(phone)
    wifi = Wifi(way)
    with monkeypatch.context() as patch:
        patch.setattr(app, "wsgi_app", wifi)
        save(phone)
        phone.wait_for_selector("h1:text-is('Deal 2')", timeout=SOON)
        assert wifi.sent, "it was answered"
        assert [entry["number"] for entry in waiting(phone)] == [1]
    assert_booked_once(phone, phone.sheet)


def test_an_entry_refused_by_a_wifi_is_booked_when_looked_at(table, app, monkeypatch):
    phone, _, _ = table
    go_to_entry(phone)
    fill_in(phone)
    with monkeypatch.context() as patch:
        patch.setattr(app, "wsgi_app", Wifi("refusal"))
        save(phone)
        phone.wait_for_selector("h1:text-is('Welcome')", timeout=SOON)
    phone.goto(phone.sheet)
    phone.tap(".outbox button:text-is('Look at it')")
    phone.wait_for_selector(".outbox", state="hidden", timeout=SOON)
    assert_booked_once(phone, phone.sheet)


def test_the_form_opens_even_before_a_lost_connection_is_noticed(table):
    phone, _, _ = table
    lost = phone.locator(".strip.lost")
    phone.route("**/*", lambda route: route.abort())
    assert lost.count() == 0
    phone.tap(".bar a.primary")
    save_deal(phone, 1, "p2", 71)
    phone.wait_for_selector("h1:text-is('Deal 2')", timeout=SOON)
    phone.unroute("**/*")
    await_news(phone, "#deal-1")
    assert deals_of(phone, phone.sheet)[0] == [("Bernd", 71)]


def test_a_conflicting_entry_is_kept_for_decision_and_the_rest_waits(table):
    phone, other, night = table
    lose(phone)
    phone.tap(".bar a.primary")
    for number, soloist in ((1, "p2"), (2, "p6")):
        save_deal(phone, number, soloist, 71)
        phone.wait_for_selector(f"h1:text-is('Deal {number + 1}')", timeout=SOON)
    other.book(night, "p3", 50)
    phone.context.set_offline(False)
    phone.wait_for_selector(".outbox:has-text('This was not saved: Deal 1 (Bernd, 71')", timeout=SOON)
    assert [bool(entry.get("stuck")) for entry in waiting(phone)] == [True, False]
    follow(phone, ".outbox button:text-is('Look at it')")
    assert "Deal 1 was entered on another phone meanwhile" in phone.inner_text("h1")
    assert len(waiting(phone)) == 2, "nothing is dropped before it is decided"
    follow(phone, "text=Keep that")
    phone.wait_for_selector(".outbox", state="hidden", timeout=SOON)
    await_news(phone, "#deal-2")
    assert waiting(phone) == []
    assert deals_of(phone, phone.sheet)[0] == [("Clara", 50), ("Fritz", 71)]


def test_what_somebody_else_entered_too_goes_away_once_it_is_looked_at(table):
    phone, other, night = table
    lose(phone)
    phone.tap(".bar a.primary")
    save_deal(phone, 1, "p2", 71)
    other.book(night, "p2", 71)
    phone.context.set_offline(False)
    phone.wait_for_selector(".outbox:has-text('Deal 1 was entered on another phone meanwhile')", timeout=SOON)
    follow(phone, ".outbox button:text-is('Look at it')")
    assert "Nothing to do" in phone.inner_text("main")
    assert waiting(phone) == []
    phone.goto(phone.sheet)
    assert phone.is_hidden(".outbox")


def test_what_the_server_refuses_comes_back_to_be_mended(table):
    phone, _, _ = table
    lose(phone)
    phone.tap(".bar a.primary")
    save_deal(phone, 1, "p2", 121)
    phone.context.set_offline(False)
    phone.wait_for_selector(".outbox:has-text('This was not saved: Deal 1')", timeout=SOON)
    assert "121 is more than the 120 in the pack" in phone.inner_text(".outbox"), "it says why"
    follow(phone, ".outbox button:text-is('Look at it')")
    assert "121 is more than the 120 in the pack" in phone.inner_text("main")
    assert phone.locator(".outbox button").count() == 0, "it is mended right here"
    phone.fill("input[name=points]", "120")
    phone.wait_for_selector("#actions button[value=booked][data-ready]:not([disabled])", timeout=SOON)
    save(phone)
    phone.wait_for_selector("#deal-1", timeout=SOON)
    assert waiting(phone) == []
    assert deals_of(phone, phone.sheet) == ([("Bernd", 120)], ["opened", "booked"])


def test_what_was_called_without_a_server_goes_out_before_its_result(table):
    phone, _, _ = table
    go_to_entry(phone)
    lose(phone)
    phone.tap("label.chip:has(input[name=soloist][value=p2])")
    phone.tap("text=Result later")
    phone.wait_for_selector(".badge:text-is('1')", timeout=SOON)
    assert phone.is_checked("input[name=soloist][value=p2]")
    phone.fill("input[name=points]", "71")
    save(phone)
    phone.wait_for_selector("h1:text-is('Deal 2')", timeout=SOON)
    phone.context.set_offline(False)
    phone.wait_for_selector("#deal-1", timeout=SOON)
    assert deals_of(phone, phone.sheet) == ([("Bernd", 71)], ["opened", "called", "booked"])


def test_offline_a_deal_with_more_questions_is_called_and_ended_later(sit):
    phone = sit(*SIX[:4], rules="koenigrufen/ooe")
    go_to_entry(phone)
    lose(phone)
    phone.tap("label.chip:has(input[name=declarer][value=p2])")
    phone.tap("label.chip:has(input[name=contract][value=dreier])")
    phone.wait_for_selector("#actions button[value=called]:not([disabled])", timeout=SOON)
    assert phone.is_disabled("#actions .book")
    assert "The other questions follow once" in phone.inner_text("#actions .book")
    phone.tap("text=Result later")
    phone.wait_for_selector(".badge:text-is('1')", timeout=SOON)
    phone.wait_for_selector("#actions button[value=called]:not([disabled])", timeout=SOON)
    assert phone.is_disabled("#actions .book"), "its result is still missing"
    phone.context.set_offline(False)
    phone.wait_for_selector("input[name=points]", timeout=SOON)  # asked for without a tap
    assert phone.is_checked("input[name=contract][value=dreier]")
    phone.fill("input[name=points]", "40")
    phone.wait_for_selector("#actions button[value=booked][data-ready]:not([disabled])", timeout=SOON)
    save(phone)
    phone.wait_for_selector("#deal-1", timeout=SOON)
    assert waiting(phone) == []
    assert deals_of(phone, phone.sheet)[1] == ["opened", "called", "booked"]
