"""Herzeln: its cards, its play and its tours."""

from scorekeeper.games.herzeln.book.sources import PIATNIK
from scorekeeper.games.rulebook import ARITHMETIC, NO_NUMBER, Chapter, not_told, stated, worked_out
from scorekeeper.phrase import say

FRAME = Chapter(
    say("The cards and the play"),
    (
        stated(
            "HZ-1",
            say("Three play with 24 cards, Aces to Nines, four with 32. Everybody gets eight; there is no talon."),
            PIATNIK,
            ARITHMETIC,
            examples="HZ3-2 HZ4-2",
            background=True,
        ),
        stated(
            "HZ-2",
            say("From high to low: Ace, Ten, King, Queen, Jack, Nine, Eight, Seven."),
            PIATNIK,
            without=NO_NUMBER,
            background=True,
        ),
        stated(
            "HZ-3",
            say(
                "There are no trumps. Follow suit; who cannot may play any card. The highest card of the led "
                "suit takes the trick and leads to the next."
            ),
            PIATNIK,
            examples="ZL-01 ZL-02 D-HZ3",
        ),
        stated(
            "HZ-4",
            say("A party is eight tours of one deal each, always in the same order."),
            PIATNIK,
            examples="HZ-P3T",
        ),
        not_told(
            "HZ-5",
            say("Forehand leads to the first trick of a tour, and the deal moves on with every tour."),
            say("No source tells it; so it goes in most games. In the related Quodlibet the dealer leads."),
            switches="first_lead",
            examples="D-HZ3",
        ),
        stated(
            "HZ-6",
            say("Hearts may be led and thrown off at any time."),
            PIATNIK,
            examples="ZL-02",
            background=True,
        ),
    ),
)

TOURS = Chapter(
    say("The tours"),
    (
        stated(
            "HZ-T1",
            say(
                "Tour 1: hearts in one’s tricks cost points, the Ace 11, the Ten 10, the King 4, the Queen 3, "
                "the Jack 2, every lower heart 1."
            ),
            PIATNIK,
            examples="HZ3-1",
        ),
        stated(
            "HZ-T2",
            say("Tour 2: every trick brings 10 points."),
            PIATNIK,
            examples="HZ3-2 HZ4-2",
        ),
        stated(
            "HZ-T3",
            say("Tour 3: every trick costs 10 points."),
            PIATNIK,
            examples="HZ3-3 HZ4-3",
        ),
        stated(
            "HZ-T4",
            say("Tour 4: every Queen in one’s tricks costs 20 points."),
            PIATNIK,
            examples="HZ3-4",
        ),
        stated(
            "HZ-T5",
            say("Tour 5: the King of hearts costs 40 points whoever takes him."),
            PIATNIK,
            examples="HZ3-5 HZ4-5",
        ),
        stated(
            "HZ-T6",
            say("Tour 6: only the last trick counts, and brings 40 points."),
            PIATNIK,
            examples="RB-21 HZ-T36",
        ),
        stated(
            "HZ-T7",
            say("Tour 7: only the last trick counts, and costs 40 points."),
            PIATNIK,
            examples="RB-22 HZ-T37",
        ),
        stated(
            "HZ-T8",
            say(
                "Tour 8, the lay-off: who is out first loses nothing, the second 10 points, the third 20, the "
                "fourth 30."
            ),
            PIATNIK,
            examples="HZ4-8",
        ),
        worked_out(
            "HZ-13",
            say("A trick tour may end early when nothing is left to win or lose, such as after the last Queen."),
            without=NO_NUMBER,
            background=True,
        ),
    ),
)
