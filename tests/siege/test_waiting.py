"""Requests that wait for a change keep a connection and no thread; the application says what they wait for."""

import logging

import pytest

from scorekeeper import sockets
from scorekeeper.serving.addresses import bound_to
from scorekeeper.web.core.allowance import HOLD
from scorekeeper.web.core.long_polling import WAIT
from tests.siege.crowd import crowd_at
from tests.siege.running import running, soon

POLL, QUICK = (b"GET /%s HTTP/1.1\r\nHost: localhost\r\n\r\n" % path for path in (b"poll", b"quick"))
THREADS = 2


class Table:
    """An application with one stamp, which answers a poll with 304 while that is as it was."""

    def __init__(self):
        self.stamp = 0
        self.polls = 0

    def __call__(self, environ, start_response):
        if environ["PATH_INFO"] == "/poll":
            self.polls += 1
            if WAIT in environ:
                environ[WAIT]("table", 0)
                if self.stamp == 0:
                    start_response("304 NOT MODIFIED", [])
                    return ()
            if self.stamp == 0:
                start_response("304 NOT MODIFIED", [])
                return ()
        start_response("200 OK", [("Content-Length", "2")])
        return [b"ok"]


@pytest.fixture
def table():
    return Table()


@pytest.fixture
def server(table, monkeypatch, caplog):
    caplog.set_level(logging.ERROR, "waitress.queue")
    monkeypatch.setattr(sockets, "LONGEST_WAIT", 3600)
    with running(table, THREADS, lambda: None, find_stamps=lambda topics: {"table": table.stamp}) as server:
        yield server


def test_many_waiting_requests_take_no_thread_and_are_all_answered(table, server, crowd):
    crowd.come(200, POLL)
    soon(lambda: len(server.waiting) == 200)
    assert crowd.answered() == []
    crowd.come(3, QUICK)
    soon(lambda: len(crowd.answered()) == 3)
    assert len(server.waiting) == 200
    assert table.polls == 200, "none is asked again without a change"
    table.stamp = 1
    soon(lambda: len(crowd.answered()) == 203)
    assert len(server.waiting) == 0


def test_a_change_between_the_answer_and_the_wait_is_not_missed(table, server, crowd):
    table.stamp = 1  # the application waits for the former stamp
    crowd.come(1, POLL)
    soon(lambda: crowd.answered() == crowd.sockets)


def test_who_has_waited_long_enough_is_answered_that_nothing_changed(table, server, crowd, monkeypatch):
    monkeypatch.setattr(sockets, "LONGEST_WAIT", 0)
    crowd.come(1, POLL)
    [phone] = crowd.sockets
    soon(lambda: crowd.held() and crowd.heard[phone].startswith(b"HTTP/1.1 304"))
    assert table.polls == 1, "its first answer still holds"
    crowd.go_on(QUICK)
    soon(lambda: crowd.held() and crowd.heard[phone].endswith(b"ok"))


def test_who_goes_away_while_waiting_is_forgotten(server, crowd):
    crowd.come(2, POLL)
    soon(lambda: len(server.waiting) == 2)
    crowd.sockets[0].close()
    soon(lambda: len(server.waiting) == 1)


def test_a_second_request_on_a_connection_is_answered_behind_the_first(table, server, crowd):
    crowd.come(1, POLL)
    [phone] = crowd.sockets
    soon(lambda: len(server.waiting) == 1)
    crowd.go_on(QUICK)
    soon(lambda: crowd.held() and crowd.heard[phone].endswith(b"ok"))
    assert crowd.heard[phone].startswith(b"HTTP/1.1 304")


def test_a_thread_that_ends_late_does_not_answer_its_request_again(table, server, crowd):
    """The next request of the connection already waits when the thread of the one before it is done."""

    class Late(dict):
        def __delitem__(self, thread):
            if not table.polls:
                soon(lambda: len(server.waiting) == 1)
            super().__delitem__(thread)

    server.poller.serving = Late()
    crowd.come(1, QUICK)
    [phone] = crowd.sockets
    soon(lambda: crowd.held() and crowd.heard[phone].endswith(b"ok"))
    crowd.go_on(POLL)
    soon(lambda: table.polls == 1 and not server.poller.serving)
    table.stamp = 1
    soon(lambda: crowd.held() and crowd.heard[phone].count(b"ok") == 2)
    assert table.polls == 2, "the poll was answered, not the request before it once more"


def test_a_database_that_cannot_be_asked_keeps_them_waiting(table, server, crowd, monkeypatch, caplog):
    def fail(topics):
        raise OSError("away")

    monkeypatch.setattr(server.waiting, "_find_stamps", fail)
    crowd.come(1, POLL)
    soon(lambda: "cannot be looked up: away" in caplog.text)
    assert crowd.answered() == []
    monkeypatch.setattr(server.waiting, "_find_stamps", lambda topics: {"table": 1})
    table.stamp = 1
    soon(lambda: crowd.answered() == crowd.sockets)


def test_a_request_is_held_for_some_seconds_without_a_thread(caplog):
    caplog.set_level(logging.ERROR, "waitress.queue")
    asked = []

    def application(environ, start_response):
        asked.append(HOLD in environ)
        if environ["PATH_INFO"] == "/poll" and HOLD in environ:
            environ[HOLD](0.5)
            start_response("304 NOT MODIFIED", [])
            return ()
        start_response("200 OK", [("Content-Length", "2")])
        return [b"ok"]

    with running(application, THREADS, lambda: None) as server, crowd_at(bound_to(server.socket)) as crowd:
        crowd.come(20, POLL)
        soon(lambda: len(server.waiting) == 20)
        crowd.come(1, QUICK)
        soon(lambda: crowd.sockets[-1] in crowd.answered())
        assert len(crowd.answered()) == 1
        soon(lambda: crowd.answered() == crowd.sockets)
    assert asked.count(False) == 20
