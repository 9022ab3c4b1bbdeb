"""Packs of cards: what a pile of them is worth, in words."""

from scorekeeper.cards.packs import ACE_TEN, TAROCK, Pack


def test_the_worth_of_a_pile_is_written_in_card_points_of_its_pack():
    pairs = Pack(("KH", "QH", "VH", "10H"), (9, 7, 3, 1), 2)
    assert [pairs.write(pairs.count(cards)) for cards in (("KH", "VH"), ("QH", "10H"), pairs.cards)] == ["6", "4", "10"]
    assert [TAROCK.write(TAROCK.count(cards)) for cards in (("KH",), ("KH", "QH", "T2"))] == ["4 1/3", "8"]
    assert ACE_TEN.write(ACE_TEN.count(("AH", "10H"))) == "21"
