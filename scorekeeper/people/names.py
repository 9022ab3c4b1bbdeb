"""The names of people: which can be had, and when two are the same."""

import re
import unicodedata
from collections.abc import Iterable, Set
from itertools import groupby

from scorekeeper.phrase import Refused, say
from scorekeeper.reading import shown

LONGEST_NAME = 60
LONGEST_NOTE = 500
NOBODY = "N. N."  # as theatres name who has no name, in German and English
_MOST_MARKS = 5  # on one letter: vowels and tones of Hebrew, Burmese or Tibetan; more would cover the lines around it

# What is not seen but makes one name look like another: zero-width characters and marks of direction (Cf), fillers.
_FILLERS = "\u115f\u1160\u2800\u3164\uffa0"
_VARIANTS = dict.fromkeys((0x034F, *range(0x180B, 0x180E), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))


def fold_name(name: str) -> str:
    """Return what two names have in common that people take for the same: case, blanks and Unicode form do not tell."""
    if len(name) > LONGEST_NOTE:  # nobody is called so, and to order its marks would take the square of their number
        return name
    folded = unicodedata.normalize("NFKC", name).translate(_VARIANTS).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())


def is_placeholder(name: str) -> bool:
    """Return whether a name can stand for one that was forgotten."""
    return re.fullmatch(rf"{re.escape(NOBODY)}( \d+)?", name) is not None


def check_name(key: str, name: str) -> None:
    """Refuse a player’s name that is empty, too long or holds what no name holds."""
    if not name.strip() or name != name.strip():
        raise Refused(key, say("a player’s name is empty or begins or ends with a blank"))
    if len(name) > LONGEST_NAME:
        raise Refused(key, say("{value} is longer than {most} characters", value=shown(name), most=LONGEST_NAME))
    if any(unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") for letter in name):
        raise Refused(key, say("{value} holds a control character", value=shown(name)))
    if not fold_name(name) or any(unicodedata.category(letter) == "Cf" or letter in _FILLERS for letter in name):
        raise Refused(key, say("{value} holds a character that cannot be seen", value=shown(name)))


def check_entered(key: str, name: str) -> None:
    """Refuse a name that is entered now as `check_name` does, and one that a journal may hold from earlier."""
    check_name(key, name)
    if re.fullmatch(r"n\. ?n\.( \d+)?", fold_name(name)):
        raise Refused(key, say("{value} stands for a name that was forgotten; take another one", value=shown(name)))
    marks = [len(list(run)) for is_mark, run in groupby(name, key=_is_mark) if is_mark]
    if _is_mark(name[0]) or max(marks, default=0) > _MOST_MARKS:
        text = say(
            "{value} has more accents than its letters can bear; at most {most} on one",
            value=shown(name),
            most=_MOST_MARKS,
        )
        raise Refused(key, text)


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter) in ("Mn", "Me")


def check_names(key: str, names: Iterable[str], entered: bool = True) -> None:
    """Refuse names that nobody can have, or that two of a table would share; more of those that are `entered` now."""
    taken: set[str] = set()
    for name in names:
        _check_free(key, name, taken)
        if entered:
            check_entered(key, name)
        taken.add(fold_name(name))


def check_newcomer(key: str, name: str, seated: Iterable[str]) -> None:
    """Refuse the name of who joins others, however those came to theirs."""
    check_entered(key, name)
    _check_free(key, name, set(map(fold_name, seated)))


def _check_free(key: str, name: str, taken: Set[str]) -> None:
    check_name(key, name)
    if fold_name(name) in taken:
        raise Refused(key, say("two players have the same name: {name}", name=name))
