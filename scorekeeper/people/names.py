"""The names of people: which are valid, and which are the same."""

import re
import unicodedata
from collections.abc import Iterable, Set
from itertools import groupby

from scorekeeper.phrase import Refused, Value, say
from scorekeeper.value_checks import shorten

LONGEST_NAME = 60
LONGEST_NOTE = 500
NOBODY = "N. N."  # for forgotten names, in German and English
_MOST_MARKS = 5  # on one letter: vowels and tones of Hebrew, Burmese or Tibetan; more would cover the lines around it

# Invisible characters that make one name look like another: zero-width, direction marks (Cf), fillers.
_FILLERS = "\u115f\u1160\u2800\u3164\uffa0"
_VARIANTS = dict.fromkeys((0x034F, *range(0x180B, 0x180E), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))


# What keyboards write for an apostrophe and for a hyphen; NFKC takes an acute accent for a blank with a mark.
_ALIKE = dict.fromkeys(map(ord, "`´ʹʻʼʽˈ‘’‛′＇"), "'") | dict.fromkeys(map(ord, "‐‑‒–—―−﹣－"), "-")


def fold_name(name: str) -> str:
    """Return a name for comparison, without differences in case, blanks, apostrophes, hyphens and Unicode form."""
    return _fold_case(name.translate(_ALIKE))


def _fold_case(name: str) -> str:
    """Return a name as earlier versions compared it."""
    if len(name) > LONGEST_NOTE:  # not a real name, and normalizing takes quadratic time
        return name
    folded = unicodedata.normalize("NFKC", name).translate(_VARIANTS).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())


def is_placeholder(name: str) -> bool:
    """Return whether a name is a placeholder for a forgotten one."""
    return re.fullmatch(rf"{re.escape(NOBODY)}( \d+)?", name) is not None


def check_name(key: str, name: str) -> None:
    """Refuse a name that is empty, too long or has invalid characters."""
    if not name.strip() or name != name.strip():
        raise Refused(key, say("a player’s name is empty or begins or ends with a blank"))
    if len(name) > LONGEST_NAME:
        raise Refused(key, say("{value} is longer than {most} characters", value=shorten(name), most=LONGEST_NAME))
    if any(unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") for letter in name):
        raise Refused(key, say("{value} holds a control character", value=shorten(name)))
    if not fold_name(name) or any(unicodedata.category(letter) == "Cf" or letter in _FILLERS for letter in name):
        raise Refused(key, say("{value} holds a character that cannot be seen", value=shorten(name)))


def check_entered(key: str, name: str) -> None:
    """Refuse a new name as `check_name` does, and those that only earlier journals may have."""
    check_name(key, name)
    if re.fullmatch(r"n\. ?n\.( \d+)?", fold_name(name)):
        raise Refused(key, say("{value} stands for a name that was forgotten; take another one", value=shorten(name)))
    marks = [len(list(run)) for is_mark, run in groupby(name, key=_is_mark) if is_mark]
    if _is_mark(name[0]) or max(marks, default=0) > _MOST_MARKS:
        values: dict[str, Value] = {"value": shorten(name), "most": _MOST_MARKS}
        raise Refused(key, say("{value} has more accents than its letters can bear; at most {most} on one", **values))


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter) in ("Mn", "Me")


def check_names(key: str, names: Iterable[str], entered: bool = True) -> None:
    """Refuse invalid or duplicate names at a table; more strictly if `entered` now."""
    fold = fold_name if entered else _fold_case
    taken: set[str] = set()
    for name in names:
        _check_free(key, name, fold(name), taken)
        if entered:
            check_entered(key, name)
        taken.add(fold(name))


def check_newcomer(key: str, name: str, seated: Iterable[str]) -> None:
    """Refuse the name of a new player, regardless of the names of the others."""
    check_entered(key, name)
    _check_free(key, name, fold_name(name), set(map(fold_name, seated)))


def _check_free(key: str, name: str, folded: str, taken: Set[str]) -> None:
    check_name(key, name)
    if folded in taken:
        raise Refused(key, say("two players have the same name: {name}", name=name))
