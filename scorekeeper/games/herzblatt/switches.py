"""Switches that only Herzblatt has: schneider tiers, and a factor for each suit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

from scorekeeper.games.house import OwnPart, SwitchValue, known_label, make_field, settings_of
from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.reading import digits, shown

SIGNS = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}


class Tier(NamedTuple):
    """A schneider tier: `factor` from 1 to 9, `limit` inclusive, in card points."""

    factor: int
    limit: int


@dataclass(frozen=True, slots=True)
class TierSwitch:
    """A schneider tier `[factor, limit]` or "off"; `settings` are the values that sources know.

    `won` says whether it is for a game that was won, so that the limit is one for the defenders.
    """

    settings: tuple[SwitchValue, ...]
    won: bool = False
    parts = (OwnPart(say("how many times"), "4"), OwnPart(say("at card points"), "30"))

    def typed(self, numbers: Sequence[int]) -> object:
        return list(numbers)

    def read(self, raw: object) -> Tier | None:
        if raw == "off":
            return None
        parts = list(raw) if isinstance(raw, list | tuple) else []
        if len(parts) != 2 or not all(type(part) is int for part in parts):
            raise Refused("", say('{value} is neither "off" nor a factor and a limit like [4, 30]', value=shown(raw)))
        factor, limit = parts
        if not 1 <= factor <= 9:
            raise Refused("", say("the factor {value} is not from 1 to 9", value=shown(factor)))
        if not 0 <= limit <= 65:
            raise Refused("", say("the limit {value} is not from 0 to 65 card points", value=shown(limit)))
        return Tier(factor, limit)

    def plain(self, value: object) -> object:
        return list(value) if isinstance(value, tuple) else "off"

    def describe(self, value: object) -> Phrase:
        if known := known_label(self.settings, value):
            return known
        factor, limit = cast(list[int], value)
        if self.won:
            return say("{factor} times, with defenders at {limit} or fewer", factor=factor, limit=limit)
        return say("{factor} times, at {limit} or fewer", factor=factor, limit=limit)


@dataclass(frozen=True, slots=True)
class WeightsSwitch:
    """A whole factor from 1 to 99 for each of `names`, as a list in that order, a table or text with commas."""

    settings: tuple[SwitchValue, ...]
    names: tuple[str, ...]

    @property
    def parts(self) -> tuple[OwnPart, ...]:
        return tuple(OwnPart(say("factor of {suit}", suit=SIGNS[name]), "1") for name in self.names)

    def typed(self, numbers: Sequence[int]) -> object:
        return list(numbers)

    def read(self, raw: object) -> tuple[int, ...]:
        parts = self._parts(raw)
        if len(parts) != len(self.names) or not all(type(part) is int and 1 <= part <= 99 for part in parts):
            names = ", ".join(self.names)
            raise Refused(
                "", say("{value} is not one factor from 1 to 99 for each of: {names}", value=shown(raw), names=names)
            )
        return cast(tuple[int, ...], tuple(parts))

    def _parts(self, raw: object) -> list[object]:
        if isinstance(raw, Mapping):
            return [raw.get(name) for name in self.names] if set(raw) == set(self.names) else []
        if isinstance(raw, str):
            return [digits(part.strip(), 3) for part in raw.split(",")]
        return list(raw) if isinstance(raw, list | tuple) else []

    def plain(self, value: object) -> object:
        return list(cast(tuple[int, ...], value))

    def describe(self, value: object) -> Phrase:
        numbers = tuple(map(str, cast(list[int], value)))
        return known_label(self.settings, value) or say("{numbers}", numbers=numbers)


def tier(*values: tuple[object, Phrase], rule: str, label: Phrase, won: bool = False) -> Tier | None:
    """Return a dataclass field for a schneider tier of a lost or `won` game; the first value is the default."""
    kind = TierSwitch(settings_of(values), won)
    return make_field(kind.read(values[0][0]), kind, rule, label)


def weights(names: str, *values: tuple[list[int], Phrase], rule: str, label: Phrase) -> tuple[int, ...]:
    """Return a dataclass field for one factor by each of the blank-separated `names`."""
    return make_field(tuple(values[0][0]), WeightsSwitch(settings_of(values), tuple(names.split())), rule, label)
