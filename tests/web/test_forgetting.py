"""Forgetting somebody in the browser: a host may, nobody else.

Who is no host of a night takes no name out of it, whatever he opens elsewhere and whoever sits there.
"""

import pytest

from scorekeeper.storage.access.devices import AT_SERVER
from scorekeeper.storage.engine.sql import fetch, run
from scorekeeper.storage.models import database
from scorekeeper.storage.nights.manage import forget as forget_everywhere
from scorekeeper.storage.nights.manage import sittings_like
from scorekeeper.storage.queries.nights import find_night
from scorekeeper.storage.verify import verify_night
from scorekeeper.storage.writing.entry import Sender
from tests.web.phone import Phone, links

OTHERS = ("Gerd", "Heidi", "Ilse")
WAYS = [("onlooker", "opening"), ("writer", "adding"), ("put out", "opening"), ("put out", "adding")]


@pytest.fixture
def corrected(host, night):
    """The night, with a reason that names Anna."""
    host.fill_in(f"{night}/deals/1/correct", "points", points="80", note="Anna miscounted", action="confirm")
    assert "Anna miscounted" in host.get(f"{night}/deals/1").text
    return night


def forget(phone, night, **fields):
    return phone.fill_in(f"{night}/forget", "player", **fields)


def pages(host, night):
    paths = ("", "/deals/1", "/settle", "/settle.txt", "/table", "/share", "/me", "/night.toml", "/night.json")
    return "".join(host.get(night + path).body for path in paths) + host.get("/").body


@pytest.mark.both_databases
def test_after_forgetting_no_page_or_file_says_the_name(host, corrected):
    night = corrected
    other = host.open_night()
    host.post(f"{night}/me", {"csrf_token": host.token(), "who": "p1"})
    assert "Anna" in pages(host, night)
    standing = host.standing(night)
    answer = forget(host, night, player="p1")
    assert (answer.status, answer.location) == (303, f"{night}/table")
    assert "Anna" not in pages(host, night) + pages(host, other)
    assert "Anna" not in host.get("/nights/new/herzblatt/braun").body
    now = host.standing(night)
    placeholder = next(name for name in now if name.startswith("N. N."))
    assert now == {placeholder if name == "Anna" else name: points for name, points in standing.items()}


def test_only_a_host_empties_texts_and_only_texts_can_be_emptied(host, corrected, writer, onlooker, stranger, night):
    before = host.get(f"{corrected}/night.json").body
    for player in ("", "p9", "Anna", "ü"):
        sent = {"csrf_token": host.token(), "request": "0123456789", "player": player}
        answer = host.post(f"{corrected}/forget", sent)
        assert (answer.status, bool(answer.errors)) == (422, True), player
    assert host.get(f"{corrected}/night.json").body == before
    assert forget(host, corrected, player="", texts="yes").status == 303
    assert "miscounted" not in pages(host, corrected)
    assert "Anna" in host.get(corrected).text
    for phone, status in ((writer, 403), (onlooker, 403), (stranger, 404)):
        assert phone.get(f"{night}/forget").status == status
        fields = {"csrf_token": phone.token(), "request": "0123456789", "player": "p1", "texts": "yes"}
        assert phone.post(f"{night}/forget", fields).status == status
        assert "forget" not in phone.get(f"{night}/table").body
    assert "Anna" in writer.get(night).text


def test_the_table_tells_who_forgot_whom_when_and_how_many_texts(host, corrected, onlooker):
    host.post(f"{corrected}/me", {"csrf_token": host.token(), "who": "p3"})
    assert "Deleted" not in onlooker.get(f"{corrected}/table").text
    forget(host, corrected, player="p1")
    shown = onlooker.get(f"{corrected}/table").text
    for text in ("a name, which was that of N. N.", "1 text", "Clara’s phone"):
        assert text in shown
    with database.connection_context():
        forget_everywhere(sittings_like(find_night(corrected[3:]).id, "p2", ""), Sender(AT_SERVER, "0123456789"))
    assert "on the server" in onlooker.get(f"{corrected}/table").text


def come_in(app, host, night, role):
    """A phone that came by a link of the night; `put out` is one whose access was ended then."""
    phone = Phone(app)
    phone.join(links(host, night)["onlooker" if role == "onlooker" else "writer"], "" if role == "onlooker" else "p2")
    if role == "put out":
        items = host.get(f"{night}/share").html.one("ul", "people").all("li")
        item = next(item for item in items if "Bernd" in item.text)
        device = item.one("form", fits=lambda form: "Remove" in form.text).all("input")[1]["value"]
        host.post(f"{night}/share", {"csrf_token": host.token(), "action": "end", "device": device})
        assert phone.get(night).status == 410
    return phone


def add(phone, night, name):
    assert phone.fill_in(f"{night}/table", "place", "move=join", name=name).status == 303


def take_out(phone, night, player):
    """Forget a player for good."""
    assert forget(phone, night, player=player).status == 303
    assert "N. N." in phone.get(f"{night}/table").text


def people(night):
    sql = "SELECT person_id FROM player JOIN night ON night.id = night_id WHERE slug = ? ORDER BY key"
    with database.connection_context():
        return [person for (person,) in fetch(sql, night[3:])]


@pytest.mark.parametrize(("role", "way"), WAYS)
def test_forgetting_a_namesake_elsewhere_leaves_a_night_as_it_is(shared_app, host, corrected, role, way):
    phone = come_in(shared_app, host, corrected, role)
    own, player = phone.open_night(*([] if way == "opening" else OTHERS)), "p1"
    if way == "adding":
        add(phone, own, "Anna")
        player = "p4"
    before = host.get(f"{corrected}/night.json").body
    assert not {*people(own)} & {*people(corrected)}, "nobody sits in nights of two hosts"
    take_out(phone, own, player)
    assert host.get(f"{corrected}/night.json").body == before
    with database.connection_context():
        for path in (own, corrected):
            assert verify_night(find_night(path.rpartition("/")[2])) is None


def test_a_mere_writer_brings_nobody_from_another_night(shared_app, host, night):
    phone = come_in(shared_app, host, night, "writer")
    own = phone.open_night("Zora", *OTHERS)
    add(phone, night, "Zora")
    assert not {*people(own)} & {*people(night)}
    take_out(phone, own, "p1")
    assert "Zora" in host.get(f"{night}/table").text


@pytest.mark.both_databases
def test_a_person_in_nights_of_two_hosts_is_forgotten_only_in_one(shared_app, host, corrected):
    phone = come_in(shared_app, host, corrected, "onlooker")
    own = phone.open_night()
    anna = people(corrected)[0]
    with database.connection_context():
        run("UPDATE player SET person_id = ? WHERE key = 'p1' AND night_id = ?", anna, find_night(own[3:]).id)
    before = host.get(f"{corrected}/night.json").body
    assert not {*people(phone.open_night())} & {*people(corrected)}
    take_out(phone, own, "p1")
    assert "Anna" not in phone.get(own).text
    assert host.get(f"{corrected}/night.json").body == before
    take_out(host, corrected, "p1")
    assert "Anna" not in host.get(f"{corrected}/table").text


@pytest.mark.both_databases
def test_who_is_no_host_of_one_of_them_any_more_reaches_the_other_alone(shared_app, host, night):
    other = host.open_night()
    assert people(other) == people(night)
    with database.connection_context():
        run("UPDATE access SET ended = 'now' WHERE night_id = ?", find_night(night[3:]).id)
    take_out(host, other, "p1")
    with database.connection_context():
        run("UPDATE access SET ended = '' WHERE night_id = ?", find_night(night[3:]).id)
    assert "Anna" in host.get(night).text


@pytest.mark.parametrize("who", ["p2", "nobody", ""])
def test_whose_phone_opens_the_next_night_is_known_there_if_it_was_here(host, night, who):
    if who:
        host.post(f"{night}/me", {"csrf_token": host.token(), "who": who})
    following = host.fill_in(f"{night}/carry", "way=next", "way=next").location.removesuffix("/settle")
    assert people(following) == people(night)
    assert bool(host.get(following).html.all("section", fits=lambda part: part["id"] == "who")) == (not who)
    mine = host.get(f"{following}/me").html.one("main").all("button", fits=lambda key: key["aria-current"] == "true")
    assert [button["value"] for button in mine] == ([who] if who == "p2" else [])
    host.post(f"{following}/me", {"csrf_token": host.token(), "who": "p3"})
    host.fill_in(f"{night}/carry", "way=next")
    mine = host.get(f"{following}/me").html.one("main").all("button", fits=lambda key: key["aria-current"] == "true")
    assert [button["value"] for button in mine] == ["p3"], "what is said there counts"
