"""A short while of downloads beside bookings; `python -m tests.load.exports` is a longer one, with the figures."""

import pytest

from tests.load.exports import play


@pytest.mark.at_length
def test_who_books_beside_many_downloads_is_answered(sqlite_place):
    measured = play(sqlite_place, seconds=3, loops=6, deals=500)
    assert measured.bookings
    assert measured.met.keys() == {200, 503}
