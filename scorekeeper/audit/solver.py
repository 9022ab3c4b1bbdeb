"""Complete deals that fit a record: forgotten cards are filled in with possible ones.

Every place of an unknown card gets its own card: in a trick, in a hand after the last trick, or aside. For a chosen
suit led and winning card of each trick, each other card is bound independently. So it is a matching of cards to
places, with a search over leads and winners only.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from operator import and_
from typing import Generic, NamedTuple, TypeVar

from scorekeeper.audit.matching import Domains, Filled, match
from scorekeeper.audit.work import ENDLESS, MATCHING, Work
from scorekeeper.audit.worlds import Course, Recorded
from scorekeeper.cards.cardset import FORGOTTEN, split, together
from scorekeeper.cards.obligations import Owed
from scorekeeper.cards.trick_rules import Play, Trick

TrickSeat = tuple[int, int]  # a seat, -1 for aside, and a trick, the number of those recorded for what was not played
Bounds = Mapping[int, int]  # the possible cards of some places, by their numbers
Option = tuple[Bounds, Trick]  # the possible cards of the places in a trick, and the trick after them


class Bound(Exception):  # noqa: N818 - a finding, not an error
    """The limit of the search was reached."""


class Budget:
    """The number of matchings left to try, out of the work that is left."""

    def __init__(self, most: int, work: Work = ENDLESS) -> None:
        self.left = most
        self.work = work

    @property
    def ended(self) -> bool:
        """Whether no further one may be tried."""
        return self.left <= 0 or self.work.ended

    def spend(self) -> None:
        """Count one more. Raises Bound."""
        if self.left <= 0 or not self.work.take(MATCHING):
            raise Bound
        self.left -= 1


class Target(NamedTuple):
    """A card of a record, by its trick and place from 0."""

    trick: int
    place: int


Forbidding = Callable[[Trick, int, Sequence[Owed]], int]  # the cards that make one illegal in a trick


_T = TypeVar("_T")


class Kept(Generic[_T]):
    """What an iterator yields, kept for the next time as far as somebody asked for it."""

    def __init__(self, source: Iterator[_T]) -> None:
        self._source: Iterator[_T] | None = source
        self._kept: list[_T] = []

    def __iter__(self) -> Iterator[_T]:
        return self._go_on(self._source) if self._source else iter(self._kept)

    def _go_on(self, source: Iterator[_T]) -> Iterator[_T]:
        place = 0
        while True:
            if place == len(self._kept):
                try:
                    self._kept.append(next(source))
                except StopIteration:
                    self._source = None
                    return
            yield self._kept[place]
            place += 1


class Layout:
    """The places of the unknown cards of a record whose tricks are played by `seats`.

    spots     the seat and the trick of each place
    domains   its possible cards
    unknown   all these cards
    place_of  the place of a forgotten card, by its trick and its place there
    blank     the tricks whose players are unknown
    """

    def __init__(self, recorded: Recorded, seats: Sequence[tuple[int, ...]]) -> None:
        self.seats = seats
        self.blank = tuple([index for index, order in enumerate(seats) if not order])
        self._later: dict[tuple[int, int], tuple[list[int], int]] = {}
        unseen = recorded.unseen
        gaps = [(index, place) for index, place in recorded.gaps if place < len(seats[index])]
        self.place_of = {gap: number for number, gap in enumerate(gaps)}
        self.spots = [(seats[index][place], index) for index, place in gaps]
        self.domains = [unseen[seat] for seat, _ in self.spots]
        for index in self.blank:
            shown = together(recorded.tricks[index])
            for seat, hidden in enumerate(unseen):
                self._add((seat, index), hidden | recorded.possible[seat] & shown)
        short = [order for order in seats if 0 < len(order) < len(unseen)]
        for seat, hidden in enumerate(unseen):
            left = recorded.size - len(seats) + sum([seat not in order for order in short])
            self._add((seat, len(seats)), hidden, left)
        self._add((-1, 0), *recorded.beside)
        self.unknown = together(self.domains)

    def _add(self, spot: TrickSeat, domain: int, number: int = 1) -> None:
        self.domains += [domain] * number
        self.spots += [spot] * number

    @cached_property
    def first(self) -> Filled | None:
        """A deal without regard to who won, None if there is none."""
        domains = self.domains
        places = sorted(range(len(domains)), key=lambda place: domains[place].bit_count())
        return match(domains, [FORGOTTEN] * len(domains), places)

    def find_later(self, recorded: Recorded, seat: int, trick: int) -> tuple[list[int], int]:
        """Return the places of the cards that a seat plays after a trick, and the known cards among them.

        The record is not kept here: it keeps its layouts, and would then be freed only by the collection of cycles.
        """
        if (seat, trick) not in self._later:
            places = [place for place, spot in enumerate(self.spots) if spot[0] == seat and spot[1] > trick]
            behind = range(trick + 1, len(self.seats))
            shown = together([recorded.cards_of_seats(index, self.seats[index])[seat] for index in behind])
            self._later[seat, trick] = places, shown
        return self._later[seat, trick]


def _lay_out(recorded: Recorded, seats: tuple[tuple[int, ...], ...]) -> Layout:
    """Return the places of the unknown cards, which are found once for all courses with these seats."""
    if seats not in recorded.layouts:
        recorded.layouts[seats] = Layout(recorded, seats)
    layout = recorded.layouts[seats]
    assert isinstance(layout, Layout)
    return layout


class Completion:
    """One course of a record, to be completed to whole deals."""

    def __init__(self, recorded: Recorded, course: Course, budget: Budget) -> None:
        self.recorded = recorded
        self.course = course
        self.budget = budget
        tricks = len(recorded.tricks)
        self.seats = (*course.seats[:tricks], *[()] * (tricks - len(course.seats)))
        self.layout = _lay_out(recorded, self.seats)
        self.spots = self.layout.spots
        self.domains = self.layout.domains
        self.place_of = self.layout.place_of
        self.find_later = partial(self.layout.find_later, recorded)
        self._ways: dict[int, Iterable[Bounds]] = {}
        self._cut = False  # whether a short search has ended before it had tried everything
        self._impossible = set[tuple[Target, bool, int]]()
        # The tricks with a forgotten card whose winner matters in this course.
        winners = course.winners[: tricks - 1]
        self.bound = [
            index
            for index in recorded.tricks_with_gaps
            if index < len(winners) and winners[index] >= 0 and self.seats[index] and self.seats[index + 1]
        ]

    @property
    def exact(self) -> bool:
        """Whether the players of all tricks are known."""
        return not self.layout.blank

    def knows(self, target: Target) -> bool:
        """Return whether the seat of a target is known."""
        return target.place < len(self.seats[target.trick])

    def _refill(self, domains: Domains, filled: Filled, places: Iterable[int]) -> Filled | None:
        """Return a card for each place as `fill` does; only in `places` that of `filled` may not fit."""
        wrong = [place for place in places if not filled[place] & domains[place]]
        if not wrong:
            return filled
        self.budget.spend()
        return match(domains, filled, wrong)

    def options(self, index: int, until: int, winner: int) -> Iterable[Option]:
        """Return the possible first `until` cards of a trick; `winner` is the place that must be winning, -1 for any.

        They are kept: a search asks for them again for each way to complete the tricks before, and other courses ask
        the same.
        """
        kept = self.recorded.options
        wanted = (index, until, winner, self.seats[index], self.layout.blank)
        if wanted not in kept:
            numbers = [self.place_of.get((index, place)) for place in range(until)]
            cards = self.recorded.tricks[index][:until]
            choices = [
                card if number is None else self.domains[number] for card, number in zip(cards, numbers, strict=True)
            ]
            kept[wanted] = Kept(_find_options(self.recorded.play, numbers, choices, winner))
        return kept[wanted]

    def find(
        self, target: Target | None = None, *, lawful: bool = True, forbidden: Forbidding = Trick.forbids
    ) -> Filled | None:
        """Return a fitting deal with `target` lawful or not, None if there is none. Raises Bound."""
        if self._first is None:
            return None
        for domains in self._with_target(target, lawful, forbidden) if target else (self.domains,):
            if (found := self._find_in(domains)) is not None:
                return found
        return None

    def find_soon(
        self, target: Target, *, lawful: bool, forbidden: Forbidding, without: int, each: int
    ) -> Filled | None:
        """Return a deal as `find` does in which the player of `target` has none of the cards `without` later.

        Return None if a short search finds none: for each way in which the card is lawful or not, `each` matchings
        and some more for every trick whose winner matters. One that tried everything is not repeated. Raises Bound.
        """
        asked = (target, lawful, without)
        if asked in self._impossible:
            return None
        each += 3 * len(self.bound)
        self._cut = False
        found = self._within(4 * each, partial(self._find_each, target, lawful, forbidden, without, each))
        if found is None and not self._cut:
            self._impossible.add(asked)
        return found

    def _find_each(self, target: Target, lawful: bool, forbidden: Forbidding, without: int, each: int) -> Filled | None:
        """Return a deal as `find_soon` does, with `each` matchings for each way. Raises Bound."""
        index, place = target
        later, _ = self.find_later(self.seats[index][place], index) if without else ((), 0)
        for domains in self._with_target(target, lawful, forbidden):
            for at in later:
                domains[at] &= ~without
            if (found := self._within(each, partial(self._find_in, domains))) is not None:
                return found
            if self.budget.ended:
                self._cut = True
                break
        return None

    def _within(self, matchings: int, find: Callable[[], Filled | None]) -> Filled | None:
        """Return what `find` finds with so many of the matchings that are left, None if it needs more."""
        whole = self.budget
        most = min(matchings, whole.left)
        self.budget = Budget(most, whole.work)
        try:
            return find()
        except Bound:
            self._cut = True
            return None
        finally:
            whole.left -= most - self.budget.left
            self.budget = whole

    @cached_property
    def _first(self) -> Filled | None:
        """A deal without regard to who won, None if there is none. Raises Bound."""
        self.budget.spend()
        return self.layout.first

    def _find_in(self, domains: Domains) -> Filled | None:
        """Return a deal out of these domains. Raises Bound."""
        first = self._first
        if first is None:
            return None
        wrong = [place for place, card in enumerate(first) if not card & domains[place]]
        if wrong:
            self.budget.spend()
        if not self._can_win(domains):
            return None  # most end here, before cards are given to all places
        filled = match(domains, first, wrong) if wrong else first
        return None if filled is None else self._win(domains, filled)

    def _can_win(self, domains: Domains) -> bool:
        """Return whether the winner of the first trick whose winner matters can win it."""
        if not self.bound:
            return True
        for bound in self.ways(self.bound[0]):  # noqa: SIM110 - as in `_fits`
            if _fits(domains, bound):
                return True
        return False

    def _win(
        self, domains: Domains, filled: Filled, done: tuple[int, ...] = (), *, turning: bool = True
    ) -> Filled | None:
        """Return a deal with the winners of the course in all tricks that are not `done`.

        A trick in which nothing fits is the first one from then on. Else each way of those before it would be tried.
        """
        index = self._next(done)
        if index < 0:
            return filled
        for bound in self.ways(index):
            self.budget.work.take(1)
            if not _fits(domains, bound):
                continue
            narrowed = _narrow(domains, bound)
            refilled = self._refill(narrowed, filled, bound)
            if refilled is None:
                continue
            if (found := self._win(narrowed, refilled, (*done, index))) is not None:
                return found
            if turning and self._next(done) != index:
                return self._win(domains, filled, done, turning=False)
        self.bound.remove(index)
        self.bound.insert(0, index)
        return None

    def _next(self, done: tuple[int, ...]) -> int:
        """Return the next trick whose winner matters, -1 for none."""
        for index in self.bound:
            if index not in done:
                return index
        return -1

    def ways(self, index: int) -> Iterable[Bounds]:
        """Return the possible cards of places in a trick for each way in which the winner of the course wins it."""
        if index not in self._ways:
            self._ways[index] = self._find_ways(index)
        return self._ways[index]

    def _find_ways(self, index: int) -> Iterable[Bounds]:
        """Return the ways to win a trick, which are kept for all courses."""
        winner = self.seats[index].index(self.course.winners[index])
        kept = self.recorded.ways
        wanted = (index, winner, self.seats[index], self.layout.blank)
        if wanted not in kept:
            kept[wanted] = Kept(bound for bound, _ in self.options(index, len(self.recorded.hands), winner))
        return kept[wanted]

    def _with_target(self, target: Target, lawful: bool, forbidden: Forbidding) -> Iterator[Domains]:
        """Yield the domains with a lawful or unlawful card of the target: its seat has a better one later, or has not.

        There is one for each possible lead and best card before it and, if it is forgotten itself, each possible card.
        Those without a deal are only counted as a matching. Raises Bound.
        """
        index, place = target
        seat = self.seats[index][place]
        known = self.recorded.tricks[index][place]
        own = self.recorded.owes(seat, index)
        later, shown = self.find_later(seat, index)
        may_be_later = shown | self.layout.unknown
        for bound, trick in self.options(index, place, -1):
            for card in [known] if known else split(self.domains[self.place_of[target]]):
                self.budget.work.take(1)
                wanted = forbidden(trick, card, own)
                if wanted & shown if lawful else not wanted & may_be_later:
                    continue
                narrowed = _narrow(self.domains, bound if known else {**bound, self.place_of[target]: card})
                if lawful:
                    for at in later:
                        narrowed[at] &= ~wanted
                    yield narrowed
                elif wanted & shown:
                    yield narrowed
                else:
                    yield from self._with_one_later(narrowed, later, wanted & self.layout.unknown)

    def _with_one_later(self, domains: Domains, later: Sequence[int], wanted: int) -> Iterator[Domains]:
        """Yield the domains in which each card of `wanted` lies in one of the places `later`. Raises Bound.

        There is no deal if the winner of a trick cannot win it whatever lies there, or if a card has no place left:
        that counts as a matching, but nobody lays it out.
        """
        first = self._first
        if first is None:
            return
        can_win = self._can_win(domains)
        is_crowded = self.layout.unknown.bit_count() <= len(domains)  # every card needs a place
        held = together([domains[at] for at in later]) if is_crowded else wanted
        kept = together([first[at] for at in later]) if all(map(and_, first, domains)) else 0
        for one in reversed(split(wanted)):
            if one & kept or (can_win and one & held):
                only_later = [cards & ~one for cards in domains]
                for at in later:
                    only_later[at] = domains[at]
                yield only_later
                can_win = self._can_win(domains)
            else:
                self.budget.spend()

    def is_lawful(self, filled: Filled, target: Target) -> bool:
        """Return whether a card is lawful in a deal that was found."""
        index, place = target
        seat = self.seats[index][place]
        cards = self.recorded.tricks[index][: place + 1]
        *before, card = [card or filled[self.place_of[index, at]] for at, card in enumerate(cards)]
        later, shown = self.find_later(seat, index)
        hand = shown | together(filled[at] for at in later)
        return not self.recorded.play.after(before).forbids(card, self.recorded.owes(seat, index)) & hand


def _find_options(play: Play, numbers: Sequence[int | None], choices: Sequence[int], winner: int) -> Iterator[Option]:
    """Yield the possible cards of the places `numbers` out of `choices`, None for a place with a known card."""
    if not choices:
        yield {}, play.empty
        return
    leads = {led: play.running(led) for led in {play.deck.suit_of[card] for card in split(choices[0])}}
    for place in range(len(choices)) if winner < 0 else (winner,):
        for best in reversed(split(choices[place])):
            for led, running in leads.items():
                if best & running and (place or best & led):
                    after = play.trick(led, best)
                    bound = [cards & ~(after.winning | best) for cards in choices]
                    bound[0] &= led
                    bound[place] = best
                    ways = _crowned_ways(play, choices, bound, place, led) if play.crowns(led) else ((bound, 0),)
                    for way, met in ways:
                        if all(way):
                            found = {at: cards for at, cards in zip(numbers, way, strict=True) if at is not None}
                            yield found, play.trick(led, best, met) if met else after


def _fits(domains: Domains, bounds: Bounds) -> bool:
    """Return whether each of the places that are bound has a card left."""
    for place, cards in bounds.items():  # noqa: SIM110 - a generator takes twice as long, and nothing is asked as often
        if not domains[place] & cards:
            return False
    return True


def _narrow(domains: Domains, bounds: Bounds) -> Domains:
    narrowed = domains.copy()
    for place, cards in bounds.items():
        narrowed[place] &= cards
    return narrowed


def _crowned_ways(
    play: Play, choices: Sequence[int], bound: list[int], winner: int, led: int
) -> Iterator[tuple[list[int], int]]:
    """Yield the possible cards with `bound` of these winning at the place `winner`, and the emperors that have met."""
    best = bound[winner]
    yield from _uncrowned(play, bound, winner, best)
    if best == play.crown[-1]:
        yield from ((way, sum(play.crown)) for way in _crowned(play, choices, winner, led))


def _uncrowned(play: Play, bound: list[int], winner: int, best: int) -> Iterator[tuple[list[int], int]]:
    """Yield the layouts of the cards without the emperor's trick; only a winning Sküs restricts them."""
    xxi, skues, pagat = play.crown
    if best != skues:
        yield bound, 0
        return
    before = [place for place in range(len(bound)) if place < winner or (place > winner and not play.in_order)]
    after = [place for place in range(len(bound)) if place > winner or (place < winner and not play.in_order)]
    yield [cards & ~xxi if place in before else cards for place, cards in enumerate(bound)], 0
    for place in before:
        if bound[place] & xxi:
            way = [cards & ~pagat if other in after else cards for other, cards in enumerate(bound)]
            way[place] = xxi
            yield way, xxi | skues


def _crowned(play: Play, choices: Sequence[int], winner: int, led: int) -> Iterator[list[int]]:
    """Yield the layouts of the cards with the last of the emperors taking both others."""
    xxi, skues, pagat = play.crown
    others = [cards & ~sum(play.crown) for cards in choices]
    for first in range(len(choices)):
        for second in range(len(choices)):
            if len({first, second, winner}) < 3 or (play.in_order and not first < second < winner):
                continue
            way = list(others)
            way[first] = choices[first] & xxi
            way[second] = choices[second] & skues
            way[winner] = pagat
            way[0] &= led
            yield way
