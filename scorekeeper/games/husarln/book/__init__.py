"""The rule book of Husarln."""

from scorekeeper.games.husarln.book.bidding import BIDDING, TALON
from scorekeeper.games.husarln.book.bonuses import BONUSES
from scorekeeper.games.husarln.book.counting import COUNT
from scorekeeper.games.husarln.book.tariff import tell_tariff
from scorekeeper.games.husarln.book.values import PLAY, VALUES
from scorekeeper.games.rulebook import Alias, Book

BOOK = Book((COUNT, BIDDING, TALON, BONUSES, PLAY, VALUES), tell_tariff)

ALIASES = (Alias("Block Tarock", "Beck, Bamberger"),)
