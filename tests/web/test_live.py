"""Open pages that ask what is new, who is entering what, and whether the past is still what they saw."""

import json
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from http.client import HTTPConnection
from types import SimpleNamespace
from urllib.parse import urlencode, urlsplit

import pytest
from flask import template_rendered

from scorekeeper.journal.hash_chain import GENESIS
from scorekeeper.journal.words import check_words
from scorekeeper.serving import Stamps
from scorekeeper.storage.engine.sql import fetch, run
from scorekeeper.storage.models import Presence, database
from scorekeeper.storage.queries import nights
from scorekeeper.storage.queries.nights import find_night, hash_at, stamps_of
from tests.storage.replayed import journal
from tests.web.phone import Phone, links
from tests.web.serving import serving_process


class Watcher:
    """A phone whose page stays open and asks."""

    def __init__(self, phone, night):
        self.phone, self.night, self.tag, self.seq = phone, night, "", 0

    def ask(self):
        headers = {"Accept-Language": self.phone.languages} | ({"If-None-Match": self.tag} if self.tag else {})
        answer = self.phone.client.get(f"{self.night}/now?since={self.seq}", headers=headers)
        assert "Set-Cookie" not in answer.headers
        self.tag = answer.headers["ETag"]
        told = json.loads(answer.data or "null")
        self.seq = told["seq"] if told else self.seq
        assert (answer.status_code, bool(told)) in ((200, True), (304, False))
        return told


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """Who is entering a deal counts as such however long this machine takes to ask."""
    monkeypatch.setattr(nights, "SECONDS", 600)


@pytest.fixture
def table(app):
    """The host's phone at a new night on either database, and another one that watches."""
    host = Phone(app)
    night = host.open_night()
    other = Phone(app, "de-AT")
    other.join(links(host, night)["writer"])
    return host, night, Watcher(other, night)


def enter(phone, night, number, address=""):
    return phone.post(address or f"{night}/entering", {"csrf_token": phone.token(), "number": number}).status


@pytest.mark.both_databases
def test_an_open_page_gets_news_only_when_something_happened(table):
    host, night, watcher = table
    first = watcher.ask()
    assert (first["number"], first["role"], first["news"], first["entering"]) == (1, "writer", [], [])
    assert watcher.ask() is None
    host.book(night)
    second = watcher.ask()
    assert (second["seq"], second["number"]) == (first["seq"] + 1, 2)
    assert second["head"] != first["head"]
    assert second["news"] == ["Ein anderes Handy hat Spiel 1 eingetragen"]
    assert watcher.ask() is None


def test_the_news_name_the_phone_and_leave_out_its_own_acts(table):
    host, night, watcher = table
    for player in ("p2", "p3"):
        assert host.post(f"{night}/me", {"csrf_token": host.token(), "who": player}).status == 303
        watcher.ask()
        host.book(night)
    assert watcher.ask()["news"] == ["Clara hat Spiel 2 eingetragen"]
    host.post(f"{night}/me", {"csrf_token": host.token(), "who": "p4"})
    watcher.seq, watcher.tag = 1, ""
    told = ["Bernd hat Spiel 1 eingetragen", "Clara hat Spiel 2 eingetragen"]
    assert watcher.ask()["news"] == told, "whose phone it was then"
    assert enter(host, night, 3) == 204
    assert watcher.ask()["entering"] == ["Dora trägt Spiel 3 ein"], "whose it is now"
    watcher.phone.book(night)
    assert watcher.ask()["news"] == []


def test_others_see_who_is_entering_which_deal_for_a_while(table):
    host, night, watcher = table
    watcher.ask()
    assert enter(host, night, 1) == 204
    assert watcher.ask()["entering"] == ["Ein anderes Handy trägt Spiel 1 ein"]
    assert Watcher(host, night).ask()["entering"] == []
    assert enter(host, night, 1) == 204, "again and again while the page is open"
    assert watcher.ask() is None
    host.book(night)
    assert watcher.ask()["entering"] == [], "it is booked"
    assert enter(host, night, 1) == 204
    assert watcher.ask() is None, "who still looks at its entry page corrects nothing"
    with database.connection_context():
        row = find_night(night.removeprefix("/n/"))
        stamps = stamps_of([row.id])
    assert enter(host, night, 0) == 204
    with database.connection_context():
        assert stamps_of([row.id]) == stamps, "and nobody who waits is answered when it goes"
    assert watcher.ask() is None
    corrects = host.get(f"{night}/deals/1/correct").html.one("div", "strip")["data-entering"]
    assert enter(host, night, 1, corrects) == 204
    assert watcher.ask()["entering"] == ["Ein anderes Handy bessert Spiel 1 aus"]
    assert enter(host, night, 0) == 204
    assert watcher.ask()["entering"] == []
    for moment in ("2001-01-01T00:00:00.000+00:00", "2101-01-01T00:00:00.000+00:00"):
        enter(host, night, 1)
        with database.connection_context():
            assert Presence.update(seen=moment).execute() == 1
        assert (watcher.ask() or {"entering": []})["entering"] == [], moment


def test_an_answer_without_news_takes_no_template_and_two_short_queries(table, monkeypatch):
    host, night, watcher = table
    host.book(night)
    watcher.ask()
    asked, rendered, execute = [], [], database.obj.execute_sql
    monkeypatch.setattr(database.obj, "execute_sql", lambda sql, *rest: asked.append(sql) or execute(sql, *rest))
    with template_rendered.connected_to(lambda *args, **kwargs: rendered.append(args), host.client.application):
        assert watcher.ask() is None
    assert [sql.split()[0] for sql in asked] == ["SELECT", "SELECT"], asked
    assert rendered == []


@pytest.mark.both_databases
def test_every_worker_tells_at_once_what_came_in_by_another(app, place, table):
    host, night, watcher = table
    page = host.get(f"{night}/enter")
    fields = {"csrf_token": host.token(), "request": "r" * 16, "action": "booked", "soloist": "p1", "points": "71"}
    fields |= {"number": "1", "based_on": "0"}
    assert page.status == 200
    with serving_process(place) as one, serving_process(place) as other:
        before = ask(other, watcher.phone, "GET", f"{night}/now")
        tag = {"If-None-Match": before.headers["ETag"]}
        assert ask(other, watcher.phone, "GET", f"{night}/now", **tag).status == 304
        assert ask(one, host, "POST", f"{night}/entering", {**fields, "number": "1"}).status == 204
        assert json.loads(ask(other, watcher.phone, "GET", f"{night}/now", **tag).text)["entering"] != []
        assert ask(one, host, "POST", f"{night}/enter", fields).status == 303
        told = json.loads(ask(other, watcher.phone, "GET", f"{night}/now?since=1", **tag).text)
        assert (told["seq"], told["number"], len(told["news"])) == (2, 2, 1)


@pytest.mark.both_databases
def test_a_page_that_waits_is_answered_once_another_process_has_booked(app, place, table):
    host, night, watcher = table
    with serving_process(place) as address, ThreadPoolExecutor(2) as phones:
        tags = {phone: ask(address, phone, "GET", f"{night}/now").headers["ETag"] for phone in (host, watcher.phone)}
        waiting = [
            phones.submit(ask, address, phone, "GET", f"{night}/now?since=1&wait", **{"If-None-Match": tag})
            for phone, tag in tags.items()
        ]
        host.book(night)
        answers = [each.result() for each in waiting]
    assert [(answer.status, json.loads(answer.text)["seq"]) for answer in answers] == [(200, 2)] * 2


@pytest.mark.both_databases
def test_what_open_pages_wait_for_changes_with_all_that_they_show(table):
    host, night, _ = table
    stamps = [stamp_of(night)]
    host.book(night)
    stamps.append(stamp_of(night))
    enter(host, night, 2)
    stamps.append(stamp_of(night))
    enter(host, night, 2)
    assert stamp_of(night) == stamps[-1], "the same again and again while the page is open"
    run_here("UPDATE presence SET seen = '2001-01-01T00:00:00.000+00:00'")
    stamps.append(stamp_of(night))
    run_here("UPDATE access SET role = 'host'")
    stamps.append(stamp_of(night))
    run_here("UPDATE access SET ended = '2026-11-27T20:00:00.000+00:00' WHERE device_id = 2")
    stamps.append(stamp_of(night))
    Phone(host.client.application).join(links(host, night)["writer"])
    stamps.append(stamp_of(night))
    run_here("DELETE FROM night")
    stamps.append(stamp_of(night))
    assert stamps[3] == stamps[1]
    assert len(set(stamps)) == len(stamps) - 1


def test_a_database_file_is_asked_only_after_a_write_or_a_second(sqlite_place, serve_app, monkeypatch):
    host = Phone(serve_app(sqlite_place, testing=True))
    night = host.open_night()
    moments = [100.0]
    monkeypatch.setattr("scorekeeper.serving.time", SimpleNamespace(monotonic=lambda: moments[0]))
    with database.connection_context():
        row = find_night(night[3:])
    find = Stamps(database.obj).find
    first = find([row.id])
    assert find([row.id]) == first, "once more: a write in the same moment may have been missed"
    assert [find([row.id]) for _ in range(3)] == [None] * 3
    host.book(night)
    booked = find([row.id])
    assert booked[row.id] != first[row.id]
    assert [find([row.id]) for _ in range(3)] == [booked, None, None]
    moments[0] += 1
    assert [find([row.id]) for _ in range(2)] == [booked, None]
    database.obj.close_all()


def stamp_of(night):
    with database.connection_context():
        row = find_night(night[3:])
        return row and nights.stamps_of([row.id])[row.id]


def run_here(sql):
    with database.connection_context():
        run(sql)


def test_other_servers_than_ours_answer_at_once_that_nothing_has_changed(table):
    *_, watcher = table
    watcher.ask()
    watcher.seq = "1&wait"
    assert watcher.ask() is None


def ask(address, phone, method, path, fields=None, **headers):
    """Send a request of a phone to the server at `address`."""
    connection = HTTPConnection(urlsplit(address).netloc, timeout=120)
    cookie = phone.client.get_cookie("scorekeeper")
    headers = {"Cookie": f"scorekeeper={cookie.value}", "Content-Type": "application/x-www-form-urlencoded", **headers}
    connection.request(method, path, urlencode(fields or {}), headers)
    answer = connection.getresponse()
    answer.text = answer.read().decode()
    connection.close()
    return answer


def test_many_news_are_cut_to_the_latest_and_any_since_is_answered(host, writer, night):
    for soloist in ("p2", "p3", "p4", "p5"):
        host.book(night, soloist)
    told = json.loads(writer.get(f"{night}/now", since="1").body)["news"]
    assert told == [f"Another phone entered deal {number}" for number in (3, 4, 5)]
    for text in ("-1", "x", "", "9" * 30, "9" * 5000):
        assert host.get(f"{night}/now", since=text).status == 200, text
        assert enter(host, night, text) == 400, text


def poll(phone, night, tag, **more):
    headers = {"Accept-Language": phone.languages} | ({"If-None-Match": tag} if tag else {})
    return phone.client.get(f"{night}/now?since=2", headers=headers, **more)


def tag_of(phone, night):
    return poll(phone, night, "").headers["ETag"]


def test_a_poll_without_news_has_no_body_and_tells_strangers_nothing(host, onlooker, stranger, night):
    tag = tag_of(onlooker, night)
    for known in (tag, f'"another", W/{tag}'):  # nginx makes it weak with each answer that it compresses
        answer = poll(onlooker, night, known)
        assert (answer.status_code, answer.data) == (304, b"")
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers.getlist("Vary") == ["Cookie"]
        assert sum(len(name) + len(text) + 4 for name, text in answer.headers) < 250, "it goes out 140 times an hour"
    assert poll(stranger, night, tag).status_code == 404
    with database.connection_context():
        where = "role = 'onlooker' AND night_id = (SELECT id FROM night WHERE slug = ?)"
        run(f"UPDATE access SET ended = 'now' WHERE {where}", night[3:])
    assert poll(onlooker, night, tag).status_code == 410
    onlooker.client.set_cookie("scorekeeper", "forged")
    assert poll(onlooker, night, tag).status_code == 404


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
    assert host.post("/language", {"csrf_token": host.token(), "language": "de", "back": "/"}).status == 303
    assert poll(writer, night, tag).status_code == 304, "another phone chose"
    writer.fill_in(f"{night}/me", "who", "who=onlooker")
    assert poll(writer, night, tag).get_json()["role"] == "onlooker"
    assert writer.post(f"{night}/entering", {"csrf_token": writer.token(), "number": 1}).status == 403


def foot(phone, night, path=""):
    return phone.get(night + path).html.one("footer", "foot")


def words(phone, night, path=""):
    return foot(phone, night, path).one("p", fits=lambda p: "Check words" in p.text).one("strong").text


def test_all_phones_see_the_same_check_words_on_all_pages(host, writer, onlooker, night):
    shown = {words(phone, night, path) for phone in (host, writer, onlooker) for path in ("", "/settle")}
    (one,) = shown
    assert len(one.split()) == 8
    assert f"Check words: {one}" in host.get(f"{night}/settle.txt").body
    row = find_night_now(night)
    assert tuple(one.split()) == check_words(row.head, "en")
    host.languages = "de-AT"
    shown = foot(host, night)
    assert tuple(shown["data-words"].split()) == check_words(row.head, "de") != tuple(one.split())
    assert (int(shown["data-seq"]), shown["data-hash"], shown["data-past"]) == (row.seq, row.head, f"{night}/head")


def test_a_phone_can_verify_the_chain_from_any_entry(host, onlooker, stranger, night, monkeypatch):
    assert stranger.get(f"{night}/chain").status == 404
    for _ in range(2):
        host.book(night)
    row = find_night_now(night)
    for phone in (host, onlooker):
        assert foot(phone, night)["data-chain"] == f"{night}/chain"
        for after in range(row.seq + 2):
            with database.connection_context():
                link = hash_at(row.id, after) or GENESIS
            known = json.loads(phone.get(f"{night}/head", seq=after).body)
            assert known["hash"] == (link if 0 < after <= row.seq else "")
            assert not known["hash"] or tuple(known["words"].split()) == check_words(link, "en")
            texts = phone.get(f"{night}/chain", after=after).body.splitlines()
            assert len(texts) == max(0, row.seq - after)
            for seq, text in enumerate(texts, start=after + 1):
                assert text.startswith(f'["{link}",{seq},')
                link = sha256(text.encode()).hexdigest()
            assert link == row.head or after > row.seq
    assert json.loads(host.get(f"{night}/head").body)["hash"] == row.head
    for bad in ("", "x", "-1", "1" * 30, "１"):
        assert host.get(f"{night}/chain", after=bad).status == host.get(f"{night}/head", seq=bad).status == 400
    monkeypatch.setattr("scorekeeper.web.sheet.polling.MOST", 2)
    assert [len(host.get(f"{night}/chain", after=after).body.splitlines()) for after in range(5)] == [2, 2, 2, 1, 0]


def test_the_chain_tells_no_name_no_text_and_no_salt(host, night):
    host.book(night)
    host.fill_in(f"{night}/deals/1", "note", note="Klaus said so")
    chain = host.get(f"{night}/chain").body
    with database.connection_context():
        entries = journal(find_night_now(night).id)
        salts = [salt for (salt,) in fetch("SELECT salt FROM player")] + [entry.salt for entry in entries if entry.salt]
    assert [entry.note for entry in entries if entry.note] == ["Klaus said so"]
    for hidden in ("Klaus", "Anna", "Bernd", "Clara", *filter(None, salts)):
        assert hidden not in chain
    assert len(salts) > 3


def find_night_now(night):
    with database.connection_context():
        return find_night(night.rpartition("/")[2])
