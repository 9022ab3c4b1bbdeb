"""The contracts of a game that has many: folded to the chosen one, and opened again by who wants another."""

import pytest

from tests.browser.acts import answered, choose, lend
from tests.web.phone import Phone

SHOWN = "() => [...document.querySelectorAll('#q-contract .chip')].filter((chip) => chip.checkVisibility()).length"
ALL = 18


@pytest.fixture(params=[True, False], ids=["scripts", "plain"])
def phone(any_phone, app, server, request):
    """A phone with scripts or without at the form of a deal of Königrufen."""
    host, phone = Phone(app), any_phone(java_script_enabled=request.param)
    night = host.open_night("Anna", "Bernd", "Clara", "Dora", rules="koenigrufen/wien", amount="0.25")
    lend(phone, host, server)
    phone.goto(f"{server}{night}/enter")
    assert phone.evaluate(SHOWN) == ALL
    assert not phone.locator("#q-contract summary").is_visible()
    return phone


def pick(phone, name, value):
    phone.tap(f"label.chip:has(input[name='{name}'][value='{value}'])")


def test_only_the_chosen_contract_stays_and_all_come_back_on_demand(phone):
    pick(phone, "contract", "dreier")
    phone.wait_for_function(f"() => ({SHOWN})() === 1")
    assert phone.is_checked("input[name=contract][value=dreier]")
    phone.tap("#q-contract summary")
    assert phone.evaluate(SHOWN) == ALL
    pick(phone, "contract", "farbensolo")
    assert phone.is_checked("input[name=contract][value=farbensolo]")


def test_it_folds_again_once_another_is_chosen_and_by_keyboard_none_is_hidden_while_it_is_chosen(
    any_phone, app, server
):
    host, phone = Phone(app), any_phone()
    night = host.open_night("Anna", "Bernd", "Clara", "Dora", rules="koenigrufen/wien", amount="0.25")
    lend(phone, host, server)
    phone.goto(f"{server}{night}/enter")
    choose(phone, "declarer", "p1")
    choose(phone, "contract", "dreier")
    phone.tap("#q-contract summary")
    choose(phone, "contract", "farbensolo")
    phone.wait_for_function(f"() => ({SHOWN})() === 1")
    choose(phone, "contract", "farbensolo")  # a second tap takes it back
    phone.wait_for_function(f"() => ({SHOWN})() === {ALL}")
    for key in "bb":
        with answered(phone):
            phone.keyboard.press(key)
    assert phone.is_checked("input[value=bettel_ouvert]"), "the second contract with this letter"
    assert phone.evaluate(SHOWN) == ALL


def test_after_an_error_the_choice_stays(any_phone, app, server):
    host, phone = Phone(app), any_phone(java_script_enabled=False)
    night = host.open_night("Anna", "Bernd", "Clara", "Dora", rules="koenigrufen/wien", amount="0.25")
    lend(phone, host, server)
    phone.goto(f"{server}{night}/enter")
    pick(phone, "declarer", "p1")
    pick(phone, "contract", "dreier")
    with phone.expect_navigation():
        phone.tap("button[value=booked]")
    assert phone.inner_text(".error")
    assert phone.is_checked("input[value=dreier]")
    assert phone.evaluate(SHOWN) == 1
