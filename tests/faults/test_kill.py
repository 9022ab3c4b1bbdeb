"""The server dies in a stream of bookings; `python -m tests.faults` does it 200 times on each database."""

import pytest

from tests.faults.kill import kill_often


@pytest.mark.parametrize("kills", [1, pytest.param(10, marks=pytest.mark.at_length)])
def test_no_booking_is_lost_or_doubled_when_the_server_is_killed(place, kills):
    counted = kill_often(place, kills, workers=2 if "://" in place else 1)
    assert counted.answered >= 8
    assert (counted.lost, counted.doubled, counted.findings) == (0, 0, [])
