"""Talon and discard of games with Tarock cards: whose they are, and what a declarer may lay away."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Literal, NamedTuple

from scorekeeper.audit.context import known
from scorekeeper.cards.cardset import TAROCK_SUIT, deck_of
from scorekeeper.cards.obligations import FOLLOW, TAROCK, Reason
from scorekeeper.cards.packs import TAROCKS, TRULL, Pack, of_ranks
from scorekeeper.cards.record import Cards, Record
from scorekeeper.cards.trick_rules import Play


@lru_cache(maxsize=8)
def tarock_law(pack: Pack, emperors: tuple[str, ...] = ()) -> Play:
    """Return the law: nobody must win a trick; where all `emperors` meet in one, the last of them wins."""
    return Play(deck_of(pack), (FOLLOW, TAROCK), TAROCK_SUIT, emperors)


def split_talon(record: Record, declarer: str, half: int) -> tuple[Cards, Cards]:
    """Return the cards of the talon that only the declarer may have held, and those that are left to the others.

    Where nobody says which `half` was taken, 0, the cards that were played, held or laid away tell: none is of the
    other one.
    """
    talon = record.pile("talon")
    shown = known((*record.hands.get(declarer, ()), *record.pile("discard"), *chain.from_iterable(record.tricks)))
    halves = talon[:3], talon[3:]
    found = half or next((number for number, cards in enumerate(halves, 1) if set(cards).intersection(shown)), 0)
    return (halves[found - 1], halves[2 - found]) if found else (talon, ())


HONOURS = (*TRULL, *of_ranks("K"))
"""The cards that may never be laid away."""

Tarocks = Literal["forced", "never", "open"]
"""When a tarock may be laid away: if the other cards are too few, never, or as one likes."""


class Laying(NamedTuple):
    """How many cards are laid away, when tarocks may be among them, and when suit cards.

    At least so many `suit_cards` must stay in hand.
    """

    number: int
    tarocks: Tarocks = "forced"
    suits: Tarocks = "open"
    suit_cards: int = 0

    @property
    def spared(self) -> tuple[bool, Tarocks, Reason]:
        """Which cards are laid away only in need: whether tarocks, else suit cards; when, and why not otherwise."""
        if self.suits == "open":
            return True, self.tarocks, "TAROCK_NOT_FORCED"
        return False, self.suits, "SUIT_NOT_FORCED"


class WrongDiscard(NamedTuple):
    """The first card that may not be laid away, "" where their number is wrong or what stays, and why."""

    card: str
    reason: Reason


def wrong_discard(hand: Sequence[str], cards: Sequence[str], laying: Laying) -> WrongDiscard | None:
    """Return what is wrong with laying `cards` away; None for nothing.

    The `hand` has the cards from the talon in it.
    """
    if len(cards) != laying.number:
        return WrongDiscard("", "WRONG_LENGTH")
    for place, card in enumerate(cards):
        if card not in hand or card in cards[:place]:
            return WrongDiscard(card, "NOT_IN_HAND")
    if honours := [card for card in cards if card in HONOURS]:
        return WrongDiscard(honours[0], "HONOUR_DISCARDED")
    tarocks, _, reason = laying.spared
    laid = [card for card in cards if (card in TAROCKS) == tarocks]
    most = _most_spared(hand, laying)
    if len(laid) > most:
        return WrongDiscard(laid[most], reason)
    remaining = sum(card not in TAROCKS and card not in cards for card in hand)
    return WrongDiscard("", "TOO_FEW_SUIT_CARDS") if remaining < laying.suit_cards else None


def legal_discards(hand: Sequence[str], laying: Laying) -> tuple[str, ...]:
    """Return the cards of a hand with those from the talon that may be laid away."""
    if not _most_spared(hand, laying):
        return _plain(hand, tarocks=not laying.spared[0])
    return tuple(card for card in hand if card not in HONOURS)


def _most_spared(hand: Sequence[str], laying: Laying) -> int:
    tarocks, when, _ = laying.spared
    others = len(_plain(hand, tarocks=not tarocks))
    return {"forced": max(0, laying.number - others), "never": 0, "open": laying.number}[when]


def _plain(hand: Sequence[str], *, tarocks: bool) -> tuple[str, ...]:
    """Return the suit cards below the King, or the tarocks besides the Trull."""
    return tuple(card for card in hand if (card in TAROCKS) == tarocks and card not in HONOURS)
