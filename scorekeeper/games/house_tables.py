"""Reading house rules that are tables: each refusal names the place of the value, and unknown keys are refused."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import field, fields, replace
from typing import TypeVar

from scorekeeper.phrase import Phrase, Refused, Typed, Value, say
from scorekeeper.value_checks import flag, listed, one_of, shorten, table, whole_between

MOST = 1_000_000  # the greatest number
LONGEST_TEXT = 60
Field = TypeVar("Field")
Made = TypeVar("Made")
Whole = TypeVar("Whole", int, None)
_KEY = re.compile("[a-z0-9_]{1,20}")


def read_by(read: "Callable[[TableReader, str], Field]", default: Field, key: str = "") -> Field:
    """Return a field of a dataclass that `TableReader.fill` reads so; `key` is its key if not its name."""
    return field(default=default, metadata={"read": read, "key": key})


def whole(default: Whole, low: int = -MOST, high: int = MOST) -> Whole:
    """Return a field for a whole number; it may be None by default."""
    return field(default=default, metadata={"read": lambda table, key: table.number(key, 0, low, high)})


def word(*allowed: str) -> str:
    """Return a field for one of the allowed words, the first by default."""
    return read_by(lambda table, key: table.word(key, *allowed), allowed[0])


class TableReader:
    """A table of values; `done` refuses what nobody asked for, also in the tables in it.

    The key of each refusal is the place of the value, such as `contracts 2: value`, with `joint` between its parts.
    """

    def __init__(self, raw: object, place: str = "", joint: str = ": ") -> None:
        self.place = place
        self._joint = joint
        self._raw = {key: value for key, value in table(place, raw).items() if value is not None}
        self._known: list[str] = []
        self._inner: list[TableReader] = []

    def __contains__(self, key: str) -> bool:
        return key in self._raw

    def place_of(self, key: str) -> str:
        """Return the place of the value under a key."""
        return self._joint.join(filter(None, (self.place, key)))

    def check(self, fits: object, key: str, reason: Phrase) -> None:
        """Refuse the value under a key for this reason unless it `fits`."""
        if not fits:
            raise Refused(self.place_of(key), reason)

    def take(self, key: str, default: object = None) -> object:
        """Return the value under a key as it stands there."""
        self._known.append(key)
        return self._raw.get(key, default)

    def fill(self, usual: Made, **given: object) -> Made:
        """Return a dataclass of the values under the keys of its fields and those `given`, the others as `usual`."""
        for one in fields(usual):  # type: ignore[arg-type]
            key = one.metadata.get("key") or one.name
            if one.name not in given:
                self._known.append(key)
                if key in self:
                    given[one.name] = one.metadata.get("read", TableReader.flag)(self, key)
        return replace(usual, **given)  # type: ignore[type-var]

    def number(self, key: str, default: int, low: int = -MOST, high: int = MOST) -> int:
        """Return a whole number."""
        return whole_between(self.place_of(key), self.take(key, default), low, high)

    def numbers(self, key: str, low: int = -MOST, high: int = MOST, default: Collection[int] = ()) -> tuple[int, ...]:
        """Return a list of at most 20 whole numbers."""
        raw = self.take(key, list(default))
        if not isinstance(raw, list | tuple) or len(raw) > 20:
            raise Refused(self.place_of(key), say("{value} is not a list of numbers", value=shorten(raw)))
        return tuple([whole_between(self.place_of(key), one, low, high) for one in raw])

    def span(self, key: str, low: int, high: int = MOST) -> tuple[int, ...]:
        """Return a lowest and a highest number, none by default."""
        found = self.numbers(key, low, high)
        fits = key not in self or (len(found) == 2 and found[0] <= found[1])
        self.check(fits, key, say("these are not a lowest and a highest number"))
        return found

    def flag(self, key: str, default: bool = False) -> bool:
        """Return true or false."""
        return flag(self.place_of(key), self.take(key, default))

    def word(self, key: str, *allowed: str) -> str:
        """Return one of the allowed words, the first by default."""
        return one_of(self.place_of(key), self.take(key, allowed[0]), allowed)

    def keys(self, key: str, known: Collection[str]) -> tuple[str, ...]:
        """Return a list of known keys."""
        place = self.place_of(key)
        return tuple([one_of(place, one, known) for one in listed(place, self.take(key, []))])

    def key(self, default: str) -> str:
        """Return the key of the table."""
        key = self.take("key", default)
        fits = isinstance(key, str) and _KEY.fullmatch(key)
        self.check(
            fits, "key", say("{value} is not a key of at most 20 letters a to z, digits and _", value=shorten(key))
        )
        return str(key)

    def text(self, key: str, default: Phrase | None = None) -> Phrase | None:
        """Return a text that a table typed; a number stands for one that was forgotten."""
        raw = self.take(key)
        if raw is None or type(raw) is int:
            return default
        both = raw if isinstance(raw, Mapping) else {"en": raw}
        fits = set(both) <= {"en", "de"} and all(map(_is_text, both.values()))
        values: dict[str, Value] = {"value": shorten(raw), "most": LONGEST_TEXT}
        self.check(fits, key, say("{value} is not a text of 1 to {most} characters", **values))
        english, german = (str(both.get(language, "")) for language in ("en", "de"))
        return Phrase("{text}", (("text", Typed(english or german, german)),))

    def table(self, key: str) -> "TableReader | None":
        """Return the table under a key, None for none."""
        raw = self.take(key)
        return None if raw is None else self._open(key, raw)

    def part(self, key: str, usual: Made) -> Made | None:
        """Return a dataclass of the table under a key, None for none."""
        raw = self.table(key)
        return raw.fill(usual) if raw else None

    def tables(self, key: str, most: int) -> Iterator["TableReader"]:
        """Yield the tables of a list of at most so many."""
        raw = self.take(key, [])
        if not isinstance(raw, list | tuple) or len(raw) > most:
            text = say("{value} is not a list of at most {most} tables", value=shorten(raw), most=most)
            raise Refused(self.place_of(key), text)
        for number, one in enumerate(raw, start=1):
            yield self._open(f"{key} {number}", one)

    def _open(self, key: str, raw: object) -> "TableReader":
        self._inner.append(TableReader(raw, self.place_of(key), self._joint))
        return self._inner[-1]

    def done(self, *known: str) -> None:
        """Refuse keys that nobody asked for and that are not `known`."""
        self._known += known
        for inner in self._inner:
            inner.done()
        text = say("no such key here; there are: {known}", known=tuple(dict.fromkeys(self._known)))
        for key in self._raw:
            self.check(key in self._known, shorten(key), text)


def without_null(value: object) -> object:
    """Return a table without the keys that are null in JSON: TOML has no such value, and leaves the key out."""
    if isinstance(value, Mapping):
        return {key: without_null(part) for key, part in value.items() if part is not None}
    return [without_null(part) for part in value] if isinstance(value, list) else value


def _is_text(text: object) -> bool:
    return isinstance(text, str) and len(text.strip()) > 0 and len(text) <= LONGEST_TEXT
