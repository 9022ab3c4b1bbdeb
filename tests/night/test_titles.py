"""Titles of an evening: figures that anybody can count, and none where nothing was done or too many did it."""

import pytest

from scorekeeper.language import Speech, find_locale
from scorekeeper.night.distinctions import titles_of


def told(**courses):
    speech = Speech(find_locale(("en",)))
    return [speech.say(title) for title in titles_of({player: [0, *balances] for player, balances in courses.items()})]


@pytest.mark.parametrize(
    ("courses", "titles"),
    [
        ({"Anna": [], "Bernd": []}, []),
        ({"Anna": [0, 0], "Bernd": [0, 0]}, []),
        (
            {"Anna": [4, 2], "Bernd": [-4, -2]},
            ["highest deal: Anna +4 in deal 1", "best way back: Bernd made up 2 points after deal 1"],
        ),
        ({"Anna": [1, 2, 3], "Bernd": [-1, -2, -3]}, ["longest run: Anna won points in 3 deals in a row"]),
        ({"A": [2], "B": [2], "C": [2], "D": [-6]}, []),
    ],
)
def test_only_what_stands_out_gets_a_title(courses, titles):
    found = told(**courses)
    assert [title for title in found if title in titles] == titles
    assert len(found) == len(titles) + (titles[:1] == ["longest run: Anna won points in 3 deals in a row"])


def test_two_may_share_a_title():
    assert told(A=[3], B=[3], C=[-6]) == ["highest deal: A +3 in deal 1", "highest deal: B +3 in deal 1"]
