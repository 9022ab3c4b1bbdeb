"""What was made once and is shown again: kept under all that it was made of, so that nothing can make it wrong."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

V = TypeVar("V")


class Kept(Generic[V]):
    """The last so many values that were asked for. Only its bound ends one: the least lately asked for goes first.

    A key must say everything that its value shows, and a value may show only what everybody may see who has the key.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._values: OrderedDict[Hashable, V] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], V]) -> V:
        """Return what is kept under a key, made now where nothing is."""
        found = self.find(key)
        if found is None:
            found = make()
            self.put(key, found)
        return found

    def find(self, key: Hashable) -> V | None:
        """Return what is kept under a key, None for nothing."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: Hashable, value: V) -> None:
        """Keep a value under a key."""
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self.most:
                self._values.popitem(last=False)
