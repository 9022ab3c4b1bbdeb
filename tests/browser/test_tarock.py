"""An evening of Königrufen, tapped on a phone and counted on the pad."""

import random

import pytest

from scorekeeper.cards.packs import TAROCK_54
from tests.browser.acts import add_bonus, answered, book, choose, open_night, press, standing
from tests.independent import koenigrufen

NAMES = ["Anna", "Bernd", "Clara", "Dora"]


def written(thirds):
    return f"{thirds // 3}{('', '⅓', '⅔')[thirds % 3]}"


def begin(phone, server, preset, *said):
    """Open a night of Königrufen and the form of its first deal, and say who plays what."""
    open_night(phone, server, "koenigrufen", preset, NAMES)
    phone.tap(".bar a.primary")
    phone.wait_for_selector("#asked")
    for chip in said:
        with answered(phone):
            choose(phone, *chip.split("="))


def turn(phone, way):
    phone.tap(f".pad label.chip:has(input[value={way}])")


def use(phone):
    with phone.expect_response("**/preview"):
        phone.tap("[data-pad=use]")
    return phone.input_value("input[name=points]")


@pytest.mark.at_length
def test_a_rufer_is_counted_in_fours(phone, server):
    """Eight tricks of four and three cards laid away; another number of tricks does not go with the thirds."""
    begin(phone, server, "ooe", "declarer=p1", "contract=rufer", "partner=p3")
    pile = random.Random(3).sample(TAROCK_54.cards, 35)
    phone.tap(".pad summary")
    turn(phone, "fours")
    for place in range(0, 32, 4):
        phone.tap(f".pad [data-packet='4'][value='{TAROCK_54.count(pile[place : place + 4])}']")
    turn(phone, "packets")
    phone.tap(f".pad [data-packet='3'][value='{TAROCK_54.count(pile[32:])}']")
    count = TAROCK_54.count(pile)
    assert phone.inner_text(".pad .total") == f"35 cards count {written(count)}"
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
    night = {"game": "koenigrufen", "rules": "ooe", "players": NAMES, "deals": [deal]}
    assert standing(phone) == list(koenigrufen.score(night)["scores"].values())


def trischaken(phone):
    """Two counts are typed, who has no trick is one tap, and the last one fills itself in."""
    phone.tap(".bar a.primary")
    choose(phone, "contract", "trischaken")
    phone.tap("input[name='points.p1']")
    press(phone, ["2", "0", "⅓⅔"])
    phone.tap("input[name='points.p2']")
    press(phone, ["3", "0", "⅓⅔"])
    choose(phone, "points.p4", "0")
    phone.wait_for_selector("input[name='points.p3'][placeholder='19⅓']")
    assert phone.input_value("input[name='points.p3']") == ""
    book(phone)


def test_the_keypad_opens_for_a_number_only(phone, server):
    """It never lies over who held the King, nor waits with the contra of somebody for a digit."""
    begin(phone, server, "wien", "declarer=p1", "contract=rufer")
    assert phone.locator(".keypad").is_hidden()
    with answered(phone):
        choose(phone, "partner", "p3")
    assert phone.locator(".keypad").is_visible()
    phone.tap("#q-contract summary")
    with answered(phone):
        choose(phone, "contract", "bettel")
    assert phone.locator("#q-contra .levels .chip").all_inner_texts() == ["contra", "recontra", "subcontra"] * 3
    with answered(phone):
        choose(phone, "won", "yes")
    assert phone.locator(".keypad").is_hidden()
    book(phone)
    assert standing(phone) == [12, -4, -4, -4]


def test_a_double_deal_is_chosen_by_itself_and_another_factor_confirmed_by_a_tap(phone, server):
    open_night(phone, server, "koenigrufen", "ruediger", NAMES)
    trischaken(phone)
    phone.tap(".bar a.primary")
    choose(phone, "declarer", "p2")
    with answered(phone):
        choose(phone, "contract", "dreier")
    assert phone.is_checked("input[name=factor][value='2']")
    with answered(phone):
        phone.fill("input[name=points]", "40")
    assert phone.locator("#actions [value=booked]").is_enabled()
    with answered(phone):
        choose(phone, "factor", "2")  # a second tap takes it back
    assert phone.locator("#actions [value=booked]").is_disabled()
    with answered(phone):
        choose(phone, "sure-factor", "none")
    assert "Bernd +9" in phone.inner_text("#actions [value=booked]")
    with answered(phone):
        choose(phone, "factor", "4")
    assert phone.locator("#actions [value=booked]").is_disabled(), "it was another one that is right"


def test_a_result_may_wait_for_an_announcement_and_a_bonus_is_taken_back_by_a_tap(phone, server):
    begin(phone, server, "ooe", "declarer=p1", "contract=rufer")
    add_bonus(phone, "Pagat", "announced")
    assert phone.inner_text(".tag").startswith("Pagat · Anna: announced")
    assert phone.locator("#actions [value=called]").is_enabled()
    assert phone.locator("#actions [value=booked]").is_disabled()
    phone.tap(".tag")
    assert phone.locator(".row-dialog .chip").all_inner_texts() == [
        "announced, made",
        "announced, failed",
        "Remove Pagat",
    ]
    with answered(phone):
        phone.tap(".row-dialog .chip >> nth=1")
    assert phone.inner_text(".tag").startswith("Pagat · Anna: announced, failed")
    with answered(phone):
        phone.tap(".tag")
    assert phone.locator(".tag").count() == 0
    add_bonus(phone, "Trull", "made", who="Clara")
    assert phone.input_value("select[name='bonuses.trull.p3']") != ""
    with answered(phone):
        phone.tap(".tag")
    assert phone.input_value("select[name='bonuses.trull.p3']") == ""
    assert phone.locator(".tag").count() == 0


UNCOVERED = """element => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
RUFER = ("declarer=p1", "contract=rufer", "called=KH")


@pytest.mark.parametrize(
    ("said", "most"), [(("contra=1",), 7), (("Pagat", "announced, made"), 9)], ids=["contra", "announced Pagat"]
)
def test_a_rufer_takes_few_taps_and_no_scrolling(phone, server, said, most):
    """Before, they took 10 and 13 taps besides the digits, and the page had to be scrolled two and three times."""
    begin(phone, server, "wien")
    taps = 1
    for chip in (*RUFER, *said, "partner=p3"):
        name, _, value = chip.partition("=")
        place = f"label.chip:has(input[name='{name}'][value='{value}'])"
        if not value:
            place = f".row-dialog .chip:has(span:text-is('{chip}')), .chosen-rows .chips button:text-is('{chip}')"
        assert phone.locator(place).evaluate(UNCOVERED), chip
        if chip == "Pagat":
            phone.tap(place)
        else:
            with answered(phone):
                phone.tap(place)
        taps += 1
    press(phone, "40")
    assert phone.locator("input[name=points]").evaluate(UNCOVERED), "the keypad does not lie over its number"
    book(phone)
    assert taps + 1 <= most


def test_a_result_asks_only_what_is_open(phone, server):
    """What was called is one line, which unfolds where it has to be changed."""
    begin(phone, server, "wien", "declarer=p1", "contract=rufer")
    phone.tap("#actions [value=called]")
    phone.wait_for_url("**#deal-*")
    phone.tap(".bar a.primary")
    phone.wait_for_selector("h1:text-is('Result of deal 1')")
    assert "Anna · Contract Rufer" in phone.inner_text("#call summary").replace("\n", " ")
    assert phone.locator("#q-contract").is_hidden()
    assert phone.locator("#q-partner").evaluate(UNCOVERED)
    assert phone.locator("input[name=points]").evaluate(UNCOVERED)
    phone.tap("#call summary")
    with answered(phone):
        choose(phone, "contra", "1")
    with answered(phone):
        choose(phone, "partner", "p3")
    press(phone, "40")
    book(phone)
    assert standing(phone) == [1, -1, 1, -1]
