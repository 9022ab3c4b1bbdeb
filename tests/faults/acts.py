"""Everything that a phone can write, as one request each that is ready to be sent."""

from collections.abc import Callable
from secrets import token_hex
from typing import Any, NamedTuple

from flask import Flask

from tests.web.html import controls, values
from tests.web.phone import Page, Phone, links

Send = Callable[[], Page]


class Table(NamedTuple):
    """A night with a booked deal and a called one, the host's phone, and one that was never here."""

    app: Flask
    host: Phone
    stranger: Phone
    night: str


def lay(app: Flask) -> Table:
    """Open the night that every act is tried at."""
    host = Phone(app)
    night = host.open_night()
    host.book(night)
    host.enter(night, "called", soloist="p2")
    return Table(app, host, Phone(app), night)


def _form(phone: Phone, path: str, control: str, **fields: Any) -> Send:
    """The first form of a page with a control of this name, filled in."""
    page = phone.get(path)
    form = next(
        form for form in page.html.one("main").all("form") if any(control == name for name, *_ in controls(form))
    )
    sent = values(form) | fields
    return lambda: phone.post(form["action"].partition("#")[0] or page.path, sent)


def _change(table: Table, way: str, **fields: str) -> Send:
    more = {"action": "confirm", "note": "agreed", **fields}
    return _form(table.host, f"{table.night}/deals/1/{way}", "number", **more)


def _open(phone: Phone) -> Send:
    seats = {f"players-{place}": name for place, name in enumerate(("Gerd", "Heidi", "Ilse"))}
    return _form(phone, "/nights/new/herzblatt/braun", "amount", **seats)


def _join_night(table: Table) -> Send:
    link = links(table.host, table.night)["writer"]
    return _form(table.stranger, link, "who", who="p2")


def _decide(table: Table, action: str, **fields: str) -> Send:
    sent = {"csrf_token": table.host.token(), "action": action, **fields}
    return lambda: table.host.post(f"{table.night}/share", sent)


def _put_out(table: Table) -> Send:
    table.stranger.join(links(table.host, table.night)["writer"], "p2")
    items = table.host.get(f"{table.night}/share").html.one("ul", "people").all("li")
    item = next(item for item in items if "Bernd" in item.text)
    key = item.one("form", fits=lambda form: "Remove" in form.text).all("input")[1]["value"]
    return _decide(table, "end", device=key)


def _object(table: Table) -> Send:
    return _form(table.host, f"{table.night}/deals/1", "note", note="miscounted")


def _resolve(table: Table) -> Send:
    assert _object(table)().status == 303
    return _form(table.host, f"{table.night}/deals/1", "how", how="rejected")


def _freeze(table: Table) -> Send:
    return _form(table.host, f"{table.night}/settle", "seen")


def _pay(table: Table) -> Send:
    assert _freeze(table)().status == 303
    return _form(table.host, f"{table.night}/settle", "tick", tick="all")


def _undo(table: Table) -> Send:
    fields = {"csrf_token": table.host.token(), "request": token_hex(16), "based_on": "1"}
    return lambda: table.host.post(f"{table.night}/deals/1/undo", fields)


ACTS: dict[str, Callable[[Table], Send]] = {
    "a night opened by a new phone": lambda table: _open(table.stranger),
    "a night opened by the host": lambda table: _open(table.host),
    "a phone let in": _join_night,
    "who somebody is": lambda table: _form(table.host, f"{table.night}/me", "who", who="p1"),
    "a phone put out": _put_out,
    "new links": lambda table: _decide(table, "renew"),
    "a PIN": lambda table: _decide(table, "pin", pin="2468"),
    "called": lambda table: _form(table.host, f"{table.night}/enter", "number", action="called", soloist="p3"),
    "booked": lambda table: _form(
        table.host, f"{table.night}/enter", "number", action="booked", soloist="p2", points="66"
    ),
    "corrected": lambda table: _change(table, "correct", soloist="p3", points="90"),
    "voided": lambda table: _change(table, "void"),
    "adjusted": lambda table: _change(table, "adjust", **{"adjust-p1": "5", "adjust-p2": "-5"}),
    "paused": lambda table: _form(table.host, f"{table.night}/table", "name", move="pause", player="p5"),
    "somebody joins": lambda table: _form(table.host, f"{table.night}/table", "place", move="join", name="Zora"),
    "objected": _object,
    "resolved": _resolve,
    "undone": _undo,
    "plan frozen": _freeze,
    "paid": _pay,
    "carried to the next night": lambda table: _form(table.host, f"{table.night}/carry", "way", way="next"),
    "somebody forgotten": lambda table: _form(table.host, f"{table.night}/forget", "player", player="p2", texts="yes"),
    "rules changed": lambda table: _form(
        table.host, f"{table.night}/rules", "house-loss", number="3", seen='{"loss":1}', **{"house-loss": "1"}
    ),
}
