"""What a round ranks by, and which result each person has of each table of its evenings."""

import json
from typing import NamedTuple

from scorekeeper.phrase import Phrase, say
from scorekeeper.storage.models import RoundRow

RANKINGS: dict[str, Phrase] = {
    "": say("points, else place points"),
    "total": say("points"),
    "money": say("money"),
    "places": say("place points"),
    "cup": say("cup points (with a rank bonus)"),
}


class GroupRules(NamedTuple):
    """How a round counts: what it ranks by, worst nights dropped, cup bonuses by rank, points for a missed part, deals.

    `absent` is a number, "worst" for the lowest result of the part, or empty for none; `deals` are those of a table in
    one part of an evening, 0 for as many as it likes.
    """

    ranking: str
    drops: int
    bonuses: tuple[int, ...]
    absent: str
    deals: int


def rules_of(row: RoundRow) -> GroupRules:
    """Return how a round counts."""
    bonuses = tuple(int(points) for points in json.loads(row.cup)) if row.cup else ()
    return GroupRules(row.ranking, row.drops, bonuses, row.absent, row.deals)
