"""A whole evening of Herzblatt, tapped on a phone: every figure on it against an independent count."""

import re
from itertools import pairwise

import pytest

from tests.browser.acts import answered, lend
from tests.independent.herzblatt import count_payments, score
from tests.web.phone import Phone

FIVE = ["Anna", "Bernd", "Clara", "Dora", "Emil"]
KEYS = dict(zip(FIVE, ("p1", "p2", "p3", "p4", "p5"), strict=True))


def follow(page, selector):
    """Tap what leads to another page, and wait for it."""
    with page.expect_navigation():
        page.tap(selector)


class Table:
    """The phone on the table: it taps, counts its taps, and keeps a paper sheet of its own beside."""

    def __init__(self, phone, server):
        self.phone, self.server = phone, server
        self.taps = 0
        self.house = {}
        self.paper = []  # one table of a night file for each deal, with the house rules of its time

    def tap(self, selector):
        self.taps += 1
        self.phone.tap(selector)

    def follow(self, selector):
        self.taps += 1
        follow(self.phone, selector)

    def choose(self, name, value):
        with answered(self.phone):
            self.tap(f"label.chip:has(input[name='{name}'][value='{value}'])")

    def press(self, keys):
        for key in keys:
            with answered(self.phone):
                self.tap(f".keypad button:text-is('{key}')")

    def save(self):
        self.phone.wait_for_selector("#actions button[value=booked][data-ready]:not([disabled])")
        self.follow("#actions button[value=booked]")
        assert "#deal-" in self.phone.url

    def play(self, dealer, playing, **deal):
        """Enter a deal from the open sheet to the open sheet; `deal` as a night file has it."""
        self.follow(".bar a.primary")
        assert self.phone.inner_text(".seating summary") == f"{dealer} deals. Playing: {', '.join(playing)}"
        if deal.get("passed"):
            self.choose("passed", "yes")
        else:
            if "soloist" in deal:
                self.choose("soloist", KEYS[deal["soloist"]])
            self.press(str(deal["points"]))
        self.save()
        self.write(dealer, playing, **deal)

    def write(self, dealer, playing, **deal):
        """Write a deal on the paper sheet and compare the standing."""
        self.paper.append(({"dealer": dealer, "playing": playing, **deal}, dict(self.house)))
        row = self.phone.locator(f"#deal-{len(self.paper)} td")
        texts = [text.strip() for text in row.all_inner_texts()]
        assert [name for name, text in zip(FIVE, texts, strict=True) if text != "–"] == sorted(playing)
        assert row.nth(FIVE.index(dealer)).locator(".dealer").count() == 1
        self.compare()

    def compare(self):
        names = self.phone.locator(".sheet thead .name").all_inner_texts()
        points = map(whole, self.phone.locator(".sheet thead strong").all_inner_texts())
        assert dict(zip(names, points, strict=True)) == self.balance()

    def balance(self):
        """Each deal by itself, so that each has the house rules of its time."""
        total = dict.fromkeys(FIVE, 0)
        for deal, house in self.paper:
            night = {"game": "herzblatt", "rules": "lembke", "players": FIVE, "house": house, "deals": [deal]}
            for name, points in score(night)["balance"].items():
                total[name] += points
        return total

    def go(self, tab):
        follow(self.phone, f".tabs a:text-is('{tab}')")


def whole(text):
    assert "-" not in text, "a real minus sign"
    return int(re.sub("[^0-9−]", "", text).replace("−", "-"))


@pytest.fixture
def table(app, phone, server):
    """A night of five who play by Lembke, four at a time, for ten cents a point; Anna deals first."""
    host = Phone(app)
    night = host.open_night(*FIVE, rules="herzblatt/lembke", dealer="0")
    lend(phone, host, server)
    phone.goto(server + night)
    return Table(phone, server)


@pytest.fixture
def opened_table(phone, server):
    """Such a night, opened on the phone."""
    phone.goto(server)
    follow(phone, "text=New night")
    follow(phone, "a.card:has-text('Herzblatt')")
    phone.tap("label.pick:has-text('Lembke ·')")
    follow(phone, "text=Go on")
    for seat, name in enumerate(FIVE):
        phone.fill(f"input[name=players-{seat}]", name)
    phone.tap(".seat:first-of-type .pick >> nth=0")
    phone.fill("input[name=amount]", "0.10")
    follow(phone, "text=Start the night")
    return Table(phone, server)


def begin(table):
    """Play the first two deals; the first shows how few taps one takes."""
    table.taps = 0
    table.play("Anna", ["Bernd", "Clara", "Dora", "Emil"], soloist="Bernd", points=71)
    assert table.taps - 2 <= 4, "four taps and two digits from the open sheet to the open sheet"
    table.play("Bernd", ["Clara", "Dora", "Emil", "Anna"], soloist="Clara", points=30)
    return table


def test_an_evening_is_entered_settled_and_agrees_with_the_command_line(opened_table):
    table = begin(opened_table)
    correct_deal_two(table)
    table.play("Clara", ["Dora", "Emil", "Anna", "Bernd"], passed=True)
    call_first_and_enter_the_result_later(table)
    lose_single_from_the_next_deal_on(table)
    move(table, "Clara", "Pause")
    table.play("Emil", ["Anna", "Bernd", "Dora", "Emil"], soloist="Dora", points=50)
    table.go("Settle")
    compare_settlement(table)


def call_first_and_enter_the_result_later(table):
    phone = table.phone
    table.follow(".bar a.primary")
    table.choose("soloist", KEYS["Anna"])
    assert phone.is_disabled("#actions button[value=booked]")
    ends = phone.locator(".outcomes tbody th").all_inner_texts()
    assert len(ends) == 3, "what each end would pay stands there while it is called"
    table.follow("text=Result later")
    assert phone.url.endswith("#deal-4")
    assert phone.inner_text(".bar a.primary") == "Result of deal 4"
    table.compare()
    table.follow(".bar a.primary")
    assert phone.is_checked(f"input[name=soloist][value={KEYS['Anna']}]")
    table.press("66")
    table.save()
    table.write("Dora", ["Emil", "Anna", "Bernd", "Clara"], soloist="Anna", points=66)


def lose_single_from_the_next_deal_on(table):
    table.go("Rules")
    table.phone.tap("text=Change the house rules")
    assert table.phone.input_value("#number") == str(len(table.paper) + 1)
    table.phone.fill("#change [type=search]", "lost game")
    table.phone.select_option("select[name=house-loss]", label="single")
    follow(table.phone, "text=See what would change")
    follow(table.phone, "text=Use these rules")
    assert f"from deal {len(table.paper) + 1} on: A lost game costs: single" in table.phone.inner_text("main")
    table.house = {"loss": 1}
    table.go("Sheet")
    table.compare()


def correct_deal_two(table):
    phone, before = table.phone, table.balance()
    table.follow("#deal-2 td a >> nth=1")
    table.follow("text=Correct")
    assert phone.is_checked(f"input[name=soloist][value={KEYS['Clara']}]")
    phone.fill("input[name=points]", "31")
    table.follow("text=Show what it changes")
    phone.fill("input[name=note]", "a Ten under the ashtray")
    table.paper[1][0]["points"] = 31
    after = table.balance()
    rows = phone.locator("table.moved tbody tr").all_inner_texts()
    shown = {
        row.split("\t")[0]: [whole(cell.split("\n")[0].split(" ")[0]) for cell in row.split("\t")[1:]] for row in rows
    }
    assert shown == {name: [before[name], after[name] - before[name], after[name]] for name in FIVE}
    table.follow(".bar button.primary")
    assert "a Ten under the ashtray" in phone.inner_text("blockquote")
    table.follow("text=Back to the sheet")
    table.compare()
    assert phone.locator("tr.struck s").all_inner_texts() == ["+4", "−12", "+4", "+4"]


def move(table, name, move):
    table.go("Players")
    follow(table.phone, f".people li:has(strong:text-is('{name}')) button:text-is('{move}')")
    table.go("Sheet")


def compare_settlement(table):
    phone, open_balances = table.phone, table.balance()
    assert any(open_balances.values())
    for row in phone.locator(".standing tr").all_inner_texts():
        name, points, money = row.split("\t")
        assert whole(points) == open_balances[name]
        sign = {1: "+", 0: "", -1: "−"}[(open_balances[name] > 0) - (open_balances[name] < 0)]
        assert money == f"{sign}€{abs(open_balances[name]) / 10:.2f}"
    payments = [text.split("\n") for text in phone.locator(".payments .who").all_inner_texts()]
    assert len(payments) == count_payments([points for points in open_balances.values() if points])
    for debtor, _, creditor, money in payments:
        amount = round(float(money.removeprefix("€")) * 10)
        assert amount > 0
        open_balances[debtor] += amount
        open_balances[creditor] -= amount
    assert set(open_balances.values()) == {0}
    assert f"{len(payments)} payments settle everything" in phone.inner_text("main")


def state(phone):
    """What stands on the Save buttons, and whether they can be tapped."""
    return phone.evaluate(
        "Object.fromEntries([...document.querySelectorAll('#actions > button')].map(b => [b.value, !b.disabled]))"
    )


def test_nothing_is_chosen_before_somebody_chooses_and_save_waits_for_who_and_what(table):
    phone = table.phone
    table.follow(".bar a.primary")
    assert phone.locator("#asked input:checked").count() == 0
    assert [field.input_value() for field in phone.locator("#asked input[inputmode]").all()] == ["", ""]
    assert state(phone) == {"booked": False, "called": False}
    assert phone.locator(".keypad").is_hidden(), "it opens with the result"
    phone.tap("input[name=points]")
    table.press("71")
    assert state(phone) == {"booked": False, "called": False}, "what, but not who"
    table.choose("soloist", "p2")
    assert state(phone) == {"booked": True}
    assert phone.inner_text("#actions button span") == "Book: Bernd +3, Clara −1, Dora −1, Emil −1"
    assert "Bernd" in phone.inner_text("#actions button small")
    assert phone.get_attribute("input[name=defender_points]", "placeholder") == "49"
    table.choose("soloist", "p2")  # a second tap takes it back
    assert phone.locator("#asked input:checked").count() == 0
    assert state(phone) == {"booked": False, "called": False}
    for _ in range(2):
        with answered(phone):
            phone.tap(".keypad button:text-is('⌫')")
    table.choose("soloist", "p3")
    assert state(phone) == {"booked": False, "called": True}, "who, but not what"
    assert phone.url.endswith("/enter")


def test_what_cannot_be_true_keeps_save_shut_and_says_why(table):
    phone = table.phone
    table.follow(".bar a.primary")
    table.choose("soloist", "p2")
    table.press("121")
    assert state(phone)["booked"] is False
    assert phone.locator("#q-points .error:has-text('121 is more than the 120 in the pack')").count() == 1
    assert "121 is more than the 120" in phone.inner_text("#actions button[value=booked]")
    assert "121 is more than the 120 in the pack" in phone.inner_text("#q-points")
    table.choose("passed", "yes")
    assert phone.locator("#asked input:checked").count() == 1
    assert state(phone) == {"booked": True}
    table.choose("soloist", "p3")
    assert not phone.is_checked("input[name=passed]")


def test_the_keypad_never_lies_over_the_fields_or_over_save(table):
    phone = table.phone
    table.follow(".bar a.primary")
    table.choose("soloist", "p2")
    below = ("#actions button[value=booked]", ".keypad button:text-is('1')", ".keypad button:text-is('6')")
    boxes = [phone.locator(each).bounding_box() for each in below]
    for upper, lower in pairwise(boxes):
        assert upper["y"] + upper["height"] <= lower["y"] + 1
    assert boxes[-1]["y"] + boxes[-1]["height"] <= 844
    phone.locator("input[name=points]").scroll_into_view_if_needed()
    field = phone.locator("input[name=points]").bounding_box()
    assert field["y"] + field["height"] <= boxes[0]["y"], "the field stays in sight above the keypad"
    assert phone.get_attribute("input[name=points]", "inputmode") == "none", "no keyboard slides over it"


def test_a_double_tap_on_save_books_once(table):
    phone = table.phone
    table.follow(".bar a.primary")
    table.choose("soloist", "p2")
    table.press("71")
    phone.wait_for_selector("#actions button[value=booked][data-ready]:not([disabled])")
    phone.locator("#actions button[value=booked]").dblclick()
    phone.wait_for_selector("#deal-1")  # the second tap may break off the way there that the first one took
    assert phone.url.endswith("#deal-1")
    table.write("Anna", ["Bernd", "Clara", "Dora", "Emil"], soloist="Bernd", points=71)
    assert phone.locator(".sheet tbody tr").count() == 2


def test_a_change_that_was_edited_after_it_was_shown_must_be_shown_again_before_it_is_booked(table):
    phone = table.phone
    table.play("Anna", ["Bernd", "Clara", "Dora", "Emil"], soloist="Bernd", points=71)
    tried = []
    for way in ("Correct", "Correct", "Agree on a score instead"):
        table.follow("#deal-1 td a >> nth=1")
        if way != "Correct":
            phone.tap("#more-ways summary")
        table.follow(f"text={way}")
        if way != "Correct":
            phone.fill("#adjust-p1", "4")
            phone.fill("#adjust-p2", "-4")
        table.follow("button[value=look]")
        phone.fill("#note", "miscounted")
        confirm = phone.locator("button[value=confirm]")
        assert confirm.is_enabled()
        if way != "Correct":
            phone.fill("#adjust-p1", "7")
        elif tried:
            table.press("⌫")
        else:
            table.choose("soloist", "p3")
        assert confirm.count() == 0 or not confirm.is_enabled()
        tried.append(way)
        phone.goto(phone.url.split("/deals/")[0])
