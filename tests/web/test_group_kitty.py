"""The kitty of a group: what lay in it after each movement, to print and as a table."""

import csv
from decimal import Decimal
from io import StringIO

from tests.web.test_kitty import book, lies_in, strike
from tests.web.test_rounds import next_night
from tests.web.test_ticking import freeze, tick


def ledger(phone, meeting):
    """What each movement brought and what lay in the kitty then, by the table for other programs."""
    rows = list(csv.reader(StringIO(phone.get(f"{meeting}/kitty.csv").body)))[1:]
    return [(row[2], row[3], row[4], Decimal(row[6]), bool(row[7]), Decimal(row[8])) for row in rows]


def test_each_movement_shows_the_contents_of_the_kitty_then(host, night, meeting):
    book(host, night, "in", "10", "p1", "Start")
    book(host, night, "fine", "2", "p2", "Misdeal")
    second = next_night(host, meeting)
    book(host, second, "out", "4", note="Cards")
    book(host, second, "in", "7", note="by mistake")
    strike(host, second, 2)
    freeze(host, night)
    tick(host, night, "Bernd → kitty", "all")
    assert ledger(host, meeting) == [
        ("paid in", "Anna", "Start", 10, False, 10),
        ("fine", "Bernd", "Misdeal", 2, False, 10),
        ("paid out", "", "Cards", -4, False, 6),
        ("paid in", "", "by mistake", 7, True, 6),
        ("paid when settling", "Bernd", "", 2, False, 8),
    ]
    assert lies_in(host, meeting) == "€8.00"
    shown = [item.text for item in host.get(f"{meeting}/kitty").html.one("ul", "payments").all("li")]
    assert shown[0].startswith("Paid when settling · Bernd €2.00") or "+€2.00" in shown[0]
    assert "then in the kitty: €8.00" in shown[0]
    assert "then in the kitty: €6.00" in shown[2]
    assert "then in the kitty" not in shown[1], "it was taken back"
    assert "then in the kitty" not in shown[3], "a fine is owed until it is paid"


def test_each_currency_has_a_kitty_of_its_own_and_a_deleted_night_takes_its_movements_along(host, night, meeting):
    book(host, night, "in", "10")
    other = host.open_night(currency="CHF", round=meeting[3:])
    book(host, other, "in", "3")
    book(host, night, "out", "1")
    assert [row[-1] for row in ledger(host, meeting)] == [10, 3, 9]
    host.fill_in(f"{night}/delete", "typed", typed=host.get(night).html.one("h1").text)
    assert ledger(host, meeting) == [("paid in", "", "", 3, False, 3)]


def test_a_long_list_of_movements_is_paged_and_can_be_had_at_once(host, night, meeting):
    sent = {"csrf_token": host.token(), "how": "in", "who": "", "amount": "1"}
    for number in range(52):
        assert host.post(f"{night}/kitty", sent | {"request": f"paid-in-number-{number}"}).status == 303
    first = host.get(f"{meeting}/kitty")
    everything = next(link["href"] for link in first.html.one("main").all("a") if link.text == "All movements")
    pages = [first, host.get(f"{meeting}/kitty", page=2), host.get(everything)]
    assert [len(page.html.one("ul", "payments").all("li")) for page in pages] == [50, 2, 52]
    assert "then in the kitty: €1.00" in pages[1].text
    assert [row[-1] for row in ledger(host, meeting)] == list(range(1, 53))
