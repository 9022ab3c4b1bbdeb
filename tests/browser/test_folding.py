"""The contracts of a game that has many: folded to the chosen one, and opened again by who wants another."""

import pytest

from tests.browser.acts import answered, choose, follow

SHOWN = "() => [...document.querySelectorAll('#q-contract .chip')].filter((chip) => chip.checkVisibility()).length"
ALL = 18


@pytest.fixture
def form(lent, host):
    """A function that opens the form of a deal of Königrufen on a phone with scripts or without."""

    def opened(scripts=True):
        night = host.open_night("Anna", "Bernd", "Clara", "Dora", rules="koenigrufen/wien", amount="0.25")
        phone = lent(host, f"{night}/enter", java_script_enabled=scripts)
        assert phone.evaluate(SHOWN) == ALL
        assert not phone.locator("#q-contract summary").is_visible()
        return phone

    return opened


def pick(phone, name, value):
    phone.tap(f"label.chip:has(input[name='{name}'][value='{value}'])")


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "plain"])
def test_only_the_chosen_contract_stays_and_all_come_back_on_demand(form, scripts):
    phone = form(scripts)
    pick(phone, "contract", "dreier")
    phone.wait_for_function(f"() => ({SHOWN})() === 1")
    assert phone.is_checked("input[name=contract][value=dreier]")
    phone.tap("#q-contract summary")
    assert phone.evaluate(SHOWN) == ALL
    pick(phone, "contract", "farbensolo")
    assert phone.is_checked("input[name=contract][value=farbensolo]")


def test_it_folds_again_once_another_is_chosen_and_by_keyboard_none_is_hidden_while_it_is_chosen(form):
    phone = form()
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


def test_after_an_error_the_choice_stays(form):
    phone = form(scripts=False)
    pick(phone, "declarer", "p1")
    pick(phone, "contract", "dreier")
    follow(phone, "button[value=booked]")
    assert phone.inner_text(".error")
    assert phone.is_checked("input[value=dreier]")
    assert phone.evaluate(SHOWN) == 1
