"""Connections that go wrong in the middle of an evening: all those of PostgreSQL used up, and answers cut off."""

import socket
import threading
import time
from contextlib import ExitStack, closing, contextmanager, suppress
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.databases import make_postgres
from tests.faults.kill import PHONES, Booking, count_up
from tests.load.remote import served

pytestmark = pytest.mark.at_length

DEALS = 15  # of each phone, before and after


class Relay:
    """Passes on what a phone and a server say; while it is `cutting`, every third answer ends after a few bytes."""

    def __init__(self, address):
        self.target = urlsplit(address)
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.cutting = threading.Event()
        self.counting = threading.Lock()
        self.answers = self.cut = 0
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.listening.getsockname()[1]}/"

    def _accept(self):
        with suppress(OSError):
            while True:
                phone, _ = self.listening.accept()
                threading.Thread(target=self._pass_on, args=(phone,), daemon=True).start()

    def _pass_on(self, phone):
        server = socket.create_connection((self.target.hostname, self.target.port))
        with closing(phone), closing(server), suppress(OSError):
            threading.Thread(target=self._send_requests, args=(phone, server), daemon=True).start()
            while answer := server.recv(1 << 16):
                if self._is_cut():
                    phone.sendall(answer[:7])  # "HTTP/1.": no status yet
                    phone.shutdown(socket.SHUT_RDWR)
                    return
                phone.sendall(answer)

    def _is_cut(self):
        with self.counting:
            self.answers += 1
            is_cut = self.cutting.is_set() and self.answers % 3 == 0
            self.cut += is_cut
        return is_cut

    @staticmethod
    def _send_requests(phone, server):
        with suppress(OSError):
            while sent := phone.recv(1 << 16):
                server.sendall(sent)


@contextmanager
def booking(address):
    """Phones that book; at the end what they have left to send is answered."""
    with ExitStack() as stack:
        phones = [Booking(address) for _ in range(PHONES)]
        for phone in phones:
            stack.callback(phone.phone.connection.close)
            phone.start()
        yield phones
        for phone in phones:
            phone.stop.set()
        for phone in phones:
            phone.join(120)
            assert not phone.is_alive()


def let_each_book(phones):
    """Wait until each has booked some more deals."""
    before = [len(phone.answered) for phone in phones]
    deadline = time.monotonic() + 120
    while any(len(phone.answered) < old + DEALS for phone, old in zip(phones, before, strict=True)):
        assert time.monotonic() < deadline, [phone.wrong for phone in phones]
        time.sleep(0.01)


def check_nothing_lost_or_doubled(place, phones):
    counted = count_up(place, 0, phones)
    assert counted.answered > PHONES * DEALS
    assert (counted.lost, counted.doubled, counted.findings) == (0, 0, [])


@pytest.mark.both_databases
def test_an_answer_that_is_cut_off_is_asked_for_again_and_booked_once(place):
    with served(place, "--workers", "2") as (address, _):
        relay = Relay(address)
        with booking(relay.address) as phones:
            relay.cutting.set()
            let_each_book(phones)
            relay.cutting.clear()
        relay.listening.close()
    assert relay.cut > DEALS
    assert sum(phone.sent_again for phone in phones) == relay.cut
    check_nothing_lost_or_doubled(place, phones)


def test_while_all_connections_of_postgresql_are_used_up_phones_wait(postgres_server):
    place = make_postgres(postgres_server, "used_up")
    with served(place, "--workers", "2") as (address, _), booking(address) as phones:
        let_each_book(phones)
        with ExitStack() as held:
            first = held.enter_context(psycopg.connect(place, autocommit=True))
            until = time.monotonic() + 2
            while time.monotonic() < until:
                ours = "datname = current_database() AND pid <> pg_backend_pid() AND application_name <> 'held'"
                first.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {ours}")
                with suppress(psycopg.OperationalError):
                    while True:
                        held.enter_context(psycopg.connect(place, application_name="held"))
            refused = sum(phone.sent_again for phone in phones)
        let_each_book(phones)
    assert refused
    check_nothing_lost_or_doubled(place, phones)
