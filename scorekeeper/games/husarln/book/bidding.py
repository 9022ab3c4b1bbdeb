"""Husarln: dealing, bidding and the talon."""

from scorekeeper.games.husarln.book.sources import ILLUSTRATED, LOEW, TAPP
from scorekeeper.games.rulebook import AT_TABLE, Chapter, ambiguous, not_told, stated
from scorekeeper.phrase import say

BIDDING = Chapter(
    say("Dealing and bidding"),
    (
        stated(
            "HU-10",
            say("Six cards go face down to the table as the talon, whose order is kept, then twice six to everybody."),
            LOEW,
            examples="D-HU-Z2",
            background=True,
        ),
        stated(
            "HU-11",
            say("The bids rise: Zweiblatt, Einblatt, Solo. There is no Dreiblatt."),
            LOEW,
            examples="RE-15",
            background=True,
        ),
        stated(
            "HU-12",
            say(
                "From forehand on, a player passes, bids higher, or holds the bid if he sits before its "
                "owner. Who has passed is out. The table bids by itself: the program does not judge it."
            ),
            LOEW,
            without=AT_TABLE,
            background=True,
        ),
        ambiguous(
            "HU-13",
            say("A Solo ends the bidding and cannot be held. This too is the table’s business."),
            say("Told of Illustrated Tarock, to which the source refers."),
            LOEW,
            ILLUSTRATED,
            without=AT_TABLE,
            background=True,
        ),
        not_told(
            "HU-14",
            say("A bid may leave out a step."),
            say("There are only three bids."),
            without=AT_TABLE,
            background=True,
        ),
        not_told(
            "HU-15",
            say("If everybody passes, nothing is written and the next player deals."),
            say("No source tells what happens then; dealing anew harms nobody."),
            switches="all_pass",
            examples="RB-15",
        ),
        not_told(
            "HU-16",
            say(
                "A hand without a Tarock is played like any other. Where the table has it dealt again, nothing is "
                "written and the same player deals."
            ),
            say("Löw has it dealt again in Illustrated Tarock; for Husarln nobody says so."),
            ILLUSTRATED,
            switches="no_tarock_redeal",
            examples="RB-35 RB-36",
        ),
    ),
)

TALON = Chapter(
    say("The talon"),
    (
        stated(
            "HU-20",
            say(
                "All talon cards that were turned up count for the declarer, the rejected ones too. Those "
                "that nobody saw count for the defenders."
            ),
            LOEW,
            examples="RB-17 UX-01 UX-02",
        ),
        stated(
            "HU-21",
            say("The bought cards go into the hand, and as many are laid away face down. They count for the declarer."),
            LOEW,
            examples="UX-11 UX-13 D-HU-Z2",
            background=True,
        ),
        stated(
            "HU-22",
            say("Kings, Sküs, XXI and I may not be laid away."),
            LOEW,
            examples="UD-01 UD-05",
        ),
        stated(
            "HU-23",
            say("A Tarock may be laid away only if nothing else is left, and must be shown."),
            LOEW,
            examples="UD-08 UD-09",
        ),
        ambiguous(
            "HU-24",
            say("In a Solo the talon counts for the defenders."),
            say("The source does not say; unseen cards go to the defenders in every other game too."),
            TAPP,
            switches="solo_talon",
            examples="LW-05 OW-20 RE-31",
        ),
        ambiguous(
            "HU-25",
            say("Cards that the declarer saw and did not buy stay his with every author."),
            say("Löw says so and of the others nothing else is told; Illustrated Tarock gives them to the defenders."),
            LOEW,
            switches="rejected_cards",
            examples="OW-08 RE-05",
        ),
    ),
)
