"""A few tables for some seconds; `python -m tests.load.club` is a thousand of them, with the figures."""

import pytest

from tests.load.club import Pace, measure, size_of_a_night, tell


@pytest.mark.at_length
def test_a_few_tables_at_a_quick_pace_lose_nothing_and_keep_their_connections(sqlite_place, capsys):
    measured = measure(sqlite_place, Pace(tables=3, lie_open=3, times=60), seconds=6)
    assert tell("here", measured), capsys.readouterr().out
    assert measured.heard.met.keys() <= {200, 204, 303, 304}
    assert measured.deals > 3
    assert {"poll", "sheet", "entry page", "entering", "preview", "booking"} == measured.heard.latencies.keys()
    assert measured.heard.opened == 3, "for those who enter; who asks keeps his connection, whatever he is told"
    assert measured.after.servers.seconds > measured.before.servers.seconds > 0
    assert measured.after.servers.memory > 10
    stored, logged = size_of_a_night(sqlite_place, nights=2, deals=5)
    assert 1_000 < stored < 100_000
    assert logged == 0
