"""The keys of a night file and their meanings, from the questions of a game and the switches of its rules."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from scorekeeper.cards.record import HALF, MOVES
from scorekeeper.games import GAMES
from scorekeeper.games.declarer.own_bonuses import KEYS, BonusesSwitch
from scorekeeper.games.game import AnyGame, Preset, Seating
from scorekeeper.games.house_rules import OneOf, WholeSwitch, switches
from scorekeeper.games.own_values import ValuesSwitch
from scorekeeper.games.questions import OneOrEach, Question, Rows, name_value
from scorekeeper.nightfile.shorthand.legend import describe_row, describe_words
from scorekeeper.phrase import Phrase, Value, say
from scorekeeper.toml_reader import read_own

_PLAYERS = ("Anna", "Bernd", "Clara", "David", "Emma")  # forehand first
_CARDS = say("cards as {example}, an unknown one as _", example='"AH 10C"')


class Key(NamedTuple):
    """One key of a table in a night file: its name, meaning and possible values."""

    name: str
    meaning: Value
    values: Value


class Section(NamedTuple):
    """A table of a night file, by its heading in TOML, "" for the night itself."""

    heading: str
    keys: tuple[Key, ...]


def _text(raw: Mapping[str, str]) -> Phrase:
    return Phrase(raw["en"], (("example", raw["example"]),) if "example" in raw else ())


_KEYS = {
    table: tuple(
        Key(key["name"], _text(key["meaning"]), _text(key["values"]) if "values" in key else ()) for key in keys
    )
    for table, keys in read_own(Path(__file__).with_name("keys.toml")).items()
}
NIGHT, BESIDE, RECORD = (_KEYS[table] for table in ("night", "beside", "record"))


def describe_keys(game: AnyGame, rules: Preset) -> tuple[Section, ...]:
    """Return every key that a night file of `game` by these rules may have."""
    known = {"game": tuple(GAMES), "rules": tuple(game.presets)}
    night = [key._replace(values=known.get(key.name, key.values)) for key in NIGHT]
    sections = [
        Section("", tuple(night)),
        Section("[house]", tuple(_house(rules))),
        *_tables_of_house(rules),
        Section("[[deals]]", (*_deal(game, rules), *_KEYS["line"], *BESIDE)),
        Section("line", tuple(_words(game, rules))),
    ]
    if auditor := game.auditor:
        recorded = list(RECORD)
        if auditor.moves:
            example = '["Anna JH", "Bernd QS up", "Clara pass"]'
            recorded.append(Key(MOVES, auditor.moves, say("a list like {example}", example=example)))
        if auditor.half:
            recorded.append(Key(HALF, auditor.half, say("1 or 2")))
        recorded += (Key(name, meaning, _CARDS) for name, meaning in auditor.piles.items())
        sections.append(Section("[deals.play]", tuple(recorded)))
    return tuple(sections)


def _house(rules: Preset) -> Iterator[Key]:
    for switch in switches(rules):
        meaning = say("{label} [{rules}]", label=switch.label, rules=switch.rule)
        if isinstance(switch.kind, ValuesSwitch | BonusesSwitch):
            yield Key(switch.name, meaning, say("a table, see {name}", name=f"[house.{switch.name}]"))
            continue
        values: Value = tuple(name_value(setting.value, setting.label) for setting in switch.kind.settings)
        if isinstance(switch.kind, WholeSwitch):
            values = say("a whole number from {low} to {high}", low=switch.kind.low, high=switch.kind.high)
        elif not isinstance(switch.kind, OneOf):
            values = say("{values}, or another of this kind", values=values)
        yield Key(switch.name, meaning, values)


def _tables_of_house(rules: Preset) -> Iterator[Section]:
    """Yield the tables within the house rules: the values that a table sets itself, and its own bonuses."""
    for switch in switches(rules):
        if isinstance(switch.kind, ValuesSwitch):
            keys = (Key(price.key, price.label, price.setting) for price in switch.kind.prices)
            yield Section(f"[house.{switch.name}]", tuple(keys))
        elif isinstance(switch.kind, BonusesSwitch):
            example = '{name = "…", value = [1, 2], contra = false}'
            setting = say("a table such as {example}; a value alone is not announced", example=example)
            own = (Key(key, say("Bonus {number}", number=place), setting) for place, key in enumerate(KEYS, start=1))
            yield Section(f"[house.{switch.name}]", tuple(own))


def _deal(game: AnyGame, rules: Preset) -> Iterator[Key]:
    """Yield the keys of a deal, with the numbers of the deals of a party if not all of them have the key."""
    deals: dict[Key, list[str]] = {}
    for number, questions in enumerate(_asked(game, rules), start=1):
        for key in _keys_of(questions):
            deals.setdefault(key, []).append(str(number))
    for key, numbers in deals.items():
        some = say("{meaning} (tour {numbers})", meaning=key.meaning, numbers=tuple(numbers))
        yield key if len(numbers) == game.party_deals else key._replace(meaning=some)


def _words(game: AnyGame, rules: Preset) -> Iterator[Key]:
    names = {player: player for player in _PLAYERS}
    legend = [spelled for questions in _asked(game, rules) for spelled in describe_words(questions, names)]
    legend += describe_row({player: player for player in _PLAYERS[: max(rules.players)]})
    for words, meaning in dict.fromkeys(legend):
        yield Key(words[0], meaning, words)


def _asked(game: AnyGame, rules: Preset) -> Iterator[tuple[Question, ...]]:
    """Yield the questions of each deal of a party, with the greatest number of players."""
    players = _PLAYERS[: max(rules.players)]
    for number in range(1, game.party_deals + 1):
        yield game.ask(rules, Seating(number, players[-1], players), None)


def _keys_of(questions: tuple[Question, ...]) -> Iterator[Key]:
    for question in questions:
        if isinstance(question, OneOrEach):
            yield from _keys_of((question.one, question.each))
            continue
        yield Key(question.name, question.label, question.values)
        if isinstance(question, Rows):
            for column in question.columns:
                yield Key(f"{question.name}.{column.name}", column.label, column.values)
