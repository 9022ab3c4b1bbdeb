"""Every worked example of tests/vectors by its id, and the rules that the scores of those with a whole deal cite."""

import tomllib
from functools import cache
from typing import NamedTuple

from scorekeeper.games import GAMES
from scorekeeper.games.game import Seating
from scorekeeper.games.herzeln.scoring import payments
from scorekeeper.games.house_rules import apply_house
from scorekeeper.games.score import cited_rules
from scorekeeper.night.night import Result
from scorekeeper.night.pricing import play
from tests.games.vectors import FOLDER, Case, Row, cases, players_of

_FILE_OF = {key: key for key in GAMES} | {"solo": "herzblatt"}


class Worked(NamedTuple):
    """An example that is a whole deal: its row, its game, whose rules, what it comes to and what that cites."""

    row: Row
    game: str
    preset: str
    result: Result
    cited: frozenset[str]


@cache
def ids_of(game: str) -> list[str]:
    """Return the ids of the rows where the examples of a game are looked for: not in the files of other games."""
    others = set(_FILE_OF.values()) - {_FILE_OF[game]}
    found = [
        tomllib.loads(file.read_text("utf-8")) for file in sorted(FOLDER.glob("*.toml")) if file.stem not in others
    ]
    kinds = [rows for data in found for rows in data.values() if isinstance(rows, list)]
    return [row["id"] for rows in kinds for row in rows if isinstance(row, dict)]


@cache
def worked() -> tuple[Worked, ...]:
    """Every example that is a whole deal and is not refused, played."""
    return tuple(_work(case) for case in cases() if case.kind == "deals" and "refused" not in case.row)


def _work(case: Case) -> Worked:
    row, game, players = case.row, GAMES[case.game], tuple(players_of(case))
    preset = row.get("rules", next(iter(game.presets)))
    rules = apply_house(game.presets[preset], row.get("house", {}))
    result = play(game, rules, Seating(row.get("number", 1), players[-1], players), row["deal"])
    paid = payments(rules, (result.sheet,)).lines if game.key == "herzeln" else ()
    return Worked(row, game.key, preset, result, frozenset(cited_rules((*result.score.lines, *paid))))
