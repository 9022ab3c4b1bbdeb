"""Bonuses with a name of the table's own, as one house rule: `[house.bonuses]` in a night file.

A name is personal, so it can be forgotten: the journal keeps it apart (`journal/house_texts.py`). The keys are the same
at every table, and deals have only these.
"""

from collections.abc import Iterator
from typing import NamedTuple, cast
from unicodedata import normalize

from scorekeeper.games.house_rules import SwitchKind, SwitchValue, make_field
from scorekeeper.games.house_tables import TableReader
from scorekeeper.games.own_values import Figures, Price
from scorekeeper.phrase import Phrase, Refused, Typed, Value, say
from scorekeeper.value_checks import shorten

KEYS = ("own1", "own2", "own3", "own4")
LONGEST_NAME = 30


class OwnBonus(NamedTuple):
    """A bonus of a table: its key and name, and whether contra can be said to it; the name may be missing or forgotten.

    Its `figures` are silent and announced, or one where it is not announced.
    """

    key: str
    name: str
    figures: Figures
    contra: bool = True

    @property
    def label(self) -> Phrase:
        """Its name, or its number without one."""
        if self.name:
            return Phrase("{text}", (("text", Typed(self.name)),))
        return say("bonus {number} of the table", number=KEYS.index(self.key) + 1)

    @property
    def phrase(self) -> Phrase:
        """The bonus with its figures."""
        told = self.price.describe(self.figures)
        if not self.figures[0]:
            told = say("{bonus} {value}, only announced", bonus=self.label, value=self.figures[-1])
        return told if self.contra else say("{bonus}, without contra", bonus=told)

    @property
    def price(self) -> Price:
        """The bounds of its figures."""
        return Price(self.key, self.label, say("Bonuses"), len(self.figures))


OwnBonuses = tuple[OwnBonus, ...]


class BonusesSwitch(SwitchKind):
    """The bonuses of a table by key, each a table with `name`, `value` and `contra`.

    The names of other bonuses and of games are `taken`, in small letters.
    """

    taken: frozenset[str]

    def to_value(self, raw: object) -> OwnBonuses:
        table = TableReader(raw, joint=".")
        found = tuple([_read(key, bonus) for key in KEYS if (bonus := table.table(key))])
        table.done()
        self._check_names(found)
        return found

    def _check_names(self, found: OwnBonuses) -> None:
        """Refuse the name of another bonus or of a game."""
        names = set(self.taken)
        for one in found:
            name = one.name.casefold()
            if name and name in names:
                raise Refused(f"{one.key}.name", say("“{name}” is taken: choose another name", name=one.label))
            names.add(name)

    def to_setting(self, value: object) -> dict[str, object]:
        return {one.key: dict(_spell(one)) for one in cast("OwnBonuses", value)}

    def describe_own(self, setting: object) -> Phrase:
        return say("{values}", values=tuple([one.phrase for one in self.to_value(setting)]))

    def count_own(self, value: object) -> int:
        return len(cast("OwnBonuses", value))


def _read(key: str, table: TableReader) -> OwnBonus:
    name = _read_name(table.place_of("name"), table.take("name", 0))
    table.check("value" in table, "value", say("the value is missing"))
    value = table.take("value")
    many = isinstance(value, list | tuple)
    figures = OwnBonus(key, name, (0, 0) if many else (0,)).price.read(value)
    return OwnBonus(key, name, figures, table.flag("contra", default=True) or not many)


def _read_name(key: str, raw: object) -> str:
    """Return a name without repeated blanks; a number stands for one that was forgotten. Raises Refused."""
    if type(raw) is int:
        return ""
    name = " ".join(raw.split()) if isinstance(raw, str) else ""
    if not 0 < len(name) <= LONGEST_NAME:
        values: dict[str, Value] = {"value": shorten(raw), "most": LONGEST_NAME}
        raise Refused(key, say("{value} is not a text of 1 to {most} characters", **values))
    if not name.isprintable():
        raise Refused(key, say("this contains a character that cannot be shown: take it out"))
    return normalize("NFC", name)


def _spell(one: OwnBonus) -> Iterator[tuple[str, object]]:
    if one.name:
        yield "name", one.name
    yield "value", one.figures[0] if len(one.figures) == 1 else list(one.figures)
    if not one.contra:
        yield "contra", False


def bonuses_field(rule: str, taken: frozenset[str]) -> OwnBonuses:
    """Return a dataclass field for the bonuses with a name of the table's own, by the rule behind them."""
    kind = BonusesSwitch((SwitchValue({}, say("none")),), taken)
    field: OwnBonuses = make_field(kind, rule, say("Bonuses with a name of your own"), name="bonuses")
    return field
