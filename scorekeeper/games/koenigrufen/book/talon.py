"""Königrufen: King and talon."""

from scorekeeper.games.koenigrufen.book.sources import RUEDIGER, SAUWALD, TIROL, UPPER_AUSTRIA, WIEN
from scorekeeper.games.rulebook import NO_NUMBER, Chapter, ambiguous, stated
from scorekeeper.phrase import say

TALON = Chapter(
    say("King and talon"),
    (
        stated(
            "KR-12",
            say(
                "A King is called that one does not hold; its holder is the partner and says nothing. Who "
                "holds all four does as the table has it."
            ),
            UPPER_AUSTRIA,
            WIEN,
            TIROL,
            RUEDIGER,
            switches="four_kings",
            examples="KV-117 KV-205",
        ),
        stated(
            "KR-15",
            say(
                "In a Besserrufer the game and the announced bird are settled one by one. The value of the "
                "game is that of a Rufer."
            ),
            UPPER_AUSTRIA,
            WIEN,
            examples="KV-003",
            background=True,
        ),
        stated(
            "KR-20",
            say(
                "Of the talon the declarer takes one half, both being turned up, and lays three cards away for his "
                "side; the other half counts for the opponents. A Sechserdreier takes all six unseen. In Solo games "
                "all six are the opponents’."
            ),
            UPPER_AUSTRIA,
            WIEN,
            TIROL,
            RUEDIGER,
            examples="D-KR-1 D-KR-2",
            background=True,
        ),
        stated(
            "KR-21",
            say("Kings, Sküs, XXI and Pagat are never laid away."),
            UPPER_AUSTRIA,
            WIEN,
            TIROL,
            RUEDIGER,
            examples="KD-04",
        ),
        stated(
            "KR-22",
            say(
                "In tarock games a tarock is laid away only if no suit card below the King is left, and then "
                "it is shown; in Rüdiger’s round as one likes."
            ),
            UPPER_AUSTRIA,
            WIEN,
            TIROL,
            RUEDIGER,
            switches="discard_tarock",
            examples="KV-245 KV-247 KD-03",
        ),
        stated(
            "KR-23",
            say(
                "In suit games tarocks are laid away first, in Rüdiger’s round what one likes. Some tables want six "
                "suit cards to stay in hand."
            ),
            UPPER_AUSTRIA,
            SAUWALD,
            WIEN,
            switches="suit_discard min_suit_cards",
            examples="KV-249 KD-01 KD-02 D-KR-2",
        ),
        stated(
            "KR-24",
            say(
                "If the called King lies in the talon, the declarer plays alone. Or he gives the game up: game "
                "and planned bird are paid to each of the three, without contra."
            ),
            UPPER_AUSTRIA,
            WIEN,
            TIROL,
            RUEDIGER,
            examples="KV-031 KV-159",
        ),
        ambiguous(
            "KR-25",
            say(
                "In a Solorufer with the King in the talon the declarer plays alone; the half with the King, "
                "in Rüdiger’s round the whole talon, counts for him. Every contra of the deal is void, or counts."
            ),
            say("Upper Austria and Vienna make contra void, the others do not speak of it."),
            UPPER_AUSTRIA,
            WIEN,
            TIROL,
            RUEDIGER,
            switches="solorufer_contra solorufer_talon",
            examples="KV-013 KV-143",
        ),
        stated(
            "KR-26",
            say("In Rüdiger’s round one’s own King may be called, elsewhere not. The declarer then plays alone."),
            RUEDIGER,
            switches="call_own_king",
            without=NO_NUMBER,
        ),
    ),
)
