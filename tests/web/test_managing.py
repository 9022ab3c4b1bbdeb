"""What a host changes about a whole night: names, title, stake, archive, deletion; the same players once more."""

import json
from urllib.parse import urlsplit

import pytest

from scorekeeper.storage.engine.sql import fetch, run
from scorekeeper.storage.journal.register import load_openings
from scorekeeper.storage.journal.state import names_of
from scorekeeper.storage.models import database
from scorekeeper.storage.queries.nights import find_night
from scorekeeper.storage.transfer import prepare, take_in
from scorekeeper.storage.verify import faults, verify_all, verify_night
from scorekeeper.web.core.server_address import ServerAddress
from tests.qr_reading import codes_in, read_by_zxing
from tests.storage.replayed import journal
from tests.web.html import values
from tests.web.phone import Phone


def change(phone, night, action, **fields):
    """Send one form of the settings, each with an id of its own unless it is given."""
    page = phone.get(f"{night}/table")
    sent = {
        "csrf_token": phone.token(),
        "request": next(f["value"] for f in page.html.all("input") if f["name"] == "request"),
        "action": action,
    }
    return phone.post(f"{night}/settings", {**sent, **fields})


def row_of(night):
    return find_night(night.rpartition("/")[2])


def kinds(night):
    with database.connection_context():
        return [entry.kind for entry in journal(row_of(night).id)]


def unfound(night=None):
    """What `verify` finds: in this night and in the database as a whole, without a night in all of them."""
    with database.connection_context():
        found = [*faults(), verify_night(row_of(night))] if night else [fault for _, fault in verify_all()]
        return [str(fault) for fault in found if fault]


def test_a_mistyped_name_is_put_right_and_everything_still_verifies(host, night, writer):
    assert change(host, night, "rename", player="p2", name="Berndt").status == 303
    assert host.standing(night).keys() >= {"Berndt"}
    assert "Bernd " not in host.get(night).text + " "
    assert kinds(night)[-1] == "renamed"
    assert unfound(night) == []
    assert writer.get(f"{night}/settings").location == f"{night}/table#settings"
    assert "Rename" not in writer.get(f"{night}/table").text
    assert change(host, night, "rename", player="p2", name="anna").errors == "two players have the same name: anna"
    assert change(host, night, "rename", player="p2", name="").status == 422
    assert change(host, night, "rename", player="p9", name="Zoe").status == 422
    assert "Another" not in host.get(f"{night}/now", since=1).body
    sent = {"csrf_token": writer.token(), "request": "0123456789", "action": "rename", "player": "p2", "name": "Max"}
    assert writer.post(f"{night}/settings", sent).status == 403
    assert "Max" not in host.standing(night), "only a host changes a name"
    for _ in range(2):
        assert change(host, night, "rename", player="p2", name="Bertl", request="renaming-1").status == 303
    assert change(host, night, "rename", player="p2", name="Max", request="renaming-1").status == 422
    assert kinds(night).count("renamed") == 2, "the same form renames once"
    other = host.send(*again(host, night)).location
    assert change(host, night, "rename", player="p1", name="Anne", everywhere="yes").status == 303
    assert change(host, night, "rename", player="p2", name="Ben").status == 303
    assert {"Anne", "Bertl"} <= host.standing(other).keys(), "elsewhere too where that is wanted"
    assert unfound(night) == unfound(other) == []


def test_forgetting_takes_all_former_names_out_of_a_file(host, night):
    host.enter(night, soloist="p1", points=71, note="der Bernd war dran")
    change(host, night, "rename", player="p2", name="Ulf")
    change(host, night, "title", title="Bernds Abend")
    assert "Bernds Abend" in host.get("/").text
    for title in ("x", "Bernds Abend"):
        with database.connection_context():
            run("UPDATE night SET title = ? WHERE slug = ?", title, night[3:])
        assert bool(unfound(night)) == (title == "x"), "a title changed behind the journal is found"
    file = json.loads(host.get(f"{night}/night.json").body)
    assert [name for name, _ in file["former"]["p2"]] == ["Bernd"]
    with database.connection_context():
        copy = take_in(prepare(file, "file"))
        assert copy.head == row_of(night).head
        file["former"]["p2"][0][0] = "Max"
        with pytest.raises(Exception, match="salts"):
            take_in(prepare(file, "file"))
    assert host.fill_in(f"{night}/forget", "player", player="p2", texts=None).status == 303
    with database.connection_context():
        row = row_of(night)
        assert fetch("SELECT name FROM former_name WHERE night_id = ?", row.id) == []
        assert "Bernd" not in row.title
        assert not any("Bernd" in entry.note for entry in journal(row.id))
        assert names_of(row.id)["p2"].name.startswith("N. N.")
    assert unfound(night) == []
    assert change(host, night, "rename", player="p2", name="Bernd").errors == "this name was forgotten; it stays so"


def amounts(phone, night):
    table = phone.get(f"{night}/settle").html.one("table", "standing")
    return [row.all("td")[-1].text for row in table.one("tbody").all("tr")]


def test_settling_tells_what_a_point_cost_in_which_deals(host, night):
    assert host.get(f"{night}/table").form(amount="").one(fits=lambda one: one["name"] == "amount")["value"] == "0.10"
    for number, amount in ((2, "1"), (5, "2"), (2, "3")):
        change(host, night, "stake", amount=amount, currency="EUR", number=str(number))
    settle = host.get(f"{night}/settle").text
    assert "In deal 1 one point is €0.10." in settle
    assert "From deal 2 on one point is €3.00." in settle
    for _ in range(2):
        host.book(night)
    change(host, night, "stake", amount="4", currency="EUR", number="4")
    settle = host.get(f"{night}/settle").text
    assert "In deals 2 to 3 one point is €3.00." in settle
    assert ("From deal 4 on one point is €4.00." in settle, "€2.00." in settle) == (True, False)


def test_a_first_stake_counts_from_deal_1_and_a_refusal_keeps_the_form(host):
    night = host.open_night(amount="")
    for _ in range(2):
        host.book(night)
    page = host.get(f"{night}/table")
    refused = host.send(page, page.form(amount=""), "action=stake", amount="0.20", currency="CHF", number="3")
    assert refused.errors == "up to deal 2 it was for points only; a stake can only hold from deal 1 on"
    kept = values(refused.form(amount=""))
    assert [kept[name] for name in ("amount", "currency", "number")] == [["0.20"], ["CHF"], ["3"]]
    assert host.send(page, page.form(amount=""), "action=stake", amount="0.20").status == 303, "from deal 1 on"
    assert values(host.get(f"{night}/table").form(amount=""))["number"] == ["3"]


def test_a_stake_of_deals_that_were_paid_stays(host, night):
    host.fill_in(f"{night}/settle", "seen")
    page = host.get(f"{night}/settle")
    host.send(page, page.html.one("main").all("form")[0], "tick=all")
    assert "is paid" in change(host, night, "stake", amount="1", currency="EUR", number="1").errors
    assert "is paid" in change(host, night, "stake", amount="1", currency="CHF", number="1").errors
    assert "is paid" in change(host, night, "stake", amount="1", currency="CHF", number="2").errors
    assert "next deal" in change(host, night, "stake", amount="1", currency="EUR", number="3").errors
    assert change(host, night, "stake", amount="1", currency="EUR", number="2").status == 303
    assert unfound(night) == []


def again(phone, night):
    page = phone.get("/")
    return page, page.html.one("main").one("form", fits=lambda form: form["action"] == f"{night}/again")


def test_a_night_is_put_away_on_one_phone_and_brought_back(host, night, writer, onlooker):
    token = {"csrf_token": onlooker.token(), "away": "yes"}
    assert onlooker.post(f"{night}/archive", token).status == 303
    assert night not in onlooker.get("/").body
    assert night in host.get("/").body
    assert onlooker.get(night).status == 200
    assert night in onlooker.get("/", archived=1).body
    assert onlooker.post(f"{night}/archive", {**token, "away": "no"}).status == 303
    assert night in onlooker.get("/").body
    page = writer.get(f"{night}/table")
    assert "/again" not in page.body
    form = page.html.one("main").one("form", fits=lambda form: form["action"] == f"{night}/archive")
    assert writer.post(form["action"], {"csrf_token": writer.token(), "away": "yes"}).location == "/"
    assert night not in writer.get("/").body


def delete(phone, night, typed, request="deleting-1"):
    return phone.post(f"{night}/delete", {"csrf_token": phone.token(), "request": request, "typed": typed})


@pytest.mark.both_databases
def test_a_night_is_deleted_once_its_name_was_typed(host, night, writer, stranger):
    slug = night.rpartition("/")[2]
    following = host.fill_in(f"{night}/carry", "way=next").location.removesuffix("/settle")
    carried = amounts(host, following)
    host.book(night)
    assert delete(writer, night, "Herzblatt").status == 403
    assert delete(stranger, night, "Herzblatt").status == 404
    assert delete(host, night, "something").status == 422
    title = host.get(night).html.one("h1").text
    asked = host.get(f"{night}/delete")
    assert ".toml" in asked.body
    assert "Something is still unpaid here." in asked.text
    assert [delete(host, night, title).status for _ in range(2)] == [303, 303]
    for phone in (host, writer):
        answer = phone.get(night)
        assert (answer.status, answer.html.one("h1").text) == (410, "A host has deleted this night.")
        assert night not in phone.get("/").body
    assert writer.get(f"{night}/now").status == 410
    with database.connection_context():
        assert find_night(slug) is None
        assert [listed.kind for listed in load_openings() if listed.slug == slug] == ["opened", "deleted"]
    assert not any(slug in fault for fault in unfound())
    assert amounts(host, following) == carried, "another night keeps what was carried to it"
    page = host.get("/nights/new/herzblatt/braun")
    form, names = page.form(amount=""), {f"players-{place}": name for place, name in enumerate("ABCD")}
    other = host.send(page, form, **names).location
    delete(host, other, host.get(other).html.one("h1").text)
    answer = host.send(page, form, **names)
    assert (answer.status, other in host.get("/").body) == (422, False), "its form does not open it again"


def test_closing_and_paying_ask_first_while_a_deal_is_in_doubt(host, night):
    def object_to_the_deal(note):
        page = host.get(f"{night}/deals/1")
        assert host.send(page, page.form(note="", based_on=""), note=note).status == 303

    def tick_one(mark="Paid", how="all"):
        page = host.get(f"{night}/settle")
        form = next(form for form in page.html.one("main").all("form") if form.all("button") and mark in form.text)
        return host.send(page, form, f"tick={how}")

    object_to_the_deal("a card was missing")
    question = host.fill_in(f"{night}/settle", "seen")
    assert (question.status, "Deal 1" in question.text) == (409, True)
    assert "frozen" not in kinds(night)
    sure = question.form(sure="")
    assert values(sure)["csrf_token"] != [""], "without it nobody could go on"
    assert host.send(question, sure, sure="[]").status == 409, "another doubt is asked about anew"
    for _ in range(2):
        assert host.send(question, sure, f"sure={sure.one('button')['value']}").status == 303
    assert kinds(night).count("frozen") == 1
    object_to_the_deal("a card was double")
    question = tick_one()
    assert question.status == 409
    sure = question.form(sure="")
    assert host.send(question, sure, f"sure={sure.one('button')['value']}").status == 303
    assert tick_one().status == 303, "asked once a settlement"
    object_to_the_deal("two cards were missing")
    assert tick_one("Undo", "none").status == 303
    assert tick_one().status == 409, "taking a payment back asked nothing"


def test_the_code_for_the_others_is_put_away_for_good(host):
    night = host.open_night()
    page = host.get(night)
    assert page.html.one("details", fits=lambda part: part["id"] == "invitation").all("svg")
    form = page.html.one("main").one("form", fits=lambda form: form["action"].endswith("/dismiss"))
    assert host.send(page, form).status == 303
    assert 'id="invitation"' not in host.get(night).body


def test_the_address_that_a_phone_came_by_stands_first(shared_app, host, night, monkeypatch):
    known = ["http://192.168.1.2:8000", "http://10.0.0.2:8000"]
    monkeypatch.setitem(shared_app.config, "ADDRESSES", lambda: list(map(ServerAddress, known)))
    page = host.get(f"{night}/share").body
    assert page.index("192.168.1.2") < page.index("10.0.0.2")
    link = next(link["href"] for link in host.get(f"{night}/share").html.one("main").all("a") if "/j/" in link["href"])
    phone = shared_app.test_client()
    asked = phone.get(link[link.index("/j/") :], base_url=known[1]).get_data(as_text=True)
    token = asked.partition('name="csrf_token" value="')[2].partition('"')[0]
    answer = phone.post(link[link.index("/j/") :], data={"csrf_token": token, "who": "p3"}, base_url=known[1])
    assert answer.status_code == 303
    page = host.get(f"{night}/share").body
    assert page.index("10.0.0.2") < page.index("192.168.1.2")
    for base, there in (("http://192.168.1.2", False), ("http://localhost", True), ("https://karten.lan", True)):
        answer = shared_app.test_client().get("/", base_url=base)
        assert ("Cross-Origin-Opener-Policy" in answer.headers) == there, base


WIFI = ServerAddress("http://192.168.1.50:8000", "wlan0")
CABLE = ServerAddress("http://192.168.7.7:8000", "eth0")
VPN = ServerAddress("http://10.5.0.2:8000", "tun0", for_phones=False)


def codes_at(phone, night):
    """The servers to which the codes on the share page lead."""
    return {urlsplit(read_by_zxing(code)).netloc for code in codes_in(phone.get(f"{night}/share").body)}


def test_a_chosen_address_stays_while_the_network_does(shared_app, host, writer, monkeypatch):
    network = [WIFI, CABLE, VPN]
    monkeypatch.setitem(shared_app.config, "ADDRESSES", lambda: list(network))
    night = host.open_night()
    assert codes_at(host, night) == {"192.168.1.50:8000"}
    page = host.get(f"{night}/share")
    choice = page.html.one("details", fits=lambda part: part["id"] == "address").one("form")
    assert [button.text for button in choice.all("button")] == [
        "http://192.168.7.7:8000 (eth0)",
        "http://10.5.0.2:8000 (tun0)",
        "The best one",
    ]
    assert host.send(page, choice, f"address={VPN.url}").status == 303
    assert codes_at(host, night) == {"10.5.0.2:8000"}
    assert codes_at(host, host.open_night()) == {"10.5.0.2:8000"}, "for all nights"
    network[:] = [WIFI, VPN, CABLE]
    assert codes_at(host, night) == {"10.5.0.2:8000"}, "what is no better does not matter"
    network[:] = [ServerAddress("http://10.0.0.9:8000", "wlan0"), VPN]
    assert codes_at(host, night) == {"10.0.0.9:8000"}, "another network"
    network[:] = [WIFI, CABLE, VPN]
    assert host.send(page, choice, "address=").status == 303
    assert codes_at(host, night) == {"192.168.1.50:8000"}
    for strange in ("http://evil.example", "http://10.5.0.2:8000 x"):
        assert host.post(choice["action"], {"csrf_token": host.token(), "address": strange}).status == 303
        assert codes_at(host, night) == {"192.168.1.50:8000"}


def test_nobody_but_a_host_chooses_the_address(shared_app, host, writer, night, monkeypatch):
    monkeypatch.setitem(shared_app.config, "ADDRESSES", lambda: [WIFI, VPN])
    page = writer.get(f"{night}/share")
    assert 'id="address"' not in page.body
    sent = {"address": VPN.url, "csrf_token": writer.token()}
    assert writer.post(f"{night}/share/address", sent).status == 403
    assert codes_at(host, night) == {"192.168.1.50:8000"}


@pytest.mark.parametrize("known", [[], [VPN]], ids=["no network", "only a tunnel"])
def test_without_an_address_for_phones_no_page_shows_a_code(shared_app, host, known, monkeypatch):
    monkeypatch.setitem(shared_app.config, "ADDRESSES", lambda: list(known))
    night = host.open_night()
    share = host.get(f"{night}/share")
    assert "No phone can reach it yet." in share.text
    assert "The codes lead to" not in share.text
    for path in ("", "/share", "/board", "/blank", "/rules/sheet"):
        assert codes_in(host.get(night + path).body) == [], path
    assert ("10.5.0.2" in share.body) == bool(known)


def test_the_newest_night_is_played_again_from_the_home_page(host, writer, night):
    assert "/again" not in writer.get(night).body
    newer = host.open_night("Xaver", "Yvonne", "Zora")
    page = host.get("/")
    form = page.html.one("main").one("form")
    assert (form["action"], form.one("button", "primary").text) == (f"{newer}/again", "Play again with the same people")
    opened = host.send(page, form).location
    assert host.send(page, form).location == opened != newer
    kept = [(row.game, row.preset, row.coins, row.dealer) for row in map(row_of, (newer, opened))]
    assert kept[0] == kept[1]
    assert ([*host.standing(opened)], kinds(newer)) == ([*host.standing(newer)], ["opened"])
    sheet = host.get(night)
    form = sheet.html.one("main").one("form", fits=lambda form: form["action"] == f"{night}/again")
    opened = host.send(sheet, form).location
    assert host.standing(opened) == dict.fromkeys(host.standing(night), 0)


def test_who_has_left_is_not_named_among_those_who_play_again(host):
    night = host.open_night("Xaver", "Yvonne", "Zora", "Willi")
    page = host.get(f"{night}/table")
    assert host.send(page, page.form(player="p3", move="leave"), move="leave").status == 303
    page = host.get("/")
    form = page.html.one("main").one("form")
    assert "Xaver, Yvonne, Willi." in form.one("p", "hint").text
    assert [*host.standing(host.send(page, form).location)] == ["Xaver", "Yvonne", "Willi"]


def test_the_home_page_is_paged_and_queries_do_not_grow_with_nights(shared_app, monkeypatch):
    phone, counted = Phone(shared_app), []
    for _ in range(14):
        phone.open_night("A", "B", "C")
    execute = type(database.obj).execute_sql

    def counting(self, sql, *values, **more):
        counted[-1] += 1
        return execute(self, sql, *values, **more)

    monkeypatch.setattr(type(database.obj), "execute_sql", counting)
    pages = []
    for number in (1, 2):
        counted.append(0)
        pages.append(phone.get("/", page=number))
    assert [len(page.html.all("a", "card")) for page in pages] == [12, 2]
    assert counted[0] == counted[1] < 10


def test_the_home_page_says_what_the_reader_owes_and_gets(shared_app):
    phone = Phone(shared_app)
    for player in ("p1", "p2"):
        night = phone.open_night("Anna", "Bernd", "Clara")
        phone.book(night, "p2", 71)
        phone.fill_in(f"{night}/me", "who", who=player)
    assert phone.standing(night) == {"Anna": -1, "Bernd": 2, "Clara": -1}
    phone.book(phone.open_night("Anna", "Bernd", "Clara"), "p2", 71)
    page = phone.get("/")
    assert page.html.one("p", "own").text == "You owe €0.10 You get €0.20"
    cards = [card.text for card in page.html.one("main").all("a", "card")]
    assert ["€0.20 unpaid" in cards[0], "you get €0.20" in cards[1], "you owe €0.10" in cards[2]] == [True] * 3


def test_a_night_keeps_its_new_date_in_its_file(host, night):
    assert change(host, night, "date", date="2026-11-20").status == 303
    file = json.loads(host.get(f"{night}/night.json").body)
    assert file["date"] == "2026-11-20"
    with database.connection_context():
        row = row_of(night)
        copy = take_in(prepare(file, "file"))
        assert (copy.day, copy.head) == ("2026-11-20", row.head)
        assert verify_night(row) is verify_night(copy) is None
        with pytest.raises(Exception, match="journal"):
            prepare(file | {"date": "2026-11-21"}, "file")
        run("UPDATE night SET day = ? WHERE id = ?", "2026-11-21", row.id)
        assert verify_night(row_of(night)), "a date changed behind the journal is found"
