"""Lines of a message or a note: what people write before a name, and what cannot be one."""

import re
from collections.abc import Sequence

from scorekeeper.pasted import table
from scorekeeper.pasted.table import Row
from scorekeeper.people.names import check_entered
from scorekeeper.phrase import Refused, say
from scorekeeper.value_checks import shorten

ENDS = " :=→>-–—"
"""What stands between a name, or a fine, and its amount."""

_LONGEST_HEAD = 100  # characters, of the time and the sender of a message
_MOST_DIGITS = 5  # in a name; more are those of a telephone
# "[27.11.26, 21:04] Toni: " and "11/27/26, 9:04 PM - Toni: " are how messengers copy a message.
_MESSAGE = re.compile(r"\[?\d{1,4}[./-]\d{1,2}[./-]\d{2,4},? \d{1,2}:\d\d.*?[\]-] ?[^:]+:")
_UNSEEN = re.compile(r"[\u200e\u200f\u202a-\u202c\u2066-\u2069\ufeff]")  # marks that messengers put in
_BULLET = re.compile(r"(?:[-–—•·*▪◦‣] |\[[ xX]?\] |[☐☑✓✔✅]\ufe0f? ?|@(?=\w))+")
_BOLD = re.compile(r"(?<!\w)([*_~]{1,2})([^*_~]+)\1(?!\w)")
_YEAR = r"\d{4}|\d{2}(\d{2})?[/–-]\d{2}(\d{2})?"  # also of a season
_NUMBERED = re.compile(r"\(?(\d{1,3})[.):]? +(.+)")
# An amount, a sign of a list of payments, of who comes, or of more than one name.
_BESIDE_NAMES = re.compile(
    r"\d[.,]\d{1,2}(?!\d)|\d ?(?:€|eur|euro|cent|ct)\b|\d ?€|[€$£] ?\d|\w ?[:=] ?[-+−–]?\d|(?<!\S)[-+−–]\d+ \S"
    r"|->|=>|→|⇒|[✅❌✓✔✗✘☐☑☒@|]|://|,.*,|;.*;",
    re.IGNORECASE,
)


def clean_lines(key: str, rows: Sequence[Row]) -> list[Row]:
    """Return lines without bullets, numbers of lines that count them, and bold type. Raises Refused for messages."""
    lines = [" ".join(_UNSEEN.sub("", row.cells[0]).split()) for row in rows]
    for row, line in zip(rows, lines, strict=True):
        if _MESSAGE.match(line[:_LONGEST_HEAD]):
            raise table.refuse(key, row, None, say("it begins with the date and time of a message: take them out"))
    lines = [_BOLD.sub(r"\2", _BULLET.sub("", line, count=1) if _BULLET.match(line) else line) for line in lines]
    lines = _without_numbers(lines)
    return [Row(row.number, [line]) for row, line in zip(rows, lines, strict=True) if line]


def _without_numbers(lines: Sequence[str]) -> list[str]:
    """Return lines without their numbers if all have one, but for a title, and count from 1."""
    found = [_NUMBERED.fullmatch(line) for line in lines]
    first = next((place for place, one in enumerate(found) if one), len(lines))
    numbered = [one for one in found[first:] if one]
    if len(numbered) < 2 or [int(one[1]) for one in numbered] != list(range(1, len(lines) - first + 1)):
        return list(lines)
    return [*lines[:first], *(one[2] for one in numbered)]


def is_title(line: str) -> bool:
    """Return whether a line may be a title: it ends with a colon, or has no number but a date or a year."""
    words = [word for word in line.split() if not table.is_date(word.rstrip(",")) and not re.fullmatch(_YEAR, word)]
    return line.endswith(":") or not any(letter.isdigit() for letter in "".join(words))


def check_pasted_name(key: str, name: str) -> None:
    """Refuse what cannot be the name of one person, such as "Anna 0.60" or "Anna, Bernd, Clara"."""
    check_entered(key, name)
    if (
        table.is_number(name)
        or table.is_date(name)
        or not any(letter.isalnum() or ord(letter) > 0x7F for letter in name)
    ):
        raise Refused(key, say("{value} is not a name", value=shorten(name)))
    if _BESIDE_NAMES.search(name) or sum(letter.isdigit() for letter in name) > _MOST_DIGITS:
        raise Refused(key, say("{value} is more than a name: leave only the name of one person", value=shorten(name)))
