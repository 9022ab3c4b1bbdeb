"""What the declarer of Husarln may lay away (HU-22, HU-23)."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.cards.packs import TAROCKS, TRULL
from scorekeeper.cards.tricks import Reason
from scorekeeper.games.husarln.rules import HAND

_HONOURS = (*TRULL, "KC", "KS", "KH", "KD")


class WrongDiscard(NamedTuple):
    """The first card that may not be laid away, "" where their number is wrong, and why."""

    card: str
    reason: Reason


def wrong_discard(hand: Sequence[str], cards: Sequence[str]) -> WrongDiscard | None:
    """Return what is wrong with laying `cards` away from a `hand` that has the bought cards in it; None for nothing."""
    if len(cards) != len(hand) - HAND:
        return WrongDiscard("", "WRONG_LENGTH")
    for place, card in enumerate(cards):
        if card not in hand or card in cards[:place]:
            return WrongDiscard(card, "NOT_IN_HAND")
    for card in cards:
        if is_honour(card):
            return WrongDiscard(card, "HONOUR_DISCARDED")
    tarocks = [card for card in cards if card in TAROCKS]
    forced = max(0, len(cards) - len(_plain(hand)))
    return WrongDiscard(tarocks[forced], "TAROCK_NOT_FORCED") if len(tarocks) > forced else None


def legal_discards(hand: Sequence[str]) -> tuple[str, ...]:
    """Return the cards of a hand with the bought ones that may be laid away, tarocks only where the rest is too few."""
    plain = _plain(hand)
    if len(plain) >= len(hand) - HAND:
        return plain
    return tuple(card for card in hand if not is_honour(card))


def is_honour(card: str) -> bool:
    """Return whether a card may never be laid away (HU-22)."""
    return card in _HONOURS


def _plain(hand: Sequence[str]) -> tuple[str, ...]:
    """Return the suit cards below the King."""
    return tuple(card for card in hand if card not in TAROCKS and not is_honour(card))
