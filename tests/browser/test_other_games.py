"""An evening of Husarln with the counting pad, and a full party of Herzeln, tapped on a phone."""

import random

import pytest

from scorekeeper.cards.packs import TAROCK
from scorekeeper.games.herzeln.rules import hearts_for
from scorekeeper.payments import settle
from tests.browser.acts import add_bonus, answered, book, choose, open_night, press, standing
from tests.independent import herzeln, husarln

NAMES = ["Anna", "Bernd", "Clara", "Dora"]


def test_an_evening_of_husarln_with_the_counting_pad(phone, server):
    names = NAMES[:3]
    open_night(phone, server, "husarln", "beck", names)
    keys = dict(zip(names, ("p1", "p2", "p3"), strict=True))
    # The declarer's cards of each deal: 3 × tricks and what the contract lets him count of the talon.
    deals = [("Bernd", "Z2", 22, "made"), ("Clara", "E1", 19, "failed"), ("Anna", "Solo", 21, None)]
    rng, night = random.Random(4), []
    for declarer, contract, size, pagat in deals:
        phone.tap(".bar a.primary")
        choose(phone, "declarer", keys[declarer])
        choose(phone, "contract", contract)
        if pagat:
            add_bonus(phone, "Pagat ultimo", f"announced, {pagat}")
        pile = rng.sample(TAROCK.cards, size)
        count_on_pad(phone, pile, check=not night)
        book(phone)
        points = phone_text(TAROCK.count(pile))
        bonuses = [{"player": declarer, "bonus": "pagat", "announced": True, "made": pagat == "made"}] if pagat else []
        night.append({"declarer": declarer, "contract": contract, "points": points, "bonuses": bonuses})
        expected = husarln.score({"game": "husarln", "rules": "beck", "players": names, "deals": night})
        assert standing(phone) == list(expected["balance"].values())
    phone.goto(phone.url.split("#")[0] + "/settle")
    payments = phone.locator(".payments li").count()
    assert payments == len(settle(expected["balance"])) > 0


def count_on_pad(phone, pile, check):
    """Tap the declarer's cards, if wished check them against the other pile, and use the count."""
    phone.tap(".pad summary")
    lay(phone, pile)
    thirds = TAROCK.count(pile)
    assert phone.inner_text(".pad .total") == f"{len(pile)} cards count {phone_text(thirds)}"
    if check:
        check_other_pile(phone, [card for card in TAROCK.cards if card not in pile])
    with phone.expect_response("**/preview"):
        phone.tap("[data-pad=use]")
    assert phone.input_value("input[name=points]") == phone_text(thirds)


def check_other_pile(phone, rest):
    phone.tap(".pad label.chip:has(input[value=defender_points])")
    lay(phone, rest[1:])
    assert phone.inner_text(".pad .check") == "Cards in neither pile: 1"
    phone.tap(f".pad button[value='{rest[0]}']")
    assert phone.inner_text(".pad .check") == "Both piles add up."
    phone.tap(".pad label.chip:has(input[value=points])")


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
    tap_cards(phone, "defender_points", [talon[2], *others])
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


@pytest.mark.parametrize("way", ["classes", pytest.param("packets", marks=pytest.mark.at_length)])
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


def test_the_hearts_of_a_tour_are_entered_with_few_taps(phone, server):
    open_night(phone, server, "herzeln", "piatnik", NAMES)
    taps = [
        ".bar a.primary",
        "label.chip:has(input[name='hearts.AH'][value=p2])",
        "label.chip:has(input[name='hearts.7H'][value=p3])",
        "label.chip:has(input[name='hearts.rest'][value=p4])",
    ]
    for place in taps:
        phone.tap(place)
    assert len(taps) + 1 <= 5, "from the sheet to the sheet"
    book(phone)
    assert standing(phone) == [0, -11, -1, -21]


@pytest.mark.parametrize("many", [2, pytest.param(8, marks=pytest.mark.at_length)])
def test_a_party_of_herzeln(phone, server, many):
    open_night(phone, server, "herzeln", "piatnik", NAMES)
    key = dict(zip(NAMES, ("p1", "p2", "p3", "p4"), strict=True))
    rng, night = random.Random(8), []

    def numbers(name, total):
        taken = dict.fromkeys(NAMES, 0)
        for _ in range(total):
            taken[rng.choice(NAMES)] += 1
        # One digit leads on to the next player, in seat order; the last fills himself in; ⌫ leads back.
        digits = [str(taken[player]) for player in NAMES[:3]]
        press(phone, ["7", "⌫", *digits])
        return {name: taken}

    def hearts():
        taker = {card: rng.choice(NAMES) for card in hearts_for(4).cards}
        for card, player in taker.items():
            phone.tap(f"label.chip:has(input[name='hearts.{card}'][value='{key[player]}'])")
        return {"hearts": {name: " ".join(card for card in taker if taker[card] == name) for name in NAMES}}

    def one(name):
        player = rng.choice(NAMES)
        choose(phone, name, key[player])
        return {name: player}

    def order():
        out = rng.sample(NAMES, 4)
        for place, player in enumerate(out[:3], start=1):
            phone.tap(f"label.chip:has(input[name='out.{place}'][value='{key[player]}'])")
        return {"out": out}

    tours = [
        hearts,
        lambda: numbers("tricks", 8),
        lambda: numbers("tricks", 8),
        lambda: numbers("queens", 4),
        lambda: one("king"),
        lambda: one("last"),
        lambda: one("last"),
        order,
    ]
    for tour in tours[:many]:
        phone.tap(".bar a.primary")
        night.append(tour())
        book(phone)
        expected = herzeln.score({"game": "herzeln", "players": NAMES, "deals": night})
        assert standing(phone) == list(expected["scores"].values())
    assert phone.locator(".sheet .over").count() == (many == 8)
    if many == 8:
        assert max(expected["scores"], key=expected["scores"].get) in phone.inner_text(".sheet .over")
