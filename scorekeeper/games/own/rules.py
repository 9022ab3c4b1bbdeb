"""The rules of a table that plays by a document: the house rule `sheet` is that document."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from scorekeeper.games.house_rules import SwitchKind, SwitchValue, make_field
from scorekeeper.games.own.document import LONGEST, Sheet, read_document
from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.value_checks import refuse_unless, shorten

PLAIN: Mapping[str, object] = {"kind": "points"}
"""The shortest document: any numbers, and all pay each other the difference."""


class DocumentSwitch(SwitchKind):
    """A document, as a table or as its text in JSON."""

    def to_value(self, raw: object) -> Sheet:
        return read_document(_parse(raw) if isinstance(raw, str) else raw)

    def to_setting(self, value: object) -> object:
        return cast("Sheet", value).raw

    def describe(self, setting: object) -> Phrase:
        return self.to_value(setting).name


def _parse(text: str) -> object:
    import json

    refuse_unless(len(text) <= LONGEST, "", say("this is longer than {most} bytes", most=LONGEST))
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise Refused("", say("{value} is not a table", value=shorten(text))) from None


_DOCUMENT = DocumentSwitch((SwitchValue(PLAIN, say("points of each")),))


@dataclass(frozen=True)
class OwnRules:
    """The rules of one table; without a document of its own it writes points of each player."""

    author: str = "Hausblatt"
    source: str = ""
    summary: Phrase = say("Your game, by the sheet of your table")
    offers: tuple[str, ...] = ("sheet",)
    sheet: Sheet = make_field(_DOCUMENT, "OWN-1", say("The sheet"))

    @property
    def players(self) -> tuple[int, ...]:
        """The possible numbers of players in one deal."""
        return self.sheet.players
