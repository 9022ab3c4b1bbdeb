"""Who is no host of a night takes no name out of it, whatever he opens elsewhere and whoever sits there."""

import pytest

from scorekeeper.storage.engine.sql import fetch, run
from scorekeeper.storage.models import database
from scorekeeper.storage.queries.nights import find_night
from scorekeeper.storage.verify import verify_night
from tests.web.html import values
from tests.web.phone import Phone, links

OTHERS = ("Gerd", "Heidi", "Ilse")
WAYS = (
    *(("onlooker", way) for way in ("opening", "adding")),
    *(("writer", way) for way in ("opening", "adding")),
    *(("put out", way) for way in ("opening", "adding")),
)


@pytest.fixture
def corrected(host, night):
    """A night with a reason that names Anna."""
    page = host.get(f"{night}/deals/1/correct")
    host.send(page, page.form(points=""), points="80", note="Anna miscounted", action="confirm")
    return night


def come_in(app, host, night, role):
    """A phone that came by a link of the night; `put out` is one whose access was ended then."""
    phone = Phone(app)
    phone.join(links(host, night)["onlooker" if role == "onlooker" else "writer"], "" if role == "onlooker" else "p2")
    if role == "put out":
        item = next(
            item for item in host.get(f"{night}/share").html.one("ul", "people").all("li") if "Bernd" in item.text
        )
        device = item.one("form", fits=lambda form: "Remove" in form.text).all("input")[1]["value"]
        host.post(f"{night}/share", {"csrf_token": host.token(), "action": "end", "device": device})
        assert phone.get(night).status == 410
    return phone


def add(phone, night, name):
    page = phone.get(f"{night}/table")
    assert phone.send(page, page.form(place=""), "move=join", name=name).status == 303


def own_night(phone, way):
    """A night of a phone's own in which Anna sits, and the key of her seat."""
    if way == "opening":
        return phone.open_night(), "p1"
    own = phone.open_night(*OTHERS)
    add(phone, own, "Anna")
    return own, "p4"


def forget(phone, night, player):
    page = phone.get(f"{night}/forget")
    assert phone.send(page, page.form(player=""), player=player).status == 303
    assert "N. N." in phone.get(f"{night}/table").text


def of(night, sql):
    with database.connection_context():
        return fetch(sql, find_night(night.rpartition("/")[2]).id)


def people(night):
    return {person for (person,) in of(night, "SELECT person_id FROM player WHERE night_id = ?")}


@pytest.mark.parametrize(("role", "way"), WAYS)
def test_forgetting_somebody_of_the_same_name_elsewhere_leaves_a_night_as_it_is(shared_app, host, corrected, role, way):
    phone = come_in(shared_app, host, corrected, role)
    own, player = own_night(phone, way)
    before = host.get(f"{corrected}/night.json").body
    assert not people(own) & people(corrected), "nobody sits in nights of two hosts"
    forget(phone, own, player)
    assert host.get(f"{corrected}/night.json").body == before
    assert "Anna" in host.get(f"{corrected}/table").text
    assert "Anna miscounted" in host.get(f"{corrected}/deals/1").text
    with database.connection_context():
        for path in (own, corrected):
            assert verify_night(find_night(path.rpartition("/")[2])) is None


def test_who_only_writes_opens_no_next_night(shared_app, host, corrected):
    phone = come_in(shared_app, host, corrected, "writer")
    page = host.get(f"{corrected}/carry")
    answer = phone.post(f"{corrected}/carry", {**values(page.form(way="next")), "csrf_token": phone.token()})
    assert answer.status == 403


def test_nobody_is_brought_into_a_night_from_that_of_who_only_writes_there(shared_app, host, night):
    phone = come_in(shared_app, host, night, "writer")
    own = phone.open_night("Zora", *OTHERS)
    add(phone, night, "Zora")
    assert not people(own) & people(night)
    forget(phone, own, "p1")
    assert "Zora" in host.get(f"{night}/table").text


@pytest.mark.both_databases
def test_who_sits_in_nights_of_two_hosts_since_an_earlier_version_is_forgotten_only_in_one(shared_app, host, corrected):
    phone = come_in(shared_app, host, corrected, "onlooker")
    own = phone.open_night()
    (anna,) = of(corrected, "SELECT person_id FROM player WHERE night_id = ? AND key = 'p1'")[0]
    with database.connection_context():
        run("UPDATE player SET person_id = ? WHERE key = 'p1' AND night_id = ?", anna, find_night(own[3:]).id)
    before = host.get(f"{corrected}/night.json").body
    assert not people(phone.open_night()) & people(corrected)
    forget(phone, own, "p1")
    assert "Anna" not in phone.get(own).text
    assert host.get(f"{corrected}/night.json").body == before
    forget(host, corrected, "p1")
    assert "Anna" not in host.get(f"{corrected}/table").text


@pytest.mark.both_databases
def test_who_is_no_host_of_one_of_them_any_more_reaches_the_other_alone(shared_app, host, night):
    other = host.open_night()
    assert people(other) == people(night)
    with database.connection_context():
        run("UPDATE access SET ended = 'now' WHERE night_id = ?", find_night(night[3:]).id)
    forget(host, other, "p1")
    with database.connection_context():
        run("UPDATE access SET ended = '' WHERE night_id = ?", find_night(night[3:]).id)
    assert "Anna" in host.get(night).text


def test_the_next_night_of_a_host_has_the_same_people(host, night):
    page = host.get(f"{night}/carry")
    following = host.send(page, page.form(way="next"), "way=next").location.removesuffix("/settle")
    assert people(following) == people(night)


@pytest.mark.both_databases
@pytest.mark.parametrize("who", ["p2", "nobody", ""])
def test_whose_phone_opens_the_next_night_is_known_there_if_it_was_here(host, night, who):
    if who:
        host.post(f"{night}/me", {"csrf_token": host.token(), "who": who})
    page = host.get(f"{night}/carry")
    following = host.send(page, page.form(way="next"), "way=next").location.removesuffix("/settle")
    assert bool(host.get(following).html.all("section", fits=lambda part: part["id"] == "who")) == (not who)
    mine = host.get(f"{following}/me").html.one("main").all("button", fits=lambda key: key["aria-current"] == "true")
    assert [button["value"] for button in mine] == ([who] if who == "p2" else [])
    host.post(f"{following}/me", {"csrf_token": host.token(), "who": "p3"})
    page = host.get(f"{night}/carry")
    host.send(page, page.form(way="next"))
    mine = host.get(f"{following}/me").html.one("main").all("button", fits=lambda key: key["aria-current"] == "true")
    assert [button["value"] for button in mine] == ["p3"], "what is said there counts"
