"""A switch that only Husarln has: with which points a game ends, and what that brings."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

from scorekeeper.games.house import OwnPart, SwitchValue, known_label, make_field, settings_of
from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.reading import shown


class GameEnd(NamedTuple):
    """How a game ends: who has written `mark` points, from 1 to 1000, writes a `bonus` of 0 to 1000 besides."""

    mark: int
    bonus: int


@dataclass(frozen=True, slots=True)
class GameEndSwitch:
    """The end of a game `[mark, bonus]` or "none"; `settings` are the values that sources know."""

    settings: tuple[SwitchValue, ...]
    parts = (OwnPart(say("at points"), "100"), OwnPart(say("more points"), "10"))

    def typed(self, numbers: Sequence[int]) -> object:
        return list(numbers)

    def read(self, raw: object) -> GameEnd | None:
        if raw == "none":
            return None
        parts = list(raw) if isinstance(raw, list | tuple) else []
        if len(parts) != 2 or not all(type(part) is int for part in parts):
            raise Refused("", say('{value} is neither "none" nor a mark and a bonus like [100, 10]', value=shown(raw)))
        mark, bonus = parts
        if not 1 <= mark <= 1000:
            raise Refused("", say("the mark {value} is not from 1 to 1000 points", value=shown(mark)))
        if not 0 <= bonus <= 1000:
            raise Refused("", say("the bonus {value} is not from 0 to 1000 points", value=shown(bonus)))
        return GameEnd(mark, bonus)

    def plain(self, value: object) -> object:
        return list(value) if isinstance(value, tuple) else "none"

    def describe(self, value: object) -> Phrase:
        if known := known_label(self.settings, value):
            return known
        mark, bonus = cast(list[int], value)
        return say("at {mark} points, {bonus} more for who has them", mark=mark, bonus=bonus)


def game_end(*values: tuple[object, Phrase], rule: str, label: Phrase) -> GameEnd | None:
    """Return a dataclass field for the end of a game; the first value is the default."""
    kind = GameEndSwitch(settings_of(values))
    return make_field(kind.read(values[0][0]), kind, rule, label)
