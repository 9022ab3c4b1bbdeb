"""The rule book of Herzeln."""

from scorekeeper.games.common import AFTER_WRONG_CARD
from scorekeeper.games.herzeln.book.layoff import LAYOFF, MONEY
from scorekeeper.games.herzeln.book.tariff import tell_tariff
from scorekeeper.games.herzeln.book.tours import FRAME, TOURS
from scorekeeper.games.rulebook import Book

BOOK = Book((FRAME, TOURS, LAYOFF, MONEY, AFTER_WRONG_CARD), tell_tariff)
