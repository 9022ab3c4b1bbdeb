"""Recorded cards of Königrufen where nobody plays for card points with a side: negative games and Trischaken."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from scorekeeper.audit.captured import pile_up
from scorekeeper.audit.context import known
from scorekeeper.audit.engine import Counts
from scorekeeper.audit.facts import Fact, Range, count_tricks, count_worth
from scorekeeper.audit.worlds import Course, Recorded
from scorekeeper.cards.notation import UNKNOWN
from scorekeeper.cards.record import Cards
from scorekeeper.games.koenigrufen.contracts import Contract
from scorekeeper.games.koenigrufen.rules import PACK, TALON, Rules
from scorekeeper.games.questions import Answers, Question, read_answers
from scorekeeper.games.tarock.facts import read_count
from scorekeeper.games.tarock.referee import as_entered, same_answer
from scorekeeper.phrase import Name

_UNSAID = ""  # as if no count was entered: exact


@dataclass(kw_only=True)
class UnsidedDeal:
    """A deal in which nothing but the tricks and card points of single players counts."""

    players: tuple[str, ...]
    rules: Rules
    contract: Contract
    questions: Callable[[], tuple[Question, ...]]
    answers: Answers
    talon: Cards

    def same(self, key: str, entered: object, counted: object) -> bool:
        """Return whether what was entered for a key is what was counted."""
        return same_answer(self.questions(), key, entered, counted)

    def count_negative(self, recorded: Recorded, course: Course) -> Counts:
        """Return his tricks who undertook so many and no more, or whether he won, as it was entered.

        Too many decide it before the last.
        """
        seat = self.players.index(str(self.answers["declarer"]))
        won = course.winners.count(seat)
        open_ = recorded.size - sum(winner >= 0 for winner in course.winners)
        if open_ and won <= self.contract.tricks:
            return {}
        if "won" in self.answers or open_:
            return {"won": won == self.contract.tricks}
        return {"tricks": won}

    def negative_facts(self, recorded: Recorded, course: Course) -> Iterator[Iterator[Fact]]:
        """Yield what was entered of his tricks, and whether they are as many as he undertook."""
        yield self._trick_facts(count_tricks(recorded, course, (self.players.index(str(self.answers["declarer"])),)))

    def _trick_facts(self, tricks: Range) -> Iterator[Fact]:
        if "tricks" in self.answers:
            entered = int(str(self.answers["tricks"]))
            yield Fact("tricks", (), None, entered, entered, tricks)
        if "won" in self.answers:
            won = int(bool(self.answers["won"]))
            goal = self.contract.tricks
            cards = tricks.at_least if tricks.least > goal else tricks.at_most
            can_win = int(tricks.least <= goal <= tricks.most)
            must_win = int(tricks[:2] == (goal, goal))
            yield Fact("won", (), None, won, won, Range(must_win, can_win, tricks.at_most, cards), "yes or no")

    def count_trischaken(self, recorded: Recorded, course: Course) -> Counts:
        """Return the card points of each with the talon, which goes to the tricks one way or another (KR-50)."""
        if len(course.winners) < recorded.size or min(course.winners) < 0:
            return {}
        deck = recorded.play.deck
        besides = [(deck.set_of(cards), number - len(known(cards))) for cards, number in self._talon(course)]
        piles = pile_up(recorded, course, range(len(self.players)), besides)
        counts = {player: piles.worth(deck, seat) for seat, player in enumerate(self.players)}
        told: Mapping[str, object] = {
            player: as_entered(_UNSAID, thirds) for player, thirds in counts.items() if thirds is not None
        }
        return {"points": told} if len(told) == len(self.players) else {}

    def trischaken_facts(self, recorded: Recorded, course: Course) -> Iterator[Iterator[Fact]]:
        """Yield the card points that were entered of each; the talon may be with any of them."""
        if "points" in self.answers:
            yield self._point_facts(recorded, course)

    def _point_facts(self, recorded: Recorded, course: Course) -> Iterator[Fact]:
        raw = cast("Mapping[str, object]", self.answers["points"])
        entered = cast("Mapping[str, int]", read_answers(self.questions(), {"points": raw})["points"])
        talon = recorded.play.deck.set_of(self.talon)
        besides = [*[(0, 0)] * len(self.players), (talon, TALON - talon.bit_count())]
        piles = pile_up(recorded, course, range(len(self.players)), besides)
        spans = [read_count(entered[player], raw.get(player)) for player in self.players]
        counts = [count_worth(recorded, piles, seat, span) for seat, span in enumerate(spans)]
        for player, count, (low, high) in zip(self.players, counts, spans, strict=True):
            most = sum(PACK.worth) - sum(other.least for other in counts) + count.least
            yield Fact("points", (player,), Name(player), low, high, count._replace(most=most), "thirds")

    def _talon(self, course: Course) -> list[tuple[tuple[str, ...], int]]:
        """Return the cards of the talon that each player gets, and how many they are."""
        to = [course.winners[-1]] * TALON if self.rules.trischaken_talon == "last" else course.winners[:TALON]
        cards = (*self.talon, *[UNKNOWN] * (TALON - len(self.talon)))
        return [
            (tuple(card for card, winner in zip(cards, to, strict=False) if winner == seat), to.count(seat))
            for seat in range(len(self.players))
        ]
