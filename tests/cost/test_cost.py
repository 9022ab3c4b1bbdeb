"""The budgets, measured shortly; `python -m tests.cost` measures them at length."""

from pathlib import Path

import pytest

from tests.cost.budget import judge
from tests.cost.row import Scale

# Other tests run at the same time and shift what is measured; what got dear is dearer than this.
SLACK = 1.5


IN_SHORT = Scale(Path(), number=20, rounds=2, long=2_000, audited=500)
LONGER = Scale(Path(), number=30, rounds=4, long=2_000, audited=1_000)


@pytest.mark.parametrize(
    "scale", [IN_SHORT, pytest.param(LONGER, marks=pytest.mark.at_length)], ids=["short", "longer"]
)
def test_nothing_is_far_over_its_budget(tmp_path, scale):
    rows = judge(scale._replace(folder=tmp_path))
    assert [row for row in rows if row.used > SLACK] == []
    assert len(rows) >= 20
