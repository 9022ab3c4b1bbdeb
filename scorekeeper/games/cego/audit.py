"""The audit of recorded deals of Cego: counts in pairs, the cards that were kept, and games without card points."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.audit.context import known
from scorekeeper.audit.engine import Counts
from scorekeeper.audit.facts import Fact, Piles, Range, count_tricks, count_worth, pile_up
from scorekeeper.audit.verdict import Undecided, Violation
from scorekeeper.audit.worlds import Course, Recorded
from scorekeeper.cards.record import Cards
from scorekeeper.games.cego.rules import BLIND, PACK
from scorekeeper.games.declarer.audit import DECLARER, DEFENDERS
from scorekeeper.games.declarer.conditions import Condition, find_broken
from scorekeeper.games.declarer.contracts import Contract
from scorekeeper.games.declarer.entered import Entered
from scorekeeper.games.tarock.audit import TarockDeal
from scorekeeper.games.tarock.negative import Count, Facts

_SIDES = {"points": DECLARER, "defender_points": DEFENDERS}


@dataclass(kw_only=True, eq=False, repr=False)
class RecordedCegoDeal(TarockDeal):
    """A recorded deal for card points; every pile is even, so its count is whole.

    kept          the most cards of the dealt hand that the declarer may play beside those of the blind
    asks_tricks   whether it matters that the declarer took no trick
    """

    kept: int
    asks_tricks: bool

    @property
    def default_answers(self) -> Counts:
        """The answer that a missing entry stands for."""
        return {"no_trick": False}

    def count(self, recorded: Recorded, course: Course) -> dict[str, object]:
        """Return the count of the declarer, and that they took no trick."""
        counted = super().count(recorded, course)
        tricks = count_tricks(recorded, course, self.seats_of(DECLARER))
        none = not tricks.most
        if self.asks_tricks and (none or tricks.least) and (none or "no_trick" in self.entered.result):
            counted["no_trick"] = none
        return counted

    def points(self, recorded: Recorded, piles: Piles) -> Iterator[tuple[str, object]]:
        """Yield the counts of the sides that were entered, or the declarer's."""
        halves = piles.worth(recorded.play.deck, DECLARER)
        if halves is None:
            return
        mine = halves // PACK.parts
        for key in [key for key in _SIDES if key in self.entered.result] or ["points"]:
            yield key, mine if key == "points" else PACK.points - mine

    def count_facts(self, recorded: Recorded, course: Course, piles: Piles) -> Iterator[Fact]:
        """Yield the entries of the counts."""
        result = self.entered.result
        for key, owner in _SIDES.items():
            if key in result:
                points = int(str(self.entered.read(key))) // 3
                halves = count_worth(recorded, piles, owner, (PACK.parts * points,) * 2)
                least = -(-halves.least // PACK.parts)
                most = halves.most // PACK.parts
                yield Fact(key, (), None, points, points, halves._replace(least=least, most=most))

    def check(self, recorded: Recorded, courses: tuple[Course, ...]) -> Iterator[Violation]:
        """Yield too many cards laid away, and too many kept of the dealt hand (CE-12)."""
        if len(self.discard) > self.laid:
            yield Violation(0, self.declarer, self.discard[self.laid], "WRONG_LENGTH")
        yield from find_broken(recorded, (self.find_conditions(recorded, course) for course in courses))

    def find_conditions(self, recorded: Recorded, course: Course) -> Iterator[Condition]:
        """Yield how many cards of the blind the declarer's hand has to have, where the blind is known."""
        if len(known(self.taken)) == BLIND:
            own = self.cards_of(recorded, course, self.declarer) & ~recorded.play.deck.set_of(self.taken)
            most = recorded.size - own.bit_count()
            least = recorded.size - self.kept
            yield Condition("KEPT_TOO_MANY", self.declarer, "", most, own, least=least)

    def doubts(self, recorded: Recorded, courses: tuple[Course, ...]) -> Iterator[Undecided]:
        """Yield nothing: any card may be laid away."""
        yield from ()


def audit_ultimo(players: Sequence[str], entered: Entered[Contract]) -> tuple[Count, Facts]:
    """Return the count of a game for the last trick, to be won with the I."""
    seat = players.index(entered.declarer)

    def find_won(recorded: Recorded, course: Course) -> bool | None:
        card = recorded.play.deck.card["T1"]
        earlier = [card for trick in recorded.tricks[: recorded.size - 1] for card in trick]
        if card in earlier or card & recorded.aside:
            return False
        if len(course.winners) < recorded.size or course.winners[-1] < 0:
            return None
        last = recorded.tricks[recorded.size - 1]
        if card not in last:
            return None if 0 in last else False
        return course.seats[-1][last.index(card)] == course.winners[-1] == seat

    def count(recorded: Recorded, course: Course) -> Counts:
        won = find_won(recorded, course)
        return {} if won is None else {"won": won}

    def facts(recorded: Recorded, course: Course) -> Iterator[Iterable[Fact]]:
        if "won" in entered.result:
            told = int(bool(entered.result["won"]))
            won = find_won(recorded, course)
            yield [Fact("won", (), None, told, told, Range(int(won is True), int(won is not False)), "yes or no")]
        else:
            yield []

    return count, facts


def audit_raeuber(players: Sequence[str], entered: Entered[Contract], blind: Cards) -> tuple[Count, Facts]:
    """Return the count of a game in which all play for themselves: who took the most card points (CE-32)."""
    nobody = len(players)

    def count(recorded: Recorded, course: Course) -> Counts:
        if len(course.winners) < recorded.size or min(course.winners) < 0:
            return {}
        deck = recorded.play.deck
        cards = deck.set_of(blind)
        besides = [*[(0, 0)] * nobody, (cards, BLIND - cards.bit_count())]
        piles = pile_up(recorded, course, range(nobody), besides)
        counts = [worth for seat in range(nobody) if (worth := piles.worth(deck, seat)) is not None]
        if len(counts) < nobody:
            return {}
        most = [player for player, worth in zip(players, counts, strict=True) if worth == max(counts)]
        if entered.declarer in most:
            return {"loser": entered.declarer}
        return {"loser": most[0]} if len(most) == 1 else {}

    return count, lambda recorded, course: ()
