"""What a declarer may lay away: no Kings and no Trull, and tarocks as the game has it."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from scorekeeper.cards.duties import Reason
from scorekeeper.cards.packs import TAROCKS, TRULL, of_ranks

_HONOURS = (*TRULL, *of_ranks("K"))

Tarocks = Literal["forced", "never", "open"]
"""When a tarock may be laid away: if the other cards are too few, never, or as one likes."""


class WrongDiscard(NamedTuple):
    """The first card that may not be laid away, "" where their number is wrong, and why."""

    card: str
    reason: Reason


def wrong_discard(
    hand: Sequence[str], cards: Sequence[str], number: int, tarocks: Tarocks = "forced"
) -> WrongDiscard | None:
    """Return what is wrong with laying `cards` away where `number` are to be; None for nothing.

    The `hand` has the cards from the talon in it.
    """
    if len(cards) != number:
        return WrongDiscard("", "WRONG_LENGTH")
    for place, card in enumerate(cards):
        if card not in hand or card in cards[:place]:
            return WrongDiscard(card, "NOT_IN_HAND")
    for card in cards:
        if is_honour(card):
            return WrongDiscard(card, "HONOUR_DISCARDED")
    laid, most = [card for card in cards if card in TAROCKS], _most_tarocks(hand, number, tarocks)
    return WrongDiscard(laid[most], "TAROCK_NOT_FORCED") if len(laid) > most else None


def legal_discards(hand: Sequence[str], number: int, tarocks: Tarocks = "forced") -> tuple[str, ...]:
    """Return the cards of a hand with those from the talon that may be laid away."""
    if not _most_tarocks(hand, number, tarocks):
        return _plain(hand)
    return tuple(card for card in hand if not is_honour(card))


def is_honour(card: str) -> bool:
    """Return whether a card may never be laid away."""
    return card in _HONOURS


def _most_tarocks(hand: Sequence[str], number: int, tarocks: Tarocks) -> int:
    return {"forced": max(0, number - len(_plain(hand))), "never": 0, "open": number}[tarocks]


def _plain(hand: Sequence[str]) -> tuple[str, ...]:
    """Return the suit cards below the King."""
    return tuple(card for card in hand if card not in TAROCKS and not is_honour(card))
