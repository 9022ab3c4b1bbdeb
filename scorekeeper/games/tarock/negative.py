"""The audit of a negative game: its declarer wins with just so many tricks, and so do others who play one beside it."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from scorekeeper.audit.engine import Counts
from scorekeeper.audit.facts import Fact, Range, count_tricks
from scorekeeper.audit.worlds import Course, Recorded
from scorekeeper.games.declarer.contracts import Contract
from scorekeeper.games.declarer.entered import Entered

Count = Callable[[Recorded, Course], Counts]
Facts = Callable[[Recorded, Course], Iterable[Iterable[Fact]]]


def count_negative(players: Sequence[str], contract: Contract, entered: Entered[Contract]) -> tuple[Count, Facts]:
    """Return the count of negative games: the tricks of each declarer."""
    result = entered.result
    games = [(players.index(player), game.tricks, key) for player, game, key in entered.beside]
    games.insert(0, (players.index(entered.declarer), contract.tricks, "won"))

    def count(recorded: Recorded, course: Course) -> Counts:
        """Return a declarer's tricks, or whether they won, as entered; too many decide it before the last."""
        open_ = recorded.size - sum(winner >= 0 for winner in course.winners)
        counted = dict[str, object]()
        for seat, goal, key in games:
            won = course.winners.count(seat)
            if open_ and won <= goal:
                continue
            if key != "won" or key in result or open_:
                counted[key] = won == goal
            else:
                counted["tricks"] = won
        return counted

    def facts(recorded: Recorded, course: Course) -> Iterator[list[Fact]]:
        """Yield the entries of a declarer's tricks, and whether their number fits the contract."""
        found = []
        for seat, goal, key in games:
            tricks = count_tricks(recorded, course, (seat,))
            if key == "won" and "tricks" in result:
                number = int(str(result["tricks"]))
                found.append(Fact("tricks", (), None, number, number, tricks))
            if key in result:
                won = int(bool(result[key]))
                cards = tricks.at_least if tricks.least > goal else tricks.at_most
                can_win = int(tricks.least <= goal <= tricks.most)
                must_win = int(tricks[:2] == (goal, goal))
                found.append(
                    Fact(key, (), None, won, won, Range(must_win, can_win, tricks.at_most, cards), "yes or no")
                )
        yield found

    return count, facts


def stops_early(counted: Counts, entered: Entered[Contract]) -> bool:
    """Return whether a negative game may end before its last trick: each of its declarers has lost."""
    return all(counted.get(key) is False for key in ("won", *[key for _, _, key in entered.beside]))
