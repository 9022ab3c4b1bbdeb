"""`serve` for who never saw a terminal: words that fit a screen, a free port, one server, the page on the screen."""

import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from argparse import Namespace
from contextlib import closing
from urllib.parse import urlsplit

import pytest

from scorekeeper.commands import main, serve
from scorekeeper.commands.serve import _print_address
from scorekeeper.printing import choose_speech
from scorekeeper.qr_codes import print_qr
from scorekeeper.serving import addresses
from scorekeeper.serving.addresses import CurrentAddresses, find_running, listen, register_server
from scorekeeper.serving.interfaces import HostAddress
from tests.commands.running import COMMAND, ENGLISH, printed, serving
from tests.load.remote import ROOT


def address_in(lines):
    return re.search(r"http://\S+:\d+/", lines[0])[0]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("address", ["192.168.178.123", ""])
def test_what_to_do_fits_one_screen(language, address, place, capsys, monkeypatch):
    others = [HostAddress(f"172.{part}.0.1", f"br-0a1b2c3d4e{part}", False) for part in range(17, 25)]
    found = [HostAddress(address, "wlan0", True)] if address else []
    monkeypatch.setattr(addresses, "find_addresses", lambda: found + others)
    monkeypatch.setattr(serve, "is_enclosed", lambda: False)
    speech = choose_speech(["--lang", language], {})
    args = Namespace(host=None, database=None, no_open=True)
    _print_address("http://0.0.0.0:58000/", args, speech)
    lines = capsys.readouterr().out.splitlines()
    rows = sum(-(-len(line.replace(place, "/home/somebody/scorekeeper.sqlite3")) // 80) for line in lines)
    assert rows <= 23, "the prompt takes one of 24"
    assert place in "".join(lines)
    assert "http://127.0.0.1:58000/" in "".join(lines[1:])
    told = any("No phone can reach it yet" in line or "Noch erreicht es kein Handy" in line for line in lines)
    assert told == (not address)
    assert any("█" in line for line in lines) == bool(address), "no code rather than a wrong one"
    assert "172.17.0.1 (br-0a1b2c3d4e17), …" in "".join(lines)


def test_the_settled_address_is_printed_and_found_by_a_second_start(place, capsys):
    with serving("--port", "0", "--address", "karten.lan") as (_, lines):
        address = address_in(lines)
        assert re.fullmatch(r"http://karten\.lan:\d+/", address)
        assert print_qr(address)[0] in lines
        assert not any("Other addresses" in line for line in lines)
        assert printed(capsys, "serve", "--no-open").startswith(f"scorekeeper runs already, at {address}\n")
    with serving("--port", "0", SCOREKEEPER_ADDRESS="http://karten.lan") as (_, lines):
        assert lines[0] == "scorekeeper is at http://karten.lan/"


def test_a_taken_port_is_no_obstacle_when_none_is_asked_for():
    with closing(listen("127.0.0.1", None)) as one, closing(listen("127.0.0.1", None)) as other:
        assert one.getsockname()[1] != other.getsockname()[1]


def test_a_second_start_finds_the_first_unless_the_port_differs(place, capsys):
    with serving() as (first, lines):
        address = address_in(lines)
        assert main(["serve"]) == 0
        second = capsys.readouterr().out.splitlines()
        assert second[0] == f"scorekeeper runs already, at {address}"
        assert second[1:] == lines[1:], "it says the same as the first"
        assert main(["serve", "--lang", "de"]) == 0
        assert capsys.readouterr().out.startswith(f"scorekeeper läuft schon, unter {address}\n")
        with serving("--port", "0") as (_, others):
            assert address_in(others) != address
            for answering in (address, address_in(others)):
                assert urllib.request.urlopen(answering, timeout=120).status == 200
        first.send_signal(signal.SIGINT)
        assert first.wait(60) == 0
    assert find_running(place) == ""


def test_a_second_start_tells_the_address_of_now(place, capsys, monkeypatch):
    with register_server("http://0.0.0.0:8000/", place):
        for now in ("192.168.0.5", "10.0.0.7"):
            monkeypatch.setattr(addresses, "find_addresses", lambda now=now: [HostAddress(now, "wlan0", True)])
            said = printed(capsys, "serve", "--no-open")
            assert said.startswith(f"scorekeeper runs already, at http://{now}:8000/\n")
            assert "here at http://127.0.0.1:8000/ or" in said
    with register_server("http://192.168.0.5:8000/", place):
        said = printed(capsys, "serve", "--no-open")
    assert said.startswith("scorekeeper runs already, at http://192.168.0.5:8000/\n")
    assert "here at http://192.168.0.5:8000/ or" in said, "nothing listens at the loopback address"


def test_a_killed_server_is_not_taken_for_a_running_one(place):
    with serving() as (first, lines):
        assert urlsplit(find_running(place)).port == urlsplit(address_in(lines)).port
        first.kill()
        first.wait()
        assert find_running(place) == ""


@pytest.mark.parametrize("junk", [b"", b"junk" * 1000, None])
def test_junk_in_the_place_of_the_address_stops_nobody(junk, tmp_path, place):
    kept = tmp_path / "nights.serving"
    if junk is None:
        kept.mkdir()
    else:
        kept.write_bytes(junk)
    assert find_running(str(tmp_path / "nights")) == ""
    with (
        register_server("http://10.0.0.1:8000/", str(tmp_path / "nights")),
        register_server("http://10.0.0.1:8000/", place),
    ):
        assert os.stat(f"{place}.serving").st_mode & 0o077 == 0, "the file beside the database is private"


def shown_by(tmp_path, *options, **environment):
    """Serve in a terminal with a browser that writes down what it shows; return that, "" for nothing."""
    shown, browser = tmp_path / "shown", tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {shown}.part && mv {shown}.part {shown}\n')
    browser.chmod(0o755)
    ours, theirs = pty.openpty()
    command = [*COMMAND, "serve", *options]
    environment = os.environ | ENGLISH | {"BROWSER": f"{browser} %s"} | environment
    with subprocess.Popen(command, stdout=theirs, env=environment) as program, open(ours, "rb", buffering=0) as screen:
        try:
            os.close(theirs)
            said = b""
            while b"ends it." not in said:
                said += screen.read(1000)
            wanted = shown.exists if environment.get("DISPLAY") and "--no-open" not in options else lambda: True
            while not wanted():
                assert program.poll() is None
                time.sleep(0.01)
            urllib.request.urlopen(re.search(rb"here at (\S+)", said)[1].decode(), timeout=120).close()
        finally:
            program.kill()
    return shown.read_text().strip() if shown.exists() else ""


@pytest.mark.parametrize(("options", "display", "is_shown"), [([], ":7", True), (["--no-open"], ":7", False)])
def test_the_page_opens_where_there_is_a_screen_and_nobody_is_against_it(options, display, is_shown, tmp_path):
    shown = shown_by(tmp_path, *options, DISPLAY=display, WAYLAND_DISPLAY="")
    assert bool(re.fullmatch(r"http://127\.0\.0\.1:\d+/", shown)) == is_shown


# A server that starts on no network, then gets one, as by a hotspot: what its share page tells.
_JOINED_LATER = """
import subprocess, sys
from tests.load.remote import Remote, served
with served(sys.argv[1], "--no-open", "--host", "::") as (address, _), Remote(address) as host:
    print(address.startswith("http://127.0.0.1:"))
    night = host.open_night()
    for command in ("link add hotspot type veth peer name phone", "link set hotspot up", "link set phone up",
                    "addr add 192.168.205.1/24 dev hotspot"):
        subprocess.run(["ip", *command.split()], check=True)
    page = host.get(f"{night}/share").body
    print(address.replace("127.0.0.1", "192.168.205.1") + "j/" in page)
"""


@pytest.mark.skipif(shutil.which("unshare") is None or shutil.which("ip") is None, reason="needs unshare and ip")
def test_a_network_that_comes_later_is_in_the_codes_of_a_night(tmp_path):
    alone = 'ip link set lo up && exec "$0" -c "$1" "$2"'
    command = ["unshare", "-rn", "sh", "-c", alone, sys.executable, _JOINED_LATER, str(tmp_path / "nights")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode and "Traceback" not in done.stderr:
        pytest.skip("this system lets nobody make a network")
    assert done.stdout == "True\nTrue\n", done.stderr


def test_the_addresses_are_looked_up_again_but_not_for_every_page(monkeypatch):
    now, own = [0.0], ["http://192.168.1.2"]
    monkeypatch.setattr(addresses, "monotonic", lambda: now[0])
    monkeypatch.setattr(addresses, "addresses_of", lambda bound: list(own))
    reached = CurrentAddresses("http://[::]:8000/")
    before = reached()
    assert before == ["http://192.168.1.2"]
    own[:] = ["http://10.42.0.1"]
    now[0] = 4.9
    assert reached() == before
    now[0] = 5
    assert reached() == ["http://10.42.0.1"]
