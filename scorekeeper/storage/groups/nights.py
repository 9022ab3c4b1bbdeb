"""The nights of a group: those that count, page by page, and the last one."""

from typing import NamedTuple

from scorekeeper.games import GAMES
from scorekeeper.storage.engine.sql import fetch
from scorekeeper.storage.models import GroupNight, NightRow
from scorekeeper.storage.queries.nights import nights_with


class NightFilter(NamedTuple):
    """Which nights of a group count: of a game, by its preset, in a period of ISO dates; "" for all.

    A night has the date of its evening. `season` is the number of a closed season, 0 the season that goes on; an
    `evening`, by its id, is one of any season.
    """

    game: str = ""
    preset: str = ""
    begin: str = ""
    end: str = ""
    season: int = 0
    evening: int = 0

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
        return "".join(f" AND {column} ?" for column, _ in given), tuple(value for _, value in given)


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


def is_in_group(night_id: int, group_id: int) -> bool:
    """Return whether a night belongs to a group."""
    return GroupNight.select().where(GroupNight.night == night_id, GroupNight.group == group_id).exists()


def kinds_of(group_id: int, chosen: NightFilter | None = None) -> list[tuple[str, str]]:
    """Return the games and presets that a group has played, or those of the nights that count."""
    condition, values = chosen.where() if chosen else ("", ())
    sql = f"""SELECT DISTINCT game, preset FROM round_night JOIN night ON night.id = night_id
        WHERE round_id = ?{condition} ORDER BY game, preset"""  # noqa: S608 - our own names
    rows = fetch(sql, group_id, *values)
    return [(game, preset) for game, preset in rows if game in GAMES and preset in GAMES[game].presets]
