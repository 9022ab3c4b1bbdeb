"""What is opened or gets the focus stands between the strip and the bar, not under one of them."""

import pytest

from tests.browser.acts import answered, choose, tap

FREE = """selector => {
  const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
  const floor = document.querySelector(".bar").getBoundingClientRect().top;
  return top >= document.querySelector("#strip").getBoundingClientRect().bottom && bottom <= floor;
}"""


@pytest.mark.parametrize("width", [320, 390])
def test_what_is_opened_on_the_page_of_a_deal_is_in_sight(guest, width):
    guest.set_viewport_size({"width": width, "height": 568})
    guest.goto(f"{guest.address}/deals/1")
    for summary, inside in (
        ("#more-ways > summary", "#more-ways a"),
        ("details:has([name=note]) > summary", "[name=note]"),
    ):
        guest.evaluate("scrollTo(0, 0)")
        guest.tap(summary)
        guest.wait_for_function(FREE, arg=inside)
    guest.evaluate("scrollTo(0, 0)")
    guest.focus("[name=note]")
    guest.wait_for_function(FREE, arg="[name=note]")


def test_the_number_to_correct_is_visible_and_the_keypad_then_goes(guest):
    guest.goto(f"{guest.address}/deals/1/correct")
    guest.wait_for_function(FREE, arg="[name=points]")
    assert guest.is_visible(".keypad")
    with answered(guest):
        guest.tap(".keypad .back")
    guest.tap("button[value=look]")
    guest.wait_for_selector("button[value=confirm]")
    assert guest.is_hidden(".keypad")
    guest.tap("[name=points]")
    assert guest.is_visible(".keypad")


def test_an_error_begins_with_a_capital_but_not_what_was_typed(guest):
    shown = []
    for amount, how in (("abc", "in"), ("5", "fine")):
        guest.goto(f"{guest.address}/kitty")
        guest.fill("#amount", amount)
        guest.tap(f"label.chip:has(input[value={how}])")
        tap(guest, "form.stack button.primary")
        shown.append(guest.inner_text("p.error"))
    assert shown == ["abc is not an amount of money; write it like 0.10", "Say who is fined"]
    guest.goto(f"{guest.address}/enter")
    choose(guest, "soloist", "p1")
    with answered(guest):
        guest.fill("[name=points]", "abc")
    assert guest.inner_text(".book small") == "abc is not a whole number"
