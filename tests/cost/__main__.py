"""`python -m tests.cost` prints what scorekeeper costs and exits with 1 where that is over its budget."""

import sys
import tempfile
from pathlib import Path

from tests.cost.budget import judge

if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        rows = judge(Path(folder))
    for name, measured, budget, used in rows:
        print(f"{name:<62} {measured:>12} {budget:>12}  {'' if used <= 1 else 'OVER'}".rstrip())
    sys.exit(0 if all(used <= 1 for *_, used in rows) else 1)
