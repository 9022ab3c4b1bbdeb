"""The card terms that the pages use, each with its meaning."""

from typing import NamedTuple

from scorekeeper.phrase import Phrase, say


class Term(NamedTuple):
    """A word and what it means."""

    word: Phrase
    meaning: Phrase


TERMS = (
    Term(say("Card points"), say("What the cards in the tricks of a player or side are worth.")),
    Term(say("Soloist"), say("Plays alone against all others.")),
    Term(say("Declarer"), say("Plays the called game, alone or with a partner.")),
    Term(say("Defenders"), say("All who play against the soloist or declarer.")),
    Term(say("Forehand"), say("The player after the dealer, in the direction of play.")),
    Term(say("Trick"), say("One card from each player; the highest takes them all.")),
    Term(say("Talon"), say("Cards that are dealt to nobody and lie on the table.")),
    Term(say("Discard"), say("Cards that a player lays away in exchange for the talon.")),
    Term(say("Contra"), say("A defender says that the game will be lost: it pays double. Re doubles again.")),
    Term(say("Schneider"), say("A side with very few card points, in most games 30 of 120 or fewer.")),
    Term(say("Bettel"), say("The soloist promises to take no trick.")),
    Term(
        say("Zweiblatt, Einblatt"),
        say("The declarer of a Husarln turns up talon cards in pairs, or one by one, and takes those that fit."),
    ),
    Term(say("Tarock"), say("The trumps of the Tarock games: I to XXI and the Sküs, which is the highest.")),
    Term(say("Trull"), say("The Sküs, the XXI (Mond) and the I (Pagat) together.")),
    Term(say("Rufer"), say("The declarer calls a King; whoever holds it is the partner, and says nothing.")),
    Term(
        say("Birds"),
        say("The tarocks I to IIII. The I (Pagat) has to win the last trick, the II the one before, and so on."),
    ),
    Term(say("King ultimo"), say("The called King is in the last trick, and the declarer’s side takes it.")),
    Term(say("Trischaken"), say("Everyone plays for themselves; the most card points lose.")),
    Term(say("Valat"), say("One side takes every trick.")),
    Term(say("Tour"), say("A part of a game with an aim of its own, as in Herzeln.")),
    Term(say("Kitty"), say("The common box, into which fines go.")),
    Term(
        say("Check words"),
        say("Eight words that are the same on every phone as long as nobody changes what was entered earlier."),
    ),
)
