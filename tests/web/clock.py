"""The server's clock in a test: it stands, so that no seconds run out while a slow machine looks."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.storage.engine import sql
from scorekeeper.storage.writing import entry


def stand_still(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Let the clock stand by which is booked and taken back; return what moves it by so many seconds."""

    class Clock(datetime):
        moment = datetime.now(UTC)

        @classmethod
        def now(cls, tz: object = None) -> datetime:
            return cls.moment

    def pass_time(seconds: float) -> None:
        Clock.moment += timedelta(seconds=seconds)

    for module in (sql, entry):
        monkeypatch.setattr(module, "datetime", Clock)
    return pass_time
