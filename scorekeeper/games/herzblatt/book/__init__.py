"""The rule books of Herzblatt and of Braun's Solo, which is played and paid like it where it has no rule of its own."""

from functools import partial

from scorekeeper.games.common import AFTER_WRONG_CARD
from scorekeeper.games.herzblatt.book.cards import BIDDING, CARDS
from scorekeeper.games.herzblatt.book.muhr import MUHR
from scorekeeper.games.herzblatt.book.paying import PAYING
from scorekeeper.games.herzblatt.book.play import PLAY
from scorekeeper.games.herzblatt.book.solo import LAST_TRICK, SOLO
from scorekeeper.games.herzblatt.book.tariff import tell_tariff
from scorekeeper.games.herzblatt.rules import USUAL_SCHNEIDER, Rules
from scorekeeper.games.rulebook import Alias, Book, Chapter

HERZBLATT_BOOK = Book((CARDS, BIDDING, PLAY, PAYING, MUHR, LAST_TRICK, AFTER_WRONG_CARD), tell_tariff)


def _without(chapter: Chapter, number: str) -> Chapter:
    return Chapter(chapter.title, tuple(rule for rule in chapter.rules if rule.number != number))


def _pays_schneider(rules: Rules, *, usual: bool) -> bool:
    tier = rules.tariff_rules.loss_schneider
    return tier is not None and (tier == USUAL_SCHNEIDER) == usual


# Who plays and what wins say rules of its own, SO-6 and SO-7; what is paid goes by the tariff of the table (SO-8).
SOLO_BOOK = Book(
    (SOLO, LAST_TRICK, _without(CARDS, "HB-3"), _without(PAYING, "HB-29"), AFTER_WRONG_CARD),
    tell_tariff,
    only={
        "HB-31": lambda rules: rules.tariff_rules.win_schneider is not None,
        "HB-33": partial(_pays_schneider, usual=True),
        "HB-34": partial(_pays_schneider, usual=False),
    },
)

ALIASES = (Alias("Herz Sticht", "Feder"), Alias("Herzblättchen", "Muhr"))
