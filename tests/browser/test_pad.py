"""The counting pad: it adds up by cards, by worth and in packets, gives only what was counted, and loses nothing."""

import random

import pytest

from scorekeeper.cards.packs import TAROCK, TAROCK_54
from scorekeeper.games.zwanzigerrufen import TABLE as ZWANZIGERRUFEN
from tests.browser.acts import answered, book, choose, press, standing
from tests.chosen import at_length
from tests.independent import koenigrufen

NAMES = ("Anna", "Bernd", "Clara", "Dora")
USE = "[data-pad=use]"


@pytest.fixture
def pad(lent, host):
    """A function that opens the pad of a night's first deal, with these chips chosen."""

    def opened(rules, *chips, names=NAMES[:3]):
        phone = lent(host, f"{host.open_night(*names, rules=rules)}/enter")
        for chip in chips:
            choose(phone, *chip.split("="))
        phone.tap(".pad summary")
        return phone

    return opened


def tap_cards(pad, side, cards):
    pad.tap(f".pad label.chip:has(input[value='{side}'])")
    lay(pad, cards)


def lay(pad, cards):
    """Tap one card after the other, faster than a thumb."""
    pad.evaluate(
        "cards => cards.forEach(card => document.querySelector(`.pad button[value='${card}']`).click())", cards
    )


def turn(pad, way):
    pad.tap(f".pad label.chip:has(input[value={way}])")


def total(pad):
    return pad.inner_text(".pad .total")


def use(pad):
    with pad.expect_response("**/preview"):
        pad.tap(USE)
    return pad.input_value("input[name=points]")


def written(thirds):
    return f"{thirds // 3}" + ["", "⅓", "⅔"][thirds % 3]


def test_the_pad_adds_the_talon_that_counts_for_a_side(pad):
    phone = pad("husarln/beck", "declarer=p1")
    assert phone.locator(".pad label.apart").count() == 0
    choose(phone, "contract", "E3")
    cards = random.Random(5).sample(TAROCK.cards, 42)
    talon, pile, others = cards[:6], cards[6:22], cards[22:]  # five tricks and the card laid away; seven tricks
    tap_cards(phone, "points", pile)
    own = TAROCK.count(pile)
    assert total(phone) == f"16 cards count {written(own)}"
    assert phone.inner_text(".pad .missing") == "Still to count: talon cards 1, 2, unless already in the pile."
    tap_cards(phone, "points.talon", talon[:1])
    assert phone.inner_text(".pad .check") == "1 of 2 talon cards"
    tap_cards(phone, "points.talon", talon[1:2])
    part, whole = (written(TAROCK.count(some)) for some in (talon[:2], [*pile, *talon[:2]]))
    assert total(phone) == f"2 cards count {part}, with the talon {whole}"
    tap_cards(phone, "defender_points", others)
    assert phone.inner_text(".pad .check") == "Cards in neither pile: 4"
    lay(phone, talon[2:3])
    assert phone.inner_text(".pad .check") == "Both piles add up."  # what is left is the defenders' talon
    tap_cards(phone, "points.talon", [])
    assert use(phone) == whole
    rest = written(198 - TAROCK.count([*pile, *talon[:2]]))
    phone.wait_for_selector(f"input[name=defender_points][placeholder='{rest}']")
    phone.wait_for_selector(f".numbers >> text={whole}: {written(own)} and {part} (talon cards 1, 2)")
    press(phone, "⌫")
    phone.wait_for_selector(f".numbers >> text={whole}: >> nth=0", state="detached")
    assert phone.input_value("input[name='points.talon']") == ""


def test_only_counted_cards_are_used_and_another_way_goes_on_from_them(pad):
    phone = pad("husarln/beck", "declarer=p1", "contract=Z1")
    assert phone.is_disabled(USE)
    lay(phone, ["KH", "KD", "QS"])
    assert phone.is_enabled(USE)
    counted = total(phone)
    assert counted.startswith("3 cards count ")
    phone.tap(".pad label.chip:has(input[value=defender_points])")
    assert phone.is_disabled(USE), "the other pile is not counted"
    phone.tap(".pad label.chip:has(input[value=points])")
    turn(phone, "classes")
    assert total(phone) == counted
    assert [key.inner_text().split() for key in phone.locator("[data-single]").all()[:2]] == [["5", "2"], ["4", "1"]]
    phone.tap("[data-single='1']")
    turn(phone, "packets")
    phone.tap("[data-packet='3']:text-is('7')")
    counted = total(phone)
    assert counted.startswith("7 cards count ")
    for way in ("cards", "classes", "packets"):
        turn(phone, way)
        assert total(phone) == counted
        assert phone.is_visible(".laid")
    turn(phone, "cards")
    assert phone.locator(".pad [aria-pressed=true]").count() == 3
    phone.tap("[data-pad=clear]")
    assert phone.is_disabled(USE)
    assert phone.input_value("input[name=points]") == ""


@pytest.mark.parametrize("way", ["classes", at_length("packets")])
def test_the_pad_counts_the_same_by_worth_and_in_threes(pad, way):
    phone = pad("husarln/loew")
    turn(phone, way)
    pile = random.Random(way).sample(TAROCK.cards, 20)
    nominal = [(TAROCK.count([card]) + 2) // 3 for card in pile]
    singles = nominal if way == "classes" else nominal[18:]
    if way == "packets":
        for start in range(0, 18, 3):
            phone.tap(f"[data-packet='3']:text-is('{sum(nominal[start : start + 3]) - 2}')")
    for value in singles:
        phone.tap(f"[data-single='{3 * value - 2}']")
    assert total(phone) == f"20 cards count {written(TAROCK.count(pile))}"


@pytest.mark.at_length
def test_a_rufer_is_counted_in_fours(pad):
    """Eight tricks of four and three cards laid away; another number of tricks does not go with the thirds."""
    phone = pad("koenigrufen/ooe", "declarer=p1", "contract=rufer", "partner=p3", names=NAMES)
    pile = random.Random(3).sample(TAROCK_54.cards, 35)
    turn(phone, "fours")
    for place in range(0, 32, 4):
        phone.tap(f".pad [data-packet='4'][value='{TAROCK_54.count(pile[place : place + 4])}']")
    turn(phone, "packets")
    phone.tap(f".pad [data-packet='3'][value='{TAROCK_54.count(pile[32:])}']")
    count = TAROCK_54.count(pile)
    assert total(phone) == f"35 cards count {written(count)}"
    assert use(phone) == written(count)
    phone.tap("#rare > summary")
    with answered(phone):
        phone.fill("input[name=tricks]", "7")
    assert phone.locator("#actions [value=booked][data-ready]").count() == 0
    assert "With 7 tricks the declarer’s count ends on ⅓" in phone.inner_text("#asked")
    with answered(phone):
        phone.fill("input[name=tricks]", "8")
    book(phone)
    deal = {"contract": "rufer", "declarer": "Anna", "partner": "Clara", "tricks": 8}
    deal["points"] = f"{count // 3} {count % 3}/3"
    night = {"game": "koenigrufen", "rules": "ooe", "house": {}, "players": list(NAMES), "deals": [deal]}
    assert standing(phone) == list(koenigrufen.score(night)["scores"].values())


@pytest.mark.at_length
def test_cards_that_count_nothing_are_counted_too(pad):
    """In Zwanzigerrufen each card is worth whole points, and four are worth none."""
    phone = pad("zwanzigerrufen/freeboardgames", "declarer=p1", "contract=solo", names=NAMES)
    pack = ZWANZIGERRUFEN.pack
    pile = random.Random(4).sample(pack.cards, 24)
    turn(phone, "classes")
    for worth in map(pack.count, ([card] for card in pile)):
        phone.tap(f".pad [data-single='{worth}']")
    points = pack.count(pile) // 3
    assert total(phone) == f"24 cards count {points}"
    assert use(phone) == str(points)
    book(phone)
    sign = 1 if points >= 45 else -1
    assert standing(phone) == [15 * sign, -5 * sign, -5 * sign, -5 * sign]


@pytest.mark.at_length
def test_cards_counted_in_pairs_make_halves_until_the_pile_is_even(pad):
    """In Cego two cards are worth their sum less 1, and a trick of four its sum less 2."""
    phone = pad("cego/schwarzwald", "declarer=p1", "contract=halbe", names=NAMES)
    for card in ("SK", "T21", "KH"):
        phone.tap(f".pad [value='{card}']")
    assert total(phone) == "3 cards count 13½"
    phone.tap(".pad [value='QH']")
    assert total(phone) == "4 cards count 17"
    turn(phone, "pairs")
    for _ in range(3):
        phone.tap(".pad [data-way=pairs] [value='18']")
    assert total(phone) == "10 cards count 44"
    assert use(phone) == "44"
    book(phone)
    assert standing(phone) == [30, -10, -10, -10]
