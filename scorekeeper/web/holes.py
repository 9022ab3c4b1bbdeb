"""Pages with holes: what of a page stays the same from answer to answer is kept, and what is new is put into it."""

from collections.abc import Hashable, Mapping
from secrets import token_hex
from typing import NamedTuple

from flask import Response, render_template, request
from markupsafe import Markup, escape

from scorekeeper.storage.tables import NightRow
from scorekeeper.web.guests import at_night
from scorekeeper.web.kept import Kept
from scorekeeper.web.places import page_here, place_to_return
from scorekeeper.web.reader import halves_of, speech
from scorekeeper.web.tokens import no_token, token_here

# What begins and ends a hole while a page is made: nobody can have typed it, for it never leaves this process.
_EDGE = f"\0{token_hex(8)}\0"

# Of ten kilobytes each: some of each table, for each language and role. The names, title and right that one shows stand
# in its key; tokens and hashes, and all else that is new in each answer or after each act, it has only holes for.
_PAGES = Kept[tuple[str, ...]](300)


def _hole(name: str) -> Markup:
    return Markup(f"{_EDGE}{name}{_EDGE}")


class Cover(NamedTuple):
    """What the pages of a night show of its row, with holes for what every act changes."""

    slug: str
    title: str
    game: str
    preset: str
    day: str
    number: str = _hole("number")
    seq: str = _hole("seq")
    head: str = _hole("head")


# What any template may ask for that is another thing in each answer.
_ASKED = {
    "place_to_return": lambda: _hole("back"),
    "clock": lambda: _hole("clock"),
    "halves_of": lambda head: (_hole("first"), _hole("second")),
}


def holed_page(
    template: str, told: Mapping[str, Hashable], follows: Mapping[str, object], new: Mapping[str, object]
) -> Response:
    """Return a page of a night, made from what it is `told`, what `follows` from that and the night's game, and what
    is `new` in it, a text or a tuple of texts by name, of which a template may ask nothing but what to write there.

    It may say nothing else of its own but texts of the catalogue and addresses.
    """
    at, here = at_night(), speech()
    row = at.row
    guest = at.guest._replace(night=0, device="", seen="", ended="")
    known = {"night": Cover(row.slug, row.title, row.game, row.preset, row.day), "guest": guest, **told}

    def make() -> tuple[str, ...]:
        with no_token(_hole("token")):
            said = {name: _hollow(name, value) for name, value in new.items()}
            return tuple(render_template(template, **_ASKED, **known, **follows, **said).split(_EDGE))

    asked = (template, request.endpoint, request.method, page_here(), here.tag)
    key = (asked, tuple(at.names.items()), tuple(known.items()), tuple(new))
    parts = list(_PAGES.get(key, make) if page_here() else make())
    texts = _texts(row, new)
    parts[1::2] = [escape(texts[name]) for name in parts[1::2]]
    return Response("".join(parts), mimetype="text/html")


def _hollow(name: str, value: object) -> object:
    if not isinstance(value, tuple):
        return _hole(name)
    fields: tuple[str, ...] = value._fields  # type: ignore[attr-defined]
    return type(value)._make(_hole(f"{name} {field}") for field in fields)  # type: ignore[attr-defined]


def _texts(row: NightRow, new: Mapping[str, object]) -> dict[str, object]:
    """Return what stands in each hole of this answer."""
    first, second = halves_of(row.head)
    texts = {"number": speech().show(row.number), "seq": row.seq, "head": row.head, "first": first, "second": second}
    texts |= {"token": token_here(), "back": place_to_return(), "clock": speech().clock()}
    for name, value in new.items():
        if isinstance(value, tuple):
            texts |= {f"{name} {field}": part for field, part in value._asdict().items()}  # type: ignore[attr-defined]
        else:
            texts[name] = value
    return texts
