"""What only a host decides: who stays, who is a host too, new links."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from scorekeeper.storage.access import membership
from scorekeeper.storage.models import database
from scorekeeper.storage.queries.nights import find_night
from tests.web.phone import Phone, links
from tests.web.routes import routes_of_night


@pytest.fixture
def bernd(shared_app, host, night):
    phone = Phone(shared_app)
    phone.join(links(host, night)["writer"], "p2")
    return phone


def listed(host, night):
    """The devices that the host sees: what each is called, and its key."""
    items = host.get(f"{night}/share").html.one("ul", "people").all("li")
    found = {}
    for item in items:
        keys = {field["value"] for field in item.all("input") if field["name"] == "device"}
        found[item.one("strong").text] = (item.one("span", "hint").text, keys.pop())
    return found


def decide(host, night, action, device=""):
    return host.post(f"{night}/share", {"csrf_token": host.token(), "action": action, "device": device})


def key_of(host, night, name):
    return next(key for called, (_, key) in listed(host, night).items() if name in called)


def test_a_host_alone_sees_every_phone_with_its_name_and_role_and_decides(host, night, bernd, onlooker):
    key = key_of(host, night, "Bernd")
    for phone in (bernd, onlooker):
        assert key not in phone.get(f"{night}/share").body
        for action in ("end", "again", "host", "renew", "pin", "no pin"):
            assert decide(phone, night, action, key).status == 403, action
    assert decide(bernd, night, "renew").text.startswith("Only a host of this night may do that.")
    for path in ("again", "carry", "delete", "dismiss", "forget", "round", "settings"):
        assert bernd.post(f"{night}/{path}", {"csrf_token": bernd.token(), "request": "0123456789"}).status == 403, path
    phones = listed(host, night)
    assert len(phones) == 3
    assert phones["Bernd’s phone"][0].startswith("enters deals · here since ")
    assert " · last seen " in phones["Bernd’s phone"][0]
    (mine,) = (name for name in phones if name.endswith("this one"))
    assert phones[mine][0].startswith("host ·")


def test_who_was_put_out_is_out_wherever_it_goes_until_a_host_lets_it_in(shared_app, host, night, bernd):
    key, old = key_of(host, night, "Bernd"), links(host, night)
    assert bernd.get(f"{night}/now").status == 200
    decide(host, night, "end", key)
    for method, path in routes_of_night(shared_app, night):
        fields = {"csrf_token": bernd.token(), "request": "0123456789", "number": "2", "action": "booked"}
        answer = bernd.get(path) if method == "GET" else bernd.post(path, fields)
        assert answer.status == 410, (method, path)
        assert answer.text.startswith("A host has removed this phone from this night.")
    assert night not in bernd.get("/").body
    assert "removed" in listed(host, night)["Bernd’s phone"][0]
    new = links(host, night)
    assert not set(new.values()) & set(old.values())
    for link in old.values():
        assert bernd.get(link).status == 410
        assert Phone(shared_app).get(link).status == 404, "nor as a new browser"
    for link in new.values():
        assert bernd.get(link).status == 410
        assert bernd.post(link, {"csrf_token": bernd.token(), "who": "p2"}).status == 410
    decide(host, night, "again", key)
    assert bernd.get(f"{night}/enter").status == 200


def test_new_links_end_the_old_ones_and_leave_in_who_is_in(shared_app, host, night, bernd, onlooker):
    old = links(host, night)
    decide(host, night, "renew")
    for role, link in old.items():
        stranger = Phone(shared_app).get(link)
        assert (stranger.status, "Scan the code again" in stranger.text) == (404, True), role
        assert bernd.get(link).location == f"{night}#now", "an old bookmark still leads in who is in"
        Phone(shared_app).join(links(host, night)[role])
    assert bernd.get(f"{night}/enter").status == 200
    assert onlooker.get(night).status == 200


def test_another_phone_can_take_over_as_host_but_the_last_one_stays(host, night, bernd):
    mine = key_of(host, night, "this one")
    answer = decide(host, night, "end", mine)
    assert (answer.status, answer.errors) == (422, "a night needs a host: make another phone a host first")
    decide(host, night, "host", key_of(host, night, "Bernd"))
    assert decide(bernd, night, "end", mine).status == 303
    assert host.get(night).status == 410
    assert key_of(bernd, night, "this one")


@pytest.mark.both_databases
@pytest.mark.usefixtures("patient")
def test_two_hosts_who_put_each_other_out_at_one_moment_leave_one(shared_app, host, night, bernd):
    keys = [key_of(host, night, name) for name in ("this one", "Bernd")]
    decide(host, night, "host", keys[1])
    together = Barrier(2)

    def end(key):
        with database.connection_context():
            together.wait(60)
            try:
                membership.end_access(membership.NIGHT_ACCESS, find_night(night.rpartition("/")[2]).id, key)
            except membership.Refused as refused:
                return refused.key

    with ThreadPoolExecutor(2) as pool:
        assert sorted(map(str, pool.map(end, keys))) == ["None", "device"]


def test_a_phone_that_is_not_there_is_refused(host, night, stranger):
    before = listed(host, night)
    other = stranger.open_night()
    for action in ("end", "again", "host", "", "nothing"):
        for device in ("", "ffffffff", "ü", "' OR 1=1 --", key_of(stranger, other, "this one")):
            answer = decide(host, night, action, device)
            assert (answer.status, bool(answer.errors)) == (422, True), (action, device)
    assert listed(host, night) == before
    assert stranger.get(other).status == 200
