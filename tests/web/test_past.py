"""Check words: the same on every page and print, others as soon as the past is another."""

import json
import re

from scorekeeper.ledger.words import check_words
from scorekeeper.storage.reading import find_night, hash_at
from scorekeeper.storage.tables import EntryRow, database


def foot(phone, night, path=""):
    return phone.get(night + path).html.one("footer", "foot")


def words(phone, night, path=""):
    return foot(phone, night, path).one("p", fits=lambda p: "Check words" in p.text).one("strong").text


def test_all_phones_see_the_same_words_on_the_sheet_the_settlement_and_as_text(host, writer, onlooker, night):
    shown = {words(phone, night, path) for phone in (host, writer, onlooker) for path in ("", "/settle")}
    (one,) = shown
    assert len(one.split()) == 3
    assert f"Check words: {one}" in host.get(f"{night}/settle.txt").body
    row = find_night_now(night)
    assert tuple(one.split()) == check_words(row.head, "en")


def test_a_german_phone_shows_the_same_things(host, night):
    english = words(host, night)
    host.languages = "de-AT"
    german = foot(host, night)["data-words"]
    assert german != english
    assert tuple(german.split()) == check_words(find_night_now(night).head, "de")


def test_every_act_brings_other_words(host, night):
    seen = {words(host, night)}
    for _ in range(3):
        host.book(night)
        seen.add(words(host, night))
    assert len(seen) == 4


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


def test_a_page_carries_what_a_phone_remembers_of_the_past(host, night):
    shown = foot(host, night)
    row = find_night_now(night)
    assert (int(shown["data-seq"]), shown["data-hash"]) == (row.seq, row.head)
    assert re.fullmatch(rf"{night}/head", shown["data-past"])
    with database.connection_context():
        assert hash_at(row.id, row.seq) == row.head


def find_night_now(night):
    with database.connection_context():
        return find_night(night.rpartition("/")[2])
