"""The rule book of Königrufen."""

from scorekeeper.games.koenigrufen.book.dealing import CARDS
from scorekeeper.games.koenigrufen.book.playing import PLAY
from scorekeeper.games.koenigrufen.book.talon import TALON
from scorekeeper.games.koenigrufen.book.tariff import tell_tariff
from scorekeeper.games.koenigrufen.book.trischaken import TRISCHAKEN
from scorekeeper.games.koenigrufen.book.valat import VALAT
from scorekeeper.games.koenigrufen.book.values import VALUES
from scorekeeper.games.koenigrufen.rules import Rules
from scorekeeper.games.koenigrufen.scoring import POTS
from scorekeeper.games.rulebook import Book


def _has_pot(rules: Rules) -> bool:
    return rules.trischaken in POTS


def _settles_pairs(rules: Rules) -> bool:
    return not _has_pot(rules)


BOOK = Book(
    (CARDS, TALON, VALUES, VALAT, TRISCHAKEN, PLAY),
    tell_tariff,
    only={
        "KR-37": lambda rules: rules.valat == "fixed",
        "KR-39": lambda rules: rules.valat == "total",
        "KR-40": lambda rules: rules.valat != "fixed",
        "KR-45": lambda rules: bool(rules.halves),
        **dict.fromkeys(("KR-51", "KR-52", "KR-53", "KR-54", "KR-55", "KR-56"), _has_pot),
        **dict.fromkeys(("KR-57", "KR-58", "KR-59", "KR-60", "KR-61"), _settles_pairs),
    },
)
