"""The keys of a night file with what they mean: of a deal from its questions, of the house rules from the switches."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from scorekeeper.cards.record import HALF, MOVES
from scorekeeper.games import GAMES
from scorekeeper.games.game import AnyGame, Preset, Seating
from scorekeeper.games.house import AS_AUTHOR, OneOf, WholeSwitch, switches
from scorekeeper.games.questions import A_FLAG, A_PLAYER, OneOrEach, Question, Rows, name_value
from scorekeeper.nightfile.shorthand import describe_row, describe_words
from scorekeeper.phrase import Phrase, Value, say

_PLAYERS = ("Anna", "Bernd", "Clara", "David", "Emma")  # whoever sits in forehand first
_A_TEXT = say("a text")
_CARDS = say("cards as {example}, an unknown one as _", example='"AH 10C"')


class Key(NamedTuple):
    """One key of a table in a night file: its name, what it means and which values it takes."""

    name: str
    meaning: Value
    values: Value


class Section(NamedTuple):
    """A table of a night file, by its heading in TOML, "" for the night itself."""

    heading: str
    keys: tuple[Key, ...]


NIGHT: Mapping[str, tuple[Phrase, Value]] = {
    "game": (say("the game"), tuple(GAMES)),
    "rules": (say("whose rules, the first if left out"), ()),
    "title": (say("what the night is called"), _A_TEXT),
    "date": (say("the day"), say("a date like 2026-11-21")),
    "stake": (
        say("what one point is worth; without it the night is for points"),
        say("an amount like {example}", example='"0.10 EUR"'),
    ),
    "players": (
        say("everybody at the table, in the direction of play"),
        say("names like {example}", example='["Anna", "Bernd"]'),
    ),
    "dealer": (say("who deals first, the last player if left out"), A_PLAYER),
    "at_play": (say("how many play at once, as many as possible if left out"), say("a whole number")),
    "house": (say("the house rules"), say("a table, see [house]")),
    "deals": (say("the deals, one after the other"), say("tables, see [[deals]]")),
    "purses": (say("who pays as one, such as a couple"), say("lists of players")),
    "kitty": (
        say("what goes into the kitty and out of it"),
        say("tables like {example}, with fine, in or out", example='{fine = "1.00", player = "Anna", reason = "…"}'),
    ),
    "settled": (say("what was paid already; what is missing to 0 went to the kitty"), say("an amount for each player")),
    "keys": (say("written by an export: the players’ keys in the journal"), say("a table")),
    "journal": (say("written by an export: the whole journal"), say("a list of texts")),
    "former": (say("written by an export: the names that players had before"), say("a table")),
    "salts": (say("written by an export: what seals the names and texts of the journal"), say("a table")),
}

BESIDE: Mapping[str, tuple[Phrase, Value]] = {
    "stake": (
        say("what one point is worth from this deal on"),
        say("an amount like {example}", example='"0.10 EUR"'),
    ),
    "dealer": (say("who deals, the next in turn if left out"), A_PLAYER),
    "playing": (say("who plays, forehand first, where more sit at the table"), say("a list of players")),
    "note": (say("a remark"), _A_TEXT),
    "play": (say("the recorded cards"), say("a table, see [deals.play]")),
    "adjust": (say("instead of a deal: points agreed at the table, together 0"), say("a whole number for each player")),
    "void": (say("the deal does not count"), A_FLAG),
    "reason": (say("why it is agreed or void"), _A_TEXT),
    "house": (
        say(
            "house rules from this deal on, added to those that hold; {value} means as the author has it",
            value=f'"{AS_AUTHOR}"',
        ),
        say("a table, see [house]"),
    ),
    "objections": (
        say("what somebody objects to, and how it was resolved"),
        say("tables with text, how and reason"),
    ),
}

RECORD: Mapping[str, tuple[Phrase, Value]] = {
    "hands": (say("what each held when the first card was led"), say("for each player {cards}", cards=_CARDS)),
    "leader": (say("who led to the first trick, forehand if left out"), A_PLAYER),
    "led": (say("who led to another trick, where the winner did not"), say("for a trick’s number a player’s name")),
    "tricks": (say("the tricks as they were played"), say("a list of {cards}", cards=_CARDS)),
}
_MOVES = say("a list like {example}", example='["Anna JH", "Bernd QS up", "Clara pass"]')


_LINE = Key("line", say("the whole deal in one line, instead of the keys above"), say("a text of the words below"))


def describe_keys(game: AnyGame, rules: Preset) -> tuple[Section, ...]:
    """Return every key that a night of `game` by these rules may have in its file."""
    night = {**NIGHT, "rules": (NIGHT["rules"][0], tuple(game.presets))}
    beside = tuple(_listed(BESIDE))
    sections = [
        Section("", tuple(_listed(night))),
        Section("[house]", tuple(_house(rules))),
        Section("[[deals]]", (*_asked(game, rules), _LINE, *beside)),
        Section("line", tuple(_words(game, rules))),
    ]
    if auditor := game.auditor:
        own = _listed({key: (meaning, _CARDS) for key, meaning in auditor.piles.items()})
        sections.append(Section("[deals.play]", (*_recorded(auditor.moves, auditor.half), *own)))
    return tuple(sections)


def _recorded(moves: Phrase | None, half: Phrase | None) -> Iterator[Key]:
    """Yield the keys of a recorded deal that do not name cards of one game: of all games, then of some."""
    yield from _listed(RECORD)
    if moves:
        yield Key(MOVES, moves, _MOVES)
    if half:
        yield Key(HALF, half, say("1 or 2"))


def _listed(keys: Mapping[str, tuple[Phrase, Value]]) -> Iterator[Key]:
    return (Key(name, meaning, values) for name, (meaning, values) in keys.items())


def _house(rules: Preset) -> Iterator[Key]:
    for switch in switches(rules):
        meaning = say("{label} [{rules}]", label=switch.label, rules=switch.rule)
        values: Value = tuple(name_value(setting.value, setting.label) for setting in switch.kind.settings)
        if isinstance(switch.kind, WholeSwitch):
            values = say("a whole number from {low} to {high}", low=switch.kind.low, high=switch.kind.high)
        elif not isinstance(switch.kind, OneOf):
            values = say("{values}, or another of this kind", values=values)
        yield Key(switch.name, meaning, values)


def _asked(game: AnyGame, rules: Preset) -> Iterator[Key]:
    """Yield the keys that the game asks for; where a party has several kinds of deals, with the numbers of those."""
    deals: dict[Key, list[int]] = {}
    for number in range(1, game.party_deals + 1):
        for key in _keys_of(game.ask(rules, _seating(number, rules), None)):
            deals.setdefault(key, []).append(number)
    for key, numbers in deals.items():
        if len(numbers) == game.party_deals:
            yield key
        else:
            told = tuple(map(str, numbers))
            yield key._replace(meaning=say("{meaning} (tour {numbers})", meaning=key.meaning, numbers=told))


def _words(game: AnyGame, rules: Preset) -> Iterator[Key]:
    """Yield the words of a deal in one line."""
    names = {player: player for player in _PLAYERS}
    numbers = range(1, game.party_deals + 1)
    told = (describe_words(game.ask(rules, _seating(number, rules), None), names) for number in numbers)
    of_any = describe_row({player: names[player] for player in _seating(1, rules).playing})
    for words, meaning in dict.fromkeys((*(spelled for all_words in told for spelled in all_words), *of_any)):
        yield Key(words[0], meaning, words)


def _seating(number: int, rules: Preset) -> Seating:
    players = _PLAYERS[: max(rules.players)]
    return Seating(number, players[-1], players)


def _keys_of(questions: tuple[Question, ...]) -> Iterator[Key]:
    for question in questions:
        if isinstance(question, OneOrEach):
            yield from _keys_of((question.one, question.each))
            continue
        yield Key(question.name, question.label, question.values)
        if isinstance(question, Rows):
            for column in question.columns:
                yield Key(f"{question.name}.{column.name}", column.label, column.values)
