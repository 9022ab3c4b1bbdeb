"""The audit against a program written from the rules alone: whole records, and records half forgotten.

Nothing is proven or cleared that the whole record does not show, and nothing is counted otherwise.
"""

from collections import Counter
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.game import Seating
from scorekeeper.games.house_rules import apply_house
from scorekeeper.phrase import Refused

from .auditing import audit, check_forgotten, check_whole
from .cards import TAROCKS, TRULL, Deal
from .play import BOUGHT, forget, judge, play_deal, random_deal, random_husarln

# From which seed, and how many deals.
FEW, SOME = [(14, 60)], [(0, 150)]
MANY = [pytest.param(seed, 250, marks=pytest.mark.at_length) for seed in range(4)]
HALF_AS_MANY = [pytest.param(seed, 125, marks=pytest.mark.at_length) for seed in range(2)]


def without_hands(deal: Deal) -> dict[str, Any]:
    return {key: value for key, value in deal.play.items() if key != "hands"}


@pytest.mark.parametrize(("seed", "deals"), SOME + MANY)
def test_whole_records_are_judged_as_the_independent_judge_does(seed: int, deals: int) -> None:
    random = Random(seed)
    for _ in range(deals):
        deal = random_deal(random)
        check_whole(deal, deal.play)
        check_whole(deal, without_hands(deal))


@pytest.mark.parametrize(("seed", "deals"), FEW + MANY)
def test_half_forgotten_records_accuse_nobody_wrongly(seed: int, deals: int) -> None:
    random, tally = Random(seed), Counter[str]()
    for _ in range(deals):
        deal = random_deal(random)
        check_forgotten(deal, forget(random, deal), tally)
    assert tally["broken proven"] > tally["broken open"]
    assert tally["legal cleared"] > tally["legal open"]


def cut(random: Random, deal: Deal, play: dict[str, Any]) -> tuple[dict[str, Any], str, list[str], list[str]]:
    """Return a record that ends before some card, whose turn it is then, his hand, and the trick so far."""
    number, place = random.randrange(len(deal.play["tricks"])), random.randrange(len(deal.players))
    leader = deal.winners[number - 1] if number else deal.leader
    player = deal.players[(deal.players.index(leader) + place) % len(deal.players)]
    trick = deal.play["tricks"][number].split()[:place]
    seen = {card for cards in deal.play["tricks"][:number] for card in cards.split()}
    hand = [card for card in deal.play["hands"][player].split() if card not in seen]
    tricks = play["tricks"][:number]
    if place:
        tricks = [*tricks, " ".join(play["tricks"][number].split()[:place])]
    return play | {"tricks": tricks}, player, hand, trick


@pytest.mark.parametrize(("seed", "deals"), FEW + HALF_AS_MANY)
def test_whose_turn_it_is_and_what_may_be_played(seed: int, deals: int) -> None:
    random = Random(seed)
    for _ in range(deals):
        deal = random_deal(random)
        play, player, hand, trick = cut(random, deal, deal.play)
        legal = judge(deal, player, hand, trick, "")[1]
        turn = audit(deal, play).turn
        assert turn
        assert (turn.trick, turn.player) == (len(play["tricks"]) + (not trick), player)
        assert (set(turn.legal), set(turn.illegal), set(turn.possible)) == (legal, set(hand) - legal, set(hand))


@pytest.mark.parametrize(("seed", "deals"), FEW + HALF_AS_MANY)
def test_what_a_half_forgotten_record_says_of_the_next_card_is_true(seed: int, deals: int) -> None:
    random, told = Random(seed), Counter[bool]()
    for _ in range(deals):
        deal = random_deal(random)
        half = forget(random, deal)
        while [len(trick.split()) for trick in half["tricks"]] != [len(deal.players)] * len(deal.play["tricks"]):
            half = forget(random, deal)
        play, player, hand, trick = cut(random, deal, half)
        legal = judge(deal, player, hand, trick, "")[1]
        turn = audit(deal, play).turn
        assert turn
        assert turn.player in ("", player)
        if turn.player:
            assert set(hand) <= set(turn.possible)
            assert set(turn.legal) & set(hand) <= legal
            assert not set(turn.illegal) & legal
            told.update(card in (*turn.legal, *turn.illegal) for card in hand)
    assert told[True] > told[False]


def misremember(random: Random, deal: Deal) -> dict[str, Any]:
    """Return the answers with one of the results told otherwise."""
    answers = deepcopy(deal.answers)
    key = random.choice([key for key in ("points", "tricks", "won", "bonuses") if key in answers] or ["points"])
    entered = answers.get(key)
    if isinstance(entered, bool):
        answers[key] = not entered
    elif isinstance(entered, dict):
        one, other = random.sample(deal.players, 2)
        entered[one], entered[other] = entered.get(other, 0), entered.get(one, 0)
    elif isinstance(entered, list):
        for row in random.sample(entered, len(entered) // 2):
            entered.remove(row)
        bonuses = ["pagat", "uhu", "trull", *([] if deal.game == "husarln" else ["kings", "valat"])]
        if deal.game == "zwanzigerrufen":
            bonuses = ["pagat", "mondfang", "absolut", "kings", "valat"]
        elif deal.game == "paskievics":
            bonuses = ["pagat", "mondfang", "double", "kings", "valat"]
        held = {row["bonus"] for row in entered}
        for bonus in set(random.sample(bonuses, 2)) - held:
            entered.append({"player": random.choice(deal.players), "bonus": bonus})
    elif entered is not None:
        answers[key] = random.randrange(2 if key == "tricks" else 70)
    return answers


def can_be_entered(deal: Deal) -> bool:
    game = GAMES[deal.game]
    rules = apply_house(game.presets[deal.rules], deal.house)
    seating = Seating(deal.number, deal.players[-1], tuple(deal.players))
    try:
        game.deal(rules, seating, game.read(rules, seating, deal.answers))
    except Refused:
        return False
    return True


@pytest.mark.parametrize(("seed", "deals"), FEW + MANY)
def test_the_whole_record_never_counts_what_a_partial_one_excludes(seed: int, deals: int) -> None:
    random, tally = Random(seed), Counter[str]()
    for _ in range(deals):
        deal = random_deal(random, revokes=0)
        deal.answers = misremember(random, deal)
        if not can_be_entered(deal):
            continue
        half = audit(deal, forget(random, deal))
        if half.excluded:
            whole = audit(deal, deal.play)
            counted = {difference.key for difference in whole.differences}
            assert {one.key for one in half.excluded} <= counted, "a false accusation"
            tally.update(one.key for one in half.excluded)
    assert tally["points"] > 5
    assert tally["bonuses"] > 5


def lay_tarock_away(random: Random, deal: Deal) -> str:
    """Exchange a suit card that was laid away for a tarock of the hand, and play anew; the tarock, "" for none."""
    declarer = deal.answers["declarer"]
    hands = {player: cards.split() for player, cards in deal.play["hands"].items()}
    discard = deal.play["discard"].split()
    low = [card for card in hands[declarer] if card in TAROCKS and card not in TRULL]
    plain = [card for card in discard if card not in TAROCKS]
    if not low or not plain:
        return ""
    tarock, card = random.choice(low), random.choice(plain)
    hands[declarer] = [card if other == tarock else other for other in hands[declarer]]
    deal.play["discard"] = " ".join(tarock if other == card else other for other in discard)
    deal.winners, deal.breaches = [], {}
    play_deal(random, deal, hands, 0.05)
    return tarock


@pytest.mark.parametrize("deals", [30, pytest.param(100, marks=pytest.mark.at_length)])
def test_a_discarded_tarock_is_blamed_only_beside_a_kept_small_suit_card(deals: int) -> None:
    """A suit card that he plays proves it (HU-23), without the hands and with half of the record forgotten."""

    def blamed(deal: Deal, play: dict[str, Any]) -> list[tuple[str, str]]:
        violations = audit(deal, play).violations
        return [(found.player, found.card) for found in violations if found.reason == "TAROCK_NOT_FORCED"]

    random, proven = Random(22), 0
    bought = (deal for deal in iter(lambda: random_husarln(random, 0.08), None) if BOUGHT[deal.answers["contract"]])
    for _ in range(deals):
        deal = next(bought)
        assert blamed(deal, without_hands(deal)) == blamed(deal, forget(random, deal)) == []
        tarock, declarer = lay_tarock_away(random, deal), deal.answers["declarer"]
        guilty = [(declarer, tarock)] if tarock else []
        assert blamed(deal, without_hands(deal)) == guilty
        found = blamed(deal, forget(random, deal))
        assert found in ([], guilty)
        proven += bool(found)
    assert proven > deals / 5
