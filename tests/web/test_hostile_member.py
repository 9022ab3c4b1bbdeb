"""A hostile member who is no host of the group gains nothing beyond a member's rights; onlookers and strangers less."""

import pytest

from scorekeeper.storage.engine.sql import fetch
from scorekeeper.storage.models import database
from tests.web.clock import TODAY
from tests.web.group import member_of, open_group
from tests.web.phone import Phone, links
from tests.web.routes import routes_of_night, writes
from tests.web.test_evening import club_of, draw, names_of, play
from tests.web.test_groups import next_night, routes_of_group

pytestmark = pytest.mark.usefixtures("one_evening")


HUGE = "999999999999"
# What only hosts may change: rows that must be the same afterwards.
GUARDED = {
    "round": "SELECT * FROM round ORDER BY id",
    "treasurers and roles": "SELECT id, device_id, round_id, role, ended, treasurer FROM membership ORDER BY id",
    "members": "SELECT id, round_id, person_id, listed, same_as_id FROM round_member ORDER BY id",
    "seats of members": "SELECT id, member_id FROM player ORDER BY id",
    "nights": "SELECT id, slug, head, title, links, pin FROM night ORDER BY id",
    "nights of groups": "SELECT night_id, round_id, opened, agreed, season FROM round_night ORDER BY night_id",
    "guests": "SELECT night_id, device_id, role, ended FROM access ORDER BY id",
    "evenings": "SELECT * FROM evening ORDER BY id",
    "seasons": "SELECT * FROM season ORDER BY id",
    "places of seasons": "SELECT * FROM season_place ORDER BY season_id, place",
    "opening balances": "SELECT * FROM opening_balance ORDER BY id",
}


def guarded():
    with database.connection_context():
        return {name: fetch(sql) for name, sql in GUARDED.items()}


@pytest.fixture
def club(host):
    """A group with two tables of an evening, at which money is open, and a closed season."""
    group = club_of(host, names_of(8))
    early = host.open_night("N00", "N01", "N02", "N03", rules="koenigrufen/ooe", round=group[3:])
    play(host, early, 50)
    assert host.fill_in(f"{group}/season", "number", name="2025").status == 303
    for night in draw(host, group, names_of(8)):
        play(host, night, 50)
    page = host.get(f"{group}/opening-balances")
    assert host.send(page, page.form(list=""), list="N00 5\nN01 -5", currency="CHF", file=None).status == 303
    return group


@pytest.fixture
def foreign(shared_app):
    """Another group with a night, of other people."""
    phone = Phone(shared_app)
    group = open_group(phone, phone.open_night("Xaver", "Yvonne", "Zita"), "Freitag")
    phone.book(next_night(phone, group), "p1", 90)
    return group


def ids(sql, *values):
    with database.connection_context():
        return [str(found) for (found,) in fetch(sql, *values)]


def nights_of(group):
    sql = "SELECT night.slug FROM night JOIN round_night ON night_id = night.id JOIN round ON round.id = round_id"
    return ids(f"{sql} WHERE round.slug = ?", group[3:])


def members_of(group):
    return ids("SELECT round_member.id FROM round_member JOIN round ON round.id = round_id WHERE slug = ?", group[3:])


def devices_of(group, role="%"):
    sql = "SELECT device.key FROM device JOIN membership ON device_id = device.id JOIN round ON round.id = round_id"
    return ids(f"{sql} WHERE round.slug = ? AND role LIKE ?", group[3:], role)


def attacks_on(club, foreign):
    """What only a host may send to each address of a group, and what nobody may send: path, fields."""
    devices = devices_of(club)
    rules = {"ranking": "money", "cup": "99", "drops": "9", "absent": "number", "missed": "5", "deals": "1"}
    fields = [
        *({"action": action, "device": key} for action in ("end", "again", "host") for key in (*devices, "0" * 8, "")),
        *({"action": action} for action in ("renew", "no pin", "", "nothing")),
        {"action": "pin", "pin": "1234"},
        {"action": "name", "name": "Mine"},
        {"action": "drops", "drops": "9"},
        {"action": "tariff", "tariff": "Sitting 99"},
        {"action": "delete", "typed": "Club"},
        {"action": "rules", **rules},
    ]
    for sent in fields:
        yield "/settings", sent
        yield "/share", sent
    for action in ("name", "end"):
        for key in (*devices, "0" * 8):
            yield "/treasurers", {"action": action, "device": key}
    for evening in (*ids("SELECT id FROM evening ORDER BY id"), "0", HUGE):
        yield "/evenings", {"action": "end", "evening": evening}
        yield "/evenings", {"action": "join", "evening": evening, "before": "1"}
    for number in ("1", "2", "3", "0", HUGE):
        yield "/seasons", {"name": "Mine", "number": number}
        yield "/seasons/remove", {"number": number}
    yield "/seasons/new", {"name": "Mine", "list": "N00\t100", "day": "2026-01-01", "currency": "EUR"}
    yield "/opening-balances", {"list": "N00\t100", "currency": "EUR", "day": "2026-01-01"}
    for entered in (*ids("SELECT request FROM opening_balance"), "", HUGE):
        yield "/opening-balances/back", {"entered": entered}
    for member in (*members_of(club), *members_of(foreign), "0", "-1", HUGE):
        yield "/members", {"action": "remove", "member": member}
        yield "/members", {"action": "join", "member": members_of(club)[0], "other": member}
        yield "/members", {"action": "part", "other": member}
    yield "/members/1", {"seat": "1", "to": members_of(club)[1], "name": "Mallory"}
    for night in (*nights_of(club), *nights_of(foreign), "00000000", ""):
        yield "/settle", {"last": night}
        yield "/settle", {"last": night, "way": "tables"}
        yield "/settle/back", {"last": night}
    for night in (*nights_of(foreign), "00000000", ""):
        yield "/next", {"last": night}
    for member in (*members_of(foreign), "-1", HUGE):
        yield "/me", {"who": member}
    for action in ("end", "join", "nothing"):
        yield "/evenings", {"action": action, "evening": "1", "before": "2"}
    sitting = [f"1 N{number:02}" for number in range(4)]
    for sent in (
        {"kind": "poker/texas", "seats": sitting},
        {"kind": "koenigrufen/ooe", "seats": sitting[:2]},
        {"kind": "koenigrufen/ooe", "seats": [*sitting, sitting[0]]},
        {"kind": "koenigrufen/ooe", "seats": sitting, "deals": HUGE},
        {"kind": "koenigrufen/ooe", "seats": []},
    ):
        yield "/tables", {"action": "open", **sent}
    yield "/tables/back", {"night": nights_of(club)}


def send(phone, path, fields):
    return phone.post(path, {"csrf_token": phone.token(), "request": "hostile-0123456789"} | fields)


@pytest.mark.both_databases
def test_only_a_host_changes_a_group_and_others_find_nothing(shared_app, host, club, foreign):
    phones = {role: member_of(shared_app, host, club, role) for role in ("member", "onlooker", "")}
    refused = {"member": {400, 403, 422}, "onlooker": {403}, "": {404}}
    gone = {("member", "/tables/back"): 303}  # nothing is left to take back
    stolen = host.token()
    own = phones["member"].open_night("N00", "N01", "N02")
    attacks = list(attacks_on(club, foreign))
    posts = {path for method, path in routes_of_group(shared_app, club) if method == "POST"}
    assert {club + path for path, _ in attacks} == posts, "every address that takes a form is tried"
    theirs = [path for method, path in routes_of_group(shared_app, foreign) if method == "POST"]
    for slug in nights_of(foreign):
        theirs += [path for method, path in routes_of_night(shared_app, f"/n/{slug}") if method == "POST"]
    for phone in phones.values():
        phone.token()
    before = guarded()
    for role, phone in phones.items():
        for path, fields in attacks:
            answer = send(phone, club + path, fields)
            assert answer.status in refused[role] | {gone.get((role, path))}, (role, path, fields, answer.status)
            assert "Xaver" not in answer.body, (role, path, fields)
        for path in theirs:
            for action in ("", "delete"):
                assert send(phone, path, {"action": action, "round": club[3:]}).status == 404, (role, path, action)
    for path in ("/members", "/tables", "/me", "/next", "/settle"):
        for token in ("", stolen, "x" * 40):
            fields = {"csrf_token": token, "action": "add", "names": "Mallory"}
            assert send(phones["member"], club + path, fields).status == 400, path
    for slug in (foreign[3:], "00000000", ""):
        answer = send(phones["member"], f"{own}/round", {"action": "into", "round": slug})
        assert (answer.status, "is not a group of this phone" in answer.errors) == (422, True), slug
    assert guarded() == before


@pytest.mark.both_databases
def test_who_is_no_host_of_a_night_changes_nothing_of_it(shared_app, host, club, foreign):
    """A member of its group is let in by the card of a night alone, and then is a phone that may write."""
    nights = nights_of(club)
    phones = {role: member_of(shared_app, host, club, role) for role in ("member", "onlooker", "")}
    came, looking = member_of(shared_app, host, club, "member"), Phone(shared_app)
    for page in (f"{club}/tables", f"{club}/seasons"):
        for link in came.get(page).html.one("main").all("a"):
            if "/j/" in link["href"]:
                came.join(link["href"], "nobody")
    for slug in nights:
        looking.join(links(host, f"/n/{slug}")["onlooker"], "onlooker")
    for phone in (*phones.values(), came, looking):
        phone.token()
    before = guarded()
    devices = [*devices_of(club), *devices_of(foreign), "0" * 8]
    attacks = [
        ("delete", {"typed": "Königrufen"}),
        *(("share", {"action": action}) for action in ("renew", "no pin")),
        *(("share", {"action": action, "device": key}) for action in ("end", "host", "again") for key in devices),
        ("share", {"action": "pin", "pin": "1234"}),
        *(("round", {"action": action, "name": "Mine", "round": foreign[3:]}) for action in ("out", "new", "into")),
        *(("round", {"action": action}) for action in ("agree", "withdraw")),
        *(("carry", {"way": way, "next": "0", "night": nights[0]}) for way in ("next", "another", "to", "from")),
        ("forget", {"player": "p1"}),
        ("settings", {"action": "title", "title": "Mine"}),
        ("again", {}),
    ]
    for slug in nights:
        posts = [path for method, path in routes_of_night(shared_app, f"/n/{slug}") if method == "POST"]
        for role, phone in phones.items():
            for path in posts:
                assert send(phone, path, {"action": "delete", "who": "p1", "night": nights[0]}).status == 404, (
                    role,
                    path,
                )
        for phone in (came, looking):
            for path, fields in attacks:
                assert send(phone, f"/n/{slug}/{path}", fields).status == 403, (path, fields)
        for path in posts:
            if writes("POST", path):
                assert send(looking, path, {"number": "1", "based_on": "0"}).status == 403, path
    assert guarded() == before


def test_a_member_who_says_to_be_the_treasurer_s_person_settles_nothing(shared_app, host, club):
    first = member_of(shared_app, host, club, "member")
    page = first.get(f"{club}/me")
    button = page.html.one("ul", "who").all("button")[0]
    first.send(page, page.form(who=""), who=button["value"])
    [key] = devices_of(club, "member")
    assert host.post(f"{club}/treasurers", {"csrf_token": host.token(), "action": "name", "device": key}).status == 303
    night = host.open_night("N00", "N01", "N02", "N03", rules="koenigrufen/ooe", round=club[3:])
    play(host, night, 60)
    twin = member_of(shared_app, host, club, "member")
    assert twin.send(page, page.form(who=""), who=button["value"], csrf_token=twin.token()).status == 303
    before = guarded()["nights"]
    for slug in nights_of(club):
        assert send(twin, f"{club}/settle", {"last": slug}).status == 400
    assert guarded()["nights"] == before


def test_a_member_changes_no_setting_and_removes_nobody(shared_app, host, club):
    member = member_of(shared_app, host, club, "member")
    before = guarded()
    assert member.fill_in(f"{club}/members", "names", "action=add", names="Zoe").status == 303
    assert send(member, f"{club}/members", {"action": "here", "here": "Zoe", "was": "N00"}).status == 303
    draw(member, club, names_of(4))
    after = guarded()
    same = ("round", "treasurers and roles", "seasons", "places of seasons")
    assert {name: after[name] for name in same} == {name: before[name] for name in same}
    assert set(before["members"]) < set(after["members"])
    assert set(before["nights"]) < set(after["nights"])
    assert set(before["nights of groups"]) < set(after["nights of groups"])
    assert member.get(f"{club}/season", begin=TODAY).status == 200
