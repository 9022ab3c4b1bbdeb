"""What is in a pot: deals pay into it, and those who win one take it."""

from collections.abc import Iterable, Iterator, Mapping

from scorekeeper.games.game import Sheets
from scorekeeper.games.score import Line, Score
from scorekeeper.phrase import Name, Phrase, count, say


def sum_pot(sheets: Iterable[Mapping[str, int]]) -> int:
    """Return the points in the pot after deals with these sheets: what they pay to nobody."""
    return -sum([sum(sheet.values()) for sheet in sheets])


def write_pot(rule: str, sheets: Sheets, score: Score) -> Iterator[Line]:
    """Yield what the takers of a score get of the pot by the last of these deals, and what is in it then if it changes.

    What cannot be shared stays in it.
    """
    *earlier, last = sheets
    held = sum_pot(earlier)
    paid = sum_pot([last])
    takers = score.takers
    most = held if score.most is None else min(held, score.most)
    each = most // len(takers) if takers else 0
    if each:
        players = tuple(map(Name, takers))
        taken = say("the pot, for {player}", player=players[0])
        if len(players) > 1:
            taken = say("the pot, shared by {players}", players=players)
        yield Line(taken, rule, each, tuple([(player, 1) for player in takers]))
    left = held + paid - each * len(takers)
    if paid or (each and left):
        yield Line(count("in the pot: {n} point", "in the pot: {n} points", left), rule)


def say_pot(points: int) -> Phrase:
    """Return what is in the pot, in words."""
    return count(
        "In the pot: {n} point. If nobody wins it, it goes to the kitty.",
        "In the pot: {n} points. If nobody wins them, they go to the kitty.",
        points,
    )
