"""`python -m tests.cluster` lets servers and databases fail under a stream of bookings and prints what was lost."""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.cluster.trials import Tried, fill_the_disk, lose_machines, lose_the_primary, restart_the_database

_TRIALS: dict[str, Callable[[Path], Tried]] = {
    "three servers behind a proxy, killed and upgraded in turn": lambda folder: lose_machines(folder, 6),
    "the primary killed, the synchronous standby promoted": lambda folder: lose_the_primary(folder, 10),
    "the database server killed ten times": lambda folder: restart_the_database(folder, 10),
    "the disk under the database full": fill_the_disk,
}


def tell(trial: str, tried: Tried) -> bool:
    """Print what came of a trial; return whether nothing is wrong."""
    counted = tried.counted
    print(
        f"{trial}: {counted.answered} bookings answered, {counted.sent_again} sent again, {counted.lost} lost, "
        f"{counted.doubled} doubled; {max(tried.gaps):.1f} s at most until everybody was answered again; "
        f"{'; '.join(counted.findings) or 'verify: all holds'}",
        flush=True,
    )
    return not (counted.lost or counted.doubled or counted.findings)


if __name__ == "__main__":
    fine = True
    for trial, play in _TRIALS.items():
        with tempfile.TemporaryDirectory() as folder:
            fine &= tell(trial, play(Path(folder)))
    sys.exit(0 if fine else 1)
