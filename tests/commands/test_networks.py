"""Real networks in namespaces of Linux: a phone beside the computer reaches the address that `serve` prints."""

import os
import re
import shutil
import subprocess
import sys
from itertools import count

import pytest

from tests.commands.running import COMMAND, ENGLISH
from tests.load.remote import ROOT

pytestmark = pytest.mark.at_length

ASK = "import sys, urllib.request; print(urllib.request.urlopen(sys.argv[1], timeout=30).status)"
DOCKER = (
    "link add docker0 type bridge",
    "addr add 172.17.0.1/16 dev docker0",
    "link add veth1 type veth peer name inside",
    "link set veth1 master docker0 up",
    "link set inside up",
    "link set docker0 up",
)
VPN = ("tuntap add tun0 mode tun", "addr add 10.5.0.2/24 dev tun0", "link set tun0 up", "route add default dev tun0")
# The card to the phone and its address here and there, then the commands that make the others.
NETWORKS = {
    "a VPN is the default route": ("wlan0", "192.168.1.50/24", "192.168.1.60/24", VPN),
    "no default route, and Docker": ("wlan0", "192.168.1.50/24", "192.168.1.60/24", DOCKER),
    "a VPN hides a cable in 10/8": (
        *("eth0", "10.20.30.40/24", "10.20.30.60/24"),
        ("tuntap add wg0 mode tun", "addr add 10.66.0.2/8 dev wg0", "link set wg0 up"),
    ),
    "a hotspot beside a modem": (
        *("wlan0", "10.42.0.1/24", "10.42.0.77/24"),
        (
            "link add wwan0 type veth peer name modem",
            "addr add 10.113.7.9/30 dev wwan0",
            "link set modem up",
            "link set wwan0 up",
            "route add default dev wwan0",
        ),
    ),
    "a cable with a fixed address is plugged out": (
        *("wlan0", "192.168.1.51/24", "192.168.1.60/24"),
        ("link add enp3s0 type veth peer name plug", "addr add 192.168.7.10/24 dev enp3s0", "link set enp3s0 up"),
    ),
    "IPv6 only, beside Docker": ("wlan0", "fd12:3456::50/64", "fd12:3456::60/64", DOCKER),
    "containers and virtual machines": (
        *("enp3s0", "192.168.1.50/24", "192.168.1.60/24"),
        (
            *DOCKER,
            *("link add lxcbr0 type bridge", "addr add 10.0.3.1/24 dev lxcbr0", "link set lxcbr0 up"),
            *("link add cards type bridge", "addr add 10.0.4.1/24 dev cards", "link set cards up"),
            *("tuntap add vnet0 mode tap", "addr add 192.168.122.1/24 dev vnet0", "link set vnet0 up"),
        ),
    ),
}


def ip(*words):
    subprocess.run(["ip", *words], check=True, capture_output=True)


@pytest.fixture(scope="module")
def allowed():
    if shutil.which("ip") is None:
        pytest.skip("needs ip (Debian's iproute2)")
    try:
        ip("netns", "add", f"try{os.getpid()}")
    except subprocess.CalledProcessError:
        pytest.skip("this system lets nobody make a network")
    ip("netns", "delete", f"try{os.getpid()}")


NUMBERS = count()


@pytest.fixture
def namespaces(allowed):
    """Two namespaces, of the computer and of a phone."""
    names = [f"{who}{os.getpid()}x{next(NUMBERS)}" for who in ("computer", "phone")]
    for name in names:
        ip("netns", "add", name)
        ip("-n", name, "link", "set", "lo", "up")
    yield names
    for name in names:
        ip("netns", "delete", name)


def serve_in(namespace, tmp_path):
    """The first lines that `serve` prints in a namespace, until it says where the nights are, and the program."""
    environment = os.environ | ENGLISH | {"SCOREKEEPER_DATABASE": str(tmp_path / "nights")}
    command = ["ip", "netns", "exec", namespace, *COMMAND, "serve", "--no-open", "--port", "0"]
    program = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env=environment)
    lines = []
    for line in program.stdout:
        lines.append(line.rstrip("\n"))
        if line.endswith("ends it.\n"):
            break
    return program, lines


@pytest.mark.parametrize("network", NETWORKS)
def test_a_phone_reaches_the_printed_address(network, namespaces, tmp_path):
    card, here, there, others = NETWORKS[network]
    computer, phone = namespaces
    ip("-n", computer, "link", "add", card, "type", "veth", "peer", "name", "phone0", "netns", phone)
    for command in others:
        ip("-n", computer, *command.split())
    more = ["nodad"] if ":" in here else []
    ip("-n", computer, "addr", "add", here, "dev", card, *more)
    ip("-n", phone, "addr", "add", there, "dev", "phone0", *more)
    ip("-n", computer, "link", "set", card, "up")
    ip("-n", phone, "link", "set", "phone0", "up")
    program, lines = serve_in(computer, tmp_path)
    try:
        address = re.search(r"http://\S+:\d+/", lines[0])[0]
        assert here.partition("/")[0] in address
        assert any("█" in line for line in lines)
        command = ["ip", "netns", "exec", phone, sys.executable, "-c", ASK, address]
        asked = subprocess.run(command, capture_output=True, text=True)
        assert asked.stdout == "200\n", asked.stderr
    finally:
        program.kill()
        program.communicate()


@pytest.mark.parametrize("others", [(), DOCKER, DOCKER[:2], VPN], ids=["nothing", "Docker", "Docker at rest", "a VPN"])
def test_without_a_network_of_phones_no_code_is_printed(others, namespaces, tmp_path):
    for command in others:
        ip("-n", namespaces[0], *command.split())
    program, lines = serve_in(namespaces[0], tmp_path)
    program.kill()
    program.communicate()
    assert lines[0].startswith("scorekeeper is at http://127.0.0.1:")
    assert not any("█" in line for line in lines)
    assert any(line.startswith("No phone can reach it") for line in lines)
