"""House rules: the switches of a game as data, the source of form, help, reading and check.

A game's `Rules` is a `frozen` class; a field made with one of the functions here is a switch that a table may set.
Most are read from `house_rules.toml` in the folder of the game: rule number, label and values, in English and German.
Its `authors.toml` has what each author makes of them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import Field, field, fields, replace
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Protocol, TypeVar, cast

from scorekeeper.immutable import ImmutableValue
from scorekeeper.phrase import Phrase, Refused, Value, say
from scorekeeper.toml_reader import read_own
from scorekeeper.value_checks import none_of, shorten, whole_between

DEFAULT_VALUE = "default"  # in the place of a value: the author's own
Only = tuple[str, object] | None
"""Another switch and the value on which a switch depends, or a list of such values."""


class OwnPart(NamedTuple):
    """One number of a value outside the sources: its name and its range, from `low` to `high`."""

    label: Phrase
    example: str
    low: int = 0
    high: int = 0


class SwitchValue(NamedTuple):
    """One value of a switch, in the spelling of a night file, and its meaning."""

    value: object
    label: Phrase


class SwitchKind(ImmutableValue):
    """The values of a switch, and the `settings` in its sources; a game may define kinds of its own.

    An own value can be typed where there are `parts`: `from_numbers` reads their numbers.
    """

    settings: tuple[SwitchValue, ...]
    parts: tuple[OwnPart, ...] = field(default=(), kw_only=True)

    def from_numbers(self, numbers: Sequence[int]) -> object:
        """Return the setting with these numbers."""
        return list(numbers)

    def to_value(self, raw: object) -> Any:
        """Return the value of a setting in the rules. Raises Refused for an invalid one."""
        raise NotImplementedError

    def to_setting(self, value: object) -> object:
        """Return the setting for `value` in the rules."""
        return value

    def describe(self, setting: object) -> Phrase:
        """Return the meaning of a setting, in the words of its sources if it is in them."""
        known = (one.label for one in self.settings if one.value == setting)
        return next(known, None) or self.describe_own(setting)

    def describe_own(self, setting: Any) -> Phrase:
        """Return the meaning of a setting outside the sources."""
        raise NotImplementedError

    def count_own(self, value: object) -> int:
        """Return how many values of the table's own are in a value, as the name of its rules tells."""
        return 0

    @property
    def depends(self) -> bool:
        """Whether a value depends on the other rules of a table, so that `fit` is asked."""
        return False

    def fit(self, value: object, rules: "HasSwitches") -> object:
        """Return a value as a table keeps it beside its other `rules`. Raises Refused if it is impossible there."""
        raise NotImplementedError


class OneOf(SwitchKind):
    """A switch with a few settings, each with its value of `stored` in the rules."""

    stored: tuple[object, ...]

    def to_value(self, raw: object) -> object:
        for setting, value in zip(self.settings, self.stored, strict=True):
            if type(raw) is type(setting.value) and raw == setting.value:
                return value
            if isinstance(raw, bool) and setting.value == ("yes" if raw else "no"):
                return value
        raise Refused("", none_of(raw, [cast("str | int", setting.value) for setting in self.settings]))

    def to_setting(self, value: object) -> object:
        return self.settings[self.stored.index(value)].value


class WholeSwitch(SwitchKind):
    """Any whole number from `low` to `high`."""

    low: int
    high: int

    def from_numbers(self, numbers: Sequence[int]) -> object:
        return numbers[0] if len(numbers) == 1 else list(numbers)

    def to_value(self, raw: object) -> int:
        return whole_between("", raw, self.low, self.high)

    def describe_own(self, setting: int) -> Phrase:
        return say("{number}", number=setting)


class PairSwitch(SwitchKind):
    """Two whole numbers such as `[4, 30]`, each with its bounds, or the word `off` for neither.

    For two numbers the value in the rules is the result of `make`, and `text` is their meaning, by their `names`.
    """

    off: str
    make: Callable[[int, int], tuple[int, int]]
    text: str
    names: tuple[str, ...]

    def to_value(self, raw: object) -> tuple[int, int] | None:
        if raw == self.off:
            return None
        numbers = list(raw) if isinstance(raw, list | tuple) else []
        if len(numbers) != 2 or not all(type(number) is int for number in numbers):
            example = f"[{', '.join(part.example for part in self.parts)}]"
            values = {"value": shorten(raw), "off": f'"{self.off}"', "example": example}
            raise Refused("", say("{value} is neither {off} nor two numbers like {example}", **values))
        for number, part in zip(numbers, self.parts, strict=True):
            if not part.low <= number <= part.high:
                bounds: dict[str, Value] = {"value": shorten(number), "low": part.low, "high": part.high}
                raise Refused("", say("{part}: {value} is not from {low} to {high}", part=part.label, **bounds))
        return self.make(*numbers)

    def to_setting(self, value: object) -> object:
        return list(value) if isinstance(value, tuple) else self.off

    def describe_own(self, setting: list[int]) -> Phrase:
        return Phrase(self.text, tuple(zip(self.names, setting, strict=True)))


class Switch(NamedTuple):
    """A house rule that a table can set: its name in a night file, its label, its rule number and its values.

    `field` is its field in the rules. One that is `asked` is to be agreed on before play: a new night shows it unfolded
    and stores the answer.
    """

    name: str
    label: Phrase
    rule: str
    kind: SwitchKind
    field: str
    only: Only = None
    asked: bool = False

    def normalize(self, raw: object) -> object:
        """Return a setting in its one written spelling. Raises Refused for an invalid one."""
        return self.kind.to_setting(self.kind.to_value(raw))

    def describe(self, raw: object) -> Phrase:
        """Return the meaning of a setting, in its sources' words if it is in them. Raises Refused as `normalize`."""
        return self.kind.describe(self.normalize(raw))

    def is_relevant(self, rules: object) -> bool:
        """Return whether it makes a difference under `rules`."""
        if self.only is None:
            return True
        name, meant = self.only
        return getattr(rules, name) in (meant if isinstance(meant, list) else [meant])


class HasSwitches(Protocol):
    """A game's rules, a dataclass; `offers` are the names of the switches that a table can set."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def offers(self) -> tuple[str, ...]: ...


class FreeToAll:
    """Rules with every switch open to every table, whoever their author."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def offers(self) -> tuple[str, ...]:
        """The names of all switches."""
        return tuple(_name_of(entry.name, entry.metadata) for entry in fields(self) if "kind" in entry.metadata)


def _name_of(field: str, facts: Mapping[str, object]) -> str:
    """Return the name of the switch of a field: its own, or that of the field without the "_" after a keyword."""
    return str(facts["name"] or field.rstrip("_"))


R = TypeVar("R", bound=HasSwitches)


def read_switches(file: Path, **pairs: Callable[[int, int], tuple[int, int]]) -> dict[str, Any]:
    """Return a dataclass field for each switch in a file, by name; the first value is the default.

    Yes and no, on and off become bool, and two numbers what `pairs` makes of them, by the name of the switch. For
    `asked` and `only` see `Switch`.
    """
    found = {}
    for name, raw in read_own(file).items():
        kind: SwitchKind
        settings = tuple([SwitchValue(value["value"], Phrase(value["en"])) for value in raw.get("values", ())])
        values = [setting.value for setting in settings]
        if "whole" in raw:
            default, low, high = raw["whole"]
            settings = (SwitchValue(default, say("{number}", number=default)),)
            kind = WholeSwitch(settings, low, high, parts=(OwnPart(say("own number"), str(default)),))
        elif name in pairs:
            parts = [OwnPart(Phrase(part["en"]), part["example"], part["low"], part["high"]) for part in raw["parts"]]
            off = next(value for value in values if isinstance(value, str))
            names = tuple(part["name"] for part in raw["parts"])
            kind = PairSwitch(settings, off, pairs[name], raw["own"]["en"], names, parts=tuple(parts))
        else:
            bools = {"yes": True, "no": False} | ({"on": True, "off": False} if "on" in values else {})
            stored = [bools.get(value, value) if isinstance(value, str) else value for value in values]
            kind = OneOf(settings, tuple(stored))
        only = tuple(raw["only"]) if "only" in raw else None
        found[name] = make_field(kind, raw["rule"], Phrase(raw["label"]["en"]), only, raw.get("asked", False))
    return found


def read_authors(file: Path, rules: type[R], table: str = "") -> dict[str, R]:
    """Return the rules of each author in a file, or in one table of it, by key: fields and settings of `rules`.

    An author who is `like` an earlier one differs from them only in what is given. Lists become tuples, also in tables.
    """
    data = read_own(file)
    kinds = {entry.name: entry.metadata["kind"] for entry in fields(rules) if "kind" in entry.metadata}
    authors: dict[str, R] = {}
    for key, raw in (data[table] if table else data).items():
        like = raw.pop("like", "")
        facts = {name: kinds[name].to_value(value) if name in kinds else _freeze(value) for name, value in raw.items()}
        facts["summary"] = Phrase(raw["summary"]["en"])
        authors[key] = replace(authors[like], **facts) if like else rules(**facts)
    return authors


def _freeze(value: object) -> object:
    if isinstance(value, dict):
        return {key: _freeze(one) for key, one in value.items()}
    return tuple(map(_freeze, value)) if isinstance(value, list) else value


def make_field(
    kind: SwitchKind, rule: str, label: Phrase, only: Only = None, asked: bool = False, name: str = ""
) -> Any:
    """Return a dataclass field for a switch of some kind; its name is that of the field if none is given."""
    metadata = {"kind": kind, "rule": rule, "label": label, "only": only, "asked": asked, "name": name}
    return field(default=kind.to_value(kind.settings[0].value), metadata=metadata)


def retired() -> Any:
    """Return a dataclass field for a switch of earlier versions: a value set by a table is ignored."""
    return field(default=None, metadata={"retired": True})


def switches(rules: HasSwitches) -> tuple[Switch, ...]:
    """Return the switches that a table may set under `rules`, in the order of the rules' fields."""
    found = []
    offers = rules.offers
    for entry in fields(rules):
        facts = entry.metadata
        if "kind" in facts and (name := _name_of(entry.name, facts)) in offers:
            switch = Switch(
                name, facts["label"], facts["rule"], facts["kind"], entry.name, facts["only"], facts["asked"]
            )
            found.append(switch)
    return tuple(found)


def apply_house(rules: R, house: Mapping[str, object]) -> R:
    """Return `rules` with this table's house rules; retired switches are ignored.

    Raises Refused with the key `house.NAME`, or that of a part of it, for an unknown switch or an invalid value.
    """
    known = {switch.name: switch for switch in switches(rules)}
    gone = _retired(rules)
    changes: dict[str, object] = {}
    for name, raw in house.items():
        if name in gone:
            continue
        if name not in known:
            text = say("no such house rule here; there are: {known}", known=tuple(known))
            raise Refused(f"house.{shorten(name)}", text)
        try:
            changes[known[name].field] = known[name].kind.to_value(raw)
        except Refused as refused:
            raise Refused(".".join(filter(None, ("house", name, refused.key))), refused.phrase) from None
    for switch in known.values():
        if switch.field in changes and switch.kind.depends:
            value = changes.pop(switch.field)
            try:
                changes[switch.field] = switch.kind.fit(value, replace(rules, **changes))
            except Refused as refused:
                raise Refused(f"house.{switch.name}", refused.phrase) from None
    return replace(rules, **changes)


def add_house(rules: HasSwitches, house: Mapping[str, object], entered: Mapping[str, object]) -> dict[str, object]:
    """Return the house rules `house` of a table with the `entered` ones; "default" resets a switch to the author's.

    Raises Refused as `apply_house` does.
    """
    given = {name for name, raw in entered.items() if raw == DEFAULT_VALUE}
    apply_house(rules, {name: raw for name, raw in entered.items() if name not in given})
    known = {switch.name for switch in switches(rules)} | _retired(rules)
    for name in given - known:
        apply_house(rules, {name: DEFAULT_VALUE})  # refuses the name
    return {name: raw for name, raw in {**house, **entered}.items() if name not in given}


def _retired(rules: HasSwitches) -> set[str]:
    return {entry.name for entry in fields(rules) if "retired" in entry.metadata}
