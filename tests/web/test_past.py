"""Check words: the same on every page and print, others as soon as the past is another."""

import json
from hashlib import sha256

from scorekeeper.journal.acts import Objected
from scorekeeper.journal.hash_chain import GENESIS
from scorekeeper.journal.words import check_words
from scorekeeper.storage.engine.sql import fetch
from scorekeeper.storage.models import EntryRow, database
from scorekeeper.storage.queries.nights import find_night, hash_at
from scorekeeper.storage.writing.entry import Sender, append
from tests.storage.replayed import journal


def foot(phone, night, path=""):
    return phone.get(night + path).html.one("footer", "foot")


def words(phone, night, path=""):
    return foot(phone, night, path).one("p", fits=lambda p: "Check words" in p.text).one("strong").text


def test_all_phones_see_the_same_words_on_the_sheet_the_settlement_and_as_text(host, writer, onlooker, night):
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


def test_the_hash_of_every_entry_can_be_asked_for(host, night):
    host.book(night)
    row = find_night_now(night)
    for seq in range(1, row.seq + 1):
        told = json.loads(host.get(f"{night}/head", seq=seq).body)
        with database.connection_context():
            assert told["hash"] == EntryRow.get(EntryRow.night == row.id, EntryRow.seq == seq).hash
        assert tuple(told["words"].split()) == check_words(told["hash"], "en")
    assert told == json.loads(host.get(f"{night}/head").body)
    for beyond in (0, row.seq + 1):
        assert json.loads(host.get(f"{night}/head", seq=beyond).body)["hash"] == ""
    for bad in ("", "x", "-1", "1" * 30, "１"):
        assert host.get(f"{night}/head", seq=bad).status == 400


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
            texts = phone.get(f"{night}/chain", after=after).body.splitlines()
            assert len(texts) == max(0, row.seq - after)
            for seq, text in enumerate(texts, start=after + 1):
                assert text.startswith(f'["{link}",{seq},')
                link = sha256(text.encode()).hexdigest()
            assert link == row.head or after > row.seq
    for bad in ("", "x", "-1", "1" * 30, "１"):
        assert host.get(f"{night}/chain", after=bad).status == 400
    monkeypatch.setattr("scorekeeper.web.sheet.polling.MOST", 2)
    assert [len(host.get(f"{night}/chain", after=after).body.splitlines()) for after in range(5)] == [2, 2, 2, 1, 0]


def test_the_chain_tells_no_name_no_text_and_no_salt(host, night):
    host.book(night)
    with database.connection_context():
        objection = Objected(number=1, version=1, note="Klaus said so")
        append(find_night_now(night).id, Sender("phone", "objection"), objection)
    told = host.get(f"{night}/chain").body
    with database.connection_context():
        entries = journal(find_night_now(night).id)
        salts = [salt for (salt,) in fetch("SELECT salt FROM player")] + [entry.salt for entry in entries if entry.salt]
    assert [entry.note for entry in entries if entry.note] == ["Klaus said so"]
    for hidden in ("Klaus", "Anna", "Bernd", "Clara", *filter(None, salts)):
        assert hidden not in told
    assert len(salts) > 3


def find_night_now(night):
    with database.connection_context():
        return find_night(night.rpartition("/")[2])
