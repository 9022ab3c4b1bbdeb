"""The poll that is answered before the application is asked: as the application answers, and only whom it would."""

import pytest
from flask import request_started

from scorekeeper.storage.statements import fetch, run
from scorekeeper.storage.tables import database
from scorekeeper.web import unchanged
from scorekeeper.web.unchanged import Unchanged


@pytest.fixture
def asked(shared_app):
    """What the application itself was asked, in order."""
    paths = []

    def note(sender, **more):
        from flask import request

        paths.append(request.path)

    with request_started.connected_to(note, shared_app):
        yield paths


def poll(phone, night, tag, **more):
    headers = {"Accept-Language": phone.languages} | ({"If-None-Match": tag} if tag else {})
    return phone.client.get(f"{night}/now?since=2", headers=headers, **more)


def tag_of(phone, night):
    return poll(phone, night, "").headers["ETag"]


@pytest.mark.both_databases
@pytest.mark.parametrize("address", ["http://localhost", "http://table.fritz.box", "https://table.fritz.box"])
def test_it_is_answered_as_the_application_answers(host, night, monkeypatch, asked, address):
    cookie = host.client.get_cookie("scorekeeper").value
    host.client.set_cookie("scorekeeper", cookie, domain="table.fritz.box")
    tag = tag_of(host, night)
    asked.clear()
    before = poll(host, night, tag, base_url=address)
    assert asked == []
    monkeypatch.setattr(Unchanged, "_tag", lambda *args: None)
    after = poll(host, night, tag, base_url=address)
    assert asked == [f"{night}/now"]
    assert before.status_code == after.status_code == 304
    assert sorted(before.headers.items()) == sorted(after.headers.items())
    assert before.data == after.data == b""


def test_a_tag_that_a_proxy_made_weak_is_known(host, night, monkeypatch, asked):
    """nginx does so with each answer that it packs."""
    known = f'"another", W/{tag_of(host, night)}'
    asked.clear()
    assert poll(host, night, known).status_code == 304
    assert asked == []
    monkeypatch.setattr(Unchanged, "_tag", lambda *args: None)
    assert poll(host, night, known).status_code == 304


def test_whom_the_application_refuses_is_refused(host, onlooker, stranger, night):
    tag = tag_of(onlooker, night)
    assert poll(onlooker, night, tag).status_code == 304
    assert poll(stranger, night, tag).status_code == 404
    onlooker.client.set_cookie("scorekeeper", "forged")
    assert poll(onlooker, night, tag).status_code == 404


def test_of_languages_that_no_browser_wishes_nothing_is_kept(host, night, asked):
    host.languages = ",".join(["en-GB", *("x" * 8 for _ in range(30))])
    tag = tag_of(host, night)
    asked.clear()
    assert poll(host, night, tag).status_code == 304
    assert asked == [f"{night}/now"], "the application asks, which keeps none of it"


def test_a_night_that_is_deleted_meanwhile_is_left_to_the_application(host, night, monkeypatch, asked):
    tag = tag_of(host, night)
    guest = unchanged.find_guest
    monkeypatch.setattr(unchanged, "find_guest", lambda *of: guest(*of)._replace(night=0))
    asked.clear()
    assert poll(host, night, tag).status_code == 304
    assert asked == [f"{night}/now"]


def test_whose_access_was_ended_is_told_so(host, onlooker, night):
    tag = tag_of(onlooker, night)
    with database.connection_context():
        run("UPDATE access SET ended = 'now' WHERE role = 'onlooker' AND night_id = ?", _id(night))
    assert poll(onlooker, night, tag).status_code == 410


def test_what_is_new_to_one_phone_is_told(host, writer, night):
    tag = tag_of(writer, night)
    assert poll(writer, night, tag).status_code == 304
    assert host.post(f"{night}/entering", {"csrf_token": host.token(), "number": 2}).status == 204
    assert poll(writer, night, tag).get_json()["entering"]
    host.post(f"{night}/entering", {"csrf_token": host.token(), "number": 0})
    assert poll(writer, night, tag).status_code == 304
    writer.languages = "de-AT"
    assert poll(writer, night, tag).status_code == 200, "what stands there is said in words"
    tag = tag_of(writer, night)
    page = host.get("/")
    assert host.post("/language", {"csrf_token": host.token(), "language": "de", "back": "/"}).status == 303, page.body
    assert poll(writer, night, tag).status_code == 304, "another phone chose"
    with database.connection_context():
        run("UPDATE access SET role = 'onlooker' WHERE role = 'writer' AND night_id = ?", _id(night))
    assert poll(writer, night, tag).get_json()["role"] == "onlooker"


@pytest.mark.both_databases
def test_whose_phone_enters_a_deal_is_told_anew_when_it_becomes_another_ones(host, night, writer):
    assert writer.post(f"{night}/entering", {"csrf_token": writer.token(), "number": 2}).status == 204
    told, tag = [], ""
    for who in ("p2", "p3"):
        page = writer.get(f"{night}/me")
        writer.send(page, page.form(who=""), f"who={who}")
        answer = poll(host, night, tag)
        told += answer.get_json()["entering"]
        tag = answer.headers["ETag"]
    assert told == ["Bernd is entering deal 2", "Clara is entering deal 2"]
    assert poll(host, night, tag).status_code == 304


@pytest.mark.both_databases
def test_who_was_not_seen_for_a_while_is_noted(host, night, asked):
    tag = tag_of(host, night)
    with database.connection_context():
        run("UPDATE access SET seen = '2026-01-01T00:00' WHERE night_id = ?", _id(night))
    asked.clear()
    assert [poll(host, night, tag).status_code, poll(host, night, tag).status_code] == [304, 304]
    assert asked == [f"{night}/now"], "the application notes it once"


def _id(night):
    ((found,),) = fetch("SELECT id FROM night WHERE slug = ?", night.rpartition("/")[2])
    return found
