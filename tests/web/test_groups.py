"""A group: its nights, who sees them, the next one in a tap, and the season in sums that are added up apart."""

from collections import Counter, defaultdict
from decimal import Decimal

import pytest

from scorekeeper.formats import TABLE_FORMATS
from scorekeeper.nightfile.syntax import load
from scorekeeper.storage.engine.sql import fetch, run
from scorekeeper.storage.groups.group import add_to_group, load_group
from scorekeeper.storage.models import database
from scorekeeper.storage.queries.nights import find_night
from scorekeeper.storage.transfer import prepare, take_in
from scorekeeper.storage.verify import verify_night
from scorekeeper.web.groups import views as group_views
from scorekeeper.web.groups.current import TABLE
from tests.tables import csv_rows
from tests.web.group import come_in, group_links, open_group, put_in
from tests.web.html import values
from tests.web.paying import opened
from tests.web.phone import Phone, links, whole


def next_form(page):
    return page.html.one("main").one("form", fits=lambda form: "Start the next night" in form.text)


def next_night(phone, group):
    page = phone.get(group)
    answer = phone.send(page, next_form(page))
    assert answer.status == 303, answer.text
    return answer.location


def season(phone, group, **query):
    """The season table as its download tells it: nights, deals, points, counted, won, paid and open by name."""
    rows = csv_rows(phone.get(f"{group}/season.csv", **query).body)
    numbers = ("nights", "deals played", "points", "counted")
    return {
        row["person"]: (
            *(int(row[name]) for name in numbers),
            *(int(100 * Decimal(row[name])) for name in ("result", "paid", "still owed") if name in row),
        )
        for row in rows
    }


@pytest.fixture
def group(host, night):
    """A group with one night."""
    return open_group(host, night)


@pytest.fixture
def member(shared_app, host, group):
    """A phone that came by the group's link for members."""
    phone = Phone(shared_app)
    come_in(phone, group_links(host, group)["member"])
    return phone


def routes_of_group(app, group):
    slug = group.rpartition("/")[2]
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith("/r/<group_slug>"):
            path = rule.rule.replace("<group_slug>", slug).replace("<int:member>", "1")
            paths = [path.replace(TABLE, form) for form in TABLE_FORMATS] if "form" in rule.arguments else [path]
            assert not [path for path in paths if "<" in path], rule
            yield from ((method, path) for method in rule.methods & {"GET", "POST"} for path in paths)


def ask(phone, method, path):
    return phone.get(path) if method == "GET" else phone.post(path, {"csrf_token": phone.token(), "action": "renew"})


@pytest.mark.both_databases
def test_who_is_no_member_finds_nothing_at_any_address_of_a_round(shared_app, night, group, stranger, writer):
    routes = list(routes_of_group(shared_app, group))
    assert len(routes) >= 5
    for phone in (stranger, writer):
        for method, path in routes:
            answer = ask(phone, method, path)
            assert answer.status == 404, (method, path)
            assert "Anna" not in answer.body
            assert "Donnerstag" not in answer.body
        assert group not in phone.get("/").body
    assert stranger.get("/r/00000000").status == 404


NOT_FOR_ONLOOKERS = ("/statement", "/settle", "/members/", "/seasons/new", "/opening-balances")


def test_an_onlooker_of_a_round_sees_it_and_sends_nothing(shared_app, host, group):
    phone = Phone(shared_app)
    come_in(phone, group_links(host, group)["onlooker"])
    for method, path in routes_of_group(shared_app, group):
        is_for_others = method == "POST" or any(place in path for place in NOT_FOR_ONLOOKERS)
        there = 404 if "/seasons." in path else 200  # no season is closed yet
        assert ask(phone, method, path).status == (403 if is_for_others else there), (method, path)
    assert list(group_links(phone, group)) == ["onlooker"]
    assert not phone.get(group).html.one("main").all("form")
    [card] = [link["href"] for link in phone.get(group).html.one("main").all("a") if "/j/" in link["href"]]
    assert "I keep the score" not in phone.get(card).text, "an onlooker of the round is one of its nights"


def test_only_a_host_of_a_round_decides_about_it(member, group):
    for action in ("renew", "pin", "name", "drops", "end"):
        fields = {"csrf_token": member.token(), "action": action, "pin": "1234", "name": "X", "drops": "1"}
        assert member.post(f"{group}/share", fields).status == 403, action
    assert member.get(group).html.one("h1").text == "Donnerstag"


def test_the_host_of_a_round_names_it_and_agrees_on_dropped_nights(host, group):
    for action, name, value in (("name", "name", "Freitag"), ("rules", "drops", "2")):
        page = host.get(f"{group}/settings")
        assert host.send(page, page.form(**{name: ""}), f"action={action}", **{name: value}).status == 303
    assert host.get(group).html.one("h1").text == "Freitag"
    assert "2 worst nights" in host.get(f"{group}/season").text
    page = host.get(f"{group}/settings")
    answer = host.send(page, page.form(drops=""), "action=rules", drops="99")
    assert answer.status == 422
    assert "from 0 to 20 nights" in answer.errors


def test_a_guest_of_one_night_does_not_see_the_others(shared_app, host, night, group, writer):
    other = next_night(host, group)
    assert writer.get(other).status == 404
    assert writer.get(night).status == 200


def test_a_member_comes_into_every_night_by_its_card(member, host, group):
    other = next_night(host, group)
    cards = [link["href"] for link in member.get(group).html.one("main").all("a") if "/j/" in link["href"]]
    assert len(cards) == 2
    member.join(cards[0], "p2")
    assert member.get(f"{other}/enter").status == 200
    assert f"{other}#now" in member.get(group).body, "from then on the card leads to the night itself"


@pytest.mark.both_databases
def test_a_member_who_said_who_he_is_is_not_asked_again_in_the_next_night(member, host, group):
    [card] = [link["href"] for link in member.get(group).html.one("main").all("a") if "/j/" in link["href"]]
    member.join(card, "p2")
    other = next_night(host, group)
    assert f"{other}#now" in member.get(group).body
    sheet = member.get(other)
    assert (sheet.status, "Who are you?" in sheet.text) == (200, False)
    assert "This phone is Bernd" in member.get(f"{other}/table").text
    assert member.get(f"{other}/enter").status == 200
    assert "Remove" not in member.get(f"{other}/share").text, "no more than a member"


def test_a_member_who_only_keeps_the_score_is_asked_again(member, host, group):
    [card] = [link["href"] for link in member.get(group).html.one("main").all("a") if "/j/" in link["href"]]
    member.join(card, "p2")
    night = card.replace("/j/", "/n/").rpartition("/")[0]
    page = member.get(f"{night}/me")
    assert member.send(page, page.form(who=""), who="nobody").status == 303
    other = next_night(host, group)
    assert f"{other}#now" not in member.get(group).body


def test_the_pin_of_a_night_is_asked_of_a_member_too(member, host, night, group):
    page = host.get(f"{night}/share")
    host.send(page, page.form(pin=""), action="pin", pin="1234")
    [card] = [link["href"] for link in member.get(group).html.one("main").all("a") if "/j/" in link["href"]]
    assert "The PIN of the night" in member.get(card).text


def test_a_round_asks_for_its_pin(shared_app, host, group):
    page = host.get(f"{group}/share")
    host.send(page, page.form(pin=""), action="pin", pin="1234")
    phone, link = Phone(shared_app), group_links(host, group)["member"]
    answer = come_in(phone, link, pin="1111")
    assert answer.status == 422
    assert "This is not the PIN" in answer.errors
    assert phone.get(group).status == 404
    assert come_in(phone, link, pin="1234").status == 303
    assert phone.get(group).status == 200


def test_wrong_pins_are_counted(shared_app, host, group):
    page = host.get(f"{group}/share")
    host.send(page, page.form(pin=""), action="pin", pin="1234")
    phone, link = Phone(shared_app), group_links(host, group)["member"]
    answers = [come_in(phone, link, pin="1111").status for _ in range(11)]
    assert answers == [422] * 10 + [429]
    assert come_in(phone, link, pin="1234").status == 429


def test_a_phone_whose_access_was_ended_sees_the_round_no_more(host, group, member):
    old = group_links(host, group)["member"]
    page = host.get(f"{group}/share")
    item = next(item for item in page.html.one("ul", "people").all("li") if "member" in item.text)
    form = item.one("form", fits=lambda form: "Remove" in form.text)
    assert host.post(f"{group}/share", {**values(form), "action": "end"}).status == 303
    for path in ("", "/season", "/share"):
        assert member.get(group + path).status == 410
    assert member.get(old).location == group
    assert group not in member.get("/").body
    assert group_links(host, group)["member"] != old


def test_ending_access_warns_that_links_of_the_group_lead_in_too(host, night, group, member):
    assert f"{group}/share" in host.get(f"{night}/share").body
    come_in(member, member.get(group).html.one("main").one("a", fits=lambda link: "/j/" in link["href"])["href"])
    assert member.get(f"{night}/share").status == 200
    assert "lead in as well" not in member.get(f"{night}/share").text, "who decides nothing there reads nothing of it"


def test_a_round_keeps_a_host(host, group):
    page = host.get(f"{group}/share")
    form = page.html.one("ul", "people").one("form", fits=lambda form: "Remove" in form.text)
    answer = host.post(f"{group}/share", {**values(form), "action": "end"})
    assert answer.status == 422
    assert "a group needs a host" in answer.errors


def test_renewed_links_of_a_round_end_the_old_ones(shared_app, host, group):
    old = group_links(host, group)["member"]
    host.post(f"{group}/share", {"csrf_token": host.token(), "action": "renew"})
    assert Phone(shared_app).get(old).status == 404
    assert Phone(shared_app).get(group_links(host, group)["member"]).status == 200


def test_a_night_is_put_in_by_a_host_of_it_who_is_in_the_round(shared_app, host, group, member, writer, night):
    assert writer.get(f"{night}/round").status == 403
    other = member.open_night()
    assert put_in(member, other, group).location == group
    stranger = Phone(shared_app)
    own = stranger.open_night()
    fields = {"csrf_token": stranger.token(), "request": "0123456789", "action": "into"}
    answer = stranger.post(f"{own}/round", {**fields, "round": group.rpartition("/")[2]})
    assert answer.status == 422
    assert "is not a group of this phone" in answer.errors


def test_a_night_belongs_to_one_round(host, night, group):
    second = open_group(host, host.open_night("Gerd", "Heidi", "Ilse"), "Freitag")
    fields = {"csrf_token": host.token(), "request": "0123456789", "action": "into"}
    answer = host.post(f"{night}/round", {**fields, "round": second.rpartition("/")[2]})
    assert answer.status == 422
    assert "already belongs to another group" in answer.errors
    page = host.get(f"{night}/round")
    host.send(page, page.form(), "action=out")
    assert put_in(host, night, second).status == 303


def test_the_next_night_takes_one_tap_and_two_taps_open_one(host, member, night, group):
    pages = host.get(group), member.get(group)
    first, second = (phone.send(page, next_form(page)) for phone, page in zip((host, member), pages, strict=True))
    came = member.join(second.location, "p2")
    assert first.location == came.location.partition("#")[0]
    assert host.get(first.location).status == member.get(first.location).status == 200
    assert list(host.standing(first.location)) == list(host.standing(night))
    assert host.get(f"{first.location}/enter").status == 200
    with database.connection_context():
        rows = [find_night(path[3:11]) for path in (night, first.location)]
        assert rows[0].dealer == rows[1].dealer, "the next dealer deals"
        assert (rows[0].coins, rows[0].houses) == (rows[1].coins, rows[1].houses)


@pytest.mark.both_databases
def test_who_taps_again_is_no_host_of_the_night_that_somebody_else_opened(host, member, night, group):
    page = member.get(group)
    second = next_night(host, group)
    host.send(shared := host.get(f"{second}/share"), shared.form(pin=""), action="pin", pin="1234")
    answer = member.send(page, next_form(page))
    assert answer.status == 303
    assert "The PIN of the night" in member.get(answer.location).text
    assert member.get(second).status == 404
    assert come_in(member, answer.location, pin="1234").status == 303
    assert member.send(page, next_form(page)).location == second
    assert "Rename" not in member.get(f"{second}/table").text
    host.post(f"{second}/round", {"csrf_token": host.token(), "request": "0123456789", "action": "out"})
    third = member.send(page, next_form(page)).location
    assert third != second, "what was taken out of the round is not put back"
    assert member.post(f"{third}/delete", {"csrf_token": member.token(), "typed": "Herzblatt"}).status == 303
    assert member.send(page, next_form(page)).location not in (second, third)


def test_the_home_page_shows_groups_with_their_newest_night(host, group, member):
    assert group in host.get("/").body
    assert group in member.get("/").body
    page = host.get(group)
    old = page.html.one("ul", "cards").one("a", "card")["href"].partition("#")[0]
    newer = host.send(page, next_form(page)).location
    home = host.get("/")
    listed = [card["href"].partition("#")[0] for card in home.html.all("a", "card")]
    assert (group in listed, newer in listed, old in listed) == (True, True, False)
    [form] = home.html.one("main").all("form")
    assert form["action"] == f"{group}/next"
    third = host.send(home, form).location
    assert third not in (old, newer)
    assert third in host.get(group).body, "it belongs to the group"


def test_a_round_needs_a_name(host):
    page = host.get("/rounds/new")
    answer = host.send(page, page.form(name=""), name=" ")
    assert answer.status == 422
    assert "a group needs a name" in answer.errors
    sent = values(page.form(name="")) | {"name": "Samstag"}
    assert host.post("/rounds/new", sent).location == host.post("/rounds/new", sent).location


def paid_in(host, night):
    """What everybody has from the deals of a night, added up from its file."""
    total = Counter()
    for row in csv_rows(host.get(f"{night}/night.csv").body):
        for name in [name for name in row if f"balance {name}" in row]:
            total[name] += int(row[name])
    return total


@pytest.fixture
def three_evenings(host, night, group):
    """Three evenings of one group: other guests, who joins late, and one with another host's people."""
    host.book(night, "p2", 40)
    second = next_night(host, group)
    page = host.get(f"{second}/table")
    assert host.send(page, page.form(place=""), "move=join", name="Zora").status == 303
    host.book(second, "p1", 90)
    host.book(second, "p1", 20)
    third = host.open_night("Anna", "Gerd", "Clara", day="2026-01-15")
    put_in(host, third, group)
    host.book(third, "p2", 100)
    host.book(third, "p3", 31)
    return night, second, third


@pytest.mark.both_databases
def test_the_season_is_the_sum_of_its_nights(host, group, three_evenings):
    points, nights = Counter(), defaultdict(set)
    for night in three_evenings:
        won = paid_in(host, night)
        points.update(won)
        for name in won:
            nights[name].add(night)
    found = season(host, group)
    assert {name: row[2] for name, row in found.items() if row[0]} == dict(points)
    assert {name: row[4] for name, row in found.items() if row[0]} == {name: 10 * n for name, n in points.items()}
    assert sum(row[2] for row in found.values()) == sum(row[6] for row in found.values()) == 0
    assert found["Anna"][0] == 3
    assert found["Gerd"][0] == 1
    page = host.get(f"{group}/season")
    rows = page.html.all("table")[0].one("tbody").all("tr")
    assert {row.one("th").text: whole(row.all("td")[0].text) for row in rows} == {n: r[2] for n, r in found.items()}


def test_points_of_different_games_are_not_added_up_and_place_points_are(host, group, three_evenings):
    tapp = host.open_night("Anna", "Bernd", "Clara", rules="tapp/mayr", amount="0.10")
    put_in(host, tapp, group)
    assert host.enter(tapp, declarer="p1", contract="solo", points="50").status == 303
    page = host.get(f"{group}/season")
    assert "points are not added up" in page.text
    table = page.html.all("table")[0]
    assert "points" not in [heading.text for heading in table.all("th")]
    places = Counter()
    for night in (*three_evenings, tapp):
        won = paid_in(host, night)
        for name, points in won.items():
            others = [other for key, other in won.items() if key != name]
            places[name] += sum(points > other for other in others) + sum(points == other for other in others) / 2
    shown = {row.one("th").text: row.all("td")[0].text for row in table.one("tbody").all("tr")}
    found = {name: float(text.replace("½", ".5")) for name, text in shown.items()}
    assert found == {name: places[name] for name in shown}
    assert list(found.values()) == sorted(found.values(), reverse=True)
    for row in page.html.all("table")[1].one("tbody").all("tr"):
        assert host.get(row.one("a")["href"]).status == 200, "each row leads to its night"
    one = host.get(f"{group}/season", kind="herzblatt")
    assert "points are not added up" not in one.text


def test_a_fine_is_open_in_the_season_which_says_so(host, night, group):
    page = host.get(f"{night}/kitty")
    assert host.send(page, page.form(amount=""), how="fine", who="p2", amount="1").status == 303
    won, paid, still = season(host, group)["Bernd"][4:]
    assert (paid, still) == (0, won - 100)
    table = host.get(f"{group}/season").html.all("table")[0]
    headings = [heading.text for heading in table.all("th") if heading["scope"] == "col"]
    (row,) = [row for row in table.one("tbody").all("tr") if row.one("th").text == "Bernd"]
    cells = dict(zip(headings[1:], [cell.text for cell in row.all("td")], strict=True))
    assert cells["fines, shared purse"] == "−€1.00"
    amounts = [whole(cells[key].replace("€", "")) for key in ("result", "fines, shared purse", "paid", "still owed")]
    assert sum(amounts[:3]) == amounts[3], "each row can be checked by hand"


@pytest.mark.both_databases
def test_a_night_for_absurd_amounts_keeps_nobody_from_the_season(host, group):
    rich = host.open_night("Anna", "Bernd", "Clara", amount="10000000", asked="1000000000 EUR")
    put_in(host, rich, group)
    host.book(rich)
    won, lost = 10**10, -(10**10)  # as ten thousand agreements on a million points leave them
    with database.connection_context():
        sql = "UPDATE player SET balance = ? WHERE key = ? AND night_id = (SELECT id FROM night WHERE slug = ?)"
        for key, points in (("p1", won), ("p2", lost), ("p3", 0)):
            run(sql, points, key, rich[3:11])
    found = season(host, group)
    assert (found["Anna"][4], found["Bernd"][4]) == (won * 10**9 + 40, lost * 10**9 - 10)
    assert host.get(group).status == host.get(f"{group}/season").status == 200


def test_the_season_counts_the_deals_of_everybody(host, group, three_evenings):
    with database.connection_context():
        sql = """SELECT COUNT(*) FROM posting JOIN player ON player.id = player_id JOIN person ON person.id = person_id
            JOIN night ON night.id = posting.night_id WHERE name = 'Anna' AND sheet IS NOT NULL AND slug IN (?, ?, ?)"""
        deals = fetch(sql, *(path[3:11] for path in three_evenings))[0][0]
    assert season(host, group)["Anna"][1] == deals > 0


def test_a_correction_and_an_undo_move_the_season(host, group, three_evenings):
    before = season(host, group)
    page = host.get(f"{three_evenings[2]}/deals/1/correct")
    host.send(page, page.form(points=""), points="10", note="wrong pile", action="confirm")
    after = season(host, group)
    assert before["Gerd"][2] > after["Gerd"][2]
    assert after["Gerd"][1] == before["Gerd"][1]
    page = host.get(f"{three_evenings[2]}/deals/2/void")
    host.send(page, page.form(note=""), note="dealt wrong", action="confirm")
    assert season(host, group)["Gerd"][1] == before["Gerd"][1] - 1


def test_the_season_of_a_game_or_a_period(host, group, three_evenings):
    third = season(host, group, end="2026-01-31")
    assert set(third) == {"Anna", "Gerd", "Clara"}
    assert {name: row[2] for name, row in third.items()} == dict(paid_in(host, three_evenings[2]))
    assert season(host, group, begin="2026-02-01")["Anna"][0] == 2
    assert season(host, group, kind="herzblatt/braun") == season(host, group)
    assert season(host, group, kind="husarln") == {}
    answer = host.get(f"{group}/season", begin="yesterday")
    assert answer.status == 422
    assert "yesterday is not a date" in answer.errors


def test_the_worst_nights_are_dropped_as_agreed(host, group, three_evenings):
    page = host.get(f"{group}/settings")
    assert host.send(page, page.form(drops=""), "action=rules", drops="1").status == 303
    for name, row in season(host, group).items():
        won = [paid_in(host, night) for night in three_evenings]
        here = sorted(points[name] for points in won if name in points)
        assert row[3] == sum(here[1:]), name
        assert row[2] == sum(here), "the points themselves count whole"
    said = "Everyone’s worst night does not count."
    assert said in host.get(f"{group}/season").text
    assert said not in host.get(f"{group}/season", begin="2026-01-15", end="2026-01-15").text


def test_the_season_is_sorted_as_its_reader_likes(host, group, three_evenings):
    found = season(host, group)
    columns = {"nights": 0, "deals": 1, "sum": 2, "counted": 3, "money": 4, "paid": 5, "open": 6}
    orders = {sort: sorted(found, key=lambda name: (-found[name][at], name)) for sort, at in columns.items()}
    for sort, order in {"name": sorted(found), **orders}.items():
        page = host.get(f"{group}/season", sort=sort)
        assert [row.one("th").text for row in page.html.all("table")[0].one("tbody").all("tr")] == order, sort


@pytest.mark.both_databases
def test_a_season_in_several_currencies_says_by_which_it_is_ordered(host, night, group):
    said = "Money of several currencies is not added up: CHF comes first. Ties there are ordered by EUR."
    host.book(night)
    assert "several currencies" not in host.get(f"{group}/season", sort="money").text
    put_in(host, host.open_night(amount="1", currency="CHF"), group)
    assert said in host.get(f"{group}/season", sort="money").text
    assert said not in host.get(f"{group}/season").text


def test_whoever_is_forgotten_is_forgotten_in_the_season(host, group, three_evenings):
    before = season(host, group)
    page = host.get(f"{three_evenings[1]}/forget")
    assert host.send(page, page.form(player=""), player="p1").status == 303
    after = season(host, group)
    [nobody] = after.keys() - before.keys()
    assert nobody.startswith("N. N.")
    assert after[nobody] == before["Anna"]
    for path in ("", "/season", "/season.csv"):
        assert "Anna" not in host.get(group + path).body
    with database.connection_context():
        assert [verify_night(find_night(night.rpartition("/")[2])) for night in three_evenings] == [None] * 3


def test_a_deleted_night_leaves_the_season(host, group, three_evenings):
    page = host.get(f"{three_evenings[2]}/delete")
    assert host.send(page, page.form(typed=""), typed="Herzblatt").status == 303
    assert "Gerd" not in season(host, group)


def test_an_old_night_is_told_who_played_once_it_comes_into_a_round(host, night):
    slug = night.rpartition("/")[2]
    with database.connection_context():
        run("UPDATE deal SET soloist = NULL, seat = 0 WHERE night_id = ?", find_night(slug).id)
        assert verify_night(find_night(slug)) is None, "of an earlier version nothing is kept"
    open_group(host, night)
    with database.connection_context():
        sql = "SELECT soloist, seat FROM deal WHERE night_id = ?"
        assert fetch(sql, find_night(slug).id) == [("p1", 1)]
        assert verify_night(find_night(slug)) is None
        run("UPDATE deal SET soloist = 'p2' WHERE night_id = ?", find_night(slug).id)
        assert verify_night(find_night(slug)) is not None


def test_links_of_rounds_and_nights_are_not_exchanged(shared_app, host, night, group):
    phone = Phone(shared_app)
    token = group_links(host, group)["member"].rpartition("/")[2]
    assert phone.get(f"/j/{night[3:]}/{token}").status == 404
    token = links(host, night)["writer"].rpartition("/")[2]
    assert phone.get(f"/jr/{group[3:]}/{token}").status == 404


def figures(page, title):
    """The rows of the table under a heading: its cells by the first."""
    region = next(div for div in page.html.one("main").all("div") if div["aria-label"] == title)
    rows = region.one("tbody").all("tr")
    return {row.one("th").text: [cell.text for cell in row.all("td")] for row in rows}


def test_the_figures_of_who_played_alone(host, group, three_evenings):
    page = host.get(f"{group}/figures")
    alone = figures(page, "As soloist")
    with database.connection_context():
        sql = """SELECT payoff FROM posting JOIN player ON player.id = player_id JOIN person ON person.id = person_id
            JOIN deal ON deal.night_id = posting.night_id AND deal.number = posting.number
            WHERE name = 'Anna' AND soloist = player.key AND posting.night_id IN
                (SELECT id FROM night WHERE slug IN (?, ?, ?)) ORDER BY posting.night_id, posting.number"""
        paid = [points for (points,) in fetch(sql, *(path[3:11] for path in three_evenings))]
    assert len(paid) == 3, "71, 90 and 20 card points"
    won, average, best, worst, streak = alone["Anna"]
    assert won == "2 of 3"
    assert whole(average) == round(sum(paid) / 3)
    assert (whole(best), whole(worst), streak) == (max(paid), min(paid), "2")
    assert "Anna" in figures(page, "As defender")


def test_the_figures_know_partners_of_called_kings_and_soloists(host):
    night = host.open_night("Anna", "Bernd", "Clara", "David", rules="koenigrufen/ooe")
    group = open_group(host, night)
    rufer = {"declarer": "p1", "contract": "rufer", "partner": "p3", "points": "41"}
    assert host.enter(night, **rufer).status == 303
    counted = {"points.p1": "20", "points.p2": "30 1/3", "points.p3": "19 2/3", "points.p4": "0"}
    assert host.enter(night, declarer="p2", contract="trischaken", **counted).status == 303
    page = host.get(f"{group}/figures")
    tables = {title: figures(page, title) for title in [h3.text for h3 in page.html.one("main").all("h3")]}
    assert {title: list(rows) for title, rows in tables.items()} == {
        "As declarer, with or without a partner": ["Anna"],
        "As partner of the declarer": ["Clara"],
        "As defender": ["Bernd", "David"],
        "Everyone for themselves": ["Anna", "Bernd", "Clara", "David"],
    }
    assert tables["As partner of the declarer"]["Clara"] == ["1 of 1", "+1", "+1", "+1"]


def test_deals_that_all_passed_make_no_table_of_their_own(host):
    night = host.open_night("Anna", "Bernd", "Clara", rules="tapp/mayr")
    group = open_group(host, night)
    assert host.enter(night, passed="yes").status == 303
    assert "No deal was played in these nights." in host.get(f"{group}/figures").text
    assert host.enter(night, declarer="p1", contract="dreier", points="39").status == 303
    titles = [h3.text for h3 in host.get(f"{group}/figures").html.one("main").all("h3")]
    assert titles == ["As soloist", "As defender"]


def test_figures_stand_in_the_order_of_the_names_of_the_games(host):
    hungarian = host.open_night("Anna", "Bernd", "Clara", "Dora", rules="paskievics/pagat")
    husarln = host.open_night("Anna", "Bernd", "Clara", rules="husarln/beck")
    group = open_group(host, hungarian)
    put_in(host, husarln, group)
    assert host.enter(husarln, declarer="p2", contract="Z2", points="37").status == 303
    call = {"declarer": "p2", "contract": "egy", "partner": "p3", "points": "50"}
    assert host.enter(hungarian, **call).status == 303
    titles = [h2.text for h2 in host.get(f"{group}/figures").html.one("main").all("h2")]
    assert titles == ["Hungarian Tarokk", "Husarln"]


def test_a_correction_moves_the_figures(host, group, three_evenings):
    page = host.get(f"{three_evenings[1]}/deals/1/correct")
    changed = {"soloist": "p3", "points": "90", "note": "it was Clara"}
    answer = host.send(page, page.form(points=""), action="confirm", **changed)
    assert answer.status == 303, answer.errors
    alone = figures(host.get(f"{group}/figures"), "As soloist")
    assert alone["Anna"][0] == "1 of 2"
    assert alone["Clara"][0] == "1 of 2"


@pytest.mark.both_databases
def test_the_figures_of_one_person(host, group, three_evenings):
    page = host.get(f"{group}/figures")
    [link] = [link["href"] for link in page.html.one("main").all("a") if link.text == "Anna"][:1]
    own = host.get(link)
    seats = figures(own, "By seat")
    assert sum(int(cells[0].split()[2]) for cells in seats.values()) == 3
    rivals = figures(own, "Head to head")
    nights, ahead, behind, points = rivals["Gerd"]
    third = paid_in(host, three_evenings[2])
    assert (nights, whole(points)) == ("1", third["Anna"] - third["Gerd"])
    assert (ahead, behind) == ("0", "1") if third["Anna"] < third["Gerd"] else ("1", "0")
    assert rivals["Bernd"][0] == "2"


def test_nobody_is_told_of_who_is_not_in_the_round(host, group):
    assert host.get(f"{group}/figures", person=999_999_999).status == 404


def test_whoever_is_forgotten_is_forgotten_in_the_figures(host, group, three_evenings):
    assert "Anna" in host.get(f"{group}/figures").body
    page = host.get(f"{three_evenings[1]}/forget")
    host.send(page, page.form(player=""), player="p1")
    assert "Anna" not in host.get(f"{group}/figures").body


@pytest.mark.both_databases
def test_what_is_open_is_settled_together_in_the_last_night(host, night, group):
    host.book(night, "p2", 40)
    second = next_night(host, group)
    host.book(second, "p1", 90)
    host.book(second, "p1", 90)
    before = season(host, group)
    page = host.get(f"{group}/settle")
    form = page.html.one("main").one("form", fits=lambda form: "Move and settle" in form.text)
    sent = values(form)
    first, again = host.post(form["action"], sent), host.post(form["action"], sent)
    assert first.location == again.location == f"{second}/settle"
    assert season(host, group) == before, "what is open moves, and nothing else"
    assert "Nobody owes anybody anything" in host.get(f"{night}/settle").text
    assert "settle" in host.get(first.location).text
    assert "Settle all" not in host.get(group).text
    with database.connection_context():
        assert [verify_night(find_night(path[3:11])) for path in (night, second)] == [None, None]


def test_what_is_open_without_a_stake_is_settled_together_too(host):
    first = host.open_night(amount="")
    group = open_group(host, first)
    host.book(first, "p1")
    assert "Settle all" not in host.get(group).text, "nothing is open but in the last night"
    second = next_night(host, group).partition("#")[0]
    host.book(second, "p2")
    page = host.get(f"{group}/settle")
    answer = host.send(page, page.html.one("main").one("form", fits=lambda form: "Move and settle" in form.text))
    assert answer.location == f"{second}/settle"
    assert set(opened(host, first).values()) == {"0"}
    assert opened(host, second) == {"Anna": "+3", "Bernd": "+3", "Clara": "−2", "Dora": "−2", "Emil": "−2"}
    assert "Settle all" not in host.get(group).text


def who_played(host, group):
    """The names on the cards of the nights."""
    return [card.all("span")[1].text for card in host.get(group).html.one("main").all("a", "card")]


def test_who_has_no_seat_at_the_last_night_gets_one_to_settle_there(host, group, three_evenings):
    page = host.get(f"{group}/settle")
    form = page.html.one("main").one("form", fits=lambda form: "Move and settle" in form.text)
    before, played = season(host, group), who_played(host, group)
    answer = host.post(form["action"], values(form))
    assert (answer.status, season(host, group)) == (303, before), "what is open moves, and nothing else"
    assert who_played(host, group) == played, "a card names who played there"
    left = [night for night in three_evenings if set(opened(host, night).values()) != {"€0.00"}]
    assert [f"{night}/settle" for night in left] == [answer.location]


def test_only_a_host_of_the_last_night_settles_all(member, host, group, night):
    second = next_night(host, group)
    assert "Settle all" not in member.get(group).text
    fields = {"csrf_token": member.token(), "request": "0123456789", "last": second[3:]}
    assert member.post(f"{group}/settle", fields).status == 400
    assert host.post(f"{group}/settle", fields | {"csrf_token": host.token(), "last": "00000000"}).status == 400


def test_the_name_of_a_round_forgets_too(host, night):
    group = open_group(host, night, "Annas Runde bei Anna")
    page = host.get(f"{night}/forget")
    assert host.send(page, page.form(player=""), player="p1").status == 303
    title = host.get(group).html.one("h1").text
    assert "bei N. N." in title
    assert "Anna" not in title.split()[-1]


@pytest.mark.both_databases
def test_long_lists_are_paged_and_all_nights_can_be_had_on_one_page(host, night, group):
    nights = [night]
    for _ in range(9):
        nights.append(next_night(host, group))
        host.book(nights[-1])
    for path, shown in ((group, "card"), (f"{group}/season", "")):
        first = host.get(path)
        [everything] = [link["href"] for link in first.html.one("main").all("a") if link.text == "All nights"]
        pages = [first, host.get(path, page=2), host.get(path, page=3)]
        count = count_cards if shown else count_evenings
        assert count(first) < 9
        assert sum(map(count, pages)) == count(host.get(everything)) == 10
        assert "Older nights" not in host.get(everything).text


def count_cards(page):
    return len(page.html.one("ul", "cards").all("li"))


def count_evenings(page):
    return len(page.html.one("main").all("table")[-1].one("tbody").all("tr"))


@pytest.mark.both_databases
def test_who_fills_a_round_and_deletes_it_keeps_nobody_from_the_next_one(shared_app, host, night, monkeypatch):
    monkeypatch.setattr(group_views, "JOINS_AT_NIGHT", 2)
    for name in ("Montag", "Dienstag"):
        group = open_group(host, night, name)
        link = group_links(host, group)["member"]
        assert [come_in(Phone(shared_app), link).status for _ in range(3)] == [303, 303, 429]
        page = host.get(f"{group}/settings")
        assert host.send(page, page.form(typed=""), "action=delete", typed=name).status == 303


@pytest.mark.both_databases
def test_a_night_imported_again_shows_the_names_of_its_own_people(host, night, group, shared_app):
    host.book(night)
    shown = [host.get(group + path) for path in ("", "/season", "/figures")]
    text = host.get(f"{night}/night.toml").body
    page = host.get(f"{night}/delete")
    assert host.send(page, page.form(typed=""), typed=host.get(night).html.one("h1").text).status == 303
    others = Phone(shared_app)
    table = others.open_night("Xaver", "Yvonne", "Zita", "Quirin", "Walburga")  # SQLite gives them the same ids
    with database.connection_context():
        row = take_in(prepare(load(text), "file"))
        add_to_group(row, load_group(group[3:]))
    for before in shown:
        again = host.get(before.path)
        assert again.status == 200
        assert "Anna" in again.text
        assert "Xaver" not in again.text
    own = next(link["href"] for link in again.html.one("main").all("a") if link.text == "Anna")
    assert "Bernd" in host.get(own).text
    assert others.get(table).status == 200


def test_other_nights_with_equal_sums_are_another_season(host):
    nights = [host.open_night() for _ in range(4)]
    for night, points in zip(nights, (71, 20, 20, 71), strict=True):
        host.book(night, points=points)
    group = open_group(host, nights[1])
    put_in(host, nights[2], group)
    inner = season(host, group)["Anna"]
    for night in nights[1:3]:
        page = host.get(f"{night}/round")
        host.send(page, page.form(), "action=out")
    for night in (nights[0], nights[3]):
        put_in(host, night, group)
    outer = season(host, group)["Anna"]
    assert inner[2] < 0
    assert outer[2] > 0, "it is not what was added up for the others"
