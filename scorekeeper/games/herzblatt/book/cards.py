"""Herzblatt: the cards, and who plays."""

from scorekeeper.games.herzblatt.book.sources import BRAUN, LEMBKE, REICHELT, WEB
from scorekeeper.games.rulebook import ARITHMETIC, AT_TABLE, NO_NUMBER, Chapter, ambiguous, not_told, stated, worked_out
from scorekeeper.phrase import say

CARDS = Chapter(
    say("The cards"),
    (
        stated(
            "HB-1",
            say(
                "Every suit runs, from high to low: Ace, Ten, King, Queen, Jack, Nine, Eight, Seven. The Ten "
                "beats the King."
            ),
            BRAUN,
            examples="HL-14",
            background=True,
        ),
        worked_out(
            "HB-2",
            say(
                "An Ace counts 11 card points, a Ten 10, a King 4, a Queen 3, a Jack 2, the rest nothing. "
                "Only worthless cards are ever taken out, so every pack holds 120."
            ),
            BRAUN,
            ARITHMETIC,
            examples="BR-03 BR-16",
            background=True,
        ),
        stated(
            "HB-3",
            say(
                "Braun deals to two to five players, Lembke to two to four, Reichelt to three to five. Feder "
                "does not say; here he takes as many as Braun."
            ),
            BRAUN,
            LEMBKE,
            REICHELT,
            by="braun lembke feder reichelt",
            examples="HP-01 HP-04",
            background=True,
        ),
        ambiguous(
            "HB-4",
            say(
                "With three players the Sevens and two Eights go. Lembke takes out all Sevens and Eights but "
                "the two hearts."
            ),
            say("Which Eights they are is lost in the main source; two rule pages name hearts and diamonds."),
            BRAUN,
            LEMBKE,
            WEB,
            switches="removed3",
            by="braun lembke feder reichelt",
            examples="HP-02 HP-06",
        ),
        ambiguous(
            "HB-5",
            say(
                "With four players two low cards go: the Eights of hearts and diamonds. Lembke plays the same "
                "cards as with three."
            ),
            say(
                "The main source says two Eights, some rule pages the red Sevens. No payment depends on it, "
                "only which cards can be recorded."
            ),
            BRAUN,
            LEMBKE,
            WEB,
            switches="removed4",
            by="braun lembke feder reichelt",
            examples="HP-07",
        ),
    ),
)

BIDDING = Chapter(
    say("Who plays"),
    (
        stated(
            "HB-10",
            say(
                "From forehand on, everybody is asked once. The first who says “I play” is the soloist; "
                "nobody can outbid him."
            ),
            BRAUN,
            without=AT_TABLE,
            background=True,
        ),
        not_told(
            "HB-11",
            say("If everybody declines, nothing is paid and the next player deals."),
            say("No source tells what happens then; dealing anew harms nobody."),
            switches="all_pass",
            by="braun lembke feder reichelt",
            examples="RB-01",
        ),
        stated(
            "HB-12",
            say(
                "The soloist takes up the whole skat and lays as many cards away, face down. They count for "
                "him at the end."
            ),
            BRAUN,
            examples="D-HB3",
            background=True,
        ),
        stated(
            "HB-13",
            say("The soloist may lay away any cards, trumps and Tens too."),
            BRAUN,
            WEB,
            switches="discard",
            without=say("No rule limits the choice unless the table agrees on one."),
        ),
        not_told(
            "HB-14",
            say("There is no game from the hand: the soloist always takes the skat."),
            say("No source mentions one."),
            without=NO_NUMBER,
            background=True,
        ),
    ),
)
