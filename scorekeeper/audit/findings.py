"""The judgement of a recorded deal by the law of play: proven, cleared and undecided cards."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorekeeper.audit.legality import Case, Finding, Judge, Open
from scorekeeper.audit.proofs import MOST, Decided, decide, prove
from scorekeeper.audit.solver import Budget, Target
from scorekeeper.audit.work import COURSE
from scorekeeper.audit.worlds import ORDERS, Course, Recorded, add_remembered, infer_cards
from scorekeeper.cards.cardset import FORGOTTEN, together
from scorekeeper.cards.obligations import REVOKES


class Findings(NamedTuple):
    """The findings shared by all courses of a record: proven breaches and undecided cards, in order.

    `recorded` has besides what was recorded the forgotten cards that can have been only one. Where there are
    courses in which no card is misplaced, `courses` are these; else the record contradicts itself, first at `misfit`.
    What is undecided may be either, as two complete deals show, but for what is `unsearched`.
    """

    recorded: Recorded
    courses: tuple[Course, ...]
    broken: tuple[Finding, ...] = ()
    undecided: tuple[Finding, ...] = ()
    misfit: Finding | None = None
    unsearched: frozenset[Target] = frozenset()


def find_breaches(recorded: Recorded) -> Findings:
    """Return the findings about the tricks of a record."""
    if course := _follow_plainly(recorded):
        return Findings(recorded, (course,))
    given = recorded
    recorded, courses = infer_cards(recorded)
    recorded.work.take(COURSE * len(courses))
    found_once = dict[Case, Finding | None]()
    judges = [Judge(recorded, course, found_once) for course in courses]
    fitting = [judge for judge in judges if not judge.wrong]
    followed = tuple(judge.course for judge in fitting or judges)
    courses = tuple(add_remembered(recorded, course) for course in followed)
    misfit = None if fitting else _find_misfit(judges)
    if not recorded.work.judging:
        return Findings(recorded, courses, misfit=misfit)
    broken = list[Finding]()
    undecided = list[Finding]()
    clear = frozenset(_find_clear(recorded, courses)) if fitting else frozenset()
    for trick, cards in enumerate(recorded.tricks):
        for place in range(len(cards)):
            if (trick, place) in clear:
                continue
            found = _find_shared(judge.find(trick, place) for judge in fitting or judges)
            if misfit and (trick, place) == misfit[:2]:
                broken.append(found if found and found.reason else misfit)
            elif found:
                (broken if found.reason else undecided).append(found)
    if misfit:
        return Findings(recorded, courses, tuple(broken), tuple(undecided), misfit)
    decided = decide(recorded, followed, undecided) if undecided else Decided()
    budget = Budget(MOST, recorded.work)
    proven = [_with_proof(given, found, budget) for found in sorted((*broken, *decided.broken), key=_spot)]
    return Findings(recorded, courses, tuple(proven), decided.undecided, unsearched=decided.unsearched)


def _find_clear(recorded: Recorded, courses: Sequence[Course]) -> Iterator[Target]:
    """Yield cards that no hand could make illegal, as all cards that lay before them in their trick are known.

    Most are such, and then no course needs to be asked about them.
    """
    bound = {trick for _, trick in recorded.own}
    for index, orders in enumerate(zip(*[course.seats for course in courses], strict=True)):
        trick = recorded.play.empty
        for place, card in enumerate(recorded.tricks[index] if index not in bound and all(orders) else ()):
            if card == FORGOTTEN:
                break
            if not trick.forbids(card):
                yield Target(index, place)
            trick = trick[card][1]


def _find_shared(found: Iterator[Finding | None]) -> Finding | None:
    """Return the finding of all courses about a card, None if it was legal in each.

    It has no reason if the courses differ, and then no further one is asked.
    """
    first = next(found)
    if first is None:
        other = next(filter(None, found), None)
        return other and other._replace(reason=None)
    if first.reason is None:
        return first
    legal = first.legal
    seen = first.seen
    for other in found:
        if other is None or other[:4] != first[:4]:
            return first._replace(reason=None)
        legal = legal if other.legal == legal else None
        seen = seen if other.seen == seen else None
    return first._replace(legal=legal, seen=seen)


def _find_misfit(judges: Sequence[Judge]) -> Finding:
    """Return the first card that is misplaced in each course, with its seat if they agree."""
    first = next(iter(judges[0].wrong.values()))
    seats = {judge.wrong[first[:2]].seat if first[:2] in judge.wrong else -1 for judge in judges}
    return first._replace(seat=first.seat if len(seats) == 1 else -1)


def _spot(found: Finding) -> Target:
    return Target(found.trick, found.place)


def _with_proof(recorded: Recorded, found: Finding, budget: Budget) -> Finding:
    """Return a breach with the cards that make it certain, where neither the hand nor one card alone shows it."""
    shown = found.seen or (found.seat >= 0 and recorded.hands[found.seat].complete) or found.reason not in REVOKES
    if shown or not recorded.tricks[found.trick][found.place]:
        return found
    return found._replace(proof=prove(recorded, _spot(found), budget))


def look_ahead(findings: Findings) -> Open | None:
    """Return the place of the next card, None if the record is complete."""
    recorded = findings.recorded
    trick = len(recorded.tricks)
    if trick and len(recorded.tricks[-1]) < len(recorded.hands):
        trick -= 1
    if trick >= recorded.size:
        return None
    ahead = [Judge(recorded, course).ahead(trick) for course in findings.courses]
    seats = {open_.seat for open_ in ahead}
    possible = together(open_.possible for open_ in ahead)
    legal = illegal = forced = possible
    for open_ in ahead:
        legal &= open_.legal
        illegal &= open_.illegal
        forced &= open_.forced
    return Open(trick, seats.pop() if len(seats) == 1 else -1, legal, illegal, possible, forced)


def _follow_plainly(recorded: Recorded) -> Course | None:
    """Return the only course of a record with all cards that breaks no duty; None for any other record.

    Most records are such. Without this short way the `audit` command takes half as long again for them. No hand is
    needed: whoever broke a duty later plays a card that had to be played before.
    """
    players = len(recorded.hands)
    tricks = recorded.tricks
    whole = len(tricks) == recorded.size and set(map(len, tricks)) == {players} and all(map(all, tricks))
    if recorded.own or not whole:
        return None
    empty = recorded.play.empty
    leader = recorded.leader
    played = [0] * players
    due = [0] * players  # cards certainly not in the hand, if no duty was broken
    seats = list[tuple[int, ...]]()
    winners = list[int]()
    for cards in tricks:
        trick = empty
        seat = leader
        for card in cards:
            if due[seat] & card:
                return None
            played[seat] |= card
            preferred, trick = trick[card]
            due[seat] |= preferred
            seat = seat + 1 if seat < players - 1 else 0
        seats.append(ORDERS[players][leader])
        leader = seats[-1][cards.index(trick.best)]
        winners.append(leader)
    if any(recorded.led_by(index) not in (-1, order[0]) for index, order in enumerate(seats) if recorded.led):
        return None
    if together(played) != sum(played) or sum(played) & ~recorded.pack:
        return None  # a card is duplicate, or not of this deal
    for seat, hand in enumerate(played):
        if recorded.hands[seat].known & ~hand or hand & ~recorded.possible[seat]:
            return None
    return Course(tuple(seats), tuple(winners))
