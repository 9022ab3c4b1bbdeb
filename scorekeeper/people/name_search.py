"""Finding a name in a text in its usual spellings: whole or a part of it, with its genitives."""

import re
from collections.abc import Iterator

from scorekeeper.people.names import fold_name

# A word with combining marks and invisible characters; hyphens and blanks separate words.
_WORD = re.compile("(?:[^\\W_]|[\u0300-\u036f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff])+")
_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_GENITIVE = re.compile("['’ʼ]s(?!\\w)", re.IGNORECASE)
_LEAST = 3  # least letters of a part of a name: shorter ones are too often ordinary words
# Words in names that are frequent in other texts.
_ORDINARY = frozenset(
    (
        *("von", "van", "vom", "zum", "zur", "der", "die", "das", "dem", "den", "des", "del", "della", "dos", "und"),
        *("the", "and", "ten", "ter", "bei", "aus", "auf", "ibn", "bin", "herr", "frau", "mrs", "miss"),
        *("spieler", "spielerin", "player", "gast", "guest"),
    )
)


def folded_words(text: str) -> tuple[str, ...]:
    """Return the words of a text for comparing names, separated at hyphens and blanks."""
    return tuple(fold_name(_UNSEEN.sub("", found[0])) for found in _WORD.finditer(text))


def spans_of(name: str, text: str) -> Iterator[tuple[int, int]]:
    """Return the spans of a name in a text, in order, as start and end."""
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
    """Return whether a text contains a name."""
    return any(spans_of(name, text))


def replace_name(name: str, text: str, instead: str) -> str:
    """Return a text with the name replaced by `instead`."""
    for first, behind in reversed(list(spans_of(name, text))):
        text = text[:first] + instead + text[behind:]
    return text
