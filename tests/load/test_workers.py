"""Several processes on one database: `serve --workers`, and servers that were started one by one."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Barrier

import pytest

from scorekeeper.commands import main
from scorekeeper.storage.engine.migrate import connect
from scorekeeper.storage.models import DealRow, NightRow, database
from scorekeeper.storage.verify import verify_all
from tests.chosen import at_length
from tests.load.processes import children
from tests.load.remote import Remote, served
from tests.siege.running import soon
from tests.storage.replayed import journal

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes share an address by fork")


@contextmanager
def together_at_a_night(addresses: list[str]) -> Iterator[tuple[str, list[Remote]]]:
    """A night, and a phone that may write at each address."""
    with ExitStack() as stack:
        host, *others = [stack.enter_context(Remote(address)) for address in addresses]
        night = host.open_night()
        for phone in others:
            phone.join(host.link(night))
        yield night, [host, *others]


def fill_every_slot(phones: list[Remote], night: str, slots: int) -> list[tuple[int, int]]:
    """Let all phones send an entry of their own for each slot at the same moment; return how many were booked."""
    together = Barrier(len(phones))

    def keep_booking(which: int) -> list[int]:
        answers = []
        for slot in range(1, slots + 1):
            form = phones[which].entry(night, soloist=f"p{which % 3 + 1}")
            assert form["number"] == [str(slot)]
            together.wait(120)
            answer = phones[which].post(f"{night}/enter", form)
            assert answer.status in (303, 409), answer.body
            together.wait(120)
            again = phones[which].post(f"{night}/enter", form)
            assert (again.status == 303) == (answer.status == 303), "sent again it is the same answer"
            answers.append(answer.status)
            together.wait(120)
        return answers

    with ThreadPoolExecutor(len(phones)) as pool:
        answers = list(pool.map(keep_booking, range(len(phones))))
    return [(statuses.count(303), statuses.count(409)) for statuses in zip(*answers, strict=True)]


def look_into(place: str, night: str, slots: int) -> None:
    """One booking for each slot, the chain whole, all that stands beside it right."""
    connect(place)
    try:
        with database.obj.connection_context():
            assert {finding for _, finding in verify_all()} == {None}
            row = NightRow.get(NightRow.slug == night.rpartition("/")[2])
            kinds = [(entry.kind, entry.number) for entry in journal(row.id)]
            assert kinds == [("opened", 0), *(("booked", slot) for slot in range(1, slots + 1))]
            assert DealRow.select().where(DealRow.night == row.id).count() == slots
    finally:
        database.obj.close_all()


# Several processes book on SQLite below.
@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("place", "servers", "slots"),
    [("postgres", 3, 3), at_length("postgres", 4, 12), at_length("sqlite", 2, 12)],
    indirect=["place"],
)
def test_several_servers_on_one_database_book_each_slot_once(place, servers, slots):
    with ExitStack() as stack:
        with ThreadPoolExecutor(servers) as pool:  # all of them make the tables at once
            started = pool.map(lambda _: stack.enter_context(served(place)), range(servers))
            addresses = [address for address, _ in started]
        night, phones = stack.enter_context(together_at_a_night(addresses * 2))
        assert fill_every_slot(phones, night, slots) == [(1, len(phones) - 1)] * slots
        sheets = {phone.get(night).html.one("table", "sheet").text for phone in phones}
        assert len(sheets) == 1, "every server shows the same sheet"
    look_into(place, night, slots)


@pytest.mark.parametrize("slots", [3, at_length(12)])
def test_serve_with_workers_books_each_slot_once_and_ends_with_all_of_them(place, slots):
    with served(place, "--workers", "3") as (address, process):
        workers = children(process.pid)
        assert len(workers) == 3
        with together_at_a_night([address] * 6) as (night, phones):
            assert fill_every_slot(phones, night, slots) == [(1, 5)] * slots
    assert process.returncode == 0
    assert not [number for number in workers if Path(f"/proc/{number}").exists()]
    look_into(place, night, slots)


def test_a_worker_that_is_killed_is_replaced_and_all_end_when_the_first_process_is_killed(sqlite_place):
    with served(sqlite_place, "--workers", "2") as (address, process):
        killed, _ = children(process.pid)
        os.kill(killed, signal.SIGKILL)
        soon(lambda: len(set(children(process.pid)) - {killed}) == 2)
        with Remote(address) as phone:
            assert phone.get("/").status == 200
        workers = children(process.pid)
        process.kill()
        soon(lambda: not any(running(number) for number in workers))


def running(number):
    try:
        return Path(f"/proc/{number}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("number", ["0", "65", "-1", "two", "²", "1.5", ""])
def test_a_number_of_workers_that_cannot_be(number, capsys):
    shown = number or '""'
    assert main(["serve", f"--workers={number}"]) == 2
    assert capsys.readouterr().err == f"scorekeeper: --workers: {shown} is not a whole number from 1 to 64\n"
