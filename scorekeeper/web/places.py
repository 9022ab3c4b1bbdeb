"""The addresses that a page names: each is built once."""

from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import Any

from flask import Flask, current_app, g, request, url_for
from werkzeug.routing import Rule

from scorekeeper.web.kept import Kept

Here = tuple[str, str | None, str | None] | None
_ADDRESSES = Kept[str](2_000)
_LONGEST = 64  # letters: what is longer somebody typed into an address, and could fill the memory with


class _Route(Rule):
    """A route that compiles what builds its addresses only when it builds one: that is nine tenths of what it costs.

    A werkzeug that asks for it by another name than this one compiles it at once, as it always does.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compiled = cache(partial(super()._compile_builder, append_unknown))
        return lambda route, /, **values: compiled()(route, **values)


def keep_addresses(app: Flask) -> None:
    """Let an application compile its addresses late, and its templates name pages by addresses that are kept."""
    app.url_rule_class = _Route
    app.jinja_env.globals.update(
        url_for=place_of,
        place_of_deal=place_of_deal,
        place_to_return=place_to_return,
        place_instead=place_instead,
    )
    app.context_processor(lambda: {"url_for": partial(_place, page_here())})


def place_of(endpoint: str, /, **values: Any) -> str:
    """Return what `url_for` does: it follows from what is named, and from the night or round on whose page we are."""
    return _place(page_here(), endpoint, **values)


def place_of_deal(endpoint: str, number: int | str, **values: Any) -> str:
    """Return the address of a page of deal `number`, written into that of deal 0: one is kept for all deals.

    No value behind the number may have a 0.
    """
    before, _, after = place_of(endpoint, number=0, **values).rpartition("0")
    return f"{before}{number}{after}"


def place_to_return() -> str:
    """Return the address of the page at hand, to come back to; of one that was sent something, where it was sent."""
    return request.full_path.rstrip("?") if request.method == "GET" else place_instead() or request.path


def place_instead() -> str:
    """Return the address of the page that a form stood on which was sent to where no page is, "" where one is."""
    routes, place = current_app.create_url_adapter(request), request.path
    while routes and place and not routes.test(place, "GET"):
        place = place.rpartition("/")[0]
    return "" if place == request.path else place or "/"


def page_here() -> Here:
    """Return on what page we are, None where its own address is too long to be kept."""
    here = (request.script_root, g.get("slug"), g.get("round_slug"))
    return None if _is_long(here) else here


def _place(here: Here, endpoint: str, /, **values: Any) -> str:
    if here is None or _is_long(values.values()):
        return url_for(endpoint, **values)
    return _ADDRESSES.get((endpoint, here, *values.items()), lambda: url_for(endpoint, **values))


def _is_long(values: Iterable[Any]) -> bool:
    return any(isinstance(value, str) and len(value) > _LONGEST for value in values)
