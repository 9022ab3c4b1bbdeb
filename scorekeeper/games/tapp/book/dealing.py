"""Tapp Tarock: the cards and their count, dealing and bidding, the talon."""

from scorekeeper.games.rulebook import ARITHMETIC, AT_TABLE, Chapter, ambiguous, not_told, stated, worked_out
from scorekeeper.games.tapp.book.sources import FURR, KRUEPL, MAYR, OLD, TOWER_GROVE
from scorekeeper.phrase import say

COUNT = Chapter(
    say("The cards and their count"),
    (
        stated(
            "TT-1",
            say(
                "54 cards: 22 tarocks from the Sküs over XXI down to I, and eight of each suit, in red King, Queen, "
                "Cavalier, Valet, Ace, 2, 3, 4, in black 10, 9, 8, 7 in place of the last four. Kings and the Trull "
                "count 5, Queens 4, Cavaliers 3, Valets 2, all others 1; three cards count their sum less 2, "
                "together 70 card points."
            ),
            MAYR,
            OLD,
            examples="TW-12 TC-01",
            background=True,
        ),
        worked_out(
            "TT-2",
            say("Tricks, what is laid away and the talon are all threes, so every count is whole."),
            ARITHMETIC,
            examples="TX-11 TX-12",
            background=True,
        ),
        stated(
            "TT-3",
            say("The declarer wins with 36 card points. At 35 to 35 he has lost."),
            MAYR,
            OLD,
            examples="TV-003 TW-05",
        ),
    ),
)

DEALING = Chapter(
    say("Dealing and bidding"),
    (
        stated(
            "TT-10",
            say(
                "Six cards go to the talon, the second three crosswise on the first: the lower and the upper half. "
                "Each player gets sixteen."
            ),
            MAYR,
            examples="D-TT-1 D-TT-3",
            background=True,
        ),
        ambiguous(
            "TT-11",
            say(
                "From forehand on a player passes for good, goes one step higher, or holds if he speaks before the "
                "highest bidder: Dreier, Unterer, Oberer, Solo. A Solo may be bid at any time and ends it. The table "
                "bids by itself: the program does not judge it."
            ),
            say("With Krüpl and in 1821 only forehand may hold."),
            MAYR,
            FURR,
            KRUEPL,
            without=AT_TABLE,
            background=True,
        ),
        not_told(
            "TT-12",
            say("If everybody passes, nothing is written and the next player deals."),
            say("Elsewhere it is dealt again, or played for the fewest points; a row of zeros harms nobody."),
            examples="TV-049",
        ),
        ambiguous(
            "TT-13",
            say("A hand without tarocks is played like any other."),
            say("It was so in 1821; many tables deal again today."),
            OLD,
            without=AT_TABLE,
            background=True,
        ),
    ),
)

TALON = Chapter(
    say("The talon"),
    (
        ambiguous(
            "TT-20",
            say(
                "In a Dreier the declarer takes either half. In an Unterer the lower and in an Oberer the upper, "
                "or either at the higher price, as the author has it."
            ),
            say("Krüpl and Furr fix the halves, the others leave the choice."),
            MAYR,
            KRUEPL,
            switches="halves",
            examples="D-TT-1 D-TT-2",
        ),
        stated(
            "TT-21",
            say(
                "Three cards are laid away for the declarer. The other half, in a Solo the whole talon, counts for the "
                "defenders."
            ),
            MAYR,
            TOWER_GROVE,
            examples="D-TT-1 D-TT-3",
            background=True,
        ),
        stated(
            "TT-22",
            say(
                "Kings, Sküs, XXI and I are never laid away. A tarock only where no suit card below the King is "
                "left, and it is shown; with Krüpl never."
            ),
            MAYR,
            KRUEPL,
            switches="discard_tarock",
            examples="TD-01 TD-02 TV-079 TV-081",
        ),
    ),
)
