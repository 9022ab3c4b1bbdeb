"""Recorded cards beside the rest of what is known about a deal."""

from scorekeeper.night.record import adds_cards, keep_cards

SEATED = {"number": 1, "playing": ["p1", "p2", "p3"]}
BOOKED = {**SEATED, "answers": {"points": 35}}
RECORDED = BOOKED | {"play": {"tricks": ["T12 T19 T16"]}}


def test_cards_that_are_added_changed_or_taken_away_change_nothing_else():
    changed = BOOKED | {"play": {"tricks": ["T12 T19 T17"]}}
    for before, after in ((BOOKED, RECORDED), (RECORDED, changed), (RECORDED, BOOKED)):
        assert adds_cards(before, after)
        assert not adds_cards(before, after | {"answers": {"points": 34}})
    assert not adds_cards(RECORDED, RECORDED)


def test_the_cards_stay_with_the_players_who_held_them():
    assert keep_cards(RECORDED, {**SEATED, "answers": {}})["play"] == RECORDED["play"]
    assert "play" not in keep_cards(RECORDED, {**SEATED, "playing": ["p2", "p3", "p1"]})
    assert "play" not in keep_cards(BOOKED, {**SEATED, "answers": {}})
