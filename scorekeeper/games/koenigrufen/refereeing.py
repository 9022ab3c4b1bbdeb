"""Recorded cards of Königrufen where nobody plays for card points with a side: negative games and Trischaken."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from scorekeeper.audit.captured import pile_up
from scorekeeper.audit.context import known
from scorekeeper.audit.engine import Counts, Referee
from scorekeeper.audit.facts import Fact, Range, count_tricks, count_worth
from scorekeeper.audit.worlds import Course, Recorded
from scorekeeper.cards.notation import UNKNOWN
from scorekeeper.games.koenigrufen.contracts import Contract
from scorekeeper.games.koenigrufen.rules import PACK, TALON, Rules
from scorekeeper.games.questions import Answers, Question, read_answers
from scorekeeper.games.tarock.facts import read_count
from scorekeeper.games.tarock.referee import as_entered, same_answer
from scorekeeper.phrase import Name

_UNSAID = ""  # as if no count was entered: exact


@dataclass(kw_only=True)
class _Unsided(Referee):
    """A deal in which nothing but tricks and card points counts."""

    rules: Rules
    contract: Contract
    questions: Callable[[], tuple[Question, ...]]
    answers: Answers
    talon: tuple[str, ...]

    def same(self, key: str, entered: object, counted: object) -> bool:
        return same_answer(self.questions(), key, entered, counted)


class NegativeReferee(_Unsided):
    """A deal in which the declarer undertakes so many tricks and no more."""

    def count(self, recorded: Recorded, course: Course) -> Counts:
        """Return his tricks, or whether he won, as it was entered; too many decide it before the last."""
        seat = self.frame.players.index(str(self.answers["declarer"]))
        won = course.winners.count(seat)
        open_ = recorded.size - sum(winner >= 0 for winner in course.winners)
        if open_ and won <= self.contract.tricks:
            return {}
        if "won" in self.answers or open_:
            return {"won": won == self.contract.tricks}
        return {"tricks": won}

    def facts(self, recorded: Recorded, course: Course) -> Iterator[Iterator[Fact]]:
        yield self._facts(recorded, course)

    def _facts(self, recorded: Recorded, course: Course) -> Iterator[Fact]:
        """Yield his tricks, and whether they are as many as he undertook."""
        tricks = count_tricks(recorded, course, (self.frame.players.index(str(self.answers["declarer"])),))
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

    def stops(self, counted: Counts) -> bool:
        return super().stops(counted) or counted.get("won") is False


class TrischakenReferee(_Unsided):
    """A deal in which everybody plays for himself."""

    def count(self, recorded: Recorded, course: Course) -> Counts:
        """Return the card points of each with the talon, which goes to the tricks one way or another (KR-50)."""
        if len(course.winners) < recorded.size or min(course.winners) < 0:
            return {}
        players = self.frame.players
        deck = recorded.play.deck
        besides = [(deck.set_of(cards), number - len(known(cards))) for cards, number in self._talon(course)]
        piles = pile_up(recorded, course, range(len(players)), besides)
        counts = {player: piles.worth(deck, seat) for seat, player in enumerate(players)}
        told: Mapping[str, object] = {
            player: as_entered(_UNSAID, thirds) for player, thirds in counts.items() if thirds is not None
        }
        return {"points": told} if len(told) == len(players) else {}

    def facts(self, recorded: Recorded, course: Course) -> Iterator[Iterator[Fact]]:
        yield self._facts(recorded, course)

    def _facts(self, recorded: Recorded, course: Course) -> Iterator[Fact]:
        """Yield the card points of each; the talon may be with any of them."""
        if "points" not in self.answers:
            return
        players = self.frame.players
        raw = cast("Mapping[str, object]", self.answers["points"])
        entered = cast("Mapping[str, int]", read_answers(self.questions(), {"points": raw})["points"])
        talon = recorded.play.deck.set_of(self.talon)
        besides = [*[(0, 0)] * len(players), (talon, TALON - talon.bit_count())]
        piles = pile_up(recorded, course, range(len(players)), besides)
        spans = [read_count(entered[player], raw.get(player)) for player in players]
        counts = [count_worth(recorded, piles, seat, span) for seat, span in enumerate(spans)]
        for player, count, (low, high) in zip(players, counts, spans, strict=True):
            most = sum(PACK.worth) - sum(other.least for other in counts) + count.least
            yield Fact("points", (player,), Name(player), low, high, count._replace(most=most), "thirds")

    def _talon(self, course: Course) -> list[tuple[tuple[str, ...], int]]:
        """Return the cards of the talon that each player gets, and how many they are."""
        to = [course.winners[-1]] * TALON if self.rules.trischaken_talon == "last" else course.winners[:TALON]
        cards = (*self.talon, *[UNKNOWN] * (TALON - len(self.talon)))
        return [
            (tuple(card for card, winner in zip(cards, to, strict=False) if winner == seat), to.count(seat))
            for seat in range(len(self.frame.players))
        ]
