"""Files of nights: one is written at a time, in pieces, and nobody waits for who reads slowly."""

import json
import threading
import time
import tracemalloc
from concurrent.futures import ThreadPoolExecutor

import pytest

from scorekeeper.formats import FORMATS
from scorekeeper.nightfile.syntax import toml_parts
from scorekeeper.nightfile.writer import write_night
from scorekeeper.storage import transfer
from scorekeeper.storage.models import database
from scorekeeper.storage.queries.nights import find_night
from scorekeeper.storage.transfer import outline
from scorekeeper.web.core import downloads, slow_requests
from tests.storage.replayed import document
from tests.tables import csv_rows
from tests.web.phone import FIVE, Phone, links


@pytest.fixture
def guests(shared_app, host, night):
    """As many more phones at the night as may write or wait for a file."""
    link = links(host, night)["onlooker"]
    found = [Phone(shared_app) for _ in range(1 + downloads.WAITING)]
    for phone in found:
        phone.join(link)
    return found


@pytest.fixture
def slow(monkeypatch):
    """Let files be begun, and written when that is set; `at_once` are how many were being written at the same time."""
    monkeypatch.setattr(slow_requests, "PATIENCE", 120)  # a busy machine may take long over what goes on meanwhile
    begun, go_on, at_once, now = threading.Semaphore(0), threading.Event(), [], []

    def write(*given):
        now.append(given)
        at_once.append(len(now))
        begun.release()
        assert go_on.wait(60)
        now.pop()
        return outline(*given)

    monkeypatch.setattr(transfer, "outline", write)
    yield begun, go_on, at_once
    go_on.set()


def test_a_file_says_what_the_night_says_to_the_letter(host, night):
    with database.connection_context():
        told = write_night(document(find_night(night.rpartition("/")[2])))
    answers = [host.client.get(f"{night}/night.{form}") for form in ("toml", "json")]
    assert answers[0].text == "".join(toml_parts(told, readable=True))
    assert answers[1].text == json.dumps(told, ensure_ascii=False, indent=1)
    assert [int(answer.headers["Content-Length"]) for answer in answers] == [len(answer.data) for answer in answers]
    for answer, form in zip(answers, ("toml", "json"), strict=True):
        assert answer.headers["Content-Type"].startswith(f"application/{form}")
        assert answer.headers["Content-Disposition"] == f'attachment; filename="Herzblatt {told["date"]}.{form}"'
        answer.close()
    sheet = host.get(f"{night}/night.csv")
    *_, last = csv_rows(sheet.body)
    assert sheet.headers["Content-Type"].startswith("text/csv")
    assert {name: int(last[f"balance {name}"]) for name in FIVE} == host.standing(night)
    offered = {link["href"] for link in host.get(f"{night}/table").html.all("a") if "/night." in link["href"]}
    assert offered == {f"{night}/night.{form}" for form in FORMATS}


def test_a_long_file_is_not_in_memory_while_it_is_made(shared_app):
    parts = (bytes([number % 256]) * 4096 for number in range(2_000))
    with shared_app.test_request_context():
        tracemalloc.start()
        try:
            answer = downloads.answer_file(["long"], "toml", parts)
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert answer.content_length == 2_000 * 4096
        answer.close()
    assert peak < 4 * downloads._IN_MEMORY


def test_one_file_is_written_at_a_time_and_others_told_to_try_again(host, night, guests, slow):
    begun, go_on, at_once = slow
    with ThreadPoolExecutor(len(guests)) as pool:
        asked = [pool.submit(phone.get, f"{night}/night.toml") for phone in guests]
        assert begun.acquire(timeout=60)
        deadline = time.monotonic() + 60
        while downloads._FILES._places._value and time.monotonic() < deadline:
            time.sleep(0.01)
        busy = host.get(f"{night}/night.json")
        assert (busy.status, busy.headers["Retry-After"]) == (503, str(downloads.PATIENCE))
        assert busy.text.startswith("Others are getting files just now. Try again in a moment.")
        host.book(night)  # nothing that is being read holds up who writes
        go_on.set()
        assert [asking.result(60).status for asking in asked] == [200] * len(guests)
    assert set(at_once) == {1}
    assert host.get(f"{night}/night.json").status == 200


def test_a_download_that_waits_too_long_is_asked_to_try_again(host, night, guests, stranger, slow, monkeypatch):
    monkeypatch.setattr(slow_requests, "PATIENCE", 0.05)
    begun, go_on, _ = slow
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(guests[0].get, f"{night}/night.toml")
        assert begun.acquire(timeout=60)
        assert host.get(f"{night}/night.toml").status == 503
        assert stranger.get(f"{night}/night.toml").status == 404, "who does not even wait"
        go_on.set()
        assert first.result(60).status == 200


def test_a_file_that_could_not_be_written_keeps_nobody_from_the_next(host, night, monkeypatch):
    def broken(*_):
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr(transfer, "outline", broken)
        for _ in range(3 + downloads.WAITING):
            with pytest.raises(ZeroDivisionError):
                host.get(f"{night}/night.toml")
    assert host.get(f"{night}/night.toml").status == 200


def test_who_wants_a_file_lets_others_go_first_even_before_it_waits(host, night, guests, slow):
    begun, go_on, _ = slow
    stepped = threading.Semaphore(0)
    with ThreadPoolExecutor(2) as pool:
        told = {slow_requests.MARK_SLOW: stepped.release}
        asked = [pool.submit(phone.client.get, f"{night}/night.toml", environ_overrides=told) for phone in guests[:2]]
        assert begun.acquire(timeout=60)
        assert all(stepped.acquire(timeout=60) for _ in range(2)), "one writes and one waits for it"
        go_on.set()
        for asking in asked:
            asking.result(60).close()
