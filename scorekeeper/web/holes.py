"""Pages with holes: what of a page stays the same from answer to answer is kept, and what is new is put into it."""

from collections.abc import Hashable, Mapping
from contextlib import AbstractContextManager
from secrets import token_hex
from typing import Any, NamedTuple

from flask import Response, render_template, request
from markupsafe import Markup, escape

from scorekeeper.storage.tables import NightRow
from scorekeeper.web.guests import at_night
from scorekeeper.web.kept import Kept
from scorekeeper.web.places import page_here, place_to_return
from scorekeeper.web.reader import halves_of, speech
from scorekeeper.web.tokens import new_id, no_token, token_here

# What begins and ends a hole while a page is made: nobody can have typed it, for it never leaves this process.
_EDGE = f"\0{token_hex(8)}\0"
_ID = "new id"

Parts = tuple[str, ...]
"""A page or a part of one: its texts, and between each two the name of a hole."""


def weigh_parts(parts: Parts) -> int:
    """Return how heavy one is that is kept, in letters."""
    return sum(map(len, parts))


# Some hundreds of five kilobytes each: some of each table, for each language and role. The names, title and right that
# one shows stand in its key; tokens and hashes, and all else that is new in each answer or after each act, it has only
# holes for.
_PAGES = Kept[Parts](2_000_000, weigh_parts)


def hole(name: str) -> Markup:
    """Return what a template is told so that it leaves a hole of this name."""
    return Markup(f"{_EDGE}{name}{_EDGE}")


def cut(rendered: str) -> Parts:
    """Return what was rendered, taken apart at its holes."""
    return tuple(rendered.split(_EDGE))


def fill(parts: Parts, texts: Mapping[str, object] = {}) -> Markup:
    """Return it with what stands in each hole: a text, the token of this answer, or an id of its own for each form."""
    told: Mapping[str, object] = {"token": token_here(), **texts}
    filled = [*parts]
    filled[1::2] = [new_id() if name == _ID else escape(told[name]) for name in parts[1::2]]
    return Markup("".join(filled))


def hollow() -> AbstractContextManager[None]:
    """Let whatever is rendered meanwhile have holes for the token and for the ids of its forms."""
    return no_token(hole("token"), hole(_ID))


class Cover(NamedTuple):
    """What the pages of a night show of its row, with holes for what every act changes."""

    slug: str
    title: str
    game: str
    preset: str
    day: str
    number: str = hole("number")
    seq: str = hole("seq")
    head: str = hole("head")


# What any template may ask for that is another thing in each answer.
_ASKED = {
    "place_to_return": lambda: hole("back"),
    "clock": lambda: hole("clock"),
    "halves_of": lambda head: (hole("first"), hole("second")),
}


def holed_page(
    template: str, told: Mapping[str, Hashable], follows: Mapping[str, object], new: Mapping[str, object]
) -> Response:
    """Return a page of a night, made from what it is `told`, what `follows` from that and the night's game, and what
    is `new` in it, a text or a named tuple of texts by name, of which a template may ask nothing but what to write
    there.

    It may say nothing else of its own but texts of the catalogue and addresses.
    """
    at, here = at_night(), speech()
    row = at.row
    guest = at.guest._replace(night=0, device="", seen="", ended="")
    known = {"night": Cover(row.slug, row.title, row.game, row.preset, row.day), "guest": guest, **told}

    def make() -> Parts:
        with hollow():
            said = {name: _hollow(name, value) for name, value in new.items()}
            return cut(render_template(template, **_ASKED, **known, **follows, **said))

    asked = (template, request.endpoint, request.method, page_here(), here.tag)
    key = (asked, tuple(at.names.items()), tuple(known.items()), tuple(new))
    parts = _PAGES.get(key, make) if page_here() else make()
    return Response(fill(parts, _texts(row, new)), mimetype="text/html")


def _hollow(name: str, value: Any) -> Any:
    if not hasattr(value, "_fields"):
        return hole(name)
    return value._replace(**{field: hole(f"{name} {field}") for field in value._fields})


def _texts(row: NightRow, new: Mapping[str, Any]) -> dict[str, object]:
    """Return what stands in each hole of this answer."""
    first, second = halves_of(row.head)
    texts = {"number": speech().show(row.number), "seq": row.seq, "head": row.head, "first": first, "second": second}
    texts |= {"back": place_to_return(), "clock": speech().clock()}
    for name, value in new.items():
        if hasattr(value, "_fields"):
            texts |= {f"{name} {field}": part for field, part in value._asdict().items()}
        else:
            texts[name] = value
    return texts
