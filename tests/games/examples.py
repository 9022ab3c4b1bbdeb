"""Every worked example of tests/vectors by its id, and the rules that the scores of those with a whole deal cite."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from scorekeeper.games import GAMES
from scorekeeper.games.game import Seating
from scorekeeper.games.herzeln.scoring import payments
from scorekeeper.games.house import apply_house
from scorekeeper.games.score import rules_of
from scorekeeper.night.night import Result
from scorekeeper.night.pricing import play

VECTORS = Path(__file__).parents[1] / "vectors"
NAMES = ("Anna", "Bernd", "Clara", "David", "Emma")
_FILE_OF = {"herzblatt": "herzblatt", "solo": "herzblatt", "herzeln": "herzeln", "husarln": "husarln"}
_FILE_OF |= {key: key for key in ("tapp", "koenigrufen")}

Row = Mapping[str, Any]


class Worked(NamedTuple):
    """An example that is a whole deal: its row, its game, whose rules, what it comes to and what that cites."""

    row: Row
    game: str
    preset: str
    result: Result
    cited: frozenset[str]


@cache
def load(file: Path) -> dict[str, list[Row]]:
    """Return the rows of a file by their kind."""
    data = tomllib.loads(file.read_text("utf-8"))
    return {kind: rows for kind, rows in data.items() if isinstance(rows, list) and isinstance(rows[0], dict)}


@cache
def ids_of(game: str) -> list[str]:
    """Return the ids of the rows where the examples of a game are looked for: not in the files of other games."""
    others = set(_FILE_OF.values()) - {_FILE_OF[game]}
    files = [file for file in sorted(VECTORS.glob("*.toml")) if file.stem not in others]
    return [row["id"] for file in files for rows in load(file).values() for row in rows]


@cache
def worked() -> tuple[Worked, ...]:
    """Every example that is a whole deal and is not refused, played."""
    return tuple(
        _work(row, row.get("game", file.stem), "ABCDE" if file.stem == "herzblatt" else NAMES)
        for file in sorted(VECTORS.glob("*.toml"))
        for row in load(file).get("deals", ())
        if "refused" not in row
    )


def _work(row: Row, key: str, names: str | tuple[str, ...]) -> Worked:
    game = GAMES[key]
    preset = row.get("rules", next(iter(game.presets)))
    rules = apply_house(game.presets[preset], row.get("house", {}))
    players = row.get("players", min(game.presets[preset].players) if key == "koenigrufen" else 3)
    players = tuple(names[:players]) if isinstance(players, int) else tuple(players)
    seating = Seating(row.get("number", 1), players[-1], players)
    result = play(game, rules, seating, row["deal"])
    paid = payments(rules, (result.sheet,)).lines if key == "herzeln" else ()
    return Worked(row, key, preset, result, frozenset(rules_of((*result.score.lines, *paid))))
