"""The journal: what is hashed and how. Not one letter of this may ever change, or no night that was written holds."""

import json

import pytest

from scorekeeper.journal.hash_chain import GENESIS, canonical, encode_entry, hash_entry, holds, parse_entry, seal_note
from tests.chained import chain, write_entry

# Written once by this program; whoever has to change them has broken every journal that there is.
GOLDEN = (
    (
        r'{"arrived":"2026-11-21T19:00:00.250+00:00","based_on":0,"device":"ab12","facts":{"game":"herzbla'
        r'tt","house":{},"names":{"p1":"3fd888f5de5340c77d213fb70774676302855567bba50840dbabb7de6f43f235",'
        r'"p2":"7aae0f5959fa719951fd5c7fbc0a3f794f987dbc33578f70c0d1b45c162e2636","p3":"c2a336a716de42808f'
        r'cc6a5634a2a3a01a86bcbe162f5610de9ebc8367183d25"},"preset":"muhr","seats":["p1","p2","p3"],"stake'
        r'":"0.10 EUR"},"hash":"66581552fa463a91a03bbbe1ad1f2bb26943d23c896cd94adde3c620204715fe","kind":"'
        r'opened","made":"2026-11-21T19:00:00.000+00:00","note":"","previous":"000000000000000000000000000'
        r'0000000000000000000000000000000000000","request":"first","result":{},"salt":"","sealed":"","seq"'
        r":1}"
    ),
    (
        r'{"arrived":"2026-11-21T19:05:00.125+00:00","based_on":0,"device":"ab12","facts":{"answers":{"poi'
        r'nts":71,"soloist":"p1"},"dealer":"p3","number":1,"playing":["p1","p2","p3"]},"hash":"6eb895a42de'
        r'6ce3f0d671fc0418f0d70c53bcca228b117226f513003bd7b1574","kind":"booked","made":"2026-11-21T19:05:'
        r'00.000+00:00","note":"Übertrumpft? „Nein“ – sagt\n\"Bernd\" \\ 👍","previous":"66581552fa463a91a0'
        r'3bbbe1ad1f2bb26943d23c896cd94adde3c620204715fe","request":"second","result":{"lines":[],"payoff"'
        r':{"p1":2,"p2":-1,"p3":-1},"sheet":{"p1":2,"p2":-1,"p3":-1}},"salt":"a1b2","sealed":"aff549f91e8e'
        r'2e53ddc4f9de7f686aa8b71dba3f6caa2542c86b7825bb60580f","seq":2}'
    ),
    (
        r'{"arrived":"2026-11-21T19:06:00.000+00:00","based_on":1,"device":"cd34","facts":{"number":1,"obj'
        r'ection":1,"version":1},"hash":"6b91f5cda12074e5c20fa786d3ab53375f63bb8387df3bbfef6770dfde6096bd"'
        r',"kind":"objected","made":"","note":"","previous":"6eb895a42de6ce3f0d671fc0418f0d70c53bcca228b11'
        r'7226f513003bd7b1574","request":"third","result":{},"salt":"","sealed":"","seq":3}'
    ),
)
HASHES = (
    "66581552fa463a91a03bbbe1ad1f2bb26943d23c896cd94adde3c620204715fe",
    "6eb895a42de6ce3f0d671fc0418f0d70c53bcca228b117226f513003bd7b1574",
    "6b91f5cda12074e5c20fa786d3ab53375f63bb8387df3bbfef6770dfde6096bd",
)


def test_a_journal_begins_behind_the_same_nothing_for_ever():
    assert GENESIS == "0000000000000000000000000000000000000000000000000000000000000000"
    assert parse_entry(GOLDEN[0]).previous == GENESIS


@pytest.mark.parametrize(("line", "digest"), list(zip(GOLDEN, HASHES, strict=True)))
def test_an_entry_has_the_hash_that_it_had_when_it_was_written(line, digest):
    entry = parse_entry(line)
    assert hash_entry(encode_entry(entry)) == entry.hash == digest
    assert write_entry(entry) == line


def test_an_entry_holds_only_behind_the_one_that_it_names():
    first, second, _ = map(parse_entry, GOLDEN)
    assert not holds(chain(second, first.seq, "0" * 64), first)


def test_a_journal_that_was_written_holds_and_is_chained_the_same_again():
    entries = [parse_entry(line) for line in GOLDEN]
    seq, link = 0, GENESIS
    for before, entry in zip([None, *entries], entries, strict=False):
        assert holds(entry, before)
        assert chain(entry, seq, link) == entry
        seq, link = entry.seq, entry.hash


@pytest.mark.parametrize("change", [{"based_on": 2**31}, {"based_on": -1}, {"arrived": ""}, {"arrived": "2026-01-31"}])
def test_an_entry_that_no_page_could_show_and_no_database_keep_is_none(change):
    with pytest.raises(ValueError, match=r"such a version|isoformat|when it arrived"):
        parse_entry(json.dumps(json.loads(GOLDEN[1]) | change))


def test_what_is_hashed_is_one_text_for_one_value():
    assert canonical({"b": [1, True, None], "a": "Ä♥\n"}) == '{"a":"Ä♥\\n","b":[1,true,null]}'


def test_a_text_and_a_name_have_the_seals_that_they_had():
    assert seal_note("Anna", "00ff") == json.loads(GOLDEN[0])["facts"]["names"]["p1"]
    assert seal_note("Anna", "00ff") == "3fd888f5de5340c77d213fb70774676302855567bba50840dbabb7de6f43f235"
    assert seal_note("", "00ff") == ""
