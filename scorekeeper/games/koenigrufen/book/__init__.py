"""The rule book of Königrufen."""

from scorekeeper.games.koenigrufen.book.dealing import CARDS
from scorekeeper.games.koenigrufen.book.playing import PLAY
from scorekeeper.games.koenigrufen.book.talon import TALON
from scorekeeper.games.koenigrufen.book.trischaken import TRISCHAKEN
from scorekeeper.games.koenigrufen.book.valat import VALAT
from scorekeeper.games.koenigrufen.book.values import VALUES
from scorekeeper.games.koenigrufen.book.worth import tariff
from scorekeeper.games.rulebook import Book

BOOK = Book((CARDS, TALON, VALUES, VALAT, TRISCHAKEN, PLAY), tariff)
