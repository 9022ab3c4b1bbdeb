"""Cego: the games by what the declarer plays with and for, and the rules of a table."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from scorekeeper.cards.packs import TAROCK_54, Grouping, Pack
from scorekeeper.games.declarer.contracts import Contract, DeclarerRules
from scorekeeper.games.house_rules import read_authors
from scorekeeper.phrase import say

FOLDER = Path(__file__).parent
HAND = 11
BLIND = 10  # cards of the blind, and as many that are laid away for it

Goal = Literal["points", "tricks", "last trick", "few points"]


def _make_pack() -> Pack:
    """Return the cards of CE-1: two are worth their sum less 1, so in halves one is worth twice its value less 1."""
    values = [(worth + 2) // 3 for worth in TAROCK_54.worth]
    worth = tuple([2 * value - 1 for value in values])
    pairs = Grouping(
        "pairs",
        2,
        say("In pairs"),
        say("Add up two cards at a time, take off 1, and tap the result. Tap leftover cards below."),
        tuple((points, 2 * points) for points in range(1, 10)),
    )
    fours = Grouping(
        "fours",
        4,
        say("In tricks of four"),
        say("Tap the sum of each trick of four; the app takes off 2. Tap the cards that are left over below."),
        tuple((value, 2 * value - 4) for value in range(4, 21)),
        tricks=True,
    )
    return Pack(TAROCK_54.cards, worth, 2, tuple((value, 2 * value - 1) for value in (5, 4, 3, 2, 1)), (pairs, fours))


PACK = _make_pack()


@dataclass(frozen=True, slots=True)
class CegoContract(Contract):
    """A game by its use of the blind; one for card points is worth a multiple, any other a number of points.

    goal      what is played for: card points, a number of tricks, the last trick with the I, or not the most points
    kept      the most cards of the dealt hand that are played beside those of the blind, where it is taken
    laid_out  the number of cards that the declarer leads first and that cannot win
    first     the card that has to be led first, "" for any
    won       the multiplier of its worth when won
    """

    goal: Goal = "points"
    kept: int = 0
    laid_out: int = 0
    first: str = ""
    won: int = 1


@dataclass(frozen=True)
class Rules(DeclarerRules, folder=FOLDER, contract=CegoContract):
    """The rules of one table."""

    players: tuple[int, ...] = (4,)


PRESETS = read_authors(FOLDER / "authors.toml", Rules)
