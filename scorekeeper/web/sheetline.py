"""A line of the sheet as a page shows it, kept for the other phones of the table and for the next look."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from flask import render_template
from markupsafe import Markup

from scorekeeper.games.game import AnyGame, Brief, Column
from scorekeeper.night.acts import Answered
from scorekeeper.storage.sheets import SheetLine
from scorekeeper.web.kept import Kept
from scorekeeper.web.places import place_of
from scorekeeper.web.reader import speech


class ToldLine(NamedTuple):
    """A line as it stands on a page, and whether it marks somebody as playing alone."""

    row: Markup
    solo: bool


# Of two kilobytes each. A line shows numbers and the signs of a game, no name and no text, and is the same for every
# reader of a night in one language; under the hash of its entry nothing else can ever stand.
_LINES = Kept[ToldLine](600)


class LineTeller:
    """Tells the lines of one page of a sheet: `column` of the players with these `keys`, some deals `doubted`."""

    def __init__(self, game: AnyGame, column: Column, keys: Sequence[str], doubted: frozenset[int]) -> None:
        self.game, self.column = game, column
        self.keys = tuple(keys)
        self.doubted = doubted
        self.deals = place_of("deals.show", number=0).removesuffix("0")
        self.said = (self.deals, speech().tag, column, self.keys)

    def __call__(self, line: SheetLine, running: Mapping[str, int]) -> ToldLine:
        doubted = line.act.number in self.doubted
        points: Mapping[str, int] = getattr(line.result, self.column)
        numbers = (*[running[key] for key in self.keys], *[points.get(key) for key in self.keys])
        key = (line.entry.hash, line.struck, doubted, numbers, self.said)
        return _LINES.get(key, lambda: self._tell(line, running, doubted, points))

    def _tell(self, line: SheetLine, running: Mapping[str, int], doubted: bool, points: Mapping[str, int]) -> ToldLine:
        answers = line.act.answers if isinstance(line.act, Answered) else {}
        brief = self.game.brief(line.seating, answers) if not line.struck else Brief()
        told = {"line": line, "running": running, "brief": brief, "doubted": doubted, "brought": points}
        address = f"{self.deals}{line.act.number}"
        row = render_template("_line.html", keys=self.keys, address=address, **told)
        return ToldLine(Markup(row), bool(brief.soloist))
