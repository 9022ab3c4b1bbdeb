"""Reading TOML with the quickest reader that is installed; each is loaded when there is something to read."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

Read = Callable[[str], dict[str, Any]]


def read_own(file: Path) -> dict[str, Any]:
    """Return the tables of a file of the program itself."""
    (read,) = quick_readers() or (standard_reader(),)
    return read(file.read_text("utf-8"))


@cache
def quick_readers() -> tuple[Read, ...]:
    """Return the compiled reader, if installed."""
    try:
        from tomli import loads
    except ImportError:
        return ()
    return (loads,)


def standard_reader() -> Read:
    """Return the reader of the standard library."""
    import tomllib

    return tomllib.loads
