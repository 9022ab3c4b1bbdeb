"""The keys of a night file and their meanings, from the questions of a game and the switches of its rules."""

from collections.abc import Iterator
from typing import NamedTuple

from scorekeeper.cards.record import HALF, MOVES
from scorekeeper.games import GAMES
from scorekeeper.games.game import AnyGame, Preset, Seating
from scorekeeper.games.house import AS_AUTHOR, OneOf, WholeSwitch, switches
from scorekeeper.games.questions import A_FLAG, A_PLAYER, OneOrEach, Question, Rows, name_value
from scorekeeper.nightfile.shorthand.legend import describe_row, describe_words
from scorekeeper.phrase import Value, say

_PLAYERS = ("Anna", "Bernd", "Clara", "David", "Emma")  # forehand first
_A_TEXT = say("a text")
_A_TABLE = say("a table")
_A_HOUSE = say("a table, see [house]")
_AN_AMOUNT = say("an amount like {example}", example='"0.10 EUR"')
_CARDS = say("cards as {example}, an unknown one as _", example='"AH 10C"')
_MOVEMENT = '{fine = "1.00", player = "Anna", reason = "…"}'


class Key(NamedTuple):
    """One key of a table in a night file: its name, meaning and possible values."""

    name: str
    meaning: Value
    values: Value


class Section(NamedTuple):
    """A table of a night file, by its heading in TOML, "" for the night itself."""

    heading: str
    keys: tuple[Key, ...]


NIGHT = (
    Key("game", say("the game"), tuple(GAMES)),
    Key("rules", say("whose rules, the first if left out"), ()),
    Key("title", say("what the night is called"), _A_TEXT),
    Key("date", say("the day"), say("a date like 2026-11-21")),
    Key("stake", say("what one point is worth; without it the night is for points"), _AN_AMOUNT),
    Key(
        "players",
        say("everybody at the table, in the direction of play"),
        say("names like {example}", example='["Anna", "Bernd"]'),
    ),
    Key("dealer", say("who deals first, the last player if left out"), A_PLAYER),
    Key("at_play", say("how many play at once, as many as possible if left out"), say("a whole number")),
    Key("house", say("the house rules"), _A_HOUSE),
    Key("deals", say("the deals, one after the other"), say("tables, see [[deals]]")),
    Key("purses", say("who pays as one, such as a couple"), say("lists of players")),
    Key(
        "kitty",
        say("what goes into the kitty and out of it"),
        say("tables like {example}, with fine, in or out", example=_MOVEMENT),
    ),
    Key(
        "settled",
        say("what was paid already; what is missing to 0 went to the kitty"),
        say("an amount for each player"),
    ),
    Key("keys", say("written by an export: the players’ keys in the journal"), _A_TABLE),
    Key("journal", say("written by an export: the whole journal"), say("a list of texts")),
    Key("former", say("written by an export: the names that players had before"), _A_TABLE),
    Key("salts", say("written by an export: what seals the names and texts of the journal"), _A_TABLE),
)
_ADDED = say(
    "house rules from this deal on, added to those that hold; {value} means as the author has it",
    value=f'"{AS_AUTHOR}"',
)
_TOGETHER = say("instead of a deal: points agreed at the table, together 0")
BESIDE = (
    Key("stake", say("what one point is worth from this deal on"), _AN_AMOUNT),
    Key("dealer", say("who deals, the next in turn if left out"), A_PLAYER),
    Key("playing", say("who plays, forehand first, where more sit at the table"), say("a list of players")),
    Key("note", say("a remark"), _A_TEXT),
    Key("play", say("the recorded cards"), say("a table, see [deals.play]")),
    Key("adjust", _TOGETHER, say("a whole number for each player")),
    Key("void", say("the deal does not count"), A_FLAG),
    Key("reason", say("why it is agreed or void"), _A_TEXT),
    Key("house", _ADDED, _A_HOUSE),
    Key(
        "objections",
        say("what somebody objects to, and how it was resolved"),
        say("tables with text, how and reason"),
    ),
)
RECORD = (
    Key("hands", say("what each held when the first card was led"), say("for each player {cards}", cards=_CARDS)),
    Key("leader", say("who led to the first trick, forehand if left out"), A_PLAYER),
    Key("led", say("who led to another trick, where the winner did not"), say("for a trick’s number a player’s name")),
    Key("tricks", say("the tricks as they were played"), say("a list of {cards}", cards=_CARDS)),
)
_LINE = Key("line", say("the whole deal in one line, instead of the keys above"), say("a text of the words below"))


def describe_keys(game: AnyGame, rules: Preset) -> tuple[Section, ...]:
    """Return every key that a night file of `game` by these rules may have."""
    night = [key._replace(values=tuple(game.presets)) if key.name == "rules" else key for key in NIGHT]
    sections = [
        Section("", tuple(night)),
        Section("[house]", tuple(_house(rules))),
        Section("[[deals]]", (*_deal(game, rules), _LINE, *BESIDE)),
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
        values: Value = tuple(name_value(setting.value, setting.label) for setting in switch.kind.settings)
        if isinstance(switch.kind, WholeSwitch):
            values = say("a whole number from {low} to {high}", low=switch.kind.low, high=switch.kind.high)
        elif not isinstance(switch.kind, OneOf):
            values = say("{values}, or another of this kind", values=values)
        yield Key(switch.name, meaning, values)


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
