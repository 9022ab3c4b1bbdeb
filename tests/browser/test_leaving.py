"""What a phone keeps: no name that was forgotten, and nothing of a night that it may not see any more."""

import json

import pytest

from tests.browser.acts import SIX, SOON, end_access_of_guests, lose, save_deal, wait_until_prepared, waiting
from tests.web.phone import Phone, links


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


def forget(host, night, player):
    page = host.get(f"{night}/forget")
    assert host.send(page, page.form(player=""), player=player).status == 303


def wait_until_gone(phone, name="Anna"):
    """Wait until the browser keeps a name no more."""
    phone.wait_for_function(f"() => !JSON.stringify(localStorage).includes('{name}')", timeout=SOON)


def test_an_open_page_drops_the_forms_with_a_forgotten_name_and_fetches_them_anew(guest):
    phone, host, night = guest
    forget(host, night, "p1")
    wait_until_gone(phone)
    phone.wait_for_function("() => JSON.stringify(localStorage).includes('N. N.')", timeout=SOON)
    assert "Anna" not in phone.inner_text("main")


def test_the_forms_with_a_forgotten_name_go_even_where_no_new_ones_come(guest):
    phone, host, night = guest
    phone.route("**/ahead/*", lambda route: route.abort())
    forget(host, night, "p1")
    wait_until_gone(phone)


def test_the_list_of_nights_drops_the_forms_of_a_night_that_went_on(guest, server):
    phone, host, night = guest
    phone.goto(f"{server}/")
    assert "Anna" in kept(phone), "nothing happened yet"
    forget(host, night, "p1")
    phone.goto(f"{server}/")
    assert "Anna" not in kept(phone)


def test_an_entry_that_waits_holds_no_name_and_is_sent_after_somebody_was_forgotten(guest):
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
def test_a_phone_that_was_put_out_keeps_nothing_of_the_night_and_all_of_others(guest, server, is_open):
    phone, _, night = guest
    other = "/n/00000000"
    lose(phone)
    phone.tap(".bar a.primary")
    save_deal(phone, 1, "p2", 71)
    phone.wait_for_selector(".badge:text-is('1')", timeout=SOON)
    phone.evaluate(
        """other => {
        const box = JSON.parse(localStorage["scorekeeper outbox"]);
        const elsewhere = { ...box[0], id: "other", sheet: other, url: other };
        localStorage["scorekeeper outbox"] = JSON.stringify([...box, elsewhere]);
        localStorage["past 00000000"] = "{}";
    }""",
        other,
    )
    end_access_of_guests(night)
    slug = night.rpartition("/")[2]
    if is_open:
        phone.context.set_offline(False)
        phone.wait_for_selector("text=This phone has no access to this night any more.", timeout=SOON)
        assert "Bernd" not in phone.inner_text("main")
    else:
        phone.goto("about:blank")
        phone.context.set_offline(False)
        phone.goto(f"{server}{night}/rules")
        phone.wait_for_selector("text=A host has removed this phone")
    wait_until_gone(phone, slug)
    assert [entry["sheet"] for entry in waiting(phone)] == [other]
    assert "past 00000000" in kept(phone)
    assert "Anna" not in kept(phone)


def test_entries_that_an_earlier_version_kept_with_names_lose_them_and_stay(guest):
    phone, _, _ = guest
    phone.evaluate(
        """() => {
        const about = { number: 1, action: "booked", url: "/n/0/enter", sheet: "/n/0", body: "", stuck: true };
        localStorage["scorekeeper outbox"] = JSON.stringify([{ ...about, id: "old", said: "Zora, 71" }]);
    }"""
    )
    phone.reload()
    phone.wait_for_selector(".outbox:has-text('This could not be booked: Deal 1')", timeout=SOON)
    assert [(entry["id"], entry["said"]) for entry in waiting(phone)] == [("old", [])]
