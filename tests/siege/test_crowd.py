"""One computer at the door, without any link: it shuts nobody out. `python -m tests.siege` is a longer siege."""

import os
import resource
import socket
import sys
import time

import pytest

from tests.chosen import some
from tests.load.processes import taken_by
from tests.load.remote import served
from tests.siege.crowd import CROWD, ask, crowd_at

# A half request never ends by itself here: who waits for one gets no answer at all, however fast the machine is.
PATIENT = (
    "-c",
    """from scorekeeper import sockets
from scorekeeper.__main__ import run
sockets.HEAD_SECONDS = 3600
run()""",
)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has all of 127.0.0.0/8 without more ado")


@pytest.fixture
def log(tmp_path):
    with (tmp_path / "log").open("w+") as file:
        yield file


def said(log):
    log.seek(0)
    return log.read()


@pytest.mark.parametrize("workers", some(["1", "2"], "2"))
def test_half_requests_of_one_address_or_of_many_shut_nobody_out(sqlite_place, log, workers):
    with (
        served(sqlite_place, "--workers", workers, log=log, program=PATIENT) as (address, process),
        crowd_at(address) as crowd,
    ):
        crowd.come(300)  # as all of a club behind one router, or all behind a proxy
        ask(address, CROWD)
        assert len(crowd.held()) == 300
        crowd.come(800)
        ask(address)
        ask(address, CROWD)  # who lives in the same house plays on
        for house in range(20):
            crowd.come(64, source=f"127.0.1.{house + 1}")
        ask(address)
        assert process.poll() is None
    assert said(log) == ""


def assert_rests(process, used):
    """Whoever goes round and round takes all of a processor."""
    time.sleep(0.5)
    assert taken_by(process.pid).seconds - used < 0.2


def test_where_descriptors_are_few_more_are_taken_or_the_server_makes_do(sqlite_place, log):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
    try:
        with served(sqlite_place, log=log, program=PATIENT) as (address, process), crowd_at(address) as crowd:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
            assert resource.prlimit(process.pid, resource.RLIMIT_NOFILE) == (hard, hard)
            left = len(os.listdir(f"/proc/{process.pid}/fd")) + 20
            resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (left, hard))
            crowd.come(60)
            ask(address)
            used = taken_by(process.pid).seconds
            assert_rests(process, used)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    [line] = said(log).splitlines()
    assert line.startswith("a connection cannot be accepted: Too many open files")


def test_urgent_bytes_are_not_heard(sqlite_place, log):
    with served(sqlite_place, log=log) as (address, process), crowd_at(address) as crowd:
        crowd.come(3, b"")
        for opened in crowd.sockets:
            opened.send(b"!", socket.MSG_OOB)
        ask(address)
        used = taken_by(process.pid).seconds
        assert_rests(process, used)
    assert said(log) == ""
