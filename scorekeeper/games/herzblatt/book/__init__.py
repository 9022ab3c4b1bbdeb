"""The rule books of Herzblatt and of Braun's Solo, which is played and paid like it where it has no rule of its own."""

from scorekeeper.games.herzblatt.book.cards import BIDDING, CARDS
from scorekeeper.games.herzblatt.book.muhr import MUHR
from scorekeeper.games.herzblatt.book.paying import PAYING
from scorekeeper.games.herzblatt.book.play import PLAY
from scorekeeper.games.herzblatt.book.solo import LAST_TRICK, SOLO
from scorekeeper.games.herzblatt.book.tariff import tariff
from scorekeeper.games.rulebook import Alias, Book, Chapter

HERZBLATT_BOOK = Book((CARDS, BIDDING, PLAY, PAYING, MUHR, LAST_TRICK), tariff)
_TARIFF = Chapter(PAYING.title, tuple(rule for rule in PAYING.rules if rule.number != "HB-29"))  # SO-7 stands for it
SOLO_BOOK = Book((SOLO, LAST_TRICK, CARDS, _TARIFF), tariff)

ALIASES = (Alias("Herz Sticht", "Feder"), Alias("Herzblättchen", "Muhr"))
