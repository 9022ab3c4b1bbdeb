"""The conditions of a bid, a call or an announcement: what a player had to have, as far as a record tells."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from scorekeeper.audit.facts import Fact, Range, find_excluded
from scorekeeper.audit.verdict import Violation
from scorekeeper.audit.worlds import Recorded
from scorekeeper.cards.obligations import Reason


class Condition(NamedTuple):
    """What a player had to have, and how much of it one course of a record allows.

    reason  the breach if the player had it not
    card    the card that the verdict names, "" for none
    most    the largest possible number of the cards in question, and the set of `cards` that shows it
    least   the number that had to be
    trick   the trick from 1 in which it is broken, 0 before the first lead
    """

    reason: Reason
    player: str
    card: str
    most: int
    cards: int = 0
    least: int = 1
    trick: int = 0


def find_broken(recorded: Recorded, ways: Iterable[Iterable[Condition]]) -> Iterator[Violation]:
    """Yield the conditions that no way to fill the gaps of a record allows, as for entries.

    Each of `ways` are the conditions in one course.
    """
    for found in find_excluded(recorded, (map(_as_fact, conditions) for conditions in ways)):
        player, card, trick = found.of
        single = found.cards[0] if len(found.cards) == 1 and found.cards[0].trick else None
        proof = found.cards if len(found.cards) > 1 else ()
        yield Violation(int(trick), player, card, found.key, seen=single, proof=proof)


def _as_fact(condition: Condition) -> Fact:
    reason, player, card, most, cards, least, trick = condition
    return Fact(reason, (player, card, str(trick)), None, least, least, Range(0, most, 0, cards))
