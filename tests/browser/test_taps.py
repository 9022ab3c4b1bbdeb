"""How many taps take what is done most often; a digit is one, too."""

import pytest

from tests.browser.acts import SOON, answered, lend
from tests.browser.evenings import agree_on
from tests.web.phone import Phone


class Taps:
    """A phone whose taps are counted."""

    def __init__(self, phone):
        self.phone, self.count = phone, 0

    def tap(self, selector):
        self.phone.tap(selector)
        self.count += 1

    def choose(self, *chips):
        """Tap chips of the entry form by name and value, each once the questions after the last are there."""
        for name, value in chips:
            with answered(self.phone):
                self.tap(f"label.chip:has(input[name='{name}'][value='{value}'])")

    def press(self, digits):
        for digit in digits:
            with answered(self.phone):
                self.tap(f".keypad button:text-is('{digit}')")

    def record(self, name, value):
        """Tap a button of the recorder of cards and wait for what the server makes of it."""
        with self.phone.expect_response(lambda answer: "/audit?" in answer.url):
            self.tap(f"#audit button[name={name}][value='{value}']:not([disabled])")

    def book(self):
        self.phone.wait_for_selector("#actions .book[data-ready]:not([disabled])")
        self.tap("#actions .book")
        self.phone.wait_for_selector(".sheet", timeout=SOON)


@pytest.fixture
def table(own_phone, server, app):
    """A function that opens the entry page of a night of four and counts the taps there."""

    def opened(rules):
        host = Phone(app)
        night = host.open_night("Anna", "Bernd", "Clara", "Dora", rules=rules, amount="0.10")
        phone = own_phone()
        lend(phone, host, server)
        phone.clock.install()
        phone.goto(f"{server}{night}/enter")
        return Taps(phone), host, night

    return opened


def test_a_plain_deal_of_herzblatt_takes_four_taps_as_the_form_opens(table, ten_seconds):
    taps, host, night = table("herzblatt/muhr")
    for number in (1, 2):
        taps.count = 0
        taps.choose(("soloist", "p2"))
        taps.press("71")
        taps.book()
        assert taps.count == 4
        assert taps.phone.url.endswith(f"#deal-{number}"), "the sheet is seen first"
        taps.phone.clock.fast_forward(11_000)
        taps.phone.wait_for_selector(f"h1:text-is('Deal {number + 1}')", timeout=SOON)
    assert host.standing(night)["Bernd"] == 6


def test_the_sheet_stays_where_it_was_touched(table, ten_seconds):
    taps, _, _ = table("herzblatt/muhr")
    taps.choose(("soloist", "p2"))
    taps.press("71")
    taps.book()
    taps.tap(".legend")
    taps.phone.clock.fast_forward(11_000)
    taps.phone.wait_for_selector(".result", state="detached", timeout=SOON)
    taps.phone.clock.fast_forward(11_000)
    assert taps.phone.url.endswith("#deal-1")


def test_rufer_with_contra_takes_seven(table):
    taps, host, night = table("koenigrufen/ooe")
    taps.choose(("contract", "rufer"), ("contra", "1"), ("partner", "p3"))
    taps.press("41")
    taps.book()
    assert taps.count <= 7
    assert host.standing(night)["Anna"] == 1
    assert "Rufer, won by Anna: contra" in host.get(f"{night}/deals/1").text


def test_rufer_with_an_announced_pagat_takes_at_most_nine(table):
    taps, host, night = table("koenigrufen/ooe")
    taps.choose(("contract", "rufer"), ("partner", "p3"))
    taps.tap(".chosen-rows .chips button:text-is('Pagat')")
    with answered(taps.phone):
        taps.tap(".row-dialog .chip:has(span:text-is('announced'))")
    taps.tap(".tag.waiting")
    with answered(taps.phone):
        taps.tap(".row-dialog .chip:has(span:text-is('made'))")
    taps.press("41")
    taps.book()
    assert taps.count <= 9
    assert host.standing(night)["Anna"] > 1


def test_four_payments_with_an_objection_are_settled_with_at_most_five(table, server):
    taps, host, night = table("herzblatt/muhr")
    host.book(night)
    agree_on(host, night, 2, p1=-10, p2=-20, p3=-30, p4=60)
    page = host.get(f"{night}/deals/1")
    host.send(page, page.form(note="", based_on=""), note="70")
    taps.phone.goto(server + night)
    taps.tap(".tabs a:text-is('Settle')")
    taps.tap(".doubt button[value=rejected]")
    taps.tap("#plan form[action*='/settle/all'] button")
    taps.phone.wait_for_selector("text=Everything is paid.")
    assert taps.count <= 5
    taps.tap("text=End the evening")
    assert "The evening is over" in taps.phone.inner_text("h1")
    assert taps.phone.is_visible("button:text-is('Send the picture')")


def test_one_trick_takes_its_cards_its_number_and_who_led(table, server):
    taps, host, night = table("herzblatt/muhr")
    host.book(night)
    taps.phone.goto(server + night)
    taps.tap("#deal-1 th a")
    taps.tap("a:text-is('Check the cards')")
    taps.phone.wait_for_selector(".deck")
    assert taps.count == 2
    taps.record("begin", "3")
    taps.record("lead", "p2")
    for card in ("KD", "9D", "7S", "AD"):
        taps.record("put", card)
    assert taps.count == 2 + 6
    found = taps.phone.inner_text(".finding")
    assert found == "Dora, ♠︎7: legal if Dora had no ♦︎ and no ♥︎. Did such a card come later? Enter it, too."


def test_what_newcomers_look_for_is_two_taps_from_the_sheet(table, server):
    taps, host, night = table("koenigrufen/ooe")
    assert host.enter(night, declarer="p1", contract="rufer", partner="p3", points="41").status == 303
    for first, then, seen in (
        (".tabs a:text-is('Rules')", "a:text-is('Price list')", "th:text-is('Solorufer')"),
        ("#deal-1 th a", "a:text-is('Check the cards')", ".deck"),
        (".tabs a:text-is('Settle')", "a:text-is('End the evening')", "h1:text-is('End the evening')"),
        (".tabs a:text-is('Settle')", "a:text-is('Kitty and fines')", "h1:has-text('Kitty')"),
    ):
        taps.phone.goto(server + night)
        assert taps.phone.is_visible(".legend:has-text('large: total, small: this deal')")
        taps.tap(first)
        taps.tap(then)
        taps.phone.wait_for_selector(seen)
    taps.phone.goto(server + night)
    taps.tap(".tabs a:text-is('Settle')")
    taps.phone.wait_for_selector("button:text-is('Send the picture')")


def test_forehand_is_filled_in_and_taken_away_with_the_contract(table):
    taps, _, _ = table("koenigrufen/ooe")
    chosen = "[...document.querySelectorAll('[name=declarer]:checked')].map(chip => chip.value)"
    taps.choose(("contract", "rufer"))
    assert taps.phone.evaluate(chosen) == ["p1"]
    taps.phone.tap("text=Choose another game")
    taps.choose(("contract", "dreier"))
    assert taps.phone.evaluate(chosen) == []
    taps.choose(("declarer", "p2"))
    assert taps.phone.evaluate(chosen) == ["p2"]


def test_the_picture_is_stored_as_png_where_it_cannot_be_shared(table, server):
    taps, host, night = table("herzblatt/muhr")
    host.book(night)
    taps.phone.goto(f"{server}{night}/settle")
    with taps.phone.expect_download() as stored:
        taps.tap("button:text-is('Send the picture')")
    assert stored.value.suggested_filename.endswith(".png")
    assert stored.value.path().read_bytes().startswith(b"\x89PNG")
