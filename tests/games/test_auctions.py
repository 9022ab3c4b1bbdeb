"""The auctions of Solo and Husarln and what may be laid away: the rows of vectors/auction.toml, and house rules."""

import tomllib
from itertools import combinations, permutations
from pathlib import Path
from random import Random

import pytest

from scorekeeper.cards.packs import TAROCK, TAROCKS
from scorekeeper.games.herzblatt import auction as solo
from scorekeeper.games.herzblatt.discard import may_discard
from scorekeeper.games.herzblatt.rules import BRAUN, SOLO
from scorekeeper.games.house import apply_house
from scorekeeper.games.husarln import auction as husarln
from scorekeeper.games.husarln.discard import Wrong, legal_discards, wrong_discard
from scorekeeper.games.husarln.rules import LOEW

ROWS = tomllib.loads((Path(__file__).parents[1] / "vectors" / "auction.toml").read_text("utf-8"))
SEATS = ("Anna", "Bernd", "Clara", "David", "Emma")


def bids(text):
    return [tuple(bid.split()) for bid in text.split(", ")]


def hold_solo(text, house=None):
    said = [solo.Bid(*bid) for bid in bids(text)]
    players = [seat for seat in SEATS if seat in {bid.player for bid in said}]
    return solo.auction(apply_house(SOLO, house or {}), players, said)


def hold_husarln(text, house=None):
    return husarln.auction(apply_house(LOEW, house or {}), SEATS[:3], [husarln.Bid(*bid) for bid in bids(text)])


def compare(row, auction):
    if "reason" in row:
        assert (auction.breach.player, auction.breach.reason) == (row["player"], row["reason"])
        assert auction.breach.step == len(bids(row["bids"])) - 1
    else:
        assert auction == (row["winner"], row["bid"], True, None)


@pytest.mark.parametrize("row", ROWS["solo"], ids=lambda row: row["id"])
def test_solo(row):
    compare(row, hold_solo(row["bids"], row.get("house")))


@pytest.mark.parametrize("row", ROWS["husarln"], ids=lambda row: row["id"])
def test_husarln(row):
    compare(row, hold_husarln(row["bids"], row.get("house")))


@pytest.mark.parametrize("row", ROWS["discard"], ids=lambda row: row["id"])
def test_discard(row):
    wrong = wrong_discard(row["hand"].split(), row["cards"].split())
    assert (wrong.reason if wrong else "") == row["reason"]


def test_solo_while_it_goes_on():
    assert hold_solo("Anna D, Bernd S") == ("Bernd", "S", False, None)
    assert hold_solo("Anna D, Bernd pass, Anna H").breach == (2, "Anna", "AUCTION_OVER")


def test_solo_with_one_bid_each():
    house = {"auction": "one_bid_each"}
    assert hold_solo("Anna D, Bernd S, Clara pass", house) == ("Bernd", "S", True, None)
    assert hold_solo("Anna D, Bernd S, Anna C, Clara pass", house).breach == (2, "Anna", "AUCTION_OVER")


def test_the_winner_of_a_solo_names_trumps():
    assert solo.may_announce(SOLO, "H") == ("H", "S", "C")
    assert solo.may_announce(apply_house(SOLO, {"raise_after_auction": "no"}), "H") == ("H",)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("Anna hold", (0, "Anna", "NO_PRIORITY")),
        ("Anna Z, Anna hold", (1, "Anna", "NO_PRIORITY")),
        ("Anna pass, Bernd Z, Clara pass, Bernd E", (3, "Bernd", "AUCTION_OVER")),
        ("Anna Z, Bernd E, Anna hold, Bernd hold", (3, "Bernd", "NO_PRIORITY")),
        ("Anna Z, Bernd E, Anna hold, Bernd E", (3, "Bernd", "MUST_BE_HIGHER")),
        ("Anna pass, Bernd pass, Clara S", ("Clara", "S", True, None)),
        ("Anna Z, Bernd E, Anna hold, Bernd pass", ("Anna", "E", False, None)),
        ("Anna Z, Bernd E, Anna hold, Bernd pass, Clara pass", ("Anna", "E", True, None)),
    ],
)
def test_husarln_bids(text, result):
    auction = hold_husarln(text)
    assert result in (auction, auction.breach)


def test_what_the_soloist_may_lay_away():
    assert may_discard(BRAUN, "AH", "H")
    rules = apply_house(BRAUN, {"discard": "no_trumps"})
    assert [may_discard(rules, card, "H") for card in ("AH", "AC")] == [False, True]
    rules = apply_house(BRAUN, {"discard": "no_aces_tens"})
    assert [may_discard(rules, card, "H") for card in ("AC", "10C", "KC")] == [False, False, True]


def test_too_few_and_too_many_cards():
    hand = ["T1", "T5", "T9", "T14", "T21", "KH", "QH", "VH", "KS", "10S", "AD", "T2", "T3", "T4"]
    assert wrong_discard(hand, ["QH"]) == wrong_discard(hand, ["QH", "VH", "AD"]) == Wrong("", "WRONG_LENGTH")
    assert wrong_discard(hand, ["QH", "KH"]) == Wrong("KH", "HONOUR_DISCARDED")


def test_discards_are_legal_as_the_rule_counts_them():
    """HU-23: tarocks laid away are at most the number to lay away less the suit cards below King in hand."""
    random = Random(3)
    for _ in range(300):
        hand = random.sample(TAROCK.cards[:24] + TAROCK.cards[24:30], 14)
        plain = [card for card in hand if card not in TAROCKS and not card.startswith("K")]
        for cards in random.sample(list(permutations(hand, 2)), 20):
            honours = any(card in ("SK", "T21", "T1") or card[0] == "K" for card in cards)
            tarocks = sum(card in TAROCKS for card in cards)
            legal = not honours and (tarocks == 0 or tarocks <= 2 - len(plain))
            assert (wrong_discard(hand, cards) is None) == legal
        some = {card for cards in combinations(hand, 2) if wrong_discard(hand, cards) is None for card in cards}
        assert some == set(legal_discards(hand)) or len(legal_discards(hand)) < 2
