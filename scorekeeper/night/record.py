"""The recorded cards of a deal in its acts."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import cache
from typing import TypeVar

from scorekeeper.cards.record import NOTHING, Record, read_record
from scorekeeper.games import GAMES
from scorekeeper.games.game import AnyGame
from scorekeeper.journal.act_json import write_act
from scorekeeper.journal.acts import SlotAct

A = TypeVar("A", bound=SlotAct)


def read_play(game: AnyGame, players: Collection[str], raw: Mapping[str, object]) -> Record:
    """Return the record of a deal of these players, legal or not. Raises Refused if it cannot be read."""
    return spell_play(game, players, read_record(raw, players))


def spell_play(game: AnyGame, players: Collection[str], record: Record) -> Record:
    """Return a record in the spelling of the game's pack. Raises Refused as `Record.spelled` does.

    It may have piles of any game; all games are loaded only for one that this game has not.
    """
    own = game.auditor.piles if game.auditor else {}
    return record.spelled(game.cards, players, own if own.keys() >= record.piles.keys() else _piles())


@cache
def _piles() -> tuple[str, ...]:
    return tuple(dict.fromkeys(key for game in GAMES.values() if game.auditor for key in game.auditor.piles))


def adds_cards(before: SlotAct, after: SlotAct) -> bool:
    """Return whether an act about a deal differs from the one before only in its recorded cards."""
    one = write_act(replace(before, play=NOTHING))
    other = write_act(replace(after, play=NOTHING))
    return before.play != after.play and one == other


def keep_cards(before: SlotAct | None, after: A) -> A:
    """Return the act `after` with the cards of `before`, if the same players play."""
    is_same_table = before is not None and before.play and before.playing == after.playing
    return replace(after, play=before.play) if before and is_same_table else after
