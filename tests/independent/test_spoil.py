"""The audit of records that contradict themselves: nobody is accused who broke no rule, whatever else they say.

A record that was spoiled without contradicting itself is judged as it stands.
"""

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from scorekeeper.audit.verdict import Verdict
from scorekeeper.cards.obligations import REVOKES

from .auditing import audit, check_cards
from .cards import Deal
from .play import random_deal
from .spoil import SPOILS, Play, hide_hands, lead_out_of_turn, read_as_told

DEALS = pytest.mark.parametrize("deals", [40, pytest.param(200, marks=pytest.mark.at_length)])


def revokes(verdict: Verdict) -> dict[tuple[int, str], str]:
    return {(found.trick, found.card): found.player for found in verdict.violations if found.reason in REVOKES}


def told_by(deal: Deal, leader: str, trick: str, card: str) -> str:
    """Return who played a card of a trick by the leader that the record gives it, "" if it gives none."""
    return deal.order_from(leader)[trick.split().index(card)] if leader else ""


def check_contradicting(deal: Deal, play: Play) -> Verdict:
    """What is proven in spite of the contradiction happened at the table, and nothing that did is cleared."""
    verdict = audit(deal, play)
    assert verdict.kind == "violation", "what cannot be is named"
    assert verdict.differences == ()
    if "led" not in play:
        assert verdict.misfit
        assert verdict.counted == {}
    named = {(found.trick, found.card) for found in (*verdict.violations, *verdict.undecided)}
    for (number, card), (player, reason, _) in deal.breaches.items():
        told = play["tricks"][number - 1]
        # Only who announced a card owes it in its trick; the record may give it to another.
        owed = reason != "ANNOUNCED_CARD_EARLY" or player == told_by(deal, verdict.leaders[number - 1], told, card)
        if owed and told == deal.play["tricks"][number - 1]:
            assert (number, card) in named, "falsely cleared"
    for place, player in revokes(verdict).items():
        assert place in deal.breaches, "a false accusation"
        assert player in ("", deal.breaches[place][0]), "whoever played it, it was wrong"
    return verdict


@DEALS
@pytest.mark.parametrize("spoil", SPOILS)
def test_records_that_contradict_themselves(spoil: Callable[[Random, Deal], Play], deals: int) -> None:
    random, seen = Random(f"{spoil.__name__} again"), Counter[str]()
    for _ in range(deals):
        deal = random_deal(random, revokes=0.15)
        play = hide_hands(random, spoil(random, deal))
        told = read_as_told(deal, play)
        seen["as told" if told else "contradicting"] += 1
        if told:
            check_cards(told, play)
        else:
            seen["proven"] += len(revokes(check_contradicting(deal, play)))
    assert seen["contradicting"] > deals / 4
    assert seen["proven"] > deals / 20


@DEALS
def test_a_lead_out_of_turn_is_seen_and_all_other_tricks_judged(deals: int) -> None:
    random = Random(12)
    for _ in range(deals):
        deal = random_deal(random)
        if len(deal.players) < 3:
            continue
        again, number = lead_out_of_turn(random, deal)
        verdict = audit(again, again.play)
        found = [(broken.trick, broken.player, broken.reason) for broken in verdict.violations]
        wrong = [(trick, player, reason) for (trick, _), (player, reason, _) in again.breaches.items()]
        assert sorted(found) == sorted([*wrong, (number, again.early, "OUT_OF_TURN")])
        assert (verdict.undecided, verdict.misfit, list(verdict.winners)) == ((), None, again.winners)
        assert verdict.counted


@DEALS
def test_a_recorded_leader_without_hands_proves_nothing_false(deals: int) -> None:
    """Whether somebody led out of turn or is only said to have: no hand shows it, so both may be."""
    random, proven = Random(13), 0
    for _ in range(deals):
        deal = random_deal(random, revokes=0.15)
        if len(deal.players) < 3:
            continue
        again, number = lead_out_of_turn(random, deal)
        play = {key: value for key, value in again.play.items() if key != "hands"} | {"led": {str(number): again.early}}
        verdict = audit(again, play)
        assert "OUT_OF_TURN" in {broken.reason for broken in verdict.violations}
        assert all(player in ("", again.breaches[place][0]) for place, player in revokes(verdict).items())
        assert all(name in ("", true) for name, true in zip(verdict.winners, again.winners, strict=True))
        proven += len(revokes(verdict))
    assert proven > deals / 20


def test_an_announced_card_binds_only_the_player_who_announced_it() -> None:
    """With two cards exchanged, the record shows the Uhu in David's hand; he did not announce it (KR-34, KR-77)."""
    answers = {"declarer": "Clara", "contract": "dreier", "revoke": "Anna"}
    answers["bonuses"] = [{"player": "Bernd", "bonus": "uhu", "announced": True}]
    play = {
        "talon": "9S T1 2H VS T14 KC",
        "half": 2,
        "discard": "8S AH 8C",
        "tricks": [
            "T13 T18 T15 T7",
            "CD SK 4D KD",
            "VS T9 T11 KS",
            "4H KH QH CH",
            "T19 T14 7S T16",
            "VD T3 QD 3H",
            "CS T6 T4 QS",
            "7C CC T21 KC",
            "T17 10S T12 9C",
            "T20 T5 T8 T10",
            "10C VH T2 VC",
            "AD QC 3D 2D",
        ],
    }
    players = ["Anna", "Bernd", "Clara", "David"]
    played = play | {"hands": {"Clara": "VS T14 KC"}}
    deal = Deal("koenigrufen", "sauwald", {"announced_duty": "keep"}, 1, players, answers, played, "T", "Anna")
    told = read_as_told(deal, play)
    assert told
    assert told.breaches[5, "7S"] == ("David", "MUST_FOLLOW", {"T12", "T8", "T6", "T2"})
    check_cards(told, play)
