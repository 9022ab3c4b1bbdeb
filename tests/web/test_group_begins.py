"""A group begins with a night opened from its page, has several tables of an evening, and can be deleted."""

import re
from itertools import combinations

import pytest

from scorekeeper.storage.engine.sql import fetch
from scorekeeper.storage.queries.nights import find_night
from scorekeeper.storage.verify import verify_night
from tests.web.group import group_links, member_of, open_group
from tests.web.html import values
from tests.web.phone import Phone, links


@pytest.fixture
def empty(host):
    """A group without any night."""
    return host.fill_in("/rounds/new", "name", name="Dienstag").location


def first_night(phone, group, rules="herzblatt/braun", **fields):
    """Open a night by the ways that the group's page, the page of games and that of the game offer."""
    game, author = rules.split("/")
    ways = [link["href"] for link in phone.get(group).html.one("main").all("a") if "/nights/new" in link["href"]]
    [tile] = [link["href"] for link in phone.get(ways[0]).html.one("main").all("a") if f"/{game}?" in link["href"]]
    offered = phone.get(tile)
    if offered.status == 200:  # a game of a single author leads on
        offered = phone.get(f"/nights/new/{game}", **{**values(offered.form(rules="")), "rules": author})
    page = phone.get(offered.location)
    return page, phone.send(page, page.form(amount=""), **fields)


def seats(page):
    said = values(page.form(amount=""))
    return [name for key in said if key.startswith("players-") for name in said[key] if name]


def test_the_first_night_is_opened_from_the_page_of_the_group(host, night, empty):
    names = {f"players-{place}": name for place, name in enumerate(("Anna", "Bernd", "Clara"))}
    sheet = values(host.get("/nights/new", round=empty[3:]).form(sheet="")) | {
        "sheet": 'game = "solo"\nrules = "braun"'
    }
    led = host.post("/nights/new", sheet)
    assert (led.status, f"round={empty[3:]}" in led.location) == (303, True), "a house-rule sheet leads into it too"
    page, opened = first_night(host, empty, amount="0.20", **names)
    assert "belongs to the group Dienstag" in page.text
    assert opened.status == 303
    assert opened.location in host.get(empty).body
    assert "Start the next night" in host.get(empty).text
    group = open_group(host, night)
    page, opened = first_night(host, group, rules="solo/braun", amount="0.20")
    assert seats(page) == list(host.standing(night))
    assert opened.status == 303
    assert opened.location in host.get(group).body


def test_who_is_in_the_round_has_a_seat_already(shared_app, host, night, empty):
    for player, role in (("p2", "member"), ("p3", "onlooker")):
        member_of(shared_app, host, empty, role).join(links(host, night)["writer"], player)
    page, _ = first_night(host, empty)
    assert seats(page) == ["Bernd"]
    assert seats(first_night(member_of(shared_app, host, empty), empty)[0]) == [], "it sat with nobody"


def test_nobody_opens_a_night_in_a_round_that_is_not_his(shared_app, host, empty, stranger, writer):
    looking = member_of(shared_app, host, empty, "onlooker")
    for phone in (stranger, writer, looking):
        for path in ("/nights/new", "/nights/new/solo/braun"):
            assert phone.get(path, round=empty[3:]).status == 404
    assert "/nights/new" not in looking.get(empty).html.one("main").text
    assert [link for link in looking.get(empty).html.one("main").all("a") if "/nights/new" in link["href"]] == []


def test_only_members_find_the_group_from_the_night_and_from_home(shared_app, host, night, writer):
    group = open_group(host, night)
    member, looking = (member_of(shared_app, host, group, role) for role in ("member", "onlooker"))
    for phone in (member, looking):
        phone.join(links(host, night)["writer"])
    for phone in (host, member, looking):
        assert "Group: Donnerstag" in phone.get(night).text
        assert group in phone.get(night).body
        assert group in phone.get("/").body
    for path in (night, f"{night}/whole", "/"):
        assert group not in writer.get(path).body
        assert "Donnerstag" not in writer.get(path).body
    page = host.get(f"{group}/share")
    keys = [field["value"] for field in page.html.all("input") if field["name"] == "device"]
    for key in dict.fromkeys(keys):
        host.post(f"{group}/share", {"csrf_token": host.token(), "action": "end", "device": key})
    assert group not in member.get(night).body


def delete(phone, group, typed):
    return phone.post(f"{group}/share", {"csrf_token": phone.token(), "action": "delete", "typed": typed})


@pytest.mark.both_databases
def test_a_round_is_deleted_once_its_name_was_typed_and_its_nights_stay(shared_app, host, night):
    host.book(night)
    group = open_group(host, night, "Donnerstag")
    member = member_of(shared_app, host, group)
    page = host.get(f"{group}/settings")
    assert "Keep a copy first" in page.text
    assert f"{group}/season.xlsx" in page.body
    for typed in ("", "Freitag"):
        refused = delete(host, group, typed)
        assert (refused.status, "is not the name of this group" in refused.errors) == (422, True)
    assert delete(member, group, "Donnerstag").status == 403
    stands = host.standing(night)
    assert delete(host, group, " donnerstag ").location == "/"
    for phone in (host, member):
        assert phone.get(group).status == 404
        assert group not in phone.get("/").body
    assert host.standing(night) == stands
    assert "New group" in host.get(f"{night}/round").text
    for table in ("membership", "round_night"):
        assert fetch(f"SELECT 1 FROM {table} WHERE round_id NOT IN (SELECT id FROM round)") == []
    assert verify_night(find_night(night.rpartition("/")[2])) is None
    assert delete(host, group, "Donnerstag").status == 404
    assert open_group(host, night, "Freitag") != group
    page = host.get("/rounds/new")
    form = page.form(name="")
    group = host.send(page, form, name="Dienstag").location
    link = group_links(host, group)["member"]
    assert delete(host, group, "Dienstag").location == "/"
    assert host.send(page, form, name="Dienstag").location == group, "the form that opened it opens it anew"
    assert Phone(shared_app).get(link).status in (403, 404, 410)
    assert group_links(host, group)["member"] != link


NAMES = ["Anna", "Bernd", "Clara", "David", "Emma", "Fritz", "Gerd", "Hanna"]


@pytest.fixture
def group(host):
    """A group whose one night was Königrufen."""
    night = host.open_night(*NAMES[:4], rules="koenigrufen/ooe", amount="0.10")
    return open_group(host, night)


def drawn(phone, group, *names, way="random", kind="koenigrufen/ooe"):
    page = phone.get(f"{group}/tables")
    here = {"here": [*names[:4]], "others": "\n".join(names[4:])}
    return phone.send(page, page.form(others=""), **here, way=way, kind=kind, action="draw")


def tables_of(page):
    return [[chip.text for chip in row.all("label", "chip")] for row in page.html.one("ol", "drawn-tables").all("li")]


def open_drawn(phone, page):
    return phone.send(page, page.form(seats=""), action="open")


def today(phone, group):
    return phone.get(f"{group}/tables").html.one("ul", "cards")


def test_everybody_present_sits_at_one_table_however_often_it_is_sent(host, group):
    page = drawn(host, group, *NAMES)
    tables = tables_of(page)
    assert sorted(map(len, tables)) == [4, 4]
    assert sorted(name for table in tables for name in table) == NAMES
    for _ in range(3):
        assert open_drawn(host, page).status == 303
    cards = [card.text for card in today(host, group).all("li") if "table" in card.text]
    assert len(cards) == 2
    for number, table in enumerate(tables, 1):
        assert [card for card in cards if f"table {number}" in card and ", ".join(table) in card], cards
    for link in today(host, group).all("a"):
        night = re.match(r"/n/\w+", link["href"])[0]
        assert "€" in host.get(night).text, "for the stake of the last night"
        assert "Oberösterreich" in host.get(f"{night}/rules").text, "and by its rules"


def test_people_without_a_seat_are_named_but_nobody_forgotten(host, group):
    page = drawn(host, group, *NAMES[:7])
    assert [len(table) for table in tables_of(page)] == [5]
    assert "No seat this time" in page.text
    page = drawn(host, group, *NAMES[:3])
    assert (page.status, "too few people" in page.text) == (422, True)
    night = next(link["href"] for link in host.get(group).html.one("main").all("a") if link["href"].startswith("/n/"))
    assert host.fill_in(f"{night.partition('#')[0]}/forget", "player", player="p2").status == 303
    offered = host.get(f"{group}/tables").form(others="").text
    assert "Anna" in offered
    assert not re.search(r"Bernd|N\. N\.", offered)


def test_a_draw_seats_new_opponents_or_the_best_at_the_first_table(host, group):
    page = drawn(host, group, *NAMES, way="new")
    first = {frozenset(pair) for table in tables_of(page) for pair in combinations(table, 2)}
    before = {frozenset(pair) for pair in combinations(NAMES[:4], 2)}
    repeated = len(first & before)
    assert repeated == 2, "of two tables of four each gets two of the four who have met"
    assert f"{repeated} pairs have met before" in page.text
    night = host.open_night(*NAMES[4:], rules="koenigrufen/ooe")
    host.fill_in(f"{night}/round", "round", f"round={group.rpartition('/')[2]}")
    host.enter(night, declarer="p1", contract="rufer", partner="p2", called="KH", points="50")
    first, second = tables_of(drawn(host, group, *NAMES, way="standings"))
    assert {"Emma", "Fritz"} <= set(first)
    assert {"Gerd", "Hanna"} <= set(second)


def test_no_forged_form_and_no_onlooker_opens_a_table(shared_app, host, group):
    page = drawn(host, group, *NAMES)
    form = page.form(seats="")
    for fields in (
        {"seats": ["1 Anna", "1 Anna", "1 Bernd", "1 Clara"]},
        {"seats": ["1 Anna"]},
        {"seats": [f"1 {name}{n}" for name in NAMES for n in range(2)]},
        {"seats": []},
        {"kind": "poker/texas"},
        {"seats": ["1 \x00", "1 B", "1 C", "1 D"]},
    ):
        assert host.send(page, form, **{"action": "open"} | fields).status in (400, 422), fields
    onlooker = member_of(shared_app, host, group, "onlooker")
    watched = onlooker.get(f"{group}/tables")
    assert (watched.status, watched.html.one("main").all("form")) == (200, [])
    assert onlooker.send(page, form, action="open", csrf_token=onlooker.token()).status == 403
    assert len(today(host, group).all("li")) == 1, "the night of before"


def test_the_board_ranks_all_tables_of_the_day_and_drops_no_night_of_it(host, group):
    assert host.fill_in(f"{group}/settings", "drops", "action=rules", drops="1").status == 303
    open_drawn(host, drawn(host, group, *NAMES))
    card = next(card for card in today(host, group).all("a") if "table 2" in card.text)
    seated = card.one("span").text.split(", ")
    night = card["href"].partition("#")[0]
    host.enter(night, declarer="p1", contract="rufer", partner="p2", called="KH", points="50")
    page = host.get(f"{group}/board")
    rows = page.html.one("table", "season").one("tbody").all("tr")
    places = {row.one("th").text: row.all("td")[0].text for row in rows}
    first = {f"1. {name}" for name in seated[:2]}
    assert set(list(places)[:2]) == first == {name for name in places if name.startswith("1. ")}, "level at the top"
    assert all("table 2" in places[name] for name in first)
    assert 'http-equiv="refresh"' in page.body
    assert host.get(f"{group}/board", begin="2020-01-01").text.endswith("No night fits.")
    assert host.get(f"{group}/board", page="99").status == 200


def test_a_board_of_many_people_has_pages_that_follow_each_other(host, group):
    many = [f"N{number}" for number in range(16)]
    open_drawn(host, drawn(host, group, *many))
    page = host.get(f"{group}/board")
    assert "1 of 2" in page.text
    following = re.search(r'content="10; url=([^"]+)"', page.body)[1].replace("&amp;", "&")
    second = host.get(following)
    assert "2 of 2" in second.text
    names = re.findall(r"\b(?:N\d+|Anna|Bernd|Clara|David)\b", page.text + second.text)
    assert sorted(names) == sorted({*names})


def test_the_draw_asks_for_the_stake_and_two_people_change_places(host):
    page = host.get("/rounds/new")
    group = host.send(page, page.form(name=""), name="Club", members="\n".join("ABCDEFGHI")).location
    page = host.get(f"{group}/tables")
    asked = {"kind": "koenigrufen/ooe", "amount": "0.20", "currency": "EUR"}
    page = host.send(page, page.form(others=""), "action=draw", here=[*"ABCDEFGHI"], **asked)
    assert "Königrufen · Oberösterreich · One point is €0.20." in page.text, "what begins is told before it begins"
    one, other = tables_of(page)
    for swap in ([one[0]], [*one[:2], other[0]], [one[0], "Z"]):
        refused = host.send(page, page.form(seats=""), "action=swap", swap=swap)
        assert (refused.status, tables_of(refused)) == (422, [one, other])
        assert "change places" in refused.errors
    page = host.send(page, page.form(seats=""), "action=swap", swap=[one[0], other[1]])
    swapped = [[other[1], *one[1:]], [other[0], one[0], *other[2:]]]
    assert tables_of(page) == swapped
    refused = host.send(page, page.form(seats=""), "action=open", amount="nothing")
    assert (refused.status, tables_of(refused)) == (422, swapped)
    assert host.send(page, page.form(seats=""), "action=open").status == 303
    nights = [link["href"].partition("#")[0] for link in today(host, group).all("a", "card")]
    assert sorted([*host.standing(night)] for night in nights) == sorted(swapped)
    assert all("One point is €0.20" in host.get(night).text for night in nights)
