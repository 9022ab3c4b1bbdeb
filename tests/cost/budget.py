"""What scorekeeper may cost, and how much of that it does."""

from tests.cost.files import judge_audit, judge_download, judge_files
from tests.cost.pages import judge_growth, judge_home, judge_pages
from tests.cost.row import Row, Scale
from tests.cost.starting import judge_start, judge_workers

PARTS = (
    *(judge_pages, judge_growth, judge_home, judge_start, judge_workers),
    *(judge_files, judge_download, judge_audit),
)


def judge(scale: Scale) -> list[Row]:
    """Measure everything."""
    return [row for part in PARTS for row in part(scale)]
