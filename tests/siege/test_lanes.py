"""How many requests are worked on at once; the application says who is inside, and lets nobody out until it is told."""

import logging
import threading
from types import SimpleNamespace

import pytest

from scorekeeper import sockets
from scorekeeper.web.core.slow_requests import MARK_SLOW
from tests.siege.running import running, soon

LANES, PATIENCE = 3, 60
QUICK, SLOW, LONG = (b"GET /%s HTTP/1.1\r\nHost: localhost\r\n\r\n" % path for path in (b"quick", b"slow", b"long"))


class House:
    """An application that keeps inside who does not ask for something quick."""

    def __init__(self):
        self.go_on, self.counting = threading.Event(), threading.Lock()
        self.inside = self.most = 0

    def __call__(self, environ, start_response):
        if environ["PATH_INFO"] == "/long":
            environ[MARK_SLOW]()
        with self.counting:
            self.inside += 1
            self.most = max(self.most, self.inside)
        if environ["PATH_INFO"] != "/quick":
            self.go_on.wait(PATIENCE)
        with self.counting:
            self.inside -= 1
        start_response("200 OK", [("Content-Length", "2")])
        return [b"ok"]


@pytest.fixture
def house():
    return House()


@pytest.fixture
def long(request, monkeypatch):
    """After how many seconds something counts as long."""
    monkeypatch.setattr(sockets, "SLOW", request.param)


@pytest.fixture
def server(house, long, caplog):
    caplog.set_level(logging.ERROR, "waitress.queue")
    with running(house, LANES, house.go_on.set) as server:
        yield server


@pytest.mark.parametrize("long", [600], indirect=True)
def test_a_few_are_worked_on_at_once_and_the_others_wait(house, server, crowd):
    crowd.come(12, SLOW)
    soon(lambda: (house.inside, len(server.dispatcher.queue)) == (LANES, 12 - LANES))
    house.go_on.set()
    soon(lambda: crowd.answered() == crowd.sockets)
    assert house.most == LANES


@pytest.mark.parametrize(("long", "sends"), [(0.02, SLOW), (600, LONG)], indirect=["long"])
def test_what_takes_long_lets_others_in(house, server, crowd, sends):
    crowd.come(2 * LANES, sends)
    crowd.come(1, QUICK)
    soon(lambda: crowd.answered() == crowd.sockets[-1:] and house.inside == 2 * LANES)


@pytest.mark.parametrize("long", [0.02], indirect=True)
def test_threads_that_were_begun_for_what_takes_long_end_with_it(house, server, crowd):
    crowd.come(20, SLOW)
    soon(lambda: (house.inside, len(server.dispatcher.queue)) == (16, 4))
    house.go_on.set()
    soon(lambda: crowd.answered() == crowd.sockets and len(server.dispatcher.threads) == LANES)
    assert house.most == 16


@pytest.mark.parametrize("long", [0.02], indirect=True)
def test_where_the_system_has_no_room_for_threads_the_others_go_on(house, server, crowd, monkeypatch):
    refused = threading.Event()

    def refuse(thread):
        refused.set()
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as full:
        full.setattr(threading.Thread, "start", refuse)
        crowd.come(2 * LANES, SLOW)
        soon(refused.is_set)
        house.go_on.set()
        soon(lambda: crowd.answered() == crowd.sockets)
    house.go_on.clear()
    crowd.come(2 * LANES, SLOW)
    crowd.come(1, QUICK)
    soon(lambda: crowd.sockets[-1] in crowd.answered() and house.inside == 2 * LANES)
    house.go_on.set()
    soon(lambda: len(server.dispatcher.threads) == LANES and server.dispatcher.active_count == 0)


def test_it_says_nothing_of_who_still_waits_when_it_ends(caplog):
    caplog.set_level(logging.ERROR, "waitress.queue")
    caplog.handler.setLevel(logging.NOTSET)
    waiting, dropped = sockets.Dispatcher(0), []
    waiting.add_task(SimpleNamespace(cancel=lambda: dropped.append(True)))
    waiting.shutdown()
    assert dropped
    assert not caplog.records
