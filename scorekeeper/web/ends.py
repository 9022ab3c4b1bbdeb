"""What each end of a called deal would bring, as a table that is kept while somebody types the result."""

from collections.abc import Mapping, Sequence

from flask import render_template
from markupsafe import Markup

from scorekeeper.web.called import End
from scorekeeper.web.kept import Kept
from scorekeeper.web.places import page_here
from scorekeeper.web.reader import speech

# Of two kilobytes each, some of each table. All that one shows stands in its key, the names of the players too.
_TABLES = Kept[Markup](300)


def ends_table(ends: Sequence[End], playing: Sequence[str], current: Mapping[str, int] | None, deal: int) -> Markup:
    """Return what each end of deal `deal` would bring those who play, with the one marked that is the `current` one."""
    here, reader = page_here(), speech()
    told = {"ends": ends, "playing": playing, "deal": deal, "marks": tuple(end.points == current for end in ends)}

    def make() -> Markup:
        return Markup(render_template("_ends.html", **told) + "\n")

    said = tuple((end.label, *end.points.items(), *end.paid.items(), end.rules) for end in ends)
    key = (said, tuple(playing), deal, told["marks"], here, reader.tag, *reader.names.items())
    return make() if here is None else _TABLES.get(key, make)
