"""The names by which this server may be asked for, and the proxies that may stand before it.

A page of the internet can let its own name point to the address of this computer, and then ask it in the browser of
somebody at the table. So only names are answered that nobody out there can have: addresses, names of the local
network, and what SCOREKEEPER_HOSTS names.
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
# Endings that exist only inside a network: reserved ones, and those of the routers that many have at home.
_LOCAL = (".local", ".lan", ".home", ".internal", ".localdomain", ".localhost", ".test", ".home.arpa", ".fritz.box")
_HOST = re.compile(r"(?:\[(?P<bare>[0-9A-Fa-f:.]{2,45})\]|(?P<name>[0-9A-Za-z._-]{1,253}))(?::[0-9]{1,5})?")


def read_proxies(text: str) -> int:
    """Return how many proxies are to be believed about who asks and whether by https; an empty text means none.

    Raises Refused.
    """
    if text and not re.fullmatch("[0-9]", text):
        raise Refused(PROXIES_VARIABLE, say("{value} is not a number of proxies, 0 to 9", value=text[:100]))
    return int(text or 0)


class ServerNames:
    """A WSGI application that lets pass to another one what asks for this server by a name of its own."""

    def __init__(self, application: Any, named: str) -> None:
        self.application = application
        self.named = frozenset(name.lower() for name in re.split(r"[\s,]+", named) if name)

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        host = environ.get("HTTP_HOST")
        if host is None or is_ours(host, self.named):  # HTTP/1.0 knows no Host
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


def is_ours(host: str, named: Iterable[str]) -> bool:
    """Return whether a Host header names an address, a name of the local network, or one of `named`."""
    found = _HOST.fullmatch(host)
    if not found:
        return False
    name = (found["bare"] or found["name"]).lower().removesuffix(".")
    with suppress(ValueError):
        return bool(ip_address(name))
    return "." not in name or name.endswith(_LOCAL) or name in named


def is_local(host: str) -> bool:
    """Return whether a Host header names this computer itself."""
    return host.rsplit(":", 1)[0] in ("localhost", "127.0.0.1", "[::1]")
