"""Counting in thirds: what is read, on the sheet, and the Tarock pack."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.cards.notation import read_card
from scorekeeper.cards.packs import TAROCK, TAROCKS
from scorekeeper.cards.thirds import read_thirds, round_thirds, sign_thirds, write_thirds
from scorekeeper.phrase import Refused

SPOKEN = [
    ("36", 108),
    ("36 1/3", 109),
    ("33 2/3", 101),
    ("36⅓", 109),
    ("36 ⅔", 110),
    ("36\N{NO-BREAK SPACE}1/3", 109),
    ("36 1\N{FRACTION SLASH}3", 109),
    (" 0 2/3 ", 2),
    ("⅓", 1),
    ("0", 0),
]
NO_COUNT = ["", " ", "36.5", "36 3/3", "36 0/3", "-1", "131/3", "1/3 36", "36 1/3 1/3", "thirty", "²", "٣", "9999"]


@pytest.mark.parametrize(("text", "thirds"), SPOKEN)
def test_a_count_is_read_as_it_is_spoken(text: str, thirds: int) -> None:
    assert read_thirds(text) == thirds


@pytest.mark.parametrize("text", NO_COUNT)
def test_what_is_no_count_is_not_read(text: str) -> None:
    assert read_thirds(text) is None


@given(st.integers(0, 198))
def test_what_is_written_is_read_again(thirds: int) -> None:
    assert read_thirds(write_thirds(thirds)) == thirds


def test_thirds_are_written_as_spoken() -> None:
    assert [write_thirds(thirds) for thirds in (0, 1, 101, 102, 109)] == ["0", "1/3", "33 2/3", "34", "36 1/3"]


def test_thirds_are_shown_by_their_signs_and_any_other_text_as_it_is() -> None:
    told = [sign_thirds(write_thirds(thirds)) for thirds in (0, 1, 101, 102, 109)]
    assert told == ["0", "⅓", "33⅔", "34", "36⅓"]
    assert [read_thirds(text) for text in told] == [0, 1, 101, 102, 109]
    texts = ["", "1/3 of it", "36 3/3", "deal 1/3", "36⅓"]
    assert [sign_thirds(text) for text in texts] == texts


def test_the_pack_has_42_cards_22_tarocks_and_66_points() -> None:
    assert (len(set(TAROCK.cards)), len(TAROCKS), TAROCK.points) == (42, 22, 66)
    assert sum(TAROCK.worth) == 3 * 94 - 2 * 42


@given(st.sets(st.sampled_from(TAROCK.cards)))
def test_any_split_of_whole_tricks_and_talon_counts_to_66(mine: set[str]) -> None:
    theirs = set(TAROCK.cards) - mine
    assert TAROCK.count(mine) + TAROCK.count(theirs) == 3 * 66
    assert round_thirds(TAROCK.count(mine)) + round_thirds(TAROCK.count(theirs)) == 66


def count_in_threes(cards: list[str]) -> int:
    """HU-3 by hand, in thirds: a full group is worth its sum less 2, a card left over its value less 2/3."""
    nominal = [(TAROCK.count([card]) + 2) // 3 for card in cards]
    full = len(cards) - len(cards) % 3
    groups = sum(3 * (sum(nominal[place : place + 3]) - 2) for place in range(0, full, 3))
    return groups + sum(3 * value - 2 for value in nominal[full:])


@given(st.lists(st.sampled_from(TAROCK.cards), unique=True), st.randoms(use_true_random=False))
def test_the_grouping_does_not_matter(cards: list[str], random: Random) -> None:
    other = list(cards)
    random.shuffle(other)
    assert count_in_threes(cards) == count_in_threes(other) == TAROCK.count(cards)


@pytest.mark.parametrize(
    ("text", "card"),
    [("SK", "SK"), ("♠K", "KS"), ("K♠", "KS"), ("xxi", "T21"), ("I", "T1"), ("V♥", "VH"), ("cc", "CC"), ("10S", "10S")],
)
def test_a_tarock_card_is_read(text: str, card: str) -> None:
    assert read_card(TAROCK, text) == card


@pytest.mark.parametrize("text", ["DH", "BH", "OH", "JH", "AS", "10H", "T22", "9C"])
def test_german_letters_and_missing_cards_are_no_tarock_cards(text: str) -> None:
    with pytest.raises(Refused):
        read_card(TAROCK, text)
