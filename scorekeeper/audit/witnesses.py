"""Deals that fit a record, found quickly: one in which a card was legal, and one in which it was not.

Where little is recorded most deals fit, so that nearly any way to fill the gaps gives one. Of the tricks that nobody
remembers a leader is taken who makes the next known leader win, and then all players of all cards are known.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product

from scorekeeper.audit.legality import Judge
from scorekeeper.audit.solver import Bound, Budget, Completion, Filled, Target
from scorekeeper.audit.worlds import Course, Recorded, find_leader
from scorekeeper.cards.cardset import FORGOTTEN, together
from scorekeeper.cards.obligations import Owed
from scorekeeper.cards.trick_rules import Trick

MOST = 400  # most deals to try for a record
_COURSES = 24  # most courses to try


def find_witnesses(
    recorded: Recorded, courses: Sequence[Course], targets: Sequence[Target], most: int = MOST
) -> dict[Target, set[bool]]:
    """Return whether each target was legal in the deals that were found: both, one of them, or nothing."""
    seen = {target: set[bool]() for target in targets}
    players = len(recorded.hands)
    *earlier, last = recorded.tricks
    if any(any(cards) for cards in earlier if len(cards) < players):
        return seen  # nobody knows who played the cards of a trick in which one is left out
    whole = [(*cards, *[FORGOTTEN] * (players - len(cards))) for cards in earlier]
    recorded = replace(recorded, tricks=(*whole, last))
    budget = Budget(most)
    tried = 0
    try:
        for completion in _complete_courses(recorded, courses, budget):
            open_ = [target for target in targets if len(seen[target]) < 2]
            if not open_ or tried == _COURSES:
                break
            tried += 1
            for target in open_:
                for filled in _find_both(completion, target, seen[target]):
                    for other in targets:
                        seen[other].add(_is_legal(completion, filled, other))
    except Bound:
        pass
    return seen


def _find_both(completion: Completion, target: Target, seen: set[bool]) -> Iterator[Filled]:
    """Yield deals of the kinds that were not seen yet."""
    for legal in (True, False):
        if legal not in seen and (filled := completion.find(target, lawful=legal)):
            yield filled
    index, place = target
    seat = completion.seats[index][place]
    excuses = together(duty.unless for duty in completion.recorded.owes(seat, index))
    if not excuses:
        return
    later, _ = completion.find_later(seat, index)
    domains = completion.domains
    completion.domains = {at: cards & ~excuses if at in later else cards for at, cards in domains.items()}
    try:
        for legal in (True, False):
            if legal not in seen and (filled := completion.find(target, lawful=legal, forbidden=_all_meeting)):
                yield filled
    finally:
        completion.domains = domains


def _all_meeting(trick: Trick, card: int, own: Sequence[Owed]) -> int:
    """Return the cards that meet a duty better, also one that another card may excuse."""
    met = trick.forbids(card, own)
    for duty in own:
        met |= duty.meeting if card & duty.breaking else 0
    return met & ~card


def _is_legal(completion: Completion, filled: Filled, target: Target) -> bool:
    """Return whether a card was legal in a deal that was found."""
    index, place = target
    seat = completion.seats[index][place]
    lain = completion.recorded.tricks[index][: place + 1]
    *before, card = [known or filled[completion.place_of[Target(index, at)]] for at, known in enumerate(lain)]
    later, shown = completion.find_later(seat, index)
    hand = card | shown | sum(filled[at] for at in later)
    own = completion.recorded.owes(seat, index)
    return bool(card & completion.recorded.play.after(before).binding(hand, own))


def _complete_courses(recorded: Recorded, courses: Iterable[Course], budget: Budget) -> Iterator[Completion]:
    """Yield completions in which the players of all known cards are known, each fit for some whole deal.

    Of several forgotten tricks before a known leader, only the last needs a winner, if there are cards that win it
    whoever led. Else each of them has a leader, and each before it the winner.
    """
    seen = set[Course]()
    trumps = recorded.play.trumps if recorded.play.ruff else 0
    for win in (*((_win_by_trump,) if trumps else ()), _win_by_rank, None):
        for course in courses:
            for leaders in _choose_leaders(recorded, course, between=win is None):
                named = _lead(recorded, course, leaders)
                if win is None and named in seen:
                    continue
                seen.add(named)
                if not Judge(recorded, named).wrong:
                    completion = Completion(recorded, named, budget)
                    for index, winner in enumerate(leaders[1:]) if win else ():
                        if leaders[index] < 0 <= winner:
                            win(completion, index, winner)
                    yield completion


def _win_by_trump(completion: Completion, index: int, winner: int) -> None:
    """Let a trick have one trump, that of the winner."""
    trumps = completion.recorded.play.trumps
    for place, seat in _places_in(completion, index):
        completion.domains[place] &= trumps if seat == winner else ~trumps


def _win_by_rank(completion: Completion, index: int, winner: int) -> None:
    """Let a trick have cards of one suit, no trump, the highest from the winner."""
    play = completion.recorded.play
    places = _places_in(completion, index)
    mine = next(completion.domains[place] for place, seat in places if seat == winner)
    suits = [suit for suit in play.deck.suit.values() if suit != play.trumps and suit & mine]
    suit = max(suits, key=lambda suit: (suit & completion.unknown).bit_count(), default=0)
    best = 1 << (suit & mine).bit_length() >> 1
    lower = suit & (best - 1)
    for place, seat in places:
        completion.domains[place] &= best if seat == winner else lower


def _places_in(completion: Completion, index: int) -> list[tuple[int, int]]:
    """Return the places of the cards of a trick whose leader is unknown, with their seats."""
    return [(place, seat) for place, (seat, trick) in enumerate(completion.spots) if seat >= 0 and trick == index]


def _choose_leaders(recorded: Recorded, course: Course, between: bool) -> Iterator[list[int]]:
    """Yield leaders of the tricks: the known ones, and each possible one of the tricks with known cards.

    With `between` those of forgotten tricks, too: the next known one, or the last; otherwise these are -1.
    """
    known = [find_leader(recorded, course, index) for index in range(len(recorded.tricks))]
    open_ = [index for index, leader in enumerate(known) if leader < 0 and any(recorded.tricks[index])]
    for chosen in product(range(len(recorded.hands)), repeat=len(open_)):
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


def _lead(recorded: Recorded, course: Course, leaders: Sequence[int]) -> Course:
    """Return the course with these leaders, each of whom won the trick before if that is not known."""
    players = len(recorded.hands)
    seats = [
        tuple((leader + place) % players for place in range(min(players, len(cards)))) if leader >= 0 else ()
        for leader, cards in zip(leaders, recorded.tricks, strict=True)
    ]
    winners = [*course.winners, *[-1] * (len(leaders) - len(course.winners))]
    for index, leader in enumerate(leaders[1:]):
        if winners[index] < 0:
            winners[index] = leader
    return Course(tuple(seats), tuple(winners))
