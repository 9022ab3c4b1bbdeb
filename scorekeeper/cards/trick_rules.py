"""The law of play: the legal cards of a trick, the duties that other cards break, and the winner.

A law is a list of duties in the order of a rule book. Each in turn narrows the choice to the cards
that meet it, if the hand has any; so a later duty, such as to overtrump, only refines what an earlier one left.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from scorekeeper.cards.cardset import Deck, split
from scorekeeper.cards.obligations import Duty, Faced, Owed, owed_in


@dataclass(frozen=True)
class Play:
    """How cards are played: the duties, the trump suit ("" for none), and cards that make one of them win a trick.

    `emperors` are cards whose last one wins if all are in one trick (rule HU-47); with `in_order` only if they
    were played so. If trumps do not `ruff`, they win only a trick to which one was led.
    """

    deck: Deck
    duties: tuple[Duty, ...]
    trump: str = ""
    emperors: tuple[str, ...] = ()
    in_order: bool = False
    ruff: bool = True
    _tricks: dict[tuple[int, int, int], "Trick"] = field(default_factory=dict, compare=False, repr=False)

    @property
    def trumps(self) -> int:
        """All trumps, as a set of cards."""
        return self.deck.suit.get(self.trump, 0)

    @cached_property
    def crown(self) -> tuple[int, ...]:
        """The cards of the emperor's trick, the one that wins last."""
        return tuple(self.deck.card[name] for name in self.emperors)

    @property
    def empty(self) -> "Trick":
        """A trick before the first card."""
        return self.trick(0, 0)

    def trick(self, led: int, best: int, met: int = 0) -> "Trick":
        """Return a trick with the suit `led` and the winning card `best`.

        `met` are the emperor's cards that count in it.
        """
        known = self._tricks.get((led, best, met))
        return known if known is not None else self._tricks.setdefault((led, best, met), Trick(self, led, best, met))

    def after(self, cards: Sequence[int]) -> "Trick":
        """Return the trick after these cards."""
        trick = self.empty
        for card in cards:
            trick = trick[card][1]
        return trick

    def winner(self, cards: Sequence[int]) -> int:
        """Return the place, from 0, of the card that wins a trick."""
        return cards.index(self.after(cards).best)

    def running(self, led: int) -> int:
        """Return the cards that can win a trick to which this suit was led."""
        return led | self.trumps if self.ruff else led

    def beating(self, led: int, best: int) -> int:
        """Return the cards that beat `best`, which is winning."""
        return (self.deck.above[best] | (0 if best & self.trumps else self.trumps)) & self.running(led)

    def crowns(self, led: int) -> bool:
        """Return whether a trick to which this suit was led can be the emperor's."""
        return bool(self.emperors) and bool(self.trumps & self.running(led))


class Trick(dict[int, tuple[int, "Trick"]]):
    """The state of a trick for the next card: the suit led, the winning card, and the duties.

    `trick[card]` is a set of cards and the trick after `card`. If the hand and the set have
    just `card` in common, it is legal: the duties prefer no other card of the hand. Entries are made on first access.
    """

    __slots__ = ("best", "changing", "crowned", "duties", "led", "met", "play", "winning")

    def __init__(self, play: Play, led: int, best: int, met: int) -> None:
        self.play = play
        self.led = led
        self.best = best
        self.met = met
        others = sum(play.crown[:-1])
        self.crowned = play.crown[-1] if others and met == others else 0
        done = bool(others) and met == sum(play.crown)
        self.winning = 0 if done else self.crowned | (play.beating(led, best) if led else play.deck.all)
        self.changing = self.winning | sum(play.crown) if led else play.deck.all  # after any other it is the same
        higher = play.deck.above[best] if best & play.trumps else play.trumps
        faced = Faced(led, play.trumps, higher, self.winning, self.crowned)
        self.duties = tuple(owed_in(duty, faced, play.deck.all) for duty in play.duties if led or duty.leads)

    def __missing__(self, card: int) -> tuple[int, "Trick"]:
        self[card] = entry = (card | self._better(card, ()), self._after(card))
        return entry

    def _after(self, card: int) -> "Trick":
        led = self.led or self.play.deck.suit_of[card]
        met = self.met
        crown = self.play.crown if self.play.crowns(led) else ()
        if card in crown and not (self.play.in_order and sum(crown[: crown.index(card)]) & ~met):
            met |= card
        if crown and met == sum(crown):
            return self.play.trick(led, crown[-1], met)
        return self.play.trick(led, card if card & self.winning else self.best, met)

    def forbids(self, card: int, own: Sequence[Owed] = ()) -> int:
        """Return the cards that make `card` illegal if one is in the hand: they meet the duties better.

        `own` are duties of the next player alone; cards that one of them may excuse are left out.
        """
        return self._better(card, own) if own else self[card][0] & ~card

    def _better(self, card: int, own: Sequence[Owed]) -> int:
        better = 0
        alike = self.play.deck.all
        for _, meeting, breaking, unless in (*self.duties, *own):
            if unless:
                continue
            if card & breaking:
                better |= alike & meeting
                alike &= ~meeting
            elif card & meeting:
                alike &= ~breaking
        return better

    def binding(self, hand: int, own: Sequence[Owed] = ()) -> int:
        """Return the cards of `hand` that may be played."""
        for _, meeting, breaking, unless in (*self.duties, *own):
            if hand & meeting and not hand & unless:
                hand &= ~breaking
        return hand


class AfterAny(dict[tuple[int, ...], list[Trick]]):
    """The possible tricks after cards known only as sets, by these sets, made on first access.

    With forgotten cards the same sets recur in many tricks. The cache belongs to one record.
    """

    def __init__(self, play: Play) -> None:
        super().__init__({(): [play.empty]})

    def __missing__(self, lain: tuple[int, ...]) -> list[Trick]:
        options = split(lain[-1])
        after = {id(led): led for trick in self[lain[:-1]] for led in (trick[option][1] for option in options)}
        self[lain] = tricks = list(after.values())
        return tricks
