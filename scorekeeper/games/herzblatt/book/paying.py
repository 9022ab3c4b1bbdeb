"""Herzblatt: what wins and what it pays."""

from scorekeeper.games.herzblatt.book.sources import BRAUN, FEDER, LEMBKE, REICHELT, WEB
from scorekeeper.games.rulebook import Chapter, ambiguous, stated, worked_out
from scorekeeper.phrase import say

PAYING = Chapter(
    say("Winning and paying"),
    (
        stated(
            "HB-29",
            say(
                "The soloist counts his tricks and what he laid away. With 66 of the 120 card points or more "
                "he wins; 65 are not enough."
            ),
            BRAUN,
            LEMBKE,
            FEDER,
            REICHELT,
            by="braun lembke feder reichelt",
            examples="BR-01 LE-02",
        ),
        stated(
            "HB-30",
            say("For a game won, every defender pays the soloist a single stake."),
            BRAUN,
            LEMBKE,
            FEDER,
            REICHELT,
            by="braun lembke feder reichelt",
            examples="BR-01 LE-01 FE-01",
        ),
        stated(
            "HB-31",
            say(
                "With Reichelt a win pays triple where all defenders together have 33 card points or fewer. "
                "The others do not know this."
            ),
            REICHELT,
            switches="win_schneider",
            by="braun lembke feder reichelt",
            examples="RE-03 RE-08",
        ),
        stated(
            "HB-32",
            say(
                "For a game lost, the soloist pays every defender: double with Braun, Lembke and Feder, "
                "single with Reichelt."
            ),
            BRAUN,
            LEMBKE,
            FEDER,
            REICHELT,
            switches="loss",
            by="braun lembke feder reichelt",
            examples="LE-02 FE-02 RE-05",
        ),
        stated(
            "HB-33",
            say("Feder and Reichelt: a soloist with 33 card points or fewer is schneider and pays four times."),
            FEDER,
            REICHELT,
            switches="loss_schneider",
            by="braun lembke feder reichelt",
            examples="FE-09",
        ),
        ambiguous(
            "HB-34",
            say(
                "Braun and Lembke: the soloist is schneider with 30 card points or fewer and pays four times. "
                "A table may set another limit or factor."
            ),
            say("The source gives the limit of 30 but not plainly the price; some rule pages say three times."),
            BRAUN,
            LEMBKE,
            WEB,
            switches="loss_schneider",
            by="braun lembke feder reichelt",
            examples="BR-04 BR-14 BR-15 LE-03",
        ),
        stated(
            "HB-35",
            say("Every limit includes its own number: exactly 30, or 33, is still schneider."),
            FEDER,
            REICHELT,
            examples="BR-04 BR-05 RE-03 RE-02",
            background=True,
        ),
        stated(
            "HB-36",
            say("Schneider replaces the price of a plain loss or win; the two are not multiplied."),
            BRAUN,
            FEDER,
            REICHELT,
            by="braun lembke feder reichelt",
            examples="BR-04 RE-04",
            background=True,
        ),
        worked_out(
            "HB-37",
            say("With two players there is one defender, so the soloist pays or is paid once."),
            by="braun lembke feder reichelt",
            examples="BR-12 LE-05 FE-09",
            background=True,
        ),
    ),
)
