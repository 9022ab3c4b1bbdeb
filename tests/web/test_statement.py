"""The statement of each person of a group: every row adds up, and all of them to the row of the season."""

from decimal import Decimal

import pytest

from tests.tables import csv_rows, read_csv
from tests.web.group import come_in, group_links, open_group
from tests.web.paying import freeze, tick
from tests.web.phone import Phone
from tests.web.test_groups import next_night
from tests.web.test_kitty import book, pool


@pytest.fixture
def group(host, night):
    """A group with one night."""
    return open_group(host, night)


def statement_link(phone, group, name):
    rows = phone.get(f"{group}/season").html.all("table")[0].one("tbody").all("tr")
    [link] = [row.one("th").one("a")["href"] for row in rows if row.one("th").text == name]
    return link


def statement(phone, group, name):
    """The rows of a statement as its table for other programs has them: the amounts of each night."""
    _, _, query = statement_link(phone, group, name).partition("?")
    rows = read_csv(phone.get(f"{group}/statement.csv?{query}").body)
    return [list(map(Decimal, row[3:])) for row in rows[1:]]


def season_row(phone, group, name):
    """The money of one person in the season table, by the heading of its column, in the smallest coin."""
    [row] = [row for row in csv_rows(phone.get(f"{group}/season.csv").body) if row["person"] == name]
    assert row["currency"] == "EUR"
    return {
        key: int(100 * Decimal(row[key]))
        for key in ("result", "carried over", "fines, shared purse", "paid", "still owed")
    }


@pytest.fixture
def three_nights(host, night, group):
    """Three nights with a fine, a couple, a payment, and money of a deleted night."""
    host.book(night, "p2", 40)
    book(host, night, "fine", "2", "p1", "Misdeal")
    pool(host, night, "p2", "p3")
    freeze(host, night)
    tick(host, night, "Bernd + Clara → kitty", "all")
    second = next_night(host, group)
    host.book(second, "p1", 90)
    page = host.get(f"{group}/settle")
    host.send(page, page.html.one("main").one("form", fits=lambda form: "Move and settle" in form.text))
    third = next_night(host, group)
    host.book(third, "p3", 71)
    page = host.get(f"{group}/settle")
    host.send(page, page.html.one("main").one("form", fits=lambda form: "Move and settle" in form.text))
    page = host.get(f"{second}/delete")
    assert host.send(page, page.form(typed=""), typed="Herzblatt").status == 303
    return night, third


@pytest.mark.both_databases
def test_the_rows_of_a_statement_add_up_to_the_row_of_the_season(host, group, three_nights):
    for name in ("Anna", "Bernd", "Clara", "Dora", "Emil"):
        rows = statement(host, group, name)
        assert len(rows) == 2
        running = 0
        for *parts, left, balance in rows:
            assert sum(parts) == left, name
            running += left
            assert balance == running, name
        won, fined, shared, carried, paid, left = (100 * sum(row[at] for row in rows) for at in range(6))
        expected = {"result": won, "paid": paid, "still owed": left, "carried over": carried}
        assert season_row(host, group, name) == expected | {"fines, shared purse": fined + shared}, name
    assert statement(host, group, "Anna")[0][1] == -2


def test_money_of_a_deleted_night_is_in_the_row_of_who_has_it(host, group, three_nights):
    for name in ("Anna", "Bernd", "Clara", "Dora", "Emil"):
        row = season_row(host, group, name)
        assert row["result"] + row["fines, shared purse"] + row["carried over"] + row["paid"] == row["still owed"], name
    assert any(season_row(host, group, name)["carried over"] for name in ("Anna", "Bernd")), "it came from that night"
    page = host.get(f"{group}/season")
    assert "carried over" in page.text
    assert "fines, shared purse" in page.text


def test_the_page_shows_what_the_table_has_and_leads_to_the_nights(host, group, three_nights):
    page = host.get(statement_link(host, group, "Anna"))
    table = page.html.one("table", "statement")
    assert [head.text for head in table.one("thead").all("th")] == [
        *("Night", "result", "fines", "carried over", "still owed", "running total")
    ]
    links = [row.one("a")["href"].partition("#")[0] for row in table.one("tbody").all("tr")]
    assert links == [night.partition("#")[0] for night in three_nights]
    assert table.one("tfoot").all("td")[-2].text == table.one("tbody").all("tr")[-1].all("td")[-1].text


def test_a_night_without_a_stake_is_in_points(host):
    night = host.open_night(amount="")
    group = open_group(host, night)
    host.book(night, "p1", 71)
    season = host.get(f"{group}/season")
    headings = [cell.text for cell in season.html.all("table", "season")[0].one("thead").all("th")]
    assert headings == ["person", "points", "place points", "nights", "deals played"], "no money, no column of money"
    page = host.get(statement_link(host, group, "Anna"))
    assert "money handed over" not in season.text + page.text
    assert [cell.text for cell in page.html.one("table", "statement").one("tbody").all("td")] == ["+4", "+4", "+4"]
    assert statement(host, group, "Anna") == [[4, 0, 0, 0, 0, 4, 4]]


def test_only_members_see_statements(shared_app, host, night, group, stranger):
    host.book(night, "p2", 40)
    link = statement_link(host, group, "Anna")
    onlooker, member = Phone(shared_app), Phone(shared_app)
    come_in(onlooker, group_links(host, group)["onlooker"])
    come_in(member, group_links(host, group)["member"])
    for path in (link, link.replace("/statement", "/statement.csv"), f"{group}/statement"):
        assert [phone.get(path).status for phone in (member, onlooker, stranger)] == [200, 403, 404]
    assert not onlooker.get(f"{group}/season").html.all("table")[0].one("tbody").all("a")


def test_there_is_no_statement_of_who_never_sat_in_the_group(host, group):
    other = Phone(host.client.application)
    theirs = open_group(other, other.open_night("Xaver", "Yvonne", "Zita"))
    other.book(other.get(theirs).html.all("a", "card")[0]["href"].partition("#")[0], "p1", 71)
    stranger = statement_link(other, theirs, "Xaver").partition("?")[2]
    for query in (stranger, "person=0", "person=99999999999999", "person=x"):
        assert host.get(f"{group}/statement?{query}").status == 404, query
        assert host.get(f"{group}/statement.csv?{query}").status == 404, query
    everybody = host.get(f"{group}/statement")
    assert [link.text for link in everybody.html.one("p", "more").all("a")] == [
        "Anna",
        "Bernd",
        "Clara",
        "Dora",
        "Emil",
    ]


def test_each_page_of_a_statement_begins_with_the_balance_forward(host, night, group):
    for number in range(14):
        row = night if not number else next_night(host, group)
        host.book(row, "p1", 71)
    first = host.get(statement_link(host, group, "Anna"))
    links = {link.text: link["href"] for link in first.html.one("main").all("a")}
    second, everything = host.get(links["Older nights"]), host.get(links["All nights"])
    rows = [page.html.one("table", "statement").one("tbody").all("tr") for page in (first, second, everything)]
    assert [len(page) for page in rows] == [13, 2, 14]
    texts = [[cell.text for cell in page[0].all("td")] for page in rows]
    assert rows[0][0].one("th").text == "Carried forward"
    sums = [page.html.one("table", "statement").one("tfoot").all("td")[-2].text for page in (first, second, everything)]
    assert texts[0] == [sums[1]] * 3, "the sum of the older page"
    assert sums[0] == sums[2] == rows[2][-1].all("td")[-1].text
    assert "Carried forward" not in second.text + everything.text
    assert len(statement(host, group, "Anna")) == 14, "the table for other programs has all nights"
