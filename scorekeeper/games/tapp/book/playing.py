"""Tapp Tarock: the play."""

from scorekeeper.games.rulebook import AT_TABLE, Chapter, not_told, stated
from scorekeeper.games.tapp.book.sources import FURR, MAYR
from scorekeeper.phrase import say

PLAY = Chapter(
    say("The play"),
    (
        stated(
            "TT-50",
            say("Forehand leads to the first of sixteen tricks, with Furr the declarer; then who won the last."),
            MAYR,
            FURR,
            switches="first_lead",
            examples="D-TT-1 D-TT-2",
        ),
        stated(
            "TT-51",
            say("Follow suit; who cannot must play a Tarock; who has none plays anything. Nobody must win the trick."),
            MAYR,
            examples="TV-073 TV-075",
        ),
        stated(
            "TT-52",
            say(
                "The highest Tarock takes the trick, else the highest card of the led suit. The Sküs is "
                "simply the highest Tarock."
            ),
            MAYR,
            examples="TV-077",
            background=True,
        ),
        not_told(
            "TT-53",
            say("An announced Pagat binds nobody: who plays it early has lost it."),
            say("The sources do not forbid it."),
            without=AT_TABLE,
            background=True,
        ),
    ),
)
