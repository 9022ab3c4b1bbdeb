"""Deals that fit a record, found quickly: one in which a card was legal, and one in which it was not.

Where little is recorded most deals fit, so that nearly any way to fill the gaps gives one. Of the tricks that nobody
remembers a leader is taken who makes the next known leader win, and then all players of all cards are known.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, product
from typing import NamedTuple

from scorekeeper.audit.legality import Judge
from scorekeeper.audit.matching import Filled
from scorekeeper.audit.solver import Bound, Bounds, Budget, Completion, Forbidding, Kept, Target
from scorekeeper.audit.worlds import Course, Recorded, find_leader, with_leaders
from scorekeeper.cards.cardset import FORGOTTEN, split, together
from scorekeeper.cards.obligations import Owed
from scorekeeper.cards.trick_rules import Trick

MOST = 1000  # most matchings to try for a record
_COURSES = 24  # most courses to try
# Most matchings for each way in which a card was legal or not: first for all, then again
_FIRST = 20
_SECOND = 200


class Witness(NamedTuple):
    """A deal that was found, with the course that it completes."""

    completion: Completion
    filled: Filled

    def is_legal(self, target: Target) -> bool:
        """Return whether a card was legal in the deal."""
        index, place = target
        recorded = self.completion.recorded
        seat = self.completion.seats[index][place]
        lain = recorded.tricks[index][: place + 1]
        *before, card = [known or self.filled[self.completion.place_of[index, at]] for at, known in enumerate(lain)]
        later, shown = self.completion.find_later(seat, index)
        hand = card | shown | sum(self.filled[at] for at in later)
        return bool(card & recorded.play.after(before).binding(hand, recorded.owes(seat, index)))


def find_witnesses(
    recorded: Recorded, courses: Sequence[Course], targets: Sequence[Target], most: int = MOST
) -> tuple[dict[Target, set[bool]], list[Witness]]:
    """Return whether each target was legal in the deals that were found, and these: both, one of them, or nothing."""
    seen: dict[Target, set[bool]] = {target: set() for target in targets}
    found = list[Witness]()
    players = len(recorded.hands)
    *earlier, last = recorded.tricks
    if any(any(cards) for cards in earlier if len(cards) < players):
        return seen, found  # nobody knows who played the cards of a trick in which one is left out
    whole = [(*cards, *[FORGOTTEN] * (players - len(cards))) for cards in earlier]
    if whole != earlier:
        recorded = replace(recorded, tricks=(*whole, last))
    budget = Budget(most, recorded.work)
    completions = list[Completion]()
    try:
        for completion in islice(_complete_courses(recorded, courses, budget), _COURSES):
            completions.append(completion)
            if _look(completion, seen, found, _FIRST):
                return seen, found
        any(_look(completion, seen, found, _SECOND) for completion in completions)
    except Bound:
        pass
    return seen, found


def _look(completion: Completion, seen: Mapping[Target, set[bool]], found: list[Witness], each: int) -> bool:
    """Add further deals and whether each target was legal in them, and return whether all have been both.

    Where nothing at all is found for a target, hardly anything would be found for the others.
    """
    for target in seen:
        for filled in _find_both(completion, target, seen[target], each) if len(seen[target]) < 2 else ():
            found.append(Witness(completion, filled))
            for other, legal in seen.items():
                if len(legal) < 2:
                    legal.add(found[-1].is_legal(other))
        if not seen[target]:
            return False
    return all(len(legal) == 2 for legal in seen.values())


def _find_both(completion: Completion, target: Target, seen: set[bool], each: int) -> Iterator[Filled]:
    """Yield deals of the kinds that were not seen yet."""
    index, place = target
    seat = completion.seats[index][place]
    own = completion.recorded.owes(seat, index)
    excuses = together([duty.unless for duty in own]) if own else 0
    ways: list[tuple[Forbidding, int]] = [(Trick.forbids, 0), (_all_meeting, excuses)]
    for forbidden, without in ways if excuses else ways[:1]:
        for legal in (True, False):
            if legal not in seen:
                filled = completion.find_soon(target, lawful=legal, forbidden=forbidden, without=without, each=each)
                yield from [filled] if filled else []


def _all_meeting(trick: Trick, card: int, own: Sequence[Owed]) -> int:
    """Return the cards that meet a duty better, also one that another card may excuse."""
    met = trick.forbids(card, own)
    for duty in own:
        met |= duty.meeting if card & duty.breaking else 0
    return met & ~card


def _complete_courses(recorded: Recorded, courses: Sequence[Course], budget: Budget) -> Iterator[Completion]:
    """Yield completions in which the players of all known cards are known, each fit for some whole deal.

    Of several forgotten tricks before a known leader, only the last needs a winner, if there are cards that win it
    whoever led. Else each of them has a leader, and each before it the winner.
    """
    seen = set[Course]()
    fitting = set(courses)
    for between in (False, True):
        for course in courses:
            for named in _name_leaders(recorded, course, between=between):
                if named in seen:
                    continue
                seen.add(named)
                budget.spend()
                if named in fitting or not Judge(recorded, named).wrong:
                    yield _LedByAnybody(recorded, named, budget)


class _LedByAnybody(Completion):
    """A completion in which the next leader wins each forgotten trick, whoever led it.

    Not every way to win it is tried: a search that finds no deal does not show that there is none.
    """

    def __init__(self, recorded: Recorded, course: Course, budget: Budget) -> None:
        super().__init__(recorded, course, budget)
        tricks = enumerate(zip(self.seats, course.winners, strict=False))
        self.bound = [*[index for index, (seats, winner) in tricks if winner >= 0 and not seats], *self.bound]

    def _find_ways(self, index: int) -> Iterable[Bounds]:
        """Return the ways to win a trick, also one that anybody may have led."""
        return super()._find_ways(index) if self.seats[index] else Kept(self._let_win(index))

    def _let_win(self, index: int) -> Iterator[Bounds]:
        play = self.recorded.play
        winner = self.course.winners[index]
        places = {seat: place for place, (seat, trick) in enumerate(self.spots) if seat >= 0 and trick == index}
        mine = places.pop(winner)
        others = places.values()
        trumps = play.trumps if play.ruff else 0
        if trumps:  # the only trump
            yield {mine: trumps, **dict.fromkeys(others, ~trumps)}
        plain = [suit for suit in play.deck.suit.values() if suit != play.trumps]
        for suit in sorted(plain, key=lambda suit: -(suit & self.layout.unknown).bit_count()):
            for best in reversed(split(suit & self.domains[mine])):  # the highest of one suit
                yield {mine: best, **dict.fromkeys(others, suit & (best - 1))}
        for best in reversed(split(trumps & self.domains[mine])):  # the highest trump
            yield {mine: best, **dict.fromkeys(others, ~(trumps & ~(best - 1) | sum(play.crown)))}


def _name_leaders(recorded: Recorded, course: Course, between: bool) -> Iterator[Course]:
    """Yield a course with the leaders of `_choose_leaders`; it is the same where all leaders and winners are known."""
    if len(course.seats) == len(recorded.tricks) and all(course.seats) and -1 not in course.winners[:-1]:
        yield course
        return
    for leaders in _choose_leaders(recorded, course, between=between):
        yield with_leaders(recorded, course, leaders)


def _choose_leaders(recorded: Recorded, course: Course, between: bool) -> Iterator[list[int]]:
    """Yield leaders of the tricks: the known ones, and each possible one of the tricks with known cards.

    With `between` those of forgotten tricks, too: the next known one, or the last; otherwise these are -1.
    """
    known = [find_leader(recorded, course, index) for index in range(len(recorded.tricks))]
    open_ = [index for index, leader in enumerate(known) if leader < 0 and any(recorded.tricks[index])]
    for chosen in product(*[_find_leaders(recorded, index) for index in open_]):
        leaders = list(known)
        for index, leader in zip(open_, chosen, strict=True):
            leaders[index] = leader
        if not between:
            yield leaders
            continue
        for back in (True, False):
            named = list(leaders)
            for index in range(len(named) - 2, -1, -1) if back else range(1, len(named)):
                if named[index] < 0:
                    named[index] = named[index + (1 if back else -1)]
            yield named


def _find_leaders(recorded: Recorded, index: int) -> list[int]:
    """Return the seats that may have led a trick, by the cards that each may have."""
    players = len(recorded.hands)
    return [
        leader
        for leader in range(players)
        if not any(
            card & ~recorded.possible[(leader + place) % players] for place, card in enumerate(recorded.tricks[index])
        )
    ]
