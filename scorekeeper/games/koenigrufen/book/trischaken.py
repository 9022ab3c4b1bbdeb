"""Königrufen: Trischaken."""

from scorekeeper.games.koenigrufen.book.sources import RUEDIGER, SAUWALD, TIROL, UPPER_AUSTRIA, WIEN
from scorekeeper.games.rulebook import Chapter, ambiguous, not_told, stated
from scorekeeper.phrase import say

TRISCHAKEN = Chapter(
    say("Trischaken"),
    (
        stated(
            "KR-50",
            say(
                "In a Trischaken all play against all, and who has the most card points pays the pot: 3, in Vienna "
                "6; Tyrol and Rüdiger’s round have no pot. The talon counts with the tricks: all of it with the "
                "last one, or a card with each of the first six."
            ),
            UPPER_AUSTRIA,
            WIEN,
            TIROL,
            RUEDIGER,
            switches="trischaken trischaken_talon",
            examples="KV-049 KV-053 D-KR-4",
        ),
        stated(
            "KR-51",
            say("A burgher has enough card points to win a game. He pays double."),
            UPPER_AUSTRIA,
            WIEN,
            examples="KV-053 KV-077",
        ),
        stated(
            "KR-52",
            say("Forehand with the most card points, alone or tied, loses alone and pays double."),
            UPPER_AUSTRIA,
            WIEN,
            examples="KV-053 KV-073",
        ),
        stated(
            "KR-53",
            say("If everybody has a trick, the pot is shared by the three others."),
            UPPER_AUSTRIA,
            WIEN,
            examples="KV-053 KV-077",
        ),
        stated(
            "KR-54",
            say(
                "Virgins, who have no trick, share the pot; two of them share 4 instead of 3. In the Sauwald "
                "one or two get it whole, each of them."
            ),
            UPPER_AUSTRIA,
            SAUWALD,
            WIEN,
            switches="virgins",
            examples="KV-063 KV-065 KV-099",
        ),
        ambiguous(
            "KR-55",
            say(
                "If two are tied and forehand is not among them, both pay: 2, in Vienna half the pot, in the "
                "Sauwald 3 where there is a virgin. Virgins come first."
            ),
            say("The Sauwald does not tell of virgins here."),
            UPPER_AUSTRIA,
            SAUWALD,
            WIEN,
            examples="KV-059 KV-093 KV-095",
        ),
        ambiguous(
            "KR-56",
            say("If three are tied, each pays 1 to the fourth, in Vienna 2."),
            say("Vienna tells of no such tie."),
            UPPER_AUSTRIA,
            SAUWALD,
            examples="KV-071",
        ),
        ambiguous(
            "KR-57",
            say(
                "In Tyrol a burgher, and forehand with the most, pays 2 to each, as both 4; virgins take it "
                "instead. In Rüdiger’s round only a burgher does, 1 to each."
            ),
            say("How several virgins share it, nobody says."),
            TIROL,
            RUEDIGER,
            examples="KV-057 KV-083 KV-107",
        ),
        stated(
            "KR-58",
            say("Else a single virgin gets 2 from everybody, in Rüdiger’s round 1."),
            TIROL,
            RUEDIGER,
            examples="KV-051",
        ),
        not_told(
            "KR-59",
            say("Else if three are level, the fourth settles 1 with each."),
            say("It follows the ties that are told."),
            examples="KV-403",
        ),
        stated(
            "KR-60",
            say("Else if second and third are level, the highest pays 2 to the lowest, in Rüdiger’s round 1."),
            TIROL,
            RUEDIGER,
            examples="KV-091",
        ),
        stated(
            "KR-61",
            say("Else the two with more pay 2 each to the two with less, in Rüdiger’s round 1."),
            TIROL,
            RUEDIGER,
            examples="KV-061 KV-087",
        ),
    ),
)
