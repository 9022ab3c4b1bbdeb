"""Values with named fields: dataclasses with methods that are written once here instead of generated for each class.

Python compiles what a dataclass generates at each start, which takes 0.3 to 1 ms for a class. Where values are made by
the thousands, a dataclass is better: each is made two or three times as quickly.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from functools import partial
from operator import attrgetter
from types import FunctionType
from typing import Any, ClassVar, dataclass_transform


def _same(value: object) -> object:
    return value


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Immutable:
    """Fields by annotation as in a frozen dataclass, also for `fields` and `replace`; compared by identity."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    __match_args__: ClassVar[tuple[str, ...]]
    _known: ClassVar[frozenset[str]]
    _needed: ClassVar[frozenset[str]]
    _made: ClassVar[Mapping[str, Callable[[], object]]]  # default values that the class cannot hold for its values

    def __init_subclass__(cls, kw_only: bool = False) -> None:
        super().__init_subclass__()
        dataclass(init=False, repr=False, eq=False, kw_only=kw_only)(cls)
        found = fields(cls)
        made = {one.name: one.default_factory for one in found if one.default_factory is not MISSING}
        functions = {one.name: partial(_same, one.default) for one in found if isinstance(one.default, FunctionType)}
        cls._made = made | functions
        cls._known = frozenset([one.name for one in found])
        cls._needed = frozenset([one.name for one in found if one.default is MISSING]).difference(made)

    def __init__(self, *args: object, **values: object) -> None:
        """Take values of the fields in their order, or by name; fields without one have their defaults."""
        if args:
            names = self.__match_args__[: len(args)]
            if len(names) < len(args) or values.keys() & names:
                raise TypeError(f"{type(self).__name__}: more values than fields")
            values |= zip(names, args, strict=True)
        if not self._needed <= values.keys() <= self._known:
            wrong = sorted(self._needed - values.keys() | values.keys() - self._known)
            raise TypeError(f"{type(self).__name__}: {', '.join(wrong)} missing or unknown")
        for name, make in self._made.items():
            if name not in values:
                values[name] = make()
        put = object.__setattr__
        for name, value in values.items():
            put(self, name, value)
        self.__post_init__()

    def __post_init__(self) -> None:
        """Check or complete the values."""

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{name} cannot be set in {type(self).__name__}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{name} cannot be deleted in {type(self).__name__}")


class ImmutableValue(Immutable):
    """What is compared by the values of its fields."""

    _values: "ClassVar[attrgetter[object]]"

    def __init_subclass__(cls, kw_only: bool = False) -> None:
        super().__init_subclass__(kw_only=kw_only)
        cls._values = attrgetter("__class__", *[one.name for one in fields(cls)])

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return bool(self._values(self) == self._values(other))

    def __hash__(self) -> int:
        return hash(self._values(self))

    def __repr__(self) -> str:
        told = [f"{one.name}={getattr(self, one.name)!r}" for one in fields(self)]
        return f"{type(self).__name__}({', '.join(told)})"
