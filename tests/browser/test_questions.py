"""Every page that asks something after a form was sent is answered with each of its buttons, and nothing is lost."""

import pytest

from tests.browser.acts import SOON, tap
from tests.web.phone import links


@pytest.fixture
def table(lent, night):
    """A browser on the host's phone, with the `host`, and the `night` of one deal."""
    host, path = night
    phone = lent(host, path)
    phone.host, phone.night = host, path
    yield phone
    assert [text for text in phone.complaints if "405" in text] == []


def go(phone, path):
    phone.goto(phone.url.split("/n/")[0] + phone.night + path)


@pytest.mark.parametrize("asked", ["ol.payments li:first-child button[value=all]", "form[action*='/freeze'] button"])
@pytest.mark.parametrize("answer", ["sure", "first"])
def test_a_disputed_deal_is_gone_past_or_decided_first(table, asked, answer):
    table.host.object_to(table.night, "counted wrong")
    go(table, "/settle")
    tap(table, asked)
    assert table.inner_text("h1") == "A deal is queried"
    tap(table, "button[name=sure]" if answer == "sure" else ".bar a.primary")
    assert table.url.split("#")[0].endswith(f"{table.night}/settle")
    confirmed = "The payments are confirmed" in table.host.get(f"{table.night}/settle").text
    assert confirmed == (answer == "sure")
    assert table.locator("ol.payments .hint:has-text('✓ paid')").count() == (answer == "sure" and "all" in asked)


def refuse_a_setting(phone):
    go(phone, "/table")
    phone.tap("#stake summary")
    phone.fill("#stake input[name=amount]", "abc")
    tap(phone, "#stake button[value=stake]")
    assert phone.locator("#stake .error").is_visible()


@pytest.mark.parametrize("move", ["pause", "leave"])
def test_after_a_refused_setting_a_player_still_moves(table, move):
    refuse_a_setting(table)
    tap(table, f".people li:first-child button[value={move}]")
    assert table.locator(".error").count() == 0
    assert table.inner_text(".people li:first-child .hint").startswith({"pause": "pauses", "leave": "has left"}[move])


def test_after_a_refused_setting_a_newcomer_still_joins(table):
    refuse_a_setting(table)
    table.fill("#name", "Fritz")
    tap(table, "button[value=join]")
    assert table.locator(".error").count() == 0
    assert "Fritz" in table.inner_text(".people")


def test_a_refused_newcomer_is_corrected_and_settings_still_change(table):
    go(table, "/table")
    table.fill("#name", "Anna")
    tap(table, "button[value=join]")
    assert table.locator(".error").is_visible()
    assert table.input_value("#name") == "Anna"
    table.tap("#title summary")
    table.fill("#title input[name=title]", "Bei Anna")
    tap(table, "#title button")
    assert table.host.get(table.night).html.one("title").text.startswith("Bei Anna")
    go(table, "/table")
    table.fill("#name", "Anna Huber")
    tap(table, "button[value=join]")
    assert "Anna Huber" in table.inner_text(".people")


@pytest.mark.parametrize("answer", ["keep", "mine", "see"])
def test_a_deal_that_another_phone_entered_is_kept_corrected_or_looked_at(table, answer):
    go(table, "/enter")
    table.host.book(table.night, "p2", 80)
    table.tap("label.chip:has(input[name=soloist][value=p3])")
    table.fill("input[name=points]", "71")
    table.wait_for_selector("#actions button[value=booked]:not([disabled])", timeout=SOON)
    tap(table, "#actions button[value=booked]")
    table.wait_for_selector("[data-decides]", timeout=SOON)
    tap(table, {"keep": "[data-decides] a", "mine": "[data-decides] button", "see": "main p > a.button"}[answer])
    ends = {"keep": f"{table.night}", "mine": "/deals/2/correct", "see": "/deals/2"}[answer]
    assert table.url.split("#")[0].split("?")[0].endswith(ends)
    if answer == "mine":
        assert table.locator("table.moved").is_visible()
        tap(table, "button[value=confirm]")
    assert f"{['Bernd', 'Clara'][answer == 'mine']}" in table.host.get(f"{table.night}/deals/2").text


@pytest.mark.parametrize("button", ["look", "confirm"])
def test_a_refused_change_is_sent_again_where_it_belongs(table, button):
    go(table, "/deals/1/adjust")
    table.fill("#adjust-p1", "5")
    tap(table, "button[value=look]")
    assert table.locator(".error").is_visible()
    table.fill("#adjust-p2", "-5")
    tap(table, "button[value=look]")
    assert table.locator("table.moved").is_visible()
    if button == "confirm":
        table.fill("#note", "agreed")
        tap(table, "button[value=confirm]")
        assert table.host.standing(table.night)["Anna"] == 5


def test_a_refused_night_keeps_its_house_rules_and_opens(lent, host):
    host.token()
    phone = lent(host, "/nights/new/herzblatt/braun?loss=1")
    phone.fill("[name=players-0]", "Anna")
    tap(phone, "button:text-is('Start the night')")
    assert phone.locator(".error").first.is_visible()
    for place, name in enumerate(("Anna", "Bernd", "Clara")):
        phone.fill(f"[name=players-{place}]", name)
    tap(phone, "button:text-is('Start the night')")
    assert "/n/" in phone.url
    phone.goto(phone.url.split("#")[0] + "/rules/sheet")
    assert phone.locator(".agreed li").count() == 1


def test_a_wrong_pin_is_mended_on_the_page_that_refuses_it(host, phone, server, night):
    page = host.get(f"{night[1]}/share")
    host.send(page, page.form(pin=""), "action=pin", pin="4711")
    link = links(*night)["writer"]
    phone.goto(server + link[link.index("/j/") :])
    phone.fill("#pin", "1234")
    tap(phone, ".bar button")
    assert phone.locator(".error").is_visible()
    phone.fill("#pin", "4711")
    tap(phone, ".bar button")
    tap(phone, "button[value=p2]")
    assert phone.url.split("#")[0] == server + night[1]
    phone.complaints.clear()
