"""Queries among so many values as one statement of neither database takes."""

import pytest

from scorekeeper.storage.engine.sql import fetch_among
from scorekeeper.storage.journal.state import standings_at
from scorekeeper.storage.queries.nights import nights_with
from scorekeeper.storage.transfer import prepare, take_in
from tests.cost.measure import big_night

pytestmark = pytest.mark.both_databases

MANY = range(1, 70_000)  # SQLite stops at 32,766 values, PostgreSQL at 65,535


def test_a_query_among_very_many_values_finds_its_rows(opened):
    row = take_in(prepare(big_night(1), "sql"))
    assert fetch_among("SELECT id FROM night WHERE id IN ({})", MANY) == [(row.id,)]
    assert fetch_among("SELECT id FROM night WHERE id IN ({})", []) == []
    assert [night.id for night in nights_with(MANY).rows] == [row.id]
    assert [len(players) for players in standings_at(MANY) if players] == [3]
