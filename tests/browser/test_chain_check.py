"""A phone that follows the chain of a night by itself, and believes nobody who tells another past."""

import hashlib
import json
import sqlite3
from contextlib import closing
from functools import partial
from random import Random

import pytest

from scorekeeper.journal.words import check_words
from scorekeeper.storage.engine.sql import run
from scorekeeper.storage.journal.entries import entry_of_row, stored_rows
from scorekeeper.storage.models import NightRow, database
from scorekeeper.storage.queries.nights import hash_at
from tests.browser.acts import SOON, ask_now, await_news, lend
from tests.chained import chain
from tests.chosen import at_length
from tests.journal.test_hash_chain import GOLDEN

KEPT = "JSON.parse(localStorage.getItem('past ' + document.getElementById('foot').dataset.night))"
HASHED = """async (texts) => {
  const { sha256 } = await import(document.querySelector("link[href$='/sha256.js']").href);
  return texts.map(sha256);
}"""
HERE = "document.getElementById('foot').dataset"


@pytest.fixture
def looking(phone, server, night):
    """A browser on the host's phone, on the sheet, which has kept what it saw."""
    host, address = night
    lend(phone, host, server)
    phone.goto(server + address)
    phone.wait_for_function(f"() => {KEPT}.hash === {HERE}.hash")
    return phone


def test_the_phone_hashes_as_python_does(looking):
    texts = ["", "abc", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "ß♥ 👍 \n\x00", *GOLDEN]
    texts += ["a" * length for length in (54, 55, 56, 57, 63, 64, 65, 119, 120, 128, 100_000)]
    assert looking.evaluate(HASHED, texts) == [hashlib.sha256(text.encode()).hexdigest() for text in texts]
    vectors = {  # FIPS 180-4 and its examples
        "": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "a" * 1_000_000: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
    }
    assert looking.evaluate(HASHED, list(vectors)) == list(vectors.values())


def test_a_phone_long_away_catches_up_in_steps_and_keeps_the_new_head(looking, server, night, monkeypatch):
    monkeypatch.setattr("scorekeeper.web.sheet.polling.MOST", 3)
    host, address = night
    looking.goto("about:blank")
    for _ in range(7):
        host.book(address)
    asked = []
    looking.on("request", lambda request: asked.append(request.url) if "/chain?" in request.url else None)
    looking.goto(server + address)
    looking.wait_for_function(f"() => {KEPT}.hash === {HERE}.hash")
    assert [url.rpartition("=")[2] for url in asked] == ["2", "5"], "the last entry is on the page"
    assert looking.locator("#alarm").count() == 0


def forged(texts):
    """The same entries, of which the last says something else."""
    return [*texts[:-1], texts[-1].replace('"p1"', '"p2"', 1)]


LIES = {
    "another entry": forged,
    "an entry left out": lambda texts: texts[1:],
    "nothing": lambda texts: [],
    "no journal": lambda texts: ["once upon a time"],
}


def test_a_chain_that_does_not_come_out_is_told_and_what_was_seen_stays(looking, server, night):
    """The head on the page and what the server says of the entry that was seen are as they should be."""
    host, address = night
    before = looking.evaluate(KEPT)
    looking.goto("about:blank")
    for _ in range(2):
        host.book(address)

    def tell(route, lie):
        told = route.fetch()
        route.fulfill(body="\n".join(lie(told.text().split("\n"))), content_type="text/plain")

    for said, lie in LIES.items():
        looking.route("**/chain?*", partial(tell, lie=lie))
        looking.goto(server + address)
        looking.wait_for_selector("#alarm")
        assert "Now they are “–”." in looking.inner_text("#alarm"), said
        assert looking.evaluate(KEPT) == before, said
        looking.unroute("**/chain?*")


def test_a_head_that_does_not_follow_from_what_the_phone_saw_is_told(looking, server, night):
    """The server tells the honest chain and another head."""
    host, address = night
    looking.goto("about:blank")
    host.book(address)
    with database.connection_context():
        run("UPDATE night SET head = ? WHERE slug = ?", "ab" * 32, address.rpartition("/")[2])
    looking.goto(server + address)
    looking.wait_for_selector("#alarm")


def test_the_next_entry_stands_on_the_page_and_is_checked(looking, server, night):
    host, address = night
    asked = []
    looking.on("request", lambda request: asked.append(request.url) if "/chain?" in request.url else None)
    host.book(address)
    ask_now(looking)
    looking.wait_for_function(f"() => {KEPT}.seq === 3")
    before = looking.evaluate(KEPT)
    looking.evaluate(f"document.addEventListener('renewed', () => {{ {HERE}.last = '[\"once upon a time\"]'; }}, true)")
    host.book(address)
    ask_now(looking)
    looking.wait_for_selector("#alarm")
    assert looking.evaluate(KEPT) == before
    assert asked == []


def compare(looking):
    """Let the phone compare until it has asked twice: then it is through with what it was answered first."""
    asked = "performance.getEntriesByType('resource').filter(({ name }) => name.includes('/chain?')).length"
    again = f"before => {{ document.dispatchEvent(new Event('renewed')); return {asked} > before + 1; }}"
    looking.wait_for_function(again, arg=looking.evaluate(asked), timeout=SOON)


def test_a_page_that_is_older_than_what_the_phone_saw_alarms_nobody(looking, server, night):
    host, address = night
    for _ in range(2):
        host.book(address)
    ask_now(looking)
    looking.wait_for_function(f"() => {KEPT}.seq === 4")
    with database.connection_context():
        row = NightRow.get(NightRow.slug == address.rpartition("/")[2])
        heads = [row.head, hash_at(row.id, 2)]
    foot = looking.evaluate("document.getElementById('foot').outerHTML")
    older = foot.replace(heads[0], heads[1]).replace('data-seq="4"', 'data-seq="2"')
    looking.evaluate("older => { document.getElementById('foot').outerHTML = older; }", older)
    compare(looking)
    assert looking.locator("#alarm").count() == 0
    assert looking.evaluate(KEPT)["seq"] == 4


def test_without_an_answer_nothing_is_said_and_nothing_kept(looking, server, night):
    host, address = night
    before = looking.evaluate(KEPT)
    looking.goto("about:blank")
    for _ in range(2):
        host.book(address)
    looking.route("**/chain?*", lambda route: route.fulfill(status=422))
    looking.goto(server + address)
    compare(looking)
    assert looking.evaluate(KEPT) == before
    assert looking.locator("#alarm").count() == 0
    looking.unroute("**/chain?*")
    looking.reload()
    looking.wait_for_function(f"() => {KEPT}.hash === {HERE}.hash")


def test_what_a_phone_kept_by_version_0_1_0_goes_on(looking, server, night):
    host, address = night
    kept = looking.evaluate(KEPT)
    kept["words"] = " ".join(kept["words"].split()[:3])
    looking.evaluate(f"kept => localStorage.setItem('past ' + {HERE}.night, kept)", json.dumps(kept))
    looking.goto("about:blank")
    host.book(address)
    looking.goto(server + address)
    looking.wait_for_function(f"() => {KEPT}.hash === {HERE}.hash")
    assert looking.locator("#alarm").count() == 0


FILL = """rows => rows.map((row) => {
    const place = document.querySelector(".words span");
    place.textContent = row;
    return [place.getBoundingClientRect().height, document.documentElement.scrollWidth];
})"""


@pytest.mark.parametrize("language", [at_length("en"), "de"])
def test_the_words_stand_in_two_rows_of_four_on_a_small_phone(lent, night, language):
    host, address = night
    random = Random(4)
    page = lent(host, f"{address}/table", viewport={"width": 320, "height": 640}, locale=language)
    page.evaluate("document.querySelector('.words').closest('details').open = true")
    one, other = (page.locator(".words span").nth(place) for place in (0, 1))
    assert [len(row.inner_text().split()) for row in (one, other)] == [4, 4]
    assert other.bounding_box()["y"] >= one.bounding_box()["y"] + one.bounding_box()["height"] - 1
    rows = [" ".join(check_words(random.randbytes(32).hex(), language)[:4]) for _ in range(1000)]
    sizes = page.evaluate(FILL, rows)
    tall = [row for row, (height, _) in zip(rows, sizes, strict=True) if height > 30]
    assert len(tall) < 10, "a row of four takes one line, but for the longest words, of which the last goes below"
    longest = sorted({word for row in rows for word in row.split()}, key=len)[-4:]
    ((_, width),) = page.evaluate(FILL, [" ".join(longest)])
    assert max(width, *(width for _, width in sizes)) <= 320


def test_deals_missing_from_a_restored_copy_are_noticed(looking, server, night, empty_file):
    """As when a standby takes over that lacks the last bookings: the phone warns, and keeps what it has entered."""
    host, address = night
    with closing(sqlite3.connect(empty_file)) as file, closing(sqlite3.connect(":memory:")) as copy:
        file.backup(copy)
        host.book(address)
        ask_now(looking)
        looking.wait_for_function(f"() => {KEPT}.seq === 3")
        looking.goto(f"{server}{address}/enter")
        looking.wait_for_selector("input[name=number][value='3']", state="attached")
        copy.backup(file)
    looking.tap("label.chip:has(input[name=soloist][value=p1])")
    looking.wait_for_selector("#live :text('Deal 3 is not the next one: that is deal 2.')")
    looking.tap("#actions button[value=booked]:not([disabled])")
    looking.wait_for_selector("h1:text('Deal 3 is not the next one: that is deal 2')")
    looking.goto(server + address)
    looking.wait_for_selector("#alarm")
    assert "This was not saved: Deal 3" in looking.inner_text(".outbox")
    host.book(address)
    looking.tap(".outbox button >> nth=0")
    looking.wait_for_selector("form.entry input[name=number][value='3']", state="attached")
    assert looking.is_checked("input[name=soloist][value=p1]")


# What a page asks the server for as soon as it was renewed.
ASKED_WHEN_RENEWED = """() => {
    const asked = [], { fetch } = window;
    window.fetch = (url, ...more) => (asked.push(String(url)), fetch(url, ...more));
    document.dispatchEvent(new Event("renewed"));
    window.fetch = fetch;
    return asked;
}"""


def words(page):
    return " ".join(page.locator("#foot strong").first.text_content().split())


def change_the_past(night):
    """Change a booked deal in the database, and chain all that follows anew, as somebody would who knows how."""
    with database.connection_context():
        row = NightRow.get(NightRow.slug == night.rpartition("/")[2])
        entries = [entry_of_row(entry) for entry in stored_rows(row.id)]
        seq, link = entries[0].seq, entries[0].hash
        for entry in entries[1:]:
            changed = entry if entry.seq > 2 else entry._replace(made="2026-11-21T00:00:00.000+00:00")
            entry = chain(changed, seq, link)
            sql = "UPDATE entry SET made = ?, previous = ?, hash = ? WHERE night_id = ? AND seq = ?"
            run(sql, entry.made, entry.previous, entry.hash, row.id, entry.seq)
            seq, link = entry.seq, entry.hash
        run("UPDATE night SET head = ? WHERE id = ?", link, row.id)


def test_a_phone_that_saw_another_past_says_so_until_somebody_knows_why(looking, lent, server, night):
    phone, (host, night) = looking, night
    host.book(night, "p2")
    await_news(phone, "#deal-2")
    phone.wait_for_function(f"() => {KEPT}.hash === {HERE}.hash")
    before = words(phone)
    german = lent(host, night, locale="de-AT")
    german.wait_for_function(f"() => {KEPT}.hash === {HERE}.hash")
    assert before != words(german), "one is English, one German"
    assert phone.evaluate(KEPT) == {"seq": 3, "hash": phone.get_attribute("#foot", "data-hash"), "words": before}
    assert phone.locator("#alarm").count() == 0

    change_the_past(night)
    host.book(night, "p3")  # the journal goes on, and its head is another one anyway
    await_news(phone, "#alarm")  # without a reload
    alarm = phone.inner_text("#alarm")
    assert "The past of this night was changed." in alarm
    assert f"When this phone saw entry 3, its check words were “{before}”." in alarm
    assert words(phone) not in alarm, "the entry is compared, not the head"
    asked = phone.evaluate(ASKED_WHEN_RENEWED)
    assert not [url for url in asked if "/chain" in url], "it says it once, and compares no more"
    assert phone.locator("#alarm").count() == 1
    german.goto(f"{server}{night}/settle")
    german.wait_for_selector("text=Die Vergangenheit dieses Abends wurde verändert.")

    phone.reload()
    phone.wait_for_selector("#alarm")
    phone.get_by_role("button", name="We know why").click()
    phone.wait_for_selector("#alarm", state="detached")
    host.book(night, "p1")
    await_news(phone, "#deal-4")
    phone.reload()
    phone.wait_for_function(f"() => {KEPT}.hash === {HERE}.hash")
    assert phone.locator("#alarm").count() == 0
