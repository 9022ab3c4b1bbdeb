"""The recorded cards of a tour of Herzeln: judged, counted, and compared with the entries."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.audit import facts
from scorekeeper.audit.context import Frame, check_hands, known_hands, lay_out
from scorekeeper.audit.engine import Counts, TrickAudit, add_defaults, audit_tricks, count_revoke
from scorekeeper.audit.facts import Fact, Piles, Range
from scorekeeper.audit.verdict import MISFITS, Turn, Verdict, conclude
from scorekeeper.audit.worlds import Course, Recorded
from scorekeeper.cards.cardset import deck_of
from scorekeeper.cards.obligations import FOLLOW
from scorekeeper.cards.packs import ACE_TEN, of_ranks
from scorekeeper.cards.record import Record
from scorekeeper.cards.trick_rules import Play
from scorekeeper.games.disputes import tell_dispute
from scorekeeper.games.game import Recording, Seating
from scorekeeper.games.herzeln import layoff
from scorekeeper.games.herzeln.deal import ask, read_points
from scorekeeper.games.herzeln.rules import HAND, HEARTS, LAY_OFF, Rules, Tour, pack_for, tour_of
from scorekeeper.games.questions import Answers, read_answers
from scorekeeper.phrase import Card, Name, say

_DECK = deck_of(ACE_TEN)
_QUEENS = _DECK.set_of(of_ranks("Q"))
_COST = {card: HEARTS.get(name, 0) for card, name in _DECK.name.items()}  # in tour 1
_KING = _DECK.card["KH"]
LAW = Play(_DECK, (FOLLOW,))  # HZ-3: follow suit, no trumps
_BROKEN = {"MUST_FOLLOW": "HZ-3", "OUT_OF_TURN": "HZ-3", "WRONG_HAND": "G-7"}  # the rule behind each reason
_STOPS = (1, 4, 5)  # HZ-13: the tours that may end early when nothing is left to score


@dataclass(kw_only=True)
class PlayedTour:
    """One tour, in tricks or laid off, and its entries; `passed` is whether it was not played."""

    rules: Rules
    seating: Seating
    passed: bool
    entered: Answers

    @property
    def tour(self) -> Tour:
        """The tour among the eight."""
        return tour_of(self.seating.number)

    def read(self, key: str, value: object) -> Any:
        """Return an answer as read, without order where order does not matter."""
        read = read_answers(ask(self.rules, self.seating, None), {key: value})[key]
        if key == "hearts" and isinstance(read, dict):
            return {player: set(cards) for player, cards in read.items()}
        return read

    def same(self, key: str, entered: object, counted: object) -> bool:
        """Return whether the entry for a key equals the count."""
        return bool(self.read(key, entered) == self.read(key, counted))

    def as_entered(self, taken: object) -> Counts:
        """Return the counts under the keys of the entries."""
        key = self.tour.key
        counts = {key: taken, "points": read_points(self.rules, self.seating, key, taken)}
        return {name: value for name, value in counts.items() if name in (self.entered or (key,))}

    def count(self, recorded: Recorded, course: Course) -> Counts:
        """Return what each player took in one course."""
        players = self.seating.playing
        piles = self._pile_up(recorded, course)
        if self.tour.key == "hearts":
            hearts = _DECK.suit["H"]
            ranks = [" ".join(card[:-1] for card in _DECK.names(pile & hearts)) for pile in piles.owned]
            return {} if piles.rest & hearts else self.as_entered(dict(zip(players, ranks, strict=True)))
        ranges = {player: self._take(recorded, course, piles, seat, 0) for seat, player in enumerate(players)}
        if self.tour.key in ("king", "last"):
            found = next((player for player, taken in ranges.items() if taken.least), None)
            return self.as_entered(found) if found else {}
        fixed = all(taken.least == taken.most for taken in ranges.values())
        return self.as_entered({player: taken.least for player, taken in ranges.items()}) if fixed else {}

    def facts(self, recorded: Recorded, course: Course) -> Iterator[Iterator[Fact]]:
        """Yield the entries with their possible range in one course."""
        yield self._find_facts(recorded, course)

    def _find_facts(self, recorded: Recorded, course: Course) -> Iterator[Fact]:
        piles = self._pile_up(recorded, course)
        unit = (self.tour.units or (-1,))[0]
        for key, value in self.entered.items():
            read = self.read(key, value)
            for seat, player in enumerate(self.seating.playing):
                if key == "hearts":
                    for card in read[player]:
                        about = say("{player} {card}", player=Name(player), card=Card(card))
                        counted = facts.count_cards(recorded, piles, seat, 1, _DECK.card[card])
                        yield Fact(key, (player, card), about, 1, 1, counted, "yes or no")
                elif key in ("points", "tricks", "queens"):
                    number = read[player]
                    times = unit if key == "points" else 1
                    taken = self._take(recorded, course, piles, seat, number // times)
                    yield Fact(key, (player,), Name(player), number, number, taken.times(times))
                elif key in ("king", "last") and player == read:
                    yield Fact(key, (), None, 1, 1, self._take(recorded, course, piles, seat, 1), "yes or no")

    def _pile_up(self, recorded: Recorded, course: Course) -> Piles:
        number = len(self.seating.playing)
        return facts.pile_up(recorded, course, range(number), [(0, 0)] * number)

    def _take(self, recorded: Recorded, course: Course, piles: Piles, seat: int, entered: int) -> Range:
        """Return the range of a player's count: tricks, Queens, or the cost of their hearts."""
        match self.tour.key:
            case "hearts":
                return facts.count_worth(recorded, piles, seat, (entered, entered), _COST.__getitem__)
            case "tricks":
                return facts.count_tricks(recorded, course, (seat,))
            case "queens":
                return facts.count_cards(recorded, piles, seat, entered, _QUEENS)
            case "king":
                return facts.count_cards(recorded, piles, seat, entered, _KING)
        last = course.winners[HAND - 1] if len(course.winners) == HAND else -1
        if last < 0:
            return Range(0, 1)
        won = facts.winning_cards(recorded, course, [HAND - 1])
        return Range(int(last == seat), int(last == seat), won, won)


def read_tour(rules: Rules, seating: Seating, answers: Answers) -> PlayedTour:
    """Return the answers as a tour; it refuses nothing."""
    entered = {key: value for key, value in answers.items() if key not in ("passed", "misdealt", "extra")}
    return PlayedTour(rules=rules, seating=seating, passed=bool(answers.get("passed")), entered=entered)


def recording(rules: Rules, seating: Seating, tour: PlayedTour) -> Recording | None:
    """Return what can be recorded of the tour, None where it was not played."""
    if tour.passed:
        return None
    return Recording(
        pack_for(len(seating.playing)), HAND, laid=say("Shedding tour") if tour.tour.number == LAY_OFF else None
    )


def judge_record(rules: Rules, seating: Seating, tour: PlayedTour, record: Record) -> Verdict:
    """Return the verdict on a record of the tour. Raises Refused as `lay_out` does."""
    players = seating.playing
    pack = _DECK.set_of(pack_for(len(players)).cards)
    # HZ-5: a dealer who sits out leaves the lead to forehand.
    leader = seating.dealer if rules.first_lead == "dealer" and seating.dealer in players else players[0]
    frame = Frame(LAW, pack, HAND, players, leader, _BROKEN)
    if tour.tour.number == LAY_OFF:
        return _audit_layoff(tour, frame, record)
    audit = TrickAudit(
        frame=frame,
        entered=tour.entered,
        revoke_costs=rules.revoke_costs,
        count=tour.count,
        same=tour.same,
        facts=tour.facts,
        stops=lambda counted: bool(counted) and tour.tour.number in _STOPS,
        consequences=tell_dispute,
    )
    return audit_tricks(audit, record)


def _audit_layoff(tour: PlayedTour, frame: Frame, record: Record) -> Verdict:
    wrong = list(check_hands(frame, record.hands))
    judged = layoff.check_record(tour.rules, tour.seating, record, {found.card for found in wrong})
    whole = judged.table.over
    proven = [found for found in judged.violations if found.reason != "INCOMPLETE"]
    violations = [*wrong, *proven] or judged.violations
    misfit = next((found for found in violations if found.reason in MISFITS), None)
    fits = not (misfit or wrong)
    counted = dict(tour.as_entered(list(judged.table.out))) if whole and fits else {}
    if tour.rules.revoke_costs and fits:
        revokes = [found for found in violations if found.reason in layoff.REVOKES]
        counted |= count_revoke(revokes, whole=whole)
    entered = add_defaults(tour.entered, counted)
    settled = whole or entered.get("revoke") or wrong or proven
    excluded = () if settled else tuple(facts.find_excluded(None, [_place_facts(tour, judged.table.out)]))
    undecided = judged.undecided if fits else ()
    kind, differences = conclude(violations, undecided, counted, entered, excluded, whole=whole, same=tour.same)
    return Verdict(
        kind,
        tuple(violations),
        undecided,
        counted=counted,
        entered=entered,
        differences=differences,
        turn=_find_turn(judged, len(record.moves)),
        hands=dict(known_hands(frame, lay_out(frame, record, ())[0])) if fits else {},
        misfit=misfit,
        excluded=excluded,
    )


def _place_facts(tour: PlayedTour, order: Sequence[str]) -> Iterator[Fact]:
    """Yield each player's place in going out, from 1, as far as the moves go: players with cards are out later."""
    players = tour.seating.playing
    for key, value in tour.entered.items():
        read = tour.read(key, value)
        for player in players:
            out = order.index(player) + 1 if player in order else 0
            place = Range(out, out) if out else Range(len(order) + 1, len(players))
            if key == "out":
                entered = read.index(player) + 1
                yield Fact(key, (player,), Name(player), entered, entered, place)
            elif key == "points":
                points = Range(10 - 10 * place.most, 10 - 10 * place.least)
                yield Fact(key, (player,), Name(player), read[player], read[player], points)


def _find_turn(judged: layoff.Judged, moves: int) -> Turn | None:
    """Return whose turn it is to move next; none after an impossible move."""
    table = judged.table
    if table.over:
        return None
    if judged.steps < moves:
        return Turn(moves + 1, "")
    players = (table.turn,) if table.turn else table.players
    pack = pack_for(len(table.players)).cards
    possible = tuple(card for card in pack if any(layoff.may_hold(table, player, card) for player in players))
    fitting = tuple(card for card in possible if layoff.places(table, card))
    return Turn(moves + 1, table.turn, fitting, tuple(card for card in possible if card not in fitting), possible)
