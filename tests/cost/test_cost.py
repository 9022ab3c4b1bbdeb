"""The program of the costs runs and judges everything; the times themselves belong to `python -m tests.cost`."""

from math import isfinite

import pytest

from tests.cost.__main__ import PARTS
from tests.cost.row import Scale


@pytest.mark.at_length
@pytest.mark.parametrize("part", PARTS)
def test_a_part_measures_something_and_knows_its_budget(part, tmp_path):
    rows = list(PARTS[part](Scale(tmp_path, number=2, rounds=1, long=200, audited=100)))
    assert all(isfinite(row.used) for row in rows)
    # A difference between two small runs can be below nothing; half of the rows cannot.
    assert sum(row.used > 0 for row in rows) * 2 > len(rows)
