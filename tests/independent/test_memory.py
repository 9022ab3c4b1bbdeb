"""Verdicts on small records that are partly forgotten, against every deal that they may have been."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from scorekeeper.audit.findings import Findings, find_breaches
from scorekeeper.audit.solver import Target
from scorekeeper.audit.worlds import Hand, Recorded
from scorekeeper.cards.cardset import split
from scorekeeper.games.herzeln.audit import LAW

from .complete import judge_all, play_all, small_record

DECK = LAW.deck


def recorded(tricks: list[list[str]], hands: list[list[str]], pack: list[str]) -> Recorded:
    def held(cards: list[str]) -> Hand:
        known = [card for card in cards if card != "_"]
        return Hand(DECK.set_of(known), len(known) == len(cards))

    bits = {name: DECK.card[name] for name in pack} | {"_": 0}
    played = tuple(tuple(bits[card] for card in trick) for trick in tricks)
    return Recorded(LAW, DECK.set_of(pack), len(tricks), 0, tuple(map(held, hands)), played)


def check_complete(findings: Findings, truth: dict[tuple[int, int], set[bool]], tally: Counter[str]) -> None:
    broken = {(found.trick, found.place) for found in findings.broken}
    open_ = {(found.trick, found.place) for found in findings.undecided}
    for place, lawful in truth.items():
        if not findings.recorded.tricks[place[0]][place[1]]:
            assert place in open_ or lawful == {False}
            tally[f"forgotten {place in broken}"] += lawful == {False}
            continue
        tally[str(sorted(lawful))] += 1
        if Target(*place) in findings.unsearched:
            tally["unsearched"] += 1
        else:
            assert (place in broken, place in open_) == (lawful == {False}, lawful == {True, False})


@pytest.mark.parametrize("size", [3, 4])
def test_who_is_named_for_a_forgotten_card_surely_played_it(size: int) -> None:
    random, named = Random(f"who {size}"), Counter[bool]()
    for _ in range(150):
        tricks, hands, pack = small_record(random, size, 0.3)
        if blank(tricks):
            continue
        truth = play_all(tricks, hands, pack)
        for found in find_breaches(recorded(tricks, hands, pack)).broken:
            if tricks[found.trick][found.place] == "_":
                seats = {seat for seat, _ in truth[found.trick, found.place]}
                assert {found.seat} in (seats, {-1})
                named[found.seat >= 0] += len(seats) == 1
    assert named[True] > 10
    assert named[False] < 3, "a deal that cannot be is not always seen"


@pytest.mark.parametrize("size", [2, 3, 4])
def test_a_card_is_undecided_only_where_two_deals_that_fit_differ_in_it(size: int) -> None:
    random, tally = Random(size), Counter[str]()
    for _ in range(150):
        tricks, hands, pack = small_record(random, size, 0.3)
        if blank(tricks):
            continue
        check_complete(find_breaches(recorded(tricks, hands, pack)), judge_all(tricks, hands, pack), tally)
    assert not tally["unsearched"]
    assert tally["[False, True]"] > 10
    assert tally["[False]"] > 10
    assert tally["forgotten True"] > 2
    assert tally["forgotten False"] < 3, "of a few everything was not searched"


def blank(tricks: list[list[str]]) -> bool:
    """Two tricks that nobody remembers tell nothing of who led the second; that is honestly left open."""
    return any(set(one) == {"_"} == set(other) for one, other in pairwise(tricks))


@pytest.mark.parametrize("deals", [40, pytest.param(400, marks=pytest.mark.at_length)])
def test_a_proof_holds_and_none_of_its_cards_is_too_many(deals: int) -> None:
    random, proofs = Random(5), 0
    for _ in range(deals):
        tricks, hands, pack = small_record(random, 3, 0.3)
        if blank(tricks):
            continue
        record = recorded(tricks, hands, pack)
        for found in find_breaches(record).broken:
            if found.proof:
                proofs += 1
                check_proof(record, (found.trick, found.place), found.proof, pack)
    assert proofs > deals / 40


def check_proof(record: Recorded, own: tuple[int, int], proof: tuple[tuple[int, int], ...], pack: list[str]) -> None:
    """With the cards of the proof alone the breach is in every deal; with one fewer it is not."""
    for gone in (None, *proof):
        kept = [fact for fact in proof if fact != gone]
        tricks = [
            [DECK.name[card] if card and ((index, card) in kept or (index, place) == own) else "_"
             for place, card in enumerate(cards)] for index, cards in enumerate(record.tricks)
        ]  # fmt: skip
        hands = [[DECK.name[card] for card in split(hand.known) if (-1, card) in kept] for hand in record.hands]
        if sum(card == "_" for trick in tricks for card in trick) <= 7:
            lawful = judge_all(tricks, hands, pack)[own]
            assert (lawful == {False}) == (gone is None)
