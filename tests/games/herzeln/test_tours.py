"""The tours of Herzeln against the rows of tests/vectors/herzeln.toml, and what is refused."""

import tomllib
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.cards.record import Record
from scorekeeper.games.game import Seating
from scorekeeper.games.herzeln import HERZELN
from scorekeeper.games.herzeln.rules import PIATNIK, TOURS
from scorekeeper.games.herzeln.scoring import payments
from scorekeeper.games.house_rules import apply_house
from scorekeeper.games.questions import rename_answers
from scorekeeper.games.score import score_from_plain, score_to_plain
from scorekeeper.phrase import PLAIN, Refused, render
from tests.games.vectors import read_deal

ROWS = tomllib.loads((Path(__file__).parents[2] / "vectors" / "herzeln.toml").read_text("utf-8"))
NAMES = ("Anna", "Bernd", "Clara", "David")


def seat(players, tour):
    return Seating(tour, NAMES[players - 1], NAMES[:players])


def play(players, tour, answers):
    seating = seat(players, tour)
    return HERZELN.score(PIATNIK, read_deal(HERZELN, PIATNIK, seating, answers)).totals(seating.playing)


def refusal(players, tour, answers):
    with pytest.raises(Refused) as caught:
        play(players, tour, answers)
    return str(caught.value)


@pytest.mark.parametrize("row", [row for row in ROWS["deals"] if "sheet" in row], ids=lambda row: row["id"])
def test_a_tour_may_be_told_as_points_instead_or_besides(row):
    points = {"points": row["sheet"]}
    assert play(row["players"], row["number"], points) == row["sheet"]
    assert play(row["players"], row["number"], row["deal"] | points) == row["sheet"]


@pytest.mark.parametrize("row", ROWS["total"], ids=lambda row: row["id"])
def test_a_tour_counts_as_the_worked_example_says(row):
    assert sum(TOURS[row["tour"] - 1].units_for(row["players"])) == row["total"]


def test_a_party_says_in_words_how_it_stands():
    (row,) = ROWS["evenings"]
    sheets = [play(row["players"], tour, answers) for tour, answers in enumerate(row["deals"], start=1)]
    assert render(HERZELN.parties.tally(PIATNIK, sheets).remark, PLAIN) == "Bernd, Clara win together with 0 points"
    assert HERZELN.parties.tally(PIATNIK, sheets[:7]).winners == ()
    assert render(HERZELN.parties.tally(PIATNIK, sheets[:7]).remark, PLAIN) == "one tour is left to play"


TIED = [{"Anna": -10, "Bernd": -20, "Clara": -30}, {"Anna": -20, "Bernd": 0, "Clara": -10}, {"Anna": -7}, {"Clara": 5}]
TIED = [*TIED, {"Anna": 17}, {}, {"Bernd": 0}, {"Anna": 0}]  # Anna −20 with three minus tours, Bernd −20, Clara −35


@pytest.mark.parametrize(
    ("house", "winners", "remark"),
    [
        ({"tie": "shared"}, ("Anna", "Bernd"), "Anna, Bernd win together with -20 points"),
        (
            {"tie": "extra_tour"},
            ("Anna", "Bernd"),
            "Anna, Bernd have -20 points each: an extra tour decides, with tour 8",
        ),
        ({"tie": "fewer_minus_tours"}, ("Bernd",), "Bernd wins with -20 points and fewer minus tours"),
        (
            {"money": "winner_takes"},
            ("Anna", "Bernd"),
            "Anna, Bernd win together with -20 points; "
            "what cannot be shared evenly stays with who would pay it: Clara 1",
        ),
    ],
)
def test_a_tie_is_decided_as_the_table_agreed(house, winners, remark):
    standing = HERZELN.parties.tally(apply_house(PIATNIK, house), TIED)
    assert (standing.winners, render(standing.remark, PLAIN)) == (winners, remark)


def lines(tour, answers):
    score = HERZELN.score(PIATNIK, read_deal(HERZELN, PIATNIK, seat(3, tour), answers))
    assert score_from_plain(score_to_plain(score)) == score
    return [(render(line.reason, PLAIN), line.rule, line.each, dict(line.shares)) for line in score.lines]


def test_every_point_of_a_tour_has_its_line():
    """The finding first; every number is a sum of the lines behind it."""
    assert lines(3, {"tricks": {"Anna": 2, "Bernd": 2, "Clara": 4}}) == [
        ("Tour 3: every trick counts −10", "HZ-T3", 0, {}),
        ("tricks: Anna 2, Bernd 2, Clara 4; for each one", "HZ-T3", -10, {"Anna": 2, "Bernd": 2, "Clara": 4}),
    ]
    assert lines(1, {"hearts": {"Anna": "A 9", "Bernd": ""}})[1:] == [
        ("Anna takes AH, 9H", "HZ-T1", -12, {"Anna": 1}),
        ("Clara takes 10H, KH, QH, JH", "HZ-T1", -19, {"Clara": 1}),
    ]
    assert lines(1, {"points": {"Anna": -31, "Bernd": 0}})[1:] == [("Anna takes hearts", "HZ-T1", -31, {"Anna": 1})]
    assert lines(6, {"last": "Bernd"})[1:] == [("Bernd takes the last trick", "HZ-T6", 40, {"Bernd": 1})]
    assert lines(8, {"out": ["Clara", "Anna", "Bernd"]})[1:] == [
        (
            "out in this order: Clara, Anna, Bernd; for each place behind the first",
            "HZ-T8",
            -10,
            {"Clara": 0, "Anna": 1, "Bernd": 2},
        )
    ]
    assert lines(5, {"passed": True}) == [("the tour was not played", "G-5", 0, {})]


def test_a_misdealt_tour_is_told_with_the_one_that_was_dealt_again():
    told = lines(6, {"misdealt": True, "last": "Bernd"})
    assert told[1:] == [
        ("the cards were misdealt at first, and the tour was dealt again", "HZ-4", 0, {}),
        ("Bernd takes the last trick", "HZ-T6", 40, {"Bernd": 1}),
    ]
    assert play(3, 6, {"misdealt": False, "last": "Bernd"}) == play(3, 6, {"misdealt": True, "last": "Bernd"})
    assert refusal(3, 6, {"misdealt": True}) == "last: choose who took the last trick"
    assert refusal(3, 6, {"misdealt": True, "passed": True}).startswith("misdealt: the tour was not played")


EXTRA = apply_house(PIATNIK, {"tie": "extra_tour", "money": "winner_takes"})
LAID_OFF = {"Anna": -20, "Bernd": -10, "Clara": 0}
SEVEN = [{"Anna": -10, "Bernd": -20, "Clara": -35}]  # as if there were no other points in seven tours


def play_extra(extra, rules=EXTRA, tour=8):
    deal = read_deal(HERZELN, rules, seat(3, tour), {"points": LAID_OFF, "extra": extra})
    HERZELN.check(rules, seat(3, tour), {}, deal)
    HERZELN.parties.check(rules, SEVEN, deal)
    return HERZELN.score(rules, deal)


def test_the_points_of_an_extra_tour_decide_who_wins():
    sheet = play_extra({"Bernd": -40}).totals(NAMES[:3])
    assert sheet == {"Anna": -20, "Bernd": -50, "Clara": 0}
    sheets = [*SEVEN, *[{}] * 6, sheet]
    assert render(HERZELN.parties.tally(EXTRA, sheets).remark, PLAIN) == "Anna wins with -30 points"
    assert HERZELN.payoff(EXTRA, sheets) == {"Anna": 45, "Bernd": -40, "Clara": -5}


@pytest.mark.parametrize(
    ("extra", "reason"),
    [
        ({"Anna": -35}, "none of the eight tours brings these points"),
        ({"Anna": 40, "Bernd": -40}, "none of the eight tours brings these points"),
        ({"Anna": 90}, "Anna: 90 is not from -80 to 80"),
        ({"David": 40}, "David does not play in this deal"),
    ],
)
def test_an_extra_tour_brings_what_one_of_the_eight_can_bring(extra, reason):
    with pytest.raises(Refused) as refused:
        play_extra(extra)
    assert str(refused.value) == f"extra: {reason}"


def test_there_is_an_extra_tour_only_after_a_tie_at_the_eighth():
    with pytest.raises(Refused, match="extra: no such key here"):
        play_extra({"Bernd": -40}, rules=PIATNIK)
    with pytest.raises(Refused, match="extra: no such key here"):
        play_extra({"Bernd": -40}, tour=7)
    deal = read_deal(HERZELN, EXTRA, seat(3, 8), {"points": LAID_OFF, "extra": {"Bernd": -40}})
    with pytest.raises(Refused, match="extra: nobody shares the highest total"):
        HERZELN.parties.check(EXTRA, [{"Anna": -11, "Bernd": -20, "Clara": -35}], deal)


def test_payments_are_lines():
    score = payments(PIATNIK, [{"Anna": -20, "Bernd": 0, "Clara": 0}])
    assert [(render(line.reason, PLAIN), line.each) for line in score.lines] == [
        ("Anna pays Bernd", 20),
        ("Anna pays Clara", 20),
    ]


def test_each_tour_asks_what_it_needs():
    names = [[question.name for question in HERZELN.ask(PIATNIK, seat(4, tour), {})] for tour in range(1, 10)]
    first = ["hearts", "tricks", "tricks", "queens", "king", "last", "last", "out", "hearts"]
    assert names == [[name, "points", "misdealt", "passed"] for name in first]
    assert [question.name for question in HERZELN.ask(PIATNIK, seat(4, 1), {"passed": True})] == ["passed"]


def test_nothing_is_called():
    assert HERZELN.possible_ends(PIATNIK, seat(3, 1), {}) == ()
    with pytest.raises(Refused):
        HERZELN.read(PIATNIK, seat(3, 1), {"soloist": "Anna"})


@pytest.mark.parametrize(
    ("house", "dealer", "first"),
    [("forehand", "Clara", "Anna"), ("dealer", "Clara", "Clara"), ("dealer", "Eva", "Anna")],
)
def test_who_leads_is_the_dealer_where_the_table_has_it_so_and_he_plays(house, dealer, first):
    rules, seating = apply_house(PIATNIK, {"first_lead": house}), seat(3, 1)._replace(dealer=dealer)
    assert HERZELN.auditor.audit(rules, seating, {}, Record()).turn.player == first


FEW_ENOUGH = [(tour, 3) for tour in range(1, 8)] + [(tour, 4) for tour in (1, 4, 5)]  # tours, and for how many players


@cache
def reached(number, players):
    """All points that a tour can bring, each a tuple with one for each player."""
    points = {(0,) * players}
    for unit in TOURS[number - 1].units_for(players):
        points = {
            tuple(now + unit * (player == taker) for player, now in enumerate(before))
            for before, taker in product(points, range(players))
        }
    return points


@given(st.data())
def test_only_possible_points_are_possible(data):
    number, players = data.draw(st.sampled_from(sorted(FEW_ENOUGH)))
    points = list(data.draw(st.sampled_from(sorted(reached(number, players)))))
    step = data.draw(st.sampled_from([0, 1, 2, 5, 10, 20]))
    points[0] += step
    points[1] -= step
    assert TOURS[number - 1].can_be(points) == (tuple(points) in reached(number, players))


WORDS = st.sampled_from([*NAMES, "A K", "10 ♥", "_", "", "A 10 K Q J 9"])
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=8,
)


KEYS = ("hearts", "tricks", "queens", "king", "last", "out")


@given(st.integers(1, 8), st.dictionaries(st.sampled_from([*KEYS, "points", "passed", "?"]), JUNK, max_size=3))
def test_whatever_is_entered_is_read_or_refused(tour, answers):
    questions = HERZELN.ask(PIATNIK, seat(3, tour), None)
    rename_answers(questions, answers, {"Anna": "p1"})
    HERZELN.ask(PIATNIK, seat(3, tour), answers)
    try:
        sheet = play(3, tour, answers)
    except Refused:
        return
    assert sum(sheet.values()) in (0, sum(TOURS[tour - 1].units_for(3)))
