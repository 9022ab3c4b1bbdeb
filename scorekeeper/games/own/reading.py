"""Reading the tables of a document; each refusal names the place of the value, such as `contracts 2: value`."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import field, fields
from typing import TypeVar

from scorekeeper.phrase import Phrase, Refused, Typed, Value, say
from scorekeeper.value_checks import none_of, shorten

MOST = 1_000_000  # the greatest number of a document
LONGEST_TEXT = 60
Made = TypeVar("Made")
Whole = TypeVar("Whole", int, None)
_KEY = re.compile("[a-z0-9_]{1,20}")
_DEEPEST = 8


def whole(default: Whole, low: int = -MOST, high: int = MOST) -> Whole:
    """Return a field of a dataclass that `TableReader.fill` reads as a whole number; it may be None by default."""
    return field(default=default, metadata={"read": lambda table, key: table.number(key, 0, low, high)})


def word(*allowed: str) -> str:
    """Return the same for one of the allowed words, the first by default."""
    return field(default=allowed[0], metadata={"read": lambda table, key: table.word(key, *allowed)})


class TableReader:
    """A table of a document; `done` refuses what nobody asked for, also in the tables in it."""

    def __init__(self, raw: object, place: str = "") -> None:
        self.place = place
        if not isinstance(raw, Mapping):
            raise self.refused("", say("{value} is not a table", value=shorten(raw)))
        self._raw = dict(raw)
        self._known: list[str] = []
        self._inner: list[TableReader] = []

    def __contains__(self, key: str) -> bool:
        return key in self._raw

    def check(self, fits: object, key: str, reason: Phrase) -> None:
        """Refuse the value under a key for this reason unless it `fits`."""
        if not fits:
            raise self.refused(key, reason)

    def refused(self, key: str, reason: Phrase) -> Refused:
        """Return the refusal of the value under a key."""
        place: Value = ": ".join(filter(None, (self.place, key)))
        return Refused("", say("{place}: {reason}", place=place, reason=reason) if place else reason)

    def take(self, key: str, default: object = None) -> object:
        """Return the value under a key as it stands there."""
        self._known.append(key)
        return self._raw.get(key, default)

    def fill(self, made: type[Made], usual: Made | None = None, **given: object) -> Made:
        """Return a dataclass of the values under its names, those of `usual` or its defaults, and those `given`."""
        for one in fields(made):  # type: ignore[arg-type]
            if one.name in given:
                continue
            self._known.append(one.name)
            if one.name in self:
                usual_read = TableReader.flag if isinstance(one.default, bool) else TableReader.numbers
                given[one.name] = one.metadata.get("read", usual_read)(self, one.name)
            elif usual:
                given[one.name] = getattr(usual, one.name)
        return made(**given)

    def number(self, key: str, default: int, low: int = -MOST, high: int = MOST) -> int:
        """Return a whole number."""
        return self._checked(key, self.take(key, default), low, high)

    def numbers(self, key: str, default: Collection[int] = (), low: int = -MOST, high: int = MOST) -> tuple[int, ...]:
        """Return a list of at most 20 whole numbers."""
        raw = self.take(key, list(default))
        if not isinstance(raw, list | tuple) or len(raw) > 20:
            raise self.refused(key, say("{value} is not a list of numbers", value=shorten(raw)))
        return tuple([self._checked(key, one, low, high) for one in raw])

    def span(self, key: str, low: int, high: int = MOST) -> tuple[int, ...]:
        """Return a lowest and a highest number, none by default."""
        found = self.numbers(key, (), low, high)
        fits = key not in self or (len(found) == 2 and found[0] <= found[1])
        self.check(fits, key, say("these are not a lowest and a highest number"))
        return found

    def _checked(self, key: str, raw: object, low: int, high: int) -> int:
        if type(raw) is not int or not low <= raw <= high:
            values: dict[str, Value] = {"value": shorten(raw), "low": low, "high": high}
            raise self.refused(key, say("{value} is not a whole number from {low} to {high}", **values))
        return raw

    def flag(self, key: str) -> bool:
        """Return true or false, false by default."""
        raw = self.take(key, False)
        if not isinstance(raw, bool):
            raise self.refused(key, say("{value} is neither true nor false", value=shorten(raw)))
        return raw

    def word(self, key: str, *allowed: str) -> str:
        """Return one of the allowed words, the first by default."""
        raw = self.take(key, allowed[0])
        if not isinstance(raw, str) or raw not in allowed:
            raise self.refused(key, none_of(raw, allowed))
        return raw

    def key(self, default: str) -> str:
        """Return the key of the table."""
        raw = self.take("key", default)
        if not isinstance(raw, str) or not _KEY.fullmatch(raw):
            text = say("{value} is not a key of at most 20 letters a to z, digits and _", value=shorten(raw))
            raise self.refused("key", text)
        return raw

    def text(self, key: str, default: Phrase | None = None) -> Phrase | None:
        """Return a text that a table typed; a number stands for one that was forgotten."""
        raw = self.take(key)
        if raw is None or type(raw) is int:
            return default
        both = raw if isinstance(raw, Mapping) else {"en": raw}
        if not set(both) <= {"en", "de"} or not all(map(_is_text, both.values())):
            values: dict[str, Value] = {"value": shorten(raw), "most": LONGEST_TEXT}
            raise self.refused(key, say("{value} is not a text of 1 to {most} characters", **values))
        english, german = (str(both.get(language, "")) for language in ("en", "de"))
        return Phrase("{text}", (("text", Typed(english or german, german)),))

    def keys(self, key: str, known: Collection[str]) -> tuple[str, ...]:
        """Return a list of known keys."""
        raw = self.take(key, [])
        if not isinstance(raw, list | tuple):
            raise self.refused(key, say("{value} is not a list", value=shorten(raw)))
        for one in raw:
            if not isinstance(one, str) or one not in known:
                raise self.refused(key, none_of(one, known))
        return tuple(raw)

    def table(self, key: str) -> "TableReader | None":
        """Return the table under a key, None for none."""
        raw = self.take(key)
        return None if raw is None else self._open(raw, ": ".join(filter(None, (self.place, key))))

    def tables(self, key: str, most: int) -> Iterator["TableReader"]:
        """Yield the tables of a list of at most so many."""
        raw = self.take(key, [])
        if not isinstance(raw, list | tuple) or len(raw) > most:
            text = say("{value} is not a list of at most {most} tables", value=shorten(raw), most=most)
            raise self.refused(key, text)
        for number, one in enumerate(raw, start=1):
            yield self._open(one, f"{key} {number}")

    def _open(self, raw: object, place: str) -> "TableReader":
        self._inner.append(TableReader(raw, place))
        return self._inner[-1]

    def done(self) -> None:
        """Refuse keys that nobody asked for."""
        for inner in self._inner:
            inner.done()
        for key in self._raw:
            if key not in self._known:
                known = say("no such key here; there are: {known}", known=tuple(dict.fromkeys(self._known)))
                raise self.refused(shorten(key), known)


def _is_text(text: object) -> bool:
    return isinstance(text, str) and len(text.strip()) > 0 and len(text) <= LONGEST_TEXT


def measure(raw: object, depth: int = 0) -> int:
    """Return about how many bytes a document takes.

    Raises Refused where it is nested too deeply, or has a character that no database stores and no page can show.
    """
    if depth > _DEEPEST:
        raise Refused("", say("this is nested too deeply"))
    if isinstance(raw, Mapping):
        return sum(measure(key, depth + 1) + measure(part, depth + 1) for key, part in raw.items())
    if isinstance(raw, list | tuple):
        return sum(measure(part, depth + 1) for part in raw)
    text = str(raw)
    if "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text):  # JSON can have half a character
        raise Refused("", say("this contains a character that cannot be stored: take it out"))
    return len(text.encode()) + 4
