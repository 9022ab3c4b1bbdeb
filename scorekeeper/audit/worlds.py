"""The possible courses of a recorded deal: the player of each card, the winner of each trick.

Where nobody remembers a card the record may fit several courses. What holds in all of them is certain, because the
true one is among them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate, chain, product
from operator import or_
from typing import NamedTuple

from scorekeeper.audit.work import ENDLESS, Work
from scorekeeper.cards.cardset import FORGOTTEN, split, together
from scorekeeper.cards.obligations import Owed, Own
from scorekeeper.cards.trick_rules import AfterAny, Play, Trick

MOST = 64  # most courses to follow; beyond it the rest of the record is undecided
_BEGIN = 5  # steps for one trick of one course
_CARDS_PER_STEP = 16  # that are tried in finding who may have won a trick


# The order of the seats, by their number and the leader.
ORDERS = [[tuple((leader + place) % seats for place in range(seats)) for leader in range(seats)] for seats in range(9)]


class Hand(NamedTuple):
    """The known parts of a hand when the first card is led: sets of cards.

    known     cards that it has
    complete  whether these are all
    barred    cards that it cannot have
    """

    known: int = 0
    complete: bool = False
    barred: int = 0


@dataclass
class Recorded:
    """The recorded cards of a deal, players by their seats from 0 for forehand; never changed, but too many to freeze.

    pack    the cards that are in the game
    size    how many cards a hand has
    aside   cards that are in nobody's hand when the first card is led
    tricks  the cards of each trick in the order of play, FORGOTTEN among them
    led     the seat that led each trick behind the first, as far as somebody remembers it: -1 for nobody
    own     what only one player owes in one trick
    work    the steps that are left to its audit

    `possible` are the cards that each seat may have when the first card is led, by what is known of all hands.
    """

    play: Play
    pack: int
    size: int
    leader: int
    hands: tuple[Hand, ...]
    tricks: tuple[tuple[int, ...], ...]
    aside: int = 0
    led: tuple[int, ...] = ()
    own: Own = field(default_factory=dict)
    work: Work = field(default=ENDLESS, repr=False, compare=False)
    possible: list[int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        placed = self.aside | together(known for known, _, _ in self.hands)
        self.possible = [
            known if complete else self.pack & ~(placed | barred) | known for known, complete, barred in self.hands
        ]

    def owes(self, seat: int, index: int) -> tuple[Owed, ...]:
        """Return the duties of `seat` alone in a trick."""
        return self.own.get((seat, index), ())

    def led_by(self, index: int) -> int:
        """Return the remembered leader of a trick, -1 for none."""
        return self.led[index] if index < len(self.led) else -1

    def with_card(self, index: int, place: int, card: int) -> "Recorded":
        """Return the record with another card at a place of a trick."""
        tricks = [list(cards) for cards in self.tricks]
        tricks[index][place] = card
        return replace(self, tricks=tuple(map(tuple, tricks)))

    @cached_property
    def has_all_tricks(self) -> bool:
        """Whether every card of every trick is known; a trick may also be left out between others."""
        is_full = (len(trick) >= len(self.hands) and FORGOTTEN not in trick for trick in self.tricks)
        return len(self.tricks) >= self.size and all(is_full)

    @cached_property
    def trick_of(self) -> dict[int, int]:
        """The trick from 1 in which each known card was played."""
        return {card: number for number, trick in enumerate(self.tricks, start=1) for card in trick}

    @cached_property
    def in_tricks(self) -> int:
        """All known cards of the tricks."""
        return together(chain.from_iterable(self.tricks))

    def lain_before(self, index: int, place: int) -> int:
        """Return the known cards that were played before a place of a trick."""
        return self._before[index] | together(self.tricks[index][:place] if place else ())

    @cached_property
    def _before(self) -> list[int]:
        """The known cards of the tricks before each trick, and before the one after the last."""
        return list(accumulate(map(together, self.tricks), or_, initial=0))

    @cached_property
    def unseen(self) -> list[int]:
        """The cards that each seat may have and that no trick shows."""
        return [cards & self.pack & ~self.in_tricks for cards in self.possible]

    @cached_property
    def beside(self) -> tuple[int, int]:
        """The cards that may lie aside beside the known ones there, and how many do."""
        known = together([hand.known for hand in self.hands])
        number = self.pack.bit_count() - self.size * len(self.hands) - self.aside.bit_count()
        return self.pack & ~(self.in_tricks | known | self.aside), number

    @cached_property
    def gaps(self) -> list[tuple[int, int]]:
        """The forgotten cards of the tricks: trick and place from 0."""
        return [
            (index, place) for index, cards in enumerate(self.tricks) for place, card in enumerate(cards) if not card
        ]

    @cached_property
    def tricks_with_gaps(self) -> list[int]:
        """The tricks, from 0, with a forgotten card."""
        return [index for index, cards in enumerate(self.tricks) if FORGOTTEN in cards]

    @cached_property
    def is_plain(self) -> bool:
        """Whether no trick has too many cards, no card is in two, and each is of the pack."""
        players = len(self.hands)
        known = [card for cards in self.tricks for card in cards if card]
        fits = len(self.tricks) <= self.size and all(len(cards) <= players for cards in self.tricks)
        return fits and len(known) == self.in_tricks.bit_count() and not self.in_tricks & ~self.pack

    def cards_of_seats(self, index: int, seats: tuple[int, ...]) -> list[int]:
        """Return the card of each seat in a trick that was played by `seats` in this order, 0 if unknown."""
        if (index, seats) not in self._cards_of_seats:
            played = dict(zip(seats, self.tricks[index], strict=False))
            self._cards_of_seats[index, seats] = [played.get(seat, FORGOTTEN) for seat in range(len(self.hands))]
        return self._cards_of_seats[index, seats]

    @cached_property
    def _cards_of_seats(self) -> dict[tuple[int, tuple[int, ...]], list[int]]:
        return {}

    @cached_property
    def won_by(self) -> dict[tuple[int, ...], set[int]]:
        """The places in a trick that may have won it, by the cards that may lie in each; courses often ask the same."""
        return {}

    @cached_property
    def options(self) -> dict[tuple[object, ...], Iterable[tuple[Mapping[int, int], Trick]]]:
        """The possible cards of places and the tricks after them, as a search for whole deals asked for them."""
        return {}

    @cached_property
    def ways(self) -> dict[tuple[object, ...], Iterable[Mapping[int, int]]]:
        """The possible cards of places with which a trick is won, as a search for whole deals asked for them."""
        return {}

    @cached_property
    def layouts(self) -> dict[tuple[tuple[int, ...], ...], object]:
        """The places of the unknown cards, by the seats of the tricks, as a search for whole deals asked for them."""
        return {}

    @cached_property
    def tricks_after(self) -> AfterAny:
        """The possible tricks after cards known only as sets."""
        return AfterAny(self.play)


class Course(NamedTuple):
    """One course of the tricks: the seat of each card, and the seat that won.

    `seats` is empty for a trick in which it cannot be said who played what; a winner is -1 where there is none yet, or
    where it does not matter, because nobody remembers a card of the next trick either.
    """

    seats: tuple[tuple[int, ...], ...] = ()
    winners: tuple[int, ...] = ()


def enumerate_courses(recorded: Recorded) -> tuple[Course, ...]:
    """Return the possible courses of the record, all of the same length."""
    courses: tuple[Course, ...] = (Course(),)
    for index in range(len(recorded.tricks)):
        rightful = [course.winners[-1] if index else recorded.leader for course in courses]
        orders = {leader: _find_orders(recorded, leader, index) for leader in set(rightful)}
        begun = [(course, seats) for course, leader in zip(courses, rightful, strict=True) for seats in orders[leader]]
        wrong = {seats for seats in chain(*orders.values()) if _contradicts(recorded, seats, index)}
        fitting = [one for one in begun if one[1] not in wrong] if wrong else begun
        fitting = fitting or _led_by_another(recorded, courses, index) or begun
        winners = {seats: _winners(recorded, seats, index) for seats in {seats for _, seats in fitting}}
        ended = tuple(
            [
                Course((*course.seats, seats), (*course.winners, winner))
                for course, seats in fitting
                for winner in winners[seats]
            ]
        )
        if len(ended) > MOST or not recorded.work.take(_BEGIN * len(begun)):
            return courses
        courses = ended
    return courses


def infer_cards(recorded: Recorded) -> tuple[Recorded, tuple[Course, ...]]:
    """Return the record with every forgotten card that can be inferred, and its possible courses.

    A card that becomes known may leave only one for the next.
    """
    courses = enumerate_courses(recorded)
    for index, cards in enumerate(recorded.tricks):
        orders = {course.seats[index] if index < len(course.seats) else () for course in courses}
        for place, card in enumerate(cards):
            if card == FORGOTTEN and all(place < len(order) for order in orders):
                left = {recorded.possible[order[place]] & ~recorded.in_tricks for order in orders}
                if len(left) == 1 and (only := left.pop()).bit_count() == 1:
                    return infer_cards(recorded.with_card(index, place, only))
    return recorded, courses


def _find_orders(recorded: Recorded, rightful: int, index: int) -> list[tuple[int, ...]]:
    """Return the possible seats of a trick: led by the winner of the one before, or by a different remembered leader.

    The cards may show whether it was led out of turn or is remembered wrongly.
    """
    remembered = recorded.led_by(index) if index else -1
    leaders = [rightful, remembered] if -1 not in (rightful, remembered) else [max(rightful, remembered)]
    return [*dict.fromkeys([_seats(recorded, leader, index) for leader in leaders])]


def _led_by_another(recorded: Recorded, courses: Iterable[Course], index: int) -> list[tuple[Course, tuple[int, ...]]]:
    """Return the courses with a wrong leader of a trick that whole hands show.

    With two players it is the same as two cards recorded in the wrong order.
    """
    players = len(recorded.hands)
    known = sum(map(bool, recorded.tricks[index]))
    whole = all(hand.complete for hand in recorded.hands) and index < recorded.size
    if not whole or players < 3 or known < 2:
        return []
    orders = [_seats(recorded, leader, index) for leader in range(players)]
    fitting = [seats for seats in orders if seats and not _contradicts(recorded, seats, index)]
    return [(course, seats) for course in courses for seats in fitting]


def _seats(recorded: Recorded, leader: int, index: int) -> tuple[int, ...]:
    """Return the seats of a trick that `leader` led; they are unknown if it lacks a card within the record."""
    cards = recorded.tricks[index]
    players = len(recorded.hands)
    lacks = len(cards) < players and index < len(recorded.tricks) - 1
    known = 0 if lacks or leader < 0 else min(players, len(cards))
    return ORDERS[players][leader][:known]


def find_leader(recorded: Recorded, course: Course, index: int) -> int:
    """Return the leader of a trick: actual, remembered, else rightful; -1 if unknown."""
    if index < len(course.seats) and course.seats[index]:
        return course.seats[index][0]
    if index and recorded.led_by(index) >= 0:
        return recorded.led_by(index)
    return find_rightful(recorded, course, index)


def find_rightful(recorded: Recorded, course: Course, index: int) -> int:
    """Return the rightful leader of a trick, the winner of the one before; -1 if unknown."""
    if not index:
        return recorded.leader
    return course.winners[index - 1] if index <= len(course.winners) else -1


def add_remembered(recorded: Recorded, course: Course) -> Course:
    """Return a course with the winners inferred from remembered leaders of the next trick."""
    if not recorded.led:
        return course
    whole = [len(cards) >= len(recorded.hands) for cards in recorded.tricks]
    winners = [
        recorded.led_by(index + 1) if winner < 0 and whole[index] else winner
        for index, winner in enumerate(course.winners)
    ]
    return course._replace(winners=tuple(winners))


def with_leaders(recorded: Recorded, course: Course, leaders: Sequence[int]) -> Course:
    """Return the course with these leaders, each of whom won the trick before if that is not known."""
    players = len(recorded.hands)
    seats = [
        ORDERS[players][leader][: len(cards)] if leader >= 0 else ()
        for leader, cards in zip(leaders, recorded.tricks, strict=True)
    ]
    winners = [*course.winners, *[-1] * (len(leaders) - len(course.winners))]
    for index, leader in enumerate(leaders[1:]):
        if winners[index] < 0:
            winners[index] = leader
    return Course(tuple(seats), tuple(winners))


def name_leaders(recorded: Recorded, course: Course) -> list[Course]:
    """Return a course with each possible leader of the tricks of which nobody remembers a card; [] if too many.

    Nobody can be named the leader of a trick that has no cards in the record.
    """
    players = len(recorded.hands)
    open_ = [index for index, seats in enumerate(course.seats) if not seats]
    blank = [recorded.tricks[index] for index in open_]
    is_told = any(any(cards) or not cards for cards in blank) or len(course.seats) < len(recorded.tricks)
    if is_told or players ** len(open_) > MOST:
        return []
    named = list[Course]()
    for chosen in product(range(players), repeat=len(open_)):
        leaders = [seats[0] if seats else -1 for seats in course.seats]
        for index, leader in zip(open_, chosen, strict=True):
            leaders[index] = leader
        named.append(with_leaders(recorded, course, leaders))
    return named


def _contradicts(recorded: Recorded, seats: Sequence[int], index: int) -> bool:
    """Return whether a card of the trick is known not to be its player's."""
    return any(
        card and not card & recorded.possible[seat] for seat, card in zip(seats, recorded.tricks[index], strict=False)
    )


def _winners(recorded: Recorded, seats: tuple[int, ...], index: int) -> Sequence[int]:
    """Return the seats that may have won a trick, -1 if there is none yet or if it does not matter."""
    cards, *following = recorded.tricks[index : index + 2]
    players = len(recorded.hands)
    winners: Sequence[int]
    if following and not any(cards) and not any(following[0]):
        winners = (-1,)
    elif not seats:
        winners = range(players) if following else (-1,)
    elif len(cards) < players:
        winners = (-1,)
    elif FORGOTTEN not in cards:
        winners = (seats[recorded.play.winner(cards[:players])],)
    else:
        winners = sorted({seats[place] for place in _winning_places(recorded, cards[:players], seats)})
    leads = recorded.led_by(index + 1)
    return (leads,) if leads in winners else winners


def _winning_places(recorded: Recorded, cards: tuple[int, ...], seats: tuple[int, ...]) -> set[int]:
    """Return the places in a trick that may have won it."""
    unseen = [recorded.possible[seat] & ~recorded.in_tricks or recorded.pack for seat in seats]
    options = tuple(card or hidden for card, hidden in zip(cards, unseen, strict=True))
    if options not in recorded.won_by:
        recorded.won_by[options], tried = _find_winning_places(recorded.play, options)
        recorded.work.take(tried // _CARDS_PER_STEP)
    return recorded.won_by[options]


def _find_winning_places(play: Play, options: Sequence[int]) -> tuple[set[int], int]:
    """Return the places in a trick that may have won it, by the cards that may lie in each, and the cards tried."""
    # The possible tricks by identity, with the winning place and that of the possibly crowned card.
    reached: dict[tuple[int, int, int], Trick] = {(id(play.empty), -1, -1): play.empty}
    crowned_card = play.crown[-1:]
    tried = 0
    for place, cards in enumerate(options):
        further: dict[tuple[int, int, int], Trick] = {}
        for (key, won, crowned), trick in reached.items():
            changing = cards & trick.changing
            if cards & ~changing:
                further[key, won, crowned] = trick
            singles = split(changing)
            tried += len(singles) + 1
            for option in singles:
                after = trick[option][1]
                emperor = place if crowned_card == (option,) else crowned
                best = won if after.best == trick.best else place if after.best == option else emperor
                further[id(after), best, emperor] = after
        reached = further
    return {place for _, place, _ in reached}, tried
