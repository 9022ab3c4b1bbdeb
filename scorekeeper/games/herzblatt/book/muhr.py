"""Muhr’s variant of Herzblatt."""

from scorekeeper.games.herzblatt.book.sources import MUHR_2014
from scorekeeper.games.rulebook import NO_NUMBER, Chapter, ambiguous, not_told, stated
from scorekeeper.phrase import say

MUHR = Chapter(
    say("Muhr’s variant"),
    (
        stated(
            "MU-1",
            say(
                "Three play with the Aces to Nines and a skat of three cards, four with the whole pack and a "
                "skat of four. The soloist exchanges all of it, and what he lays away counts for him."
            ),
            MUHR_2014,
            by="muhr",
            examples="HP-09 D-MU4",
            background=True,
        ),
        not_told(
            "MU-2",
            say("The cards are played as with Braun."),
            say("Nothing of its own is told."),
            MUHR_2014,
            by="muhr",
            without=NO_NUMBER,
            background=True,
        ),
        ambiguous(
            "MU-3",
            say(
                "In a plain game the soloist needs more card points than the defenders, so 61. At 60 to 60 he has lost."
            ),
            say("Equal is not more; the sister game Bavarian Tarock decides the same way."),
            MUHR_2014,
            switches="tie",
            by="muhr",
            examples="MU-01 RB-03 RB-04",
        ),
        stated(
            "MU-4",
            say(
                "Before the first lead the soloist may announce “66”, and then needs 66 card points, or “Du”, "
                "and then needs every trick. The announcement decides the game."
            ),
            MUHR_2014,
            by="muhr",
            examples="MU-07 MU-08 MU-14 MU-15",
        ),
        stated(
            "MU-5",
            say("A plain game pays single, an announced 66 double, a Du triple."),
            MUHR_2014,
            by="muhr",
            examples="MU-01 MU-07 MU-14",
        ),
        stated(
            "MU-6",
            say(
                "A defender may say contra if he was never asked to play, that is, if he sits after the "
                "soloist. It doubles the game. Where forehand must play because everybody passed, everybody "
                "was asked, and nobody may."
            ),
            MUHR_2014,
            by="muhr",
            examples="MU-11 MU-21 MU-22 MU-24 RB-31 RB-32",
        ),
        stated(
            "MU-7",
            say("The soloist may answer contra with Ree, which doubles once more."),
            MUHR_2014,
            by="muhr",
            examples="MU-12 MU-18",
        ),
        ambiguous(
            "MU-8",
            say("One contra counts for all defenders."),
            say("The source lets contra double “the game”, and the game is played against all."),
            MUHR_2014,
            switches="contra_scope",
            by="muhr",
            examples="MU-11 RB-06",
        ),
        stated(
            "MU-9",
            say("Schneider doubles, whether the game was won or lost."),
            MUHR_2014,
            by="muhr",
            examples="MU-03 MU-05",
        ),
        ambiguous(
            "MU-10",
            say(
                "Several doublings multiply: an announced 66 with contra pays four times. Where the table "
                "adds instead, each doubling is worth one more game value."
            ),
            say("Each is said to double the game value; how they go together is not told."),
            MUHR_2014,
            switches="combine",
            by="muhr",
            examples="MU-18 RB-05",
        ),
        ambiguous(
            "MU-11",
            say(
                "Schneider is a side with half of what the game needs or fewer: 30 card points, or 33 where "
                "66 was announced."
            ),
            say("Muhr gives no limit; half of what is needed is the usual one."),
            MUHR_2014,
            switches="schneider_limit",
            by="muhr",
            examples="MU-04 MU-06 MU-10 MU-19",
        ),
        ambiguous(
            "MU-12",
            say("In a Du schneider does not count."),
            say("A Du that is made leaves the defenders nothing, so it would always carry schneider."),
            MUHR_2014,
            switches="du_schneider",
            by="muhr",
            examples="MU-14 RB-07",
        ),
        ambiguous(
            "MU-13",
            say("A lost game costs as much as the same game would have brought."),
            say("Muhr gives no other price for a loss, unlike Braun."),
            MUHR_2014,
            switches="loss",
            by="muhr",
            examples="MU-08 RB-08",
        ),
        not_told(
            "MU-14",
            say("If everybody declines, nothing is paid and the next player deals."),
            say("As in Herzblatt, no source tells it."),
            switches="all_pass",
            by="muhr",
            examples="RB-02",
        ),
    ),
)
