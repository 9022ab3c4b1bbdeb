"""The budgets, measured shortly; `python -m tests.cost` measures them at length."""

import pytest

from tests.cost.__main__ import PARTS
from tests.cost.row import Scale

# Other tests run at the same time and shift what is measured; what got dear is dearer than this.
SLACK = 1.5


@pytest.mark.at_length
def test_nothing_is_far_over_its_budget(tmp_path):
    scale = Scale(tmp_path, number=30, rounds=4, long=2_000, audited=1_000)
    rows = [row for judge in PARTS.values() for row in judge(scale)]
    assert [row for row in rows if row.used > SLACK] == []
    assert len(rows) >= 20
