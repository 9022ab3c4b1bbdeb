"""How Herzblatt and Solo are played: the law for a table's rules, and who leads."""

from collections.abc import Mapping
from functools import lru_cache

from scorekeeper.cards.cardset import deck_of
from scorekeeper.cards.obligations import FOLLOW, OVERTRUMP, OVERTRUMP_WHEN_LED, TRUMP, Duty
from scorekeeper.cards.packs import ACE_TEN
from scorekeeper.cards.trick_rules import Play
from scorekeeper.games.game import Seating
from scorekeeper.games.herzblatt.rules import Rules

HEARTS = "H"
_HERZBLATT = {"MUST_FOLLOW": "HB-20", "MUST_OVERTRUMP": "HB-21", "MUST_TRUMP": "HB-22", "HONOUR_DISCARDED": "HB-13"}
_SOLO = dict.fromkeys(("MUST_FOLLOW", "MUST_TRUMP", "MUST_OVERTRUMP"), "SO-5")
_LAST_TRICK = {"MUST_FOLLOW": "SO-11"}


def law(rules: Rules, suit: str = HEARTS) -> Play:
    """Return how cards are played where `suit` is trumps (HB-20 to HB-27, SO-5), without in the last-trick game."""
    return _law(rules.void, rules.overtrump, suit)


@lru_cache(maxsize=64)
def _law(void: str, overtrump: str, suit: str) -> Play:
    return Play(deck_of(ACE_TEN), tuple(_duties(void, overtrump)) if suit else (FOLLOW,), suit)


def _duties(void: str, overtrump: str) -> list[Duty]:
    """HB-20 to HB-27: without the duty to trump there is none to overtrump, but where trumps were led."""
    duties = [FOLLOW]
    if void == "must_trump":
        duties.append(TRUMP)
    if overtrump == "always" and void == "must_trump":
        duties.append(OVERTRUMP)
    elif overtrump != "never":
        duties.append(OVERTRUMP_WHEN_LED)
    return duties


def broken_rules(rules: Rules, suit: str = HEARTS) -> Mapping[str, str]:
    """Return the number of the rule behind each reason for which a card can be wrong, `suit` as for `law`."""
    if not suit:
        return _LAST_TRICK
    if rules.suits:
        return _SOLO
    return _HERZBLATT | ({"MUST_OVERTRUMP": "HB-24"} if rules.overtrump == "always" else {})


def leader(rules: Rules, seating: Seating, soloist: str) -> str:
    """Return who leads to the first trick (HB-15): forehand, or at some tables the soloist if there is one."""
    return soloist if rules.first_lead == "soloist" and soloist in seating.playing else seating.playing[0]
