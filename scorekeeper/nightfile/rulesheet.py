"""A house-rule sheet: the rules of a table as a few lines of TOML, for use at another table."""

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from typing import NamedTuple, TypeGuard

from scorekeeper.games import GAMES
from scorekeeper.games.game import AnyGame, Preset
from scorekeeper.games.house_rules import apply_house, switches
from scorekeeper.games.own.document import LONGEST
from scorekeeper.games.own_values import NOT_PLAYED
from scorekeeper.games.rulebook import COMMON_RULES, Chapter, Rule, read_chapters
from scorekeeper.night.night import Night, find_known, rules_for
from scorekeeper.nightfile.lines import naming_lines
from scorekeeper.nightfile.syntax import load, write_toml
from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.value_checks import shorten

_KEYS = ("game", "rules", "house")
_PACKED = "~"  # before a table in an address
_NUMBER = re.compile("[0-9]{1,4}")


class RuleSheet(NamedTuple):
    """A game, an author's rules and the house rules that differ from them, spelled as in a night file."""

    game: AnyGame
    preset: str
    house: Mapping[str, object]

    @property
    def author(self) -> Preset:
        """The author's rules."""
        author: Preset = self.game.presets[self.preset]
        return author

    @property
    def rules(self) -> Preset:
        """The rules in force."""
        return apply_house(self.author, self.house)

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """The chapters of the rules in force and those of all games."""
        return (*self.game.book.chapters_for(self.preset, self.rules), *read_chapters(COMMON_RULES))

    @property
    def dealing(self) -> tuple[tuple[int, Phrase], ...]:
        """For each number of players the pack and how it is dealt; nothing for a game that only its table knows."""
        if self.game.named:
            return ()
        rules = self.rules
        return tuple((players, self.game.pack(rules, players)) for players in rules.players)

    def find(self, number: str) -> Rule | None:
        """Return the rule with a number, None if neither the game's book nor the common one has it."""
        common = (rule for chapter in read_chapters(COMMON_RULES) for rule in chapter.rules if rule.number == number)
        return self.game.book.find(number) or next(common, None)


def find_sheet(game: object, preset: object = None, house: Mapping[str, object] | None = None) -> RuleSheet:
    """Return the sheet of a game and an author, the first if none is named. Raises Refused for what is unknown."""
    known = find_known("game", game, GAMES)
    author = find_known("rules", preset, known.presets)
    key = next(key for key, rules in known.presets.items() if rules is author)
    rules = apply_house(author, house or {})
    own = {
        switch.name: switch.kind.to_setting(getattr(rules, switch.field))
        for switch in switches(rules)
        if getattr(rules, switch.field) != getattr(author, switch.field)
    }
    return RuleSheet(known, key, own)


def name_game(sheet: RuleSheet) -> Phrase:
    """Return the name of what is played by a sheet."""
    return sheet.game.named(sheet.rules) if sheet.game.named else sheet.game.title


def read_sheet(text: str) -> RuleSheet:
    """Return the sheet that a text in TOML or JSON holds. Raises Refused for any other key."""
    with naming_lines(text):
        return sheet_in(load(text))


def sheet_in(data: Mapping[str, object]) -> RuleSheet:
    """Return the sheet in the tables of a file. Raises Refused for any other key."""
    for key in data:
        if key not in _KEYS:
            raise Refused(shorten(key), say("no such key; a house-rule sheet has: {known}", known=_KEYS))
    house = data.get("house", {})
    if not isinstance(house, dict):
        raise Refused("house", say("{value} is not a table", value=shorten(house)))
    return find_sheet(data.get("game"), data.get("rules"), house)


def sheet_of(night: Night, number: int = 0) -> RuleSheet:
    """Return the rules in force in deal `number` of a night, by default those of the next deal."""
    return find_sheet(night.game.key, night.preset, night.house_at(number or night.number).settings)


def since(night: Night, number: int, field: str) -> int:
    """Return the deal since which the rules' `field` has been as it was in deal `number`."""
    begun = {house.first: house.settings for house in night.houses if house.first <= number}  # the latest agreed
    value = getattr(night.rules_at(number), field)
    first = number
    for start in sorted(begun, reverse=True):
        if getattr(rules_for(night.game.key, night.preset, json.dumps(dict(begun[start]))), field) != value:
            break
        first = start
    return first


def write_sheet(sheet: RuleSheet) -> str:
    """Return a sheet as TOML; `read_sheet` is the inverse."""
    lines = [_pair("game", sheet.game.key), _pair("rules", sheet.preset)]
    tables = {f"house.{name}": value for name, value in sheet.house.items() if _is_flat(value)}
    single = {name: value for name, value in sheet.house.items() if not isinstance(value, Mapping)}
    for name, table in {"house": single, **tables}.items():
        if table:
            lines += ["", f"[{name}]", *(_pair(key, value) for key, value in table.items())]
    nested = {name: value for name, value in sheet.house.items() if isinstance(value, Mapping) and not _is_flat(value)}
    return "".join(f"{line}\n" for line in lines) + (f"\n{write_toml({'house': nested})}" if nested else "")


def _is_flat(value: object) -> TypeGuard[Mapping[str, object]]:
    """Return whether a setting is a table of values, without other texts and tables."""
    if not isinstance(value, Mapping):
        return False
    parts = [part for each in value.values() for part in (each if isinstance(each, list) else [each])]
    return all(isinstance(part, int) or part == NOT_PLAYED for part in parts)


def _pair(key: str, value: object) -> str:
    # JSON spells texts, whole numbers and lists of them as TOML does, and a list in one line.
    return f"{key} = {json.dumps(value, ensure_ascii=False)}"


def spell_house(house: Mapping[str, object]) -> dict[str, str]:
    """Return house rules as short texts for an address; `read_house` is the inverse.

    A list stands as 4-30, a table of numbers as dreier:6,pagat:1-3, and any other table as JSON that is packed.
    """
    return {name: _spell(value) for name, value in house.items()}


def _spell(value: object) -> str:
    if isinstance(value, Mapping):
        if not _is_flat(value):
            text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
            return _PACKED + urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode()
        return ",".join(f"{key}:{_spell(part)}" for key, part in value.items())
    return "-".join(map(str, value)) if isinstance(value, list) else str(value)


def read_house(texts: Mapping[str, str]) -> dict[str, object]:
    """Return the house rules spelled by the texts of an address; `find_sheet` checks them."""
    return {name: _read_text(text) for name, text in texts.items()}


def _unpack(text: str) -> object:
    """Return a packed table, for anything else or one that is longer than any the text itself."""
    try:
        packed = urlsafe_b64decode(text.removeprefix(_PACKED))
        return json.loads(zlib.decompressobj().decompress(packed, LONGEST))
    except (ValueError, RecursionError, zlib.error):
        return text


def _read_text(text: str) -> object:
    if text.startswith(_PACKED):
        return _unpack(text)
    if text.startswith("{"):
        return text
    if ":" in text:
        pairs = (part.partition(":") for part in text.split(","))
        return {key: _read_text(value) for key, _, value in pairs}
    parts = text.split("-")
    if not all(map(_NUMBER.fullmatch, parts)):
        return text
    numbers = [int(part) for part in parts]
    return numbers[0] if len(numbers) == 1 else numbers
