"""People are divided into tables so that nobody is seated twice, and nobody left out who can be seated."""

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.people.tables import draw, seat, seat_dealers, table_sizes

PLAYING = st.sampled_from([(3,), (4,), (3, 4), (3, 4, 5), (2, 3, 4, 5)])


@given(st.integers(0, 60), PLAYING)
def test_each_table_seats_as_many_as_can_play_or_one_more(people, playing):
    sizes = table_sizes(people, playing)
    assert sum(sizes) <= people
    assert all(size in playing or size == max(playing) + 1 for size in sizes)
    assert max(sizes, default=0) - min(sizes, default=0) <= 1
    if people >= 4 * max(playing):
        assert sum(sizes) == people, "with so many everybody has a seat"


def test_so_many_tables_as_are_wanted_or_none():
    assert table_sizes(9, (3, 4, 5)) == [5, 4]
    assert table_sizes(9, (3, 4, 5), 3) == [3, 3, 3]
    assert table_sizes(9, (3, 4, 5), 4) == table_sizes(9, (3, 4, 5), 10**9) == []


@given(st.integers(3, 60), PLAYING, st.integers())
def test_nobody_is_seated_twice(people, playing, number):
    names = [f"n{n}" for n in range(people)]
    sizes = table_sizes(people, playing)
    tables = draw(names, sizes, Random(number))
    seated = Counter(name for table in tables for name in table)
    assert set(seated.values()) <= {1}
    assert [len(table) for table in tables] == sizes
    assert seated.keys() <= set(names)


def test_who_has_dealt_first_least_often_sits_last():
    tables = [["a", "b", "c"], ["d", "e", "f"]]
    seated = seat_dealers(tables, {"a": 1, "c": 1, "d": 2, "e": 1, "f": 3}, Random(1))
    assert [table[-1] for table in seated] == ["b", "e"]
    assert [sorted(table) for table in seated] == tables


def test_in_their_order_the_first_sit_at_the_first_table():
    assert seat(["a", "b", "c", "d", "e", "f", "g"], [4, 3]) == [["a", "b", "c", "d"], ["e", "f", "g"]]
