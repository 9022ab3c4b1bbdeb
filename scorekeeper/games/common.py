"""Rules that hold in every game, and what the ledger cites."""

from scorekeeper.games.rulebook import ARITHMETIC, CUSTOM, NO_NUMBER, Chapter, not_told, stated, worked_out
from scorekeeper.phrase import say

COMMON = Chapter(
    say("At every table"),
    (
        stated(
            "G-1",
            say(
                "Seats go in the direction of play. Forehand sits next after the dealer, and with every deal "
                "the next player deals."
            ),
            CUSTOM,
            without=NO_NUMBER,
            background=True,
        ),
        stated(
            "G-2",
            say(
                "Herzblatt, Solo and Herzeln go clockwise, Husarln, Tapp Tarock and Königrufen anticlockwise. "
                "No amount depends on it."
            ),
            CUSTOM,
            without=NO_NUMBER,
            background=True,
        ),
        stated(
            "G-3",
            say(
                "What is paid in a deal always adds up to 0: one player’s gain is the others’ loss. An amount "
                "agreed at the table must do so too."
            ),
            ARITHMETIC,
            examples="SE-03 SE-04",
        ),
        worked_out(
            "G-4",
            say("Amounts are whole points; what a point is worth in money, the table says beforehand."),
            examples="LE-06 LW-18",
            background=True,
        ),
        not_told(
            "G-5",
            say("A deal or tour that nobody plays is written as a row of zeros, so that the dealers stay in order."),
            say("Else the sheet would not show who deals next."),
            examples="RB-18",
        ),
    ),
)

AFTER_WRONG_CARD = Chapter(
    say("After a wrong card"),
    (
        not_told(
            "G-6",
            say(
                "After a wrong card the table decides: it is taken back, or the offender’s side loses, or it "
                "is let pass."
            ),
            say("No source has a penalty for these games; taking it back is the mildest."),
            switches="revoke",
            examples="RB-14 RB-19",
        ),
    ),
)
"""For the books of games whose sources tell no penalty and that have no rule of their own."""
