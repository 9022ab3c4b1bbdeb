"""A recorded deal from its cards to a verdict."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from scorekeeper.cards.audit import Findings, judge, look_ahead
from scorekeeper.cards.courses import Course, Recorded, find_leader
from scorekeeper.cards.notation import UNKNOWN
from scorekeeper.cards.setup import Frame, Place, lay_out
from scorekeeper.cards.tricks import REVOKES
from scorekeeper.cards.verdict import Seen, Turn, Undecided, Verdict, Violation, conclude

Counts = Mapping[str, object]
Compare = Callable[[str, object, object], bool]

_NO_REVOKE: Counts = MappingProxyType({"revoke": None})


def audit_tricks(
    frame: Frame,
    record: Mapping[str, Any],
    places: Sequence[Place],
    entered: Counts,
    *,
    count: Callable[[Recorded, Course], Counts],
    same: Compare,
    check: Callable[[Recorded, tuple[Course, ...]], Iterable[Violation]] = lambda recorded, courses: (),
    stops: Callable[[Counts], bool] = lambda counted: False,
    unsaid: Counts = MappingProxyType({}),
    revoke_costs: bool = False,
) -> Verdict:
    """Return the verdict on the recorded tricks of a deal.

    count   the keys that the cards fix in one course
    same    whether what was entered for a key is what was counted
    check   what else was wrong before the first lead; it is asked only where the cards lie as they may
    stops   whether the deal may end without its last tricks, where so much is counted
    unsaid  what it means where something was entered, but nothing for a key that the cards count

    Where at this table a revoke costs the game (G-6, HU-65), `revoke_costs`, it is counted too: whose it was.
    """
    recorded, wrong = lay_out(frame, record, places)
    findings = judge(recorded)
    if not wrong:
        wrong.extend(check(recorded, findings.courses))
    counted = agree([count(findings.recorded, course) for course in findings.courses])
    whole = len(recorded.tricks) >= recorded.size and all(len(cards) == len(frame.players) for cards in recorded.tricks)
    violations, undecided = _name_violations(frame.players, findings), _name_undecided(frame.players, findings)
    if revoke_costs:
        counted |= count_revoke(violations, whole=whole and not undecided)
    entered = add_unsaid(entered, counted, unsaid)
    winners = _name_winners(frame.players, findings)
    usurpers = _find_usurpers(recorded, frame.players, winners)
    broken = (*wrong, *sorted((*violations, *usurpers), key=lambda found: found.trick))
    verdict = conclude(
        [replace(found, rule=frame.rules.get(found.reason, "")) for found in broken],
        undecided,
        winners,
        counted,
        entered,
        whole=whole or stops(counted),
        same=compare_revoke(same),
    )
    leaders, turn = _name_leaders(frame.players, findings), _name_turn(frame.players, findings)
    return replace(verdict, leaders=leaders, turn=turn)


def count_revoke(
    violations: Iterable[Violation], reasons: Collection[str] = REVOKES, *, whole: bool
) -> dict[str, object]:
    """Return who revoked first, as far as the record tells; what came after it happened in a game that was lost."""
    offender = next((found.player for found in violations if found.reason in reasons), None)
    return {"revoke": offender} if offender or whole else {}


def add_unsaid(entered: Counts, counted: Counts, unsaid: Counts = MappingProxyType({})) -> Counts:
    """Return what was entered, if anything was, with what it means that it says nothing of other keys that count."""
    meant = {key: value for key, value in {**unsaid, **_NO_REVOKE}.items() if key in counted}
    return {**meant, **entered} if entered else entered


def compare_revoke(same: Compare) -> Compare:
    """Return what compares two values of a key, for who revoked too: nobody is no answer that a question could read."""
    return lambda key, one, other: one == other if key in _NO_REVOKE else same(key, one, other)


def agree(counts: Iterable[Mapping[str, object]]) -> dict[str, object]:
    """Return the keys that were counted alike in all courses."""
    first, *others = counts
    return {key: value for key, value in first.items() if all(key in other and other[key] == value for other in others)}


def _name_violations(players: Sequence[str], findings: Findings) -> tuple[Violation, ...]:
    """Return the proven breaches with the names of players and cards."""
    recorded, deck = findings.recorded, findings.recorded.play.deck
    return tuple(
        Violation(
            found.trick + 1,
            players[found.seat] if found.seat >= 0 else "",
            deck.name.get(recorded.tricks[found.trick][found.place], UNKNOWN),
            str(found.reason),
            None if found.legal is None else deck.names(found.legal),
            Seen(found.seen[0] + 1, deck.name[found.seen[1]]) if found.seen else None,
        )
        for found in findings.broken
    )


def _find_usurpers(recorded: Recorded, players: Sequence[str], winners: Sequence[str]) -> Iterator[Violation]:
    """Yield who is remembered to have led a trick though somebody else had surely won the one before."""
    for index, winner in enumerate(winners[:-1], start=1):
        leader = recorded.led_by(index)
        if leader >= 0 and winner not in ("", players[leader]):
            card = recorded.tricks[index][0] if recorded.tricks[index] else 0
            name = recorded.play.deck.name.get(card, UNKNOWN)
            yield Violation(index + 1, players[leader], name, "OUT_OF_TURN")


def _name_undecided(players: Sequence[str], findings: Findings) -> tuple[Undecided, ...]:
    """Return the undecided cards with the names of players and cards."""
    return tuple(
        Undecided(
            found.trick + 1,
            players[found.seat] if found.seat >= 0 else "",
            findings.recorded.play.deck.name.get(findings.recorded.tricks[found.trick][found.place], UNKNOWN),
        )
        for found in findings.undecided
    )


def _name_turn(players: Sequence[str], findings: Findings) -> Turn | None:
    """Return whose turn it is where the record ends, with the names of player and cards."""
    ahead, names = look_ahead(findings), findings.recorded.play.deck.names
    if ahead is None:
        return None
    player = players[ahead.seat] if ahead.seat >= 0 else ""
    return Turn(ahead.trick + 1, player, names(ahead.legal), names(ahead.illegal), names(ahead.possible))


def _name_leaders(players: Sequence[str], findings: Findings) -> tuple[str, ...]:
    """Return who led each trick, "" where the courses differ or the record does not tell."""
    recorded, names = findings.recorded, list[str]()
    for index in range(len(recorded.tricks)):
        leaders = {find_leader(recorded, course, index) for course in findings.courses}
        leader = leaders.pop() if len(leaders) == 1 else -1
        names.append(players[leader] if leader >= 0 else "")
    return tuple(names)


def _name_winners(players: Sequence[str], findings: Findings) -> tuple[str, ...]:
    """Return who won each trick, "" where the courses differ or the record does not tell."""
    won = []
    for index in range(len(findings.recorded.tricks)):
        winners = {course.winners[index] if index < len(course.winners) else -1 for course in findings.courses}
        winner = winners.pop() if len(winners) == 1 else -1
        won.append(players[winner] if winner >= 0 else "")
    return tuple(won)
