"""A night as a value."""

from dataclasses import fields, replace

from scorekeeper.games import GAMES
from scorekeeper.money import Stake
from scorekeeper.night.night import House, Night, Seat, StakeFrom


def test_the_night_before_another_deal_is_the_same_in_all_else():
    stakes = (StakeFrom(1, None), StakeFrom(3, Stake(10, "EUR")))
    night = Night(
        GAMES["herzblatt"], "muhr", (House(2, {"loss": 1}),), (Seat("p1"), Seat("p2", "left")), "p1", 4, 3, stakes
    )
    usual = Night(GAMES["husarln"], "loew", (), (), "")
    assert all(getattr(night, part.name) != getattr(usual, part.name) for part in fields(Night))
    assert night.before(9, "p2") == replace(night, number=9, dealer="p2")
    assert night.before(9, "p2").players == night.players
