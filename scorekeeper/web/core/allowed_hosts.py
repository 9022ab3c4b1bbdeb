"""The allowed host names of this server, and the number of trusted proxies.

A website can let its own name point to the address of this computer, and then send requests from a browser at the
table (DNS rebinding). So the server allows only names that no website can have: addresses, names of the local network,
and those in SCOREKEEPER_HOSTS.
"""

import re
from collections.abc import Iterable
from contextlib import suppress
from ipaddress import ip_address
from typing import Any

from werkzeug.wrappers import Request, Response

from scorekeeper.language import Speech, find_locale
from scorekeeper.phrase import Refused, say

HOSTS_VARIABLE = "SCOREKEEPER_HOSTS"
PROXIES_VARIABLE = "SCOREKEEPER_PROXIES"
# Endings that exist only inside a network: reserved ones, those of common home routers, and those of Tailscale.
_LOCAL = (
    *(".local", ".lan", ".home", ".internal", ".intern", ".localdomain", ".localhost", ".test", ".home.arpa"),
    *(".fritz.box", ".speedport.ip", ".ts.net"),
)
_HOST = re.compile(r"(?:\[(?P<bare>[0-9A-Fa-f:.]{2,45})\]|(?P<name>[0-9A-Za-z._-]{1,253}))(?::[0-9]{1,5})?")


def read_proxies(text: str) -> int:
    """Return the number of proxies whose headers about client and protocol are trusted; an empty text means none.

    Raises Refused.
    """
    if text and not re.fullmatch("[0-9]", text):
        raise Refused(PROXIES_VARIABLE, say("{value} is not a number of proxies, 0 to 9", value=text[:100]))
    return int(text or 0)


class ServerNames:
    """WSGI middleware that answers 421 to requests for host names that are not allowed."""

    def __init__(self, application: Any, hosts: str) -> None:
        self.application = application
        self.hosts = frozenset(name.lower() for name in re.split(r"[\s,]+", hosts) if name)

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        host = environ.get("HTTP_HOST")
        if host is None or is_allowed(host, self.hosts):  # HTTP/1.0 knows no Host
            return self.application(environ, start_response)  # type: ignore[no-any-return]
        speech = Speech(find_locale(tuple(Request(environ).accept_languages.values())[:10]))
        text = speech.say(
            say(
                "This server is not known by the name {name}. {variable} can name it.",
                name=host[:100],
                variable=HOSTS_VARIABLE,
            )
        )
        answer = Response(text, 421, {"X-Content-Type-Options": "nosniff", "Cache-Control": "no-store"})
        return answer(environ, start_response)


def is_allowed(host: str, hosts: Iterable[str]) -> bool:
    """Return whether a Host header is an address, a name of the local network, or one of `hosts`."""
    found = _HOST.fullmatch(host)
    if not found:
        return False
    name = (found["bare"] or found["name"]).lower().removesuffix(".")
    return "." not in name or name.endswith(_LOCAL) or name in hosts or _is_address(name)


def _is_address(name: str) -> bool:
    with suppress(ValueError):
        return bool(ip_address(name))
    return False


def is_local(host: str) -> bool:
    """Return whether a Host header is that of this computer itself."""
    return host.rsplit(":", 1)[0] in ("localhost", "127.0.0.1", "[::1]")
