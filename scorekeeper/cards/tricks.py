"""The law of play: which cards a trick allows, which duty another card breaks, and who wins.

A law is a list of duties in the order in which a rule book tells them. Each in turn narrows the choice to the cards
that meet it, if the hand has any; so a later duty, such as to overtrump, only refines what an earlier one left.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from scorekeeper.cards.deck import Deck

Reason = Literal[
    "NOT_IN_HAND",
    "NOT_IN_PACK",
    "CARD_TWICE",
    "MUST_FOLLOW",
    "MUST_TRUMP",
    "MUST_OVERTRUMP",
    "MUST_TAROCK",
    "HONOUR_DISCARDED",
    "TAROCK_NOT_FORCED",
    "WRONG_LENGTH",
    "NO_TAROCK",
]


# The reasons that break a duty of play; the others are about what was held or laid away.
REVOKES: tuple[Reason, ...] = ("MUST_FOLLOW", "MUST_TRUMP", "MUST_OVERTRUMP", "MUST_TAROCK")


class Faced(NamedTuple):
    """What a player faces who is to play to a trick: sets of cards.

    led      the suit that was led
    trumps   all trumps of the game
    higher   the trumps that beat the best trump of the trick
    """

    led: int
    trumps: int
    higher: int


@dataclass(frozen=True, slots=True)
class Duty:
    """A duty by the reason that a verdict gives when it is broken, and the cards that meet it."""

    name: Reason
    cards: Callable[[Faced], int]


FOLLOW = Duty("MUST_FOLLOW", lambda faced: faced.led)
TRUMP = Duty("MUST_TRUMP", lambda faced: faced.trumps)
TAROCK = Duty("MUST_TAROCK", lambda faced: faced.trumps)
OVERTRUMP = Duty("MUST_OVERTRUMP", lambda faced: faced.higher)
OVERTRUMP_WHEN_LED = Duty("MUST_OVERTRUMP", lambda faced: faced.higher if faced.led == faced.trumps else 0)


@dataclass(frozen=True)
class Play:
    """How cards are played: the duties, the trump suit ("" for none), and cards that make one of them win a trick.

    `emperors` are cards whose last wins where all of them meet in one trick (rule HU-47).
    """

    deck: Deck
    duties: tuple[Duty, ...]
    trump: str = ""
    emperors: tuple[str, ...] = ()
    _tricks: dict[tuple[int, int], "Trick"] = field(default_factory=dict, compare=False, repr=False)

    @property
    def trumps(self) -> int:
        """All trumps, as a set of cards."""
        return self.deck.suit.get(self.trump, 0)

    @property
    def empty(self) -> "Trick":
        """A trick before the first card."""
        return self.trick(0, 0)

    def trick(self, led: int, best: int) -> "Trick":
        """Return the trick to which the suit `led` was led and in which the card `best` is winning."""
        known = self._tricks.get((led, best))
        return known if known is not None else self._tricks.setdefault((led, best), Trick(self, led, best))

    def after(self, cards: Sequence[int]) -> "Trick":
        """Return the trick after these cards."""
        trick = self.empty
        for card in cards:
            trick = trick[card][1]
        return trick

    def winner(self, cards: Sequence[int]) -> int:
        """Return the place, from 0, of the card that wins a trick."""
        best = self.after(cards).best
        return cards.index(self.emperor if self.emperors and self.summons(sum(cards)) else best)

    def summons(self, cards: int) -> bool:
        """Return whether all the emperor's cards are in a set of cards."""
        return bool(self.emperors) and not self.deck.set_of(self.emperors) & ~cards

    @property
    def emperor(self) -> int:
        """The card that wins where all `emperors` meet."""
        return self.deck.card[self.emperors[-1]]


class Trick(dict[int, tuple[int, "Trick"]]):
    """A trick as far as it matters for the next card: the suit led, the card that is winning, and the duties' cards.

    `trick[card]` is a set of cards and the trick after `card`. From a hand of which the set leaves just `card`, it may
    be played: the hand has it, and nothing that the duties would have preferred. Entries are made when first asked for.
    """

    __slots__ = ("best", "duties", "led", "play")

    def __init__(self, play: Play, led: int, best: int) -> None:
        self.play, self.led, self.best = play, led, best
        faced = Faced(led, play.trumps, play.deck.above[best] if best & play.trumps else play.trumps)
        self.duties = tuple((duty.name, duty.cards(faced)) for duty in play.duties) if led else ()

    def __missing__(self, card: int) -> tuple[int, "Trick"]:
        self[card] = entry = (card | self.forbids(card), self._after(card))
        return entry

    def _after(self, card: int) -> "Trick":
        deck, trumps = self.play.deck, self.play.trumps
        if not self.led:
            return self.play.trick(deck.suit_of[card], card)
        beats = deck.above[self.best] | (0 if self.best & trumps else trumps)
        return self.play.trick(self.led, card) if card & beats else self

    def forbids(self, card: int) -> int:
        """Return the cards each of which, if it is in the hand, makes `card` illegal: they meet the duties better."""
        better, alike = 0, self.play.deck.all
        for _, meeting in self.duties:
            if card & meeting:
                alike &= meeting
            else:
                better |= alike & meeting
                alike &= ~meeting
        return better

    def binding(self, hand: int) -> int:
        """Return the cards of `hand` that may be played."""
        for _, meeting in self.duties:
            hand = hand & meeting or hand
        return hand


class Wrong(NamedTuple):
    """The first wrong card of a deal: the index of its trick and its place in it, from 0."""

    trick: int
    place: int


def play_out(
    play: Play, hands: Sequence[int], tricks: Sequence[Sequence[int]], leader: int
) -> tuple[list[int], Wrong | None]:
    """Return the winner's seat of each trick and the first card that its player does not hold or may not play.

    `hands` are sets of cards by seat; every trick has a card of each seat.
    """
    left, seats, winners = list(hands), len(hands), list[int]()
    empty, has_emperors = play.empty, bool(play.emperors)
    for cards in tricks:
        trick, seat = empty, leader
        for card in cards:
            only, trick = trick[card]
            if left[seat] & only != card:
                return winners, Wrong(len(winners), (seat - leader) % seats)
            left[seat] ^= card
            seat += 1
            if seat == seats:
                seat = 0
        place = play.winner(cards) if has_emperors else cards.index(trick.best)
        leader = (leader + place) % seats
        winners.append(leader)
    return winners, None
