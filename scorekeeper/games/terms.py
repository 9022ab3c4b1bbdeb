"""A glossary of card terms for beginners, in the order in which a deal needs them."""

from typing import NamedTuple

from scorekeeper.phrase import Phrase, say

_SOLOIST = ("herzblatt", "solo")
_TAROCK = ("husarln", "tapp", "koenigrufen")
_SIDES = (*_SOLOIST, *_TAROCK)
_KING = ("koenigrufen",)


class Term(NamedTuple):
    """A term and its meaning in the games that use it; without games, in all of them."""

    word: Phrase
    meaning: Phrase
    games: tuple[str, ...] = ()


TERMS = (
    Term(say("Card points"), say("What the cards in the tricks of a player or side are worth.")),
    Term(say("Soloist"), say("Plays alone against all others."), _SOLOIST),
    Term(say("Declarer"), say("Plays the called game, alone or with a partner."), _TAROCK),
    Term(say("Defenders"), say("All who play against the soloist or declarer."), _SIDES),
    Term(say("Forehand"), say("The player after the dealer, in the direction of play.")),
    Term(say("Trick"), say("One card from each player; the highest takes them all.")),
    Term(say("Talon"), say("Cards that are dealt to nobody and lie on the table."), _TAROCK),
    Term(say("Discard"), say("Cards that a player lays away in exchange for the talon."), _SIDES),
    Term(say("Contra"), say("A defender says that the game will be lost: it pays double. Re doubles again."), _SIDES),
    Term(say("Du"), say("The soloist announces taking every trick."), _SOLOIST),
    Term(say("Schneider"), say("A side with very few card points, in most games 30 of 120 or fewer."), _SOLOIST),
    Term(
        say("Zweiblatt, Einblatt"),
        say("The declarer of a Husarln turns up talon cards in pairs, or one by one, and takes those that fit."),
        ("husarln",),
    ),
    Term(say("Dreier"), say("The declarer takes three cards of the talon and plays alone."), ("tapp", *_KING)),
    Term(say("Sechserdreier"), say("The declarer takes all six cards of the talon and plays alone."), _KING),
    Term(say("Rufer"), say("The declarer calls a King; whoever holds it is the partner, and says nothing."), _KING),
    Term(say("Solorufer, Solodreier"), say("Like Rufer and Dreier, but nobody takes the talon."), _KING),
    Term(say("Besserrufer"), say("A Rufer with an announced bird."), _KING),
    Term(say("Farbendreier, Farbensolo"), say("Tarocks are no trumps: they win only where a tarock was led."), _KING),
    Term(say("Bettel"), say("The soloist promises to take no trick."), _KING),
    Term(say("Piccolo, Zwiccolo"), say("The declarer promises to take exactly one trick, or exactly two."), _KING),
    Term(say("Ouvert"), say("The declarer’s cards lie open on the table."), _KING),
    Term(say("Tarock"), say("The trumps of the Tarock games: I to XXI and the Sküs, which is the highest."), _TAROCK),
    Term(say("Trull"), say("The Sküs, the XXI (Mond) and the I (Pagat) together."), _TAROCK),
    Term(say("Pagat ultimo"), say("The lowest tarock, the I, wins the last trick."), ("husarln", "tapp")),
    Term(
        say("Birds"),
        say("The tarocks I to IIII. The I (Pagat) has to win the last trick, the II the one before, and so on."),
        _KING,
    ),
    Term(say("King ultimo"), say("The called King is in the last trick, and the declarer’s side takes it."), _KING),
    Term(say("Trischaken"), say("Everyone plays for themselves; the most card points lose."), _KING),
    Term(say("Valat"), say("One side takes every trick."), _TAROCK),
    Term(say("Tour"), say("A part of a game with its own goal, as in Herzeln."), ("herzeln",)),
)


def terms_of(game: str) -> tuple[Term, ...]:
    """Return the terms of a game."""
    return tuple(term for term in TERMS if not term.games or game in term.games)
