"""Every name and amount of an evening, read from its pages as a person reads them, beside `score --json`."""

import json
import re
from collections import Counter
from decimal import Decimal

import pytest

from tests.commands.running import printed
from tests.web.group import open_group
from tests.web.html import Element
from tests.web.phone import Phone, links

NAMES = ("Anna", "Bernd", "Clara", "Dora", "Emil")
# Days, times of day and the numbers of rules are no amounts. The sign of a number may stand before that of the money.
APART = re.compile(r"\d+([/.])\d+\1\d+|\d+:\d+|[A-Z]+-\d+")
SAID = re.compile(rf"\b(?:{'|'.join(NAMES)})\b|[+−-]?\s?(?:€\s?)?(?:\d[\d.,]*\d|\d)")


class Reader:
    """Somebody who reads pages and says the names and numbers on them, in the order in which they stand there."""

    def __init__(self, phone):
        self.phone, self.german = phone, phone.languages.startswith("de")

    def main(self, path):
        return self.phone.get(path).html.one("main")

    def says(self, text):
        text = APART.sub("", text.replace("\xad", "").replace("\xa0", " "))
        return [said if said in NAMES else self.number(said) for said in SAID.findall(text)]

    def number(self, text):
        assert "-" not in text, "a minus sign is a real one"
        thousands, point = ".," if self.german else ",."
        return Decimal(re.sub(f"[€+ {thousands}]", "", text).replace(point, ".").replace("−", "-"))

    def table(self, table):
        """What stands below everybody's name, or beside it where the names stand one below the other."""
        heads = [self.says(cell.text)[:1] for cell in cells(table.all("tr")[0])]
        below = {place: head[0] for place, head in enumerate(heads) if head and head[0] in NAMES} if heads[1:] else {}
        if below.keys() == {0}:
            below = {}
        said = {}
        for row in table.all("tr"):
            line = cells(row)
            if below and len(line) == len(heads):
                for place, name in below.items():
                    said.setdefault(name, []).extend(word for word in self.says(line[place].text) if word != name)
            elif not below and (words := self.says(row.text)) and words[0] in NAMES:
                said[words[0]] = words[1:]
        return said

    def tables(self, main):
        """The tables that say something of somebody."""
        return [said for said in map(self.table, main.all("table")) if said]

    def list(self, main):
        """The items of lists that say an amount of somebody, in any order."""
        said = [self.says(item.text) for item in main.all("li")]
        return in_any_order(words for words in said if words and words[0] in NAMES and words[1:])


def cells(row):
    return [cell for cell in row.inside if isinstance(cell, Element) and cell.tag in ("th", "td")]


def in_any_order(said):
    return sorted(map(list, said), key=lambda words: [word if word in NAMES else f"{word:.2f}" for word in words])


HERZBLATT = [{"soloist": "p1", "points": "80"}, {"soloist": "p2", "points": "30"}]
TOURS = [
    {"points.p1": "-12", "points.p2": "-17", "points.p3": "-4", "points.p4": "0"},
    {"points.p1": "10", "points.p2": "30", "points.p3": "0", "points.p4": "40"},
]
HUSARLN = [{"declarer": "p2", "contract": "Z2", "points": "37"}]
TAPP = [{"declarer": "p2", "contract": "solo", "points": "40"}]
DREIER = [{"declarer": "p2", "contract": "dreier", "points": "30"}]
CEGO = [{"declarer": "p2", "contract": "eine", "points": "41"}]
QUODLIBET = [
    {"tour": "minus", "tricks.p1": "3", "tricks.p2": "2", "tricks.p3": "1"},
    {"tour": "king_ober", "king": "p1", "ober": "p3"},
]
PASKIEVICS = [{"declarer": "p2", "contract": "ketto", "called": "T20", "alone": "yes", "points": "50"}]
ZWANZIGER = [{"declarer": "p1", "contract": "normal", "called": "T20", "partner": "p3", "points": "47"}]
# Whose rules, how many sit down, the reader's languages, what a point costs at first and from the second deal on, and
# what is entered.
EVENINGS = {
    "herzblatt in euros": ("herzblatt/braun", 5, "en-GB", ("1,250.50", "0.20"), HERZBLATT),
    "herzblatt in points": ("herzblatt/muhr", 4, "de-DE", ("", ""), HERZBLATT),
    "herzeln in euros": ("herzeln/piatnik", 4, "de-AT", ("1.250,50", "1.250,50"), TOURS),
    "herzeln in points": ("herzeln/piatnik", 4, "en-GB", ("", ""), TOURS),
    "husarln in euros": ("husarln/loew", 4, "de-DE", ("0,10", "0,05"), HUSARLN),
    "tapp in euros": ("tapp/mayr", 4, "en-GB", ("0.10", "0.05"), TAPP),
    "zwanzigerrufen in euros": ("zwanzigerrufen/freeboardgames", 4, "de-AT", ("0,50", "0,20"), ZWANZIGER),
    "cego in euros": ("cego/schwarzwald", 5, "de-DE", ("0,01", "0,02"), CEGO),
    "quodlibet in euros": ("quodlibet/wikipedia", 4, "de-AT", ("0,10", "0,10"), QUODLIBET),
    "paskievics in euros": ("paskievics/pagat", 5, "en-GB", ("0.10", "0.20"), PASKIEVICS),
    "koenigrufen in points": ("koenigrufen/ooe", 5, "de-DE", ("", ""), DREIER),
}
WRITTEN = ("herzeln", "koenigrufen", "quodlibet")  # games whose sheet shows on the sheet, not what is paid
FINE, PAID_IN = Decimal(2), Decimal(5)


def fill_in(phone, path, having, button="", **fields):
    answer = phone.fill_in(path, having, button, **fields)
    assert answer.status == 303, answer.errors


def play(phone, night, deals, stakes):
    """Enter deals, change what a point costs after the first, and agree on a score after the last."""
    for number, said in enumerate(deals, start=1):
        answer = phone.enter(night, **said)
        assert answer.status == 303, answer.errors
        if number == 1 and stakes[0] != stakes[1]:
            fill_in(phone, f"{night}/table", "currency", "action=stake", number="2", amount=stakes[1])
    agreed = {"adjust-p1": "7", "adjust-p2": "−3", "adjust-p3": "−4"}
    fill_in(phone, f"{night}/deals/{len(deals) + 1}/adjust", "number", action="confirm", note="so", **agreed)


def tick(phone, night, place):
    """Tick the payment that stands at this place of the plan."""
    page = phone.get(f"{night}/settle")
    due = page.html.one("main").all("form", fits=lambda form: any(field["name"] == "debtor" for field in form))
    assert phone.send(page, due[place], "tick=all").status == 303


def score(reader, night, file, capsys):
    """What `score --json` prints of a night."""
    file.write_text(reader.phone.get(f"{night}/night.json").body, "utf-8")
    return json.loads(printed(capsys, "score", "--json", str(file)))


def payments_of(scored):
    return [(payment["from"], payment["to"], Decimal(payment["amount"])) for payment in scored["payments"]]


def given(payments):
    """What everybody gives by payments, less what he gets."""
    total = Counter()
    for debtor, creditor, amount in payments:
        total.update({debtor: amount})
        total.subtract({creditor: amount})
    return total


@pytest.mark.parametrize("evening", EVENINGS)
def test_every_page_says_of_everybody_what_the_command_line_says(shared_app, tmp_path, capsys, evening):
    rules, number, languages, stakes, deals = EVENINGS[evening]
    host = Phone(shared_app, languages)
    night = host.open_night(*NAMES[:number], rules=rules, amount=stakes[0], asked="125050 EUR", title="Stammtisch")
    reader, names = Reader(host), NAMES[:number]
    clara, dora = Phone(shared_app, languages), Phone(shared_app, languages)
    clara.join(links(host, night)["writer"], "p3")
    dora.join(links(host, night)["writer"], "p4")
    group = open_group(host, night)
    play(host, night, deals, stakes)
    fill_in(clara, f"{night}/kitty", "how", how="fine", amount=str(FINE), who="p2")
    fill_in(dora, f"{night}/kitty", "how", how="in", amount=str(PAID_IN), who="p1")
    before = score(reader, night, tmp_path / "before.json", capsys)
    tick(clara, night, 0)
    tick(dora, night, 1)
    after = score(reader, night, tmp_path / "after.json", capsys)

    # What a person expects to read: all follows from the two documents and from what was fined and ticked here.
    written = rules.startswith(WRITTEN)
    shown, column = (after["scores"], "sheet") if written else (after["balance"], "payoff")
    money = {name: [Decimal(after["money"][name])] if after["money"] else [] for name in names}
    left, plan = payments_of(after), payments_of(before)
    ticked = [payment for payment in plan if payment not in left]
    assert (len(plan) - len(left), len(ticked)) == (2, 2)
    handed, owes = given(ticked), given(left)
    besides = {name: [abs(handed[name])] * bool(handed[name]) + [FINE] * (name == "Bernd") for name in names}
    worth = [reader.number(stake) if stake else 1 for stake in (stakes[0], *[stakes[1]] * len(deals))]
    sat = {name: [name in deal["playing"] for deal in after["deals"][:-1]] + [name in NAMES[:3]] for name in names}

    def run(name):
        """The column of a player on the sheet."""
        told, balance = [Decimal(shown[name]), *money[name]], 0
        for deal, is_in in zip(after["deals"], sat[name], strict=True):
            balance += deal[column][name]
            told += [balance, deal[column][name]] if is_in else []
        return told

    sheet = {name: run(name) for name in names}
    assert reader.tables(reader.main(night)) == [sheet]
    printed_sheet = reader.main(f"{night}/whole")
    assert reader.tables(printed_sheet)[:1] == [
        {name: sheet[name] + sheet[name][: 1 + len(money[name])] for name in names}
    ]
    unpaid = in_any_order([*filter(None, payment)] for payment in left)
    assert reader.list(printed_sheet) == in_any_order([*filter(None, payment)] for payment in (*left, *ticked))

    settlement = reader.main(f"{night}/settle")
    score_of = {name: [after["scores"][name]] * written for name in names}
    balance = after["balance"]
    assert reader.tables(settlement) == [
        {name: [*score_of[name], *besides[name], balance[name], -owes[name]] for name in names}
    ]
    by = dict(zip((payment[:2] for payment in ticked), ("Clara", "Dora"), strict=True))
    assert reader.list(settlement) == in_any_order(
        [*filter(None, payment), *([by[payment[:2]]] if payment in ticked else [])] for payment in plan
    )
    text = [reader.says(line) for line in host.get(f"{night}/settle.txt").body.splitlines()]
    open_of = {name: [-owes[name]] * bool(money[name] or besides[name]) for name in names}
    standing = [[name, *score_of[name], balance[name], *besides[name], *open_of[name]] for name in names]
    assert in_any_order(said for said in text if said and said[0] in NAMES) == in_any_order(standing + unpaid)

    for deal, coin in zip(after["deals"], worth, strict=True):
        (told,) = reader.tables(reader.main(f"{night}/deals/{deal['number']}"))
        assert {name for name in names if deal["sheet"][name] or deal["payoff"][name]} <= told.keys()
        rows = [line["amounts"] for line in deal["lines"] if line["shares"]] + [deal["sheet"]]
        rows += [deal["payoff"]] if deal["payoff"] != deal["sheet"] else []
        rows += [{name: points * coin for name, points in deal["payoff"].items()}] if after["money"] else []
        assert told == {name: [row.get(name, 0) for row in rows] for name in told}

    board = reader.main(f"{night}/board")
    assert reader.list(board) == in_any_order([name, *money[name], shown[name]] for name in names)
    assert ["Anna", 7, "Bernd", -3, "Clara", -4] in [reader.says(line.text) for line in board.all("p")]

    season = reader.tables(reader.main(f"{group}/season"))
    aside = {name: -owes[name] - sum(money[name]) - handed[name] for name in names}
    fines = {name: [aside[name]] * any(aside.values()) for name in names}
    of_season = {name: [*money[name], *fines[name], handed[name], -owes[name]] * bool(after["money"]) for name in names}
    played = {name: balance[name] for name in names if any(sat[name])}
    halves = {
        name: sum((mine > points) - (mine < points) for points in played.values()) + len(played) - 1
        for name, mine in played.items()
    }
    places = {name: Decimal(number // 2) for name, number in halves.items()}  # a ½ behind it is not read
    assert season == [
        {
            name: [balance[name], places.get(name, 0), any(sat[name]), sum(sat[name]), *of_season[name]]
            for name in names
        },
        {name: [balance[name]] * any(sat[name]) for name in names},
    ]

    into = sum(amount for _, creditor, amount in ticked if creditor is None)
    for path in (night, group):
        kitty = reader.main(f"{path}/kitty")
        rows = [["Anna", PAID_IN, "Dora"], ["Bernd", FINE, "Clara"]]
        if path == group:  # what lay in the kitty of the group after each movement, ticked payments among them
            rows[0].append(PAID_IN)
            paid = [payment for payment in ticked if payment[1] is None]
            for place, (debtor, _, amount) in enumerate(paid):
                lay = PAID_IN + sum(payment[2] for payment in paid[: place + 1])
                rows.append([debtor, amount, by[debtor, None], lay])
        assert reader.list(kitty) == in_any_order(rows)
        assert [PAID_IN + into] in [reader.says(line.text) for line in kitty.all("p")]
