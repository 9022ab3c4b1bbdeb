"""What was made once and is shown again: kept under all that it was made of, so that nothing can make it wrong."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

V = TypeVar("V")


class Kept(Generic[V]):
    """The last values that were asked for: so many, or as many as weigh so much where somebody can make them heavy.

    Only its bound ends one: the least lately asked for goes first. A key must say everything that its value shows, and
    a value may show only what everybody may see who has the key.
    """

    def __init__(self, most: int, weigh: Callable[[V], int] = lambda _: 1) -> None:
        self.most, self.weigh, self.weight = most, weigh, 0
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
            if key in self._values:
                self.weight -= self.weigh(self._values.pop(key))
            self._values[key] = value
            self.weight += self.weigh(value)
            while self.weight > self.most:
                self.weight -= self.weigh(self._values.popitem(last=False)[1])
