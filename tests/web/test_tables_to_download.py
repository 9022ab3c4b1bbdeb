"""The tables of a night and a group as files: the workbook first, called by name, with the sums of the page."""

import re
from decimal import Decimal
from io import BytesIO
from itertools import chain
from urllib.parse import unquote

import pytest
from openpyxl import load_workbook

from scorekeeper.web.core.downloads import file_name
from tests.spreadsheet.libreoffice import LibreOffice, needs_libreoffice
from tests.tables import csv_rows, read_csv
from tests.web.group import come_in, group_links, open_group, put_in
from tests.web.paying import freeze, tick
from tests.web.phone import Phone
from tests.web.test_evening import club_of, draw, play_table
from tests.web.test_groups import next_night
from tests.web.test_kitty import book
from tests.web.test_statement import statement_link

EURO = re.compile(r"([+−]?)€([\d,]+\.\d\d)")


def workbook(phone, path, values=True, **query):
    """A workbook that is downloaded, with the values of its formulas."""
    answer = phone.client.get(path, query_string=query or None)
    assert answer.status_code == 200, answer.text
    assert answer.headers["Content-Type"].endswith("spreadsheetml.sheet")
    book = load_workbook(BytesIO(answer.data), data_only=values)
    answer.close()
    return book


def rows_of(sheet):
    """The rows of a sheet by the heading of the column; those of sums have "Sum" in the first one."""
    heading, *rows = sheet.iter_rows(values_only=True)
    return [dict(zip(heading, row, strict=True)) for row in rows]


def euros(text):
    """The amounts of a text of a page."""
    return [Decimal(number.replace(",", "")) * (-1 if sign == "−" else 1) for sign, number in EURO.findall(text)]


def disposition(phone, path):
    answer = phone.client.get(path)
    answer.close()
    return answer.headers["Content-Disposition"]


@pytest.fixture
def settled(host, night, group):
    """Two nights of a group in euros with fines and a payment, and one in Swiss francs."""
    host.book(night, "p2", 40)
    book(host, night, "fine", "2", "p1", "Misdeal")
    freeze(host, night)
    tick(host, night, "Anna → kitty", "all")
    second = next_night(host, group)
    host.book(second, "p1", 90)
    host.book(second, "p3", 25)
    swiss = host.open_night("Anna", "Bernd", "Gerd", currency="CHF", amount="0.50")
    put_in(host, swiss, group)
    host.book(swiss, "p3", 71)
    return group


def test_the_season_has_money_in_decimals_and_names_the_currency(host, settled):
    rows = csv_rows(host.get(f"{settled}/season.csv").body)
    assert [row["currency"] for row in rows if row["person"] in ("Anna", "Gerd")].count("CHF") == 2
    nights = {name: int(row["nights"]) for row in rows if (name := row["person"]) and row["nights"]}
    assert nights["Anna"] == 3, "numbers that are no money stand once"
    page = host.get(f"{settled}/season")
    [head, *_] = page.html.all("table", "season")
    titles = [cell.text for cell in head.one("thead").all("th")]
    for shown in head.one("tbody").all("tr"):
        name = shown.one("th").text
        cell = shown.all("td")[titles.index("still owed") - 1].text
        found = {row["currency"]: Decimal(row["still owed"]) for row in rows if row["person"] == name}
        assert euros(cell) == [amount for currency, amount in found.items() if currency == "EUR"], name


def test_the_season_has_a_sheet_for_each_night_and_sums_for_each_currency(host, settled):
    book = workbook(host, f"{settled}/season.xlsx")
    formulas = workbook(host, f"{settled}/season.xlsx", values=False)
    assert len(book.sheetnames) == 4
    assert book.sheetnames[0] == "Season table"
    season = rows_of(book["Season table"])
    sums = [row for row in season if row["person"] == "Sum"]
    assert [row["currency"] for row in sums] == ["CHF", "EUR"]
    for total in sums:
        column = [row for row in season if row["currency"] == total["currency"] and row["person"] != "Sum"]
        for key in ("result", "paid", "still owed"):
            assert round(total[key], 2) == round(sum(row[key] for row in column), 2)
    nights = [rows_of(sheet) for sheet in book.worksheets[1:]]
    for currency in ("EUR", "CHF"):
        [own], left = (
            [row["still owed"] for row in rows if (row["person"], row["currency"]) == ("Anna", currency)]
            for rows in (season, list(chain.from_iterable(nights)))
        )
        assert round(sum(left), 2) == round(own, 2)
    assert [str(sheet.cell(sheet.max_row, 9).value)[:5] for sheet in formulas.worksheets[1:]] == ["=SUM("] * 3
    assert [len(sheet._charts) for sheet in formulas.worksheets] == [0, 1, 1, 1]


@needs_libreoffice
@pytest.mark.at_length
@pytest.mark.parametrize("locale", ["en-US", "de-AT"])
def test_what_libreoffice_adds_up_is_what_the_page_says(locale, host, settled, tmp_path):
    answer = host.client.get(f"{settled}/season.xlsx")
    file = tmp_path / "season.xlsx"
    file.write_bytes(answer.data)
    answer.close()
    office = LibreOffice(tmp_path, locale)
    heading, *season = office.sheets(file)["Season table"]
    at = {name: heading.index(name) for name in ("person", "currency", "result", "still owed")}
    sums = {row[at["currency"]]: row for row in season if row[at["person"]] == "Sum"}
    [table, *_] = host.get(f"{settled}/season").html.all("table", "season")
    titles = [cell.text for cell in table.one("thead").all("th")][1:]
    for key in ("result", "still owed"):
        cells = [row.all("td")[titles.index(key)].text for row in table.one("tbody").all("tr")]
        assert office.number(sums["EUR"][at[key]]) == sum(amount for cell in cells for amount in euros(cell))


def test_a_night_has_its_deals_with_a_chart_and_what_everybody_has(host, night):
    host.book(night, "p2", 40)
    host.book(night, "p1", 90)
    book(host, night, "fine", "2", "p1", "Misdeal")
    file = workbook(host, f"{night}/night.xlsx")
    deals, money = file.worksheets
    *rows, sums = rows_of(deals)
    standing = host.standing(night)
    assert {name: sums[name] for name in standing} == standing
    assert {name: rows[-1][f"balance {name}"] for name in standing} == standing
    assert len(workbook(host, f"{night}/night.xlsx")["Deals"]._charts) == 1
    *people, total = rows_of(money)
    assert total["fines, shared purse"] == -2
    page = host.get(f"{night}/settle")
    for row in people:
        assert f"{abs(row['still owed']):.2f}" in page.text, row["person"]


def test_the_sums_of_a_statement_are_those_of_its_page(host, settled):
    link = statement_link(host, settled, "Anna")
    rows = rows_of(workbook(host, link.replace("/statement?", "/statement.xlsx?")).worksheets[0])
    table = next(one for one in host.get(link).html.all("table", "statement") if "€" in one.text)
    titles = [cell.text for cell in table.one("thead").all("th")][1:]
    shown = dict(zip(titles, (cell.text for cell in table.one("tfoot").all("td")), strict=True))
    [total] = [row for row in rows if row["date"] == "Sum" and row["currency"] == "EUR"]
    for title in titles[:-1]:
        found = Decimal(str(total[title])).quantize(Decimal("0.01"))
        assert [found] == (euros(shown[title]) or [Decimal("0.00")]), title


def test_the_sum_of_the_kitty_is_its_contents(host, settled):
    *moves, total = rows_of(workbook(host, f"{settled}/kitty.xlsx").worksheets[0])
    assert [Decimal(str(total["into the kitty"]))] == euros(host.get(f"{settled}/kitty").html.one("p", "kitty").text)
    assert [move["in the kitty then"] for move in moves][-1] == total["into the kitty"]
    assert all(move["date"].year > 2000 for move in moves)


def test_the_members_are_a_list_for_everybody_who_sees_them(shared_app, host):
    group = club_of(host, ["Anna", "=1+1", "Käthe"])
    onlooker = Phone(shared_app)
    come_in(onlooker, group_links(host, group)["onlooker"])
    for phone in (host, onlooker):
        heading, *rows = read_csv(phone.get(f"{group}/members.csv").body)
        assert (heading, [row[0] for row in rows]) == (["person", "here today"], ["'=1+1", "Anna", "Käthe"])
        sheet = workbook(phone, f"{group}/members.xlsx").worksheets[0]
        assert [(row[0].value, row[0].data_type) for row in sheet.iter_rows(min_row=2)] == [
            *(("=1+1", "s"), ("Anna", "s"), ("Käthe", "s"))
        ]


def test_an_evening_has_its_rounds_and_a_sheet_for_each_table(host):
    group = club_of(host, [f"N{number:02}" for number in range(1, 9)])
    for night, names in draw(host, group, [f"N{number:02}" for number in range(1, 9)]).items():
        play_table(host, night, names, 40)
    evening = re.search(r"evening=(\d+)", host.get(f"{group}/tables").body)[1]
    book = workbook(host, f"{group}/season.xlsx", evening=evening)
    day = book.sheetnames[1].split()[0]
    assert book.sheetnames[1:] == [f"{day} Table 2", f"{day} Table 1"]
    season = rows_of(book["Season table"])
    assert all(row["Round 1"] is not None for row in season if row["person"] != "Sum")
    assert disposition(host, f"{group}/season.csv?begin={day}&end={day}") == f'attachment; filename="Club {day}.csv"'


def test_nights_without_stake_or_without_deals_make_a_workbook(host):
    night = host.open_night(amount="")
    assert [sheet.max_row for sheet in workbook(host, f"{night}/night.xlsx").worksheets] == [1, 7]
    host.book(night, "p1", 71)
    *people, total = rows_of(workbook(host, f"{night}/night.xlsx").worksheets[1])
    assert [row["still owed"] for row in people] == [row["points"] for row in people]
    assert (total["still owed"], total["currency"], people[0]["still owed"]) == (0, None, 4)


def test_every_page_with_a_table_offers_the_workbook_first(host, settled, night):
    pages = [f"{night}/table", f"{settled}/season", f"{settled}/kitty", statement_link(host, settled, "Anna")]
    page = host.get(f"{settled}/members")
    host.send(page, page.form(names=""), "action=add", names="Zora")
    for path in (*pages, f"{settled}/members"):
        links = [link["href"] for link in host.get(path).html.all("a") if re.search(r"\.(xlsx|csv|toml)", link["href"])]
        assert [re.search(r"\.(\w+)(\?|$)", link)[1] for link in links[:2]] == ["xlsx", "csv"], path
        for link in links:
            answer = host.client.get(link)
            assert answer.status_code == 200, link
            answer.close()


def test_a_file_is_called_by_group_night_and_day(host, night):
    group = open_group(host, night, "Große „Žaba“ / Runde")
    found = disposition(host, f"{night}/night.xlsx")
    name = unquote(re.search(r"filename\*=UTF-8''([^;]+)", found)[1])
    assert re.fullmatch(r"Große „Žaba“ - Runde Herzblatt \d{4}-\d\d-\d\d\.xlsx", name), found
    assert re.search(r'filename="Groe Zaba - Runde Herzblatt [\d-]+\.xlsx"', found), found
    assert unquote(disposition(host, f"{group}/season.csv")).count("Season table") > 0


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (["", "Herzblatt", ""], "Herzblatt"),
        (["../etc", 'a"b\r\nSet-Cookie: x'], "-etc a-b Set-Cookie- x"),
        (["\u202egpj.exe", "\x00"], "gpj.exe"),
        (["...", " "], "scorekeeper"),
        (["ä" * 200], "ä" * 90),
    ],
)
def test_a_name_can_be_stored_anywhere(words, name):
    assert file_name(words) == name
