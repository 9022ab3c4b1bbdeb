"""A round begins with a night opened from its page, is found by its members from there, and can be deleted."""

import pytest

from scorekeeper.storage.engine.sql import fetch
from scorekeeper.storage.queries.nights import find_night
from scorekeeper.storage.verify import verify_night
from tests.web.html import values
from tests.web.meeting import come_in, member_of, open_round, round_links
from tests.web.phone import Phone, links


@pytest.fixture
def empty(host):
    """A round without any night."""
    return host.fill_in("/rounds/new", "name", name="Dienstag").location


def first_night(phone, meeting, rules="herzblatt/braun", **fields):
    """Open a night by the ways that the round's page, the page of games and that of the game offer."""
    game, author = rules.split("/")
    ways = [link["href"] for link in phone.get(meeting).html.one("main").all("a") if "/nights/new" in link["href"]]
    [tile] = [link["href"] for link in phone.get(ways[0]).html.one("main").all("a") if f"/{game}?" in link["href"]]
    offered = phone.get(tile)
    if offered.status == 200:  # a game of a single author leads on
        offered = phone.get(f"/nights/new/{game}", **{**values(offered.form(rules="")), "rules": author})
    page = phone.get(offered.location)
    return page, phone.send(page, page.form(amount=""), **fields)


def seats(page):
    said = values(page.form(amount=""))
    return [name for key in said if key.startswith("players-") for name in said[key] if name]


def test_the_first_night_is_opened_from_the_page_of_the_round(host, empty):
    names = {f"players-{place}": name for place, name in enumerate(("Anna", "Bernd", "Clara"))}
    sheet = {
        **values(host.get("/nights/new", round=empty[3:]).form(sheet="")),
        "sheet": 'game = "solo"\nrules = "braun"\n',
    }
    led = host.post("/nights/new", sheet)
    assert (led.status, f"round={empty[3:]}" in led.location) == (303, True), "a house-rule sheet leads into it too"
    page, opened = first_night(host, empty, amount="0.20", **names)
    assert "belongs to the group Dienstag" in page.text
    assert opened.status == 303
    assert opened.location in host.get(empty).body
    assert "Start the next night" in host.get(empty).text


def test_who_is_in_the_round_has_a_seat_already(shared_app, host, night, empty):
    writer = Phone(shared_app)
    writer.join(links(host, night)["writer"], "p2")
    come_in(writer, round_links(host, empty)["member"])
    looking = Phone(shared_app)
    looking.join(links(host, night)["writer"], "p3")
    come_in(looking, round_links(host, empty)["onlooker"])
    page, _ = first_night(host, empty)
    assert seats(page) == ["Bernd"]
    stranger = Phone(shared_app)  # it sat with nobody
    come_in(stranger, round_links(host, empty)["member"])
    assert seats(first_night(stranger, empty)[0]) == []


def test_another_game_has_the_people_of_the_last_night(host, night):
    meeting = open_round(host, night)
    page, opened = first_night(host, meeting, rules="solo/braun", amount="0.20")
    assert seats(page) == list(host.standing(night))
    assert opened.status == 303
    assert opened.location in host.get(meeting).body


def test_nobody_opens_a_night_in_a_round_that_is_not_his(shared_app, host, empty, stranger, writer):
    looking = member_of(shared_app, host, empty, "onlooker")
    for phone in (stranger, writer, looking):
        for path in ("/nights/new", "/nights/new/solo/braun"):
            assert phone.get(path, round=empty[3:]).status == 404
    assert "/nights/new" not in looking.get(empty).html.one("main").text
    assert [link for link in looking.get(empty).html.one("main").all("a") if "/nights/new" in link["href"]] == []


def test_members_find_the_round_from_the_night_and_from_home_and_nobody_else_does(shared_app, host, night, writer):
    meeting = open_round(host, night)
    member, looking = Phone(shared_app), Phone(shared_app)
    for phone, role in ((member, "member"), (looking, "onlooker")):
        come_in(phone, round_links(host, meeting)[role])
        phone.join(links(host, night)["writer"])
    for phone in (host, member, looking):
        assert "Group: Donnerstag" in phone.get(night).text
        assert meeting in phone.get(night).body
        assert meeting in phone.get("/").body
    for path in (night, f"{night}/whole", "/"):
        assert meeting not in writer.get(path).body
        assert "Donnerstag" not in writer.get(path).body
    page = host.get(f"{meeting}/share")
    keys = [field["value"] for field in page.html.all("input") if field["name"] == "device"]
    for key in dict.fromkeys(keys):
        host.post(f"{meeting}/share", {"csrf_token": host.token(), "action": "end", "device": key})
    assert meeting not in member.get(night).body


def delete(phone, meeting, typed):
    return phone.post(f"{meeting}/share", {"csrf_token": phone.token(), "action": "delete", "typed": typed})


@pytest.mark.both_databases
def test_a_round_is_deleted_once_its_name_was_typed_and_its_nights_stay(shared_app, host, night):
    host.book(night)
    meeting = open_round(host, night, "Donnerstag")
    member = member_of(shared_app, host, meeting)
    page = host.get(f"{meeting}/settings")
    assert "Keep a copy first" in page.text
    assert f"{meeting}/season.csv" in page.body
    for typed in ("", "Freitag"):
        refused = delete(host, meeting, typed)
        assert (refused.status, "is not the name of this group" in refused.errors) == (422, True)
    assert delete(member, meeting, "Donnerstag").status == 403
    stands = host.standing(night)
    assert delete(host, meeting, " donnerstag ").location == "/"
    for phone in (host, member):
        assert phone.get(meeting).status == 404
        assert meeting not in phone.get("/").body
    assert host.standing(night) == stands
    assert "New group" in host.get(f"{night}/round").text
    for table in ("membership", "round_night"):
        assert fetch(f"SELECT 1 FROM {table} WHERE round_id NOT IN (SELECT id FROM round)") == []
    assert verify_night(find_night(night.rpartition("/")[2])) is None
    assert delete(host, meeting, "Donnerstag").status == 404
    assert open_round(host, night, "Freitag") != meeting
    page = host.get("/rounds/new")
    form = page.form(name="")
    meeting = host.send(page, form, name="Dienstag").location
    link = round_links(host, meeting)["member"]
    assert delete(host, meeting, "Dienstag").location == "/"
    assert host.send(page, form, name="Dienstag").location == meeting, "the form that opened it opens it anew"
    assert Phone(shared_app).get(link).status in (403, 404, 410)
    assert round_links(host, meeting)["member"] != link
