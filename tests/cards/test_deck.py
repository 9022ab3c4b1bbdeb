"""A pack as bits says of a set of cards what the pack says of their names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.cards.cardset import FORGOTTEN, deck_of, together
from scorekeeper.cards.notation import UNKNOWN
from scorekeeper.cards.packs import ACE_TEN, TAROCK, TAROCK_54


@pytest.mark.parametrize(
    "pack", [ACE_TEN, ACE_TEN.without(["7C", "7D"]), TAROCK, TAROCK_54], ids=lambda pack: len(pack.cards)
)
@given(data=st.data())
def test_a_set_of_cards_is_worth_what_its_cards_are(pack, data):
    deck, names = deck_of(pack), data.draw(st.sets(st.sampled_from(pack.cards)))
    cards = deck.set_of(names)
    assert deck.count(cards) == pack.count(names)
    assert set(deck.names(cards)) == names
    assert together(deck.card[name] for name in names) == cards


def test_only_a_card_that_nobody_remembers_is_told_as_none():
    told = deck_of(TAROCK).record_bits
    assert {name for name, card in told.items() if card == FORGOTTEN} == {UNKNOWN}
    assert told.keys() - {UNKNOWN} == set(TAROCK.cards)
