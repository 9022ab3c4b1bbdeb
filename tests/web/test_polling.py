"""The poll of an open page: answered with 304 while there is nothing new, and only to whoever may see the night."""

import pytest

from scorekeeper.storage.engine.sql import fetch, run
from scorekeeper.storage.models import database


def poll(phone, night, tag, **more):
    headers = {"Accept-Language": phone.languages} | ({"If-None-Match": tag} if tag else {})
    return phone.client.get(f"{night}/now?since=2", headers=headers, **more)


def tag_of(phone, night):
    return poll(phone, night, "").headers["ETag"]


def test_a_tag_that_a_proxy_made_weak_is_known(host, night):
    """nginx does so with each answer that it compresses."""
    assert poll(host, night, f'"another", W/{tag_of(host, night)}').status_code == 304


def test_an_unchanged_answer_has_no_body_and_is_not_kept_by_a_cache(host, night):
    answer = poll(host, night, tag_of(host, night))
    assert (answer.status_code, answer.data) == (304, b"")
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers.getlist("Vary") == ["Cookie"]


def test_who_may_not_see_the_night_learns_nothing_of_it(host, onlooker, stranger, night):
    tag = tag_of(onlooker, night)
    assert poll(onlooker, night, tag).status_code == 304
    assert poll(stranger, night, tag).status_code == 404
    onlooker.client.set_cookie("scorekeeper", "forged")
    assert poll(onlooker, night, tag).status_code == 404


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


def _id(night):
    ((found,),) = fetch("SELECT id FROM night WHERE slug = ?", night.rpartition("/")[2])
    return found
