"""Finding a name in a text: as people spell it, whole or one part of it, with its genitives, and nothing else."""

import re
from collections.abc import Iterator

from scorekeeper.people.names import fold_name

# A word with the marks that stand on its letters and what is not seen between them; hyphens and blanks part two.
_WORD = re.compile("(?:[^\\W_]|[\u0300-\u036f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff])+")
_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_GENITIVE = re.compile("['’ʼ]s(?!\\w)", re.IGNORECASE)
_LEAST = 3  # letters of a part that somebody may be called by: a shorter one is too often a word of its own
# Words that stand in names and in any other text.
_ORDINARY = frozenset(
    (
        *("von", "van", "vom", "zum", "zur", "der", "die", "das", "dem", "den", "des", "del", "della", "dos", "und"),
        *("the", "and", "ten", "ter", "bei", "aus", "auf", "ibn", "bin", "herr", "frau", "mrs", "miss"),
        *("spieler", "spielerin", "player", "gast", "guest"),
    )
)


def folded_words(text: str) -> tuple[str, ...]:
    """Return the words of a text as two names are compared: hyphens part them as blanks do."""
    return tuple(fold_name(_UNSEEN.sub("", found[0])) for found in _WORD.finditer(text))


def spans_of(name: str, text: str) -> Iterator[tuple[int, int]]:
    """Give where in a text somebody of this name is named, in order: first letter, and behind the last."""
    whole = folded_words(name)
    if not whole:  # signs only
        yield from (found.span() for found in re.finditer(re.escape(name), text))
        return
    parts = [(part,) for part in whole if sum(map(str.isalpha, part)) >= _LEAST and part not in _ORDINARY]
    calls = [call for call in (whole, ("".join(whole),), *parts) if any(call)]  # the longest first
    words = folded_words(text)
    places = [found.span() for found in _WORD.finditer(text)]
    at = 0
    while at < len(words):
        length = 0
        for call in calls:
            *before, last = call
            if words[at : at + len(call)] in (call, (*before, f"{last}s")):
                length = len(call)
                end = places[at + length - 1][1]
                genitive = _GENITIVE.match(text, end)
                yield places[at][0], genitive.end() if genitive else end
                break
        at += max(length, 1)


def names(name: str, text: str) -> bool:
    """Return whether a text names somebody of this name."""
    return any(spans_of(name, text))


def replace_name(name: str, text: str, instead: str) -> str:
    """Return a text with `instead` wherever it names somebody of this name."""
    for first, behind in reversed(list(spans_of(name, text))):
        text = text[:first] + instead + text[behind:]
    return text
