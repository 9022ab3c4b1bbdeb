"""How long a connection may keep the server waiting, and who makes room for whom; the application does little."""

import logging
import os
import resource
import socket
import ssl
import threading
import time
from collections import Counter
from contextlib import ExitStack
from selectors import EVENT_READ

import pytest

from scorekeeper import sockets
from scorekeeper.sockets import Poller
from scorekeeper.web.core.rate_limits import house_of, site_of
from tests.siege.crowd import CROWD, HALF, PHONE
from tests.siege.running import running, soon

WHOLE = b"GET /%s HTTP/1.1\r\nHost: localhost\r\n\r\n"
QUICK, SLOW = WHOLE % b"quick", WHOLE % b"slow"
BODY = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n"
HEAD_SECONDS, WHOLE_SECONDS, CHECK_INTERVAL = 0.3, 0.8, 0.05
SOME = 4
GO_ON = threading.Event()  # for who is slow


@pytest.fixture
def server(monkeypatch, caplog):
    """A server in a thread of its own, more impatient than the real one."""
    caplog.set_level(logging.ERROR, "waitress.queue")  # as where it serves: that phones wait for a moment is no news
    monkeypatch.setattr(sockets, "HEAD_SECONDS", HEAD_SECONDS)
    monkeypatch.setattr(sockets, "WHOLE_SECONDS", WHOLE_SECONDS)
    monkeypatch.setattr(sockets, "CHECK_INTERVAL", CHECK_INTERVAL)
    GO_ON.clear()
    with running(application, 2, GO_ON.set) as server:  # more have to wait
        yield server


@pytest.fixture
def patient(monkeypatch):
    """A server that bears half requests for as long as a test takes."""
    monkeypatch.setattr(sockets, "HEAD_SECONDS", 600)


def application(environ, start_response):
    if environ["PATH_INFO"] == "/slow":
        GO_ON.wait(60)
    if environ["PATH_INFO"] in ("/204", "/304"):
        start_response(f"{environ['PATH_INFO'][1:]} SHORT", [])
        return ()
    start_response("200 OK", [("Content-Length", "2")])
    return [b"ok"]


def keep_sending(crowd, first, more):
    """Come and send a bit every moment until the server no longer listens; return for how long it did."""
    began = time.monotonic()
    crowd.come(2, first)
    while crowd.held():
        assert time.monotonic() - began < 60
        crowd.go_on(more)
        time.sleep(0.05)
    return time.monotonic() - began


@pytest.mark.parametrize(("first", "more"), [(HALF, b"x"), (b"\r\n", b"\r\n"), (b"", b""), (QUICK + HALF, b"x")])
def test_a_head_that_trickles_in_comes_to_an_end(crowd, first, more):
    assert keep_sending(crowd, first, more) > HEAD_SECONDS


def test_a_body_may_take_longer_and_comes_to_an_end(crowd):
    assert keep_sending(crowd, BODY, b"x") > WHOLE_SECONDS


def test_who_has_asked_properly_may_wait_for_the_answer_and_stay(crowd):
    crowd.come(2, SLOW)
    crowd.come(2, QUICK)
    time.sleep(3 * HEAD_SECONDS)
    GO_ON.set()
    soon(lambda: crowd.answered() == crowd.sockets)
    assert crowd.held() == crowd.sockets
    crowd.go_on(QUICK)
    soon(lambda: crowd.held() and [heard.count(b"HTTP/1.1 200") for heard in crowd.heard.values()] == [2] * 4)
    assert crowd.held() == crowd.sockets


@pytest.mark.parametrize("status", [b"204", b"304"])
def test_an_answer_without_a_body_keeps_its_connection(crowd, status):
    crowd.come(1, WHOLE % status)
    [phone] = crowd.sockets
    for ask in (WHOLE % status, WHOLE % status, QUICK):
        soon(lambda: crowd.held() and crowd.heard[phone].endswith(b"\r\n\r\n"))
        crowd.heard[phone] = b""
        crowd.go_on(ask)
    soon(lambda: crowd.held() and crowd.heard[phone].endswith(b"\r\n\r\nok"))


@pytest.mark.parametrize("last", [b"HTTP/1.1\r\nConnection: Close\r\n", b"HTTP/1.0\r\n"])
def test_who_wants_no_other_answer_is_let_go_after_one_without_a_body(crowd, last):
    crowd.come(1, b"GET /304 %sHost: localhost\r\n\r\n" % last)
    [phone] = crowd.sockets
    soon(lambda: not crowd.held())
    assert b" 304 SHORT\r\nConnection: close\r\n" in crowd.heard[phone]


def test_who_gets_a_descriptor_whose_last_end_was_not_noticed_is_heard(server, crowd):
    """A thread may end a connection just when it is asked what it waits for: then it is listened to beyond its end."""
    with ExitStack() as gone:
        for _ in range(4):
            server.poller._register(gone.enter_context(socket.socket()).fileno(), EVENT_READ)
    crowd.come(2, QUICK)
    soon(lambda: crowd.answered() == crowd.sockets)


def test_the_longest_idle_connection_of_the_busiest_address_makes_room(patient, server, crowd):
    server.most = 10
    crowd.come(3, QUICK, PHONE)
    soon(lambda: crowd.answered() == crowd.sockets)
    for _ in range(20):
        crowd.come(1, HALF)
    soon(lambda: [opened in crowd.held() for opened in crowd.sockets] == [True] * 3 + [False] * 13 + [True] * 7)
    crowd.come(2, QUICK, PHONE)
    soon(lambda: [opened in crowd.held() for opened in crowd.sockets] == [True] * 3 + [False] * 15 + [True] * 7)
    soon(lambda: set(crowd.sockets[:3] + crowd.sockets[-2:]) <= set(crowd.answered()))


def test_the_networks_of_one_ipv6_home_hold_together(server):
    """One home has 65,536 networks; who holds one connection from each of them holds many."""

    class Waiting:
        will_close = False
        is_idle = True
        number = 0

        def __init__(self, address, since):
            self.site = sockets.site_of(address)
            self.since = since

    crowd = [Waiting(f"2001:db8:1:{network:x}::1", since=100) for network in range(10)]
    phones = [Waiting("2001:db8:2:1::1", since=0) for _ in range(3)]
    server.active_channels = dict(enumerate(phones + crowd))
    assert server._close_one()
    server.active_channels = {}
    assert [one.will_close for one in phones + crowd].index(True) == 3


def test_the_longest_idle_connection_of_all_makes_room_between_equals(patient, server, crowd):
    server.most = 6
    for house in range(6):
        crowd.come(1, HALF, f"127.0.1.{house + 1}")
        time.sleep(0.02)
    crowd.come(1, QUICK, PHONE)
    soon(lambda: [opened in crowd.held() for opened in crowd.sockets] == [False] + [True] * 6)
    soon(lambda: crowd.sockets[-1] in crowd.answered())


def test_all_phones_of_a_club_behind_one_router_stay(server, crowd):
    crowd.come(200, QUICK)
    soon(lambda: crowd.answered() == crowd.sockets)
    assert crowd.held() == crowd.sockets


def test_what_is_being_answered_makes_room_for_nobody(server, crowd):
    server.most = SOME
    crowd.come(SOME, SLOW)
    soon(lambda: [bool(channel.requests) for channel in list(server.active_channels.values())] == [True] * SOME)
    crowd.come(2, QUICK)
    soon(lambda: crowd.held() == crowd.sockets[:SOME])
    GO_ON.set()
    soon(lambda: len(crowd.answered()) == SOME)
    crowd.come(1, QUICK, PHONE)
    soon(lambda: crowd.sockets[-1] in crowd.answered())


def test_descriptors_above_those_that_select_knows(crowd):
    with ExitStack() as stack:
        for _ in range(1100):
            stack.callback(os.close, os.dup(0))
        crowd.come(1, QUICK)
        soon(lambda: crowd.answered() == crowd.sockets)


def test_a_server_without_descriptors_says_so_once_and_tries_again(server, crowd, monkeypatch, caplog):
    accept, failed = server.accept, []

    def fail():
        failed.append(time.monotonic())
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(server, "accept", fail)
    with caplog.at_level(logging.DEBUG):
        began = time.monotonic()
        crowd.come(3, QUICK)
        time.sleep(1.5)
        tries, seconds = len(failed), time.monotonic() - began
    assert [record.message.partition(";")[0] for record in caplog.records] == [
        "a connection cannot be accepted: Too many open files"
    ]
    assert 1 <= tries <= 2 + seconds, "it does not go round and round"
    monkeypatch.setattr(server, "accept", accept)
    soon(lambda: crowd.answered() == crowd.sockets)


@pytest.mark.parametrize("error", [9, 71, 103, 113])
def test_whoever_is_gone_before_it_is_let_in_is_no_news(error, server, crowd, monkeypatch, caplog):
    accept = server.accept

    def fail():
        monkeypatch.setattr(server, "accept", accept)
        raise OSError(error, "gone")

    monkeypatch.setattr(server, "accept", fail)
    crowd.come(1, QUICK, CROWD)
    soon(lambda: crowd.answered() == crowd.sockets)
    assert caplog.records == []


@pytest.mark.parametrize(("soft", "most"), [(64, 32), (256, 64), (1024, 824), (20000, 5000), (-1, 5000)])
@pytest.mark.parametrize("refused", [False, True])
def test_the_database_keeps_descriptors_of_its_own(soft, most, refused, monkeypatch):
    def raise_limit(*_):
        if refused:
            raise ValueError("not allowed")

    monkeypatch.setattr(resource, "getrlimit", lambda _: (soft, -1) if refused else (8, soft))
    monkeypatch.setattr(resource, "setrlimit", raise_limit)
    assert sockets.most_connections() == most


def test_windows_knows_no_limit_and_its_selector_takes_512(monkeypatch):
    monkeypatch.setattr(sockets, "resource", None)
    assert 400 <= sockets.most_connections() <= 480


@pytest.mark.parametrize(
    ("owner_of", "one", "other", "same"),
    [
        (house_of, "192.168.0.5", "192.168.0.6", False),
        (house_of, "::ffff:192.168.0.5", "192.168.0.5", True),
        (house_of, "2001:db8:1:2::5", "2001:db8:1:2:ffff::6", True),
        (house_of, "2001:db8:1:2::5", "2001:db8:1:3::5", False),
        (house_of, "fe80::1%eth0", "fe80::2%eth0", True),
        (site_of, "192.168.0.5", "192.168.0.6", False),
        (site_of, "::ffff:192.168.0.5", "192.168.0.5", True),
        (site_of, "2001:db8:1:2::5", "2001:db8:1:3::5", True),
        (site_of, "2001:db8:1:2::5", "2001:db8:2:2::5", False),
    ],
)
def test_whose_an_address_is_and_which_networks_one_home_may_have(owner_of, one, other, same):
    assert (owner_of(one) == owner_of(other)) is same


def test_a_waiting_connection_is_not_polled_until_a_thread_needs_it():
    asked = Counter()

    class Waiting:
        def __init__(self, number):
            self.number = number

        def readable(self):
            asked[self.number] += 1
            return False

        def writable(self):
            return False

    poller = Poller({number: Waiting(number) for number in range(5000, 5100)})
    poller.pending.update(poller.connections)
    for _ in range(5):
        poller.poll(0)
    assert set(asked.values()) == {1}
    poller.serving[0] = 5000
    poller.poll(0)
    poller.pending.add(5001)
    del poller.serving[0]
    poller.poll(0)
    poller.poll(0)
    assert {number: times for number, times in asked.items() if times > 1} == {5000: 2, 5001: 2}


def test_a_browser_that_speaks_https_is_told_so_at_once(server, patient):
    host, port = server.socket.getsockname()[:2]
    context = ssl.create_default_context()
    with socket.create_connection((host, port), timeout=60) as browser, pytest.raises(ssl.SSLError):
        context.wrap_socket(browser, server_hostname="localhost")
    with socket.create_connection((host, port), timeout=60) as browser:
        browser.sendall(b"\x16\x03\x01\x02\x00\x01")
        answer = b""
        while part := browser.recv(1000):
            answer += part
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert answer.endswith(b"the address begins with http://\n")
