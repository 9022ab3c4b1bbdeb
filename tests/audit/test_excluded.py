"""What was entered and is in no deal that fits the recorded cards."""

import tomllib
from pathlib import Path

import pytest

from scorekeeper.audit.verdict import Verdict, explain_excluded
from scorekeeper.games import GAMES
from scorekeeper.games.game import Seating
from scorekeeper.night.record import read_play
from scorekeeper.phrase import PLAIN, render, say

THREE = ("Anna", "Bernd", "Clara")
FOUR = ("Anna", "Bernd", "Clara", "David")


def audit(game, rules, players, answers, *, number=1, **play):
    """The verdict on a deal with these answers, forehand first of these players."""
    chosen = GAMES[game]
    record = read_play(chosen, players, play)
    return chosen.auditor.judge(chosen.presets[rules], Seating(number, players[-1], players), answers, record)


def told(verdict: Verdict) -> list[str]:
    """What is excluded, in words, and behind it the cards that show it."""
    return [
        f"{render(explain_excluded(one, say(one.key)), PLAIN)} [{' '.join(seen.card for seen in one.cards)}]"
        for one in verdict.excluded
    ]


HERZBLATT = ("herzblatt", "feder", THREE)


def test_card_points_of_the_soloist_that_lie_in_his_tricks_already():
    verdict = audit(*HERZBLATT, {"soloist": "Anna", "points": 20}, tricks=["AH 10H KH", "AC 10C KC"])
    assert verdict.kind == "difference"
    assert told(verdict) == ["points: 20 was entered, but the cards allow only 50 to 120 [10H AH KH 10C AC KC]"]
    assert not audit(*HERZBLATT, {"soloist": "Anna", "points": 50}, tricks=["AH 10H KH", "AC 10C KC"]).excluded


def test_card_points_that_the_other_side_has_already():
    tricks = ["KH 10H AH", "AC 10C KC"]
    assert told(audit(*HERZBLATT, {"soloist": "Anna", "points": 71}, tricks=tricks)) == [
        "points: 71 was entered, but the cards allow only 0 to 70 [10H AH KH 10C AC KC]"
    ]
    assert told(audit(*HERZBLATT, {"soloist": "Anna", "defender_points": 49}, tricks=tricks)) == [
        "defender_points: 49 was entered, but the cards allow only 50 to 120 [10H AH KH 10C AC KC]"
    ]


def test_what_was_laid_away_counts_for_the_soloist():
    answers = {"soloist": "Anna", "points": 20}
    assert told(audit(*HERZBLATT, answers, discard="AS 10S"))[0].startswith(
        "points: 20 was entered, but the cards allow only 21 to 120"
    )


@pytest.mark.parametrize(
    ("number", "answers", "expected"),
    [
        (
            1,
            {"hearts": {"Anna": "A 10", "Bernd": "K Q J", "Clara": "9"}},
            ["hearts, Bernd KH: entered, but the cards rule it out [KH]"],
        ),
        (1, {"points": {"Anna": -21, "Bernd": -10, "Clara": 0}}, ["points, Anna: -21 was entered"]),
        (2, {"tricks": {"Anna": 0, "Bernd": 5, "Clara": 3}}, ["tricks, Anna: 0 was entered"]),
        (3, {"points": {"Anna": 0, "Bernd": -50, "Clara": -30}}, ["points, Anna: 0 was entered"]),
        (4, {"queens": {"Anna": 0, "Bernd": 4, "Clara": 0}}, ["queens, Anna: 0 was", "queens, Bernd: 4 was entered"]),
        (5, {"king": "Bernd"}, []),
        (5, {"points": {"Anna": 0, "Bernd": -40, "Clara": 0}}, []),
    ],
)
def test_a_tour_of_herzeln_of_which_two_tricks_are_recorded(number, answers, expected):
    tricks = ["AH KH 10H", "AC QC JC"]
    verdict = audit("herzeln", "piatnik", THREE, answers, number=number, tricks=tricks)
    assert len([text for text in told(verdict) if text.startswith(tuple(expected))]) == len(expected)
    assert verdict.kind == ("difference" if expected or number == 5 else "incomplete")


def test_who_is_out_in_a_lay_off_is_not_out_later():
    rows = tomllib.loads((Path(__file__).parents[1] / "vectors" / "herzeln.toml").read_text("utf-8"))["dealt"]
    row = next(row for row in rows if row["id"] == "D-HZ3L")
    first, *others = row["order"]
    last = max(number for number, move in enumerate(row["moves"]) if move.startswith(first))
    play = {"hands": row["hands"], "leader": row["first"], "layoff": row["moves"][: last + 1]}
    for order, expected in (
        ([first, *others], []),
        ([*others, first], [f"out, {first}: 3 was entered, 1 is counted []"]),
    ):
        verdict = audit("herzeln", "piatnik", THREE, {"out": order}, number=8, **play)
        assert told(verdict)[:1] == expected
