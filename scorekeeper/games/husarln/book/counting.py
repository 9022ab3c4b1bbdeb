"""Husarln: the cards and how they are counted."""

from scorekeeper.games.husarln.book.sources import KOENIGRUFEN, LOEW, TAPPEN
from scorekeeper.games.rulebook import ARITHMETIC, Chapter, ambiguous, stated, worked_out
from scorekeeper.phrase import say

COUNT = Chapter(
    say("The cards and their count"),
    (
        stated(
            "HU-1",
            say(
                "42 cards: 22 Tarocks, from the Sküs over XXI down to I, and five of each suit: King, Queen, "
                "Cavalier, Valet, and the Ace in red or the Ten in black."
            ),
            LOEW,
            examples="UL-06",
            background=True,
        ),
        worked_out(
            "HU-2",
            say("Kings, Sküs, XXI and I count 5, Queens 4, Cavaliers 3, Valets 2, all others 1."),
            LOEW,
            examples="UC-02 UC-04 UC-06",
            background=True,
        ),
        worked_out(
            "HU-3",
            say(
                "Cards are counted in threes, each three less 2. Every single card left over counts ⅔ less "
                "than its value."
            ),
            LOEW,
            ARITHMETIC,
            examples="UC-02 UC-06",
            background=True,
        ),
        worked_out(
            "HU-4",
            say("So counted, the whole pack holds 66 card points."),
            TAPPEN,
            ARITHMETIC,
            examples="B1-08 UC-18",
            background=True,
        ),
        worked_out(
            "HU-5",
            say("At the end thirds are rounded: ⅓ down, ⅔ up. Both sides together always make 66."),
            LOEW,
            ARITHMETIC,
            examples="OW-01 OW-02 UC-08 UC-11",
        ),
        stated(
            "HU-6",
            say("The declarer wins with 34 card points after rounding. At 33 to 33 he has lost."),
            LOEW,
            TAPPEN,
            examples="LW-02 UC-16 UC-17",
        ),
        ambiguous(
            "HU-7",
            say("33⅓ count as 33 and lose."),
            say("Thirds are rounded before they are compared; some tables let the exact majority win."),
            LOEW,
            KOENIGRUFEN,
            switches="rounding",
            examples="OW-03 OW-04 OW-05 UC-15",
        ),
        worked_out(
            "HU-8",
            say(
                "The contract fixes on which third a count ends, as whole tricks leave none: the turned-up "
                "talon cards alone decide it."
            ),
            examples="OW-08 RE-01 RE-02 RE-04",
            background=True,
        ),
    ),
)
