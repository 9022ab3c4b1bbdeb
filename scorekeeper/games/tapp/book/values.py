"""Tapp Tarock: what a game is worth, contra, and how it is written."""

from scorekeeper.games.rulebook import ARITHMETIC, AT_TABLE, Chapter, ambiguous, not_told, stated
from scorekeeper.games.tapp.book.sources import ALSCHER, MAYR, TOWER_GROVE
from scorekeeper.phrase import say

VALUES = Chapter(
    say("Values and writing"),
    (
        stated(
            "TT-30",
            say(
                "Each defender pays the declarer the value of a game won, or gets it of a game lost. Nothing is paid "
                "for a margin."
            ),
            MAYR,
            ALSCHER,
            examples="TV-001 TV-007 TW-01",
        ),
        stated(
            "TT-31",
            say(
                "Tower Grove writes plus points only: the winner his value, and each opponent what was lost. "
                "Paid out, everybody settles the difference with everybody, which comes to the same."
            ),
            TOWER_GROVE,
            ARITHMETIC,
            switches="writing",
            examples="TV-035 TW-14",
        ),
        ambiguous(
            "TT-40",
            say(
                "Each step of contra doubles: contra, recontra, subcontra; on the game and on each announcement by "
                "itself, for both defenders at once. Where a Valat takes the place of the game, the higher one of "
                "both counts."
            ),
            say("Krüpl and Furr tell of no contra; Tower Grove doubles twice and never a Valat."),
            MAYR,
            TOWER_GROVE,
            switches="contra contra_levels valat_contra",
            examples="TV-013 TV-019 TV-029 TV-053 TV-061",
        ),
        not_told(
            "TT-44",
            say(
                "Of four at the table the dealer sits out. At some tables he is paid as a defender is who has no "
                "bonus of his own: he pays and gets the same."
            ),
            say("Most tables let him sit out."),
            switches="fourth",
            without=AT_TABLE,
        ),
        not_told(
            "TT-43",
            say("After a wrong card the table decides and agrees on the points."),
            say("No source of Tapp has a penalty."),
            without=AT_TABLE,
            background=True,
        ),
    ),
)
