"""Herzblatt: how the cards are played."""

from scorekeeper.games.herzblatt.book.sources import BRAUN, FEDER, LEMBKE
from scorekeeper.games.rulebook import NO_NUMBER, Chapter, ambiguous, not_told, stated
from scorekeeper.phrase import say

PLAY = Chapter(
    say("The play"),
    (
        stated(
            "HB-15",
            say("Forehand leads to the first trick, whoever is soloist."),
            BRAUN,
            switches="first_lead",
            examples="D-HB3",
        ),
        stated(
            "HB-20",
            say("Whoever has the suit that was led must follow it."),
            BRAUN,
            examples="HL-01 HL-10",
        ),
        stated(
            "HB-21",
            say(
                "If hearts are led, everybody must beat the best heart of the trick if he can; who cannot "
                "plays any heart."
            ),
            BRAUN,
            switches="overtrump",
            examples="HL-04 HL-13",
        ),
        stated(
            "HB-22",
            say("Whoever cannot follow suit must play a heart, if he has one."),
            BRAUN,
            switches="void",
            examples="D-HB3 HL-08",
        ),
        stated(
            "HB-23",
            say("Whoever can neither follow suit nor trump throws off any card."),
            BRAUN,
            examples="HL-03",
            background=True,
        ),
        stated(
            "HB-24",
            say(
                "Overtrumping is a duty only where hearts were led. On another suit that somebody has trumped "
                "already, a lower heart will do."
            ),
            BRAUN,
            switches="overtrump",
            examples="HL-04 HL-08 HL-11",
        ),
        stated(
            "HB-25",
            say("In a suit other than hearts nobody must win the trick."),
            BRAUN,
            examples="HL-10",
            background=True,
        ),
        stated(
            "HB-26",
            say("With Lembke, who cannot follow suit may play any card; all others make him trump."),
            LEMBKE,
            switches="void",
            examples="HL-09",
        ),
        ambiguous(
            "HB-27",
            say("Lembke too wants a led heart to be overtrumped."),
            say("The source names one difference from Braun, and this is not it."),
            LEMBKE,
            switches="overtrump",
            by="lembke",
            examples="HL-13",
            background=True,
        ),
        not_told(
            "HB-28",
            say("Feder is silent on the play of the cards; here he plays as Braun."),
            say("Braun is the oldest and fullest source."),
            FEDER,
            by="feder",
            without=NO_NUMBER,
            background=True,
        ),
    ),
)
