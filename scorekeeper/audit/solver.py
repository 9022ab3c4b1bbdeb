"""Complete deals that fit a record: what nobody remembers is filled in, so that it is as it was or as it may have been.

Every place of an unknown card gets a card of its own: in a trick, in a hand behind the last trick, or aside. With the
suit that was led and the card that won each trick chosen, the other cards of the trick are bound one by one; then it
is a matching of cards to places, and a search only over what led and won.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.audit.worlds import Course, Recorded
from scorekeeper.cards.cardset import FORGOTTEN, split, together
from scorekeeper.cards.obligations import Owed
from scorekeeper.cards.trick_rules import Play, Trick

Spot = tuple[int, int]  # a seat, -1 for aside, and a trick, the number of those recorded for what was not played
Domains = dict[int, int]  # the cards that may lie in each place, by the number of the place


class Bound(Exception):  # noqa: N818 - a finding, not an error
    """So much was searched that the rest is left."""


class Budget:
    """How many matchings may still be tried."""

    def __init__(self, most: int) -> None:
        self.left = most

    def spend(self) -> None:
        """Count one more. Raises Bound."""
        if self.left <= 0:
            raise Bound
        self.left -= 1


class Target(NamedTuple):
    """A card of a record, by its trick and place from 0."""

    trick: int
    place: int


Filled = Mapping[int, int]  # the card in each place
Forbidding = Callable[[Trick, int, Sequence[Owed]], int]  # the cards that make one illegal in a trick


def forbidding(trick: Trick, card: int, own: Sequence[Owed]) -> int:
    """Return the cards that make `card` illegal for who owes `own`."""
    return trick.forbids(card, own)


class Completion:
    """One course of a record, to be completed to whole deals; not `exact` where it does not say who played what."""

    def __init__(self, recorded: Recorded, course: Course, budget: Budget) -> None:
        self.recorded = recorded
        self.course = course
        self.budget = budget
        budget.spend()
        self.players = range(len(recorded.hands))
        self.spots = list[Spot]()
        self.domains = Domains()
        self.place_of = dict[Target, int]()
        self.exact = all(self._seats(index) for index in range(len(recorded.tricks)))
        self._lay_out()
        self.unknown = 0
        for domain in self.domains.values():
            self.unknown |= domain
        self.bound = [index for index in range(len(recorded.tricks) - 1) if self._binds(index)]

    def _seats(self, index: int) -> tuple[int, ...]:
        return self.course.seats[index] if index < len(self.course.seats) else ()

    def knows(self, target: Target) -> bool:
        """Return whether it is known whose card a target is."""
        return target.place < len(self._seats(target.trick))

    def _lay_out(self) -> None:
        """Make a place for every card that the record does not place."""
        recorded = self.recorded
        loose = [index for index in range(len(recorded.tricks)) if not self._seats(index)]
        hidden = recorded.pack & ~recorded.shown
        self._lay_tricks(hidden)
        for index in loose:  # nobody knows who played what
            for seat in self.players:
                self._add((seat, index), recorded.may_hold(seat) & (hidden | self._told(index)))
        tricks = enumerate(recorded.tricks)
        played = Counter(seat for index, cards in tricks for seat, _ in zip(self._seats(index), cards, strict=False))
        for seat in self.players:
            for _ in range(recorded.size - played[seat] - len(loose)):
                self._add((seat, len(recorded.tricks)), recorded.may_hold(seat) & hidden)
        held = together(hand.known for hand in recorded.hands)
        for _ in range(recorded.pack.bit_count() - recorded.size * len(self.players) - recorded.aside.bit_count()):
            self._add((-1, 0), hidden & ~held & ~recorded.aside)
        for index in loose:  # who played these is not known, but in this trick they were
            for number, spot in enumerate(self.spots):
                if spot[1] != index or spot[0] < 0:
                    self.domains[number] &= ~self._told(index)

    def _lay_tricks(self, hidden: int) -> None:
        """Make the places of forgotten cards in tricks whose players are known."""
        for index, cards in enumerate(self.recorded.tricks):
            for place, (seat, card) in enumerate(zip(self._seats(index), cards, strict=False)):
                if card == FORGOTTEN:
                    domain = self.recorded.may_hold(seat) & hidden
                    self.place_of[Target(index, place)] = self._add((seat, index), domain)

    def _told(self, index: int) -> int:
        """Return the cards of a trick that are in the pack."""
        return together(self.recorded.tricks[index]) & self.recorded.pack

    def _add(self, spot: Spot, domain: int) -> int:
        self.spots.append(spot)
        self.domains[len(self.spots) - 1] = domain
        return len(self.spots) - 1

    def _binds(self, index: int) -> bool:
        """Return whether the winner of a trick with a forgotten card matters in this course."""
        known = index < len(self.course.winners) and self.course.winners[index] >= 0
        return (
            known and FORGOTTEN in self.recorded.tricks[index] and bool(self._seats(index) and self._seats(index + 1))
        )

    def fill(self, domains: Domains) -> dict[int, int] | None:
        """Return a card for each place out of its domain, None where there are not enough. Raises Bound."""
        self.budget.spend()
        owner = dict[int, int]()
        taken = 0
        for place in sorted(domains, key=lambda place: domains[place].bit_count()):
            tried = 0

            def put(place: int) -> bool:
                nonlocal tried, taken
                free = domains[place] & ~taken
                if free:
                    owner[free & -free] = place
                    taken |= free & -free
                    return True
                while options := domains[place] & ~tried:
                    card = options & -options
                    tried |= card
                    if put(owner[card]):
                        owner[card] = place
                        return True
                return False

            if not put(place):
                return None
        return {place: card for card, place in owner.items()}

    def options(self, index: int, until: int, winner: int) -> Iterator[tuple[Domains, Trick]]:
        """Yield what the first `until` cards of a trick may be: bound domains, and the trick behind them.

        `winner` is the place that must be winning then, -1 for any.
        """
        play = self.recorded.play
        cards = self.recorded.tricks[index][:until]
        if not cards:
            yield {}, play.empty
        choices = [card or self.domains[self.place_of[Target(index, place)]] for place, card in enumerate(cards)]
        for place in range(len(cards)) if winner < 0 else (winner,):
            for best in reversed(split(choices[place])):
                for led in {play.deck.suit_of[card] for card in split(choices[0])}:
                    if best & play.running(led) and (place or best & led):
                        for bound, met in _crowned_ways(play, choices, place, led, best):
                            yield self._as_domains(index, bound), play.trick(led, best, met)

    def _as_domains(self, index: int, bound: Sequence[int]) -> Domains:
        places = ((self.place_of.get(Target(index, place)), cards) for place, cards in enumerate(bound))
        return {place: cards for place, cards in places if place is not None}

    def find(
        self, target: Target | None = None, *, lawful: bool = True, forbidden: Forbidding = forbidding
    ) -> Filled | None:
        """Return a deal that fits, in which `target` is lawful or is not; None where there is none. Raises Bound."""
        if self.fill(self.domains) is None:
            return None
        for domains in self._with_target(target, lawful, forbidden) if target else (self.domains,):
            if (found := self._win(0, domains)) is not None:
                return found
        return None

    def _win(self, step: int, domains: Domains) -> Filled | None:
        """Return a deal in which the tricks from this step on are won as in the course."""
        filled = self.fill(domains)
        if filled is None or step == len(self.bound):
            return filled
        index = self.bound[step]
        winner = self._seats(index).index(self.course.winners[index])
        for bound, _ in self.options(index, len(self.players), winner):
            narrowed = _narrow(domains, bound)
            if narrowed and (found := self._win(step + 1, narrowed)) is not None:
                return found
        return None

    def _with_target(self, target: Target, lawful: bool, forbidden: Forbidding) -> Iterator[Domains]:
        """Yield the domains with the target's card lawful or not, one by one of what led and was best before it.

        Where the card itself is forgotten, one by one of what it may be, too.
        """
        known = self.recorded.tricks[target.trick][target.place]
        own = self.recorded.owes(self._seats(target.trick)[target.place], target.trick)
        for bound, trick in self.options(target.trick, target.place, -1):
            if known:
                yield from self._with_card(target, bound, forbidden(trick, known, own), lawful)
                continue
            place = self.place_of[target]
            for card in split(self.domains[place]):
                yield from self._with_card(target, {**bound, place: card}, forbidden(trick, card, own), lawful)

    def _with_card(self, target: Target, bound: Domains, wanted: int, lawful: bool) -> Iterator[Domains]:
        """Yield the domains in which the target's seat has one of the cards that are `wanted` later, or has none."""
        seat = self._seats(target.trick)[target.place]
        later = [place for place, spot in enumerate(self.spots) if spot[0] == seat and spot[1] > target.trick]
        shown = self._shown_later(seat, target.trick)
        narrowed = _narrow(self.domains, bound)
        if narrowed is None or (lawful and wanted & shown):
            return
        if lawful:
            yield {place: cards & ~wanted if place in later else cards for place, cards in narrowed.items()}
        elif wanted & shown:
            yield narrowed
        else:
            for one in split(wanted & self.unknown):
                yield {place: cards if place in later else cards & ~one for place, cards in narrowed.items()}

    def _shown_later(self, seat: int, trick: int) -> int:
        shown = 0
        for index in range(trick + 1, len(self.recorded.tricks)):
            for other, card in zip(self._seats(index), self.recorded.tricks[index], strict=False):
                shown |= card if other == seat else 0
        return shown

    def is_lawful(self, filled: Filled, target: Target) -> bool:
        """Return whether a card is lawful in a deal that was found."""
        cards = self.recorded.tricks[target.trick]
        seat = self._seats(target.trick)[target.place]
        before = [card or filled[self.place_of[Target(target.trick, place)]] for place, card in enumerate(cards)]
        hand = self._shown_later(seat, target.trick)
        for place, spot in enumerate(self.spots):
            hand |= filled[place] if spot[0] == seat and spot[1] > target.trick else 0
        trick = self.recorded.play.after(before[: target.place])
        return not trick.forbids(before[target.place], self.recorded.owes(seat, target.trick)) & hand


def _narrow(domains: Domains, bound: Domains) -> Domains | None:
    narrowed = domains | {place: domains[place] & cards for place, cards in bound.items()}
    return narrowed if all(narrowed[place] for place in bound) else None


def _crowned_ways(
    play: Play, choices: Sequence[int], winner: int, led: int, best: int
) -> Iterator[tuple[list[int], int]]:
    """Yield what each card may be so that `best`, at the place `winner`, is winning, and which emperors have met."""
    beating = play.beating(led, best)
    bound = [cards & ~beating & ~best for cards in choices]
    bound[0] &= led
    bound[winner] = best
    ways = _uncrowned(play, bound, winner, best) if play.crowns(led) else ((bound, 0),)
    yield from ((way, met) for way, met in ways if all(way))
    if play.crowns(led) and best == play.crown[-1]:
        yield from ((way, sum(play.crown)) for way in _crowned(play, choices, winner, led) if all(way))


def _uncrowned(play: Play, bound: list[int], winner: int, best: int) -> Iterator[tuple[list[int], int]]:
    """Yield how the cards may lie without the emperor's trick: only where the Sküs wins they need not."""
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
    """Yield how the cards may lie where the last of the emperors takes both others."""
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
