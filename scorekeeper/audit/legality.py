"""One course of a recorded deal, judged card by card by the law of play."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorekeeper.audit.worlds import Course, Recorded, find_leader
from scorekeeper.cards.cardset import split, together
from scorekeeper.cards.obligations import Owed, Reason, excusable
from scorekeeper.cards.trick_rules import AfterAny, Trick


class Held(NamedTuple):
    """What a player has in hand at one moment: `certain` cards, and `rest` more out of `possible`."""

    certain: int
    possible: int
    rest: int

    @property
    def known(self) -> int | None:
        """The whole hand if it is known."""
        if self.rest <= 0:
            return self.certain
        return self.certain | self.possible if self.possible.bit_count() == self.rest else None

    def having(self, card: int) -> "Held":
        """Return what is in the hand if `card` is."""
        if card & self.certain:
            return self
        return Held(self.certain | card, self.possible & ~card, self.rest - 1)

    def must_have(self, cards: int) -> bool:
        """Return whether one of `cards` is certainly in the hand."""
        if self.certain & cards:
            return True
        others = (self.possible & ~cards).bit_count()
        return self.possible.bit_count() >= self.rest > others

    def may_have(self, cards: int) -> bool:
        """Return whether one of `cards` may be in the hand."""
        return bool((self.certain | (self.possible if self.rest > 0 else 0)) & cards)


def proven_duty(faced: Trick, card: int, held: Held, own: Sequence[Owed] = ()) -> tuple[Reason, int]:
    """Return the first duty that `card` breaks by what is held for certain, and the certain cards that show it.

    A hand known only in part may have met an earlier duty as well; what is named it did meet.
    """
    better = faced.forbids(card, own)
    duties = (*faced.duties, *own)
    broken = [(duty.name, duty.meeting & better) for duty in duties if card & duty.breaking and not duty.unless]
    broken += [(duty.name, duty.meeting) for duty in own if card & duty.breaking and duty.unless]
    name, met = next((duty for duty in broken if held.must_have(duty[1])), broken[0])
    return name, met & held.certain


class Finding(NamedTuple):
    """One card judged in one course: its trick and place from 0, its seat (-1: unknown), and what is found.

    `reason` is None where it cannot be decided. `legal` is a set of cards, `seen` the trick from 0 and the card.
    `proof` are such cards, with trick -1 for a hand, where it takes several that together leave no other deal.
    """

    trick: int
    place: int
    seat: int
    reason: Reason | None
    legal: int | None = None
    seen: tuple[int, int] | None = None
    proof: tuple[tuple[int, int], ...] = ()


class Open(NamedTuple):
    """The place of the next card: its trick from 0 and its seat (-1: unknown), and sets of cards.

    legal     cards that surely break no duty there
    illegal   cards that surely break one
    possible  cards that the seat may have in hand
    forced    the only card that may be played there from a hand that is known, 0 where there is none
    """

    trick: int
    seat: int
    legal: int
    illegal: int
    possible: int
    forced: int = 0


class Judge:
    """One course of a record, judged card by card."""

    def __init__(self, recorded: Recorded, course: Course) -> None:
        self.recorded = recorded
        self.course = course
        self._after = AfterAny(recorded.play)
        self.seats = range(len(recorded.hands))
        # Of each seat, by tricks from 0: the card that it played, 0 where that is not known.
        tricks = [
            dict(zip(seats, cards, strict=False)) for seats, cards in zip(course.seats, recorded.tricks, strict=False)
        ]
        self.played = [[trick.get(seat, 0) for trick in tricks] for seat in self.seats]
        self.owned = [together(cards) for cards in self.played]
        self.may_hold = [self._may_hold(seat) for seat in self.seats]
        self.wrong = {(found.trick, found.place): found for found in self._misplaced()}
        self.doubtful = together(recorded.tricks[trick][place] for trick, place in self.wrong)

    def _may_hold(self, seat: int) -> int:
        """Return the cards that `seat` may have had at the first lead, as this course shows the cards of the others."""
        cards = self.recorded.may_hold(seat)
        if not self.recorded.hands[seat].complete:
            for other in self.seats:
                cards &= ~self.owned[other] if other != seat else -1
        return cards

    def findings(self) -> Iterator[Finding]:
        """Yield the breaches and the undecided cards, in order."""
        gone = 0
        for trick, cards in enumerate(self.recorded.tricks):
            lain: tuple[int, ...] = ()
            for place, card in enumerate(cards):
                seat = self._seat(trick, place)
                tricks = self._after[lain]
                if (trick, place) in self.wrong:
                    yield self._with_legal(self.wrong[trick, place], tricks, gone)
                elif seat < 0:
                    yield Finding(trick, place, seat, None)
                elif not card:
                    yield self._judge_forgotten(trick, place, tricks, gone)
                else:
                    yield from self._judge(trick, place, card, tricks, gone)
                lain = (*lain, self._may_be(trick, place, card, seat))
                gone |= card

    def ahead(self, trick: int) -> Open:
        """Return the place of the next card, the first of `trick` or one behind the cards that lie in it."""
        cards = self.recorded.tricks[trick] if trick < len(self.recorded.tricks) else ()
        seat = self._next_seat(trick, len(cards))
        gone = self.recorded.shown
        if seat < 0:
            return Open(trick, seat, 0, 0, self.recorded.pack & ~gone)
        lain = tuple(self._may_be(trick, place, card, self._seat(trick, place)) for place, card in enumerate(cards))
        tricks = self._after[lain]
        held = self._held(seat, trick, gone)
        possible = held.certain | held.possible
        told = {card: self._lawful(seat, trick, card, tricks, held) for card in split(possible)}
        return Open(
            trick,
            seat,
            together(card for card, lawful in told.items() if lawful),
            together(card for card, lawful in told.items() if lawful is False),
            possible,
            self._forced(seat, trick, tricks, held),
        )

    def _forced(self, seat: int, trick: int, tricks: Sequence[Trick], held: Held) -> int:
        """Return the only card that `seat` may play, 0 where there are more or the hand is not known."""
        hand = held.known if self._counts(seat) else None
        own = self.recorded.owes(seat, trick)
        legal = {faced.binding(hand, own) for faced in tricks} if hand else {0}
        return only if len(legal) == 1 and (only := legal.pop()).bit_count() == 1 else 0

    def _next_seat(self, trick: int, place: int) -> int:
        """Return the seat of the card to be played, -1 where this course does not tell it."""
        leader = self._seat(trick, 0) if place else find_leader(self.recorded, self.course, trick)
        return (leader + place) % len(self.seats) if leader >= 0 else -1

    def _lawful(self, seat: int, trick: int, card: int, tricks: Sequence[Trick], held: Held) -> bool | None:
        """Return whether `card` may be played if it is in the hand, None where it is not known."""
        own = self.recorded.owes(seat, trick)
        forbidden = [faced.forbids(card, own) for faced in tricks]
        held = held.having(card)
        if all(held.must_have(cards) for cards in forbidden):
            return False
        if excusable(card, own):
            return self._lawful_whole(seat, trick, card, tricks, held)
        open_ = any(held.may_have(cards) for cards in forbidden) or (any(forbidden) and not self._counts(seat))
        return None if open_ else True

    def _lawful_whole(self, seat: int, trick: int, card: int, tricks: Sequence[Trick], held: Held) -> bool | None:
        """Return the same of a card that another would excuse, which only a hand can tell that is known."""
        hand = held.known if self._counts(seat) else None
        own = self.recorded.owes(seat, trick)
        told = {bool(card & faced.binding(hand, own)) for faced in tricks} if hand else set()
        return told.pop() if len(told) == 1 else None

    def _seat(self, trick: int, place: int) -> int:
        if trick >= len(self.course.seats) or place >= len(self.course.seats[trick]):
            return -1
        return self.course.seats[trick][place]

    def _may_be(self, trick: int, place: int, card: int, seat: int) -> int:
        """Return the cards that may have been played there."""
        return self._surely(trick, place, card, seat) or self._unseen(seat)

    def _surely(self, trick: int, place: int, card: int, seat: int) -> int:
        """Return the card if it was surely played there: one that is misplaced, or stands twice, may have been any."""
        if (trick, place) in self.wrong:
            return 0
        his = seat >= 0 and self.recorded.hands[seat].complete and self.played[seat].count(card) == 1
        return card if his or not self.doubtful else 0

    def _unseen(self, seat: int) -> int:
        unseen = self.may_hold[seat] & ~self.recorded.shown if seat >= 0 and not self.doubtful else 0
        return unseen or self.recorded.play.deck.all

    def _misplaced(self) -> Iterator[Finding]:
        """Yield the cards that cannot have been played where they stand."""
        gone = 0
        held = [hand.known for hand in self.recorded.hands]
        for trick, cards in enumerate(self.recorded.tricks):
            for place, card in enumerate(cards):
                seat = self._seat(trick, place)
                reason = self._misplace(trick, place, card, seat, gone, held)
                if reason:
                    yield Finding(trick, place, seat, reason)
                gone |= card

    def _misplace(self, trick: int, place: int, card: int, seat: int, gone: int, held: list[int]) -> Reason | None:
        if place >= len(self.seats) or trick >= self.recorded.size:
            return "WRONG_LENGTH"
        if card & ~self.recorded.pack:
            return "NOT_IN_PACK"
        if seat >= 0 and self.recorded.hands[seat].complete:
            his = held[seat] & card or not card
            held[seat] &= ~card
            return None if his else "NOT_IN_HAND"
        if card & gone:
            return "CARD_TWICE"
        if seat < 0 or not card:
            return None
        held[seat] |= card
        mine = card & self.recorded.may_hold(seat) and held[seat].bit_count() <= self.recorded.size
        return None if mine else "NOT_IN_HAND"

    def _judge(self, trick: int, place: int, card: int, tricks: Sequence[Trick], gone: int) -> Iterator[Finding]:
        seat = self._seat(trick, place)
        own = self.recorded.owes(seat, trick)
        if not any(faced.forbids(card, own) for faced in tricks) and not excusable(card, own):
            return
        held = self._held(seat, trick, gone)
        lawful = self._lawful(seat, trick, card, tricks, held)
        if lawful is False and self._surely(trick, place, card, seat):
            yield self._with_legal(self._breach(trick, place, card, tricks, held), tricks, gone)
        elif not lawful:
            yield Finding(trick, place, seat, None)

    def _judge_forgotten(self, trick: int, place: int, tricks: Sequence[Trick], gone: int) -> Finding:
        """Return what is found about a card that nobody remembers: a breach if each that it may have been is one."""
        seat = self._seat(trick, place)
        held = self._held(seat, trick, gone)
        options = split(self._unseen(seat))
        if self.doubtful or any(self._lawful(seat, trick, card, tricks, held) is not False for card in options):
            return Finding(trick, place, seat, None)
        breaches = [self._breach(trick, place, card, tricks, held) for card in options]
        names = [duty.name for duty in (*tricks[0].duties, *self.recorded.owes(seat, trick))]
        breach = max(breaches, key=lambda found: names.index(found.reason) if found.reason else -1)
        alike = all(found.seen == breach.seen for found in breaches)
        return self._with_legal(breach._replace(seen=breach.seen if alike else None), tricks, gone)

    def _held(self, seat: int, trick: int, gone: int) -> Held:
        """Return what `seat` has in hand before its card of `trick`, as far as the record lets it be known."""
        before = self.played[seat][:trick]
        certain = together(self.played[seat][trick:]) & ~self.doubtful
        if all(before) and not self.doubtful:
            certain |= self.recorded.hands[seat].known & ~together(before)
        possible = self.may_hold[seat] & ~certain & ~together(before)
        if not self.recorded.hands[seat].complete:
            possible &= ~gone & ~self.doubtful
        count = self.recorded.size - trick - certain.bit_count()
        return Held(certain, possible, count if self._counts(seat) else possible.bit_count() + 1)

    def _counts(self, seat: int) -> bool:
        """Return whether the number of cards proves anything about `seat`: not where the record contradicts itself."""
        if self.recorded.hands[seat].complete:
            return not self.owned[seat] & self.doubtful
        return not self.doubtful

    def _breach(self, trick: int, place: int, card: int, tricks: Sequence[Trick], held: Held) -> Finding:
        """Return the breach, with the first card played later that proves it.

        Where the suit led is forgotten, the last of the duties that come into question is named: a trump had to be
        played, whether to follow suit or for want of it.
        """
        seat = self._seat(trick, place)
        own = self.recorded.owes(seat, trick)
        told = [proven_duty(faced, card, held, own) for faced in tricks]
        names = [duty.name for duty in (*tricks[0].duties, *own)]
        reason, met = max(told, key=lambda duty: names.index(duty[0]))
        later = ((index, shown) for index, shown in enumerate(self.played[seat]) if index > trick)
        return Finding(trick, place, seat, reason, seen=next((seen for seen in later if seen[1] & met), None))

    def _with_legal(self, finding: Finding, tricks: Sequence[Trick], gone: int) -> Finding:
        if finding.seat < 0 or finding.trick >= self.recorded.size:
            return finding
        hand = self._hand(finding, gone)
        own = self.recorded.owes(finding.seat, finding.trick)
        legal = {faced.binding(hand, own) for faced in tricks} if hand is not None else set[int]()
        return finding._replace(legal=legal.pop() if len(legal) == 1 else None)

    def _hand(self, finding: Finding, gone: int) -> int | None:
        """Return the hand from which a card was to be played: as recorded, or as known from what was played."""
        hand = self.recorded.hands[finding.seat]
        before = self.played[finding.seat][: finding.trick]
        if hand.complete and all(before):
            return hand.known & ~together(before)
        return self._held(finding.seat, finding.trick, gone).known if self._counts(finding.seat) else None
