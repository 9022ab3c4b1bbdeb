"""The counting pad of Husarln, and the hearts of Herzeln, tapped on a phone."""

import random

import pytest

from scorekeeper.cards.packs import TAROCK
from tests.browser.acts import answered, choose, open_night, press
from tests.chosen import at_length

NAMES = ["Anna", "Bernd", "Clara", "Dora"]


def test_the_pad_adds_the_talon_that_counts_for_a_side(phone, server):
    open_night(phone, server, "husarln", "beck", NAMES[:3])
    phone.tap(".bar a.primary")
    choose(phone, "declarer", "p1")
    phone.tap(".pad summary")
    assert phone.locator(".pad label.apart").count() == 0
    choose(phone, "contract", "E3")
    cards = random.Random(5).sample(TAROCK.cards, 42)
    talon, pile, others = cards[:6], cards[6:22], cards[22:]  # five tricks and the card laid away; seven tricks
    tap_cards(phone, "points", pile)
    own = TAROCK.count(pile)
    assert phone.inner_text(".pad .total") == f"16 cards count {phone_text(own)}"
    assert phone.inner_text(".pad .missing") == "Still to count: talon cards 1, 2, unless already in the pile."
    tap_cards(phone, "points.talon", talon[:1])
    assert phone.inner_text(".pad .check") == "1 of 2 talon cards"
    tap_cards(phone, "points.talon", talon[1:2])
    part, whole = (phone_text(TAROCK.count(some)) for some in (talon[:2], [*pile, *talon[:2]]))
    assert phone.inner_text(".pad .total") == f"2 cards count {part}, with the talon {whole}"
    tap_cards(phone, "defender_points", others)
    assert phone.inner_text(".pad .check") == "Cards in neither pile: 4"
    lay(phone, talon[2:3])
    assert phone.inner_text(".pad .check") == "Both piles add up."  # what is left is the defenders' talon
    tap_cards(phone, "points.talon", [])
    with phone.expect_response("**/preview"):
        phone.tap("[data-pad=use]")
    assert phone.input_value("input[name=points]") == whole
    rest = phone_text(198 - TAROCK.count([*pile, *talon[:2]]))
    phone.wait_for_selector(f"input[name=defender_points][placeholder='{rest}']")
    phone.wait_for_selector(f".numbers >> text={whole}: {phone_text(own)} and {part} (talon cards 1, 2)")
    press(phone, "⌫")
    phone.wait_for_selector(f".numbers >> text={whole}: >> nth=0", state="detached")
    assert phone.input_value("input[name='points.talon']") == ""


def tap_cards(phone, side, cards):
    phone.tap(f".pad label.chip:has(input[value='{side}'])")
    lay(phone, cards)


def lay(phone, cards):
    """Tap one card after the other, faster than a thumb."""
    phone.evaluate(
        "cards => cards.forEach(card => document.querySelector(`.pad button[value='${card}']`).click())", cards
    )


def phone_text(thirds):
    return f"{thirds // 3}" + ["", "⅓", "⅔"][thirds % 3]


@pytest.mark.parametrize("way", ["classes", at_length("packets")])
def test_the_pad_counts_the_same_by_worth_and_in_threes(phone, server, way):
    open_night(phone, server, "husarln", "loew", NAMES[:3])
    phone.tap(".bar a.primary")
    phone.tap(".pad summary")
    phone.tap(f".pad label.chip:has(input[value={way}])")
    pile = random.Random(way).sample(TAROCK.cards, 20)
    nominal = [(TAROCK.count([card]) + 2) // 3 for card in pile]
    singles = nominal if way == "classes" else nominal[18:]
    if way == "packets":
        for start in range(0, 18, 3):
            phone.tap(f"[data-packet='3']:text-is('{sum(nominal[start : start + 3]) - 2}')")
    for worth in singles:
        phone.tap(f"[data-single='{worth}']")
    assert phone.inner_text(".pad .total") == f"20 cards count {phone_text(TAROCK.count(pile))}"


def test_what_the_other_side_has_follows_what_is_typed_as_long_as_it_can_be(phone, server):
    open_night(phone, server, "herzblatt", "braun", NAMES[:3])
    phone.tap(".bar a.primary")
    choose(phone, "soloist", "p1")
    for key, others in (("1", "119"), ("2", "108"), ("0", "0"), ("⌫", "108"), ("1", "")):
        with answered(phone):
            press(phone, key)
        phone.wait_for_function(
            "said => document.querySelector('[name=defender_points]').placeholder === said", arg=others
        )
    press(phone, "⌫")
    phone.fill("input[name=defender_points]", "50")
    phone.wait_for_selector("input[name=points][placeholder='70']")
    assert phone.input_value("input[name=points]") == "", "only what was typed last is said"


def test_a_wrong_third_is_explained(phone, server):
    open_night(phone, server, "husarln", "beck", NAMES[:3])
    phone.tap(".bar a.primary")
    choose(phone, "declarer", "p1")
    choose(phone, "contract", "Z2")
    press(phone, "36")
    phone.tap(".keypad button:text-is('⅓⅔')")
    phone.tap(".keypad button:text-is('⅓⅔')")
    phone.wait_for_selector("#q-points .error:has-text('ends on ⅓')")
    assert "ends on ⅓" in phone.inner_text("#actions button[value=booked]"), "the button says why it is shut"
    assert phone.is_disabled("#actions button[value=booked]")


def test_who_enters_the_hearts_of_a_tour_card_by_card_stays_where_he_taps(phone, server):
    phone.set_viewport_size({"width": 320, "height": 568})
    open_night(phone, server, "herzeln", "piatnik", NAMES)
    phone.tap(".bar a.primary")
    for card in ("AH", "10H"):
        chip = phone.locator(f"label.chip:has(input[name='hearts.{card}'][value=p2])")
        chip.evaluate("chip => chip.scrollIntoView({ block: 'center' })")
        before = phone.evaluate("scrollY")
        with answered(phone):
            chip.tap()
        assert phone.evaluate("scrollY") == before
