"""What happens to a stream of bookings when servers die or are upgraded, and when their database fails."""

import signal
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple

from tests.cluster.pair import one_server, place_of, primary_and_standby
from tests.cluster.servers import Machine, behind_a_proxy
from tests.faults.kill import PHONES, Booking, Counted, count_up

MACHINES = 3


class Tried(NamedTuple):
    """What came of it, and the seconds from each failure until a phone was answered again."""

    counted: Counted
    gaps: list[float]


@contextmanager
def machines_on(place: str, folder: Path, number: int = MACHINES) -> Iterator[list[Machine]]:
    """Run so many servers that share a database; all of them are started at once, on a database without tables."""
    machines = []
    for which in range(number):
        home = folder / f"machine-{which}"
        home.mkdir()
        machines.append(Machine(place, home))
    try:
        with ThreadPoolExecutor(number) as pool:
            list(pool.map(Machine.start, machines))
        yield machines
    finally:
        for machine in machines:
            machine.end()


@contextmanager
def _booking(address: str) -> Iterator[list[Booking]]:
    """Let phones book all the while; at the end whoever has something left to send can do so."""
    with ExitStack() as stack:
        phones = [Booking(address) for _ in range(PHONES)]
        for phone in phones:
            stack.callback(phone.phone.connection.close)
            phone.start()
        _wait_for_more(phones)
        yield phones
        _wait_for_more(phones)
        for phone in phones:
            phone.stop.set()
        for phone in phones:
            phone.join(120)
            assert not phone.is_alive(), phone.wrong


def _wait_for_more(phones: list[Booking]) -> float:
    """Wait until each phone was answered twice more, the second time to what it sent after now; return the seconds."""
    begun, before = monotonic(), [len(phone.answered) for phone in phones]
    while any(len(phone.answered) < old + 2 for phone, old in zip(phones, before, strict=True)):
        assert monotonic() < begun + 120, [phone.wrong for phone in phones]
        sleep(0.005)
    return monotonic() - begun


def lose_machines(folder: Path, groups: int) -> Tried:
    """Kill, and in the next round upgrade, one server after the other behind a proxy while phones book."""
    gaps = []
    with one_server() as database:
        with (
            machines_on(database.place, folder) as machines,
            behind_a_proxy(machines, folder) as address,
            _booking(address) as phones,
        ):
            for number in range(groups):
                for machine in machines:
                    machine.end(signal.SIGKILL if number % 2 == 0 else signal.SIGTERM)
                    gaps.append(_wait_for_more(phones))
                    machine.start()
        return Tried(count_up(database.place, groups * MACHINES, phones), gaps)


def lose_the_primary(folder: Path, seconds: float, number: int = MACHINES) -> Tried:
    """Kill the primary with -9 after phones booked so long at several servers, and let the standby take over."""
    with primary_and_standby() as (first, second):
        place = place_of(first, second)
        with (
            machines_on(place, folder, number) as machines,
            behind_a_proxy(machines, folder) as address,
            _booking(address) as phones,
        ):
            sleep(seconds)
            first.kill()
            begun = monotonic()
            second.promote()
            _wait_for_more(phones)
            gap = monotonic() - begun
        return Tried(count_up(place, 1, phones), [gap])


def restart_the_database(folder: Path, kills: int) -> Tried:
    """Kill the only database server again and again, and start it anew."""
    gaps = []
    with one_server() as database:
        with machines_on(database.place, folder, 1) as [machine], _booking(machine.address) as phones:
            for _ in range(kills):
                database.kill()
                database.start()
                gaps.append(_wait_for_more(phones))
        return Tried(count_up(database.place, kills, phones), gaps)


def fill_the_disk(folder: Path) -> Tried:
    """Let the disk under the database run full while phones book, then make room. Only root can mount such a disk."""
    with one_server(_small_disk) as database:
        with machines_on(database.place, folder, 1) as [machine], _booking(machine.address) as phones:
            _fill(database.folder.parent)
            _wait_until_refused(phones)
            _call("mount", "-o", "remount,size=400m", database.folder.parent)
            database.stop()  # PostgreSQL may have ended already: it cannot go on without room for its own journal
            database.start()
            gap = _wait_for_more(phones)
        return Tried(count_up(database.place, 0, phones), [gap])


@contextmanager
def _small_disk(folder: Path) -> Iterator[None]:
    _call("mount", "-t", "tmpfs", "-o", "size=100m,mode=777", "scorekeeper", folder)
    try:
        yield
    finally:
        _call("umount", "--lazy", folder)


def _call(*command: object) -> None:
    subprocess.run([str(word) for word in command], check=True, capture_output=True)


def _fill(folder: Path) -> None:
    with suppress(OSError), (folder / "ballast").open("wb", buffering=0) as file:
        while file.write(bytes(4096)):
            pass


def _wait_until_refused(phones: list[Booking]) -> None:
    """Wait until no phone is answered any more: what is left of the room lasts for some bookings."""
    end, refused = monotonic() + 60, {phone: phone.sent_again for phone in phones}
    while any(phone.sent_again < before + 5 for phone, before in refused.items()):
        assert monotonic() < end, "the disk is full and all is well"
        sleep(0.01)
