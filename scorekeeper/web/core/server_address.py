"""The addresses of this server for other phones, and the one that the environment or the command line settles."""

import re
from typing import NamedTuple

from scorekeeper.phrase import Refused, say

ADDRESS_VARIABLE = "SCOREKEEPER_ADDRESS"
_ADDRESS = re.compile(r"(https?://)?(\[[0-9a-f:.]{2,45}\]|[0-9a-z._-]{1,253})(:[0-9]{1,5})?/?", re.IGNORECASE)
_BARE_IPV6 = re.compile("[0-9a-f:.]*:[0-9a-f:.]*:[0-9a-f:.]*", re.IGNORECASE)


class ServerAddress(NamedTuple):
    """An address of this server, without a slash at its end, its network interface, and whether phones reach it."""

    url: str
    interface: str = ""
    for_phones: bool = True


def read_address(text: str, port: int | None) -> str:
    """Return the settled address like "http://192.168.1.50:8000", "" for an empty text; the port is the default.

    Without a default none is added, nor to an address with http:// or https://. Raises Refused.
    """
    if not text:
        return ""
    found = _ADDRESS.fullmatch(f"[{text}]" if _BARE_IPV6.fullmatch(text) else text)
    if not found:
        example = "http://cards.lan:8000"
        raise Refused(
            ADDRESS_VARIABLE, say("{value} is not an address like {example}", value=text[:100], example=example)
        )
    scheme, host, own_port = found.groups("")
    return f"{scheme or 'http://'}{host}{own_port or (f':{port}' if port and not scheme else '')}".lower()
