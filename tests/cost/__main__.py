"""`python -m tests.cost` prints what scorekeeper costs and exits with 1 where that is over its budget.

A word after it measures only the part of that name (`pages`, `growth`, `home`, `start`, `workers`, `wire`, `files`,
`download`, `audit`).
"""

import sys
import tempfile
from pathlib import Path

from tests.cost.budget import PARTS
from tests.cost.row import Scale


def main(names: list[str]) -> int:
    """Print a line for each row as soon as it is measured."""
    fits = True
    with tempfile.TemporaryDirectory() as folder:
        for part in PARTS:
            if names and part.__name__.removeprefix("judge_") not in names:
                continue
            for name, measured, budget, used in part(Scale(Path(folder))):
                print(f"{name:<82} {measured:>10} {budget:>10}  {'' if used <= 1 else 'OVER'}".rstrip(), flush=True)
                fits = fits and used <= 1
    return 0 if fits else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
