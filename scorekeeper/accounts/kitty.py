"""The kitty: fines, payments and withdrawals, movement by movement.

Its content is the money in it. A fine is a debt first, paid to the kitty as the night is settled. The nights of a
group share one kitty, so the balance of one night may be negative.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.journal.acts import KittyMoved, KittyStruck
from scorekeeper.money import MOST_COINS
from scorekeeper.phrase import Money, Phrase, Refused, say
from scorekeeper.value_checks import shorten

KITTY = ""
"""Stands for the kitty where a player's key stands; no player and no name is empty."""

FINE = "fine"
IN = "in"
OUT = "out"
WAYS_OF_KITTY: dict[str, Phrase] = {FINE: say("fine"), IN: say("paid in"), OUT: say("paid out")}
MOST_MOVES = 500  # in one night, so that a page can show them all


class KittyMovement(NamedTuple):
    """A movement of the kitty, in the smallest coin or points; `who` is empty for nobody, `struck` if taken back."""

    how: str
    amount: int
    who: str = ""
    struck: bool = False

    @property
    def into(self) -> int:
        """The amount that it adds to the kitty now."""
        return {IN: self.amount, OUT: -self.amount}.get(self.how, 0)


@dataclass(slots=True)
class Kitty:
    """The kitty of a night: its `content`, with what was paid into it by plans of payments, and its movements."""

    content: int = 0
    moves: tuple[KittyMovement, ...] = ()

    def fined(self) -> Counter[str]:
        """Return the fines of each player, paid or not."""
        fined: Counter[str] = Counter()
        for move in self.moves:
            if move.how == FINE and not move.struck:
                fined[move.who] += move.amount
        return fined

    def check_empty(self) -> None:
        """Refuse another currency after the first movement."""
        if self.content or any(not move.struck for move in self.moves):
            raise Refused("stake", say("the kitty holds or is owed something in the currency of this night"))

    def move(self, act: KittyMoved, players: Iterable[str], currency: str = "") -> None:
        """Apply a movement, in the smallest coin of a currency, if there is one. Raises Refused."""
        if act.how not in WAYS_OF_KITTY:
            raise Refused("how", say("{value} is no movement of the kitty", value=shorten(act.how)))
        if act.how == FINE and not act.who:
            raise Refused("who", say("say who is fined"))
        if act.who and act.who not in players:
            raise Refused("who", say("{value} is not one of the players", value=shorten(act.who)))
        if not 0 < act.amount <= MOST_COINS:
            value = Money(act.amount, currency)
            raise Refused("amount", say("{value} is not an amount that can be paid", value=value))
        if act.place != len(self.moves) + 1:
            raise Refused("place", say("there is no such movement of the kitty"))
        if len(self.moves) >= MOST_MOVES:
            raise Refused("how", say("the kitty of one night takes at most {most} entries", most=MOST_MOVES))
        move = KittyMovement(act.how, act.amount, act.who)
        self.moves = (*self.moves, move)
        self.content += move.into

    def strike(self, act: KittyStruck) -> None:
        """Take a movement back. Raises Refused."""
        if not 0 < act.place <= len(self.moves):
            raise Refused("place", say("there is no such movement of the kitty"))
        move = self.moves[act.place - 1]
        if move.struck:
            raise Refused("place", say("this was taken back already"))
        self.moves = (*self.moves[: act.place - 1], move._replace(struck=True), *self.moves[act.place :])
        self.content -= move.into
