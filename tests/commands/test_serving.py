"""`serve`: it says where it is, answers, and ends when it is told to."""

import contextlib
import os
import re
import signal
import socket
import sqlite3
import subprocess
import time
import urllib.request

import pytest

from scorekeeper.commands import main
from scorekeeper.printing import clean
from scorekeeper.qr_codes import print_qr
from scorekeeper.serving import addresses
from scorekeeper.serving.addresses import addresses_of, bound_to, listen
from scorekeeper.serving.interfaces import HostAddress
from scorekeeper.storage.engine.migrate import connect
from tests.chosen import some
from tests.commands.running import COMMAND, serving

SERVE = [*COMMAND, "serve", "--port", "0"]

# Reads, in a thread like those of the server, what is nested as deep as any reader lets it.
NESTED = """
from threading import Thread, stack_size
from scorekeeper.nightfile.syntax import load
from scorekeeper.phrase import Refused
from scorekeeper.serving import STACK
def read():
    for text in ("a = " + "[" * 900 + "]" * 900, "a = " + "{a = " * 900 + "1" + "}" * 900, "a = " + "[" * 9000):
        try:
            load(text)
        except Refused:
            print("refused")
stack_size(STACK)
reader = Thread(target=read)
reader.start()
reader.join()
"""


@pytest.fixture
def in_a_window():
    """Under nohup the program would inherit that nothing is done when its window is closed."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.mark.skipif(os.name != "posix", reason="another system ends a program otherwise")
@pytest.mark.usefixtures("in_a_window")
@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGHUP])
def test_serve_says_where_it_is_answers_and_ends(ending):
    with serving("--port", "0") as (program, (first, *rest)):
        address = re.fullmatch(r"scorekeeper is at (http://\S+:\d+/)", first).group(1)
        code = [] if address.startswith("http://127.") else print_qr(address)
        assert rest[: len(code)] == code
        with urllib.request.urlopen(address, timeout=120) as answer:
            assert answer.status == 200
            assert "Server" not in answer.headers
        program.send_signal(ending)
        assert program.wait(60) == 0
        assert program.stderr.read() == ""


@pytest.mark.parametrize("ending", some([signal.SIGTERM, signal.SIGINT], signal.SIGINT))
def test_before_serving_it_ends_at_once_and_silently_while_waiting(ending, place):
    with contextlib.closing(sqlite3.connect(f"{place}.lock", isolation_level=None)) as migrating:
        migrating.execute("BEGIN EXCLUSIVE")
        with subprocess.Popen(SERVE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
            try:
                while not os.path.exists(place):
                    time.sleep(0.01)
                program.send_signal(ending)
                assert program.wait(50) == -ending, "it would wait for a minute"
                assert (program.stdout.read(), program.stderr.read()) == ("", "")
            finally:
                program.kill()
    connect(place).close_all()


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_pressed_twice_ends_it_as_once(workers):
    """As a terminal does it: every process gets it."""
    with serving("--port", "0", "--workers", workers, alone=True) as (program, _):
        for _ in range(3):
            os.killpg(program.pid, signal.SIGINT)
            time.sleep(0.005)
        assert program.wait(60) == 0
        said = program.stderr.read()  # to its end: no worker holds it open any more
        assert workers == "2" or said == ""


@pytest.mark.skipif(os.name != "posix", reason="elsewhere a folder says who may read")
def test_a_database_that_others_can_open_is_told_in_one_line(place):
    connect(place).close_all()
    os.chmod(place, 0o644)
    os.chmod(os.path.dirname(place), 0o755)
    with serving("--port", "0") as (program, _):
        program.send_signal(signal.SIGINT)
        (line,) = program.stderr.read().splitlines()
    assert line.startswith("scorekeeper: other users of this ")
    assert re.search(rf"chmod go= .*{re.escape(place)}( |$)", line)
    assert os.stat(place).st_mode & 0o777 == 0o644, "who shares it on purpose may do so"


@pytest.mark.parametrize("host", ["203.0.113.7", "a" * 70, "::ffff", "no\udcffname"])
def test_an_address_of_nobody_here_and_a_port_in_use_are_told_in_one_line(host, capsys):
    assert main(["serve", "--host", host, "--port", "0"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"scorekeeper: port 0 of {clean(host)} cannot be used: ")
    assert len(captured.err.splitlines()) == 1
    with contextlib.closing(listen("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        assert main(["serve", "--host", "127.0.0.1", "--port", port]) == 2
    line = f"scorekeeper: port {port} is in use by another program; --port takes another one\n"
    assert capsys.readouterr() == ("", line)


WIFI = HostAddress("192.168.0.5", "wlan0", True)
WIFI_6 = HostAddress("fd00::5", "wlan0", True)
TUNNEL = HostAddress("10.5.0.2", "tun0", False)


def test_a_server_at_all_addresses_has_those_of_the_network(monkeypatch):
    monkeypatch.setattr(addresses, "find_addresses", lambda: [WIFI, WIFI_6, TUNNEL])
    assert addresses_of("http://[::]:8000/") == [
        ("http://192.168.0.5:8000", "wlan0", True),
        ("http://[fd00::5]:8000", "wlan0", True),
        ("http://10.5.0.2:8000", "tun0", False),
    ]
    assert [found.url for found in addresses_of("http://0.0.0.0:8000/")] == [
        "http://192.168.0.5:8000",
        "http://10.5.0.2:8000",
    ]
    assert addresses_of("http://192.168.9.9:8000/") == [("http://192.168.9.9:8000", "", True)]
    assert addresses_of("http://127.0.0.1:8000/") == [("http://127.0.0.1:8000", "", False)]


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="no IPv6 here, or never beside IPv4")
def test_without_a_host_phones_of_both_kinds_are_heard():
    with contextlib.closing(listen("", 0)) as anywhere:
        assert bound_to(anywhere).startswith("http://[::]:")
        for host in ("127.0.0.1", "::1"):
            socket.create_connection((host, anywhere.getsockname()[1]), timeout=60).close()


def test_without_ipv6_phones_are_heard_by_ipv4(monkeypatch):
    monkeypatch.setattr(socket, "has_dualstack_ipv6", lambda: False)
    with contextlib.closing(listen("", 0)) as anywhere:
        assert bound_to(anywhere).startswith("http://0.0.0.0:")


def test_the_code_is_square_and_has_a_quiet_zone():
    lines = print_qr("http://192.168.0.5:8000/")
    assert {len(line) for line in lines} == {29}
    assert lines[0] == "█" * 29
    assert os.linesep not in lines


def test_a_thread_of_the_server_has_room_for_what_is_nested_deep():
    done = subprocess.run([*COMMAND[:1], "-c", NESTED], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout.split()) == (0, ["refused"] * 3)
