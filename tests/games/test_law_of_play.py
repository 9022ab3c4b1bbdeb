"""The law of play of every game: the rows of vectors/play.toml, and the rules read once more as plain sentences."""

import tomllib
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.audit.findings import judge
from scorekeeper.audit.worlds import Hand, Recorded
from scorekeeper.cards.obligations import excusable
from scorekeeper.cards.packs import TAROCK_54, TAROCKS
from scorekeeper.games.game import Seating
from scorekeeper.games.herzblatt import audit as herzblatt
from scorekeeper.games.herzblatt.rules import BRAUN, LEMBKE, SOLO
from scorekeeper.games.herzeln import audit as herzeln
from scorekeeper.games.house import apply_house
from scorekeeper.games.husarln.audit import TABLE as HUSARLN
from scorekeeper.games.husarln.rules import LOEW
from scorekeeper.games.koenigrufen.audit import TABLE as KOENIGRUFEN
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
    return HUSARLN.law(apply_house(LOEW, house), None) if game == "husarln" else herzeln.LAW


def koenigrufen_at(rules, contract, house=()):
    preset = apply_house(PRESETS[rules], dict(house))
    return preset, next(one for one in preset.contracts if one.key == contract)


def owed_by(row):
    """What a player owes in a trick for what he announced."""
    rows = [{"player": "Anna", "bonus": bonus, "announced": True} for bonus in row["announced"].split()]
    answers = {"declarer": "Anna", "contract": row["contract"], "bonuses": rows, "called": row.get("called", "")}
    rules, _ = koenigrufen_at(row["rules"], row["contract"])
    seating = Seating(1, "Anna", ("Anna",))
    owed = KOENIGRUFEN.owed(rules, seating, KOENIGRUFEN.read(rules, seating, answers))
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
    broken = judge(Recorded(play, play.deck.all, held.bit_count(), 0, hands, (played,))).broken
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
    assert HUSARLN.law(LOEW, None).winner(bits(HUSARLN.law(LOEW, None), trick)) == 1
    play = HUSARLN.law(apply_house(LOEW, {"emperors_trick": "yes"}), None)
    assert play.winner(bits(play, trick)) == 2
    assert play.winner(bits(play, "T21 SK T2")) == 1


LAWS = {
    "braun": (herzblatt.law(BRAUN), "H"),
    "lembke": (herzblatt.law(LEMBKE), "H"),
    "always": (herzblatt.law(apply_house(BRAUN, {"overtrump": "always"})), "H"),
    "never": (herzblatt.law(apply_house(BRAUN, {"overtrump": "never"})), "H"),
    "solo": (herzblatt.law(SOLO, "S"), "S"),
    "last trick": (herzblatt.law(SOLO, ""), ""),
    "herzeln": (herzeln.LAW, ""),
    "husarln": (HUSARLN.law(LOEW, None), "T"),
    "tapp": (tarock_law(TAROCK_54), "T"),
}
ACE_TEN_RANKS = ["7", "8", "9", "J", "Q", "K", "10", "A"]
TAROCK_RANKS = ["7", "8", "9", "10", "4", "3", "2", "A", "V", "C", "Q", "K"]


def suit(card):
    return "T" if card in TAROCKS else card[-1]


def rank(card, kind):
    if card in TAROCKS:
        return len(TAROCKS) - TAROCKS.index(card)
    return (TAROCK_RANKS if kind in ("husarln", "tapp") else ACE_TEN_RANKS).index(card[:-1])


def may_play(kind, trump, hand, trick):
    """Rules 2.4, HZ-3, HU-46 as sentences; the names of the legal cards."""
    if not trick:
        return set(hand)
    led = suit(trick[0])
    follow = {card for card in hand if suit(card) == led}
    trumps = {card for card in hand if suit(card) == trump}
    best = max((rank(card, kind) for card in trick if suit(card) == trump), default=-1)
    over = {card for card in trumps if rank(card, kind) > best}
    if follow:
        beat = led == trump and kind not in ("never", "husarln", "tapp") and over
        return over if beat else follow
    if kind == "lembke" or not trumps:
        return set(hand)
    return over if kind == "always" and over else trumps


def takes(trump, trick, kind):
    trumps = [card for card in trick if suit(card) == trump]
    best = max(trumps or [card for card in trick if suit(card) == suit(trick[0])], key=lambda card: rank(card, kind))
    return trick.index(best)


@pytest.mark.parametrize("kind", LAWS)
@settings(deadline=None)
@given(random=st.randoms(use_true_random=False), players=st.integers(2, 5))
def test_legal_cards_and_winner_are_as_the_sentences_say(kind, random, players):
    play, trump = LAWS[kind]
    cards = random.sample(list(play.deck.card), len(play.deck.card))
    trick, hand = cards[: random.randrange(players)], cards[10 : 10 + random.randint(1, 12)]
    legal = play.deck.names(play.after(bits(play, " ".join(trick))).binding(play.deck.set_of(hand)))
    assert set(legal) == may_play(kind, trump, hand, trick)
    if trick:
        assert play.winner([play.deck.card[card] for card in trick]) == takes(trump, trick, kind)


@pytest.mark.parametrize("kind", LAWS)
def test_whole_deals_played_by_the_rules_are_clean(kind):
    play, trump = LAWS[kind]
    random, size = Random(7), {"husarln": 12, "tapp": 16}.get(kind, 8)
    for _ in range(50):
        cards = random.sample(list(play.deck.card), 3 * size)
        hands = [cards[seat * size : (seat + 1) * size] for seat in range(3)]
        left, tricks, winners, leader = [list(hand) for hand in hands], [], [], random.randrange(3)
        first = leader
        for _ in range(size):
            trick = []
            for seat in (leader, (leader + 1) % 3, (leader + 2) % 3):
                trick.append(random.choice(sorted(may_play(kind, trump, left[seat], trick))))
                left[seat].remove(trick[-1])
            leader = (leader + takes(trump, trick, kind)) % 3
            tricks.append([play.deck.card[card] for card in trick])
            winners.append(leader)
        held = tuple(Hand(play.deck.set_of(hand), complete=True) for hand in hands)
        recorded = Recorded(play, play.deck.set_of(cards), size, first, held, tuple(map(tuple, tricks)))
        found = judge(recorded)
        assert (found.broken, found.undecided, found.misfit) == ((), (), None)
        assert [course.winners for course in found.courses] == [tuple(winners)]
        assert judge(replace(recorded, hands=held[::-1])).misfit or first == 1
