"""Königrufen: play."""

from scorekeeper.games.koenigrufen.book.sources import RUEDIGER, TIROL, UPPER_AUSTRIA, WIEN
from scorekeeper.games.rulebook import NO_NUMBER, Chapter, stated
from scorekeeper.phrase import say

PLAY = Chapter(
    say("Play"),
    (
        stated(
            "KR-71",
            say(
                "Follow suit; without it play a tarock; without either anything. In suit games tarocks do not "
                "trump, and are led only by who has no suit card."
            ),
            UPPER_AUSTRIA,
            WIEN,
            TIROL,
            RUEDIGER,
            without=NO_NUMBER,
            background=True,
        ),
        stated(
            "KR-74",
            say(
                "In negative games and Trischaken whoever can must beat the trick so far. Some tables do "
                "without that in a Trischaken."
            ),
            UPPER_AUSTRIA,
            WIEN,
            TIROL,
            RUEDIGER,
            background=True,
            without=NO_NUMBER,
        ),
        stated(
            "KR-75",
            say("There the Pagat is played only as the last tarock, but for the emperor’s trick where it is played."),
            TIROL,
            RUEDIGER,
            background=True,
            without=NO_NUMBER,
        ),
        stated(
            "KR-76",
            say("In the emperor’s trick Sküs, XXI and Pagat meet, and the Pagat wins. Some tables do not play it."),
            UPPER_AUSTRIA,
            WIEN,
            TIROL,
            RUEDIGER,
            background=True,
            without=NO_NUMBER,
        ),
        stated(
            "KR-77",
            say(
                "An announced bird is kept for its trick while another card may be played. At some tables it "
                "is merely lost when played early."
            ),
            UPPER_AUSTRIA,
            WIEN,
            TIROL,
            RUEDIGER,
            background=True,
            without=NO_NUMBER,
        ),
        stated(
            "KR-78",
            say("Who can play nothing but announced birds plays the highest first."),
            UPPER_AUSTRIA,
            WIEN,
            TIROL,
            by="ooe sauwald wien tirol",
            background=True,
            without=NO_NUMBER,
        ),
    ),
)
