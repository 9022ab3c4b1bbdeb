"""The audit against a program written from the rules alone: whole records, and records half forgotten.

Nothing is proven or cleared that the whole record does not show, and nothing is counted otherwise.
"""

from collections import Counter
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from scorekeeper.audit.verdict import Verdict
from scorekeeper.games import GAMES
from scorekeeper.games.game import Seating
from scorekeeper.games.house import apply_house
from scorekeeper.night.record import read_play
from scorekeeper.phrase import Refused
from tests.independent.play import Deal, forget, judge, random_deal, random_herzblatt

# From which seed, and how many deals.
FEW, SOME = [(0, 60)], [(0, 150)]
MANY = [pytest.param(seed, 250, marks=pytest.mark.at_length) for seed in range(4)]
HALF_AS_MANY = [pytest.param(seed, 125, marks=pytest.mark.at_length) for seed in range(2)]


def audit(deal: Deal, play: dict[str, Any]) -> Verdict:
    game, players = GAMES[deal.game], tuple(deal.players)
    rules = apply_house(game.presets[deal.rules], deal.house)
    record = read_play(game, players, play)
    assert game.auditor
    return game.auditor.audit(rules, Seating(deal.number, players[-1], players), deal.answers, record)


def check_whole(deal: Deal, play: dict[str, Any]) -> None:
    verdict = audit(deal, play)
    found = {(broken.trick, broken.card): (broken.player, broken.reason) for broken in verdict.violations}
    assert found == {place: told[:2] for place, told in deal.breaches.items()}
    assert [set(broken.legal or ()) for broken in verdict.violations] == [told[2] for told in deal.breaches.values()]
    assert list(verdict.winners) == deal.winners
    assert (verdict.undecided, verdict.differences) == ((), ())
    assert verdict.kind == ("violation" if deal.breaches else "clean")
    assert set(verdict.entered or ()) == set(verdict.counted or ())


def check_forgotten(deal: Deal, play: dict[str, Any], tally: Counter[str]) -> None:
    verdict = audit(deal, play)
    proven = {(broken.trick, broken.card): broken.player for broken in verdict.violations}
    for (trick, card), player in proven.items():
        wrong = [told[0] for place, told in deal.breaches.items() if place[0] == trick and card in ("_", place[1])]
        assert wrong, "a false proof"
        assert player in ("", *wrong), "whoever played it, it was wrong"
    tally["forgotten proven"] += sum(card == "_" for _, card in proven)
    for broken in verdict.violations:
        if broken.card == "_":
            continue
        _, reason, legal = deal.breaches[broken.trick, broken.card]
        if broken.legal is not None:
            assert set(broken.legal) == legal
            led_forgotten = play["tricks"][broken.trick - 1].startswith("_")
            assert broken.reason == reason or (led_forgotten and reason == "MUST_FOLLOW")
        if broken.seen:
            assert broken.seen.card in deal.play["tricks"][broken.seen.trick - 1].split()
    open_ = {(undecided.trick, undecided.card) for undecided in verdict.undecided}
    for number, trick in enumerate(play["tricks"], start=1):
        for card in set(trick.split()) - {"_"}:
            broken_ = (number, card) in deal.breaches
            assert (number, card) in proven or (number, card) in open_ or not broken_, "falsely cleared"
            decided = "proven" if (number, card) in proven else "open" if (number, card) in open_ else "cleared"
            tally[f"{'broken' if broken_ else 'legal'} {decided}"] += 1
    assert all(winner in ("", true) for winner, true in zip(verdict.winners, deal.winners, strict=False))
    assert not verdict.differences
    assert not verdict.excluded, "a false accusation"
    tally[verdict.kind] += 1


@pytest.mark.parametrize(("seed", "deals"), SOME + MANY)
def test_whole_records_are_judged_as_the_independent_judge_does(seed: int, deals: int) -> None:
    random = Random(seed)
    for _ in range(deals):
        deal = random_deal(random)
        check_whole(deal, deal.play)
        check_whole(deal, {key: value for key, value in deal.play.items() if key != "hands"})


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


@pytest.mark.parametrize(
    ("game", "rules"), [("herzblatt", "braun"), ("herzblatt", "lembke"), ("herzblatt", "feder"), ("solo", "braun")]
)
@pytest.mark.parametrize("revokes", [0.0, 0.2])
def test_records_of_two_players_are_judged_alike(game: str, rules: str, revokes: float) -> None:
    """Whole records of two are legal as they were played, and every wrong card in them is found."""
    random, deals = Random(f"{game} {rules}"), list[Deal]()
    while len(deals) < 25:
        deal = random_herzblatt(random, game, revokes)
        if (deal.rules, len(deal.players)) == (rules, 2):
            deals.append(deal)
            check_whole(deal, deal.play)
            check_whole(deal, {key: value for key, value in deal.play.items() if key != "hands"})
    assert any(deal.breaches for deal in deals) == bool(revokes)


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
        bonuses = ["pagat", "uhu", "trull", "kings", "valat"] if deal.game != "husarln" else ["pagat", "uhu", "trull"]
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
def test_what_a_half_forgotten_record_excludes_the_whole_one_counts_otherwise(seed: int, deals: int) -> None:
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
