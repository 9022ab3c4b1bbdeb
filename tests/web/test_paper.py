"""Rows from paper: an evening typed in, priced, booked together or not at all, and only once."""

from dataclasses import replace

import pytest

from scorekeeper.phrase import Refused
from scorekeeper.storage.queries.nights import find_night
from scorekeeper.storage.writing.batch import book_together, preview_rows
from scorekeeper.storage.writing.entry import Sender
from tests.web.html import read_html, values
from tests.web.phone import whole

FOUR = ("Anna", "Bernd", "Clara", "Dora")


def fill_in(phone, night, *rows, action="together", **fields):
    return phone.fill_in(f"{night}/paper", "number", f"action={action}" if action else "", row=list(rows), **fields)


def test_every_row_is_priced_as_it_is_typed(host):
    night = host.open_night(*FOUR[:3])
    page = host.get(f"{night}/paper")
    parts = host.post(
        f"{night}/paper/preview",
        {**values_of(page), "row": ["A 71", "q", "", "b 30"], "paper.p1": "5", "paper.p2": "-9"},
    )
    told = outputs(parts)
    assert told["row-0"] == "Clara Anna +2 +2 Bernd −1 −1 Clara −1 −1"
    assert told["row-1"] == "q is none of the players: A Anna, B Bernd, C Clara"
    assert told["row-2"] == "the line is empty"
    assert told["row-3"] == "Clara Anna +4 +6 Bernd −8 −9 Clara +4 +3"
    assert (told["off-p1"], told["off-p2"]) == ("differs by −1", "✓ the same")
    assert "2 rows cannot be saved yet" in parts.body
    assert "data-ready>" not in parts.body.partition('value="together"')[2].partition("</button>")[0]


def values_of(page):
    return values(page.form(number=""))


def outputs(parts):
    return {output["id"]: output.text for output in read_html(f"<main>{parts.body}</main>").all("output")}


def test_the_same_rows_sent_fifty_times_are_booked_once(host):
    night = host.open_night(*FOUR[:3])
    page = host.get(f"{night}/paper")
    sent = {**values_of(page), "row": ["A 71", "B 30", "-"], "action": "together"}
    assert {host.post(f"{night}/paper", sent).location for _ in range(50)} == {f"{night}#deal-1"}
    assert host.standing(night) == {"Anna": 6, "Bernd": -9, "Clara": 3}
    host.book(night, "p3", 100)
    assert host.post(f"{night}/paper", sent).status == 303
    for rows in (["A 72", "B 30", "-"], ["A 71", "B 30"], ["A 71", "B 30", "-", "C 70"], ["zzz"]):
        again = host.post(f"{night}/paper", {**sent, "row": rows})
        assert (again.status, "something else was sent from this form before" in again.errors) == (409, True)
        assert values_of(again)["row"] == rows
    assert "C 100" not in host.get(f"{night}/paper").text
    assert host.get(f"{night}/enter").html.one("input", fits=lambda field: field["name"] == "number")["value"] == "5"


def test_one_bad_row_or_a_faster_phone_keeps_all_rows_and_loses_nothing(host):
    night = host.open_night(*FOUR[:3])
    rows = ["A 71", "B 130", "c 30", "", "   ", "A"]
    refused = fill_in(host, night, *rows, **{"paper.p2": "many"})
    assert refused.status == 422
    assert values_of(refused)["row"] == rows
    assert values_of(refused)["paper.p2"] == ["many"]
    assert "130 is more than the 120 in the pack" in refused.errors
    assert "enter the card points" in refused.errors
    assert "many is not a whole number" in refused.text
    assert host.standing(night) == dict.fromkeys(FOUR[:3], 0)
    night = host.open_night(*FOUR[:3])
    page = host.get(f"{night}/paper")
    host.book(night, "p1", 71)
    late = host.send(page, page.form(number=""), "action=together", row=["B 30"])
    assert (late.status, "the rows now begin with deal 2" in late.errors) == (409, True)
    assert values_of(late)["row"] == ["B 30"]
    assert host.send(late, late.form(number=""), "action=together").status == 303
    assert host.standing(night) == {"Anna": 6, "Bernd": -9, "Clara": 3}


ODD = ["@b A 71", "xx three cards short", "== 3 -1 . -2 the dog ate it", "–"]


def test_a_row_says_who_dealt_that_a_deal_is_void_and_what_was_agreed(host):
    night = host.open_night(*FOUR, rules="herzblatt/muhr")
    checked = fill_in(host, night, *ODD, action="")
    assert (checked.errors, "In any row" in checked.text) == ("", True)
    rows = [outputs(checked)[f"row-{place}"].split() for place in range(4)]
    assert [row[0] for row in rows] == ["Bernd", "Clara", "Dora", "Anna"]
    first, void, agreed = (
        [row[place + 1 : place + 3] for place, name in enumerate(row) if name in FOUR][-4:] for row in rows[:3]
    )
    assert [(points, total) for points, total in void] == [("–", total) for _, total in first]
    assert "–<b>" not in checked.body, "a dash beside a balance would be its sign"
    assert [points for points, _ in agreed] == ["+3", "−1", "–", "−2"]
    assert fill_in(host, night, *ODD).status == 303
    assert host.standing(night) == {name: whole(row) for name, (_, row) in zip(FOUR, agreed, strict=True)}
    assert "Bernd deals" in host.get(f"{night}/deals/1").text
    for number, what, why in ((2, "doesn’t count", "three cards short"), (3, "points agreed on", "the dog ate it")):
        deal = host.get(f"{night}/deals/{number}").text
        assert (what in deal, why in deal) == (True, True)


def test_such_a_row_is_refused_with_the_reason_and_written_once(host):
    night = host.open_night(*FOUR, rules="herzblatt/muhr")
    for row, reason in (
        ("xx", "a reason is missing"),
        ("== 1 0 0 -1", "a reason is missing"),
        ("== 1 0 0 0 why", "the amounts add up to 1, not to 0"),
        ("== 0 0 0 0 why", "nobody gets or gives anything"),
        ("@q A 71", "q is none of the players"),
        ("A" * 300, ""),
    ):
        refused = fill_in(host, night, "A 71", row, "B 70")
        assert (refused.status in (400, 422), reason in refused.text) == (True, True), row
    assert fill_in(host, night, *["A 71"] * 101).status in (400, 422)
    more = fill_in(host, night, "A 71", *[""] * 11, action="more")
    assert values_of(more)["row"] == ["A 71", *[""] * 21]
    assert host.standing(night) == dict.fromkeys(FOUR, 0)
    sent = {**values_of(host.get(f"{night}/paper")), "row": ODD, "action": "together"}
    assert {host.post(f"{night}/paper", sent).location for _ in range(3)} == {f"{night}#deal-1"}
    for place, other in enumerate(["@d A 71", "xx two cards short", "== 3 -1 -2 . the dog ate it", "xx -"]):
        rows = [other if at == place else row for at, row in enumerate(ODD)]
        assert host.post(f"{night}/paper", {**sent, "row": rows}).status == 409


def test_who_sits_out_is_named_but_a_called_deal_has_its_dealer(host):
    night = host.open_night(*FOUR, "Emil", "Hans", rules="herzblatt/braun")
    refused = fill_in(host, night, "H 71")
    assert (refused.status, "Hans deals and sits out; if Emil dealt, write: @E H 71" in refused.errors) == (422, True)
    host.enter(night, "called", soloist="p1")
    refused = fill_in(host, night, "H 71").errors
    assert ("Hans deals and sits out" in refused, "@E" in refused) == (True, False), "nor is another one offered"
    refused = fill_in(host, night, "@b xx misdealt")
    assert (refused.status, "this deal was called, and Hans deals it" in refused.errors) == (422, True)
    assert fill_in(host, night, "@h xx misdealt", "@E H 7O").status == 303
    assert "doesn’t count" in host.get(f"{night}/deals/1").text
    assert host.standing(night)["Hans"] > 0


def test_an_empty_sheet_has_columns_dealers_carried_totals_and_the_tariff(host, onlooker, night):
    codes = [phone.get(f"{night}/blank").body.partition('class="code">')[2][:2000] for phone in (host, onlooker)]
    assert codes[0] != codes[1]
    night = host.open_night(*FOUR, "Emil", rules="herzblatt/muhr")
    table, *tariff = host.get(f"{night}/blank").html.one("main").all("table")
    rows = table.one("tbody").all("tr")
    assert [cell.text for cell in table.one("thead").all("th")] == ["Played", *FOUR, "Emil"]
    assert (len(rows), rows[0].one("th").text, rows[-1].one("th").text) == (24, "1", "24")
    dealers = [[bool(cell.all(marked="dealer")) for cell in row.all("td")].index(True) for row in rows[:5]]
    assert dealers == [5, 1, 2, 3, 4]
    assert [row.all("td")[5].text for row in rows[:2]] == ["–", ""]
    assert tariff
    night = host.open_night(*FOUR, rules="koenigrufen/wien", amount="0.10")
    assert host.enter(night, declarer="p2", contract="dreier", points="37").status == 303
    head = host.get(f"{night}/blank").html.one("main").all("table")[0].one("thead").all("tr")
    assert [cell.text for cell in head[1].all("th")] == ["sheet", "€"] * 4, "money has a column"
    assert " ".join(cell.text for cell in head[2].all("td")[1:]) == "−5 −0.50 +15 +1.50 −5 −0.50 −5 −0.50"


def test_rows_are_written_in_one_transaction(host):
    night = host.open_night(*FOUR[:3])
    row = find_night(night.rpartition("/")[2])
    good, bad = preview_rows(row.id, ["A 71", "B 30"])
    spoilt = bad._replace(act=replace(bad.act, answers={"soloist": "p2"}))
    with pytest.raises(Refused):
        book_together(row.id, Sender("device", "request-of-rows"), [good, spoilt])
    assert host.standing(night) == dict.fromkeys(FOUR[:3], 0)
    assert find_night(row.slug).seq == row.seq


def test_rows_may_have_their_numbers_on_the_paper(host):
    night = host.open_night(*FOUR[:3])
    assert fill_in(host, night, "1. A 71", "2. B 30").location == f"{night}#deal-1"
    assert host.standing(night) == {"Anna": 6, "Bernd": -9, "Clara": 3}


def test_rows_of_a_table_that_counts_double_deals_need_no_factor(host):
    night = host.open_night(*FOUR, rules="koenigrufen/ruediger")
    rows = ["Trisch 10 40 15 5", "A Drei 40", "A Drei 40 x4"]
    page = host.get(f"{night}/paper")
    told = outputs(host.post(f"{night}/paper/preview", {**values_of(page), "row": rows}))
    assert "counts ×2" in told["row-2"]
    assert "+18" in told["row-1"]
    sent = {**values_of(page), "row": rows[:2], "action": "together"}
    assert {host.post(f"{night}/paper", sent).status for _ in range(2)} == {303}
    assert host.standing(night) == {"Anna": 19, "Bernd": -9, "Clara": -5, "Dora": -5}
    page = host.get(f"{night}/paper")
    told = outputs(host.post(f"{night}/paper/preview", {**values_of(page), "row": ["A Drei 40"]}))
    assert "+18" in told["row-0"]
