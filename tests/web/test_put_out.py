"""Whoever is put out of a group: nothing that came through the group leads into its nights any more."""

import pytest

from scorekeeper.storage.engine.sql import fetch
from scorekeeper.storage.models import database
from tests.web.group import member_of, open_group
from tests.web.html import values
from tests.web.phone import Phone, links
from tests.web.routes import routes_of_night
from tests.web.test_groups import next_night, routes_of_group

LEAVING = ["member", "treasurer", "host", "onlooker"]


@pytest.fixture
def group(host):
    """A group with a night of a closed season and two nights of this one."""
    first = host.open_night()
    host.book(first)
    place = open_group(host, first)
    assert host.fill_in(f"{place}/season", "number", name="2025").status == 303
    nights = [first, next_night(host, place), next_night(host, place)]
    host.book(nights[1])
    return place, nights


def key_of(phone_number):
    with database.connection_context():
        return fetch("SELECT key FROM device ORDER BY id DESC LIMIT ?", phone_number)[-1][0]


def heads(nights):
    """The last entry of the journal of each night."""
    with database.connection_context():
        return [fetch("SELECT seq, head FROM night WHERE slug = ?", night[3:]) for night in nights]


def decide(host, place, action, key):
    answer = host.post(f"{place}/share", {"csrf_token": host.token(), "action": action, "device": key})
    assert answer.status == 303, answer.text


def newcomer(app, host, place, role):
    """A phone that came into the group by its link and was then given this role, and the phone's key."""
    phone = member_of(app, host, place, "onlooker" if role == "onlooker" else "member")
    key = key_of(1)
    if role == "host":
        decide(host, place, "host", key)
    if role == "treasurer":
        answer = host.post(f"{place}/treasurers", {"csrf_token": host.token(), "action": "name", "device": key})
        assert answer.status == 303
    return phone, key


def shown_links(phone, place):
    """The links into nights that the group's page shows a phone, by night."""
    cards = phone.get(place, page="all").html.one("main").all("a")
    return {f"/n/{card['href'].split('/')[2]}": card["href"] for card in cards if card["href"].startswith("/j/")}


@pytest.mark.both_databases
@pytest.mark.parametrize("role", LEAVING)
def test_who_is_put_out_of_a_group_comes_into_none_of_its_nights(shared_app, host, group, role):
    place, nights = group
    phone, key = newcomer(shared_app, host, place, role)
    ways = shown_links(phone, place)
    assert set(ways) == set(nights), "of the closed season too"
    closed, seen, unseen = nights
    for night in (closed, seen):
        phone.join(ways[night], "onlooker" if role == "onlooker" else "nobody")
        assert phone.get(f"{night}/board").status == 200
    prepared = phone.get(f"{seen}/enter")
    sent = values(prepared.form(number="")) if role != "onlooker" else {"number": "2"}
    page = phone.get(ways[unseen])
    joining = values(page.form(who="")) | {"who": "onlooker" if role == "onlooker" else "nobody"}
    token = {"csrf_token": phone.token(), "request": "0123456789"}
    decide(host, place, "end", key)

    before = heads(nights)
    for night in (closed, seen):
        for method, path in routes_of_night(shared_app, night):
            answer = phone.get(path) if method == "GET" else phone.post(path, token)
            assert answer.status == 410, path
    fields = token | sent | {"action": "booked", "soloist": "p1", "points": "71"}
    assert phone.post(f"{seen}/enter", fields).status == 410, "a form that was prepared"
    assert phone.post(ways[unseen], token | joining).status == 404, "a link that was opened before"
    for method, path in routes_of_night(shared_app, unseen):
        assert (phone.get(path) if method == "GET" else phone.post(path, token)).status == 404, path
    for method, path in routes_of_group(shared_app, place):
        assert (phone.get(path) if method == "GET" else phone.post(path, token)).status == 410, path
    other = Phone(shared_app)
    for link in ways.values():
        assert other.get(link).status == 404, "the same links on another phone, or without the cookie"
    assert not any(night in phone.get("/").body for night in nights)
    assert heads(nights) == before, "nothing was booked"


@pytest.mark.parametrize("role", LEAVING[:3])
def test_who_is_put_out_of_a_group_keeps_what_they_host_or_play_in(shared_app, host, group, role):
    place, nights = group
    phone, key = newcomer(shared_app, host, place, role)
    phone.join(shown_links(phone, place)[nights[1]], "p2")
    own = phone.open_night(round=place[3:])
    decide(host, place, "end", key)
    for night in (nights[1], own):
        assert phone.get(night).status == 200
        phone.book(night)
    assert phone.get(f"{own}/share").html.all("ul", "people"), "still its host"


def test_those_who_stay_in_a_group_notice_nothing_when_somebody_goes(shared_app, host, group):
    place, nights = group
    _, key = newcomer(shared_app, host, place, "member")
    stays = member_of(shared_app, host, place)
    looks_on = member_of(shared_app, host, place, "onlooker")
    ways = shown_links(stays, place)
    watching = shown_links(looks_on, place)
    stays.join(ways[nights[0]], "nobody")
    decide(host, place, "end", key)
    assert stays.get(f"{nights[0]}/board").status == 200
    stays.join(ways[nights[1]], "nobody")
    stays.book(nights[1])
    looks_on.join(watching[nights[1]], "onlooker")
    assert looks_on.get(f"{nights[1]}/enter").status == 403, "the old link gives no more than the group does"
    guest = Phone(shared_app)
    guest.join(links(host, nights[2])["writer"])
    assert guest.get(nights[2]).status == 200, "by the new link of the night"


def test_who_is_let_into_a_group_again_has_its_nights_again(shared_app, host, group):
    place, nights = group
    phone, key = newcomer(shared_app, host, place, "member")
    ways = shown_links(phone, place)
    for night in nights[:2]:
        phone.join(ways[night], "nobody")
    decide(host, nights[0], "end", key)
    decide(host, place, "end", key)
    decide(host, place, "again", key)
    assert phone.get(nights[1]).status == 200
    assert phone.get(nights[0]).status == 410, "a host of that night has removed the phone from it"
    assert nights[2] in shown_links(phone, place)
