"""Taking in a file that was spoiled: it is refused, names what is wrong, and leaves nothing behind."""

import json

import pytest

from scorekeeper.journal.hash_chain import parse_entry
from scorekeeper.nightfile.syntax import load
from scorekeeper.nightfile.writer import write_night
from scorekeeper.phrase import Refused
from scorekeeper.storage.transfer import prepare, take_in
from tests.chained import chain, write_entry
from tests.storage.nights import everything
from tests.storage.replayed import document


def imported(data):
    """Take a file in."""
    return take_in(prepare(load(json.dumps(data)), "file"))


# Ways to spoil the file of the full night; each must be refused, naming what is wrong.
def _entry(change, place=4):
    def spoil(night):
        entry = json.loads(night["journal"][place])
        change(entry)
        night["journal"][place] = json.dumps(entry)

    return spoil


def _journal(change):
    return lambda night: change(night["journal"])


def _deals(change):
    return lambda night: change(night["deals"])


def _rename(night):
    """Let Anna be Max wherever a person would write it; the file stays sound otherwise."""
    written = {key: value for key, value in night.items() if key != "journal"}
    night.update(json.loads(json.dumps(written).replace("Anna", "Max")))


SPOILED = {
    "points in the facts": ("journal", _entry(lambda entry: entry["facts"]["answers"].update(points=69))),
    "points in the result": ("journal", _entry(lambda entry: entry["result"]["payoff"].update(p2=4))),
    "a note": ("journal", _entry(lambda entry: entry.update(note="nie gesagt"))),
    "a text left out": ("journal", _entry(lambda entry: entry.update(note="", salt=""))),
    "a device": ("journal", _entry(lambda entry: entry.update(device="another"))),
    "a time": ("journal", _entry(lambda entry: entry.update(arrived="2020-01-01T00:00:00.000+00:00"))),
    "a hash": ("journal", _entry(lambda entry: entry.update(hash="0" * 64))),
    "the last hash": ("journal", _entry(lambda entry: entry.update(hash="0" * 64), -1)),
    "the first facts": ("journal", _entry(lambda entry: entry["facts"].update(stake="0.20 EUR"), 0)),
    "a key of an entry": ("journal", _entry(lambda entry: entry.pop("device"))),
    "a type of an entry": ("journal", _entry(lambda entry: entry.update(seq="5"))),
    "a line that is no entry": ("journal", _journal(lambda lines: lines.insert(3, "{}"))),
    "a line that is no JSON": ("journal", _journal(lambda lines: lines.append("{"))),
    "no first entry": ("journal", _journal(lambda lines: lines.pop(0))),
    "an entry left out": ("journal", _journal(lambda lines: lines.pop(4))),
    "an entry twice": ("journal", _journal(lambda lines: lines.insert(4, lines[4]))),
    "two entries exchanged": ("journal", _journal(lambda lines: lines.append(lines.pop(-2)))),
    "the last entries left out": ("", _journal(lambda lines: lines.__delitem__(slice(3, None)))),
    "other points in a deal": ("deals", _deals(lambda deals: deals[0].update(points=1))),
    "another soloist in a deal": ("deals", _deals(lambda deals: deals[0].update(soloist="Klara"))),
    "another dealer of a deal": ("deals", _deals(lambda deals: deals[0].update(dealer="Anna"))),
    "a deal left out": ("deals", _deals(lambda deals: deals.pop())),
    "a deal more": ("deals", _deals(lambda deals: deals.append({"passed": True}))),
    "an objection left out": ("deals", _deals(lambda deals: deals[0]["objections"].pop())),
    "an objection resolved": ("deals", _deals(lambda deals: deals[0]["objections"][0].update(how="withdrawn"))),
    "nothing settled": ("settled", lambda night: night.update(settled={})),
    "nobody settled": ("settled", lambda night: night.update(settled=dict.fromkeys(night["settled"], "0.00"))),
    "another name": ("salts", _rename),
    "another salt": ("salts", lambda night: night["salts"].update(p1="00")),
    "a salt left out": ("salts", lambda night: night["salts"].pop("p5")),
    "no salts": ("salts", lambda night: night.pop("salts")),
    "salts that are none": ("salts", lambda night: night.update(salts=5)),
    "other house rules": ("", lambda night: night.update(house={})),
    "another stake": ("", lambda night: night.update(stake="0.20 EUR")),
    "another title": ("title", lambda night: night.update(title="Another night")),
    "another date": ("", lambda night: night.update(date="2026-11-22")),
    "no stake": ("", lambda night: night.pop("stake")),
    "another game": ("", lambda night: night.update(game="solo")),
    "other rules": ("", lambda night: night.update(rules="muhr")),
    "players in another order": ("", lambda night: night.update(players=sorted(night["players"], reverse=True))),
    "no keys": ("keys", lambda night: night.pop("keys")),
    "a key left out": ("keys", lambda night: night["keys"].pop("p3")),
    "two keys for one name": ("keys", lambda night: night["keys"].update(p1="Bernd")),
    "a name that is no name": ("", lambda night: night["keys"].update(p1="")),
}


@pytest.mark.parametrize("how", SPOILED)
def test_a_spoiled_file_is_refused_and_leaves_nothing(night, how):
    key, spoil = SPOILED[how]
    data = write_night(document(night))
    spoil(data)
    stored = everything()
    with pytest.raises(Refused) as refused:
        imported(data)
    assert not key or refused.value.key == key
    assert everything() == stored


def test_an_unreadable_line_is_reported_before_a_wrong_hash(night):
    data = write_night(document(night))
    SPOILED["a device"][1](data)
    data["journal"][-1] = "{"
    with pytest.raises(Refused, match=f"entry {len(data['journal'])} cannot be read"):
        imported(data)


@pytest.mark.parametrize("place", ["note", "device", "request"])
def test_a_journal_entry_with_a_character_only_sqlite_keeps_is_refused(night, place):
    data = write_night(document(night))
    last = parse_entry(data["journal"][-1])
    before = parse_entry(data["journal"][-2])
    forged = chain(last._replace(**{place: "a\0b"}), before.seq, before.hash)
    data["journal"] = [*data["journal"][:-1], write_entry(forged)]
    stored = everything()
    with pytest.raises(Refused) as refused:
        imported(data)
    assert str(refused.value).startswith(f"journal: entry {last.seq}: it contains a NUL, a character")
    assert everything() == stored


@pytest.mark.parametrize("missing", ["dealer", "playing"])
def test_a_journal_that_leaves_open_who_sat_is_refused_by_its_entry(night, missing):
    data = write_night(document(night))
    entries = list(map(parse_entry, data["journal"]))
    booked = next(entry for entry in entries if entry.kind == "booked")
    before = entries[booked.seq - 2]
    facts = {key: fact for key, fact in booked.facts.items() if key != missing}
    forged = chain(booked._replace(facts=facts), before.seq, before.hash)
    data["journal"] = [*data["journal"][: before.seq], write_entry(forged)]
    with pytest.raises(Refused, match=f"entry {booked.seq}: {missing}: it does not say who dealt and who played"):
        imported(data)


@pytest.mark.both_databases
def test_a_file_that_fails_half_way_leaves_nothing(night, monkeypatch):
    file, stored = write_night(document(night)), everything()

    def break_down(*_):
        raise RuntimeError("the disk is full")

    monkeypatch.setattr("scorekeeper.storage.transfer.store_totals", break_down)
    with pytest.raises(RuntimeError):
        imported(file)
    assert everything() == stored
