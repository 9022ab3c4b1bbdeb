"""Who sees and who writes: a night is there for whom a link let in, and an onlooker only looks."""

import re

import pytest

from tests.web.phone import Phone, links
from tests.web.routes import APART, LEADING_ON, routes_of_night, writes


def ask(phone, method, path):
    fields = {"csrf_token": phone.token(), "request": "0123456789", "number": "1", "action": "booked", "who": "p1"}
    return phone.get(path) if method == "GET" else phone.post(path, fields)


def test_who_has_no_link_finds_nothing_at_any_address_of_a_night(shared_app, night, stranger):
    routes = list(routes_of_night(shared_app, night))
    assert len(routes) == len(set(routes)) >= 20
    assert {("POST", f"{night}/deals/1/void"), ("GET", f"{night}/night.toml")} <= {*routes}
    nowhere = without_token(stranger.get("/n/00000000"))
    elsewhere = Phone(shared_app)
    other = elsewhere.open_night("Gerd", "Heidi", "Ilse")
    for phone in (stranger, elsewhere):
        for method, path in routes:
            answer = ask(phone, method, path)
            assert (answer.status, "Anna" in answer.body) == (404, False), (method, path)
        assert night not in phone.get("/").body
    assert without_token(stranger.get(night)) == nowhere, "a night that is not there must look the same"
    assert elsewhere.get(other).status == 200


def without_token(page):
    """A page without what is its own: its address and the token, which holds the time."""
    return re.sub(r'name="csrf_token" value="[^"]+"', "", page.body.replace(page.path, ""))


@pytest.mark.both_databases
def test_an_onlooker_sees_everything_and_writes_nothing(shared_app, host, night, onlooker):
    before = host.get(f"{night}/night.json").body
    seen, refused = [], []
    for method, path in routes_of_night(shared_app, night):
        answer = ask(onlooker, method, path)
        expected = [403] if writes(method, path) else [200, 303] if method == "GET" else [303]
        assert answer.status in expected, (method, path)
        (refused if answer.status == 403 else seen).append(path)
        if answer.status == 403:
            assert answer.text.startswith("This phone can watch here, but not enter anything.")
        elif not path.endswith((*APART, "/me", *LEADING_ON)) and method == "GET":
            main = answer.html.one("main")
            forms = main.all("form", fits=lambda form: form["role"] != "search" and writes("POST", form["action"]))
            assert not forms, path
            assert not [link["href"] for link in main.all("a") if writes("GET", link["href"])], path
    assert f"{night}/settle" in seen
    assert f"{night}/enter" in refused
    assert host.get(f"{night}/night.json").body == before
    assert links(onlooker, night) == {"onlooker": links(host, night)["onlooker"]}, "nor can it pass on more"


def test_a_link_that_was_tampered_with_lets_nobody_in(host, night, stranger):
    found = links(host, night)
    assert found["writer"] != found["onlooker"]
    for link in found.values():
        token = link.rpartition("/")[2]
        assert len(token) == 32
        changed = ("0" if token[-1] != "0" else "1").join([token[:-1], ""])
        for wrong in (changed, token[:-1], token + "0", token.upper() + "x", "ü", "%00"):
            assert stranger.get(f"/j/{night.rpartition('/')[2]}/{wrong}").status == 404, wrong
        assert stranger.get(f"/j/00000000/{token}").status == 404
    other = links(host, host.open_night())["writer"].rpartition("/")[2]
    assert stranger.get(f"/j/{night.rpartition('/')[2]}/{other}").status == 404, "that of another night"
    assert stranger.get(night).status == 404


def test_a_link_lets_in_is_gone_from_the_address_and_takes_no_right_away(host, night, onlooker, stranger):
    assert night not in stranger.get("/").body
    answer = stranger.join(links(host, night)["writer"])
    assert answer.location == f"{night}#now"
    assert stranger.standing(night) == host.standing(night)
    host.join(links(host, night)["onlooker"])
    assert host.get(f"{night}/enter").status == 200
    for phone in (host, onlooker, stranger):
        assert night in phone.get("/").body
    found = links(host, night)
    assert onlooker.get(f"{night}/enter").status == 403
    onlooker.join(found["writer"])
    assert onlooker.get(f"{night}/enter").status == 200
    onlooker.join(found["onlooker"])
    assert onlooker.get(f"{night}/enter").status == 200


def test_a_form_of_another_site_takes_no_cookie_from_a_phone(shared_app):
    """The browser sends it without the cookie of this server, and would keep the one that an answer brings."""
    for path in ("/language", "/nights/new/herzblatt/braun"):
        answer = shared_app.test_client().post(path, data={"language": "de"})
        assert answer.status_code == 400
        assert "Set-Cookie" not in answer.headers
