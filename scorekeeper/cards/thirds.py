"""Card points in thirds, as in Tarock: 36, 36 1/3, 36 2/3."""

import re

from scorekeeper.value_checks import digits

_THIRDS = {"1/3": 1, "2/3": 2}
_COUNT = re.compile(r"(?:(\d+) )?([12])/3")
_SIGNS = str.maketrans({"⅓": " 1/3", "⅔": " 2/3", "\N{FRACTION SLASH}": "/"})


def read_thirds(text: str) -> int | None:
    """Return the thirds of a count like "36", "36 1/3", "33 2/3" or "36⅓"; None for any other text."""
    words = text.translate(_SIGNS).split()
    third = _THIRDS.get(words[-1], 0) if words else 0
    whole = words[:-1] if third else words
    if third and not whole:
        return third
    points = digits(whole[0], 3) if len(whole) == 1 else None
    return None if points is None else 3 * points + third


def write_thirds(thirds: int) -> str:
    """Return a count of thirds, 0 or more, as text: 109 is "36 1/3"."""
    whole, third = divmod(thirds, 3)
    if not third:
        return str(whole)
    return f"{whole} {third}/3" if whole else f"{third}/3"


def sign_thirds(text: str) -> str:
    """Return a count of thirds with the fraction sign: "36 1/3" is 36⅓. Other texts stay unchanged."""
    found = _COUNT.fullmatch(text) if text.endswith("/3") else None
    return f"{found[1] or ''}{' ⅓⅔'[int(found[2])]}" if found else text


def round_thirds(thirds: int) -> int:
    """Return the whole card points of a count of thirds: 1/3 goes down, 2/3 goes up (HU-5)."""
    return (thirds + 1) // 3
