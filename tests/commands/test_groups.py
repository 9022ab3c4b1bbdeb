"""The season of a group on the command line says what its page says."""

import json

import pytest

from scorekeeper.commands import main
from scorekeeper.storage.models import database
from tests.commands.running import printed
from tests.tables import csv_rows
from tests.web.clock import TODAY
from tests.web.group import open_group, put_in
from tests.web.phone import Phone, whole
from tests.web.test_evening import club_of, draw, names_of, play, shown

pytestmark = pytest.mark.usefixtures("one_evening")


@pytest.fixture(scope="module")
def group(tmp_path_factory, make_app):
    """A group with two nights of different games, and the path of its database."""
    place = str(tmp_path_factory.mktemp("group") / "group.sqlite3")
    phone = Phone(make_app(place))
    night = phone.open_night("Anna", "Bernd", "Clara")
    phone.enter(night, soloist="p1", points="70")
    group = open_group(phone, night)
    tapp = phone.open_night("Anna", "Bernd", "Clara", rules="tapp/mayr", amount="0.10")
    put_in(phone, tapp, group)
    phone.enter(tapp, declarer="p2", contract="solo", points="50")
    database.obj.close_all()
    return place, group.rpartition("/")[2]


def test_the_season_of_several_games_counts_place_points(group, capsys):
    place, address = group
    text = printed(capsys, "season", address, "--database", place, "--lang", "en")
    assert text.splitlines()[0].split()[:3] == ["person", "place", "points"]
    assert "points are not added up" in text
    found = json.loads(printed(capsys, "season", "Donnerstag", "--json", "--database", place))
    assert found["games"] == ["herzblatt", "tapp"]
    people = {person["name"]: person for person in found["people"]}
    assert {name: person["place_points"] for name, person in people.items()} == {
        "Anna": 2.5,
        "Bernd": 2.5,
        "Clara": 1.0,
    }
    assert "balance" not in people["Anna"]
    for person in people.values():
        for money in person["money"].values():
            assert money["won"] + money["paid"] + money["carried"] + money["aside"] == money["open"]


def test_a_group_without_nights_says_so(tmp_path, make_app, capsys):
    place = str(tmp_path / "new.sqlite3")
    phone = Phone(make_app(place))
    assert printed(capsys, "season", "--database", place) == "There are no groups yet.\n"
    page = phone.get("/rounds/new")
    group = phone.send(page, page.form(name=""), name="Club").location
    assert "There are no nights yet." in phone.get(f"{group}/season").text
    assert "No night fits." in phone.get(f"{group}/season", begin="2020-01-01").text
    database.obj.close_all()
    assert printed(capsys, "season", "Club", "--database", place) == "There are no nights yet.\n"


def test_the_standings_are_those_of_one_day(group, capsys):
    place, address = group
    assert printed(capsys, "season", "--database", place) == f"{address}  Donnerstag\n", "the groups are listed"
    listed = json.loads(printed(capsys, "season", "--json", "--database", place))
    assert listed == {"groups": [{"address": address, "name": "Donnerstag"}]}
    assert json.loads(printed(capsys, "season", address, "--json", "--database", place))["people"]
    words = ("standings", address, "--day", "2020-01-01", "--database", place)
    assert printed(capsys, *words) == "No night fits.\n"
    empty = json.loads(printed(capsys, *words, "--json"))
    assert (empty["day"], empty["people"]) == ("2020-01-01", [])


def test_who_changes_tables_within_a_round_has_one_result_of_it(tmp_path, make_app, capsys):
    place = str(tmp_path / "club.sqlite3")
    phone = Phone(make_app(place))
    group = club_of(phone, names_of(8))
    tables = draw(phone, group, names_of(8))
    (first, names), (second, _) = tables.items()
    play(phone, first, 50)
    for night, fields in ((first, {"move": "leave", "player": "p1"}), (second, {"place": "1", "name": names[0]})):
        page = phone.get(f"{night}/table")
        assert phone.send(page, page.form(place=""), **{"move": "join"} | fields).status == 303
    play(phone, second, 50)
    words = ("standings", "Club", "--day", TODAY, "--json", "--database", place)
    people = {person["name"]: person for person in json.loads(printed(capsys, *words))["people"]}
    mover = people[names[0]]
    assert (mover["nights"], mover["deals"]) == (2, 2)
    [found] = mover["rounds"]
    for key in ("balance", "cup_points", "place_points"):
        assert found[key] == mover[key]
    page = phone.get(f"{group}/season", begin=TODAY, end=TODAY)
    assert whole(shown(page, "Round 1")[names[0]]) == mover["cup_points"]
    database.obj.close_all()


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("season", "Freitag"), "Freitag: there is no such group"),
        (("season", "\0"), "there is no such group"),
        (("standings", "Donnerstag", "--day", "Friday"), "--day: Friday is not a date"),
    ],
)
def test_a_group_or_day_that_is_not_there_is_named(group, capsys, words, reason):
    assert main([*words, "--database", group[0], "--lang", "en"]) == 2
    assert reason in capsys.readouterr().err


@pytest.mark.parametrize(("command", "more"), [("season", ()), ("standings", ("--day", TODAY))])
def test_the_table_is_written_in_the_formats_of_a_spreadsheet(group, capsys, tmp_path, command, more):
    place, address = group
    asked = (command, address, *more, "--database", place, "--lang", "en")
    found = json.loads(printed(capsys, *asked, "--json"))
    rows = csv_rows(printed(capsys, *asked, "--format", "csv"))
    assert [row["person"] for row in rows] == [person["name"] for person in found["people"]]
    assert [float(row["place points"]) for row in rows] == [person["place_points"] for person in found["people"]]
    book = tmp_path / "season.xlsx"
    assert main([*asked, "--format", "xlsx", "--output", str(book)]) == 0
    assert book.read_bytes().startswith(b"PK")
    assert main([*asked, "--format", "csv", "--output", str(book)]) == 2, "a file that is there is not overwritten"
    assert "it exists already" in capsys.readouterr().err
