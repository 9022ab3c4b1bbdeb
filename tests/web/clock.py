"""The server's clock in a test: it stands, so that no seconds run out while a slow machine looks."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper import clock

TODAY = "2026-11-27"


def stand_still(monkeypatch: pytest.MonkeyPatch, begin: str = "") -> Callable[[float], None]:
    """Let the clock stand at a moment (ISO 8601, UTC), else now; return what moves it by so many seconds."""

    class Clock(datetime):
        moment = datetime.fromisoformat(begin).replace(tzinfo=UTC) if begin else datetime.now(UTC)

        @classmethod
        def now(cls, tz: object = None) -> datetime:
            return cls.moment

    def pass_time(seconds: float) -> None:
        Clock.moment += timedelta(seconds=seconds)

    monkeypatch.setattr(clock, "datetime", Clock)
    return pass_time
