"""The program of the costs runs and judges everything; the times themselves belong to `python -m tests.cost`."""

import pytest

from tests.cost.__main__ import PARTS
from tests.cost.row import Scale


@pytest.mark.at_length
@pytest.mark.parametrize("part", PARTS)
def test_a_part_measures_something_and_knows_its_budget(part, tmp_path):
    rows = list(PARTS[part](Scale(tmp_path, number=2, groups=1, long=5_000, audited=100)))
    assert rows
    assert all(row.used > 0 for row in rows)
