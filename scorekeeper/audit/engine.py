"""A recorded deal from its cards to a verdict."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from scorekeeper.audit.context import Frame, Heap, known_hands, lay_out
from scorekeeper.audit.doubts import explain_doubt
from scorekeeper.audit.facts import Fact, find_excluded
from scorekeeper.audit.findings import Findings, find_breaches, look_ahead
from scorekeeper.audit.legality import Finding
from scorekeeper.audit.verdict import (
    MISFITS,
    REMARKS,
    Consequence,
    Excluded,
    Seen,
    Turn,
    Unclaimed,
    Undecided,
    Verdict,
    Violation,
    conclude,
)
from scorekeeper.audit.worlds import Course, Recorded, find_leader, find_rightful
from scorekeeper.cards.notation import UNKNOWN
from scorekeeper.cards.obligations import REVOKES
from scorekeeper.cards.record import Record
from scorekeeper.phrase import Phrase

Counts = Mapping[str, object]
Compare = Callable[[str, object, object], bool]


@dataclass(kw_only=True)
class TrickAudit:
    """One deal with recorded tricks to be judged, and the functions of its game that count them.

    One is made for every deal of a file and forgotten with it: frozen, its many fields would take four times as long.

    heaps          recorded cards outside the hands
    entered        the entries for keys that cards can count
    default_answers  what no entry for a key that the cards count means, if there are other entries
    revoke_costs   whether at this table a revoke costs the game (G-6, HU-65), so that the offender is counted too
    revoke_ends    whether it also ends the deal, so that the entries of the result have no meaning, except
    revoke_counts  returns the entries that count even then, None for those that count unchanged, by its reason
    revokes        the reasons that are revokes at this table
    settled        the other reasons that are surely none; of the rest the table decides, None where there is no rest
    count          returns the keys that the cards fix in one course
    same           returns whether the entry for a key equals the count
    facts          returns the entries with their possible range in one course, for each possible division into sides
    check          returns other breaches before the first lead; it is called only for a legal layout of the cards, and
                   without courses if the tricks contradict the record
    doubts         returns what may have been a breach before the first lead; it is called only where `check` found none
    unclaimed      returns the bonuses that players surely had in one course and may still claim
    unjudged       the entries of which no cards tell
    revoke_shared  whether two players with a wrong number of cards share what it costs
    consequences   returns what a breach of a rule comes to
    stops          returns whether the deal may end without its last tricks, given the count
    """

    frame: Frame
    heaps: Sequence[Heap] = ()
    entered: Counts
    default_answers: Counts = field(default_factory=dict)
    revoke_costs: bool = False
    revoke_ends: bool = False
    revoke_shared: bool = False
    revoke_counts: Callable[[str], Counts] = lambda reason: {}
    revokes: Collection[str] = REVOKES
    settled: Collection[str] | None = None
    count: Callable[[Recorded, Course], Counts] = lambda recorded, course: {}
    same: Compare = lambda key, entered, counted: entered == counted
    facts: Callable[[Recorded, Course], Iterable[Iterable[Fact]]] = lambda recorded, course: ()
    check: Callable[[Recorded, tuple[Course, ...]], Iterable[Violation]] = lambda recorded, courses: ()
    doubts: Callable[[Recorded, tuple[Course, ...]], Iterable[Undecided]] = lambda recorded, courses: ()
    unclaimed: Callable[[Recorded, Course], Iterable[Unclaimed]] = lambda recorded, course: ()
    unjudged: tuple[Phrase, ...] = ()
    consequences: Callable[[Violation], tuple[Consequence, ...]] = lambda violation: ()
    stops: Callable[[Counts], bool] = lambda counted: False


def audit_tricks(audit: TrickAudit, record: Record) -> Verdict:
    """Return the verdict on the recorded tricks of a deal. Raises Refused as `lay_out` does."""
    frame = audit.frame
    given, wrong = lay_out(frame, record, audit.heaps)
    findings = find_breaches(given)
    recorded = findings.recorded
    courses = findings.courses
    players = (*frame.players, "")  # seat -1 is nobody
    violations = [_name_violation(recorded, players, found) for found in findings.broken]
    misfit = next((found for found in wrong if found.reason in MISFITS), None)
    if not misfit and findings.misfit:
        misfit = _name_violation(recorded, players, findings.misfit)
    fits = not (wrong or misfit)
    if not any(found.reason in MISFITS for found in wrong):
        wrong.extend(audit.check(given, courses if fits else ()))
    leaders = [[find_leader(recorded, course, index) for index in range(len(recorded.tricks))] for course in courses]
    remarks = tuple([found for found in wrong if found.reason in REMARKS])
    wrong = [found for found in wrong if found not in remarks]
    by_trick = sorted((*_led_wrongly(findings, leaders, players), *violations), key=lambda found: found.trick)
    broken = (*wrong, *by_trick)
    undecided = list(audit.doubts(given, courses)) if fits and not wrong else []
    orders = [*map(set, zip(*[course.seats for course in courses], strict=True))]
    for place in findings.undecided:
        searched = place[:2] not in findings.unsearched
        seats = orders[place.trick] if place.trick < len(orders) else set[tuple[int, ...]]()
        undecided.append(_name_undecided(findings, seats, players, place, searched=searched))
    whole = len(given.tricks) >= given.size and set(map(len, given.tricks)) == {len(frame.players)}
    counted = _count(audit, findings) if fits else {}
    if not misfit:
        counted = _add_revoke(audit, record, findings, (*broken, *remarks), counted, whole=whole and fits)
    revoked = audit.entered.get("revoke") or (audit.revoke_costs and any(_is_revoke(audit, one) for one in broken))
    excluded = tuple[Excluded, ...]()
    if fits and not revoked and audit.entered.keys() - counted.keys():
        ways = (way for course in courses for way in audit.facts(recorded, course))
        ways = ([fact for fact in way if fact.key not in counted] for way in ways)
        excluded = tuple(find_excluded(recorded, ways))
    entered = add_defaults(audit.entered, counted, audit.default_answers)
    whole = whole or bool(audit.revoke_ends and counted.get("revoke")) or audit.stops(counted)
    kind, differences = conclude(broken, undecided, counted, entered, excluded, whole=whole, same=audit.same)
    unclaimed = _find_unclaimed(audit, recorded, courses) if fits else ()
    led = [recorded.led_by(index) if leader < 0 else leader for index, leader in enumerate(_agree(leaders))]
    won = _agree([course.winners for course in courses])
    won += [-1] * (len(recorded.tricks) - len(won))
    return Verdict(
        kind,
        _cite(audit, broken),
        tuple(undecided),
        tuple([players[winner] for winner in won]),
        counted,
        entered,
        differences,
        tuple([players[leader] for leader in led]),
        _name_turn(findings, players),
        dict(known_hands(frame, recorded)) if fits else {},
        misfit,
        unclaimed,
        excluded,
        _cite(audit, remarks),
        audit.unjudged,
    )


def _find_unclaimed(audit: TrickAudit, recorded: Recorded, courses: Sequence[Course]) -> tuple[Unclaimed, ...]:
    """Return the bonuses that players surely had in every course; none is asked once no bonus is left."""
    first, *others = courses
    shared = tuple(audit.unclaimed(recorded, first))
    for course in others:
        if not shared:
            break
        found = tuple(audit.unclaimed(recorded, course))
        shared = tuple([one for one in shared if one in found])
    return shared


def _cite(audit: TrickAudit, violations: Iterable[Violation]) -> tuple[Violation, ...]:
    """Return breaches with the numbers of the broken rules, and what they come to."""
    rules = audit.frame.rules
    cited = [replace(found, rule=rules.get(found.reason, "")) for found in violations]
    return tuple([replace(found, consequences=audit.consequences(found)) if found.rule else found for found in cited])


def _count(audit: TrickAudit, findings: Findings) -> Counts:
    """Return the counts of a consistent record that are the same in all its courses."""
    first, *others = findings.courses
    counted = audit.count(findings.recorded, first)
    for course in others:
        if not counted:
            break
        other = audit.count(findings.recorded, course)
        counted = {key: value for key, value in counted.items() if key in other and other[key] == value}
    return counted


def _add_revoke(
    audit: TrickAudit,
    record: Record,
    findings: Findings,
    violations: Sequence[Violation],
    counted: Counts,
    *,
    whole: bool,
) -> Counts:
    """Return the counts with the player who revoked, if that is recorded; where it ends the deal with little else."""
    if not audit.revoke_costs:
        return counted
    proven = [found for found in violations if _is_revoke(audit, found)]
    places = [found[:2] for found in findings.broken if found.reason in audit.revokes]
    begun = any(found.trick for found in proven[:1])
    earlier = begun and places and any(found[:2] < min(places) for found in findings.undecided)
    revoke = {} if earlier else count_revoke(proven, whole=whole and not findings.undecided)
    if audit.revoke_ends and revoke.get("revoke"):
        kept = audit.revoke_counts(proven[0].reason)
        ended = {**dict.fromkeys(audit.entered.keys() - {"revoke_with"}), **kept, **revoke}
        if audit.revoke_shared:
            ended |= _find_second(audit, record, proven[0])
        return {key: value for key, value in ended.items() if value is not None or key not in kept}
    return {**counted, **revoke} if not audit.revoke_ends or "revoke" in audit.entered else counted


def _find_second(audit: TrickAudit, record: Record, first: Violation) -> Counts:
    """Return the player who has too few cards as another has too many; nothing unless every card is recorded."""
    frame = audit.frame
    short = [player for player in frame.players if len(record.hands.get(player, ())) < frame.size]
    lying = (*record.hands.values(), *(heap.cards for heap in audit.heaps))
    known = frame.play.deck.set_of(card for cards in lying for card in cards)
    if first.reason != "WRONG_HAND" or len(short) != 1 or frame.pack & ~known:
        return {}
    return {"revoke_with": short[0]}


def _is_revoke(audit: TrickAudit, violation: Violation) -> bool:
    """Return whether a breach is a revoke, or the table has entered as one what no source decides."""
    open_ = audit.settled is not None and violation.reason not in audit.settled
    return violation.reason in audit.revokes or (open_ and violation.player == audit.entered.get("revoke"))


def count_revoke(violations: Iterable[Violation], *, whole: bool) -> Counts:
    """Return the first player who revoked, if recorded; the game was already lost at any later one of these revokes."""
    offenders = [found.player for found in violations]
    if offenders and not offenders[0]:
        return {}
    return {"revoke": (*offenders, None)[0]} if offenders or whole else {}


def add_defaults(entered: Counts, counted: Counts, default_answers: Counts = MappingProxyType({})) -> Counts:
    """Return the entries, if any, with the default answers for the counted keys that have none."""
    usual = {**default_answers, "revoke": None, "revoke_with": None}
    meant = {key: value for key, value in usual.items() if key in counted}
    return {**meant, **entered} if entered else entered


def _agree(courses: Sequence[Sequence[int]]) -> list[int]:
    """Return for each trick the seat in which all courses agree, -1 where they differ."""
    if len(courses) == 1:
        return list(courses[0])
    return [seats[0] if len(set(seats)) == 1 else -1 for seats in zip(*courses, strict=True)]


def _name_card(recorded: Recorded, found: Finding) -> str:
    return recorded.play.deck.name.get(recorded.tricks[found.trick][found.place], UNKNOWN)


def _name_undecided(
    findings: Findings, orders: Iterable[tuple[int, ...]], players: Sequence[str], found: Finding, *, searched: bool
) -> Undecided:
    recorded = findings.recorded
    seat, why, ask, lacking = explain_doubt(recorded, findings.courses, orders, players, found)
    names = recorded.play.deck.names(lacking)
    card = _name_card(recorded, found)
    return Undecided(found.trick + 1, players[found.seat], card, searched, why, ask, names, players[seat])


def _name_violation(recorded: Recorded, players: Sequence[str], found: Finding) -> Violation:
    deck = recorded.play.deck
    return Violation(
        found.trick + 1,
        players[found.seat],
        _name_card(recorded, found),
        str(found.reason),
        None if found.legal is None else deck.names(found.legal),
        Seen(found.seen[0] + 1, deck.name[found.seen[1]]) if found.seen else None,
        proof=tuple(Seen(index + 1, deck.name[card]) for index, card in found.proof),
    )


def _led_wrongly(findings: Findings, leaders: Sequence[list[int]], players: Sequence[str]) -> Iterator[Violation]:
    """Yield the players who led out of turn, and the remembered leaders that the hands contradict.

    `leaders` are the seats that led each trick, in each course.
    """
    recorded = findings.recorded
    won = [[recorded.leader, *course.winners] for course in findings.courses]
    if not recorded.led and all(seats == some[: len(seats)] for seats, some in zip(leaders, won, strict=True)):
        return  # as in most records, whoever won a trick led the next
    for index, seats in enumerate(zip(*leaders, strict=True)):
        led = set(seats)
        rightful = {find_rightful(recorded, course, index) for course in findings.courses}
        remembered = recorded.led_by(index)
        if len(rightful) != 1 or -1 in rightful or led | {remembered} <= rightful | {-1}:
            continue
        leader = remembered if remembered >= 0 else led.pop() if len(led) == 1 else -1
        reason = "OUT_OF_TURN" if remembered in (-1, *led) else "LED_BY_ANOTHER"
        if leader >= 0:
            cards = recorded.tricks[index]
            name = recorded.play.deck.name.get(cards[0] if cards else 0, UNKNOWN)
            yield Violation(index + 1, players[leader], name, reason)


def _name_turn(findings: Findings, players: Sequence[str]) -> Turn | None:
    """Return whose turn it is where the record ends, with the names of player and cards."""
    ahead = look_ahead(findings)
    names = findings.recorded.play.deck.names
    if ahead is None:
        return None
    cards = (names(ahead.legal), names(ahead.illegal), names(ahead.possible))
    return Turn(ahead.trick + 1, players[ahead.seat], *cards, "".join(names(ahead.forced)))
