"""Recorded cards beside the rest of what is known about a deal."""

from dataclasses import replace

import pytest

from scorekeeper.cards.record import NOTHING, Record
from scorekeeper.games import GAMES
from scorekeeper.journal.act_json import read_act
from scorekeeper.journal.acts import Booked, Corrected, Opened
from scorekeeper.night import record
from scorekeeper.night.night import open_night
from scorekeeper.night.pricing import price
from scorekeeper.night.record import adds_cards, keep_cards, read_play
from scorekeeper.phrase import Refused

BOOKED = Booked(number=1, dealer="p3", playing=("p1", "p2", "p3"), answers={"points": 35})
RECORDED = replace(BOOKED, play=Record(tricks=(("T12", "T19", "T16"),)))


def test_cards_that_are_added_changed_or_taken_away_change_nothing_else():
    changed = replace(BOOKED, play=Record(tricks=(("T12", "T19", "T17"),)))
    for before, after in ((BOOKED, RECORDED), (RECORDED, changed), (RECORDED, BOOKED)):
        assert adds_cards(before, after)
        assert not adds_cards(before, replace(after, answers={"points": 34}))
    assert not adds_cards(RECORDED, RECORDED)


def test_the_cards_stay_with_the_players_who_held_them():
    again = Corrected(number=1, dealer="p3", playing=("p1", "p2", "p3"), answers={})
    assert keep_cards(RECORDED, again).play == RECORDED.play
    assert keep_cards(RECORDED, replace(again, playing=("p2", "p3", "p1"))).play == NOTHING
    assert keep_cards(BOOKED, again).play == NOTHING
    assert keep_cards(None, again).play == NOTHING


def test_other_games_are_asked_only_for_a_pile_that_a_game_has_not(monkeypatch):
    game, players = GAMES["husarln"], ("p1", "p2", "p3")
    assert read_play(game, players, {"skat": "AH"}).piles == {"skat": ("AH",)}
    with pytest.raises(Refused):
        read_play(game, players, {"other": "AH"})
    monkeypatch.setattr(record, "_piles", lambda: pytest.fail("all games were asked"))
    assert read_play(game, players, {"talon": "AH"}).piles == {"talon": ("AH",)}


def test_an_impossible_leader_of_a_trick_is_refused_only_on_entry():
    night = open_night(Opened(game="herzblatt", preset="braun", house={}, seats=("p1", "p2", "p3")))
    sat = {"number": 1, "dealer": "p3", "playing": ("p1", "p2", "p3"), "answers": {"soloist": "p1", "points": 70}}
    tricks = night.rules_at(1).dealing(3).hand
    last, beyond = (Booked(**sat, play=Record(led={number: "p1"})) for number in (tricks, tricks + 1))
    assert price(night, last, entered=True)
    with pytest.raises(Refused, match="is not the number of a trick"):
        price(night, beyond, entered=True)
    assert price(night, beyond), "in a journal"
    corrected = Corrected(**sat, play=beyond.play)
    assert price(replace(night, number=2), corrected, entered=True, before=beyond), "with the cards it had"


@pytest.mark.parametrize("play", [{"tricks": 5}, {"tricks": [5]}, {"hands": {"p9": "T1"}}, {"sung": "a song"}])
def test_a_journal_holds_no_record_that_cannot_be_read(play):
    night = open_night(Opened(game="husarln", house={}, seats=("p1", "p2", "p3")))
    with pytest.raises(Refused, match=r"^play"):
        price(night, read_act("voided", {"number": 1, "dealer": "p3", "playing": ["p1", "p2", "p3"], "play": play}))
