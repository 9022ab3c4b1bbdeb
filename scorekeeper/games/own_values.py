"""The values of a tariff that a table sets itself, as one house rule: `[house.values]` in a night file.

A table starts from an author's tariff and changes what it likes. Only what differs from the author is kept, so that a
table without values of its own has the house rules that it always had.
"""

from typing import NamedTuple, Protocol, cast

from scorekeeper.games.game import AnyGame, Preset
from scorekeeper.games.house_rules import HasSwitches, SwitchKind, SwitchValue, make_field, switches
from scorekeeper.games.house_tables import TableReader
from scorekeeper.phrase import Phrase, Refused, Value, count, say
from scorekeeper.value_checks import shorten

NOT_PLAYED = "off"
Figures = tuple[int, ...]
"""The worth of a game or a bonus: one number, or silent and announced; none if it is not played."""
OwnValues = tuple[tuple[str, Figures], ...]


class HasTariff(Protocol):
    """Rules with a tariff that a table may change."""

    def figures(self, key: str) -> Figures: ...

    def write_figures(self, key: str) -> tuple[str, ...]: ...


class Price(NamedTuple):
    """A row of a tariff that a table may change.

    key       its name in a night file
    part      the heading of the part of the tariff to which it belongs
    figures   the number of its figures: one, or two if it is worth more announced than silent
    low       the least that the last figure may be; a silent bonus may be worth nothing
    high      the most
    optional  whether a table may do without it
    game      whether it is a game, of which a table plays at least one
    """

    key: str
    label: Phrase
    part: Phrase
    figures: int = 1
    low: int = 1
    high: int = 1000
    optional: bool = False
    game: bool = False

    def read(self, raw: object) -> Figures:
        """Return the figures of a setting. Raises Refused with the key and the name of the row."""
        if raw == NOT_PLAYED and self.optional:
            return ()
        figures = list[object](raw) if isinstance(raw, list | tuple) else [raw]
        if len(figures) != self.figures:
            asked = say("two numbers, silent and announced") if self.figures == 2 else say("one number")
            raise self._refuse(say("{value} is not {asked}", value=shorten(raw), asked=asked))
        for place, figure in enumerate(figures, start=1):
            low = self.low if place == self.figures else 0
            if type(figure) is not int or not low <= figure <= self.high:
                bounds: dict[str, Value] = {"value": shorten(figure), "low": low, "high": self.high}
                raise self._refuse(say("{value} is not a whole number from {low} to {high}", **bounds))
        read = cast("Figures", tuple(figures))
        if read[0] > read[-1]:
            values: dict[str, Value] = {"silent": read[0], "announced": read[-1]}
            raise self._refuse(say("announced it would be worth {announced}, less than {silent} unannounced", **values))
        return read

    def _refuse(self, reason: Phrase) -> Refused:
        return Refused(self.key, say("{price}: {reason}", price=self.label, reason=reason))

    @property
    def setting(self) -> Phrase:
        """The possible settings in words."""
        values: dict[str, Value] = {"low": self.low, "high": self.high}
        if self.figures == 2:
            return say("two whole numbers up to {high}, silent and announced, such as [1, 2]", **values)
        if self.optional:
            off = f'"{NOT_PLAYED}"'
            return say("a whole number from {low} to {high}, or {off} for not played", off=off, **values)
        return say("a whole number from {low} to {high}", **values)

    def describe(self, figures: Figures) -> Phrase:
        """Return the row with its figures."""
        values: dict[str, Value] = {"price": self.label, "silent": figures[0] if figures else 0}
        if not figures:
            return say("{price} not played", **values)
        if len(figures) == 1:
            return say("{price} {silent}", **values)
        return say("{price} {silent} (announced {announced})", announced=figures[1], **values)


class ValuesSwitch(SwitchKind):
    """The values of a table: a number or a list of two by the key of each of the `prices`, or "off"."""

    prices: tuple[Price, ...]

    def to_value(self, raw: object) -> OwnValues:
        table = TableReader(raw)
        table.done(*(price.key for price in self.prices))
        return tuple([(price.key, price.read(table.take(price.key))) for price in self.prices if price.key in table])

    def to_setting(self, value: object) -> dict[str, object]:
        figures = cast("OwnValues", value)
        return {key: _spell(own) for key, own in figures}

    def describe_own(self, setting: object) -> Phrase:
        own = dict(self.to_value(setting))
        told = tuple(price.describe(own[price.key]) for price in self.prices if price.key in own)
        return say("{values}", values=told)

    def count_own(self, value: object) -> int:
        return len(cast("OwnValues", value))

    @property
    def depends(self) -> bool:
        return True

    def fit(self, value: object, rules: HasSwitches) -> OwnValues:
        """Return the values that differ from those of the rules without them. Raises Refused if no game is left."""
        tariff = cast("HasTariff", rules)
        own = dict(cast("OwnValues", value))
        games = [price.key for price in self.prices if price.game]
        if games and not any(own.get(key, tariff.figures(key)) for key in games):
            raise Refused("", say("no game is left to play"))
        # As written: an author's 2½ is another value than 2.
        return tuple(
            (key, figures) for key, figures in own.items() if tuple(map(str, figures)) != tariff.write_figures(key)
        )


def _spell(figures: Figures) -> object:
    if not figures:
        return NOT_PLAYED
    return figures[0] if len(figures) == 1 else list(figures)


def values_field(rule: str, prices: tuple[Price, ...]) -> OwnValues:
    """Return a dataclass field for the values that a table sets itself, by the rule behind most of them."""
    authors = SwitchValue({}, say("as the author has them"))
    field: OwnValues = make_field(ValuesSwitch((authors,), prices), rule, say("Values of this table"), name="values")
    return field


def name_rules(rules: Preset) -> Value:
    """Return the name of the rules of a table: the author, and the number of values that it sets itself."""
    found = sum(switch.kind.count_own(getattr(rules, switch.field)) for switch in switches(rules))
    if not found:
        return rules.author
    return count(
        "{author}, with {n} value of your own",
        "{author}, with {n} values of your own",
        found,
        author=rules.author,
    )


def name_played(game: AnyGame, rules: Preset) -> Phrase:
    """Return what is played and by whose rules, or the name of the sheet alone where a table has its own."""
    if game.named:
        return game.named(rules)
    return say("{game} · {rules}", game=game.title, rules=name_rules(rules))


def describe_rules(game: AnyGame, rules: Preset) -> Phrase:
    """Return the same as a heading of a text."""
    if game.named:
        return game.named(rules)
    return say("{game}, rules of {author}", game=game.title, author=name_rules(rules))


def mark_own(own: bool, text: Phrase) -> Phrase:
    """Return a text with the table as the source of its value, where the table sets it itself."""
    return say("{reason} (the table’s own value)", reason=text) if own else text
