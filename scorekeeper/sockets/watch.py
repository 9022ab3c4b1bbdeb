"""Waiting until something happens at one of many connections, however many are silent."""

from contextlib import suppress
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from typing import Any

from waitress.wasyncore import read, write


class Watch:
    """Waits until something happens at what is `held`, by descriptor. Nearly all connections are silent or wait for a
    thread, so only who is `awake` is asked what he waits for: something came or went there, or a thread has done with
    it; besides what threads have in hand now, by thread."""

    def __init__(self, held: dict[int, Any]) -> None:
        self.held = held
        self.awake = set[int]()
        self.in_hand = dict[int, int]()
        self._selector = DefaultSelector()
        self._asked = dict[int, int]()

    def wait(self, seconds: float) -> None:
        """Let everybody read and write for whom it is time, or return after so long."""
        for number in {*tuple(self.awake), *tuple(self.in_hand.values())}:
            self.awake.discard(number)  # before it is asked: a thread may wake it meanwhile
            if one := self.held.get(number):
                self._listen(number, EVENT_READ * bool(one.readable()) | EVENT_WRITE * bool(one.writable()))
        for key, events in self._selector.select(seconds):
            for event, act in ((EVENT_READ, read), (EVENT_WRITE, write)):
                if events & event and (one := self.held.get(key.fd)):
                    self.awake.add(key.fd)
                    act(one)

    def forget(self, number: int) -> None:
        """Listen no more: the descriptor of a connection that ends may be another's at once."""
        self._listen(number, 0)
        self.awake.discard(number)

    def _listen(self, number: int, events: int) -> None:
        asked = self._asked.get(number, 0)
        if events == asked:
            return
        self._asked[number] = events
        with suppress(KeyError, OSError):  # a thread that sent "100 Continue" may just have ended it
            if not events:
                del self._asked[number]
                self._selector.unregister(number)
            elif asked:
                self._selector.modify(number, events)
            else:
                self._selector.register(number, events)
