"""The recorded deals of four players in vectors/deals.toml, audited as they stand there or with changes."""

import tomllib
from pathlib import Path
from typing import Any

from scorekeeper.audit.verdict import Verdict
from scorekeeper.games.game import AnyGame, Seating
from scorekeeper.games.house_rules import apply_house
from scorekeeper.night.record import read_play

ROWS = tomllib.loads((Path(__file__).parents[1] / "vectors" / "deals.toml").read_text("utf-8"))["records"]
PLAYERS = ("Anna", "Bernd", "Clara", "David")
SEATING = Seating(1, "David", PLAYERS)


class Recorded:
    """The recorded deals of a game, by their id in `rows`; in answers and records None stands for nothing."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.rows = {row["id"]: row for row in ROWS if row["game"] == game.key}

    def audit(
        self, rules: str, answers: dict[str, Any], record: dict[str, Any], house: dict[str, object] | None = None
    ) -> Verdict:
        """Return the verdict on a deal by an author's rules."""
        assert self.game.auditor
        told, raw = ({key: value for key, value in given.items() if value is not None} for given in (answers, record))
        preset = apply_house(self.game.presets[rules], house or {})
        return self.game.auditor.audit(preset, SEATING, told, read_play(self.game, PLAYERS, raw))

    def again(
        self, name: str, house: dict[str, object] | None = None, play: dict[str, Any] | None = None, **more: Any
    ) -> Verdict:
        """Return the verdict on a row with other house rules, another record and `more` answers."""
        row = self.rows[name]
        return self.audit(row["rules"], row["answers"] | more, row["play"] | (play or {}), house)


def found(verdict: Verdict) -> list[tuple[int, str, str, str, str]]:
    """Return what a verdict names as wrong: trick, player, card, reason and rule."""
    return [(one.trick, one.player, one.card, one.reason, one.rule) for one in verdict.violations]
