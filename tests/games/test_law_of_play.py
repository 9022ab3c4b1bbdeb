"""The law of play of every game by the rows of vectors/play.toml; whole deals are tests/independent/test_play.py's."""

import tomllib
from pathlib import Path

import pytest

from scorekeeper.audit.findings import find_breaches
from scorekeeper.audit.worlds import Hand, Recorded
from scorekeeper.cards.obligations import excusable
from scorekeeper.cards.packs import TAROCK_54
from scorekeeper.games.game import Seating
from scorekeeper.games.herzblatt import audit as herzblatt
from scorekeeper.games.herzblatt.rules import BRAUN, SOLO
from scorekeeper.games.herzeln import audit as herzeln
from scorekeeper.games.house_rules import apply_house
from scorekeeper.games.husarln import TABLE as HUSARLN
from scorekeeper.games.husarln.rules import PRESETS as OF_HUSARLN
from scorekeeper.games.koenigrufen import TABLE as KOENIGRUFEN
from scorekeeper.games.koenigrufen.rules import PRESETS
from scorekeeper.games.tarock.discard import tarock_law

ROWS = tomllib.loads((Path(__file__).parents[1] / "vectors" / "play.toml").read_text("utf-8"))


def law_of(game, house, rules="", contract=""):
    if game == "koenigrufen":
        return KOENIGRUFEN.law(*koenigrufen_at(rules, contract, house))
    if game == "herzblatt":
        return herzblatt.law(apply_house(BRAUN, house))
    if game == "tapp":
        return tarock_law(TAROCK_54)
    return HUSARLN.law(apply_house(OF_HUSARLN["loew"], house), None) if game == "husarln" else herzeln.LAW


def koenigrufen_at(rules, contract, house=()):
    preset = apply_house(PRESETS[rules], dict(house))
    return preset, next(one for one in preset.contracts if one.key == contract)


def owed_by(row):
    """What a player owes in a trick for what he announced."""
    rows = [{"player": "Anna", "bonus": bonus, "announced": True} for bonus in row["announced"].split()]
    answers = {"declarer": "Anna", "contract": row["contract"], "bonuses": rows, "called": row.get("called", "")}
    rules, _ = koenigrufen_at(row["rules"], row["contract"])
    seating = Seating(1, "Anna", ("Anna",))
    owed = KOENIGRUFEN.find_owed(rules, seating, KOENIGRUFEN.read_entered(rules, seating, answers))
    return owed.get((0, row["number"] - 1), ())


def bits(play, text):
    return [play.deck.card[name] for name in text.split()]


@pytest.mark.parametrize("row", ROWS["legal"], ids=lambda row: row["id"])
def test_a_card_is_legal_as_the_worked_example_says(row):
    play = law_of(row["game"], row.get("house", {}), row.get("rules"), row.get("contract"))
    own = owed_by(row) if "announced" in row else ()
    hand, trick = sum(bits(play, row["hand"])), bits(play, row["trick"])
    faced = play.after(trick)
    legal = faced.binding(hand, own)
    assert set(play.deck.names(legal)) == set(row["legal"].split())
    for card in bits(play, row["hand"]):
        assert excusable(card, own) or bool(hand & faced.forbids(card, own)) != bool(card & legal)


@pytest.mark.parametrize("row", ROWS["winner"], ids=lambda row: row["id"])
def test_the_trick_goes_to_whom_the_worked_example_says(row):
    play = law_of(row["game"], {}, row.get("rules"), row.get("contract"))
    assert row["trick"].split()[play.winner(bits(play, row["trick"]))] == row["card"]


@pytest.mark.parametrize("row", ROWS["winner"], ids=lambda row: row["id"])
def test_a_card_that_does_not_change_a_trick_leaves_it_the_same(row):
    play = law_of(row["game"], {}, row.get("rules"), row.get("contract"))
    cards = bits(play, row["trick"])
    for number in range(len(cards)):
        trick = play.after(cards[:number])
        same = [card for card in play.deck.name if not card & trick.changing]
        assert bool(same) == bool(number), "the lead always changes it, and after it not every card wins"
        assert all(trick[card][1] is trick for card in same)


@pytest.mark.parametrize(
    ("game", "house", "hand", "trick", "card", "reason"),
    [
        ("herzblatt", {}, "QH KC", "10H", "KC", "MUST_FOLLOW"),
        ("herzblatt", {}, "AH KC", "KH", "KC", "MUST_FOLLOW"),
        ("herzblatt", {}, "AH 9H", "KH", "9H", "MUST_OVERTRUMP"),
        ("herzblatt", {}, "AH KD", "AC", "KD", "MUST_TRUMP"),
        ("herzblatt", {}, "AH 9H", "AC KH", "9H", None),
        ("herzblatt", {"overtrump": "always"}, "AH 9H", "AC KH", "9H", "MUST_OVERTRUMP"),
        ("herzblatt", {"overtrump": "always"}, "AH 9H 9S", "AC KH", "9S", "MUST_TRUMP"),
        ("herzblatt", {"overtrump": "always", "void": "free"}, "AH 9H", "AC KH", "9H", None),
        ("herzblatt", {"overtrump": "always", "void": "free"}, "AH 9H", "KH", "9H", "MUST_OVERTRUMP"),
        ("herzeln", {}, "AH 9H", "KH", "9H", None),
        ("herzeln", {}, "AH 9S", "KH", "9S", "MUST_FOLLOW"),
        ("husarln", {}, "T3 KS", "KH", "KS", "MUST_TAROCK"),
        ("husarln", {}, "T3 KS", "T1", "KS", "MUST_FOLLOW"),
        ("husarln", {}, "T3 T21", "T5", "T3", None),
    ],
)
def test_the_reason_of_a_breach(game, house, hand, trick, card, reason):
    play = law_of(game, house)
    cards, held = bits(play, trick), play.deck.set_of(hand.split())
    hands = (*[Hand()] * len(cards), Hand(held, complete=True))
    played = (*cards, play.deck.card[card])
    broken = find_breaches(Recorded(play, play.deck.all, held.bit_count(), 0, hands, (played,))).broken
    assert [found.reason for found in broken] == ([reason] if reason else [])


def test_other_trumps_and_none_are_followed_too():
    play = herzblatt.law(SOLO, "C")
    assert play.deck.names(play.after(bits(play, "AS")).binding(play.deck.set_of(["AH", "7C"]))) == ("7C",)
    assert play.winner(bits(play, "AS AH 7C")) == 2
    play = herzblatt.law(SOLO, "")
    assert play.deck.names(play.after(bits(play, "AS")).binding(play.deck.set_of(["AH", "7C"]))) == ("AH", "7C")
    assert play.winner(bits(play, "7S AH 7C")) == 0


def test_the_emperors_trick_is_won_by_the_pagat():
    trick = "T21 SK T1"
    assert HUSARLN.law(OF_HUSARLN["loew"], None).winner(bits(HUSARLN.law(OF_HUSARLN["loew"], None), trick)) == 1
    play = HUSARLN.law(apply_house(OF_HUSARLN["loew"], {"emperors_trick": "yes"}), None)
    assert play.winner(bits(play, trick)) == 2
    assert play.winner(bits(play, "T21 SK T2")) == 1
