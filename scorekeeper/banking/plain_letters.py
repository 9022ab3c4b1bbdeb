"""Texts in the letters that every bank takes: the basic character set of SEPA (EPC217-08)."""

import re
from unicodedata import normalize

_GERMAN = {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "ẞ": "SS"}
# Letters that are no letter with an accent.
_LATIN = "ł l đ d ø oe æ ae œ oe þ th ð d ı i ħ h"
_GREEK = "α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o"
_CYRILLIC = (
    "а a б b в v г g д d е e ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х h ц ts ч ch ш sh щ sht "
    "ъ a ы y ь y э e ю yu я ya ђ dj ј j љ lj њ nj ћ c џ dz ѓ gj ѕ dz ќ kj є ye і i ї yi ґ g"
)
_SIGNS = dict(zip("’‘‚“”„–—−…·•&", "''''''---...+", strict=True))


def _pairs(words: str) -> dict[str, str]:
    letters = words.split()[::2]
    plain = words.split()[1::2]
    small = dict(zip(letters, plain, strict=True))
    return {letter.upper(): text.capitalize() for letter, text in small.items()} | small


_PLAIN = str.maketrans(_GERMAN | _pairs(_LATIN) | _pairs(_GREEK) | _pairs(_CYRILLIC) | _SIGNS)
_OTHERS = re.compile(r"[^A-Za-z0-9/?:().,'+ -]")


def spell_plain(text: str) -> str:
    """Return a text in plain letters: Müller is Mueller, Čeh is Ceh. What has none becomes a point."""
    bare = normalize("NFKD", normalize("NFC", text).translate(_PLAIN))
    # Greek letters with accents have plain ones only without them.
    bare = re.sub(r"[\u0300-\u036f]", "", bare).translate(_PLAIN)
    return _OTHERS.sub(".", bare)
