"""Herzeln: the lay-off, and how a party is won and paid."""

from scorekeeper.games.herzeln.book.sources import PIATNIK
from scorekeeper.games.rulebook import Chapter, ambiguous, not_told, stated, worked_out
from scorekeeper.phrase import say

LAYOFF = Chapter(
    say("The lay-off"),
    (
        ambiguous(
            "HZ-20",
            say("The lay-off begins with a Jack. All lay to one row, up or down in rank, suits do not matter."),
            say("The booklet speaks of one Jack, and a single row takes up the whole pack without getting stuck."),
            PIATNIK,
            switches="rows",
            examples="LO-01 LO-04 LO-05 LO-13",
        ),
        worked_out(
            "HZ-21",
            say("The row runs in a circle: above the Ace follows the Seven, with 24 cards the Nine, and so on."),
            PIATNIK,
            examples="LO-10 LO-14",
            background=True,
        ),
        worked_out(
            "HZ-22",
            say(
                "Where every Jack has a row of its own, no Jack continues another row, and a row is complete "
                "when it has every rank once."
            ),
            switches="rows",
            examples="LO-13",
            background=True,
        ),
        not_told(
            "HZ-23",
            say("Forehand begins; if he has no Jack, the next player who has one."),
            say("No source tells it; so it goes in games of this family."),
            switches="layoff_start",
            examples="D-HZ3L D-HZ4L",
        ),
        not_told(
            "HZ-24",
            say("One card a turn. Who has a card that fits must lay one; only who has none passes."),
            say("No source tells it; so it goes in games of this family."),
            switches="pass",
            examples="LO-02",
        ),
        stated(
            "HZ-25",
            say("Who is out is skipped and the others go on. The last one left takes the last place and lays no more."),
            PIATNIK,
            examples="LO-01 D-HZ3L",
            background=True,
        ),
        worked_out(
            "HZ-26",
            say(
                "A card that fits both ends of the row can go to either, and what follows differs; so it must "
                "be said where it was laid."
            ),
            examples="LO-09",
        ),
    ),
)

MONEY = Chapter(
    say("Winning and paying"),
    (
        stated(
            "HZ-10",
            say("After eight tours the highest total wins."),
            PIATNIK,
            examples="HZ-P3T",
            background=True,
        ),
        not_told(
            "HZ-11",
            say("Players who share the highest total share the win."),
            say("No source decides a tie."),
            switches="tie",
            examples="HZ-P3T",
        ),
        not_told(
            "HZ-12",
            say("After every tour everybody pays everybody the difference of their points."),
            say("The booklet knows points only; this is the fairest way to turn them into money."),
            switches="money",
            examples="RB-20",
        ),
    ),
)
