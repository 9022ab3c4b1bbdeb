"""Closing a season: its table stays as it stood, the next one begins empty, and nothing that is open is lost."""

import re
from decimal import Decimal

import pytest

from scorekeeper.storage.engine.erasure import NAMED, erase_due, load_due
from scorekeeper.storage.engine.sql import fetch
from scorekeeper.storage.models import GroupNight, SeasonRow, database
from scorekeeper.storage.verify import faults
from tests.tables import csv_rows
from tests.web.group import come_in, group_links, member_of, open_group
from tests.web.html import values
from tests.web.phone import FIVE, Phone, whole
from tests.web.test_groups import next_night, season
from tests.web.test_kitty import book
from tests.web.test_members import listed, rename


@pytest.fixture
def group(host, night):
    """A group with two nights."""
    group = open_group(host, night)
    host.book(next_night(host, group), "p2", 90)
    return group


def close(host, group, name="2026"):
    page = host.get(f"{group}/season")
    return host.send(page, page.form(number=""), name=name)


def table_of(page):
    """The table of a season by name, with everybody's place, without its links."""
    table = page.html.all("table")[0]
    heads = [head.text for head in table.one("thead").all("th")]
    rows = {row.one("th").text: row for row in table.one("tbody").all("tr")}
    assert all(row.one("th")["data-place"] for row in rows.values())
    return heads, {
        name: [row.one("th")["data-place"], *(cell.text for cell in row.all("td"))] for name, row in rows.items()
    }


@pytest.mark.both_databases
def test_a_closed_season_keeps_its_table_and_the_next_one_begins_empty(host, night, group):
    before = table_of(host.get(f"{group}/season"))
    sent = values(host.get(f"{group}/season").form(number="")) | {"name": "2026"}
    answers = [host.post(f"{group}/seasons", sent) for _ in range(3)]
    assert {answer.location for answer in answers} == {f"{group}/seasons?season=1"}, "sent again it closes nothing more"
    now = host.get(f"{group}/season")
    assert "There are no nights yet." in now.text
    assert season(host, group) == {}
    link = next(link["href"] for link in now.html.one("main").all("a") if link.text == "2026")
    assert table_of(host.get(link)) == before
    page = host.get(f"{night}/deals/1/correct")
    changed = {"soloist": "p3", "points": "90", "note": "it was Clara"}
    assert host.send(page, page.form(points=""), action="confirm", **changed).status == 303
    assert table_of(host.get(link)) == before, "what is corrected later does not change it"
    third = next_night(host, group)
    host.book(third, "p1", 71)
    assert season(host, group)["Anna"][0] == 1, "only the new night counts"
    assert close(host, group, "2027").location == f"{group}/seasons?season=2"
    assert [link.text for link in host.get(f"{group}/season").html.all("p", "more")[-1].all("a")] == ["2027", "2026"]
    with database.connection_context():
        assert not list(faults())


def test_open_money_of_a_closed_season_is_settled_in_the_next_one(host, night, group):
    close(host, group)
    third = next_night(host, group)
    page = host.get(f"{group}/settle")
    form = page.html.one("main").one("form", fits=lambda form: "Move and settle" in form.text)
    assert host.send(page, form).location == f"{third}/settle"
    assert "Nobody owes anybody anything" in host.get(f"{night}/settle").text
    assert season(host, group)["Anna"][4:6] == (0, 0)


def test_the_statement_of_a_closed_season_is_one_tap_away(host, night, group):
    close(host, group)
    page = host.get(f"{group}/seasons")
    [link] = [link["href"] for link in page.html.one("main").all("a") if link.text == "Anna"]
    assert len(host.get(link).html.one("table", "statement").one("tbody").all("tr")) == 2
    now = host.get(link.replace("&season=1", ""))
    assert "Open from other seasons: +€" in now.text
    with database.connection_context():  # an earlier version let nights of closed seasons leave
        GroupNight.delete().where(GroupNight.season > 0).execute()
    names = host.get(f"{group}/seasons").html.one("table", "season").one("tbody")
    assert "Anna" in names.text
    assert not names.all("a"), "without its nights there is no statement"


def test_a_night_of_a_closed_season_stays_in_the_group_and_counts_once(host, night, group):
    page = host.get(f"{night}/round")
    close(host, group)
    answer = host.send(page, page.form(), "action=out")
    assert (answer.status, "closed season" in answer.errors) == (422, True)
    assert not answer.html.all("button", fits=lambda button: button["value"] == "out")
    assert season(host, group) == {}


def test_only_a_host_of_the_group_closes_a_season(shared_app, host, night, group):
    member = Phone(shared_app)
    come_in(member, group_links(host, group)["member"])
    assert "Close this season" not in member.get(f"{group}/season").text
    fields = {"csrf_token": member.token(), "name": "X", "number": "1"}
    assert member.post(f"{group}/seasons", fields).status == 403
    assert season(host, group) != {}


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"name": " "}, "a season needs a name"),
        ({"number": "0"}, "nothing was chosen"),
        ({"number": "x"}, "whole number"),
    ],
)
def test_a_season_is_closed_under_a_name_and_a_number(host, group, fields, said):
    sent = values(host.get(f"{group}/season").form(number="")) | {"name": "2026"} | fields
    answer = host.post(f"{group}/seasons", sent)
    assert (answer.status, said in answer.text) == (422, True)


def test_a_season_without_a_night_is_not_closed(host, night, group):
    close(host, group)
    assert "Close this season" not in host.get(f"{group}/season").text
    answer = host.post(f"{group}/seasons", {"csrf_token": host.token(), "name": "X", "number": "2"})
    assert (answer.status, "no night was played" in answer.text) == (422, True)
    assert host.get(f"{group}/seasons", season=7).status == 404


@pytest.mark.both_databases
def test_whoever_is_forgotten_is_forgotten_in_closed_seasons(host, night, group):
    close(host, group, "Annas Saison von Anna")
    page = host.get(f"{night}/forget")
    assert host.send(page, page.form(player=""), player="p1").status == 303
    page = host.get(f"{group}/seasons")
    assert "Anna" not in page.body
    assert {name for name in table_of(page)[1] if name.startswith("N. N.")}
    assert re.search(r"N\. N\.( \d+)? Saison von N\. N\.( \d+)?", page.text)
    with database.connection_context():
        sql = """SELECT person.name, numbers FROM season_place JOIN person ON person.id = person_id
            JOIN season ON season.id = season_id JOIN round ON round.id = round_id WHERE slug = ?"""
        assert "Anna" not in repr(fetch(sql, group[3:]))


@pytest.mark.both_databases
def test_a_member_hosting_a_night_changes_no_name_of_the_group(shared_app, host, night, group):
    member = member_of(shared_app, host, group)
    own = next_night(member, group)
    member.book(own, "p1", 80)
    close(host, group)
    before = table_of(host.get(f"{group}/seasons")), listed(host, group)
    rename(member, own, "p1", "Hanna")
    assert member.fill_in(f"{own}/forget", "player", player="p2").status == 303
    assert "Hanna" in member.get(own).text
    assert (table_of(host.get(f"{group}/seasons")), listed(host, group)) == before
    rename(host, night, "p1", "Hanna", everywhere="yes")
    assert {"Anna", "Bernd"} - {*table_of(host.get(f"{group}/seasons"))[1]} == {"Anna"}
    assert host.fill_in(f"{night}/forget", "player", player="p2").status == 303
    assert "Bernd" not in host.get(f"{group}/seasons").text + host.get(group).text
    with database.connection_context():
        assert not list(faults())


@pytest.mark.both_databases
def test_a_forgotten_name_is_in_no_text_of_a_group_without_nights(host, night, group):
    page = host.get(f"{group}/settings")
    host.send(page, page.form(tariff=""), "action=tariff", tariff="Annas Runde 1.00\nMisdeal 0.50")
    close(host, group, "Saison von Anna")
    cards = host.get(f"{group}/seasons").html.one("main").all("a")
    for path in {link["href"].partition("#")[0] for link in cards if link["href"].startswith("/n/")}:
        page = host.get(f"{path}/delete")
        assert host.send(page, page.form(typed=""), typed=host.get(path).html.one("h1").text).status == 303
    other = host.open_night("Anna", "Xaver", "Zita")
    page = host.get(f"{other}/forget")
    assert host.send(page, page.form(player=""), player="p1").status == 303
    page = host.get(f"{group}/settings")
    assert "Anna" not in host.get(f"{group}/seasons").body + page.body
    assert "Misdeal 0.50" in page.text, "the other fine stays"
    with database.connection_context():
        assert {"season", "round"} <= {one.name for one in load_due()} <= set(NAMED)
        assert erase_due()


def test_a_closed_table_keeps_deleted_nights_until_the_group_goes(host, night, group):
    before = table_of(host.get(f"{group}/season"))
    close(host, group)
    page = host.get(f"{night}/delete")
    assert host.send(page, page.form(typed=""), typed=host.get(night).html.one("h1").text).status == 303
    assert table_of(host.get(f"{group}/seasons")) == before
    with database.connection_context():
        seasons = SeasonRow.select().count()
    page = host.get(f"{group}/settings")
    assert host.send(page, page.form(typed=""), "action=delete", typed="Donnerstag").status == 303
    with database.connection_context():
        assert SeasonRow.select().count() == seasons - 1
        assert not list(faults())


def test_fines_of_a_closed_season_stay_in_its_table(host, night, group):
    book(host, night, "fine", "2", "p1", "Misdeal")
    close(host, group)
    heads, rows = table_of(host.get(f"{group}/seasons"))
    assert rows["Anna"][heads.index("fines, shared purse")] == "−€2.00"


def test_more_people_than_fit_on_paper_stand_in_a_table_of_their_own(host, group):
    for at in (0, 5, 10):
        host.book(host.open_night(*(f"P{at + seat:02}" for seat in range(5)), round=group[3:]), "p1", 90)
    tables = host.get(f"{group}/season").html.one("main").all("table", "nights")
    heads = [[head.text for head in table.one("thead").all("th")] for table in tables]
    assert [len(names) for names in heads] == [13, 9]
    assert {names[0] for names in heads} == {"Night"}
    assert sorted(heads[0][1:] + heads[1][1:]) == sorted({*FIVE, *(f"P{at:02}" for at in range(15))})
    days = [[row.one("th").text for row in table.one("tbody").all("tr")] for table in tables]
    assert len(days[0]) == 5
    assert days[0] == days[1]


def test_a_closed_season_can_be_downloaded_as_its_table_stands(host, night, group):
    close(host, group)
    heads, rows = table_of(host.get(f"{group}/seasons"))
    host.book(night, "p3", 90)
    found = csv_rows(host.get(f"{group}/seasons.csv", season=1).body)
    assert [row["person"] for row in found] == list(rows)
    for row in found:
        shown = dict(zip(heads[1:], rows[row["person"]][1:], strict=True))
        assert rows[row["person"]][0] == f"{row['place']}."
        assert whole(shown["points"]) == int(row["points"])
        assert whole(shown["still owed"].replace("€", "")) == int(100 * Decimal(row["still owed"]))
        assert row["currency"] == "EUR"
    book = host.get(f"{group}/seasons.xlsx", season=1)
    assert (book.status, book.body[:2]) == (200, "PK")
    assert host.get(f"{group}/seasons.csv", season=7).status == 404
