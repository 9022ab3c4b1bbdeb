"""One course of a recorded deal, judged card by card by the law of play."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from scorekeeper.audit.worlds import Course, Recorded, find_leader
from scorekeeper.cards.cardset import FORGOTTEN, split, together
from scorekeeper.cards.obligations import Owed, Reason, excusable
from scorekeeper.cards.trick_rules import Trick

_SPOT = 5  # steps to judge one card
_TRICKS_PER_STEP = 6  # and one more for so many tricks that may lie there
_BREACH = 4  # to name the breach that one card would be


class PartialHand(NamedTuple):
    """A hand at one moment: `certain` cards, and `rest` more out of `possible`."""

    certain: int
    possible: int
    rest: int

    @property
    def known(self) -> int | None:
        """The whole hand if it is known."""
        if self.rest <= 0:
            return self.certain
        return self.certain | self.possible if self.possible.bit_count() == self.rest else None

    def having(self, card: int) -> "PartialHand":
        """Return the hand on the condition that `card` is in it."""
        if card & self.certain:
            return self
        return PartialHand(self.certain | card, self.possible & ~card, self.rest - 1)

    def must_have(self, cards: int) -> bool:
        """Return whether one of `cards` is certainly in the hand."""
        if self.certain & cards:
            return True
        others = (self.possible & ~cards).bit_count()
        return self.possible.bit_count() >= self.rest > others

    def may_have(self, cards: int) -> bool:
        """Return whether one of `cards` may be in the hand."""
        return bool((self.certain | (self.possible if self.rest > 0 else 0)) & cards)


class Finding(NamedTuple):
    """One card judged in one course: its trick and place from 0, its seat (-1: unknown), and the finding.

    `reason` is None if it cannot be decided. `legal` is a set of cards, `seen` the trick from 0 and the card.
    `proof` are such cards, with trick -1 for a hand, if only several together leave no other deal.
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
    possible  cards that may be in the seat's hand
    forced    the only legal card of a known hand, 0 for none
    """

    trick: int
    seat: int
    legal: int
    illegal: int
    possible: int
    forced: int = 0


class TrickSeat(NamedTuple):
    """A place in a trick: its trick and place from 0, its seat, and the seat's situation there.

    tricks   the possible states of the trick
    own      the duties of the seat alone
    partial  the cards in its hand
    counted  whether the number of its cards proves anything
    """

    trick: int
    place: int
    seat: int
    tricks: Sequence[Trick]
    own: Sequence[Owed]
    partial: PartialHand
    counted: bool

    @property
    def hand(self) -> int | None:
        """The whole hand if it is known."""
        return self.partial.known if self.counted else None

    def legal(self, hand: int | None) -> int | None:
        """Return the legal cards of a hand, None if the hand or the trick leaves it open."""
        legal = set[int]() if hand is None else {faced.binding(hand, self.own) for faced in self.tricks}
        return legal.pop() if len(legal) == 1 else None

    def lawful(self, card: int) -> bool | None:
        """Return whether `card` may be played if it is in the hand, None if unknown."""
        forbidden = {faced.forbids(card, self.own) for faced in self.tricks}
        hand = self.partial.having(card)
        if all(hand.must_have(cards) for cards in forbidden):
            return False
        if excusable(
            card, [duty for duty in self.own if not hand.must_have(duty.unless)]
        ):  # only a known hand decides it
            known = hand.known if self.counted else None
            answers = {bool(card & faced.binding(known, self.own)) for faced in self.tricks} if known else set()
            return answers.pop() if len(answers) == 1 else None
        open_ = any(hand.may_have(cards) for cards in forbidden) or (any(forbidden) and not self.counted)
        return None if open_ else True

    def breach(self, cards: Iterable[int], later: Iterable[tuple[int, int]]) -> Finding:
        """Return the breach that each of `cards` would be, with the first card played later that proves it.

        It is the first duty that the certain cards prove broken: a hand known only in part may have met an earlier
        duty. If the suit led or the card itself is forgotten, it is the last of the possible duties: a trump had to be
        played, either to follow suit or for lack of it.
        """
        names = [duty.name for duty in (*self.tricks[0].duties, *self.own)]
        found = list[tuple[int, tuple[int, int] | None]]()
        for card in cards:
            proven = list[tuple[int, int]]()
            for faced in self.tricks:
                better = faced.forbids(card, self.own)
                duties = [duty for duty in (*faced.duties, *self.own) if card & duty.breaking]
                broken = [(duty.name, duty.meeting & better) for duty in duties if not duty.unless]
                broken += [(duty.name, duty.meeting) for duty in duties if duty.unless]
                name, met = next((duty for duty in broken if self.partial.must_have(duty[1])), broken[0])
                proven.append((names.index(name), met & self.partial.certain))
            place, met = max(proven, key=lambda duty: duty[0])
            found.append((place, next((seen for seen in later if seen[1] & met), None)))
        place, shown = max(found, key=lambda one: one[0])
        alike = all(seen == shown for _, seen in found)
        return Finding(self.trick, self.place, self.seat, names[place], seen=shown if alike else None)


Case = tuple[object, ...]  # all that the finding about a card depends on, of what courses of a record differ in


class Judge:
    """One course of a record, judged card by card.

    `found` has what was found in other courses; with forgotten cards most cases recur.
    """

    def __init__(self, recorded: Recorded, course: Course, found: dict[Case, Finding | None] | None = None) -> None:
        self.recorded = recorded
        self.course = course
        self.found = {} if found is None else found
        self._after = recorded.tricks_after
        # The card played by each seat in each trick from 0, 0 if unknown.
        tricks = [recorded.cards_of_seats(index, order) for index, order in enumerate(course.seats)]
        self.played = [*zip(*tricks, strict=True)] or [()] * len(recorded.hands)
        self.owned = [together(cards) for cards in self.played]
        everything = twice = 0
        for cards in self.owned:
            twice |= everything & cards
            everything |= cards
        self.may_hold = [
            cards if hand.complete else cards & ~(everything & ~own | twice)
            for cards, hand, own in zip(recorded.possible, recorded.hands, self.owned, strict=True)
        ]
        self.wrong = {} if self._fits() else {(found.trick, found.place): found for found in self._misplaced()}
        self.doubtful = together(recorded.tricks[trick][place] for trick, place in self.wrong)

    def find(self, trick: int, place: int) -> Finding | None:
        """Return the finding about a card, None if it was legal."""
        seat = self._seat(trick, place)
        wrong = self.wrong.get((trick, place))
        if seat < 0 or trick >= self.recorded.size:
            return wrong or Finding(trick, place, seat, None)
        card = self.recorded.tricks[trick][place]
        lain = self._lain(trick, place)
        if not (wrong or not card or self._is_questionable(card, self._after[lain], seat, trick)):
            return None
        if self.wrong:
            return self._find(trick, place, seat, lain)
        case = (trick, place, seat, lain, self.may_hold[seat], self.played[seat])
        if case not in self.found:
            self.found[case] = self._find(trick, place, seat, lain)
        return self.found[case]

    def _find(self, trick: int, place: int, seat: int, lain: tuple[int, ...]) -> Finding | None:
        """Return the finding about a card that some hand could make illegal."""
        card = self.recorded.tricks[trick][place]
        spot = self._spot(trick, place, seat, self._after[lain])
        found = self.wrong.get((trick, place)) or self._judge(spot, card)
        return found._replace(legal=spot.legal(self._hand(spot))) if found and found.reason else found

    def ahead(self, trick: int) -> Open:
        """Return the place of the next card, after the cards that lie in `trick`."""
        recorded = self.recorded
        cards = recorded.tricks[trick] if trick < len(recorded.tricks) else ()
        leader = self._seat(trick, 0) if cards else find_leader(recorded, self.course, trick)
        if leader < 0:
            return Open(trick, -1, 0, 0, recorded.pack & ~recorded.in_tricks)
        seat = (leader + len(cards)) % len(recorded.hands)
        spot = self._spot(trick, len(cards), seat, self._after[self._lain(trick, len(cards))])
        possible = spot.partial.certain | spot.partial.possible
        lawful = {card: spot.lawful(card) for card in split(possible)}
        legal = together(card for card, answer in lawful.items() if answer)
        illegal = together(card for card, answer in lawful.items() if answer is False)
        forced = spot.legal(spot.hand) or 0
        return Open(trick, seat, legal, illegal, possible, forced if forced.bit_count() == 1 else 0)

    def _seat(self, trick: int, place: int) -> int:
        if trick >= len(self.course.seats) or place >= len(self.course.seats[trick]):
            return -1
        return self.course.seats[trick][place]

    def _is_questionable(self, card: int, tricks: Sequence[Trick], seat: int, trick: int) -> bool:
        """Return whether some hand could make a card illegal; for most cards this avoids computing the hand."""
        own = self.recorded.owes(seat, trick)
        for faced in tricks:
            if faced.forbids(card, own):
                return True
        return excusable(card, own)

    def _spot(self, trick: int, place: int, seat: int, tricks: Sequence[Trick]) -> TrickSeat:
        """Return a place in a trick with the hand of its seat, as far as the record shows it."""
        self.recorded.work.take(_SPOT + len(tricks) // _TRICKS_PER_STEP)
        hand = self.recorded.hands[seat]
        before = self.played[seat][:trick]
        gone = together(before)
        certain = together(self.played[seat][trick:]) & ~self.doubtful
        if all(before) and not self.doubtful:
            certain |= hand.known & ~gone
        possible = self.may_hold[seat] & ~certain & ~gone
        if not hand.complete:
            possible &= ~self.recorded.lain_before(trick, place) & ~self.doubtful
        # The number of cards proves nothing where the record contradicts itself.
        counted = not (self.owned[seat] & self.doubtful if hand.complete else self.doubtful)
        rest = self.recorded.size - trick - certain.bit_count() if counted else possible.bit_count() + 1
        return TrickSeat(
            trick, place, seat, tricks, self.recorded.owes(seat, trick), PartialHand(certain, possible, rest), counted
        )

    def _hand(self, spot: TrickSeat) -> int | None:
        """Return the hand for a card to be played: as recorded, or inferred from played cards."""
        hand = self.recorded.hands[spot.seat]
        before = self.played[spot.seat][: spot.trick]
        return hand.known & ~together(before) if hand.complete and all(before) else spot.hand

    def _lain(self, trick: int, until: int) -> tuple[int, ...]:
        """Return the cards that may lie in the first places of a trick, a set for each."""
        known = self.recorded.tricks[trick][:until] if until else ()
        if not known or (FORGOTTEN not in known and not self.wrong):
            return known
        seats = enumerate(zip(known, self.course.seats[trick], strict=False))
        return tuple([self._surely(trick, place, card, seat) or self._unseen(seat) for place, (card, seat) in seats])

    def _surely(self, trick: int, place: int, card: int, seat: int) -> int:
        """Return the card if it was surely played there: a misplaced or doubled one may have been any."""
        if (trick, place) in self.wrong:
            return 0
        is_known = seat >= 0 and self.recorded.hands[seat].complete and self.played[seat].count(card) == 1
        return card if is_known or not self.doubtful else 0

    def _unseen(self, seat: int) -> int:
        unseen = self.may_hold[seat] & ~self.recorded.in_tricks if seat >= 0 and not self.doubtful else 0
        return unseen or self.recorded.play.deck.all

    def _fits(self) -> bool:
        """Return whether no card is misplaced, which is seen by the cards of each seat at once."""
        recorded = self.recorded
        return recorded.is_plain and all(
            not own & ~cards and (hand.complete or (hand.known | own).bit_count() <= recorded.size)
            for own, cards, hand in zip(self.owned, recorded.possible, recorded.hands, strict=True)
        )

    def _misplaced(self) -> Iterator[Finding]:
        """Yield the cards that cannot have been played at their place."""
        gone = 0
        hands = [hand.known for hand in self.recorded.hands]
        for trick, cards in enumerate(self.recorded.tricks):
            for place, card in enumerate(cards):
                seat = self._seat(trick, place)
                if reason := self._misplace(trick, place, card, seat, gone, hands):
                    yield Finding(trick, place, seat, reason)
                gone |= card

    def _misplace(self, trick: int, place: int, card: int, seat: int, gone: int, hands: list[int]) -> Reason | None:
        if place >= len(hands) or trick >= self.recorded.size:
            return "WRONG_LENGTH"
        if card & ~self.recorded.pack:
            return "NOT_IN_PACK"
        if seat >= 0 and self.recorded.hands[seat].complete:
            in_hand = hands[seat] & card or not card
            hands[seat] &= ~card
            return None if in_hand else "NOT_IN_HAND"
        if card & gone:
            return "CARD_TWICE"
        if seat < 0 or not card:
            return None
        hands[seat] |= card
        mine = card & self.recorded.possible[seat] and hands[seat].bit_count() <= self.recorded.size
        return None if mine else "NOT_IN_HAND"

    def _judge(self, spot: TrickSeat, card: int) -> Finding | None:
        """Return the finding about a card; a forgotten one is a breach if each possible card is one."""
        if card and spot.lawful(card):
            return None
        options = [card] if card else split(self._unseen(spot.seat))
        sure = self._surely(spot.trick, spot.place, card, spot.seat) if card else not self.doubtful
        if not sure or any(spot.lawful(option) is not False for option in options):
            return Finding(spot.trick, spot.place, spot.seat, None)
        self.recorded.work.take(_BREACH * len(options))
        later = [(index, shown) for index, shown in enumerate(self.played[spot.seat]) if index > spot.trick]
        return spot.breach(options, later)
