"""Values: classes with fields that do not change, compared and shown by them."""

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, TypeVar, cast, dataclass_transform, overload

T = TypeVar("T")


@overload
def frozen(cls: type[T], /) -> type[T]: ...


@overload
def frozen(
    *, kw_only: bool = False, slots: bool = True, eq: bool = True, guarded: bool = False
) -> Callable[[type[T]], type[T]]: ...


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(
    cls: type[T] | None = None,
    /,
    *,
    kw_only: bool = False,
    slots: bool = True,
    eq: bool = True,
    guarded: bool = False,
) -> type[T] | Callable[[type[T]], type[T]]:
    """Make a dataclass of a class that the type checker keeps from being changed.

    Python would compile six functions for each such class, which takes half of the time that a short command needs.
    Here it compiles one, `__init__`, and the others are the same for all classes. With `eq` off, an object equals only
    itself. One that is `guarded` also refuses to be changed while the program runs, for two more functions.
    """

    def make(cls: type[T]) -> type[T]:
        made: Any = dataclass(cls, kw_only=kw_only, slots=slots, frozen=guarded, eq=False, repr=False)
        if eq:
            names = [entry.name for entry in fields(made) if entry.compare]
            own = vars(made)
            made._compared = attrgetter(*names) if names else staticmethod(_nothing)
            for name, common in ("__eq__", _equals), ("__hash__", _hash), ("__repr__", _show):
                setattr(made, name, own.get(name) or common)
        return cast(type[T], made)

    return make if cls is None else make(cls)


def _nothing(value: object) -> tuple[()]:
    return ()


def _equals(self: Any, other: Any) -> Any:
    return self._compared(self) == self._compared(other) if other.__class__ is self.__class__ else NotImplemented


def _hash(self: Any) -> int:
    return hash(self._compared(self))


def _show(self: Any) -> str:
    shown = ", ".join(f"{entry.name}={getattr(self, entry.name)!r}" for entry in fields(self) if entry.repr)
    return f"{type(self).__qualname__}({shown})"
