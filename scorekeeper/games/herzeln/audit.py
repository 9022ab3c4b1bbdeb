"""The recorded cards of a tour of Herzeln: judged, counted, and compared with what was entered."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from scorekeeper.cards.courses import Course, Recorded
from scorekeeper.cards.deck import deck_of
from scorekeeper.cards.packs import ACE_TEN, of_ranks
from scorekeeper.cards.piles import Piles, pile_up
from scorekeeper.cards.replay import add_unsaid, audit_tricks, compare_revoke, count_revoke
from scorekeeper.cards.setup import Frame
from scorekeeper.cards.verdict import Turn, Verdict, Violation, conclude
from scorekeeper.games.game import Recording, Seating
from scorekeeper.games.herzeln import layoff
from scorekeeper.games.herzeln.deal import ask, read_points, revoke_costs
from scorekeeper.games.herzeln.play import BROKEN, law
from scorekeeper.games.herzeln.rules import HAND, LAY_OFF, Rules, Tour, pack_for, tour_of
from scorekeeper.games.herzeln.scoring import leader
from scorekeeper.games.questions import Answers, read_answers

Counts = Mapping[str, object]
Tell = Callable[[str, object], Counts]
Same = Callable[[str, object, object], bool]

_DECK = deck_of(ACE_TEN)
_QUEENS, _KING = _DECK.set_of(of_ranks("Q")), _DECK.card["KH"]
_STOPS = (1, 4, 5)  # HZ-13: the tours that may stop when nothing is left to score
_ALIKE = {1: "hearts", 2: "tricks", 3: "tricks", 4: "queens", 5: "king", 6: "last", 7: "last", LAY_OFF: "out"}


def audit(rules: Rules, seating: Seating, answers: Answers, record: Mapping[str, Any]) -> Verdict:
    """Return the verdict on a record of the tour with these answers. Raises Refused as `lay_out` does."""
    tour = tour_of(seating.number)
    entered = {key: value for key, value in answers.items() if key != "passed" and value is not None}

    def same(key: str, entered: object, counted: object) -> bool:
        return _comparable(rules, seating, key, entered) == _comparable(rules, seating, key, counted)

    def told(key: str, taken: object) -> dict[str, object]:
        return {name: value for name, value in _tell(rules, seating, key, taken) if name in (entered or (key,))}

    if tour.number == LAY_OFF:
        return _audit_layoff(rules, seating, record, entered, told, same)

    def count(recorded: Recorded, course: Course) -> dict[str, object]:
        taken = _count(tour, recorded, course, seating.playing)
        return {} if taken is None else told(_ALIKE[tour.number], taken)

    pack = _DECK.set_of(pack_for(len(seating.playing)).cards)
    frame = Frame(law(), pack, HAND, seating.playing, leader(rules, seating), BROKEN)
    return audit_tricks(
        frame,
        record,
        (),
        entered,
        count=count,
        same=same,
        stops=lambda counted: bool(counted) and tour.number in _STOPS,
        revoke_costs=revoke_costs(rules),
    )


def recording(rules: Rules, seating: Seating, answers: Answers) -> Recording | None:
    """Return what can be recorded of the tour with these answers, None where it was not played."""
    if answers.get("passed"):
        return None
    return Recording(pack_for(len(seating.playing)), HAND, laid=tour_of(seating.number).number == LAY_OFF)


def _tell(rules: Rules, seating: Seating, key: str, taken: object) -> Iterator[tuple[str, object]]:
    yield key, taken
    yield "points", read_points(rules, seating, key, taken)


def _comparable(rules: Rules, seating: Seating, key: str, value: object) -> object:
    read = read_answers(ask(rules, seating, None), {key: value})[key]
    return (
        {player: set(cards) for player, cards in read.items()} if key == "hearts" and isinstance(read, dict) else read
    )


def _count(tour: Tour, recorded: Recorded, course: Course, players: tuple[str, ...]) -> object | None:
    """Return what each player took, as the table counts it in this tour; None where the record does not fix it."""
    piles = pile_up(recorded, course, range(len(players)), [(0, 0)] * len(players))
    whole = len(course.winners) == HAND and -1 not in course.winners
    match tour.number:
        case 1:
            return _hearts(recorded, piles, players)
        case 2 | 3:
            return {player: course.winners.count(seat) for seat, player in enumerate(players)} if whole else None
        case 4:
            taken = {player: (pile & _QUEENS).bit_count() for player, pile in zip(players, piles.owned, strict=True)}
            return None if piles.rest & _QUEENS else taken
        case 5:
            return next((player for player, pile in zip(players, piles.owned, strict=True) if pile & _KING), None)
        case _:
            return players[course.winners[-1]] if whole else None


def _hearts(recorded: Recorded, piles: Piles, players: tuple[str, ...]) -> dict[str, str] | None:
    hearts = _DECK.suit["H"]
    if piles.rest & hearts:
        return None
    taken = [_DECK.names(pile & hearts) for pile in piles.owned]
    return {player: " ".join(card[:-1] for card in cards) for player, cards in zip(players, taken, strict=True)}


def _audit_layoff(
    rules: Rules, seating: Seating, record: Mapping[str, Any], entered: Counts, told: Tell, same: Same
) -> Verdict:
    judged = layoff.check_record(rules, seating, record)
    whole = judged.table.over
    proven = [breach for breach in judged.breaches if breach.reason != "INCOMPLETE"]
    violations = [_violation(breach) for breach in proven or judged.breaches]
    counted = dict(told("out", list(judged.order))) if whole else {}
    if revoke_costs(rules):
        counted |= count_revoke(violations, layoff.REVOKES, whole=whole)
    entered = add_unsaid(entered, counted)
    verdict = conclude(violations, (), (), counted, entered, whole=whole, same=compare_revoke(same))
    return replace(verdict, turn=_turn(judged, len(record.get("layoff", ()))))


def _turn(judged: layoff.Verdict, moves: int) -> Turn | None:
    """Return whose move follows the recorded ones; behind moves that cannot be followed the record does not tell."""
    table = judged.table
    if table.over:
        return None
    if judged.steps < moves:
        return Turn(moves + 1, "")
    players = (table.turn,) if table.turn else table.players
    held = [
        card for card in pack_for(len(table.players)).cards if any(layoff.may_hold(table, p, card) for p in players)
    ]
    fitting = tuple(card for card in held if layoff.places(table, card))
    misfits = tuple(card for card in held if card not in fitting)
    return Turn(moves + 1, table.turn, fitting, misfits, tuple(held))


def _violation(breach: layoff.Breach) -> Violation:
    text = layoff.explain(breach)
    rule = layoff.BROKEN.get(breach.reason, "")
    return Violation(breach.step + 1, breach.player, breach.card, breach.reason, breach.legal, text=text, rule=rule)
