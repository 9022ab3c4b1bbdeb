"""The addresses that a page names: each is built once."""

from typing import Any

from flask import Flask, g, request, url_for

from scorekeeper.web.kept import Kept

_ADDRESSES = Kept[str](2_000)
_LONGEST = 64  # letters: what is longer somebody typed into an address, and could fill the memory with


def keep_addresses(app: Flask) -> None:
    """Let the templates of an application name pages by addresses that are kept."""
    app.jinja_env.globals["url_for"] = place_of


def place_of(endpoint: str, /, **values: Any) -> str:
    """Return what `url_for` does: it follows from what is named, and from the night or round on whose page we are."""
    here = (request.script_root, g.get("slug"), g.get("round_slug"))
    if any(isinstance(value, str) and len(value) > _LONGEST for value in (*here, *values.values())):
        return url_for(endpoint, **values)
    return _ADDRESSES.get((endpoint, here, *values.items()), lambda: url_for(endpoint, **values))
