"""Checks of raw input values; each error has one wording and the key of the value."""

from collections.abc import Collection, Mapping, Sequence

from scorekeeper.phrase import Name, Phrase, Refused, Value, say


def refuse_unless(fits: object, key: str, reason: Phrase) -> None:
    """Refuse the value of a key for this reason unless it `fits`."""
    if not fits:
        raise Refused(key, reason)


def whole(key: str, raw: object) -> int:
    """Return a whole number. Raises Refused for text, fractions, and for true and false."""
    if not isinstance(raw, int) or isinstance(raw, bool):
        shown = shorten(raw)
        if isinstance(raw, str) and raw.removeprefix("-").isdecimal():
            shown = f'"{shown}"'  # else it would look like the number that it is not
        raise Refused(key, say("{value} is not a whole number", value=shown))
    return raw


def whole_between(key: str, raw: object, low: int, high: int) -> int:
    """Return a whole number within bounds. Raises Refused for anything else."""
    if type(raw) is int and low <= raw <= high:
        return raw
    values: dict[str, Value] = {"value": shorten(raw), "low": low, "high": high}
    raise Refused(key, say("{value} is not a whole number from {low} to {high}", **values))


def flag(key: str, raw: object) -> bool:
    """Return true or false. Raises Refused for anything else."""
    if not isinstance(raw, bool):
        raise Refused(key, say("{value} is neither true nor false", value=shorten(raw)))
    return raw


def text(key: str, raw: object) -> str:
    """Return a text. Raises Refused for anything else."""
    if not isinstance(raw, str):
        raise Refused(key, say("{value} is not a text", value=shorten(raw)))
    return raw


def table(key: str, raw: object, refusal: Phrase | None = None) -> Mapping[str, object]:
    """Return a table of keys. Raises Refused for anything else, with the caller's message if given."""
    if not isinstance(raw, Mapping):
        raise Refused(key, refusal or say("{value} is not a table", value=shorten(raw)))
    return raw


def listed(key: str, raw: object) -> Sequence[object]:
    """Return a list. Raises Refused for anything else."""
    if not isinstance(raw, list | tuple):
        raise Refused(key, say("{value} is not a list", value=shorten(raw)))
    return raw


def one_of(key: str, raw: object, allowed: Collection[str]) -> str:
    """Return one of the allowed texts. Raises Refused for anything else."""
    if not isinstance(raw, str) or raw not in allowed:
        raise Refused(key, none_of(raw, allowed))
    return raw


def none_of(raw: object, allowed: Collection[str | int]) -> Phrase:
    """Return the message for an unknown value, in quotation marks if it is a text for a number."""
    quoted = any(type(one) is not type(raw) and str(one) == str(raw) for one in allowed)

    def typed(one: object) -> str:
        return f'"{shorten(one)}"' if quoted and isinstance(one, str) else shorten(one)

    return say("{value} is not one of: {allowed}", value=typed(raw), allowed=tuple(map(typed, allowed)))


def named(raw: object) -> Value:
    """Return an entered player as a name for an error message."""
    return Name(shorten(raw)) if isinstance(raw, str) else shorten(raw)


def player_of(key: str, raw: object, players: Collection[str]) -> str:
    """Return a player of the deal. Raises Refused for anybody else."""
    if isinstance(raw, str) and raw in players:
        return raw
    raise Refused(key, say("{value} does not play in this deal", value=named(raw)))


_IN_NUMBERS = frozenset("0123456789Oo+-−–.,&/ ⅓⅔")


def zeros(text: str) -> str:
    """Return a typed number with each letter O as a zero; other texts stay unchanged."""
    return text.replace("O", "0").replace("o", "0") if _IN_NUMBERS.issuperset(text) else text


_FOLDED = str.maketrans(
    {
        **dict.fromkeys("−–—‒‐‑﹣－", "-"),
        **dict.fromkeys("’‘‛ʼ′`´＇", "'"),
        **dict.fromkeys("\u00ad\u200b\u200e\u200f\u061c\u2060\u2066\u2067\u2068\u2069\ufeff"),  # invisible
    }
)


def fold_signs(text: str) -> str:
    """Return a text with "-" for each minus or dash, "'" for each apostrophe, and single blanks; none invisible."""
    return " ".join(text.translate(_FOLDED).split())


def digits(text: str, most: int) -> int | None:
    """Return the number in a text of at most so many plain digits, None for any other text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= most else None


def shorten(raw: object) -> str:
    """Return an input shortened for an error of one line, true and false as files have them.

    Invisible characters are marked, as they could reverse or hide the text after them on a page or a terminal.
    """
    whole = str(raw).lower() if isinstance(raw, bool) else str(raw)
    text = "".join(letter if letter.isprintable() else "\ufffd" for letter in " ".join(whole[:200].split()))
    if not text:
        return '""'
    return text if len(text) <= 40 else text[:39] + "…"


def find_place(refused: Refused) -> tuple[str, ...]:
    """Return the place in a document that a refusal names, such as `contracts 2` and `value`; () for none."""
    if refused.phrase.text != say("{place}: {reason}").text:
        return ()
    return tuple(str(dict(refused.phrase.values)["place"]).split(": "))
