"""Husarln: the play, the values and how they are written."""

from scorekeeper.games.husarln.book.sources import BAMBERGER, BECK, ILLUSTRATED, LOEW, TAPPEN
from scorekeeper.games.rulebook import ARITHMETIC, Chapter, ambiguous, not_told, stated
from scorekeeper.phrase import say

PLAY = Chapter(
    say("The play"),
    (
        stated(
            "HU-45",
            say("Forehand leads to the first trick."),
            LOEW,
            examples="D-HU-Z2 D-HU-S",
            background=True,
        ),
        stated(
            "HU-46",
            say("Follow suit; who cannot must play a Tarock; who has none plays anything. Nobody must win the trick."),
            LOEW,
            examples="UL-03 UL-04 D-HU-Z2",
        ),
        stated(
            "HU-47",
            say(
                "The highest Tarock takes the trick, else the highest card of the led suit. The Sküs is "
                "simply the highest Tarock."
            ),
            LOEW,
            switches="emperors_trick",
            examples="UL-05 UL-06",
        ),
        stated(
            "HU-48",
            say("Twelve tricks are played. They lie face down; everybody may look at his own."),
            LOEW,
            examples="D-HU-S",
            background=True,
        ),
    ),
)

VALUES = Chapter(
    say("Values and writing"),
    (
        ambiguous(
            "HU-50",
            say("Beck’s Solo is worth 40."),
            say("“8 or 40” is printed; 8 would be less than most Einblatt games."),
            BECK,
            switches="beck_solo",
            by="beck",
            examples="BE-05 BE-06",
        ),
        ambiguous(
            "HU-51",
            say("Bamberger’s Solo is worth 50 in his first table."),
            say("He gives no figure; it should be above the dearest Einblatt."),
            BAMBERGER,
            switches="bam1_solo",
            by="bamberger1",
            examples="B1-02 OW-19",
        ),
        ambiguous(
            "HU-60",
            say(
                "For a game won, the declarer writes the value of its row. For a game lost, each defender writes "
                "it, as it stands unless the table doubles a loss."
            ),
            say("Husarln’s sources are silent on a loss; its relatives pay the same either way."),
            ILLUSTRATED,
            TAPPEN,
            switches="loss_factor",
            examples="LW-02 LW-03 LW-15",
        ),
        stated(
            "HU-61",
            say("How far a side is above or below 33 does not matter."),
            LOEW,
            examples="LW-03 BE-12",
            background=True,
        ),
        stated(
            "HU-62",
            say(
                "Points are written on a sheet that nobody leaves below zero. Paid out, everybody settles the "
                "difference with everybody, which comes to the same."
            ),
            LOEW,
            ARITHMETIC,
            switches="view",
            examples="SE-04 SE-05",
        ),
        not_told(
            "HU-63",
            say(
                "Contra is not played. Where a table plays it, each step doubles: contra, recontra, "
                "subcontra. Trull, Tarocks and Kings cannot be doubled by it."
            ),
            say("Husarln’s sources do not mention it; Illustrated Tarock has it."),
            ILLUSTRATED,
            switches="contra",
            examples="BE-14 OW-14 OW-15",
        ),
        not_told(
            "HU-64",
            say(
                "The night lasts as long as the table likes. Agreed before the first deal, a game ends with the "
                "deal that brings somebody to the mark on the sheet, say 100: who has it writes a bonus, say 10, "
                "and the next game begins at 0."
            ),
            say("No source of Husarln sets an end; Illustrated Tarock is played to 100, with 10 for who has them."),
            ILLUSTRATED,
            switches="game_end",
            examples="GE-01 GE-02 GE-03",
        ),
        not_told(
            "HU-65",
            say(
                "After a wrong card the table decides. Where it agreed so, the offender’s side loses the game "
                "and its announcements."
            ),
            say("Husarln’s sources tell nothing; Illustrated Tarock punishes it so."),
            ILLUSTRATED,
            switches="revoke",
            examples="RB-16",
        ),
    ),
)
