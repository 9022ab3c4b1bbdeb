"""How many taps and digits the commonest deals of each game take, from the open sheet to the open sheet."""

import pytest

from tests.browser.acts import answered, book, lend
from tests.browser.test_sizes import CALLS, NAMES, POINTS, RULES
from tests.chosen import some
from tests.web.phone import Phone

# For each deal the chips that are tapped, the digits, and how many taps that makes with opening the form and booking.
DEALS = {
    "herzblatt": [(("soloist=p2",), "71", 3)],
    "solo": [(("soloist=p2", "suit=C"), "71", 4)],
    "husarln": [(("declarer=p2", "contract=Z2"), "37", 4)],
    "tapp": [(("declarer=p2", "contract=dreier"), "37", 4)],
    "koenigrufen": [(("declarer=p1", "contract=rufer", "partner=p2"), "41", 5)],
    "herzeln": [
        (("hearts.AH=p2", "hearts.7H=p3", "hearts.rest=p4"), "", 5),
        ((), "321", 2),
        ((), "321", 2),
        ((), "211", 2),
        (("king=p2",), "", 3),
        (("last=p2",), "", 3),
        (("last=p2",), "", 3),
        (("out.1=p1", "out.2=p2", "out.3=p3"), "", 5),
    ],
}


@pytest.mark.parametrize("game", some(DEALS, "koenigrufen", "herzeln"))
def test_a_deal_takes_no_more_taps(phone, app, server, game):
    host = Phone(app)
    night = host.open_night("Anna", "Bernd", "Clara", "Dora", rules=f"{game}/{RULES[game]}")
    lend(phone, host, server)
    phone.goto(server + night)
    for number, (chips, digits, taps) in enumerate(DEALS[game], 1):
        with phone.expect_navigation():
            phone.tap(".bar a.primary")
        for chip in chips:
            name, value = chip.split("=")
            with answered(phone):
                phone.tap(f"label.chip:has(input[name='{name}'][value='{value}'])")
        places = []
        for digit in digits:
            places.append(phone.locator(".keypad").bounding_box())
            with answered(phone):
                phone.tap(f".keypad button:text-is('{digit}')")
        assert places[1:] == places[:-1], "who types fast hits the next key where it was"
        book(phone)
        assert len(chips) + 2 == taps <= 5
        assert len(digits) <= 3
        assert phone.locator(f"#deal-{number}").count() == 1


WRITTEN_INTO = """() => {
  const { top, bottom } = document.querySelector(".number .active").getBoundingClientRect();
  return { top, bottom, bar: document.querySelector(".bar").getBoundingClientRect().top };
}"""


@pytest.mark.parametrize("players", some([5, 6], 5))
@pytest.mark.parametrize("width", some([390, 320], 320))
@pytest.mark.parametrize("game", some(POINTS, "tapp"))
def test_a_number_stands_above_the_keypad_and_stays_where_it_is(any_phone, app, server, game, width, players):
    host = Phone(app, "de-AT")
    night = host.open_night(*NAMES[:players], rules=f"{game}/{RULES[game]}")
    phone = any_phone({"width": width, "height": {390: 844, 320: 568}[width]}, locale="de-AT")
    lend(phone, host, server)
    phone.goto(f"{server}{night}/enter")
    for name, value in CALLS[game][0].items():
        which = ":enabled" if value == "p2" else f"[value='{value}']"  # who sits out cannot play
        with answered(phone):
            phone.tap(f"label.chip:has(input[name='{name}']{which})")
    places = [phone.evaluate(WRITTEN_INTO)]
    for digit in POINTS[game]:
        with answered(phone):
            phone.tap(f".keypad button:text-is('{digit}')")
        places.append(phone.evaluate(WRITTEN_INTO))
    assert {place["top"] for place in places} == {places[0]["top"]}
    assert all(0 < place["top"] < place["bottom"] <= place["bar"] for place in places)
