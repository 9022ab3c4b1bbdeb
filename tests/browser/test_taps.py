"""How many taps and digits the commonest deals of each game take, from the open sheet to the open sheet."""

import pytest

from tests.browser.acts import answered, book, follow
from tests.browser.evenings import NAMES, POINTS, RULES, call
from tests.chosen import some

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
def test_a_deal_takes_no_more_taps(lent, host, game):
    phone = lent(host, host.open_night("Anna", "Bernd", "Clara", "Dora", rules=f"{game}/{RULES[game]}"))
    for number, (chips, digits, taps) in enumerate(DEALS[game], 1):
        follow(phone, ".bar a.primary")
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
    assert phone.complaints == []


WRITTEN_INTO = """() => {
  const { top, bottom } = document.querySelector(".number .active").getBoundingClientRect();
  return { top, bottom, bar: document.querySelector(".bar").getBoundingClientRect().top };
}"""


@pytest.mark.parametrize("players", some([5, 6], 5))
@pytest.mark.parametrize("width", some([390, 320], 320))
@pytest.mark.parametrize("game", some(POINTS, "tapp"))
def test_a_number_stands_above_the_keypad_and_stays_where_it_is(lent, german_host, game, width, players):
    night = german_host.open_night(*NAMES[:players], rules=f"{game}/{RULES[game]}")
    size = {"width": width, "height": {390: 844, 320: 568}[width]}
    phone = lent(german_host, f"{night}/enter", viewport=size, locale="de-AT")
    call(phone, game)
    places = [phone.evaluate(WRITTEN_INTO)]
    for digit in POINTS[game]:
        with answered(phone):
            phone.tap(f".keypad button:text-is('{digit}')")
        places.append(phone.evaluate(WRITTEN_INTO))
    assert {place["top"] for place in places} == {places[0]["top"]}
    assert all(0 < place["top"] < place["bottom"] <= place["bar"] for place in places)
