"""Husarln by its authors: the printed tables of values, and what each plays otherwise than Löw."""

from dataclasses import replace

from scorekeeper.cards.packs import of_ranks
from scorekeeper.games.husarln.rules import COUNTED_TAROCKS, PAGAT, SHARED, TRULL_IN_HAND, Rules
from scorekeeper.games.tarock.claims import Bonus
from scorekeeper.phrase import say

# As printed: Löw, Beck and Bamberger's usual table, Bamberger's second; what a Solo is worth stands apart.
_PRINTED = {
    "Z1": (2, 3, 12),
    "Z2": (4, 6, 9),
    "Z3": (6, 9, 6),
    "Z1b": (8, 12, 3),
    "Z2b": (10, 15, 3),
    "E1": (3, 4, 28),
    "E2": (6, 8, 24),
    "E3": (9, 12, 20),
    "E4": (12, 16, 16),
    "E5": (15, 20, 12),
    "E6": (18, 24, 8),
    "E1b": (21, 28, 4),
    "E2b": (24, 32, 4),
    "E3b": (27, 36, 4),
    "E4b": (30, 40, 4),
    "E5b": (33, 44, 4),
}
_LOEW, _BECK, _SECOND = ({key: row[column] for key, row in _PRINTED.items()} for column in range(3))
_BAMBERGERS = (
    PAGAT,
    Bonus("uhu", say("Uhu"), 5, 12, ("T2",), ultimo=2, mark="U"),
    Bonus("pelican", say("Pelican"), 5, 14, ("T3",), ultimo=3, mark="PL"),
    TRULL_IN_HAND,
    *COUNTED_TAROCKS,
    Bonus("kings", say("four Kings"), 3, holds=of_ranks("K"), of_side=True, mark="4K"),
)


LOEW = Rules(
    author="Löw",
    source="Löw, 1956, S. 63–73",
    summary=say("Zweiblatt in steps of 2, Einblatt in steps of 3, Solo 40; bonuses single in a Solo"),
    values=_LOEW,
    solo=40,
    doubles_in_solo=False,
)

BECK = replace(
    LOEW,
    author="Beck",
    source="Beck, 1983, S. 139–143",
    summary=say("Zweiblatt in steps of 3, Einblatt in steps of 4, Solo 40; bonuses double in a Solo"),
    values=_BECK,
    solo="beck_solo",
    doubles_in_solo=True,
    offers=("beck_solo", *SHARED),
    claim="until_next_deal",
)

BAMBERGER1 = replace(
    BECK,
    author="Bamberger",
    source="Bamberger, 2011, S. 56–59",
    summary=say("Values as Beck, Solo 50; also Uhu, Pelican and four Kings"),
    solo="bam1_solo",
    listed=_BAMBERGERS,
    offers=("uhu_pelican", "bam1_solo", "kings_pile", *SHARED),
)

BAMBERGER2 = replace(
    BAMBERGER1,
    author="Bamberger (2)",
    summary=say("The fewer cards are turned up, the more the game is worth; Solo 36"),
    values=_SECOND,
    solo=36,
    offers=("uhu_pelican", "kings_pile", *SHARED),
)

PRESETS = {"loew": LOEW, "beck": BECK, "bamberger1": BAMBERGER1, "bamberger2": BAMBERGER2}
