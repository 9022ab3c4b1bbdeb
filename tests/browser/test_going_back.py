"""Going back, or loading again: the browser never asks whether to send a form once more."""

import pytest
from peewee import OperationalError

from tests.browser.acts import follow, lend
from tests.chosen import some

REFUSING = ("/deals/1", "/kitty", "/table", "/forget", "/round", "/share", "/paper")


@pytest.fixture
def mine(phone, server, night):
    """The browser of the host; its `address` is that of the night."""
    host, path = night
    lend(phone, host, server)
    phone.address = server + path
    return phone


@pytest.mark.parametrize("scripts", some([True, False], True))
def test_back_from_a_correction_leads_to_its_deal_and_reload_keeps_it(lent, server, night, scripts):
    host, path = night
    phone = lent(host, f"{path}/deals/1/correct", java_script_enabled=scripts)
    phone.fill("input[name=points]", "50")
    follow(phone, "button[value=look]")
    phone.reload()
    assert phone.input_value("input[name=points]") == "50"
    assert phone.locator("table.moved").count() == 1
    phone.fill("#note", "miscounted")
    follow(phone, "button[value=confirm]")
    assert phone.url.partition("#")[0] == f"{server}{path}/deals/1"
    phone.go_back()
    assert "/correct" in phone.url
    assert phone.input_value("input[name=points]") == "50", "as it stands by now"
    assert not phone.locator("table.moved").count()
    phone.go_back()
    assert "/correct" in phone.url
    assert host.standing(path)["Anna"] == -8


@pytest.mark.parametrize("path", some(REFUSING, "/deals/1"))
def test_after_a_refusal_the_page_loads_again_without_sending(mine, path):
    mine.goto(mine.address + path)
    with mine.expect_navigation() as sent:
        mine.evaluate("document.querySelector('main form[method=post]:not([action*=archive])').submit()")
    assert sent.value.request.method == "POST"
    assert sent.value.status in (200, 422)
    assert mine.url.partition("#")[0] == mine.address + path
    assert mine.reload().request.method == "GET"
    mine.goto(mine.address)
    assert mine.go_back().request.method == "GET"
    assert mine.url.partition("#")[0] == mine.address + path


def test_what_could_not_be_stored_is_sent_again_by_loading_the_page_again(lent, server, night, monkeypatch):
    host, path = night
    deal = f"{server}{path}/deals/1"
    mine = lent(host, f"{path}/deals/1/correct")
    mine.fill("input[name=points]", "50")
    follow(mine, "button[value=look]")
    mine.fill("#note", "miscounted")
    with monkeypatch.context() as broken:
        broken.setattr("scorekeeper.web.deal.draft.change_deal", _fail)
        follow(mine, "button[value=confirm]")
        assert mine.inner_text("h1") == "This could not be saved just now."
        assert mine.reload().status == 503
        assert mine.reload().request.method == "POST"
        with mine.expect_event("load"):
            mine.tap("main button")
        assert mine.inner_text("h1") == "This could not be saved just now."
    assert mine.reload().ok
    assert mine.url == deal
    assert "miscounted" in mine.inner_text("main")
    assert mine.go_back().request.method == "GET"


def _fail(*_, **__):
    raise OperationalError("database or disk is full")


@pytest.mark.parametrize("scripts", some([True, False], True))
def test_switching_the_language_keeps_an_entry_that_is_being_typed(lent, server, night, scripts):
    host, path = night
    phone = lent(host, f"{path}/enter", java_script_enabled=scripts)
    phone.tap("label.chip:has(input[name=soloist][value=p2])")
    follow(phone, "button[name=language]")
    assert phone.get_attribute("html", "lang").startswith("de")
    assert phone.is_checked("input[name=soloist][value=p2]")
    assert phone.locator(".error").count() == 0, "nobody has asked yet what is missing"
    phone.fill("input[name=points]", "71")
    follow(phone, "button[name=language]")
    assert phone.get_attribute("html", "lang").startswith("en")
    assert (phone.is_checked("input[name=soloist][value=p2]"), phone.input_value("input[name=points]")) == (True, "71")
    assert "token" not in phone.url
    assert "request" not in phone.url
    phone.tap(".book[data-ready]")
    phone.wait_for_url("**#deal-*")


def test_switching_the_language_on_any_page_keeps_what_was_typed(mine, server):
    mine.goto(mine.address + "/deals/1")
    with mine.expect_navigation():
        mine.evaluate("document.querySelector('form[action$=object]').submit()")
    follow(mine, "button[name=language]")
    assert mine.url == mine.address + "/deals/1", "on a page that answers a form"
    assert mine.get_attribute("html", "lang").startswith("de")
    mine.goto(f"{mine.address}/deals/1/correct")
    mine.fill("input[name=points]", "50")
    follow(mine, "button[value=look]")
    mine.fill("#note", "miscounted")
    with mine.expect_navigation() as sent:
        mine.tap("button[name=language]")
    assert sent.value.request.method == "POST", "a reason is nobody's business in an address"
    assert mine.get_attribute("html", "lang").startswith("en")
    assert (mine.input_value("input[name=points]"), mine.input_value("#note")) == ("50", "miscounted")
    for page, field, text in (
        (f"{server}/nights/new/herzblatt/muhr", "[name=players-0]", "Zenzi"),
        (f"{mine.address}/paper", "#line-0", "A 71"),
        (f"{mine.address}/deals/1/adjust", "#adjust-p1", "50"),
    ):
        mine.goto(page)
        mine.fill(field, text)
        before = mine.get_attribute("html", "lang")
        follow(mine, "button[name=language]")
        assert mine.get_attribute("html", "lang") != before
        assert mine.input_value(field) == text
        assert mine.locator(".error").count() == 0, "nobody has asked yet what is missing"


@pytest.mark.parametrize("scripts", some([True, False], True))
def test_enter_switches_no_language(lent, server, night, scripts):
    host, path = night
    phone = lent(host, java_script_enabled=scripts)
    fields = {"/deals/1/correct": "input[name=points]", "/deals/1/adjust": "input[name=adjust-p1]", "/paper": "#line-0"}
    for page, field in fields.items() if scripts else (*fields.items(), ("/enter", "input[name=points]")):
        phone.goto(f"{server}{path}{page}")
        phone.fill(field, "7")
        with phone.expect_navigation():
            phone.press(field, "Enter")
        assert phone.get_attribute("html", "lang").startswith("en"), page
        assert phone.input_value(field) == "7", page
