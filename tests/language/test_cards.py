"""Cards in sentences: as the reader's own cards show them."""

import pytest
from babel import Locale

from scorekeeper.audit.verdict import Seen, Violation, explain
from scorekeeper.cards.notation import read_card
from scorekeeper.cards.packs import ACE_TEN, TAROCK
from scorekeeper.language import Speech
from scorekeeper.phrase import PLAIN, Card, from_plain, render, say, to_plain

GERMAN, ENGLISH = Speech(Locale("de")), Speech(Locale("en"))


@pytest.mark.parametrize(
    ("card", "german", "english"),
    [
        ("AH", "♥A", "♥A"),
        ("10S", "♠10", "♠10"),
        ("QD", "♦D", "♦Q"),
        ("JC", "♣B", "♣J"),
        ("CC", "♣C", "♣C"),
        ("VH", "♥B", "♥V"),
        ("T1", "I", "I"),
        ("T21", "XXI", "XXI"),
        ("SK", "Sküs", "Sküs"),
        ("_", "?", "?"),
    ],
)
def test_a_card_is_shown_as_it_is_called(card, german, english):
    assert (GERMAN.show(Card(card)), ENGLISH.show(Card(card))) == (german, english)
    assert render(Card(card), PLAIN) == card


def test_a_breach_is_told_with_the_signs_of_the_cards():
    breach = Violation(3, "Anna", "QH", "MUST_FOLLOW", seen=Seen(7, "JD"))
    assert GERMAN.say(explain(breach)) == "die Farbe war zuzugeben: ♥D im 3. Stich, aber ♦B kam noch im 7. Stich"
    assert ENGLISH.say(explain(breach)).endswith(": ♥Q in trick 3, though ♦J came later, in trick 7")


def test_what_is_shown_in_english_can_be_read_again():
    for pack in (ACE_TEN, TAROCK):
        for card in pack.cards:
            assert read_card(pack, ENGLISH.show(Card(card))) == card


def test_a_sign_can_be_kept_from_becoming_a_picture():
    assert Speech(Locale("en"), plain="\ufe0e").show(Card("AH")) == "♥\ufe0eA"


def test_a_card_outlives_being_stored():
    phrase = say("{card} or {others}", card=Card("AH"), others=(Card("T1"), Card("_")))
    assert from_plain(to_plain(phrase)) == phrase
