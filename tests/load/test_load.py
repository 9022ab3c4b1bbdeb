"""A short evening of fifty phones; `python -m tests.load` is a longer one, with the figures."""

import pytest

from tests.load.__main__ import play


@pytest.mark.at_length
def test_fifty_phones_at_ten_tables_lose_nothing(sqlite_place):
    evening = play(sqlite_place, 10, times=300)
    assert evening.findings == []
    assert evening.deals > 0
    assert {"poll", "sheet", "entry page", "preview", "booking"} <= evening.heard.latencies.keys()
    assert evening.heard.met.keys() <= {200, 204, 303, 304, 409}
