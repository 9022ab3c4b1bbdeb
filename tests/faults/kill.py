"""Killing the server under a stream of bookings, again and again, while phones send what was not answered once more."""

import http.client
import os
import signal
import socket
import threading
import time
from contextlib import ExitStack
from random import Random
from typing import Any, NamedTuple

from scorekeeper.storage.engine.migrate import connect
from scorekeeper.storage.engine.sql import fetch
from scorekeeper.storage.models import database
from scorekeeper.storage.verify import verify_all
from tests.load.remote import Remote, free_port, served

PHONES = 4
LONGEST = 0.3  # seconds of booking before a kill


class Counted(NamedTuple):
    """What came of it: how often the server was killed, how many bookings were answered, and what is wrong."""

    kills: int
    answered: int
    sent_again: int
    lost: int
    doubled: int
    findings: list[str]


class Booking(threading.Thread):
    """A phone at a night of its own that books deal after deal and repeats each until it is answered."""

    def __init__(self, address: str) -> None:
        super().__init__(daemon=True)
        self.phone = Remote(address, timeout=30)
        self.night = self.phone.open_night()
        self.form = self.phone.entry(self.night)
        self.answered: list[str] = []
        self.sent_again = 0
        self.wrong = ""
        self.stop = threading.Event()

    def run(self) -> None:
        number = 1
        while not self.stop.is_set() and not self.wrong:
            request = f"{self.night[3:]}-{number:08}"
            self._send({**self.form, "number": str(number), "request": request, "points": str(2 + number * 7 % 117)})
            self.answered.append(request)
            number += 1

    def _send(self, fields: dict[str, Any]) -> None:
        while True:
            try:
                answer = self.phone.post(f"{self.night}/enter", fields)
            except (OSError, http.client.HTTPException):
                self.sent_again += 1
                time.sleep(0.02)
                continue
            if answer.status in (502, 503, 504):  # of ours, or of a proxy that has lost the server
                self.sent_again += 1
                time.sleep(0.02)
                continue
            if answer.status != 303:
                self.wrong = f"{answer.status} {answer.body}"
            return


def kill_often(place: str, kills: int, workers: int = 1, seed: int = 1) -> Counted:
    """Kill the server so often, at moments that `seed` chooses, and count what the database holds in the end."""
    random, port = Random(seed), free_port()
    options = ("--workers", str(workers))
    phones: list[Booking] = []
    with ExitStack() as stack:
        with served(place, *options, port=port) as (address, _):
            phones = [Booking(address) for _ in range(PHONES)]
            for phone in phones:
                stack.callback(phone.phone.connection.close)
        for phone in phones:
            phone.start()
        for _ in range(kills):
            _one_life(place, options, port, phones, random.uniform(0, LONGEST))
        with served(place, *options, port=port):  # whoever has something left to send can do so
            for phone in phones:
                phone.stop.set()
            for phone in phones:
                phone.join(120)
                assert not phone.is_alive()
    return count_up(place, kills, phones)


def _one_life(place: str, options: tuple[str, ...], port: int, phones: list[Booking], seconds: float) -> None:
    before = [len(phone.answered) for phone in phones]
    with served(place, *options, port=port) as (_, process):
        deadline = time.monotonic() + 120
        while any(len(phone.answered) == old for phone, old in zip(phones, before, strict=True)):
            assert time.monotonic() < deadline, [phone.wrong for phone in phones]
            time.sleep(0.001)
        time.sleep(seconds)
        os.killpg(process.pid, signal.SIGKILL)  # its workers too
        process.wait()
    _wait_for(port)


def _wait_for(port: int) -> None:
    """Wait until nobody listens at a port any more: a killed worker does until the system has put it away."""
    deadline = time.monotonic() + 120
    while True:
        try:
            socket.create_server(("127.0.0.1", port)).close()
            return
        except OSError:
            assert time.monotonic() < deadline, f"somebody still listens at {port}"
            time.sleep(0.001)


def count_up(place: str, kills: int, phones: list[Booking]) -> Counted:
    """Compare what the phones were answered with what the database at `place` holds."""
    wrong = [phone.wrong for phone in phones if phone.wrong]
    connect(place)
    try:
        with database.obj.connection_context():
            stored = [request for (request,) in fetch("SELECT request FROM entry WHERE kind = ?", "booked")]
            deals = fetch("SELECT COUNT(*) FROM deal")[0][0]
            wrong += [str(finding) for _, finding in verify_all() if finding]
            if "://" not in place and fetch("PRAGMA integrity_check") != [("ok",)]:
                wrong.append("the file is damaged")
    finally:
        database.obj.close_all()
    answered = [request for phone in phones for request in phone.answered]
    if deals != len(stored):
        wrong.append(f"{deals} deals of {len(stored)} bookings")
    return Counted(
        kills,
        len(answered),
        sum(phone.sent_again for phone in phones),
        len(set(answered) - set(stored)),
        len(stored) - len(set(stored)),
        wrong,
    )
