"""The network interfaces of this computer, and which of their addresses phones at the table can reach."""

import re
from collections.abc import Iterable, Iterator
from enum import IntEnum
from ipaddress import IPv4Interface, IPv6Interface, ip_interface, ip_network
from pathlib import Path
from typing import NamedTuple


class Kind(IntEnum):
    """The kind of an interface, those first in whose network phones are most likely; from MOBILE on are none."""

    WIFI = 0
    CABLE = 1
    UNKNOWN = 2
    TETHER = 3
    MOBILE = 4
    TUNNEL = 5
    CONTAINER = 6
    LINK_LOCAL = 7


class Interface(NamedTuple):
    """An address of an interface, with the length of its network.

    `name` is that of the system, with its description on Windows; `label` is what people call it. `is_up` is whether
    it has a link. `kind` is set where the system tells it.
    """

    name: str
    label: str
    address: IPv4Interface | IPv6Interface
    is_up: bool = True
    kind: Kind | None = None


class HostAddress(NamedTuple):
    """An address of this computer, the name of its interface, and whether phones are likely to reach it."""

    host: str
    interface: str
    for_phones: bool


# By the names that Linux, Android, macOS, BSD and Windows give them; the first match counts.
_KINDS = (
    (
        Kind.CONTAINER,
        r"docker|br-[0-9a-f]{12}$|veth|virbr|vnet|lxc|lxd|incus|podman|cni|flannel|cali|cilium|kube|nerdctl|vboxnet|vmnet"
        r"|vmenet|vnic|waydroid|anbox|dummy|ifb|bridge\d|mpqemubr|awdl|llw|anpi"
        r"|.*(hyper-v|vethernet|virtualbox|vmware|npcap|loopback|docker|sandbox)",
    ),
    (
        Kind.TUNNEL,
        r"u?tun\d|tap\d|wg|ipsec|tailscale|zt|feth|nordlynx|nordtun|proton|pvpn|mullvad|outline|cscotun|gpd|ham\d|nebula"
        r"|sit\d|gre|ip6|ip_vti|gif\d|stf\d|enc\d|xfrm|clat|v4-|cloudflarewarp|l2tp|pptp|tinc|he-ipv6"
        r"|.*(vpn|tunnel|tap-windows|wintun|wireguard|tailscale|zerotier|nordlynx|teredo|isatap|6to4|anyconnect|pangp"
        r"|fortinet|juniper|hamachi|wan miniport|warp|zscaler|pulse secure|netextender|check point)",
    ),
    (Kind.MOBILE, r"ww|rmnet|r_rmnet|ccmni|pdp|seth_|ppp|.*(mobile broadband|modem)"),
    (Kind.TETHER, r"usb\d|rndis|ncm\d|eem\d|bnep|bt-pan|pan\d|p2p|.*(remote ndis|bluetooth|apple mobile device)"),
    (Kind.WIFI, r"wl|swlan|softap|ap\d|ap_|ath\d|rai?\d|mlan|uap|.*(wi-?fi|wlan|wireless|802\.11|drahtlos)"),
    (Kind.CABLE, r"eth|en|em\d|lan\d|.*(ethernet|gigabit|gbe|lan-verbindung|local area connection)"),
)
_PATTERNS = tuple((kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in _KINDS)
_CLAT = ip_network("192.0.0.0/29")  # IPv4 over IPv6 of a phone network (RFC 7335)
_SHARED = ip_network("100.64.0.0/10")  # of providers, and of Tailscale (RFC 6598)
_MAC_SHARING = ip_network("192.168.2.0/24")  # Internet Sharing of macOS; its virtual machines have other networks
_GUEST = ip_interface("10.0.2.15/24")  # what VirtualBox and QEMU give to each guest
# What containers and WSL have behind their computer's back: Docker, Podman, Docker Desktop.
_ENCLOSED = tuple(map(ip_network, ("172.16.0.0/12", "10.88.0.0/16", "192.168.65.0/24")))
_SYSTEM = Path("/sys/class/net")
_MARKS = (Path("/.dockerenv"), Path("/run/.containerenv"))


def find_addresses() -> list[HostAddress]:
    """Return the addresses of this computer for others, those first that phones reach most likely."""
    return rank_addresses(list_interfaces(), is_enclosed())


def rank_addresses(interfaces: Iterable[Interface], enclosed: bool = False) -> list[HostAddress]:
    """Return the addresses, those first that phones reach most likely: real Wi-Fi and cable, IPv4 before IPv6.

    `enclosed` is whether the program runs in a container or in WSL.
    """
    ranked = []
    seen = set[str]()
    for each in sorted(interfaces, key=lambda each: not each.address.is_private):  # of IPv6 only one, a local one first
        ip = each.address.ip
        if not each.is_up or ip.is_loopback or ip.is_unspecified or ip.is_multicast:
            continue
        if ip.version == 6:
            if ip.is_link_local or each.name in seen:  # no browser opens a link-local one of IPv6
                continue
            seen.add(each.name)
        kind = classify(each, enclosed)
        for_phones = kind < Kind.MOBILE
        is_hotspot = kind == Kind.WIFI and _is_gateway(each.address)
        place = (not for_phones, ip.version, kind, not is_hotspot)
        ranked.append((place, HostAddress(str(ip), each.label, for_phones)))
    return [found for _, found in sorted(ranked, key=lambda pair: pair[0])]


def classify(interface: Interface, enclosed: bool = False) -> Kind:
    """Return the kind of an interface by what the system tells, its name and its address."""
    address = interface.address
    if address.ip.is_link_local:
        return Kind.LINK_LOCAL
    if address.ip in _CLAT:
        return Kind.TUNNEL
    kind = interface.kind
    if kind is None:
        kind = next((kind for kind, names in _PATTERNS if names.match(interface.name)), Kind.UNKNOWN)
    if kind == Kind.CONTAINER and _is_bridged(interface):
        return Kind.UNKNOWN
    if kind == Kind.UNKNOWN and address.ip in _SHARED:
        return Kind.TUNNEL
    is_inside = address == _GUEST or (enclosed and any(address.ip in network for network in _ENCLOSED))
    return Kind.CONTAINER if is_inside and kind in (Kind.CABLE, Kind.UNKNOWN) else kind


def _is_bridged(interface: Interface) -> bool:
    """Return whether a virtual interface has the address of a real network: of a card in Hyper-V, of a sharing Mac."""
    name = interface.name.lower()
    if "hyper-v" in name or "vethernet" in name:
        return not _is_gateway(interface.address)
    return name.startswith("bridge") and interface.address.ip in _MAC_SHARING


def _is_gateway(address: IPv4Interface | IPv6Interface) -> bool:
    """Return whether an address is the first one of its network, as that of a hotspot or of a network of containers."""
    return int(address.ip) == int(address.network.network_address) + 1


def list_interfaces() -> Iterator[Interface]:
    """Yield the addresses of the interfaces, none where the system does not list them."""
    import ifaddr  # only a server needs it

    try:
        adapters = list(ifaddr.get_adapters())
    except (OSError, AssertionError, ValueError):  # one of its interfaces is of no kind that it knows
        return
    for adapter in adapters:
        is_up, kind = _ask_system(adapter.name)
        words = dict.fromkeys((adapter.nice_name, *(ip.nice_name for ip in adapter.ips[:1])))
        for ip in adapter.ips:
            host = ip.ip if isinstance(ip.ip, str) else ip.ip[0]
            address = ip_interface(f"{host}/{ip.network_prefix}")
            yield Interface(" / ".join(words), ip.nice_name, address, is_up, kind)


def _ask_system(name: str) -> tuple[bool, Kind | None]:
    """Return whether an interface has a link, and its kind if the system tells it (Linux)."""
    place = _SYSTEM / name
    try:
        is_up = (place / "operstate").read_text().strip() not in ("down", "lowerlayerdown", "notpresent")
        if (place / "phy80211").exists():
            return is_up, Kind.WIFI
        if (place / "tun_flags").exists():
            return is_up, Kind.TUNNEL
        if (place / "bridge").exists():
            ports = (_SYSTEM / port.name for port in (place / "brif").iterdir())
            if not any((port / "device").exists() for port in ports):
                return is_up, Kind.CONTAINER
    except (OSError, ValueError):  # another system, or Android, which does not tell
        return True, None
    return is_up, None


def is_enclosed() -> bool:
    """Return whether this program runs in a container or in WSL, whose networks may end at this computer."""
    if any(mark.exists() for mark in _MARKS):
        return True
    try:
        return "microsoft" in Path("/proc/sys/kernel/osrelease").read_text().lower()
    except OSError:
        return False
