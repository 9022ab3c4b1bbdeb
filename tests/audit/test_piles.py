"""What piles are worth of which some cards are forgotten: never more and never less than is sure."""

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.audit.facts import Piles, pile_up
from scorekeeper.audit.worlds import Course, Hand, Recorded
from scorekeeper.cards.cardset import deck_of, split
from scorekeeper.cards.packs import ACE_TEN, TAROCK
from scorekeeper.cards.trick_rules import Play

CARDS = {pack: split(deck_of(pack).all) for pack in (ACE_TEN, TAROCK)}


@given(st.sampled_from([ACE_TEN, TAROCK]), st.data(), st.booleans())
def test_a_worth_that_is_told_is_that_of_the_true_piles(pack, data, counted):
    """Of cards that lie in no trick yet nobody knows the owner, nor how many of them anybody will have: `anywhere`."""
    deck, cards = deck_of(pack), CARDS[pack]
    mine = data.draw(st.sets(st.sampled_from(cards)))
    alike = data.draw(st.sampled_from(cards))
    forgotten = data.draw(st.sets(st.sampled_from([card for card in cards if deck.count(card) == deck.count(alike)])))
    owned = (sum(mine - forgotten), deck.all - sum(mine | forgotten))
    missing = (len(mine & forgotten), len(forgotten - mine)) if counted else (0, 0)
    piles = Piles(owned, missing, sum(forgotten), anywhere=not counted)
    for owner, pile in enumerate((sum(mine), deck.all - sum(mine))):
        sure = counted or not deck.count(sum(forgotten))
        assert piles.worth(deck, owner) == (deck.count(pile) if sure else None)


def test_nobody_knows_who_held_which_of_different_unknown_cards():
    deck = deck_of(ACE_TEN)
    piles = Piles((deck.card["KH"], 0), (1, 1), deck.set_of(["AH", "10H"]), anywhere=False)
    assert [piles.worth(deck, owner) for owner in (0, 1)] == [None, None]


def test_all_of_some_cards_is_yes_no_or_unknown():
    deck = deck_of(ACE_TEN)
    piles = Piles((deck.set_of(["KH", "KC"]), deck.card["KS"]), (1, 0), deck.card["KD"], anywhere=False)
    told = [piles.all_of(0, deck.set_of(cards)) for cards in (["KH", "KC"], ["KH", "KD"], ["KH", "KS"])]
    assert told == [True, None, False]


def test_a_card_that_stands_in_two_piles_is_in_neither_for_sure():
    deck = deck_of(ACE_TEN)
    king, seven, eight = deck.card["KH"], deck.card["7H"], deck.card["8H"]
    tricks, pack = ((king, seven), (king, eight)), deck.set_of(["KH", "KC", "8H", "7H"])
    recorded = Recorded(Play(deck, ()), pack, 2, 0, (Hand(), Hand()), tricks)
    piles = pile_up(recorded, Course(((0, 1), (0, 1)), (0, 1)), (0, 1), [(0, 0), (0, 0)])
    assert [piles.all_of(owner, king) for owner in (0, 1)] == [None, None]
    assert [piles.worth(deck, owner) for owner in (0, 1)] == [None, None]
