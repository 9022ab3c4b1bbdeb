"""What processes take, as /proc tells it: processor time and memory, with all that they have started."""

import os
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

_TICK = os.sysconf("SC_CLK_TCK")


class Taken(NamedTuple):
    """Seconds of processor time, and megabytes that no other process shares, of some processes together."""

    seconds: float
    memory: float


def children(number: int) -> list[int]:
    """Return the processes that a process has started; none where it has ended."""
    with suppress(OSError):
        threads = Path(f"/proc/{number}/task").iterdir()
        return [int(child) for thread in threads for child in (thread / "children").read_text().split()]
    return []


def taken_by(number: int) -> Taken:
    """Return what a process and all its children take; one that ends meanwhile counts for nothing more."""
    seconds, memory = 0.0, 0.0
    with suppress(OSError):
        fields = Path(f"/proc/{number}/stat").read_text().rsplit(")", 1)[1].split()
        seconds = sum(map(int, fields[11:15])) / _TICK  # its own, and those of children that have ended
        lines = Path(f"/proc/{number}/smaps_rollup").read_text().splitlines()
        memory = sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1024
    each = [Taken(seconds, memory), *map(taken_by, children(number))]
    return Taken(*map(sum, zip(*each, strict=True)))


def whole_machine() -> float:
    """Return the seconds of processor time that all processes of the machine have taken."""
    user, nice, system, _, _, *more = map(int, Path("/proc/stat").read_text().partition("\n")[0].split()[1:8])
    return (user + nice + system + sum(more)) / _TICK
