"""Talon and discard of games with Tarock cards: their owners, and the cards that a declarer may lay away."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Literal, NamedTuple

from scorekeeper.audit.context import known
from scorekeeper.cards.cardset import TAROCK_SUIT, Deck, deck_of
from scorekeeper.cards.obligations import FOLLOW, TAROCK, Duty, Reason
from scorekeeper.cards.packs import TAROCKS, TRULL, Pack, of_ranks
from scorekeeper.cards.record import Cards, Record
from scorekeeper.cards.trick_rules import Play


@lru_cache(maxsize=8)
def tarock_law(pack: Pack, emperors: tuple[str, ...] = (), *, suits: bool = False) -> Play:
    """Return the law: no duty to win a trick; if all `emperors` meet in one, the last of them wins.

    Where `suits` are played for, tarocks win only tarock that was led, and are led by a hand without suit cards.
    """
    deck = deck_of(pack)
    duties = (FOLLOW, TAROCK, make_suits_first(deck)) if suits else (FOLLOW, TAROCK)
    return Play(deck, duties, TAROCK_SUIT, emperors, ruff=not suits)


def make_suits_first(deck: Deck) -> Duty:
    """Return the duty to lead suit cards as long as the hand has one."""
    return Duty("TAROCK_LED_EARLY", lambda faced: 0 if faced.led else deck.all & ~faced.trumps, leads=True)


def find_half(record: Record, declarer: str) -> int:
    """Return the half of the talon that was taken: as recorded, or of which the declarer had a card; 0 if unknown.

    A card of the talon that was played, held or laid away is the declarer's, and none of them is of the other half.
    """
    talon = record.pile("talon")
    shown = known((*record.hands.get(declarer, ()), *record.pile("discard"), *chain.from_iterable(record.tricks)))
    halves = talon[:3], talon[3:]
    return record.half or next((number for number, cards in enumerate(halves, 1) if set(cards).intersection(shown)), 0)


def split_talon(talon: Cards, half: int) -> tuple[Cards, Cards]:
    """Return the talon cards that only the declarer may have held, and those left to the others; 0 for either half."""
    halves = talon[:3], talon[3:]
    return (halves[half - 1], halves[2 - half]) if half else (talon, ())


HONOURS = (*TRULL, *of_ranks("K"))
"""The cards that may never be laid away."""

Tarocks = Literal["forced", "never", "open"]
"""When a tarock may be laid away: if the other cards are too few, never, or as one likes."""


class Protected(NamedTuple):
    """The cards that a declarer lays away only in need, tarocks or suit cards: when they may, and the reason if not."""

    tarocks: bool
    when: Tarocks
    reason: Reason


class DiscardRule(NamedTuple):
    """The rules of a discard: its number of cards, and when tarocks and suit cards may be in it.

    At least so many `suit_cards` must stay in hand.
    """

    number: int
    tarocks: Tarocks = "forced"
    suits: Tarocks = "open"
    suit_cards: int = 0

    @property
    def protected(self) -> Protected:
        """The cards that are laid away only in need."""
        if self.suits == "open":
            return Protected(True, self.tarocks, "TAROCK_NOT_FORCED")
        return Protected(False, self.suits, "SUIT_NOT_FORCED")


class WrongDiscard(NamedTuple):
    """The first card that may not be laid away, "" where their number is wrong or what stays, and why."""

    card: str
    reason: Reason


def wrong_discard(hand: Sequence[str], cards: Sequence[str], rule: DiscardRule) -> WrongDiscard | None:
    """Return the fault of laying `cards` away, None for none.

    The `hand` has the cards from the talon in it.
    """
    if len(cards) != rule.number:
        return WrongDiscard("", "WRONG_LENGTH")
    for place, card in enumerate(cards):
        if card not in hand or card in cards[:place]:
            return WrongDiscard(card, "NOT_IN_HAND")
    if honours := [card for card in cards if card in HONOURS]:
        return WrongDiscard(honours[0], "HONOUR_DISCARDED")
    protected = rule.protected
    laid = [card for card in cards if (card in TAROCKS) == protected.tarocks]
    most = _most_protected(hand, rule)
    if len(laid) > most:
        return WrongDiscard(laid[most], protected.reason)
    remaining = sum(card not in TAROCKS and card not in cards for card in hand)
    return WrongDiscard("", "TOO_FEW_SUIT_CARDS") if remaining < rule.suit_cards else None


def legal_discards(hand: Sequence[str], rule: DiscardRule) -> tuple[str, ...]:
    """Return the cards that may be laid away from a hand with its talon cards."""
    if not _most_protected(hand, rule):
        return _plain(hand, tarocks=not rule.protected.tarocks)
    return tuple(card for card in hand if card not in HONOURS)


def _most_protected(hand: Sequence[str], rule: DiscardRule) -> int:
    protected = rule.protected
    others = len(_plain(hand, tarocks=not protected.tarocks))
    return {"forced": max(0, rule.number - others), "never": 0, "open": rule.number}[protected.when]


def _plain(hand: Sequence[str], *, tarocks: bool) -> tuple[str, ...]:
    """Return the suit cards below the King, or the tarocks besides the Trull."""
    return tuple(card for card in hand if (card in TAROCKS) == tarocks and card not in HONOURS)
