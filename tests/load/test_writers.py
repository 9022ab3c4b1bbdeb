"""Eight who book without rest, for a moment; `python -m tests.load.writers` is longer, with the figures."""

from statistics import median

import pytest

from tests.load.writers import WRITERS, Booked, play, play_bare, tell


@pytest.mark.at_length
@pytest.mark.parametrize("workers", [1, 2])
def test_who_books_waits_for_those_before_him_and_not_for_the_same_ones_again(sqlite_place, workers, capsys):
    booked, findings = play(sqlite_place, seconds=2, workers=workers)
    assert tell("here", booked, findings), capsys.readouterr().out
    assert len(booked.bookings) >= WRITERS
    assert median(booked.served_meanwhile) <= WRITERS


@pytest.mark.at_length
def test_the_same_at_an_application_that_does_nothing_else(tmp_path):
    booked = play_bare(tmp_path / "bare.sqlite3", seconds=1)
    assert len(booked.bookings) >= WRITERS
    assert booked.seconds > 0


def test_how_many_were_served_meanwhile():
    booked = Booked([(0.0, 1.0), (0.5, 4.0), (1.5, 2.0), (2.5, 3.0), (3.5, 5.0)], 0.0, 0.0)
    assert booked.served_meanwhile == [0, 3, 0, 0, 1]
    assert booked.waited[0] == 1.0
