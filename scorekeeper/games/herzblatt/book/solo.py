"""Braun’s Solo."""

from scorekeeper.games.herzblatt.book.sources import BRAUN_SOLO, GRUPP
from scorekeeper.games.rulebook import AT_TABLE, NO_NUMBER, Chapter, ambiguous, not_told, stated
from scorekeeper.phrase import say

SOLO = Chapter(
    say("Solo"),
    (
        stated(
            "SO-1",
            say("The suits rise: diamonds, hearts, spades, clubs. The suit of the highest bid becomes trumps."),
            BRAUN_SOLO,
            examples="SO-09",
            background=True,
        ),
        ambiguous(
            "SO-2",
            say(
                "Forehand bids first, and every bid must be higher than the last. Who has passed is out. The "
                "table bids by itself: the program does not judge it."
            ),
            say("Braun says only that the higher bid plays."),
            GRUPP,
            without=AT_TABLE,
            background=True,
        ),
        ambiguous(
            "SO-3",
            say("Who wins the auction may name his suit or a higher one. This too is the table’s business."),
            say("Told of the related Solo 66, not by Braun."),
            GRUPP,
            without=AT_TABLE,
            background=True,
        ),
        stated(
            "SO-4",
            say(
                "In spite of its name, the skat is exchanged: the soloist takes its two cards and lays two "
                "away, which count for him."
            ),
            BRAUN_SOLO,
            without=NO_NUMBER,
            background=True,
        ),
        ambiguous(
            "SO-5",
            say("Forehand leads. Follow suit, else trump, else throw off; a led trump is overtrumped if possible."),
            say("Overtrumping is not mentioned; here it goes as in Herzblatt."),
            GRUPP,
            switches="overtrump",
            without=say("Only the trump suit differs from Herzblatt, whose examples hold."),
        ),
        not_told(
            "SO-6",
            say("Two to five play, with the cards of Braun’s Herzblatt."),
            say("The related Solo 66 is for five; for fewer, the packs of the same author fit."),
            GRUPP,
            examples="HP-01 HP-02 HP-04",
            background=True,
        ),
        ambiguous(
            "SO-7",
            say("The soloist wins with 66 card points."),
            say("Braun gives no number; Solo 66 has it in its name, and more than half would be 61."),
            GRUPP,
            switches="target",
            examples="SO-05 SO-06 RB-12",
        ),
        not_told(
            "SO-8",
            say("Won and lost games are paid as in Herzblatt, in every suit alike."),
            say("No source tells what a Solo pays; Braun’s own Herzblatt is nearest."),
            switches="tariff suit_factors",
            examples="SO-05 SO-06 SO-09 RB-13",
        ),
        stated(
            "SO-9",
            say("If everybody passes, the cards are dealt anew, or the table plays for the last trick."),
            BRAUN_SOLO,
            switches="all_pass",
            examples="RB-10 RB-30",
        ),
    ),
)

LAST_TRICK = Chapter(
    say("The game for the last trick"),
    (
        not_told(
            "SO-10",
            say(
                "Where everybody passed and the table plays for the last trick, who takes it gets a single "
                "stake from everybody."
            ),
            say("The sources name the trick, not its price."),
            switches="last_trick_value",
            examples="RB-11",
        ),
        not_told(
            "SO-11",
            say(
                "In the game for the last trick there are no trumps and the skat stays where it is. Follow "
                "suit, else play anything."
            ),
            say("Solo 66 plays it without trumps; the rest follows."),
            GRUPP,
            without=NO_NUMBER,
        ),
    ),
)
