"""Königrufen: cards and counting."""

from scorekeeper.games.koenigrufen.book.sources import RUEDIGER, TIROL, UPPER_AUSTRIA, WIEN
from scorekeeper.games.rulebook import NO_NUMBER, Chapter, stated, worked_out
from scorekeeper.phrase import say

CARDS = Chapter(
    say("Cards and counting"),
    (
        stated(
            "KR-1",
            say(
                "There are 54 cards: the tarocks Sküs, XXI down to I, and four suits with the King on top. I "
                "to IIII are the birds Pagat, Uhu, Kakadu and Quapil; Sküs, XXI and Pagat are the Trull."
            ),
            UPPER_AUSTRIA,
            RUEDIGER,
            without=NO_NUMBER,
            background=True,
        ),
        worked_out(
            "KR-2",
            say(
                "Kings and the Trull count 5, Queens 4, Cavaliers 3, Valets 2, all others 1. Of each three cards 2 "
                "are taken off, so the pack has 70 card points."
            ),
            without=NO_NUMBER,
            background=True,
        ),
        stated(
            "KR-3",
            say(
                "The declarer’s side wins with 35⅔ card points. With 35⅓ it has lost; a private round lets "
                "that be enough."
            ),
            UPPER_AUSTRIA,
            WIEN,
            TIROL,
            RUEDIGER,
            switches="threshold",
            examples="KV-005 KV-041",
        ),
        worked_out(
            "KR-5",
            say(
                "The number of tricks says on which third a count ends. A whole number is then the rounded "
                "count; where nobody tells the tricks, it stands as it is."
            ),
            examples="KV-007 KV-171",
            background=True,
        ),
        stated(
            "KR-6",
            say(
                "It is dealt anticlockwise: six cards each, six to the talon in two halves, six each. Of five "
                "players the dealer sits out."
            ),
            UPPER_AUSTRIA,
            WIEN,
            TIROL,
            without=NO_NUMBER,
            background=True,
        ),
        stated(
            "KR-9",
            say(
                "Forehand opens and does not pass at once; the others bid higher or pass for good. After three "
                "passes forehand plays anything but a Sechserdreier, which is only said as the first word."
            ),
            UPPER_AUSTRIA,
            WIEN,
            TIROL,
            RUEDIGER,
            without=NO_NUMBER,
            background=True,
        ),
    ),
)
