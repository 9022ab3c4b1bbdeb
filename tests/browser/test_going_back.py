"""Going back, or loading again: the browser never asks whether to send a form once more."""

import pytest

from tests.browser.acts import lend


@pytest.fixture
def mine(phone, server, night):
    """The browser of the host; its `address` is that of the night."""
    host, path = night
    lend(phone, host, server)
    phone.address = server + path
    return phone


def follow(phone, selector):
    with phone.expect_navigation():
        phone.tap(selector)


@pytest.mark.parametrize("scripts", [True, False])
def test_back_from_a_correction_leads_to_what_it_would_have_changed_and_reload_keeps_what_was_typed(
    any_phone, server, night, scripts
):
    host, path = night
    phone = any_phone(java_script_enabled=scripts)
    lend(phone, host, server)
    phone.goto(f"{server}{path}/deals/1/correct")
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


@pytest.mark.parametrize("path", ["/deals/1", "/kitty", "/settings", "/table", "/forget", "/round", "/share", "/paper"])
def test_after_a_refusal_the_page_loads_again_without_sending(mine, path):
    mine.goto(mine.address + path)
    with mine.expect_navigation() as sent:
        mine.evaluate("document.querySelector('main form[method=post]:not([action*=archive])').submit()")
    assert sent.value.request.method == "POST"
    assert sent.value.status in (200, 422)
    assert mine.url == mine.address + path
    assert mine.reload().request.method == "GET"
    mine.goto(mine.address)
    assert mine.go_back().request.method == "GET"
    assert mine.url == mine.address + path


def test_the_language_is_switched_on_a_page_that_answers_a_form(mine):
    mine.goto(mine.address + "/deals/1")
    with mine.expect_navigation():
        mine.evaluate("document.querySelector('form[action$=object]').submit()")
    follow(mine, "button[name=language]")
    assert mine.url == mine.address + "/deals/1"
    assert mine.get_attribute("html", "lang").startswith("de")
