"""A row of a paper sheet: a deal in one line, or that it is void, or what was agreed for it; and who dealt instead."""

import re
from collections.abc import Iterator

from scorekeeper.nightfile.shorthand.grammar import REST, Names, find_player, short_names
from scorekeeper.nightfile.shorthand.legend import Spelled
from scorekeeper.nightfile.shorthand.parser import check_length
from scorekeeper.phrase import Name, Refused, say
from scorekeeper.reading import shown, zeros

# No game has these words, so a row begins with them whatever is played (`tests/night/test_shorthand.py`).
DEALER = "@"
VOID = ("xx", "××")
AGREED = "=="
_WHOLE = re.compile(r"[+-]?\d{1,7}")


def read_row(names: Names, line: str) -> dict[str, object]:
    """Return a row as the keys of a deal in a night file: `line`, or `void` or `adjust` with its `reason`; `dealer`.

    `names` are those of everybody at the night, by key and in seat order. Raises Refused.
    """
    check_length(line)
    told: dict[str, object] = {}
    head, _, rest = line.strip().partition(" ")
    if head.startswith(DEALER):
        if head == DEALER:
            raise Refused("line", say("{word}: whose is it?", word=head))
        told["dealer"] = find_player(names, head.removeprefix(DEALER))
        line = rest
        head, _, rest = line.strip().partition(" ")
    if head.casefold() in VOID:
        return {**told, "void": True, "reason": rest.strip()}
    if head == AGREED:
        return {**told, **_read_agreed(names, rest.split())}
    return {**told, "line": line}


def _read_agreed(names: Names, words: list[str]) -> dict[str, object]:
    numbers = [zeros(word).replace("−", "-").replace("–", "-") for word in words[: len(names)]]
    if len(numbers) < len(names) or not all(word == REST or _WHOLE.fullmatch(word) for word in numbers):
        told = " ".join([AGREED, *numbers])
        named = tuple(map(Name, names))
        raise Refused("line", say("{word}: one number for each is meant here: {names}", word=shown(told), names=named))
    given = zip(names, numbers, strict=True)
    return {
        "adjust": {player: int(word) for player, word in given if word != REST},
        "reason": " ".join(words[len(names) :]),
    }


def describe_row(names: Names) -> Iterator[Spelled]:
    """Yield what a row may say of any game; `names` as for `read_row`."""
    short = tuple(short_names(names).values())
    numbers = " ".join((AGREED, "1", *["0"] * (len(short) - 2), "-1"))
    yield Spelled((DEALER + short[-1],), say("before everything else: who deals, where it is not whose turn it is"))
    agreed = say("points agreed instead of the deal, one number for each: {names}; then why", names=short)
    yield Spelled((f"{numbers} …",), agreed)
    yield Spelled((f"{VOID[0]} …",), say("the deal is void; then why"))
