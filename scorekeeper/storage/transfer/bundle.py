"""Rows of a journal that wait to be written, in few bytes: those of a long night are longer than all else of it."""

import marshal
import zlib
from collections.abc import Iterator

from scorekeeper.storage.engine.sql import STEP
from scorekeeper.storage.journal.entries import Stored

_QUICK = 1  # the level of packing: what repeats itself is found at once


class Bundle:
    """Rows in the order in which they were put in; they are given some at a time."""

    def __init__(self) -> None:
        self._packed: list[bytes] = []
        self._loose: list[Stored] = []

    def append(self, row: Stored) -> None:
        """Put a row behind the others."""
        self._loose.append(row)
        if len(self._loose) == STEP:
            self._packed.append(zlib.compress(marshal.dumps([tuple(row) for row in self._loose]), _QUICK))
            self._loose = []

    def __iter__(self) -> Iterator[list[Stored]]:
        for packet in self._packed:
            yield [Stored._make(row) for row in marshal.loads(zlib.decompress(packet))]
        if self._loose:
            yield self._loose
