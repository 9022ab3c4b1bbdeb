"""What was open before the first night here: it counts in season and statement, and is settled with the nights."""

from io import BytesIO

import pytest

from tests.tables import csv_rows
from tests.web.group import member_of, open_group
from tests.web.paying import dues
from tests.web.test_groups import next_night
from tests.web.test_managing import change, unfound
from tests.web.test_seasons import close
from tests.web.test_statement import season_row, statement
from tests.web.test_treasurer import name as name_treasurer

LIST = "Name\tSaldo\nANNA \t12,50\nBernd\t-20,00\nZenzi (Rosa)\t7,50\nSumme\t0,00"


@pytest.fixture
def group(host, night):
    """A group of Anna, Bernd, Clara, Dora and Emil with one night, at which nothing was played yet."""
    return open_group(host, night)


def enter(phone, group, text=LIST, **more):
    page = phone.get(f"{group}/opening-balances")
    return phone.send(page, page.form(list=""), list=text, **{"currency": "EUR", "file": None} | more)


def test_the_currency_is_there_before_the_first_night(host):
    page = host.get("/rounds/new")
    group = host.send(page, page.form(name=""), name="Club").location
    page = host.get(f"{group}/opening-balances")
    assert "empty for points" not in page.text
    answer = host.send(page, page.form(list=""), list="Anna 5\nBernd -5", file=None)
    assert answer.status == 303, answer.errors
    assert "Anna +€5.00" in host.get(answer.location).text


def test_a_line_that_is_far_too_long_is_refused(host, group):
    assert enter(host, group, "x" * 140_000).status == 422


def take_back(phone, group):
    page = phone.get(f"{group}/opening-balances")
    return phone.send(page, page.html.one("form", fits=lambda form: form["action"].endswith("/back")))


def people(phone, group):
    return [row["person"] for row in csv_rows(phone.get(f"{group}/season.csv").body)]


@pytest.mark.both_databases
def test_a_list_of_balances_is_owed_until_it_is_settled_with_the_nights(host, night, group):
    before = season_row(host, group, "Anna")
    sent = enter(host, group)
    assert sent.status == 303, sent.errors
    won = before["result"]
    assert season_row(host, group, "Anna") == before | {"carried over": 1250, "still owed": 1250 + won}
    assert [[int(100 * amount) for amount in row] for row in statement(host, group, "Anna")] == [
        [0, 0, 0, 1250, 0, 1250, 1250],
        [won, 0, 0, 0, 0, won, 1250 + won],
    ]
    assert statement(host, group, "Zenzi (Rosa)")[0][-1] == statement(host, group, "Zenzi (Rosa)")[-1][-1]
    before = {name: season_row(host, group, name)["still owed"] for name in people(host, group)}
    page = host.get(f"{group}/settle")
    assert ("Opening balances" in page.text, "Zenzi (Rosa) +€7.50" in page.text) == (True, True)
    answer = host.send(page, page.form(last="", by=""))
    assert answer.location == f"{night}/settle"
    page = host.get(answer.location)
    assert "opening balances of the group" in page.text
    assert any("Zenzi (Rosa)" in due for due in dues(page))
    assert {name: season_row(host, group, name)["still owed"] for name in people(host, group)} == before
    assert "settled" in host.get(f"{group}/opening-balances").text
    assert "Take this list back" not in host.get(f"{group}/opening-balances").text
    assert host.get(f"{group}/settle").status == 303, "there is nothing more to move"
    assert unfound(night) == []


def test_what_a_list_does_not_come_to_is_owed_to_the_kitty(host, night, group):
    enter(host, group, "Anna\t-5\nBernd\t2")
    page = host.get(f"{group}/settle")
    assert "kitty +€3.00" in page.text
    answer = host.send(page, page.form(last="", by=""))
    assert any("kitty" in due for due in dues(host.get(answer.location)))
    assert unfound(night) == []


def test_what_is_open_in_another_group_is_entered_by_its_season_table(host, group):
    enter(host, group)
    file = host.get(f"{group}/season.csv").body
    owed = {row["person"]: round(100 * float(row["still owed"])) for row in csv_rows(file)}
    won = {row["person"]: round(100 * float(row["result"])) for row in csv_rows(file)}
    assert owed != won
    other = open_group(host, host.open_night(), "Freitag")
    sent = enter(host, other, "", file=(BytesIO(file.encode()), "season.csv"))
    assert sent.status == 303, sent.errors
    assert {name: season_row(host, other, name)["carried over"] for name in owed} == owed


def test_a_list_is_entered_once_and_can_be_taken_back(host, group):
    before = host.get(f"{group}/season.csv").body
    page = host.get(f"{group}/opening-balances")
    fields = {"list": LIST, "currency": "€", "file": None}
    for _ in range(2):
        assert host.send(page, page.form(list=""), **fields).status == 303
    owed = season_row(host, group, "Bernd")["still owed"]
    assert season_row(host, group, "Bernd")["carried over"] == -2000
    assert enter(host, group, "Bernd -1").status == 303
    assert season_row(host, group, "Bernd")["still owed"] == owed - 100
    stale = host.get(f"{group}/opening-balances")
    for form in stale.html.all("form", fits=lambda form: form["action"].endswith("/back")):
        assert [host.send(stale, form).status for _ in range(2)] == [303, 303]
    assert host.get(f"{group}/season.csv").body == before
    changes = host.get(f"{group}/settings").text
    assert changes.count("opening balances were entered") == changes.count("opening balances were taken back") == 2
    assert "Zenzi (Rosa)" in host.get(f"{group}/members").text, "she stays a member"


@pytest.mark.parametrize(
    ("text", "fields", "reason"),
    [
        (LIST, {"currency": ""}, "opening balances are money: say in which currency"),
        ("Anna\t5\nBernd\tfünf\nClara\t1", {}, "row 2, column B: fünf is not an amount of money"),
        ("Anna\t5\nANNA (Annerl)\t6", {}, "Anna and ANNA (Annerl) are both Anna"),
        (LIST, {"day": "gestern"}, "gestern is not a date"),
    ],
)
def test_a_refused_list_says_why_and_books_nothing(host, group, text, fields, reason):
    before = host.get(f"{group}/season.csv").body
    answer = enter(host, group, text, **fields)
    assert (answer.status, reason in answer.errors) == (422, True), answer.errors
    assert host.get(f"{group}/season.csv").body == before


def test_only_hosts_and_treasurers_enter_balances(shared_app, host, night, group):
    page = host.get(f"{group}/opening-balances")
    other = member_of(shared_app, host, group)
    assert not other.get(f"{group}/opening-balances").html.one("main").all("textarea")
    sent = {"csrf_token": other.token(), "request": "0123456789", "list": LIST, "currency": "EUR"}
    assert other.post(f"{group}/opening-balances", sent).status == 403
    assert member_of(shared_app, host, group, "onlooker").get(f"{group}/opening-balances").status == 403
    assert name_treasurer(host, group).status == 303
    assert enter(other, group).status == 303
    assert "Take this list back" in host.get(page.path).text
    assert take_back(other, group).status == 303


def test_balances_follow_the_season_that_is_closed_and_the_person(host, night, group):
    enter(host, group)
    host.book(night, "p1", 90)
    assert close(host, group).status == 303
    host.book(next_night(host, group), "p2", 90)
    assert season_row(host, group, "Anna")["carried over"] == 0
    page = host.get(f"{group}/members")
    form = page.form(other="")
    ids = {option.text: option["value"] for option in form.all("option")}
    assert host.send(page, form, "action=join", other=ids["Zenzi (Rosa)"], member=ids["Clara"]).status == 303
    page = host.get(f"{group}/settle")
    assert "Opening balances" in page.text, "what is open in a closed season is settled in the next one"
    host.send(page, page.form(last="", by=""))
    assert season_row(host, group, "Clara")["carried over"] != 0


def test_a_forgotten_name_leaves_the_balance_behind(host, night, group):
    enter(host, group)
    for player in ("p1", "p2"):
        assert host.fill_in(f"{night}/forget", "player", player=player, texts=None).status == 303
    page = host.get(f"{group}/opening-balances")
    assert ("Anna" in page.text, "N. N." in page.text, "+€12.50" in page.text) == (False, True, True)
    assert unfound(night) == []


def test_twenty_people_are_settled_as_far_as_a_night_has_seats(host, night, group):
    text = "\n".join(f"Person {number}\t{number}" for number in range(1, 21))
    assert enter(host, group, text).status == 303
    host.book(night, "p1", 90)
    page = host.get(f"{group}/settle")
    assert host.send(page, page.form(last="", by="")).location == f"{night}/settle"
    text = host.get(f"{group}/opening-balances").text
    assert text.count("settled") >= 7
    assert season_row(host, group, "Person 20")["still owed"] == 2000


def test_a_balance_follows_who_is_renamed_to_another_member(host, group):
    assert enter(host, group, "Annerl\t5,00\nBernd\t-5,00").status == 303
    night = host.open_night("Annerl", "Bernd", "Clara", round=group[3:])
    before = season_row(host, group, "Annerl")["still owed"] + season_row(host, group, "Anna")["still owed"]
    assert change(host, night, "rename", player="p1", name="Anna").status == 303
    assert "Annerl" not in people(host, group)
    assert season_row(host, group, "Anna")["still owed"] == before
    assert statement(host, group, "Anna")[-1][-1] * 100 == before


def test_members_with_names_such_as_plus_are_found_in_a_list(host, group):
    host.fill_in(f"{group}/members", "names", "action=add", names="Otto Plus\nB. Minus")
    members = host.get(f"{group}/members")
    assert "Otto Plus" in members.text
    assert enter(host, group, "Otto Plus 5,00\nB. Minus: 2,00\nAnna minus 7,00").status == 303
    owed = {name: season_row(host, group, name)["carried over"] for name in ("Otto Plus", "B. Minus", "Anna")}
    assert owed == {"Otto Plus": 500, "B. Minus": 200, "Anna": -700}


def test_a_large_balance_is_asked_about_once(host, group):
    asked = enter(host, group, "Anna 500000\nBernd -500000")
    said = "Anna: €500,000.00 is a lot; if that is right, send it once more"
    assert (asked.status, asked.errors) == (422, said)
    more = host.send(asked, asked.form(list=""), list="Anna 700000\nBernd -700000", file=None)
    assert more.errors.startswith("Anna: €700,000.00 is a lot")
    assert host.send(more, more.form(list=""), file=None).status == 303
    assert enter(host, group, "Anna 1000\nBernd -1000").status == 303
