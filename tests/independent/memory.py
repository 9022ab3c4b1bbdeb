"""Half-forgotten records of deals by the thousand, against what truly happened: `python -m tests.independent.memory`.

Nobody may be accused who broke no rule, nothing that was broken may be cleared, and nothing counted otherwise.
"""

import sys
from collections import Counter
from random import Random
from time import perf_counter

from tests.independent.play import forget, random_deal
from tests.independent.test_play import check_forgotten

RECORDS = 10_000


def check_legal(records: int, seed: int, revokes: float = 0.0) -> Counter[str]:
    """Check so many records, and count what was found in them; `slowest` is in thousandths of a second."""
    random, tally = Random(seed), Counter[str]()
    for _ in range(records):
        deal = random_deal(random, revokes)
        begun = perf_counter()
        check_forgotten(deal, forget(random, deal), tally)
        tally["slowest"] = max(tally["slowest"], round(1000 * (perf_counter() - begun)))
        tally["over a second"] += perf_counter() - begun > 1
    return tally


def main() -> None:
    """Check legal records, and a tenth as many with wrong cards; print what was found."""
    records = int(sys.argv[1]) if len(sys.argv) > 1 else RECORDS
    for kind, number, revokes in (("legal", records, 0.0), ("with wrong cards", records // 10, 0.08)):
        print(f"{number} {kind}: {dict(sorted(check_legal(number, 1, revokes).items()))}")


if __name__ == "__main__":
    main()
