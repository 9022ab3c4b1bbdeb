"""`python -m tests.cost` prints what scorekeeper costs and exits with 1 where that is over its budget.

A word after it measures only the part of that name (`pages`, `growth`, `home`, `start`, `workers`, `files`,
`download`, `audit`).
"""

import sys
import tempfile
from pathlib import Path

from tests.cost.files import judge_audit, judge_download, judge_files
from tests.cost.pages import judge_growth, judge_home, judge_pages
from tests.cost.row import Scale
from tests.cost.starting import judge_start, judge_workers

PARTS = {
    "pages": judge_pages,
    "growth": judge_growth,
    "home": judge_home,
    "start": judge_start,
    "workers": judge_workers,
    "files": judge_files,
    "download": judge_download,
    "audit": judge_audit,
}


def main(names: list[str]) -> int:
    """Print a line for each row as soon as it is measured."""
    fits = True
    with tempfile.TemporaryDirectory() as folder:
        for part in names or PARTS:
            for name, measured, budget, used in PARTS[part](Scale(Path(folder))):
                print(f"{name:<82} {measured:>10} {budget:>10}  {'' if used <= 1 else 'OVER'}".rstrip(), flush=True)
                fits = fits and used <= 1
    return 0 if fits else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
