"""A quarrel about one trick, or two or three: hardly anything is recorded, and yet no search ends too early."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from scorekeeper.audit import witnesses
from scorekeeper.audit.matching import Filled
from scorekeeper.audit.solver import Completion, Target

from .auditing import audit, check_forgotten
from .cards import Deal
from .play import judge, random_deal, winning

Play = dict[str, Any]
NUMBERS = pytest.mark.parametrize("number", [1, 2, 3])


def few_tricks(random: Random, number: int) -> tuple[Deal, Play]:
    """Return a deal and a record of some of its tricks, in a row or anywhere, mostly with who led them."""
    deal = random_deal(random, revokes=0.25)
    while not deal.play.get("tricks"):
        deal = random_deal(random, revokes=0.25)
    tricks = deal.play["tricks"]
    number = min(number, len(tricks))
    first = random.randint(0, len(tricks) - number)
    shown = [*range(first, first + number)] if random.random() < 0.3 else random.sample(range(len(tricks)), number)
    forgotten = " ".join("_" for _ in deal.players)
    play: Play = {"tricks": [trick if index in shown else forgotten for index, trick in enumerate(tricks)]}
    del play["tricks"][max(shown) + 1 :]
    led = [index for index in shown if index and index - 1 not in shown and random.random() < 0.85]
    return deal, play | {"leader": deal.leader, "led": {str(index + 1): deal.winners[index - 1] for index in led}}


@NUMBERS
@pytest.mark.parametrize("records", [25, pytest.param(2000, marks=pytest.mark.at_length)])
def test_few_tricks_are_judged_before_a_search_ends(number: int, records: int) -> None:
    random, tally = Random(f"few tricks {number}"), Counter[str]()
    for _ in range(records):
        deal, play = few_tricks(random, number)
        verdict = audit(deal, play)
        tally["limited"] += not all(one.searched for one in verdict.undecided)
        assert all(one.ask for one in verdict.undecided if one.card != "_"), "the table learns what would decide it"
        if not deal.early:
            check_forgotten(deal, play, tally)
    assert not tally["limited"], "no search ends too early"
    assert tally["legal open"] > records / 4
    assert tally["broken open"] > records / 20


@NUMBERS
@pytest.mark.parametrize("records", [25, pytest.param(200, marks=pytest.mark.at_length)])
def test_every_deal_that_leaves_a_card_open_can_have_been_played(
    number: int, records: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, find_both = list[tuple[Completion, Target, Filled]](), witnesses._find_both

    def keep(completion: Completion, target: Target, seen: set[bool], each: int) -> Any:
        for filled in find_both(completion, target, seen, each):
            found.append((completion, target, filled))
            yield filled

    monkeypatch.setattr(witnesses, "_find_both", keep)
    random, tally = Random(f"deals that fit {number}"), Counter[bool]()
    for _ in range(records):
        found.clear()
        deal, play = few_tricks(random, number)
        audit(deal, play)
        for completion, target, filled in found:
            tally[check_fitting(deal, play, completion, target, filled)] += 1
    assert min(tally[True], tally[False]) > records / 2


def test_only_so_many_leaders_are_tried_of_many_tricks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody remembers who led, and three players may have led each of ten tricks."""
    tricks = "_ CC 9C,QC _ VC,_ _ T7,_ _ _,_ _ T12,_ T13 _,T16 _ T19,_ _ KD,SK T3 T11,_ _ T2,_ T10 T14,QD T21 _"
    talon = {"talon": "2H 8S T15 T13 T1 10C", "discard": "QH VD 3H", "half": 2}
    random = Random(2)
    deal = random_deal(random)
    while deal.rules != "point":
        deal = random_deal(random)
    tried, judge_course = Counter[str](), witnesses.Judge

    def count(*record: Any) -> Any:
        tried["courses"] += 1
        return judge_course(*record)

    monkeypatch.setattr(witnesses, "Judge", count)
    audit(deal, {"tricks": [*tricks.split(","), "_ _ AD", "_ CS CD", "VH 4H VS", "_ 7S _"], **talon})
    assert 0 < tried["courses"] < 1500


def check_fitting(deal: Deal, play: Play, completion: Completion, target: Target, filled: Filled) -> bool:
    """Play a deal that was found as the table does, and return whether the card in doubt was legal."""
    recorded, name = completion.recorded, completion.recorded.play.deck.name
    played: list[dict[str, str]] = [{} for _ in recorded.tricks]
    hands: dict[str, list[str]] = {player: [] for player in deal.players}
    for place, (seat, index) in enumerate(completion.spots):
        if seat >= 0:
            hands[deal.players[seat]].append(name[filled[place]])
            if index < len(played):
                played[index][deal.players[seat]] = name[filled[place]]
    for index, (order, cards) in enumerate(zip(completion.seats, play["tricks"], strict=True)):
        for seat, card in zip(order, cards.split(), strict=False):
            if card != "_":
                hands[deal.players[seat]].append(card)
                played[index][deal.players[seat]] = card
    everything = [card for hand in hands.values() for card in hand]
    assert len(everything) == len(set(everything)) == recorded.size * len(hands)
    legal, leader = False, play["leader"]
    for index, (cards, told) in enumerate(zip(played, play["tricks"], strict=True)):
        assert play["led"].get(str(index + 1), leader) == leader
        order, trick = deal.order_from(leader), list[str]()
        for place, player in enumerate(order):
            if (index, place) == target:
                legal = not judge(deal, player, hands[player], trick, cards[player])[0]
            hands[player].remove(cards[player])
            trick.append(cards[player])
        assert all(card in ("_", mine) for card, mine in zip(told.split(), trick, strict=True))
        leader = order[trick.index(winning(deal, trick))]
    return legal
