"""House rules: the switches of a game as data, from which form, help, reading and check all come.

A game's `Rules` is a frozen dataclass; a field made with one of the functions here is a switch that a table may set.
"""

from collections.abc import Iterable, Mapping
from dataclasses import Field, dataclass, field, fields, replace
from typing import Any, ClassVar, NamedTuple, Protocol, TypeVar, cast

from scorekeeper.games.questions import shown
from scorekeeper.phrase import Phrase, Refused, say


class Tier(NamedTuple):
    """A schneider tier: `factor` from 1 to 9, `limit` inclusive, in card points."""

    factor: int
    limit: int


class Setting(NamedTuple):
    """One value that a switch may have, as a night file spells it, and what it means."""

    value: object
    label: Phrase


@dataclass(frozen=True, slots=True)
class OneOf:
    """A switch with a few values; `values` pairs what a file says with what the rules hold."""

    settings: tuple[Setting, ...]
    held: tuple[object, ...]

    def read(self, raw: object) -> object:
        for setting, value in zip(self.settings, self.held, strict=True):
            if type(raw) is type(setting.value) and raw == setting.value:
                return value
            if isinstance(raw, bool) and setting.value == ("yes" if raw else "no"):
                return value
        allowed = " / ".join(str(setting.value) for setting in self.settings)
        raise Refused("", say("{value} is not one of: {allowed}", value=shown(raw), allowed=allowed))

    def plain(self, value: object) -> object:
        return self.settings[self.held.index(value)].value

    def describe(self, value: object) -> Phrase:
        return next(setting.label for setting in self.settings if setting.value == value)


@dataclass(frozen=True, slots=True)
class TierSwitch:
    """A schneider tier `[factor, limit]` or "off"; `settings` are the values that sources know.

    `won` says whether it is for a game that was won, so that the limit is one for the defenders.
    """

    settings: tuple[Setting, ...]
    won: bool = False

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
        if known := _known(self.settings, value):
            return known
        factor, limit = cast(list[int], value)
        if self.won:
            return say("{factor} times, with defenders at {limit} or fewer", factor=factor, limit=limit)
        return say("{factor} times, at {limit} or fewer", factor=factor, limit=limit)


@dataclass(frozen=True, slots=True)
class WholeSwitch:
    """Any whole number from `low` to `high`."""

    settings: tuple[Setting, ...]
    low: int
    high: int

    def read(self, raw: object) -> int:
        if type(raw) is not int or not self.low <= raw <= self.high:
            low, high = self.low, self.high
            raise Refused(
                "", say("{value} is not a whole number from {low} to {high}", value=shown(raw), low=low, high=high)
            )
        return raw

    def plain(self, value: object) -> object:
        return value

    def describe(self, value: object) -> Phrase:
        return say("{number}", number=cast(int, value))


@dataclass(frozen=True, slots=True)
class WeightsSwitch:
    """A whole factor from 1 to 99 for each of `names`, as a list in that order, a table or text with commas."""

    settings: tuple[Setting, ...]
    names: tuple[str, ...]

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
            parts = [part.strip() for part in raw.split(",")]
            return [int(part) if part.isascii() and part.isdigit() and len(part) < 4 else None for part in parts]
        return list(raw) if isinstance(raw, list | tuple) else []

    def plain(self, value: object) -> object:
        return list(cast(tuple[int, ...], value))

    def describe(self, value: object) -> Phrase:
        numbers = tuple(map(str, cast(list[int], value)))
        return _known(self.settings, value) or say("{numbers}", numbers=numbers)


Kind = OneOf | TierSwitch | WholeSwitch | WeightsSwitch


class Switch(NamedTuple):
    """A house rule that a table can set: its name in a night file, its label, its rule number and its values.

    `field` is the rules' field that holds it: the name, with "_" behind it where the name is a word of Python.
    Where it only matters while another one has a certain value, `only` names both.
    """

    name: str
    label: Phrase
    rule: str
    kind: Kind
    field: str
    only: tuple[str, object] | None = None

    def tidy(self, raw: object) -> object:
        """Return a setting in the one spelling in which it is written. Raises Refused for one that cannot be."""
        return self.kind.plain(self.kind.read(raw))

    def describe(self, raw: object) -> Phrase:
        """Return in words what a setting means, as its sources have it where they know it. Raises Refused as `tidy`."""
        return self.kind.describe(self.tidy(raw))

    def matters(self, rules: object) -> bool:
        """Return whether it makes a difference under `rules`."""
        return self.only is None or getattr(rules, self.only[0]) == self.only[1]


class HasSwitches(Protocol):
    """A game's rules, a dataclass; `offers` names the switches that are the table's to set."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def offers(self) -> tuple[str, ...]: ...


R = TypeVar("R", bound=HasSwitches)


def switch(*values: tuple[object, Phrase], rule: str, label: Phrase) -> Any:
    """Return a dataclass field for a switch whose first value is the default; yes and no are held as bool."""
    held = tuple({"yes": True, "no": False}.get(cast(str, value), value) for value, _ in values)
    return _field(held[0], OneOf(_settings(values), held), rule, label)


def tier(*values: tuple[object, Phrase], rule: str, label: Phrase, won: bool = False) -> Any:
    """Return a dataclass field for a schneider tier of a lost or `won` game; the first value is the default."""
    kind = TierSwitch(_settings(values), won)
    return _field(kind.read(values[0][0]), kind, rule, label)


def whole(
    default: int, low: int, high: int, *, rule: str, label: Phrase, only: tuple[str, object] | None = None
) -> Any:
    """Return a dataclass field for a free whole number, which may matter `only` while another has a certain value."""
    kind = WholeSwitch((Setting(default, say("{number}", number=default)),), low, high)
    return _field(default, kind, rule, label, only)


def weights(names: str, *values: tuple[list[int], Phrase], rule: str, label: Phrase) -> Any:
    """Return a dataclass field for one factor by each of the blank-separated `names`."""
    return _field(tuple(values[0][0]), WeightsSwitch(_settings(values), tuple(names.split())), rule, label)


def switches(rules: HasSwitches) -> tuple[Switch, ...]:
    """Return the switches that a table may set under `rules`, in the order of the rules' fields."""
    metadata = {entry.name: entry.metadata for entry in fields(rules) if "kind" in entry.metadata}
    return tuple(
        Switch(name.rstrip("_"), said["label"], said["rule"], said["kind"], name, said["only"])
        for name, said in metadata.items()
        if name.rstrip("_") in rules.offers
    )


def apply_house(rules: R, house: Mapping[str, object]) -> R:
    """Return `rules` as this table plays them.

    Raises Refused with the key `house.NAME` for an unknown switch or a value that it cannot have.
    """
    known = {switch.name: switch for switch in switches(rules)}
    changes: dict[str, Any] = {}
    for name, raw in house.items():
        if name not in known:
            raise Refused(
                f"house.{shown(name)}", say("no such house rule here; there are: {known}", known=tuple(known))
            )
        try:
            changes[known[name].field] = known[name].kind.read(raw)
        except Refused as refused:
            raise Refused(f"house.{name}", refused.phrase) from None
    return replace(rules, **changes)


def house_of(rules: HasSwitches, preset: HasSwitches) -> dict[str, object]:
    """Return the house rules, as a night file spells them, by which `rules` differ from their `preset`."""
    return {
        switch.name: switch.kind.plain(getattr(rules, switch.field))
        for switch in switches(rules)
        if getattr(rules, switch.field) != getattr(preset, switch.field)
    }


def _known(settings: Iterable[Setting], value: object) -> Phrase | None:
    return next((setting.label for setting in settings if setting.value == value), None)


def _settings(values: Iterable[tuple[object, Phrase]]) -> tuple[Setting, ...]:
    return tuple(Setting(value, label) for value, label in values)


def _field(default: object, kind: Kind, rule: str, label: Phrase, only: tuple[str, object] | None = None) -> Any:
    return field(default=default, metadata={"kind": kind, "rule": rule, "label": label, "only": only})
