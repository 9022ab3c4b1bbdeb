"""Reading the names of cards in people's spellings; output is always rank, then suit."""

from functools import lru_cache

from scorekeeper.cards.packs import Pack
from scorekeeper.phrase import Refused, say

UNKNOWN = "_"  # a forgotten card

_SYMBOLS = str.maketrans("♣♠♥♦♧♤♡♢", "CSHDCSHD")
_GERMAN_RANKS = {"D": "Q", "O": "Q", "B": "J", "U": "J"}
_SIGNS = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}
_ROMAN = "I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI".split()  # noqa: SIM905 - reads better
_NUMERALS = {f"T{number}": roman for number, roman in enumerate(_ROMAN, start=1)} | {"SK": "Sküs"}
_TAROCKS = {numeral.upper(): name for name, numeral in _NUMERALS.items()}


def card_symbol(name: str) -> tuple[str, str]:
    """Return the sign of a card's suit, "" for none, and its rank as in a record or its numeral."""
    if name == UNKNOWN:
        return "", "?"
    return ("", _NUMERALS[name]) if name in _NUMERALS else (_SIGNS[name[-1]], name[:-1])


def read_card(pack: Pack, text: str, key: str = "play") -> str:
    """Return the name of a card of `pack`, or UNKNOWN. Raises Refused with `key` for any other text."""
    return text if text in pack.names or text == UNKNOWN else _read_other(pack, text, key)


@lru_cache(maxsize=2048)  # some packs of at most 54 cards, each written in a few ways
def _read_other(pack: Pack, text: str, key: str) -> str:
    """Return the name of a card from another spelling."""
    plain = text.replace("\N{VARIATION SELECTOR-15}", "").replace("\N{VARIATION SELECTOR-16}", "")
    name = plain.translate(_SYMBOLS).upper()
    symbol_first = plain[:1] not in ("", UNKNOWN) and plain[:1].translate(_SYMBOLS) != plain[:1]
    if symbol_first:
        name = name[1:] + name[0]
    # Dame, Ober, Bube and Unter only where the pack has Jacks: Tarock has Cavaliers and Valets besides.
    german = _GERMAN_RANKS.get(name[:-1], "") + name[-1:] if f"J{name[-1:]}" in pack.cards else ""
    for candidate in (name, _TAROCKS.get(name, ""), german):
        if candidate in pack.cards:
            return candidate
    if name == UNKNOWN:
        return UNKNOWN
    raise Refused(key, say("{card} is no card of this pack", card=text[:20]))
