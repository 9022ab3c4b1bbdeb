"""What takes long goes after what is quick."""

import threading
import time
from contextlib import contextmanager

import pytest

from scorekeeper.web.core import slow_requests
from scorekeeper.web.core.slow_requests import begin_quick, end_quick, give_way, in_pieces


@contextmanager
def quick_request():
    """Another thread with a quick request in progress."""
    begun, over = threading.Event(), threading.Event()

    def work():
        begin_quick()
        begun.set()
        over.wait(60)
        end_quick()

    thread = threading.Thread(target=work)
    thread.start()
    assert begun.wait(60)
    try:
        yield over
    finally:
        over.set()
        thread.join()


@pytest.fixture
def patient(monkeypatch):
    monkeypatch.setattr(slow_requests, "LONGEST_PAUSE", 60)


@pytest.mark.usefixtures("patient")
def test_a_slow_request_goes_on_when_the_quick_one_has_ended():
    with quick_request() as over:
        threading.Timer(0.05, over.set).start()
        give_way()
        assert over.is_set()


@pytest.mark.usefixtures("patient")
def test_a_quick_request_waits_for_no_other():
    with quick_request() as over:
        begin_quick()
        try:
            give_way()
        finally:
            end_quick()
        assert not over.is_set()


def test_a_slow_request_waits_a_moment_at_most():
    with quick_request() as over:
        begun = time.perf_counter()
        give_way()
        assert time.perf_counter() - begun >= slow_requests.LONGEST_PAUSE
        assert not over.is_set()


def test_what_is_made_in_pieces_gives_way_before_each(monkeypatch):
    moment, pauses = [0.0], []
    monkeypatch.setattr(slow_requests, "perf_counter", lambda: 100 + moment[0])
    monkeypatch.setattr(slow_requests, "give_way", lambda: pauses.append(moment[0]))
    for took in in_pieces([0.6, 0.6, 0.3, 5, 1]):
        moment[0] += took * slow_requests.PIECE
    assert pauses == pytest.approx([0, 1.2 * slow_requests.PIECE, 6.5 * slow_requests.PIECE])
