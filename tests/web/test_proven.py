"""What a phone proved once by a signature is not proven again for it, and never for another phone."""

import pytest
from flask import Flask
from itsdangerous import URLSafeTimedSerializer

from scorekeeper.web import frame
from scorekeeper.web.cookies import Cookies
from scorekeeper.web.kept import Kept
from scorekeeper.web.tokens import unmask
from tests.web.phone import Phone


def _count(monkeypatch):
    """Count the signatures that are looked at from now on, with nothing proven yet."""
    proven, loads = [], URLSafeTimedSerializer.loads
    monkeypatch.setattr(
        URLSafeTimedSerializer, "loads", lambda *said, **how: proven.append(said[1]) or loads(*said, **how)
    )
    monkeypatch.setattr(frame.csrf, "_proven", Kept[bool](10))
    return proven


def _speak(phone, token):
    return phone.post("/language", {"csrf_token": token, "language": "en", "back": "/"}).status


def test_a_token_is_proven_once_however_it_is_masked(host, monkeypatch):
    first, second = host.new_token(), host.new_token()
    assert first != second
    assert unmask(first) == unmask(second)
    proven = _count(monkeypatch)
    assert [_speak(host, first), _speak(host, second)] == [303, 303]
    assert proven.count(unmask(first)) == 1


def test_a_cookie_is_proven_once(shared_app, host, night, monkeypatch):
    proven = _count(monkeypatch)
    monkeypatch.setattr(shared_app.session_interface, "_read", Kept(10))
    assert [host.get(night).status for _ in range(3)] == [200] * 3
    assert proven == [host.client.get_cookie("scorekeeper").value]


def test_what_is_proven_of_one_phone_is_refused_from_another(host, stranger, monkeypatch):
    token, other = host.token(), stranger.token()
    _count(monkeypatch)
    assert _speak(host, token) == 303
    assert [_speak(stranger, token), _speak(stranger, other)] == [400, 303]
    assert [_speak(stranger, "x"), _speak(stranger, "x"), _speak(stranger, "")] == [400, 400, 400]
    assert stranger.post("/nowhere", {"csrf_token": "y"}).status == 404
    assert _speak(stranger, "y") == 400


def test_by_https_the_page_that_sends_it_counts_each_time(host, monkeypatch):
    token = host.token()
    assert _speak(host, token) == 303
    fields = {"csrf_token": token, "language": "en", "back": "/"}
    for referrer, status in (("https://localhost/", 303), ("https://else.where/", 400), ("https://localhost/", 303)):
        answer = host.client.post("/language", data=fields, base_url="https://localhost", headers={"Referer": referrer})
        assert answer.status_code == status


@pytest.mark.parametrize("sent", ["x=1; {}; y=2", "{}; scorekeeper=other", "{}", ' {} ; é="ü"'])
def test_our_cookie_is_found_among_others(shared_app, host, night, sent):
    ours = f"scorekeeper={host.client.get_cookie('scorekeeper').value}"
    phone = shared_app.test_client(use_cookies=False)
    assert phone.get(night, headers={"Cookie": sent.format(ours)}).status_code == 200
    assert phone.get(night, headers={"Cookie": sent.format("scorekeeper=else")}).status_code == 404
    known = {"Cookie": sent.format("scorekeeper=else"), "If-None-Match": '"x"'}
    assert phone.get(f"{night}/now", headers=known).status_code == 404


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
