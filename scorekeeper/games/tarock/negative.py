"""The audit of a negative game: its declarer wins with just so many tricks."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from scorekeeper.audit.engine import Counts
from scorekeeper.audit.facts import Fact, Range, count_tricks
from scorekeeper.audit.worlds import Course, Recorded
from scorekeeper.games.declarer.contracts import Contract
from scorekeeper.games.declarer.entered import Entered

Count = Callable[[Recorded, Course], Counts]
Facts = Callable[[Recorded, Course], Iterable[Iterable[Fact]]]


def count_negative(players: Sequence[str], contract: Contract, entered: Entered[Contract]) -> tuple[Count, Facts]:
    """Return the count of a negative game: the tricks of its declarer."""
    seat = players.index(entered.declarer)
    goal = contract.tricks
    result = entered.result

    def count(recorded: Recorded, course: Course) -> Counts:
        """Return the declarer's tricks, or whether they won, as entered; too many decide it before the last."""
        won = course.winners.count(seat)
        open_ = recorded.size - sum(winner >= 0 for winner in course.winners)
        if open_ and won <= goal:
            return {}
        return {"won": won == goal} if "won" in result or open_ else {"tricks": won}

    def facts(recorded: Recorded, course: Course) -> Iterator[list[Fact]]:
        """Yield the entries of the declarer's tricks, and whether their number fits the contract."""
        tricks = count_tricks(recorded, course, (seat,))
        found = []
        if "tricks" in result:
            number = int(str(result["tricks"]))
            found.append(Fact("tricks", (), None, number, number, tricks))
        if "won" in result:
            won = int(bool(result["won"]))
            cards = tricks.at_least if tricks.least > goal else tricks.at_most
            can_win = int(tricks.least <= goal <= tricks.most)
            must_win = int(tricks[:2] == (goal, goal))
            found.append(Fact("won", (), None, won, won, Range(must_win, can_win, tricks.at_most, cards), "yes or no"))
        yield found

    return count, facts
