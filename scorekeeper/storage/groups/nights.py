"""The nights of a group: those that count, page by page, and the last one."""

from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from scorekeeper.games import GAMES
from scorekeeper.games.game import Preset
from scorekeeper.night.night import name_of_game, rules_in_row
from scorekeeper.phrase import PLAIN, Phrase, render, say
from scorekeeper.storage.engine.sql import fetch, fetch_among
from scorekeeper.storage.models import GroupNight, NightRow
from scorekeeper.storage.queries.nights import nights_with


class NightFilter(NamedTuple):
    """Which nights of a group count: of a game, by its preset, in a period of ISO dates; "" for all.

    A night has the date of its evening. `season` is the number of a closed season, 0 the season that goes on; an
    `evening`, by its id, is one of any season. A game of a table's own is chosen by its `name`, which the `houses` of
    its nights have.
    """

    game: str = ""
    preset: str = ""
    begin: str = ""
    end: str = ""
    season: int = 0
    evening: int = 0
    name: str = ""
    houses: tuple[str, ...] = ()

    @property
    def day(self) -> str:
        """The single day that is chosen, empty where it is none."""
        return self.begin if self.begin == self.end else ""

    def where(self) -> tuple[str, tuple[str | int, ...]]:
        """Return the condition on the rows `night` and `round_night`, and its values."""
        columns = ("night.game =", "night.preset =", f"{_DAY} >=", f"{_DAY} <=", "round_night.evening_id =")
        values: tuple[str | int, ...] = (self.game, self.preset, self.begin, self.end, self.evening)
        given = [(column, value) for column, value in zip(columns, values, strict=True) if value]
        if not self.evening:
            given.append(("round_night.season =", self.season))
        condition = "".join(f" AND {column} ?" for column, _ in given)
        if self.name:
            condition += f" AND night.houses IN ({', '.join('?' * len(self.houses)) or 'NULL'})"
        return condition, (*(value for _, value in given), *self.houses)


_DAY = "COALESCE((SELECT day FROM evening WHERE evening.id = round_night.evening_id), night.day)"


def nights_of_group(group_id: int, most: int, skipped: int = 0, chosen: NightFilter | None = None) -> list[int]:
    """Return the ids of so many nights of a group, or of those that count, the newest first."""
    condition, values = chosen.where() if chosen else ("", ())
    sql = f"""SELECT night_id FROM round_night JOIN night ON night.id = night_id WHERE round_id = ?{condition}
        ORDER BY night_id DESC LIMIT ? OFFSET ?"""  # noqa: S608 - our own names
    return [night for (night,) in fetch(sql, group_id, *values, most, skipped)]


def last_night(group_id: int) -> NightRow | None:
    """Return the last night of a group, None where there is none or its row cannot be read."""
    return next(iter(nights_with(nights_of_group(group_id, 1)).rows), None)


def rules_to_draw(group_id: int, game: str, preset: str) -> Preset | None:
    """Return the rules of a game for which tables are drawn.

    A game of a table's own has those of the last night, None where that was another game.
    """
    if not GAMES[game].named:
        author: Preset = GAMES[game].presets[preset]
        return author
    last = last_night(group_id)
    return rules_in_row(game, preset, last.houses) if last and (last.game, last.preset) == (game, preset) else None


def is_in_group(night_id: int, group_id: int) -> bool:
    """Return whether a night belongs to a group."""
    return GroupNight.select().where(GroupNight.night == night_id, GroupNight.group == group_id).exists()


class PlayedGame(NamedTuple):
    """What a group plays: a game by its author, and one of a table's own by the `name` of its sheet, in English.

    A sheet without a name, or with a forgotten one, has its digest in it.

    Points are only added up where the `key` is the same.
    """

    game: str
    preset: str
    name: str
    title: Phrase
    houses: str

    @property
    def key(self) -> str:
        """The game, with its name where a table gave it one."""
        return f"{self.game}/{self.preset}/{self.name}" if self.name else self.game

    @property
    def rules(self) -> Preset:
        """The rules of one of its nights."""
        return rules_in_row(self.game, self.preset, self.houses) if self.name else GAMES[self.game].author


_NAMED = ", ".join(f"'{key}'" for key in GAMES.unlisted)  # those without authors, which tables describe themselves
_PLAYED = f"game, preset, CASE WHEN game IN ({_NAMED}) THEN houses ELSE '' END"  # the rules of others say no name


def _played(game: str, preset: str, houses: str) -> PlayedGame:
    title = name_of_game(game, preset, houses)
    named = GAMES[game].named
    if named and title == named(GAMES[game].author):
        title = say("{name} ({mark})", name=title, mark=sha256(houses.encode()).hexdigest()[:6])
    return PlayedGame(game, preset, render(title, PLAIN) if named else "", title, houses)


def kinds_of(group_id: int, chosen: NightFilter | None = None) -> list[PlayedGame]:
    """Return what a group has played, or what in the nights that count; each name of a table's own game once."""
    condition, values = chosen.where() if chosen else ("", ())
    sql = f"""SELECT DISTINCT {_PLAYED} FROM round_night JOIN night ON night.id = night_id
        WHERE round_id = ?{condition}"""  # noqa: S608 - our own names
    rows = sorted(fetch(sql, group_id, *values))  # SQLite would sort the nights before it finds the few that differ
    known = [_played(*row) for row in rows if row[0] in GAMES and row[1] in GAMES[row[0]].presets]
    return list({(one.game, one.preset, one.name): one for one in known}.values())


def find_houses(group_id: int, chosen: NightFilter) -> NightFilter:
    """Return a choice of nights with the house rules that have its name, where it has one."""
    if not chosen.name:
        return chosen
    sql = """SELECT DISTINCT houses FROM round_night JOIN night ON night.id = night_id
        WHERE round_id = ? AND game = ? AND preset = ?"""
    rows = fetch(sql, group_id, chosen.game, chosen.preset)
    found = [houses for (houses,) in rows if _played(chosen.game, chosen.preset, houses).name == chosen.name]
    return chosen._replace(houses=tuple(sorted(found)))


def keys_of_named(nights: Sequence[int]) -> dict[int, str]:
    """Return the keys of the games of a table's own in these nights, by night."""
    sql = f"SELECT id, game, preset, houses FROM night WHERE game IN ({_NAMED}) AND id IN ({{}})"  # noqa: S608 - ours
    return {night: _played(*row).key for night, *row in fetch_among(sql, nights)}
