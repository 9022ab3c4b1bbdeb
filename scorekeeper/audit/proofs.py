"""Decisions by complete deals about the cards left open by the hands: proven, cleared, or undecided."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import NamedTuple

from scorekeeper.audit.legality import Finding
from scorekeeper.audit.solver import Bound, Budget, Completion, Target
from scorekeeper.audit.witnesses import MOST as QUICK_MOST
from scorekeeper.audit.witnesses import find_witnesses
from scorekeeper.audit.worlds import Course, Recorded, enumerate_courses, name_leaders
from scorekeeper.cards.cardset import FORGOTTEN, split, together
from scorekeeper.cards.obligations import Owed, Reason, excusable
from scorekeeper.cards.trick_rules import Trick

MOST = 400  # most matchings to try for a record of many courses, and again for all proofs
MOST_IN_ONE = 2000  # most to try for a record of one course, half for two: there everything is soon tried
FORGOTTEN_MOST = 100  # most deals to try for its forgotten cards


class Decided(NamedTuple):
    """The decisions about undecided cards: breaches, and cards still open with those that were not searched."""

    broken: tuple[Finding, ...] = ()
    undecided: tuple[Finding, ...] = ()
    unsearched: frozenset[Target] = frozenset()


def decide(
    recorded: Recorded, courses: Sequence[Course], undecided: Sequence[Finding], most: int = MOST_IN_ONE
) -> Decided:
    """Return the decisions about cards shared by all complete deals that fit the record."""
    spots = [Target(found.trick, found.place) for found in undecided]
    known = [target for target in spots if recorded.tricks[target.trick][target.place] != FORGOTTEN]
    legal, witnesses = find_witnesses(recorded, courses, known, min(most, QUICK_MOST))
    budget = Budget(min(most, max(MOST, most // len(set(courses)))), recorded.work)
    outcomes = _Outcomes(recorded, courses, legal, budget)
    leads = any(duty.leads for duty in recorded.play.duties)
    forgotten = [target for target in spots if target not in known and (leads or target.place)]
    for deal in witnesses:
        forgotten = [target for target in forgotten if not (deal.completion.knows(target) and deal.is_legal(target))]
    for target in _find_always_broken(recorded, courses, forgotten, Budget(min(most, FORGOTTEN_MOST), recorded.work)):
        outcomes.seen[target] = {False}
    broken = list[Finding]()
    open_ = list[Finding]()
    for target, found in zip(spots, undecided, strict=True):
        seen = outcomes.seen.get(target, {True, False})
        if seen == {False}:
            broken.append(Finding(*target, outcomes.seat(target), outcomes.reason(target)))
        elif seen != {True}:
            open_.append(found)
    unsearched = outcomes.unsearched.intersection(Target(found.trick, found.place) for found in open_)
    return Decided(tuple(broken), tuple(open_), frozenset(unsearched))


def _find_always_broken(
    recorded: Recorded, courses: Sequence[Course], targets: Sequence[Target], budget: Budget
) -> Sequence[Target]:
    """Return the forgotten cards that were illegal in every case."""
    left = [] if recorded.own else targets
    try:
        for course in courses:
            if not left:
                break
            budget.spend()
            completion = Completion(recorded, course, budget)
            filled = completion.find() if completion.exact else None
            left = [
                target
                for target in left
                if completion.knows(target)
                and not (filled and completion.is_lawful(filled, target))
                and completion.find(target) is None
            ]
    except Bound:
        return ()
    return left


class _Outcomes:
    """The outcomes of the found deals for each target: lawful, not, or both."""

    def __init__(
        self, recorded: Recorded, courses: Sequence[Course], seen: dict[Target, set[bool]], budget: Budget
    ) -> None:
        self.recorded = recorded
        self.seen = seen
        self.unsearched = set[Target]()
        self.budget = budget
        self.courses = tuple(dict.fromkeys(courses))
        self.completions = dict[Course, Completion]()
        self.with_leaders = dict[Course, list[Completion]]()
        left = list(seen)
        for course in self.courses:
            left = [target for target in left if len(seen[target]) < 2]
            if not left:
                return
            try:
                budget.spend()
            except Bound:
                for target in left:
                    self._leave(target)
                return
            for target in left:
                self._search(self._complete(course), target)

    def _complete(self, course: Course) -> Completion:
        if course not in self.completions:
            self.completions[course] = Completion(self.recorded, course, self.budget)
        return self.completions[course]

    def _search(self, completion: Completion, target: Target) -> None:
        """Search a deal of each kind not yet seen; a target that cannot be searched may be either."""
        card = self.recorded.tricks[target.trick][target.place]
        if not completion.knows(target) or excusable(
            card, self.recorded.owes(completion.seats[target.trick][target.place], target.trick)
        ):  # no search covers cards that another card excuses
            self._leave(target)
            return
        for lawful in {True, False} - self.seen[target]:
            try:
                self._look(completion, target, lawful)
            except Bound:
                self._leave(target)
                return

    def _look(self, completion: Completion, target: Target, lawful: bool) -> None:
        """Search a deal in which a target is lawful or not. Raises Bound."""
        filled = completion.find(target, lawful=lawful)
        if filled is None:
            return
        if completion.exact:
            for other in filter(completion.knows, self.seen):
                self.seen[other].add(completion.is_lawful(filled, other))
            return
        named = self._name_leaders(completion)
        for one in named:
            if lawful not in self.seen[target]:
                self._look(one, target, lawful)
        if not named:
            self.seen[target].add(lawful)
            self.unsearched.add(target)

    def _name_leaders(self, completion: Completion) -> list[Completion]:
        """Return a completion for each way to lead the forgotten tricks, [] if there are too many. Raises Bound."""
        course = completion.course
        if course not in self.with_leaders:
            courses = name_leaders(self.recorded, course)
            for _ in courses:
                self.budget.spend()
            self.with_leaders[course] = [Completion(self.recorded, each, self.budget) for each in courses]
        return self.with_leaders[course]

    def _leave(self, target: Target) -> None:
        self.unsearched.add(target)
        self.seen[target] |= {True, False}

    def seat(self, target: Target) -> int:
        """Return the seat of the card, -1 if the courses differ."""
        seats = {course.seats[target.trick][target.place] for course in self.courses}
        return seats.pop() if len(seats) == 1 else -1

    def reason(self, target: Target) -> Reason:
        """Return the first duty that is surely broken; among several possible ones to follow suit, if a suit was led.

        For a forgotten lead it is the next duty: a trump had to be played, either to follow suit or for lack of it.
        """
        names = [duty.name for duty in self.recorded.play.duties if target.place or duty.leads]
        names += [duty.name for duty in self.recorded.owes(self.seat(target), target.trick)]
        sure = (name for name in names if self._always_breaks(target, name))
        forgotten = self.recorded.tricks[target.trick][0] == FORGOTTEN
        return next(sure, names[min(forgotten, len(names) - 1)])

    def _always_breaks(self, target: Target, name: Reason) -> bool:
        def meeting(trick: Trick, card: int, own: Sequence[Owed]) -> int:
            found = (duty for duty in (*trick.duties, *own) if duty.name == name and card & duty.breaking)
            return together(duty.meeting for duty in found) & trick.forbids(card, own)

        exact = [self.with_leaders.get(course) or [self._complete(course)] for course in self.courses]
        try:
            return not any(completion.find(target, forbidden=meeting) for completion in chain.from_iterable(exact))
        except Bound:
            return False


def prove(recorded: Recorded, target: Target, budget: Budget) -> tuple[tuple[int, int], ...]:
    """Return the cards that prove a breach: the trick from 0, -1 for a hand, and the card.

    Whole hands, played cards and single cards of hands are left out one after the other as long as the breach stays
    certain. If the bound is reached, more cards than necessary may be left.
    """
    whole = [(seat, hand.known) for seat, hand in enumerate(recorded.hands) if hand.known]
    single = [(seat, card) for seat, cards in whole for card in split(cards)]
    fewer: list[Callable[[Recorded], Recorded]] = [partial(_without, seat=seat, cards=cards) for seat, cards in whole]
    for index, cards in reversed(list(enumerate(recorded.tricks))):
        places = [place for place, card in enumerate(cards) if card and (index, place) != target]
        fewer += [partial(Recorded.with_card, index=index, place=place, card=FORGOTTEN) for place in places]
    fewer += [partial(_without, seat=seat, cards=card) for seat, card in single]
    try:
        for forget in fewer:
            less = forget(recorded)
            courses = enumerate_courses(less)
            for _ in courses:
                budget.spend()
            seats = [course.seats[target.trick] if target.trick < len(course.seats) else () for course in courses]
            known = all(target.place < len(order) for order in seats)
            completions = (Completion(less, course, budget) for course in courses)
            if known and all(completion.find(target) is None for completion in completions):
                recorded = less
    except Bound:
        pass
    hands = [(-1, card) for hand in recorded.hands for card in split(hand.known)]
    played = [(index, card) for index, cards in enumerate(recorded.tricks) for card in cards if card]
    own = (target.trick, recorded.tricks[target.trick][target.place])
    return tuple(fact for fact in (*hands, *played) if fact != own)


def _without(recorded: Recorded, seat: int, cards: int) -> Recorded:
    hands = list(recorded.hands)
    hands[seat] = hands[seat]._replace(known=hands[seat].known & ~cards, complete=False)
    return replace(recorded, hands=tuple(hands))
