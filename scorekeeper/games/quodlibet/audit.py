"""The recorded cards of a tour of Quodlibet: judged, counted, and compared with the entries."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from scorekeeper.audit import facts
from scorekeeper.audit.context import Frame
from scorekeeper.audit.engine import Counts, TrickAudit, audit_tricks
from scorekeeper.audit.facts import Fact, Piles, Range
from scorekeeper.audit.verdict import Verdict
from scorekeeper.audit.worlds import Course, Recorded
from scorekeeper.cards.cardset import deck_of, together
from scorekeeper.cards.obligations import FOLLOW
from scorekeeper.cards.packs import of_ranks
from scorekeeper.cards.record import Record
from scorekeeper.cards.trick_rules import Play
from scorekeeper.games.disputes import tell_dispute
from scorekeeper.games.game import Recording, Seating
from scorekeeper.games.questions import Answers, Question, read_answers
from scorekeeper.games.quodlibet.deal import Counted, ask
from scorekeeper.games.quodlibet.rules import HAND, KING, OBER, PACK, RANKS, TOUR_OF, TRICKS, Rules, Tour
from scorekeeper.phrase import Card, Name, say

_DECK = deck_of(PACK)
_OF_RANK = {rank: _DECK.set_of(of_ranks(rank if rank != "10" else ("10",))) for rank in RANKS}
_BY_HEIGHT = {card: place for place, rank in enumerate(reversed(RANKS)) for card in _DECK.names(_OF_RANK[rank])}
LAW = Play(_DECK, (FOLLOW,))  # QU-6: follow suit, no trumps
FREE = Play(_DECK, ())  # QU-18: who does not see the own cards
_BROKEN = {"MUST_FOLLOW": "QU-6", "OUT_OF_TURN": "QU-6", "WRONG_HAND": "G-7"}  # the rule behind each reason
_STOPS = ("king_ober", "no_hearts")  # QU-8: tours that may end early when nothing is left to take


@dataclass(kw_only=True)
class PlayedTour:
    """One tour and its entries; `tour` is None before it is chosen."""

    rules: Rules
    seating: Seating
    tour: Tour | None
    entered: Answers

    @cached_property
    def _questions(self) -> Mapping[str, Question]:
        return {question.name: question for question in ask(self.rules, self.seating, None)}

    def read(self, answers: Answers) -> Counted:
        """Return answers as read, without order where order does not matter, and with the players who have none."""
        read: dict[str, object] = {}
        for key, value in read_answers(map(self._questions.__getitem__, answers), answers).items():
            if isinstance(value, dict) and key == "hearts":
                value = {player: set(cards) for player, cards in value.items()}
            elif isinstance(value, dict):
                value = dict.fromkeys(self.seating.playing, 0) | value
            read[key] = value
        return read

    def same(self, key: str, entered: object, counted: object) -> bool:
        """Return whether the entry for a key equals the count."""
        return self.read({key: entered}) == self.read({key: counted})

    def count(self, recorded: Recorded, course: Course) -> Counts:
        """Return what each player took in one course, as far as its cards fix it."""
        if self.tour is None:
            return {}
        found = dict[str, object]()
        players = self.seating.playing
        piles = self._pile_up(recorded, course)
        if self.tour.key == "no_hearts":
            hearts = _DECK.suit["H"]
            ranks = [" ".join(card[:-1] for card in _DECK.names(pile & hearts)) for pile in piles.owned]
            return {} if piles.rest & hearts else {"hearts": dict(zip(players, ranks, strict=True))}
        for key, wanted in (("king", KING), ("ober", OBER)):
            owner = [player for player, pile in zip(players, piles.owned, strict=True) if _DECK.card[wanted] & pile]
            if key in self.tour.counted and owner:
                found[key] = owner[0]
        if "together" in self.tour.counted and {"king", "ober"} <= found.keys():
            both = _DECK.card[KING] | _DECK.card[OBER]
            found["together"] = any(not both & ~together(trick) for trick in recorded.tricks)
        winners = course.winners
        for key, number in TRICKS.items():
            if key in self.tour.counted and len(winners) >= number and winners[number - 1] >= 0:
                found[key] = players[winners[number - 1]]
        if len(winners) == HAND and min(winners) >= 0:
            found["tricks"] = {player: winners.count(seat) for seat, player in enumerate(players)}
            if all(len(cards) == len(players) and all(cards) for cards in recorded.tricks):
                found |= self._count_by_trick(recorded, course)
        return {key: value for key, value in found.items() if key in self.tour.counted}

    def _count_by_trick(self, recorded: Recorded, course: Course) -> Counts:
        """Return what is counted by the cards of each trick, which all are known."""
        players = self.seating.playing
        numbers = {key: dict.fromkeys(players, 0) for key in ("obers", "unters", "mixed", "lowest", "both")}
        tied = False
        for cards, seats, winner in zip(recorded.tricks, course.seats, course.winners, strict=True):
            taker = players[winner]
            obers, unters = ((together(cards) & _OF_RANK[rank]).bit_count() for rank in "QJ")
            if obers and unters:
                numbers["mixed"][taker] += 1
            else:
                numbers["obers"][taker] += obers
                numbers["unters"][taker] += unters
            heights = [_BY_HEIGHT[_DECK.name[card]] for card in cards]
            tied = tied or heights.count(min(heights)) > 1 or not seats
            if seats:
                lowest = players[seats[heights.index(min(heights))]]
                numbers["lowest"][lowest] += 1
                numbers["both"][taker] += lowest == taker
        unknown = ("lowest", "both") if tied else ()  # QU-17: no source says whose card is the lowest of two
        return {key: value for key, value in numbers.items() if key not in unknown}

    def facts(self, recorded: Recorded, course: Course) -> Iterator[Iterator[Fact]]:
        """Yield the entries with their possible range in one course."""
        yield self._find_facts(recorded, course)

    def _find_facts(self, recorded: Recorded, course: Course) -> Iterator[Fact]:
        piles = self._pile_up(recorded, course)
        for key, read in self.read(self.entered).items():
            for seat, player in enumerate(self.seating.playing):
                if key == "hearts":
                    for card in read[player]:
                        about = say("{player} {card}", player=Name(player), card=Card(card))
                        counted = facts.count_cards(recorded, piles, seat, 1, _DECK.card[card])
                        yield Fact(key, (player, card), about, 1, 1, counted, "yes or no")
                elif key == "tricks":
                    taken = facts.count_tricks(recorded, course, (seat,))
                    yield Fact(key, (player,), Name(player), read[player], read[player], taken)
                elif key in ("king", "ober") and player == read:
                    card = _DECK.card[KING if key == "king" else OBER]
                    yield Fact(key, (), None, 1, 1, facts.count_cards(recorded, piles, seat, 1, card), "yes or no")
                elif key in TRICKS and player == read:
                    yield Fact(key, (), None, 1, 1, self._take(recorded, course, TRICKS[key], seat), "yes or no")

    def _pile_up(self, recorded: Recorded, course: Course) -> Piles:
        number = len(self.seating.playing)
        return facts.pile_up(recorded, course, range(number), [(0, 0)] * number)

    def _take(self, recorded: Recorded, course: Course, number: int, seat: int) -> Range:
        """Return whether a seat took the trick with this number, as a range."""
        winner = course.winners[number - 1] if len(course.winners) >= number else recorded.led_by(number)
        if winner < 0:
            return Range(0, 1)
        won = facts.winning_cards(recorded, course, [number - 1])
        return Range(int(winner == seat), int(winner == seat), won, won)


def read_tour(rules: Rules, seating: Seating, answers: Answers) -> PlayedTour:
    """Return the answers as a tour; it refuses nothing."""
    tour = TOUR_OF.get(str(answers.get("tour")))
    entered = {key: value for key, value in answers.items() if tour and key in tour.counted}
    return PlayedTour(rules=rules, seating=seating, tour=tour, entered=entered)


def recording(rules: Rules, seating: Seating, tour: PlayedTour) -> Recording | None:
    """Return what can be recorded of the tour, None where no tricks are played."""
    return Recording(PACK, HAND) if tour.tour and tour.tour.in_tricks else None


def judge_record(rules: Rules, seating: Seating, tour: PlayedTour, record: Record) -> Verdict:
    """Return the verdict on a record of the tour. Raises Refused as `lay_out` does."""
    players = seating.playing
    # QU-7: a dealer who sits out leaves the lead to forehand.
    leader = seating.dealer if rules.first_lead == "dealer" and seating.dealer in players else players[0]
    chosen = tour.tour
    law = FREE if chosen and chosen.key == "blind" and rules.blind_play == "free" else LAW
    audit = TrickAudit(
        frame=Frame(law, _DECK.set_of(PACK.cards), HAND, players, leader, _BROKEN),
        entered=tour.entered,
        count=tour.count,
        same=tour.same,
        facts=tour.facts,
        default_answers={"together": False} if chosen and chosen.key == "king_ober" else {},
        stops=lambda counted: bool(counted and chosen and chosen.key in _STOPS and _is_over(chosen, counted)),
        consequences=tell_dispute,
    )
    return audit_tricks(audit, record)


def _is_over(tour: Tour, counted: Counts) -> bool:
    """Return whether nothing is left to take: every card that counts lies in a trick (QU-8)."""
    return "hearts" in counted if tour.key == "no_hearts" else {"king", "ober"} <= counted.keys()
