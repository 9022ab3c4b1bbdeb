"""The duties when playing a card: their names, and the cards that meet or break them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple, get_args

Revoke = Literal[
    "MUST_FOLLOW",
    "MUST_TRUMP",
    "MUST_OVERTRUMP",
    "MUST_TAROCK",
    "TAROCK_LED_EARLY",
    "PAGAT_LAST",
    "MUST_BEAT",
    "ANNOUNCED_CARD_EARLY",
    "ANNOUNCED_CARD_DUE",
    "HIGHEST_BIRD_FIRST",
]
"""Why a card breaks a duty of play."""
Fault = Literal[
    "NOT_IN_HAND",
    "NOT_IN_PACK",
    "CARD_TWICE",
    "HONOUR_DISCARDED",
    "TAROCK_NOT_FORCED",
    "SUIT_NOT_FORCED",
    "TOO_FEW_SUIT_CARDS",
    "WRONG_LENGTH",
    "WRONG_HAND",
    "WRONG_HALF",
    "KEPT_TOO_MANY",
    "NO_TAROCK",
    "OWN_KING_CALLED",
    "QUEEN_CALLED",
    "LOWER_CALLED",
    "KINGS_NOT_HELD",
    "BIRD_NOT_HELD",
    "WRONG_BIRD",
    "ANNOUNCED_NOT_HELD",
    "KING_NOT_HELD",
    "ANNOUNCED_CARD_WON",
]
"""What is wrong with what was held, called, announced or laid away."""
Reason = Revoke | Fault

REVOKES: tuple[Revoke, ...] = get_args(Revoke)


class Faced(NamedTuple):
    """The situation of the next player in a trick: sets of cards.

    led      the suit that was led, none for the leader
    trumps   all trumps of the game
    higher   the trumps that beat the best trump of the trick
    winning  the cards that would be winning
    crowned  the card that would win by the emperor's trick, whatever lies
    """

    led: int
    trumps: int
    higher: int
    winning: int = 0
    crowned: int = 0


class Owed(NamedTuple):
    """A duty in one trick: with a card that meets it in hand, no card that breaks it may be played.

    It does not bind a hand with any of the cards `unless`.
    """

    name: Reason
    meeting: int
    breaking: int
    unless: int = 0


class Duty(NamedTuple):
    """A duty by the reason that a verdict gives when it is broken, and the cards that meet it.

    `broken` are the cards that break it, if not all others do; `leads` says whether it binds the leader of a trick.
    """

    name: Reason
    cards: Callable[[Faced], int]
    broken: Callable[[Faced], int] | None = None
    leads: bool = False


FOLLOW = Duty("MUST_FOLLOW", lambda faced: faced.led)
TRUMP = Duty("MUST_TRUMP", lambda faced: faced.trumps)
TAROCK = Duty("MUST_TAROCK", lambda faced: faced.trumps)
OVERTRUMP = Duty("MUST_OVERTRUMP", lambda faced: faced.higher)
OVERTRUMP_WHEN_LED = Duty("MUST_OVERTRUMP", lambda faced: faced.higher if faced.led == faced.trumps else 0)
BEAT = Duty("MUST_BEAT", lambda faced: faced.winning if faced.led else 0)


Own = Mapping[tuple[int, int], tuple[Owed, ...]]
"""The duties that one player has in one trick, by the pair of seat and trick, both from 0."""


def excusable(card: int, own: Sequence[Owed]) -> bool:
    """Return whether `card` may break a duty that another card would excuse."""
    return any(card & duty.breaking for duty in own if duty.unless)


def owed_in(duty: Duty, faced: Faced, pack: int) -> Owed:
    """Return the duty as it applies in one trick."""
    meeting = duty.cards(faced)
    return Owed(duty.name, meeting, duty.broken(faced) if duty.broken else pack & ~meeting)
