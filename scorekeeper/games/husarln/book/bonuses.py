"""Husarln: announcements and bonuses."""

from scorekeeper.games.husarln.book.sources import BAMBERGER, BECK, ILLUSTRATED, LOEW, TAPP, TAPPEN
from scorekeeper.games.rulebook import NO_NUMBER, Chapter, ambiguous, not_told, stated
from scorekeeper.phrase import say

BONUSES = Chapter(
    say("Announcements and bonuses"),
    (
        ambiguous(
            "HU-30",
            say("Trull, Tarocks and Kings are worth the same, claimed early or late."),
            say("The sources give one figure each and argue only about the moment."),
            LOEW,
            BECK,
            switches="flat_bonus_announced",
            examples="OW-16",
        ),
        stated(
            "HU-31",
            say(
                "Löw wants the Trull claimed before the first lead, Beck until the next deal. What is not "
                "claimed is not written. Tarocks are claimed alike."
            ),
            LOEW,
            BECK,
            switches="claim",
            examples="BE-08 LW-09",
        ),
        ambiguous(
            "HU-32",
            say(
                "10, 11 or 12 Tarocks are counted in hand when the first card is led; what was laid away does "
                "not count. Only the highest step is written."
            ),
            say("Beck says so, the others are silent."),
            BECK,
            switches="tarock_count",
            examples="UB-01 RE-24 OW-21",
        ),
        stated(
            "HU-33",
            say("After laying away, the declarer announces first, then the others; defenders may announce too."),
            BECK,
            examples="B2-08 OW-11",
            background=True,
        ),
        ambiguous(
            "HU-34",
            say(
                "A bonus that is made or held is written by its player: the figure of its row, silent or announced. "
                "He alone writes it, a defender too, even against his own partner."
            ),
            say("The source adds it to the player’s score, and Löw says so of Illustrated Tarock."),
            BECK,
            ILLUSTRATED,
            switches="defender_bonus",
            examples="B2-08 B2-09 BE-05",
        ),
        ambiguous(
            "HU-35",
            say("Four Kings in all that a side counts are its bonus, the declarer against both defenders."),
            say("“In the tricks at the end” may mean the tricks alone."),
            BAMBERGER,
            switches="kings_pile",
            by="bamberger1 bamberger2",
            examples="B1-06 B1-12",
        ),
        ambiguous(
            "HU-36",
            say("An announcement that fails costs its announced value, which each of the others writes."),
            say("Not told of Husarln; the rules of 1821 and Tapp Tarock agree on it."),
            TAPPEN,
            TAPP,
            switches="failed_announcement",
            examples="LW-08 OW-09 OW-10",
        ),
        not_told(
            "HU-37",
            say("A Pagat that was not announced and loses the last trick costs nothing."),
            say("Some Tarock tables charge it; for Husarln nobody tells."),
            TAPP,
            switches="failed_silent_pagat",
            examples="OW-13 RE-29",
        ),
        stated(
            "HU-38",
            say("Game and bonuses are won and lost by themselves."),
            LOEW,
            examples="LW-09 B1-09",
            background=True,
        ),
        ambiguous(
            "HU-39",
            say("In a Solo all bonuses count double with Beck and Bamberger; with Löw they do not."),
            say("Löw does not mention it."),
            BECK,
            BAMBERGER,
            switches="solo_doubles",
            examples="LW-11 BE-05 OW-17 OW-18",
        ),
        stated(
            "HU-40",
            say("There is no bonus for taking all tricks, nor for catching the XXI."),
            LOEW,
            BECK,
            BAMBERGER,
            without=NO_NUMBER,
            background=True,
        ),
        stated(
            "HU-49",
            say(
                "Uhu, the II in the last trick but one, and Pelican, the III in the one before it, are "
                "Bamberger’s, and count only if agreed beforehand: a new night asks for it. A night that says "
                "nothing of it plays with them."
            ),
            BAMBERGER,
            switches="uhu_pelican",
            by="bamberger1 bamberger2",
            examples="B1-05 B1-10 B2-08 RB-33 RB-34",
        ),
    ),
)
