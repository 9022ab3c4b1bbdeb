"""Audits that take long: worked out once, in a process of their own, and at most so many for one phone."""

import sys
from concurrent.futures import ThreadPoolExecutor
from time import monotonic, perf_counter, sleep, thread_time

import pytest

from scorekeeper.games.audit_job import AuditJob, AuditProcess
from scorekeeper.web.audit import views
from scorekeeper.web.core import allowance, lifecycle
from scorekeeper.web.deal import verdicts
from scorekeeper.web.deal.verdicts import ASKED
from tests.games.test_audit_job import CALL, TRICKS
from tests.web.html import values
from tests.web.phone import Phone, links

RECORD = {"tricks": list(TRICKS), "at": "tricks"}


@pytest.fixture(autouse=True)
def nothing_kept():
    verdicts._KEPT.clear()


@pytest.fixture
def deal(shared_app):
    """A phone at a night of Tapp, and the address of the cards of its first deal."""
    phone = Phone(shared_app)
    night = phone.open_night("Anna", "Bernd", "Clara", rules="tapp/alscher")
    call = {"declarer": "p2", "contract": CALL["contract"]}
    assert phone.enter(night, "called", dealer="p3", **call).status == 303
    return phone, f"{night}/deals/1/audit"


@pytest.fixture
def allowed(monkeypatch):
    """As many requests as on a real server, in one moment: on a busy machine the next one is allowed again soon."""
    moment = monotonic()
    monkeypatch.setattr(ASKED, "at_once", 4.0)
    monkeypatch.setattr(allowance, "monotonic", lambda: moment)


def found_on(page):
    return [finding.text for finding in page.html.all(marked="finding")]


def test_what_was_worked_out_is_not_worked_out_again(deal, monkeypatch):
    phone, cards = deal
    findings = found_on(phone.get(cards, **RECORD))
    assert findings

    def refuse(*_, **__):
        raise AssertionError("again")

    monkeypatch.setattr(AuditJob, "work_out", refuse)
    monkeypatch.setattr(AuditProcess, "ask", refuse)
    assert found_on(phone.get(cards, **RECORD)) == findings
    phone.languages = "de-AT"
    assert phone.get(cards, **RECORD).language == "de"


def test_a_long_audit_is_worked_out_elsewhere_and_a_short_one_here(deal, monkeypatch):
    phone, cards = deal
    asked = []
    ask = AuditProcess.ask
    monkeypatch.setattr(AuditProcess, "ask", lambda process, job, seconds: asked.append(job) or ask(process, job, 60))
    assert phone.get(cards, tricks=[TRICKS[0]], at="tricks").status == 200
    assert asked == []
    assert phone.get(cards, **RECORD).status == 200
    assert [job.record.tricks[1] for job in asked] == [("_", "QC", "_")]


def test_what_is_asked_often_is_worked_out_elsewhere_at_once(deal, allowed, monkeypatch):
    phone, cards = deal
    monkeypatch.setattr(ASKED, "at_once", 1.0)
    asked = []
    monkeypatch.setattr(AuditProcess, "ask", lambda _, job, __: asked.append(job))
    assert phone.get(cards, tricks=[TRICKS[0]], at="tricks").status == 200
    assert asked == []
    assert phone.get(cards, tricks=[TRICKS[0].replace("T20", "_")], at="tricks").status == 200
    assert asked


def test_a_page_is_shown_where_no_process_can_be_started(deal, monkeypatch):
    phone, cards = deal
    verdicts._PROCESS.end()
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    page = phone.get(cards, **RECORD)
    assert page.status == 200


def ask_too_often(phone, cards):
    """The first page that says so."""
    return next(page for page in (phone.get(cards, **RECORD) for _ in range(50)) if page.status != 200)


def test_who_asks_often_waits_and_another_phone_does_not(deal, allowed, shared_app):
    phone, cards = deal
    night = cards.partition("/deals")[0]
    other = Phone(shared_app)
    other.join(links(phone, night)["onlooker"])
    page = ask_too_often(phone, cards)
    assert page.status == 429
    assert page.headers["Refresh"] == page.headers["Retry-After"] == "5"
    assert "The cards are judged in a moment" in page.html.one("h1").text
    assert page.html.one("main").one("a")["href"] == ""
    assert other.get(cards, **RECORD).status == phone.get(night).status == 200


def test_who_has_to_wait_takes_no_place_in_the_queue(deal, allowed, monkeypatch):
    phone, cards = deal
    ask_too_often(phone, cards)
    turns = []
    monkeypatch.setattr(views._PAGES, "turn", lambda: turns.append(1))
    assert phone.get(cards, **RECORD).status == 429
    assert not turns


def test_one_page_of_cards_is_made_at_a_time(deal, shared_app, monkeypatch):
    """A booking shares the interpreter with one of them, not with as many as somebody sends."""
    phone, cards = deal
    night = cards.partition("/deals")[0]
    others = [Phone(shared_app) for _ in range(3)]
    for other in others:
        other.join(links(phone, night)["onlooker"])
    describe = views.describe_record
    running, together = [], []

    def describe_slowly(*args):
        running.append(args)
        together.append(len(running))
        sleep(0.05)
        running.pop()
        return describe(*args)

    monkeypatch.setattr(views, "describe_record", describe_slowly)
    with ThreadPoolExecutor() as pool:
        pages = list(pool.map(lambda each: each.get(cards, **RECORD), [phone, *others]))
    assert [page.status for page in pages] == [200] * 4
    assert together == [1] * 4


def test_after_a_page_of_cards_others_have_the_interpreter(shared_app):
    with shared_app.test_request_context():
        with views._PAGES.turn():
            end = thread_time() + 0.02
            while thread_time() < end:
                pass
        begun = perf_counter()
        with views._PAGES.turn():
            assert perf_counter() - begun > 0.06


def test_the_page_of_cards_is_joined_from_few_parts(deal, monkeypatch):
    """Each word of a block goes through all the templates around it; a macro is joined at once."""
    phone, cards = deal
    parts = []
    monkeypatch.setattr(lifecycle, "in_pieces", lambda found: (parts.append(part) or part for part in found))
    assert found_on(phone.get(cards, **RECORD))
    assert 0 < len(parts) < 250


def test_a_form_that_has_to_wait_is_offered_again_as_it_was(deal, allowed):
    phone, cards = deal
    form = values(phone.get(cards, **RECORD).form(action="record")) | {"action": "record"}
    ask_too_often(phone, cards)
    page = phone.post(cards, form)
    assert page.status == 429
    assert "Refresh" not in page.headers
    assert values(page.form(request="")) == {
        name: [*value] if isinstance(value, list) else [value] for name, value in form.items()
    }
