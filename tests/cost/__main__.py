"""`python -m tests.cost` prints what scorekeeper costs and exits with 1 where that is over its budget.

A word after it measures only the part of that name (`pages`, `growth`, `home`, `start`, `score`, `workers`, `files`,
`download`, `audit`, `forgotten`). `--release FOLDER`, a checkout of the last release, adds how many times as much each
row is as there, by the program of that release in the same run: what a budget may be loosened by must be known.
`--table` prints the table of `.github/OPERATING.md`.
"""

import argparse
import os
import platform
import re
import sys
import tempfile
from collections.abc import Mapping
from datetime import date
from pathlib import Path

from tests.cost.files import judge_audit, judge_download, judge_files
from tests.cost.forgotten import judge_forgotten
from tests.cost.pages import judge_growth, judge_home, judge_pages
from tests.cost.release import measure_release, read_figures
from tests.cost.row import Row, Scale
from tests.cost.starting import judge_score, judge_start, judge_workers

PARTS = {
    "pages": judge_pages,
    "growth": judge_growth,
    "home": judge_home,
    "start": judge_start,
    "score": judge_score,
    "workers": judge_workers,
    "files": judge_files,
    "download": judge_download,
    "audit": judge_audit,
    "forgotten": judge_forgotten,
}
# The parts that only run commands and so can measure those of the release themselves: it need not know them.
OF_COMMANDS = {"score", "forgotten"}


def main(argv: list[str]) -> int:
    """Print a line for each row as soon as it is measured."""
    parser = argparse.ArgumentParser(prog="python -m tests.cost")
    parser.add_argument("parts", nargs="*", metavar="part", help=", ".join(PARTS))
    parser.add_argument("--release", type=Path, help="a checkout of the last release")
    parser.add_argument("--table", action="store_true", help="print the table of .github/OPERATING.md")
    asked = parser.parse_args(argv)
    if unknown := set(asked.parts) - PARTS.keys():
        parser.error(f"no part is called {', '.join(sorted(unknown))}")
    fits = True
    if asked.table:
        print(_head())
    with tempfile.TemporaryDirectory() as folder:
        for part in asked.parts or PARTS:
            before = _measure_before(asked.release.absolute(), part, Path(folder)) if asked.release else {}
            for row in PARTS[part](Scale(Path(folder))):
                ratio = _compare(row, before)
                print(_table_line(row, ratio) if asked.table else f"{write_line(row)}  {ratio}".rstrip(), flush=True)
                fits = fits and row.used <= 1
    return 0 if fits else 1


def _measure_before(release: Path, part: str, folder: Path) -> dict[str, float]:
    """Return the figures of the last release by the short names of their rows."""
    if part not in OF_COMMANDS:
        return measure_release(release, part)
    return dict(read_figures("\n".join(map(write_line, PARTS[part](Scale(folder, program=release))))))


def write_line(row: Row) -> str:
    return f"{row.name:<82} {row.measured:>10} {row.budget:>10}  {'' if row.used <= 1 else 'OVER'}".rstrip()


def _compare(row: Row, before: Mapping[str, float]) -> str:
    """Return how many times as much a row is as in the release, "" if it has no such row."""
    return "".join(f"{now / before[name]:.2f}×" for name, now in read_figures(write_line(row)) if before.get(name))


def _head() -> str:
    """Return the sentence above the table, with the machine and the day, and the head of the table."""
    load, *_ = os.getloadavg()
    told = (
        f"Measured with `python -m tests.cost --table` on {_processor()}, {os.cpu_count()} cores, with {load:.0f} "
        f"processes that wanted to run, Python {platform.python_version()}, {date.today()}:"
    )
    return f"{told}\n\n| what | measured | budget | beside the last release |\n|---|---|---|---|"


def _processor() -> str:
    found = re.search(r"model name\s*: (.+)", Path("/proc/cpuinfo").read_text())
    return found[1] if found else platform.machine()


def _table_line(row: Row, ratio: str) -> str:
    return f"| `{row.name}` | {row.measured} | {row.budget} | {ratio} |"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
