"""Two phones at a table: coming in, being put out, and noticing that the past was changed."""

import json
from dataclasses import replace

import pytest

from scorekeeper.storage.engine.sql import run
from scorekeeper.storage.journal.entries import entry_of_row, stored_rows
from scorekeeper.storage.models import NightRow, database
from tests.browser.acts import await_news, lend
from tests.chained import chain
from tests.web.phone import links

# What a page asks the server for as soon as it was renewed.
ASKED_WHEN_RENEWED = """() => {
    const asked = [], { fetch } = window;
    window.fetch = (url, ...more) => (asked.push(String(url)), fetch(url, ...more));
    document.dispatchEvent(new Event("renewed"));
    window.fetch = fetch;
    return asked;
}"""


@pytest.fixture
def night(host):
    path = host.open_night()
    host.book(path)
    host.book(path, "p2")
    return path


@pytest.fixture
def second(any_phone, server):
    """A second phone, in which nothing may go wrong either."""
    page = any_phone(locale="de-AT")
    yield page
    page.title()
    assert [text for text in page.complaints if "status of 410" not in text] == []


@pytest.fixture
def bernd(second, server, host, night):
    """Bernd's phone, which came in by the code for those who enter deals."""
    second.goto(server + links(host, night)["writer"].partition("localhost")[2])
    second.get_by_role("button", name="Bernd").click()
    second.wait_for_selector("table.sheet")
    return second


def test_somebody_comes_in_by_the_code_and_the_host_ends_it_at_once(phone, server, host, night, bernd):
    lend(phone, host, server)
    phone.goto(f"{server}{night}/share")
    row = phone.locator(".people li", has_text="Bernd’s phone")
    assert "enters deals" in row.inner_text()
    assert bernd.locator("main").evaluate("main => !main.inert")
    row.get_by_role("button", name="Remove").click()
    row.get_by_role("button", name="Let back in").wait_for()
    assert "removed" in row.inner_text()
    await_news(bernd, "text=Dieses Handy hat keinen Zugang mehr zu diesem Abend")
    assert bernd.locator("main").evaluate("main => main.inert")
    bernd.reload()
    bernd.wait_for_selector("text=Ein Gastgeber hat dieses Handy von diesem Abend entfernt.")
    row.get_by_role("button", name="Let back in").click()
    row.get_by_role("button", name="Remove").wait_for()
    bernd.goto(server + night)
    bernd.wait_for_selector("table.sheet")


def words(page):
    return " ".join(page.locator("#foot strong").first.text_content().split())


def change_the_past(night):
    """Change a booked deal in the database, and chain all that follows anew, as somebody would who knows how."""
    with database.connection_context():
        row = NightRow.get(NightRow.slug == night.rpartition("/")[2])
        entries = [entry_of_row(entry) for entry in stored_rows(row.id)]
        seq, link = entries[0].seq, entries[0].hash
        for entry in entries[1:]:
            changed = entry if entry.seq > 2 else replace(entry, made="2026-11-21T00:00:00.000+00:00")
            entry = chain(changed, seq, link)
            sql = "UPDATE entry SET made = ?, previous = ?, hash = ? WHERE night_id = ? AND seq = ?"
            run(sql, entry.made, entry.previous, entry.hash, row.id, entry.seq)
            seq, link = entry.seq, entry.hash
        run("UPDATE night SET head = ? WHERE id = ?", link, row.id)


def test_a_phone_that_saw_another_past_says_so_until_somebody_knows_why(phone, server, host, night, bernd):
    lend(phone, host, server)
    phone.goto(server + night)
    before = words(phone)
    assert before != words(bernd), "one is English, one German"
    kept = json.loads(phone.evaluate("localStorage.getItem('past ' + document.getElementById('foot').dataset.night)"))
    assert kept == {"seq": 3, "hash": phone.get_attribute("#foot", "data-hash"), "words": before}
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
    bernd.goto(f"{server}{night}/settle")
    bernd.wait_for_selector("text=Die Vergangenheit dieses Abends wurde verändert.")

    phone.reload()
    phone.wait_for_selector("#alarm")
    phone.get_by_role("button", name="We know why").click()
    phone.wait_for_selector("#alarm", state="detached")
    host.book(night, "p1")
    await_news(phone, "#deal-4")
    phone.reload()
    phone.wait_for_function("localStorage.getItem('past ' + foot.dataset.night).includes(foot.dataset.hash)")
    assert phone.locator("#alarm").count() == 0


def test_a_phone_that_saw_what_is_gone_says_so(phone, server, host, night):
    lend(phone, host, server)
    phone.goto(server + night)
    phone.wait_for_function("localStorage.getItem('past ' + foot.dataset.night) !== null")
    with database.connection_context():
        row = NightRow.get(NightRow.slug == night.rpartition("/")[2])
        run("DELETE FROM entry WHERE night_id = ? AND seq = 3", row.id)
        run("UPDATE night SET seq = 2, head = (SELECT hash FROM entry WHERE night_id = ? AND seq = 2)", row.id)
    phone.goto(f"{server}{night}/settle")
    phone.wait_for_selector("#alarm")
    assert "Now they are “–”." in phone.inner_text("#alarm")


def test_while_the_past_is_the_past_nothing_is_said(phone, server, host, night, bernd):
    lend(phone, host, server)
    phone.goto(server + night)
    for number in range(3, 5):
        host.book(night)
        for page in (phone, bernd):
            await_news(page, f"#deal-{number}")
            head = "JSON.parse(localStorage.getItem('past ' + foot.dataset.night)).hash === foot.dataset.hash"
            page.wait_for_function(head)
            assert page.locator("#alarm").count() == 0
