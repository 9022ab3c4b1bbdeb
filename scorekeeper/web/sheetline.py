"""A line of the sheet as a page shows it, kept for the other phones of the table and for the next look."""

from collections.abc import Mapping, Sequence

from flask import render_template
from markupsafe import Markup

from scorekeeper.games.game import Brief, Column
from scorekeeper.storage.sheets import SheetLine
from scorekeeper.web.kept import Kept
from scorekeeper.web.places import place_of
from scorekeeper.web.reader import speech

# Of two kilobytes each. A line shows numbers and the signs of a game, no name and no text, and is the same for every
# reader of a night in one language; under the hash of its entry nothing else can ever stand.
_LINES = Kept[Markup](600)


class LineTeller:
    """Tells the lines of one page of a sheet: `column` of the players with these `keys`, some deals `doubted`."""

    def __init__(self, column: Column, keys: Sequence[str], doubted: frozenset[int]) -> None:
        self.column: Column = column
        self.keys = tuple(keys)
        self.doubted = doubted
        self.deals = place_of("deals.show", number=0).removesuffix("0")
        self.said = (self.deals, str(speech().locale), column, self.keys)

    def __call__(self, line: SheetLine, running: Mapping[str, int], brief: Brief) -> Markup:
        doubted = line.entry.number in self.doubted
        points = getattr(line.result, self.column)
        numbers = tuple((running[key], points.get(key)) for key in self.keys)
        key = (line.entry.hash, line.struck, doubted, numbers, self.said)
        return _LINES.get(key, lambda: self._tell(line, running, brief, doubted, points))

    def _tell(
        self, line: SheetLine, running: Mapping[str, int], brief: Brief, doubted: bool, points: Mapping[str, int]
    ) -> Markup:
        number = line.entry.number
        told = {"line": line, "running": running, "brief": brief, "doubted": doubted, "brought": points}
        return Markup(render_template("_line.html", keys=self.keys, address=f"{self.deals}{number}", **told))
