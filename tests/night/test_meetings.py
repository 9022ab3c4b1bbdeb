"""The rounds of an evening are planned so that nobody meets twice where that is known to be possible."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.people import meetings
from scorekeeper.people.meetings import Past, plan_rounds
from scorekeeper.people.tables import count_repeated, draw, table_sizes

NOTHING = Past({}, {}, {}, {})


def pairs_of(tables):
    return [frozenset(pair) for table in tables for pair in combinations(table, 2)]


def repeated(rounds):
    met = Counter(pair for tables in rounds for pair in pairs_of(tables))
    return sum(count - 1 for count in met.values())


def named(people):
    return [f"n{number:02}" for number in range(people)]


# By size of the tables: for how many rounds the literature has a plan in which nobody meets twice, to ten rounds.
KNOWN = {
    3: {9: 4, 12: 4, 15: 7, 18: 8, 21: 10, 24: 10, 27: 10, 30: 10, 33: 10, 36: 10, 39: 10, 42: 10, 45: 10, 48: 10},
    4: {16: 5, 20: 5, 24: 7, 28: 9, 32: 10, 36: 10, 40: 10, 44: 10, 48: 10},
    5: {25: 6, 30: 6, 35: 7, 40: 8, 45: 9},
}


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(
    ("size", "people", "rounds"), [(size, *plan) for size, plans in KNOWN.items() for plan in plans.items()]
)
def test_nobody_meets_twice_where_that_is_known_to_be_possible(size, people, rounds, seed):
    plan = plan_rounds(named(people), [size] * (people // size), rounds, NOTHING, Random(seed))
    assert len(plan) == rounds
    assert all(sorted(name for table in tables for name in table) == named(people) for tables in plan)
    assert all(len(table) == size for tables in plan for table in tables)
    assert repeated(plan) == 0


@pytest.mark.parametrize(
    ("people", "playing", "rounds"),
    [(31, (3, 4), 10), (30, (3, 4), 10), (34, (3, 4), 10), (19, (3, 4), 5), (37, (4,), 9), (22, (4,), 5)],
)
def test_nobody_meets_twice_at_tables_of_which_some_are_smaller(people, playing, rounds):
    sizes = table_sizes(people, playing)
    assert len(set(sizes)) == 2
    plan = plan_rounds(named(people), sizes, rounds, NOTHING, Random(1))
    assert all(sorted(name for table in tables for name in table) == named(people) for tables in plan)
    assert all([len(table) for table in tables] == sizes for tables in plan)
    assert repeated(plan) == 0


@pytest.mark.parametrize(("people", "size", "rounds"), [(31, 4, 10), (35, 4, 10), (39, 5, 8), (11, 3, 4)])
def test_nobody_meets_twice_where_one_table_less_can_sit(people, size, rounds):
    """Each time others have no seat: those who would sit with one more."""
    sizes = [size] * (people // size)
    plan = plan_rounds(named(people), sizes, rounds, NOTHING, Random(1))
    assert all([len(table) for table in tables] == sizes for tables in plan)
    seats = Counter(name for tables in plan for table in tables for name in table)
    assert set(seats) == {*named(people)}
    assert max(seats.values()) - min(seats.values()) <= 1
    assert repeated(plan) == 0


@pytest.mark.parametrize(
    ("people", "rounds", "size", "most"),
    # 16 people in ten rounds make 240 meetings of 120 pairs; a table of four from two of four has two pairs again
    [(16, 10, 4, 120), (8, 3, 4, 8)],
)
def test_where_pairs_have_to_meet_again_few_do(people, rounds, size, most):
    plan = plan_rounds(named(people), [size] * (people // size), rounds, NOTHING, Random(1))
    assert repeated(plan) <= most


PLAYING = st.sampled_from([(3,), (4,), (3, 4), (3, 4, 5)])


@given(st.integers(6, 26), PLAYING, st.integers(1, 5), st.integers(0, 99), st.data())
def test_nobody_is_seated_twice_and_all_sit_out_in_turn(people, playing, rounds, seed, data):
    random = Random(seed)
    here = named(people)
    planned, met, without = [], Counter(), Counter()
    for round_number in range(rounds):
        sizes = table_sizes(len(here), playing)
        past = Past({}, met, without, {})
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(meetings, "_STEPS", 3_000)
            tables, *planned = plan_rounds(here, sizes, rounds - round_number, past, random, planned)
        assert [len(table) for table in tables] == sizes
        seated = Counter(name for table in tables for name in table)
        assert seated.keys() <= set(here)
        assert set(seated.values()) <= {1}
        away = [name for name in here if name not in seated]
        if round_number == rounds - 1:  # before that, somebody may sit out twice who then does not any more
            had = sorted(without[name] for name in here)
            assert sorted(without[name] for name in away) == had[: len(away)], "who sat out least often is next"
        without.update(away)
        met.update(pairs_of(tables))
        if data.draw(st.booleans()):
            here = [name for name in here if name != data.draw(st.sampled_from(here))] + [f"late{round_number}"]


def draw_one_round(names, sizes, met, random):
    """The draw of an earlier version: from a random one on, swaps that do not increase the repeated meetings."""
    tables = draw(names, sizes, random)
    for _ in range(5000):
        one, other = random.sample(range(len(tables)), 2)
        both = [tables[one], tables[other]]
        before = sum(met[pair] for pair in pairs_of(both))
        if not before:
            continue
        here, there = random.randrange(sizes[one]), random.randrange(sizes[other])
        tables[one][here], tables[other][there] = tables[other][there], tables[one][here]
        if sum(met[pair] for pair in pairs_of(both)) > before:
            tables[one][here], tables[other][there] = tables[other][there], tables[one][here]
    return tables


@pytest.mark.parametrize(
    ("people", "rounds", "coming"),
    [(16, 5, 1), *(pytest.param(*case, marks=pytest.mark.at_length) for case in [(24, 7, 1), (33, 8, 2), (20, 5, 2)])],
)
def test_a_plan_made_halfway_is_no_worse_than_a_draw_for_each_round(people, rounds, coming):
    again = Counter()
    for seed in range(3):
        for way in ("planned", "drawn"):
            random = Random(seed)
            here, met, planned = named(people), Counter(), []
            for round_number in range(rounds):
                if round_number == rounds // 2:
                    here = [*here[1:], *(f"late{number}" for number in range(coming))]
                sizes = table_sizes(len(here), (4,))
                if way == "drawn":
                    tables = draw_one_round(here, sizes, met, random)
                else:
                    past = Past({}, met, {}, {})
                    tables, *planned = plan_rounds(here, sizes, rounds - round_number, past, random, planned)
                again[way] += count_repeated(tables, met)
                met.update(pairs_of(tables))
    assert again["planned"] <= again["drawn"]


def test_earlier_meetings_count_where_nobody_meets_twice_anyway():
    names = named(16)
    before = Counter(pairs_of([names[at : at + 4] for at in range(0, 16, 4)] * 3))
    past = NOTHING._replace(before=before)
    first = [plan_rounds(names, [4] * 4, 1, past, Random(seed))[0] for seed in range(3)]
    assert all(count_repeated(tables, before) == 0 for tables in first)
    rounds = plan_rounds(names, [4] * 4, 4, past, Random(1))
    assert repeated(rounds) == 0
    assert sum(before[pair] for tables in rounds for pair in pairs_of(tables)) < 72, "that is in all five rounds"


@pytest.mark.parametrize(
    ("people", "playing", "rounds"),
    [(29, 4, 7), (30, 4, 5), (33, 4, 8), (37, 4, 9), (45, 4, 10), (46, 4, 10), (34, 3, 10), (40, 3, 10)],
)
def test_others_sit_at_the_larger_tables_in_each_round(people, playing, rounds):
    """Fewest and most seats there differ by three at most, and nobody meets twice."""
    sizes = table_sizes(people, (playing,))
    plan = plan_rounds(named(people), sizes, rounds, NOTHING, Random(1))
    assert all([len(table) for table in tables] == sizes for tables in plan)
    larger = Counter(name for tables in plan for table in tables if len(table) > playing for name in table)
    assert max(larger.values()) - min(larger[name] for name in named(people)) <= 3
    assert repeated(plan) == 0


def test_a_table_with_one_too_many_has_others_each_time():
    names = named(13)
    rounds = plan_rounds(names, [4, 3, 3, 3], 6, NOTHING, Random(1))
    sat = Counter(name for tables in rounds for table in tables if len(table) == 4 for name in table)
    assert max(sat.values()) - min(sat[name] for name in names) <= 3
    assert repeated(rounds) <= 13, "90 meetings of 78 pairs repeat 12 at least"
