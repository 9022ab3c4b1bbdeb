"""Which address of a computer comes first: the one that phones at the table reach, on machines of many kinds."""

import re
from ipaddress import ip_interface
from itertools import permutations
from pathlib import Path

import ifaddr
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.serving import interfaces
from scorekeeper.serving.interfaces import Interface, Kind, classify, find_addresses, list_interfaces, rank_addresses


def read_interface(line):
    name, address, *more = [part.strip() for part in line.split("|")]
    told = more[0] if more else ""
    kind = Kind[told.partition(":")[2]] if told.startswith("system:") else None
    return Interface(name, name.rpartition(" / ")[2], ip_interface(address), told != "down", kind)


def read_machines():
    """The machines of the table: name, whether the program is enclosed there, the address for phones, interfaces."""
    machines = []
    for line in Path(__file__).with_name("machines.txt").read_text("utf-8").splitlines():
        if line.startswith("  "):
            machines[-1][3].append(read_interface(line))
        elif line and not line.startswith("#"):
            enclosed, name, reached = re.fullmatch(r"(\[enclosed\] )?(.+): (\S+)", line).groups()
            machines.append((name, bool(enclosed), "" if reached == "nothing" else reached, []))
    return machines


MACHINES = read_machines()


@pytest.mark.parametrize(("name", "enclosed", "reached", "listed"), MACHINES, ids=[machine[0] for machine in MACHINES])
def test_the_first_address_is_the_one_that_phones_reach(name, enclosed, reached, listed):
    for order in [listed, listed[::-1], *list(permutations(listed))[:200:7]]:
        ranked = rank_addresses(order, enclosed)
        assert next((found.host for found in ranked if found.for_phones), "") == reached
        assert [found.for_phones for found in ranked] == sorted((found.for_phones for found in ranked), reverse=True)


REACHED = [row for _, enclosed, reached, listed in MACHINES if reached and not enclosed for row in listed]
OTHERS = [row for _, enclosed, reached, listed in MACHINES if not reached and not enclosed for row in listed]


@given(st.lists(st.sampled_from(OTHERS), max_size=5), st.lists(st.sampled_from(OTHERS), max_size=5))
def test_no_tunnel_or_container_of_any_machine_comes_before_a_wi_fi(before, after):
    wifi = Interface("wlan0", "wlan0", ip_interface("192.168.77.7/24"))
    first = rank_addresses([*before, wifi, *after])[0]
    assert (first.host, first.interface, first.for_phones) == ("192.168.77.7", "wlan0", True)


@given(st.lists(st.sampled_from(REACHED + OTHERS), max_size=8))
def test_any_mixture_of_interfaces_is_ranked_without_loss(listed):
    ranked = rank_addresses(listed)
    assert {found.host for found in ranked} <= {str(each.address.ip) for each in listed}
    expected = {
        str(each.address.ip)
        for each in listed
        if each.is_up and each.address.version == 4 and not each.address.ip.is_loopback
    }
    assert {found.host for found in ranked if ":" not in found.host} == expected


def test_loopback_and_link_local_addresses_of_ipv6_are_not_listed():
    for address in ("127.0.0.1/8", "::1/128", "fe80::1/64", "0.0.0.0/0"):
        assert rank_addresses([Interface("wlan0", "wlan0", ip_interface(address))]) == []


def test_the_interfaces_of_this_computer_are_listed_with_their_names():
    found = list(list_interfaces())
    loopback = next(each for each in found if str(each.address.ip) == "127.0.0.1")
    assert loopback.address.network.prefixlen == 8
    assert loopback.label
    assert all(not host.host.startswith("127.") for host in find_addresses())


@pytest.mark.parametrize("error", [OSError(13, "Permission denied"), AssertionError("None"), ValueError()])
def test_a_system_that_lists_no_interfaces_has_no_addresses(monkeypatch, error):
    def fail():
        raise error

    monkeypatch.setattr(ifaddr, "get_adapters", fail)
    assert find_addresses() == []


def test_what_linux_tells_of_an_interface_counts_before_its_name(tmp_path, monkeypatch):
    monkeypatch.setattr(interfaces, "_SYSTEM", tmp_path)
    for name, files in {
        "eth0": {"operstate": "down"},
        "eth1": {"operstate": "up"},
        "eth2": {"operstate": "up", "phy80211/index": "0"},
        "eth3": {"operstate": "unknown", "tun_flags": "0x1"},
        "eth4": {"operstate": "up", "bridge/bridge_id": "8", "brif/veth1/port_id": "1"},
        "veth1": {"operstate": "up"},
        "cards": {"operstate": "up", "bridge/bridge_id": "8", "brif/eth5/port_id": "1"},
        "eth5": {"operstate": "up", "device/vendor": "0x8086"},
    }.items():
        for file, content in files.items():
            (tmp_path / name / file).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name / file).write_text(content + "\n")
    told = {name: interfaces._ask_system(name) for name in ("eth0", "eth1", "eth2", "eth3", "eth4", "cards", "nothing")}
    assert told == {
        "eth0": (False, None),
        "eth1": (True, None),
        "eth2": (True, Kind.WIFI),
        "eth3": (True, Kind.TUNNEL),
        "eth4": (True, Kind.CONTAINER),
        "cards": (True, None),
        "nothing": (True, None),
    }


def test_a_container_and_wsl_are_known_by_their_marks(tmp_path, monkeypatch):
    mark = tmp_path / ".dockerenv"
    monkeypatch.setattr(interfaces, "_MARKS", (mark,))
    before = interfaces.is_enclosed()
    mark.touch()
    assert interfaces.is_enclosed()
    assert not before, "nobody runs the tests in WSL"
    assert classify(Interface("eth0", "eth0", ip_interface("172.17.0.2/16")), enclosed=True) == Kind.CONTAINER
