"""Several processes on one database: `serve --workers`. Servers that are started one by one: `tests/cluster`."""

import os
import signal
from pathlib import Path

import pytest

from scorekeeper.commands import main
from tests.chosen import at_length
from tests.load.processes import children
from tests.load.remote import Remote, served
from tests.load.slots import fill_every_slot, look_at_slots, together_at_a_night
from tests.siege.running import soon

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes share an address by fork")


@pytest.mark.parametrize("slots", [3, at_length(12)])
def test_workers_book_each_slot_once_and_end_together(place, slots):
    with served(place, "--workers", "3") as (address, process):
        workers = children(process.pid)
        assert len(workers) == 3
        with together_at_a_night([address] * 6) as (night, phones):
            assert fill_every_slot(phones, night, slots) == [(1, 5)] * slots
    assert process.returncode == 0
    assert not [number for number in workers if Path(f"/proc/{number}").exists()]
    look_at_slots(place, night, slots)


def test_a_killed_worker_is_replaced_and_all_end_with_the_first_process(sqlite_place):
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
