"""What complete deals decide about the cards that the hands alone leave open: proven, cleared, or truly undecided."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from scorekeeper.audit.legality import Finding
from scorekeeper.audit.solver import Bound, Budget, Completion, Target
from scorekeeper.audit.worlds import Course, Recorded, follow
from scorekeeper.cards.cardset import FORGOTTEN, split, together
from scorekeeper.cards.obligations import Owed, Reason, excusable
from scorekeeper.cards.trick_rules import Trick

MOST = 400  # deals that are tried for a record; for all proofs besides as many
FORGOTTEN_MOST = 100  # deals that are tried for its forgotten cards


class Decided(NamedTuple):
    """What was decided of undecided cards: breaches, and cards still open with those of them that were not searched."""

    broken: tuple[Finding, ...] = ()
    undecided: tuple[Finding, ...] = ()
    unsearched: frozenset[Target] = frozenset()


def decide(recorded: Recorded, courses: Sequence[Course], undecided: Sequence[Finding], most: int = MOST) -> Decided:
    """Return what is certain about cards because all complete deals that fit the record agree in it."""
    budget = Budget(most)
    cards = [found for found in undecided if recorded.tricks[found.trick][found.place] != FORGOTTEN]
    told = _Told(recorded, courses, [Target(*found[:2]) for found in cards], budget)
    leads = any(duty.leads for duty in recorded.play.duties)
    forgotten = [Target(*found[:2]) for found in undecided if found not in cards and (leads or found.place)]
    for target in _find_always_broken(recorded, courses, forgotten, Budget(min(most, FORGOTTEN_MOST))):
        told.seen[target] = {False}
    broken = list[Finding]()
    open_ = list[Finding]()
    for found in undecided:
        seen = told.seen.get(Target(*found[:2]), {True, False})
        if seen == {False}:
            target = Target(*found[:2])
            broken.append(Finding(*target, told.seat(target), told.reason(target)))
        elif seen != {True}:
            open_.append(found)
    unsearched = frozenset(Target(*found[:2]) for found in open_) & told.unsearched
    return Decided(tuple(broken), tuple(open_), unsearched)


def _find_always_broken(
    recorded: Recorded, courses: Sequence[Course], targets: Sequence[Target], budget: Budget
) -> tuple[Target, ...]:
    """Return of forgotten cards those that were wrong whichever they were."""
    left = targets if not recorded.own else ()
    try:
        for course in courses if left else ():
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
    return tuple(left)


class _Told:
    """What the deals that were found say of each target: lawful, not, or both."""

    def __init__(
        self, recorded: Recorded, courses: Iterable[Course], targets: Sequence[Target], budget: Budget
    ) -> None:
        self.recorded = recorded
        self.targets = targets
        self.seen = {target: set[bool]() for target in targets}
        self.unsearched = set[Target]()
        self.completions = list[Completion]()
        for course in dict.fromkeys(courses) if targets else ():
            try:
                completion = Completion(recorded, course, budget)
            except Bound:
                for target in targets:
                    self._leave(target)
                return
            self.completions.append(completion)
            for target in targets:
                self._search(completion, target)

    def _search(self, completion: Completion, target: Target) -> None:
        """Look for a deal of each kind that is not seen yet; what cannot be looked for may be either."""
        if not completion.knows(target) or self._excusable(completion, target):
            self._leave(target)
            return
        for lawful in {True, False} - self.seen[target]:
            try:
                filled = completion.find(target, lawful=lawful)
            except Bound:
                self._leave(target)
                return
            if filled:
                self.seen[target].add(lawful)
                if not completion.exact:
                    self.unsearched.add(target)
                for other in self.targets:
                    if completion.exact and completion.knows(other):
                        self.seen[other].add(completion.is_lawful(filled, other))

    def _excusable(self, completion: Completion, target: Target) -> bool:
        """Return whether a target may be excused by another card: no search tells of that."""
        seat = completion.course.seats[target.trick][target.place]
        card = self.recorded.tricks[target.trick][target.place]
        return excusable(card, self.recorded.owes(seat, target.trick))

    def _leave(self, target: Target) -> None:
        self.unsearched.add(target)
        self.seen[target] |= {True, False}

    def seat(self, target: Target) -> int:
        """Return whose card it was, -1 where the courses differ."""
        seats = {completion.course.seats[target.trick][target.place] for completion in self.completions}
        return seats.pop() if len(seats) == 1 else -1

    def reason(self, target: Target) -> Reason:
        """Return the first duty that is surely broken; where it may be one or another, to follow suit if one was led.

        Of a forgotten lead it is the next: a trump had to be played, whether to follow suit or for want of it.
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

        try:
            return not any(completion.find(target, forbidden=meeting) for completion in self.completions)
        except Bound:
            return False


def prove(recorded: Recorded, target: Target, budget: Budget) -> tuple[tuple[int, int], ...]:
    """Return the cards that a breach needs to be certain: the trick from 0, -1 for a hand, and the card.

    Where the bound is met there may be more of them than it takes.
    """
    try:
        for fewer in _lessen(recorded, target):
            if _certain(less := fewer(recorded), target, budget):
                recorded = less
    except Bound:
        pass
    hands = [(-1, card) for hand in recorded.hands for card in split(hand.known)]
    played = [(index, card) for index, cards in enumerate(recorded.tricks) for card in cards if card]
    own = (target.trick, recorded.tricks[target.trick][target.place])
    return tuple(fact for fact in (*hands, *played) if fact != own)


def _certain(recorded: Recorded, target: Target, budget: Budget) -> bool:
    """Return whether a card is a breach in every deal that fits."""
    completions = [Completion(recorded, course, budget) for course in follow(recorded)]
    if not all(completion.knows(target) for completion in completions):
        return False
    return all(completion.find(target) is None for completion in completions)


def _lessen(recorded: Recorded, target: Target) -> Iterator[Callable[[Recorded], Recorded]]:
    """Yield what forgets a hand, a card that was played, a card of a hand, one after the other."""
    for seat, hand in enumerate(recorded.hands):
        if hand.known:
            yield partial(_without, seat=seat, cards=hand.known)
    for index, cards in reversed(list(enumerate(recorded.tricks))):
        for place, card in enumerate(cards):
            if card and Target(index, place) != target:
                yield partial(_forget, index=index, place=place)
    for seat, hand in enumerate(recorded.hands):
        for card in split(hand.known):
            yield partial(_without, seat=seat, cards=card)


def _without(recorded: Recorded, seat: int, cards: int) -> Recorded:
    hands = list(recorded.hands)
    hands[seat] = hands[seat]._replace(known=hands[seat].known & ~cards, complete=False)
    return replace(recorded, hands=tuple(hands))


def _forget(recorded: Recorded, index: int, place: int) -> Recorded:
    tricks = list(map(list, recorded.tricks))
    tricks[index][place] = FORGOTTEN
    return replace(recorded, tricks=tuple(map(tuple, tricks)))
