"""Tables from a spreadsheet, pasted into the forms of a group and of a night's paper sheet."""

from pathlib import Path

import pytest

from tests.web.group import open_group
from tests.web.html import values
from tests.web.phone import Phone

PASTED = Path(__file__).parent.parent / "pasted"


def pasted(name):
    """What a browser sends of a pasted table."""
    return (PASTED / f"{name}.tsv").read_text("utf-8").replace("\n", "\r\n")


def field(page, name):
    return page.html.one("textarea", fits=lambda field: field["name"] == name)


@pytest.fixture
def group(host, night):
    return open_group(host, night)


def test_a_list_of_members_is_pasted(host, group):
    page = host.get(f"{group}/members")
    assert host.send(page, page.form(names=""), "action=add", names=pasted("members")).status == 303
    shown = host.get(f"{group}/members").text
    assert all(name in shown for name in ("Anna Huber", "Käthe O’Brien", "Jožica Čeh"))
    assert not any(word in shown for word in ("Tarockrunde", "Summe", "2019", "0664"))
    wrong = host.send(page, page.form(names=""), "action=add", names="Name\tOrt\r\nAda\tGraz\r\n\tLinz")
    assert (wrong.status, wrong.errors) == (422, "row 3, column A: a name is missing")
    assert "Ada\tGraz" in wrong.body, "it can be corrected"
    assert "Ada" not in host.get(f"{group}/members").text, "all or none"


def test_a_new_group_takes_a_pasted_list(host):
    page = host.get("/rounds/new")
    answer = host.send(page, page.form(name=""), name="Club", members=pasted("members"))
    assert "Jožica Čeh" in host.get(answer.location).text
    wrong = host.send(page, page.form(name=""), name="Club", members="Anna\nN. N.")
    assert (wrong.status, wrong.errors.startswith("row 2: N. N. stands for")) == (422, True)


def test_pasted_names_are_drawn_to_tables(host, group):
    page = host.get(f"{group}/tables")
    sent = {"kind": "herzblatt/braun", "here": [], "others": pasted("members")}
    drawn = host.send(page, page.form(others=""), action="draw", **sent)
    assert "Jožica Čeh" in drawn.text
    wrong = host.send(page, page.form(others=""), action="draw", **(sent | {"others": "Anna\tWien\r\nBernd\tGraz"}))
    assert (wrong.status, "columns A and B both have words" in wrong.errors) == (422, True)
    assert "Anna\tWien" in wrong.body


def test_fines_are_pasted_and_a_doubtful_amount_is_asked_about(shared_app, host, group):
    page = host.get(f"{group}/settings")
    assert host.send(page, page.form(tariff=""), "action=tariff", tariff=pasted("fines")).status == 303
    shown = "Vergeben 0.50 Zu spät, je Viertelstunde 1.00 Handy am Tisch 1250.50"
    assert field(host.get(f"{group}/settings"), "tariff").text == shown
    page = host.get(f"{group}/settings")
    asked = host.send(page, page.form(tariff=""), "action=tariff", tariff="Late\t1,000\r\nMisdeal\t2")
    assert (asked.status, "row 1, column B: 1,000 was read as 1000" in asked.errors) == (422, True), asked.errors
    assert ">Late 1000\nMisdeal 2</textarea>" in asked.body
    again = "Late 1000\r\nMisdeal 2"
    assert host.send(asked, asked.form(tariff=""), "action=tariff", tariff=again).status == 303
    assert field(host.get(f"{group}/settings"), "tariff").text == "Late 1000.00 Misdeal 2.00"


def test_rows_of_a_paper_sheet_are_pasted_looked_at_and_booked(host):
    night = host.open_night("Anna", "Bernd", "Clara", "Dora")
    page = host.get(f"{night}/paper")
    taken = host.send(page, page.form(number=""), "action=together", pasted=pasted("points"))
    rows = values(taken.form(number=""))["row"]
    assert (taken.status, rows[0], len(rows)) == (200, "== 12 -6 -6 . from a spreadsheet", 12)
    assert "== 1000 -1250 250 . from a spreadsheet" in rows
    assert host.get(f"{night}/deals/1").status != 200, "nothing is booked before it was seen"
    assert taken.text.count("✓ the same") == 3, "and the totals are those of the table"
    assert host.send(taken, taken.form(number=""), "action=together").status == 303
    assert host.standing(night) == {"Anna": 1009, "Bernd": -1259, "Clara": 250, "Dora": 0}


def test_words_of_rows_are_pasted_and_a_wrong_cell_is_named(host):
    night = host.open_night("Anna", "Bernd", "Clara")
    page = host.get(f"{night}/paper")
    taken = host.send(page, page.form(number=""), "action=paste", row=["C 70"], pasted="1\tA\t71\n2\tB\t30\n3\t-")
    assert [row for row in values(taken.form(number=""))["row"] if row] == ["C 70", "A 71", "B 30", "-"]
    wrong = host.send(page, page.form(number=""), "action=paste", pasted="Anna\tBernd\tClara\n1\tzwei\t-3")
    assert (wrong.status, "row 2, column B: zwei is not a whole number" in wrong.text) == (422, True)
    assert "Anna\tBernd\tClara" in wrong.body, "it can be corrected"


@pytest.mark.parametrize(
    ("languages", "typed", "day"),
    [
        ("de-AT", "27.11.2026", "2026-11-27"),
        ("de-AT", "7.1.26", "2026-01-07"),
        ("en-GB", "27/11/2026", "2026-11-27"),
        ("en-US", "11/27/2026", "2026-11-27"),
        ("en-US", "2026-11-27", "2026-11-27"),
        ("de-CH", "31.02.2026", None),
    ],
)
def test_a_date_is_read_as_the_country_writes_it(shared_app, languages, typed, day):
    phone = Phone(shared_app, languages)
    page = phone.get("/nights/new/herzblatt/braun")
    names = {f"players-{place}": name for place, name in enumerate(("Anna", "Bernd", "Clara"))}
    answer = phone.send(page, page.form(amount=""), day=typed, **names)
    assert answer.status == (303 if day else 422)
    if day:
        assert f'"date": "{day}"' in phone.get(f"{answer.location}/night.json").body
