"""The rule book of Tapp Tarock."""

from scorekeeper.games.rulebook import Book
from scorekeeper.games.tapp.book.bonuses import BONUSES
from scorekeeper.games.tapp.book.dealing import COUNT, DEALING, TALON
from scorekeeper.games.tapp.book.playing import PLAY
from scorekeeper.games.tapp.book.tariff import tell_tariff
from scorekeeper.games.tapp.book.values import VALUES

BOOK = Book((COUNT, DEALING, TALON, VALUES, BONUSES, PLAY), tell_tariff)
