"""The form of a deal on a phone: few taps, a keypad for numbers only, and Book as soon as enough is known."""

from urllib.parse import parse_qs

import pytest

from tests.browser.acts import add_bonus, answered, book, choose, follow, press, standing
from tests.browser.evenings import NAMES, POINTS, RULES, call
from tests.chosen import at_length, some
from tests.web.phone import FIVE

FOUR = ("Anna", "Bernd", "Clara", "Dora")


@pytest.fixture
def form(lent, host):
    """A function that opens the form of a night's first deal and chooses chips there; no script may fail meanwhile."""
    opened = []

    def open_form(rules, *chips, names=FOUR, **options):
        phone = lent(host, f"{host.open_night(*names, rules=rules)}/enter", **options)
        opened.append(phone)
        for chip in chips:
            choose(phone, *chip.split("="))
        return phone

    yield open_form
    for phone in opened:
        phone.title()
        assert phone.complaints == []


def type_in(phone, keys):
    for key in keys:
        with answered(phone):
            press(phone, [key])


def state(phone):
    """What stands on the Save buttons, and whether they can be tapped."""
    return phone.evaluate(
        "Object.fromEntries([...document.querySelectorAll('#actions > button')].map(b => [b.value, !b.disabled]))"
    )


def test_what_a_script_asks_for_comes_compressed(form):
    phone = form("herzblatt/braun")
    with phone.expect_response("**/preview") as asked:
        phone.tap("label.chip:has(input[name='soloist'][value='p2'])")
    assert asked.value.headers["content-encoding"] == "gzip"


# For each deal the chips that are tapped, the digits, and how many taps that makes with opening the form and booking;
# what is tapped as another one is passed.
DEALS = {
    "herzblatt": [(("soloist=p2",), "71", 3)],
    "solo": [(("soloist=p2", "suit=C"), "71", 4)],
    "husarln": [(("declarer=p2", "contract=Z2"), "37", 4)],
    "tapp": [(("declarer=p2", "contract=dreier"), "37", 4)],
    "koenigrufen": [(("declarer=p1", "contract=rufer", "partner=p2"), "41", 5)],
    "zwanzigerrufen": [(("declarer=p1", "contract=normal", "partner=p2"), "47", 5)],
    "cego": [(("declarer=p2", "contract=halbe"), "41", 4)],
    "quodlibet": [(("tour=king_ober", "king=p1", "ober=p2"), "", 5)],
    "paskievics": [(("declarer=p1", "contract=ketto", "partner=p2"), "50", 5)],
    "herzeln": [
        (("hearts.AH=p2", "hearts.7H=p3", "hearts.rest=p4"), "", 5),
        ((), "321", 2),
        *[None] * 5,
        (("out.1=p1", "out.2=p2", "out.3=p3"), "", 5),
    ],
}


@pytest.mark.parametrize("game", some(DEALS, "herzeln"))
def test_a_deal_takes_no_more_taps(lent, host, server, game):
    night = host.open_night(*FOUR, rules=f"{game}/{RULES[game]}")
    phone = lent(host, night)
    for number, deal in enumerate(DEALS[game], 1):
        if not deal:
            assert host.enter(night, passed="yes").status == 303
            phone.goto(server + night)
            continue
        chips, digits, taps = deal
        follow(phone, ".bar a.primary")
        for chip in chips:
            choose(phone, *chip.split("="))
        places = []
        for digit in digits:
            places.append(phone.locator(".keypad").bounding_box())
            type_in(phone, digit)
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
def test_a_number_stands_above_the_keypad_and_stays_where_it_is(form, game, width, players):
    size = {"width": width, "height": {390: 844, 320: 568}[width]}
    phone = form(f"{game}/{RULES[game]}", names=NAMES[:players], viewport=size)
    call(phone, game)
    places = [phone.evaluate(WRITTEN_INTO)]
    for digit in POINTS[game]:
        type_in(phone, digit)
        places.append(phone.evaluate(WRITTEN_INTO))
    assert {place["top"] for place in places} == {places[0]["top"]}
    assert all(0 < place["top"] < place["bottom"] <= place["bar"] for place in places)


def test_who_enters_the_hearts_of_a_tour_card_by_card_stays_where_he_taps(form):
    phone = form("herzeln/piatnik", viewport={"width": 320, "height": 568})
    for card in ("AH", "10H"):
        chip = phone.locator(f"label.chip:has(input[name='hearts.{card}'][value=p2])")
        chip.evaluate("chip => chip.scrollIntoView({ block: 'center' })")
        before = phone.evaluate("scrollY")
        with answered(phone):
            chip.tap()
        assert phone.evaluate("scrollY") == before


def test_nothing_is_preselected_and_save_waits_for_a_possible_result(form):
    phone = form("herzblatt/lembke", names=FIVE)
    assert phone.locator("#asked input:checked").count() == 0
    assert [field.input_value() for field in phone.locator("#asked input[inputmode]").all()] == ["", ""]
    assert state(phone) == {"booked": False, "called": False}
    assert phone.locator(".keypad").is_hidden(), "it opens with the result"
    phone.tap("input[name=points]")
    type_in(phone, "71")
    assert phone.get_attribute("input[name=points]", "inputmode") == "none", "no keyboard slides over it"
    assert state(phone) == {"booked": False, "called": False}, "what, but not who"
    choose(phone, "soloist", "p2")
    assert state(phone) == {"booked": True}
    text = phone.inner_text("#actions button span")
    assert text.startswith("Save: ")
    assert "Bernd +3" in text
    assert "Bernd" in phone.inner_text("#actions button small")
    assert phone.get_attribute("input[name=defender_points]", "placeholder") == "49"
    choose(phone, "soloist", "p2")  # a second tap takes it back
    assert phone.locator("#asked input:checked").count() == 0
    assert state(phone) == {"booked": False, "called": False}
    type_in(phone, "⌫⌫")
    choose(phone, "soloist", "p3")
    assert state(phone) == {"booked": False, "called": True}, "who, but not what"
    for key, others in (("1", "119"), ("2", "108"), ("0", "0"), ("⌫", "108"), ("1", "")):
        type_in(phone, key)
        assert phone.get_attribute("[name=defender_points]", "placeholder") == others
    assert state(phone)["booked"] is False
    assert phone.locator("#q-points .error:has-text('121 is more than the 120 in the pack')").count() == 1
    assert "121 is more than the 120" in phone.inner_text("#actions button[value=booked]"), "the button says why"
    choose(phone, "passed", "yes")
    assert phone.locator("#asked input:checked").count() == 1
    assert state(phone) == {"booked": True}
    choose(phone, "soloist", "p3")
    assert not phone.is_checked("input[name=passed]")
    phone.fill("input[name=points]", "")
    phone.fill("input[name=defender_points]", "50")
    phone.wait_for_selector("input[name=points][placeholder='70']")
    assert phone.input_value("input[name=points]") == "", "only what was typed last counts"
    assert phone.url.endswith("/enter")


def test_a_wrong_third_is_explained(form):
    phone = form("husarln/beck", "declarer=p1", "contract=Z2", names=FOUR[:3])
    press(phone, ["3", "6", "⅓⅔", "⅓⅔"])
    phone.wait_for_selector("#q-points .error:has-text('ends on ⅓')")
    assert "ends on ⅓" in phone.inner_text("#actions button[value=booked]"), "the button says why it is shut"
    assert phone.is_disabled("#actions button[value=booked]")


def test_a_double_tap_on_save_books_once(form):
    phone = form("herzblatt/lembke", "soloist=p2")
    type_in(phone, "71")
    phone.wait_for_selector("#actions button[value=booked][data-ready]:not([disabled])")
    phone.locator("#actions button[value=booked]").dblclick()
    phone.wait_for_selector("#deal-1")  # the second tap may break off the way there that the first one took
    assert phone.url.endswith("#deal-1")
    assert standing(phone) == [-1, 3, -1, -1]
    assert phone.locator(".sheet tbody tr").count() == 2


# The contracts of a game that has many are folded to the chosen one.
SHOWN = "() => [...document.querySelectorAll('#q-contract .chip')].filter((chip) => chip.checkVisibility()).length"
ALL = 18


def test_only_the_chosen_contract_stays_and_all_come_back_on_demand(form):
    phone = form("koenigrufen/wien", "declarer=p1")
    assert phone.evaluate(SHOWN) == ALL
    assert not phone.locator("#q-contract summary").is_visible()
    choose(phone, "contract", "dreier")
    phone.wait_for_function(f"() => ({SHOWN})() === 1")
    phone.tap("#q-contract summary")
    assert phone.evaluate(SHOWN) == ALL
    choose(phone, "contract", "farbensolo")
    phone.wait_for_function(f"() => ({SHOWN})() === 1")
    assert phone.is_checked("input[name=contract][value=farbensolo]")
    choose(phone, "contract", "farbensolo")  # a second tap takes it back
    phone.wait_for_function(f"() => ({SHOWN})() === {ALL}")
    for key in "bb":
        with answered(phone):
            phone.keyboard.press(key)
    assert phone.is_checked("input[value=bettel_ouvert]"), "the second contract with this letter"
    assert phone.evaluate(SHOWN) == ALL, "by keyboard none is hidden while it is chosen"


def test_contracts_fold_and_stay_chosen_without_scripts(form):
    phone = form("koenigrufen/wien", java_script_enabled=False)
    for name, value in (("declarer", "p1"), ("contract", "dreier")):
        phone.tap(f"label.chip:has(input[name='{name}'][value='{value}'])")
    phone.wait_for_function(f"() => ({SHOWN})() === 1")
    phone.tap("#q-contract summary")
    assert phone.evaluate(SHOWN) == ALL
    follow(phone, "button[value=booked]")
    assert phone.inner_text(".error")
    assert phone.is_checked("input[value=dreier]")
    assert phone.evaluate(SHOWN) == 1


def test_the_keypad_opens_for_a_number_only(form):
    """It never lies over who held the King, nor waits with the contra of somebody for a digit."""
    phone = form("koenigrufen/wien", "declarer=p1", "contract=rufer")
    assert phone.locator(".keypad").is_hidden()
    choose(phone, "partner", "p3")
    assert phone.locator(".keypad").is_visible()
    phone.tap("#q-contract summary")
    choose(phone, "contract", "bettel")
    assert phone.locator("#q-contra .levels .chip").all_inner_texts() == ["contra", "recontra", "subcontra"] * 3
    choose(phone, "won", "yes")
    assert phone.locator(".keypad").is_hidden()
    book(phone)
    assert standing(phone) == [12, -4, -4, -4]


def test_save_never_names_for_long_what_was_typed_before(form):
    phone = form("herzblatt/braun", "soloist=p1")
    type_in(phone, "3")
    assert "with 3 of 120" in phone.inner_text(".book")
    phone.evaluate("document.addEventListener('unanswered', () => { window.givenUp = true; })")
    held = []
    phone.route("**/preview", lambda route: held.append(route))
    press(phone, "4")
    phone.wait_for_selector(".book:text-is('Save deal 1')")
    assert not phone.evaluate("window.givenUp")
    held[-1].continue_()
    phone.wait_for_selector(".book:has-text('with 34 of 120')")


def test_the_keypad_goes_when_the_answer_is_no_number_any_more(form):
    phone = form("herzblatt/muhr", "soloist=p1")
    assert phone.locator(".keypad").is_visible()
    choose(phone, "announced", "du")
    assert phone.locator(".keypad").is_hidden()
    choose(phone, "announced", "66")
    assert phone.locator(".keypad").is_visible()


def test_the_keypad_leaves_a_number_alone_that_is_folded(form):
    phone = form("herzeln/piatnik")
    assert phone.locator(".keypad").is_hidden()
    phone.tap("summary:text-is('Enter the points instead')")
    phone.wait_for_selector(".keypad")


def test_others_join_a_negative_game_and_end_it_for_themselves(form):
    phone = form("koenigrufen/tirol_2014", "declarer=p1", "contract=dreier")
    assert phone.locator("#q-bei").count() == 0
    phone.tap("#q-contract summary")
    choose(phone, "contract", "piccolo")
    assert phone.is_disabled("input[name=bei][value=p1]"), "nobody plays two games"
    choose(phone, "won", "yes")
    assert state(phone)["booked"]
    choose(phone, "bei", "p2")
    assert not state(phone)["booked"]
    assert phone.locator("#q-bei_contra .levels .chip").all_inner_texts() == ["contra", "recontra", "subcontra"] * 3
    choose(phone, "bei_won", "no")
    assert state(phone)["booked"]
    book(phone)
    assert standing(phone) == [8, -8, 0, 0]
    assert "Bernd bei" in phone.inner_text(".sheet")


def test_without_scripts_the_game_bei_is_asked_after_its_player(form):
    phone = form("koenigrufen/ruediger", java_script_enabled=False)
    for name, value in (("declarer", "p1"), ("contract", "bettel")):
        phone.tap(f"label.chip:has(input[name='{name}'][value='{value}'])")
    follow(phone, "button[value=booked]")
    phone.tap("#q-bei label.chip:has(input[value='p2'])")
    follow(phone, "button[value=booked]")
    for name, value in (("bei_game", "piccolo"), ("won", "yes"), ("bei_won", "yes")):
        phone.tap(f"label.chip:has(input[name='{name}'][value='{value}'])")
    follow(phone, "button[value=booked]")
    assert standing(phone) == [4, 4, -4, -4]


def test_a_double_deal_is_preselected_and_another_factor_confirmed(form):
    phone = form("koenigrufen/ruediger", "contract=trischaken")
    phone.tap("input[name='points.p1']")
    press(phone, ["2", "0", "⅓⅔"])
    phone.tap("input[name='points.p2']")
    press(phone, ["3", "0", "⅓⅔"])
    choose(phone, "points.p4", "0")  # who has no trick is one tap, and the last one fills itself in
    phone.wait_for_selector("input[name='points.p3'][placeholder='19⅓']")
    assert phone.input_value("input[name='points.p3']") == ""
    book(phone)
    phone.tap(".bar a.primary")
    phone.wait_for_url("**/enter")
    choose(phone, "declarer", "p2")
    choose(phone, "contract", "dreier")
    assert phone.is_checked("input[name=factor][value='2']")
    with answered(phone):
        phone.fill("input[name=points]", "40")
    assert state(phone)["booked"]
    choose(phone, "factor", "2")  # a second tap takes it back
    assert not state(phone)["booked"]
    choose(phone, "sure-factor", "none")
    assert "Bernd +9" in phone.inner_text("#actions [value=booked]")
    choose(phone, "factor", "4")
    assert not state(phone)["booked"], "it was another one that is right"


def test_a_result_may_precede_an_announcement_and_a_tap_removes_a_bonus(form):
    phone = form("koenigrufen/ooe", "declarer=p1", "contract=rufer")
    add_bonus(phone, "Pagat", "announced")
    assert phone.inner_text(".tag").startswith("Pagat · Anna: announced")
    assert state(phone) == {"called": True, "booked": False}
    phone.tap(".tag")
    offered = phone.locator(".row-dialog .chip")
    assert offered.all_inner_texts() == ["made", "failed", "Remove Pagat"]
    with answered(phone):
        offered.nth(1).tap()
    assert phone.inner_text(".tag").startswith("Pagat · Anna: announced, failed")
    with answered(phone):
        phone.tap(".tag")
    assert phone.locator(".tag").count() == 0
    phone.tap(".chosen-rows .chips button:text-is('Pagat')")
    doubled = phone.locator(".row-dialog .chip:has-text('ontra')")
    assert doubled.count() > 1
    assert not doubled.first.is_visible(), "which is rare"
    phone.tap(".row-dialog summary")
    with answered(phone):
        doubled.first.tap()
    with answered(phone):
        phone.tap(".tag")
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
    ("chips", "most"),
    [at_length(("contra=1",), 7), (("Pagat", "announced, made"), 9)],
    ids=["contra", "announced Pagat"],
)
def test_a_rufer_takes_few_taps_and_no_scrolling(form, chips, most):
    """Before, they took 10 and 13 taps besides the digits, and the page had to be scrolled two and three times."""
    phone, taps = form("koenigrufen/wien"), 1
    for chip in (*RUFER, *chips, "partner=p3"):
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


def test_a_result_asks_only_what_is_open(host, lent):
    """What was called is one line, which unfolds where it has to be changed."""
    night = host.open_night(*FOUR, rules="koenigrufen/wien")
    assert host.enter(night, "called", declarer="p1", contract="rufer").status == 303
    phone = lent(host, f"{night}/enter")
    assert phone.inner_text("h1") == "Result of deal 1"
    assert "Anna · Contract Rufer" in phone.inner_text("#call summary").replace("\n", " ")
    assert phone.locator("#q-contract").is_hidden()
    assert phone.locator("#q-partner").evaluate(UNCOVERED)
    assert phone.locator("input[name=points]").evaluate(UNCOVERED)
    phone.tap("#call summary")
    choose(phone, "contra", "1")
    choose(phone, "partner", "p3")
    press(phone, "40")
    book(phone)
    assert standing(phone) == [1, -1, 1, -1]


def sent(phone, act):
    """What a preview sends after this act."""
    with phone.expect_request("**/preview") as caught:
        act()
    caught.value.response().finished()
    return parse_qs(caught.value.post_data, keep_blank_values=True)


def ticked(phone):
    return [box.get_attribute("value") for box in phone.locator("input[name=playing]:checked").all()]


def untouched(fields):
    """Whether a form says that nobody was picked to play: those are ticked whom it showed so."""
    return fields["shown"] == [" ".join(fields["playing"])]


def test_a_seating_that_nobody_touched_is_left_to_the_rotation(form):
    phone = form("husarln/loew")
    assert ticked(phone) == ["p1", "p2", "p3"]
    fields = sent(phone, lambda: phone.tap("label.chip:has(input[name=declarer][value=p1])"))
    assert untouched(fields)
    assert fields["dealer"] == [""]
    phone.tap("details.seating summary")
    fields = sent(phone, lambda: phone.select_option("#dealer", "p1"))
    assert fields["dealer"] == ["p1"]
    assert untouched(fields)
    phone.wait_for_selector("#seats-text:has-text('Anna deals. Playing: Bernd, Clara, Dora')")
    assert ticked(phone) == ["p2", "p3", "p4"]
    fields = sent(phone, lambda: phone.tap("label.chip:has(input[name=playing][value=p4])"))
    assert fields["playing"] == ["p2", "p3"]
    phone.wait_for_selector("#actions small:has-text('2 players are at play')")
    sent(phone, lambda: phone.tap("label.chip:has(input[name=playing][value=p1])"))
    phone.wait_for_selector("#seats-text:has-text('Playing: Bernd, Clara, Anna')")
    assert ticked(phone) == ["p1", "p2", "p3"]


@pytest.mark.parametrize("scripts", some([True, False], False))
def test_a_new_night_shows_the_seats_of_the_game_and_then_the_stake(any_phone, server, scripts):
    phone = any_phone(java_script_enabled=scripts)
    for rules, seats in (("husarln/loew", 3), ("herzblatt/braun", 5)):
        phone.goto(f"{server}/nights/new/{rules}")
        shown = phone.locator(".seat:visible")
        assert shown.count() == seats
        for place in range(seats + 2):
            phone.fill(f"input[name=players-{place}]", f"Name {place}")
            assert shown.count() == max(seats, place + 2), "one empty seat more than are taken"
        phone.fill(f"input[name=players-{seats + 1}]", "")
        assert shown.count() == seats + 2
        below = phone.locator("input[name=amount]").bounding_box()["y"] - shown.last.bounding_box()["y"]
        assert below < 200, "the stake follows the seats"


def test_a_script_that_fails_leaves_a_form_that_can_be_sent(lent, host):
    """What only a script would enable is enabled, and the log of the server says which one failed."""
    phone = lent(host, f"{host.open_night(*FOUR, rules='herzblatt/feder')}/enter")
    phone.wait_for_selector("#actions button[value=booked]:disabled")
    with phone.expect_response("**/script-error") as reported:
        phone.evaluate("setTimeout(() => { throw new Error('Anna') })")
    assert reported.value.status == 204
    phone.wait_for_selector("#actions button[value=booked]:enabled")
    assert phone.is_hidden(".keypad")
    assert [complaint for complaint in phone.complaints if complaint != "Anna"] == []
    phone.complaints.clear()
