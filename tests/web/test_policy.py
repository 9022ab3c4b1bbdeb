"""What every answer carries: a strict policy that its own pages keep, safe cookies, a token in every form."""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from flask import Flask

from scorekeeper.games import GAMES
from scorekeeper.web.core.session import Cookies
from tests.web.html import read_html
from tests.web.phone import Page, Phone
from tests.web.routes import routes_of_night

LANGUAGES = ("en-GB", "de-AT")
ADDRESSES = ("action", "data", "formaction", "href", "ping", "poster", "src", "srcset", "xlink:href")


def all_pages(app, host, night) -> Iterator[Page]:
    """One of every kind of page: the night as it goes on, new nights, and everything that is refused."""
    yield host.get("/")
    yield host.get("/nights/new")
    for game in GAMES.values():
        for preset in game.presets:
            yield host.get(f"/nights/new/{game.key}/{preset}")
    for method, path in routes_of_night(app, night):
        if method == "GET":
            yield host.get(path)
        else:
            yield host.post(path, {})  # no token
            yield host.post(path, {"csrf_token": host.token(), "request": "0123456789", "number": "2", "soloist": "p9"})
    yield host.fill_in("/nights/new/herzblatt/braun", "amount", amount="x", **{"players-0": "Anna", "house-loss": "7"})
    yield host.enter(night, soloist="p1", points="121")
    yield host.enter(night, soloist="p1", points="70")
    yield host.post(f"{night}/enter", {**entry(host), "based_on": "0", "number": "1"})
    yield host.post(f"{night}/deals/1/void", {"csrf_token": host.token(), "based_on": "7", "number": "1"})
    yield host.get("/nothing")
    yield host.post("/", {"csrf_token": host.token()})
    yield Phone(app).get(night)


def entry(phone):
    return {"csrf_token": phone.token(), "request": "r" * 16, "action": "booked", "soloist": "p2", "points": "66"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_keeps_the_policy_and_no_secret_of_a_device_shows(shared_app, host, night, language):
    host.languages = language
    with host.client.session_transaction() as session:
        secret = session["device"]
    assert len(secret) >= 32
    seen, forms = set(), []
    check_headers(host.get("/static/scorekeeper.css"))
    for page in all_pages(shared_app, host, night):
        seen.add(page.status)
        assert secret not in page.body
        check_headers(page)
        if page.status == 303 or not page.headers["Content-Type"].startswith("text/html"):
            continue
        for element in page.html:
            problem = breach(element)
            assert not problem, (page.path, page.status, problem)
        forms += page.html.all("form")
    assert seen == {200, 204, 303, 400, 404, 405, 409, 422}, "a kind of answer is missing here"
    assert len(forms) > 50
    for form in forms:
        tokens = [field["value"] for field in form.all("input") if field["name"] == "csrf_token"]
        if form["method"] == "get":  # it only asks for a page, so the token must not stand in the address
            assert tokens == []
        else:
            assert (form["method"], len(tokens), all(tokens)) == ("post", 1, True)


def check_headers(page):
    policy = dict(part.split(" ", 1) for part in page.headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == policy["form-action"] == "'self'"
    assert policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    assert "unsafe" not in str(policy)
    assert page.headers["X-Content-Type-Options"] == "nosniff"
    assert page.headers["Referrer-Policy"] == "same-origin"
    if not page.path.startswith("/static/"):
        assert page.headers["Cache-Control"] == "no-store", page.path


def breach(element) -> str:
    """What of an element the policy would block or send elsewhere."""
    names = element.attributes
    if element.tag == "style" or "style" in names:
        return f"style in <{element.tag}>"
    if any(name.startswith("on") for name in names):
        return f"a handler in <{element.tag}>"
    if element.tag == "script" and (not element["src"] or element.text):
        return "an inline script"
    if element.tag in ("iframe", "object", "embed", "base", "frame"):
        return f"<{element.tag}>"
    for name in ADDRESSES:
        address = urlsplit(element[name])
        if address.netloc not in ("", "localhost") or address.scheme not in ("", "http"):
            return f"{name}={element[name]}"
    return ""


def test_pages_are_read_as_browsers_do_and_every_breach_is_found():
    twice, close, odd = '<p class="a" class="b">1</p>', '<p class="a"lang="de">1</p>', '<p class=""a">1</p>'
    for broken in ("<p>1 < 2</p>", "<p>1", "1</p>", "<ul><li>1</ul></li>", twice, close, odd, "<p", "<p>1</p><!-- 2"):
        with pytest.raises(AssertionError):
            read_html(broken)
    page = read_html('<!doctype html><p lang="de" hidden title=\'"&amp;"\'>1 &lt; 2<br><!-- > -->3<path d="z"/></p>\n')
    paragraph = page.one("p")
    assert (paragraph.attributes, paragraph.text) == ({"lang": "de", "hidden": "", "title": '"&"'}, "1 < 2 3")
    assert paragraph.one("path")["d"] == "z"
    marked = ("p style='color:red'", "style", "p onclick='x()'", "script", "iframe src='/'")
    leading = ("a href='//example.org/'", "a href='javascript:x()'", "form action='http://example.org/'")
    empty = ("img src='https://example.org/x.png'", "link rel='icon' href='data:image/svg+xml,x'")
    for bad in (*(f"<{tag}>x</{tag.split()[0]}>" for tag in (*marked, *leading)), *(f"<{tag}>" for tag in empty)):
        assert breach(next(iter(read_html(bad)))), bad
    assert not breach(next(iter(read_html('<a href="/n/1?from=3#now">x</a>'))))


def test_what_is_no_file_among_the_files_is_for_one_phone_alone(host):
    for path in ("/static/nothing.css", "/static/", "/static//scorekeeper.css"):
        answer = host.get(path)
        assert answer.status in (308, 404)
        assert answer.headers["Cache-Control"] == "no-store"
        assert "Cookie" in answer.headers["Vary"]


def test_the_cookie_is_for_this_server_only_and_out_of_reach_of_scripts(host):
    page = host.get("/nights/new/herzblatt/braun")
    fields = {"players-0": "A", "players-1": "B", "players-2": "C"}
    answer = host.send(page, page.form(amount=""), **fields)
    for header in (page.headers["Set-Cookie"], answer.headers["Set-Cookie"]):
        name, *flags = header.split("; ")
        assert name.startswith("scorekeeper=")
        assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(flags)
        assert not [flag for flag in flags if flag.startswith("Domain")]
    assert [flag for flag in flags if flag.startswith("Expires")], "the phone must still be known next week"
    assert host.client.application.config["WTF_CSRF_TIME_LIMIT"] is None, "a form may stay open all evening"


def test_a_form_without_its_token_is_refused_with_what_to_do(shared_app, host, night):
    before = host.get(f"{night}/night.json").body
    posts = [path for method, path in routes_of_night(shared_app, night) if method == "POST"]
    for token in ({}, {"csrf_token": ""}, {"csrf_token": "x"}, {"csrf_token": "IjEyMyI.x.y"}):
        for path in (*posts, "/language", "/nights/new/solo/braun"):
            answer = host.post(path, token)
            assert answer.status == 400, path
            assert "Go back, reload the page and send it again." in answer.text
    assert host.get(f"{night}/night.json").body == before


def test_an_error_of_the_program_shows_no_inside(shared_app, host, monkeypatch):
    def fail():
        raise RuntimeError("inside")

    monkeypatch.setitem(shared_app.config, "PROPAGATE_EXCEPTIONS", False)
    monkeypatch.setitem(shared_app.view_functions, "nights.start", fail)
    answer = host.get("/")
    assert answer.status == 500
    assert answer.text == "Something went wrong. What was saved before is safe. To my nights"
    assert "inside" not in answer.body
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_the_language_switch_leads_back_to_the_page_of_this_host(host, night):
    for path in (f"{night}/deals/1/audit?tricks=AC+KC+9H&at=tricks", night):
        page = host.get(path)
        switch = page.html.one("header").one("form")
        assert host.send(page, switch, f"language={switch.one('button')['value']}").location == path
    foreign = ("//example.org", "/\\example.org", "https://example.org", "/\t/example.org", "\\/x", "")
    for back in (*foreign, "/" + "a" * 500 + "!", "/a" * 500 + "!", "/?" + "a" * 500 + "!"):
        answer = host.post("/language", {"csrf_token": host.token(), "language": "de", "back": back})
        assert answer.status == 303
        assert re.match(r"/([^/\\]|$)", answer.location), answer.location
        assert len(back) < 500 or answer.location == "/", "recognised at once"


def _speak(phone, token):
    return phone.post("/language", {"csrf_token": token, "language": "en", "back": "/"}).status


def test_the_token_of_one_phone_is_refused_from_another(host, stranger):
    token, other = host.token(), stranger.token()
    assert _speak(host, token) == 303
    assert [_speak(stranger, token), _speak(stranger, other)] == [400, 303]
    assert [_speak(stranger, "x"), _speak(stranger, "x"), _speak(stranger, "")] == [400, 400, 400]
    assert stranger.post("/nowhere", {"csrf_token": "y"}).status == 404
    assert _speak(stranger, "y") == 400
    fields = {"csrf_token": token, "language": "en", "back": "/"}
    for referrer, status in (("https://localhost/", 303), ("https://else.where/", 400), ("https://localhost/", 303)):
        answer = host.client.post("/language", data=fields, base_url="https://localhost", headers={"Referer": referrer})
        assert answer.status_code == status


def test_our_cookie_is_found_among_others_and_a_forged_one_is_nobody(shared_app, host, night):
    ours = f"scorekeeper={host.client.get_cookie('scorekeeper').value}"
    phone = shared_app.test_client(use_cookies=False)
    for sent in ("x=1; {}; y=2", "{}; scorekeeper=other", "{}", ' {} ; é="ü"'):
        strange = {"Cookie": sent.format("scorekeeper=else")}
        assert phone.get(night, headers={"Cookie": sent.format(ours)}).status_code == 200
        assert phone.get(night, headers=strange).status_code == 404
        assert phone.get(f"{night}/now", headers={**strange, "If-None-Match": '"x"'}).status_code == 404
    forger = Phone(shared_app)
    for cookie in ("x", "eyJkZXZpY2UiOiJ4In0.x.y", "ü", ""):
        forger.client.set_cookie("scorekeeper", cookie)
        assert forger.get(night).status == 404
        assert forger.get("/").status == 200


def test_the_cookie_of_a_server_with_another_database_stays(shared_app, host, night):
    """A browser keeps the same cookies for all ports of a computer: each server would shut it out of the other's."""
    foreign = Cookies("another key")
    app = Flask(__name__)
    app.secret_key = "another key"
    serializer = foreign.get_signing_serializer(app)
    assert serializer
    theirs = serializer.dumps({"device": "known there"})
    phone = Phone(shared_app)
    phone.client.set_cookie("scorekeeper", theirs)
    mine = phone.open_night("Anna", "Bernd", "Clara")
    assert phone.client.get_cookie("scorekeeper").value == theirs
    assert phone.get(mine).status == 200
    assert _speak(phone, phone.new_token()) == 303
    assert phone.client.get_cookie("scorekeeper").value == theirs
    assert phone.get(night).status == 404
    assert foreign.own != shared_app.session_interface.own
    known = {"If-None-Match": phone.get(f"{mine}/now").headers["ETag"], "Accept-Language": "en-GB"}
    assert phone.client.get(f"{mine}/now", headers=known).status_code == 304
