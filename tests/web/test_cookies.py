"""The cookie that knows a phone again, and the token that a form must bring with it."""

import base64
import hashlib
import secrets

import pytest
from flask import Flask

from scorekeeper.web.core.session import Cookies
from tests.web.phone import Phone


def _speak(phone, token):
    return phone.post("/language", {"csrf_token": token, "language": "en", "back": "/"}).status


def test_the_token_of_one_phone_is_refused_from_another(host, stranger):
    token, other = host.token(), stranger.token()
    assert _speak(host, token) == 303
    assert [_speak(stranger, token), _speak(stranger, other)] == [400, 303]
    assert [_speak(stranger, "x"), _speak(stranger, "x"), _speak(stranger, "")] == [400, 400, 400]
    assert stranger.post("/nowhere", {"csrf_token": "y"}).status == 404
    assert _speak(stranger, "y") == 400


def test_by_https_the_page_that_sends_it_counts_each_time(host):
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


def masked_as_earlier(token):
    """The token as pages of earlier versions have it: under a short seed, and before that under a whole mask."""
    seed, mask = secrets.token_bytes(8), secrets.token_bytes(len(token))
    yield "~~" + base64.urlsafe_b64encode(seed + _xor(hashlib.shake_256(seed).digest(len(token)), token)).decode()
    yield "~" + base64.urlsafe_b64encode(mask + _xor(mask, token)).decode()


def _xor(mask, token):
    return bytes(one ^ other for one, other in zip(mask, token.encode(), strict=True))


def test_a_form_that_was_opened_before_the_upgrade_is_still_read(host):
    for token in masked_as_earlier(host.new_token()):
        assert _speak(host, token) == 303


@pytest.mark.parametrize("mark", ["~~", "~"])
@pytest.mark.parametrize("token", ["", "AAAA", "AAA", "äö", "A" * 80, "no token", "M" * 16])
def test_what_is_no_token_under_a_mask_is_refused(host, mark, token):
    assert _speak(host, mark + token) == 400
