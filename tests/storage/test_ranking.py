"""Who is level in the table of a group is ranked by place points, then by the best night, then by fewer deals."""

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.storage.groups.results import Amounts, GroupRules, MemberResult
from scorekeeper.storage.groups.season import COLUMNS, SeasonTable, add_up_results, rank_people

RULES = GroupRules("", 0, (), "", 0)


def somebody(name, results, deals=4, won=()):
    """A person with these points and place points of each night, and this number of deals in the last one.

    `won` is the money by currency.
    """
    found = [
        MemberResult(night, "2026-01-01", 0, points, points, halves, deals if night == len(results) else 0)
        for night, (points, halves) in enumerate(results, 1)
    ]
    money = {currency: Amounts(coins) for currency, coins in dict(won).items()}
    return add_up_results(1, 1, money, found, [], RULES)._replace(name=name)


def ranked(people, sort="sum", ranking="sum"):
    rows = rank_people(SeasonTable(COLUMNS, sort, ranking, [], ["tapp"], []), people)
    return [(row.place, row.total.name, row.ahead_by) for row in rows]


def test_each_reason_decides_where_those_before_it_do_not():
    people = [
        somebody("deals", [(5, 2), (5, 2)], deals=9),
        somebody("fewer", [(5, 2), (5, 2)], deals=8),
        somebody("best", [(7, 2), (3, 2)], deals=9),
        somebody("places", [(5, 3), (5, 2)], deals=9),
        somebody("first", [(11, 0)]),
    ]
    assert ranked(people) == [
        (1, "first", ""),
        (2, "places", "place_points"),
        (3, "best", "best_night"),
        (4, "fewer", "fewer_deals"),
        (5, "deals", ""),
    ]


def test_sorted_by_another_column_equal_numbers_share_a_place():
    people = [somebody("a", [(5, 2)]), somebody("b", [(9, 2)]), somebody("c", [(1, 4)])]
    assert ranked(people, "places", "sum") == [(1, "c", ""), (2, "a", ""), (2, "b", "")]


def test_money_is_ranked_without_the_points_of_nights_that_had_no_stake():
    poor, rich, level = (
        somebody(name, [(5, 2)], won=won)
        for name, won in (
            ("poor", {"": 3, "EUR": -10}),
            ("rich", {"": -1, "EUR": 30}),
            ("level", {"EUR": 30}),
        )
    )
    assert ranked([poor, rich, level], "money", "money") == [(1, "level", ""), (1, "rich", ""), (3, "poor", "")]
    only_points = [somebody("rich", [(5, 2)], won={"": -1}), somebody("poor", [(5, 2)], won={"": 3})]
    assert ranked(only_points, "money", "money") == [(1, "poor", ""), (2, "rich", "")]


@given(st.lists(st.lists(st.tuples(st.integers(-9, 9), st.integers(0, 6)), max_size=3), max_size=8))
def test_places_follow_from_how_many_are_ahead(nights):
    people = [somebody(f"n{place}", results) for place, results in enumerate(nights)]
    rows = rank_people(SeasonTable(COLUMNS, "sum", "sum", [], ["tapp"], []), people)
    for row in rows:

        def strength(total):
            best = max((result.balance for result in total.results), default=0)
            return total.numbers["sum"], total.numbers["places"], best, -total.numbers["deals"]

        assert row.place == 1 + sum(strength(other) > strength(row.total) for other in people)
