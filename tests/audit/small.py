"""Small records in the names of cards: three players, follow suit, no trumps."""

from scorekeeper.audit.worlds import Hand, Recorded
from scorekeeper.cards.cardset import deck_of
from scorekeeper.cards.obligations import FOLLOW
from scorekeeper.cards.packs import ACE_TEN
from scorekeeper.cards.trick_rules import Play

DECK = deck_of(ACE_TEN)
PLAY = Play(DECK, (FOLLOW,))


def bits(cards: str) -> tuple[int, ...]:
    """The cards of a text, 0 for each that is forgotten."""
    return tuple(DECK.record_bits[name] for name in cards.split())


def names(cards: int) -> str:
    return " ".join(DECK.names(cards))


def record(pack: str, *tricks: str, hands: tuple[str, ...] = ("", "", ""), led: tuple[int, ...] = ()) -> Recorded:
    """What is recorded of a deal with this pack; a hand that is told whole is known, else its cards are in it."""
    size = len(pack.split()) // len(hands)
    known = tuple(Hand(DECK.set_of(hand.split()), len(hand.split()) == size) for hand in hands)
    return Recorded(PLAY, DECK.set_of(pack.split()), size, 0, known, tuple(map(bits, tricks)), led=led)
