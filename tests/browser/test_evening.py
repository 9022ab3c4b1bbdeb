"""A whole evening of Herzblatt, tapped on a phone: every figure on it against an independent count."""

import re

from scorekeeper.payments import settle
from tests.browser.acts import book, choose, follow, press, standing
from tests.independent.herzblatt import score
from tests.web.phone import FIVE

KEYS = dict(zip(FIVE, ("p1", "p2", "p3", "p4", "p5"), strict=True))


class Table:
    """The phone on the table, which keeps a paper sheet of its own beside."""

    def __init__(self, phone):
        self.phone = phone
        self.house = {}
        self.paper = []  # one table of a night file for each deal, with the house rules of its time

    def play(self, dealer, playing, **deal):
        """Enter a deal from the open sheet to the open sheet; `deal` as a night file has it."""
        follow(self.phone, ".bar a.primary")
        assert self.phone.inner_text(".seating summary") == f"{dealer} deals. Playing: {', '.join(playing)}"
        if deal.get("passed"):
            choose(self.phone, "passed", "yes")
        else:
            choose(self.phone, "soloist", KEYS[deal["soloist"]])
            press(self.phone, str(deal["points"]))
        book(self.phone)
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
        assert dict(zip(FIVE, standing(self.phone), strict=True)) == self.balance()

    def balance(self):
        """Each deal by itself, so that each has the house rules of its time."""
        total = dict.fromkeys(FIVE, 0)
        for deal, house in self.paper:
            night = {"game": "herzblatt", "rules": "lembke", "players": list(FIVE), "house": house, "deals": [deal]}
            for name, points in score(night)["balance"].items():
                total[name] += points
        return total

    def go(self, tab):
        follow(self.phone, f".tabs a:text-is('{tab}')")


def whole(text):
    assert "-" not in text, "a real minus sign"
    return int(re.sub("[^0-9−]", "", text).replace("−", "-"))


def test_an_evening_is_entered_settled_and_agrees_with_the_command_line(phone, server):
    phone.goto(server)
    follow(phone, "text=New night")
    follow(phone, "a.card:has-text('Herzblatt')")
    phone.tap("label.pick:has(strong:has-text('Lembke'))")
    follow(phone, "text=Go on")
    for seat, name in enumerate(FIVE):
        phone.fill(f"input[name=players-{seat}]", name)
    phone.tap(".seat:first-of-type .pick >> nth=0")
    phone.fill("input[name=amount]", "0.10")
    follow(phone, "text=Start the night")
    table = Table(phone)
    table.play("Anna", ["Bernd", "Clara", "Dora", "Emil"], soloist="Bernd", points=71)
    table.play("Bernd", ["Clara", "Dora", "Emil", "Anna"], soloist="Clara", points=30)
    correct_deal_two(table)
    table.play("Clara", ["Dora", "Emil", "Anna", "Bernd"], passed=True)
    call_first_and_enter_the_result_later(table)
    lose_single_from_the_next_deal_on(table)
    table.go("Players")
    follow(phone, ".people li:has(strong:text-is('Clara')) button:text-is('Pause')")
    table.go("Sheet")
    table.play("Emil", ["Anna", "Bernd", "Dora", "Emil"], soloist="Dora", points=50)
    table.go("Settle")
    compare_settlement(table)


def correct_deal_two(table):
    phone, before = table.phone, table.balance()
    follow(phone, "#deal-2 td a >> nth=1")
    follow(phone, 'text="Fix"')
    assert phone.is_checked(f"input[name=soloist][value={KEYS['Clara']}]")
    phone.fill("input[name=points]", "31")
    follow(phone, "text=Show what it changes")
    phone.fill("input[name=note]", "a Ten under the ashtray")
    table.paper[1][0]["points"] = 31
    after, shown = table.balance(), {}
    for row in phone.locator("table.moved tbody tr").all_inner_texts():
        name, *cells = row.split("\t")
        shown[name] = [whole(cell.split("\n")[0].split(" ")[0]) for cell in cells]
    assert shown == {name: [before[name], after[name] - before[name], after[name]] for name in FIVE}
    follow(phone, ".bar button.primary")
    assert "a Ten under the ashtray" in phone.inner_text("blockquote")
    follow(phone, "text=Back to the sheet")
    table.compare()
    assert phone.locator("tr.struck s").all_inner_texts() == ["+4", "−12", "+4", "+4"]


def call_first_and_enter_the_result_later(table):
    phone = table.phone
    follow(phone, ".bar a.primary")
    choose(phone, "soloist", KEYS["Anna"])
    phone.wait_for_selector("#actions button[value=called]:not([disabled])")
    assert phone.is_disabled("#actions button[value=booked]")
    assert phone.locator(".outcomes tbody th").count() == 3, "what each end would pay stands there while it is called"
    follow(phone, "text=Result later")
    assert phone.url.endswith("#deal-4")
    assert phone.inner_text(".bar a.primary") == "Result of deal 4"
    table.compare()
    follow(phone, ".bar a.primary")
    assert phone.is_checked(f"input[name=soloist][value={KEYS['Anna']}]")
    press(phone, "66")
    book(phone)
    table.write("Dora", ["Emil", "Anna", "Bernd", "Clara"], soloist="Anna", points=66)


def lose_single_from_the_next_deal_on(table):
    phone, number = table.phone, len(table.paper) + 1
    table.go("Rules")
    phone.tap("text=Change the house rules")
    assert phone.input_value("#number") == str(number)
    phone.fill("#change [type=search]", "lost game")
    phone.select_option("select[name=house-loss]", label="single")
    follow(phone, "text=See what would change")
    follow(phone, "text=Use these rules")
    assert f"from deal {number} on: A lost game costs: single" in phone.inner_text("main")
    table.house = {"loss": 1}
    table.go("Sheet")
    table.compare()


def compare_settlement(table):
    phone, open_balances = table.phone, table.balance()
    assert any(open_balances.values())
    for row in phone.locator(".standing tr").all_inner_texts():
        name, points, money = row.split("\t")
        assert whole(points) == open_balances[name]
        sign = {1: "+", 0: "", -1: "−"}[(open_balances[name] > 0) - (open_balances[name] < 0)]
        assert money == f"{sign}€{abs(open_balances[name]) / 10:.2f}"
    payments = [text.split("\n") for text in phone.locator(".payments .who").all_inner_texts()]
    assert len(payments) == len(settle(open_balances).payments)
    for debtor, _, creditor, money in payments:
        amount = round(float(money.removeprefix("€")) * 10)
        assert amount > 0
        open_balances[debtor] += amount
        open_balances[creditor] -= amount
    assert set(open_balances.values()) == {0}
    assert f"{len(payments)} payments settle everything" in phone.inner_text("main")


def test_a_change_edited_after_its_preview_needs_another_preview(guest):
    for way, edit in (
        ("correct", lambda: choose(guest, "soloist", "p3")),
        ("adjust", lambda: guest.fill("#adjust-p1", "7")),
    ):
        guest.goto(f"{guest.address}/deals/1/{way}")
        if way == "adjust":
            guest.fill("#adjust-p1", "4")
            guest.fill("#adjust-p2", "-4")
        follow(guest, "button[value=look]")
        guest.fill("#note", "miscounted")
        confirm = guest.locator("button[value=confirm]")
        assert confirm.is_enabled()
        edit()
        assert confirm.count() == 0 or not confirm.is_enabled()
