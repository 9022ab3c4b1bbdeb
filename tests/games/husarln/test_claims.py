"""When Trull and tarocks are claimed: what the form asks for, and what an audit says that nobody has claimed."""

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.game import Seating
from scorekeeper.games.house_rules import apply_house
from scorekeeper.language import Speech, find_locale
from scorekeeper.nightfile.audit import audit_night, audit_slot
from scorekeeper.nightfile.night_reader import read_night
from scorekeeper.phrase import PLAIN, render
from scorekeeper.telling.audit import format_audit

TEN = "SK T21 T1 T20 T19 T18 T17 T16 T15 T14 KH KD"
TRULL = "SK T21 T1 T20 T19 KS QS CS KH QH KD QD"
DEAL = {"declarer": "Bernd", "contract": "Solo", "points": 40}


def night(hands, *claimed, rules="beck", house=None, tricks=(), **more):
    rows = [{"player": player, "bonus": bonus} for player, bonus in claimed]
    play = {"hands": hands, "tricks": list(tricks)} if tricks else {"hands": hands}
    deal = DEAL | {"play": play} | ({"bonuses": rows} if rows else {}) | more
    return read_night(
        {
            "game": "husarln",
            "rules": rules,
            "players": ["Anna", "Bernd", "Clara"],
            "house": house or {},
            "deals": [deal],
        }
    )


def unclaimed(*args, **more):
    document = night(*args, **more)
    found = audit_slot(document, document.slots[0]).unclaimed
    return [(one.player, render(one.what, PLAIN), one.rule) for one in found]


def test_an_audit_says_what_may_still_be_claimed():
    assert unclaimed({"Anna": TRULL}) == [("Anna", "Trull", "HU-31")]
    assert unclaimed({"Anna": TEN}) == [("Anna", "Trull", "HU-31"), ("Anna", "10 tarocks", "HU-31")]
    assert unclaimed({"Anna": TEN}, ("Anna", "trull")) == [("Anna", "10 tarocks", "HU-31")]
    assert unclaimed({"Anna": TEN}, ("Anna", "trull"), ("Anna", "tarock10")) == []


def test_three_cards_of_one_player_prove_the_trull():
    assert unclaimed({"Bernd": "SK T21 T1"}) == [("Bernd", "Trull", "HU-31")]
    assert unclaimed({"Bernd": "SK T21"}) == []
    assert unclaimed({"Bernd": "T21 T1"}, tricks=["KH SK QH"]) == [("Bernd", "Trull", "HU-31")]


def test_half_a_hand_proves_no_number_of_tarocks():
    assert unclaimed({"Anna": "T20 T19 T18 T17 T16 T15 T14 T13 T12 T11"}) == []


@pytest.mark.parametrize(("rules", "house"), [("loew", {}), ("beck", {"claim": "before_play"})])
def test_where_it_is_claimed_before_play_nothing_is_left_to_claim(rules, house):
    assert unclaimed({"Anna": TEN}, rules=rules, house=house) == []


@pytest.mark.parametrize(("rules", "house"), [("bamberger1", {}), ("loew", {"claim": "until_next_deal"})])
def test_whoever_plays_until_the_next_deal_is_told(rules, house):
    assert len(unclaimed({"Anna": TEN}, rules=rules, house=house)) == 2


def test_a_record_that_contradicts_itself_leaves_nothing_to_claim():
    assert unclaimed({"Anna": TEN, "Clara": "SK"}) == []


@pytest.mark.parametrize(
    ("language", "open_", "late"),
    [
        (
            "en",
            "Anna had: Trull, still to be claimed (HU-31)",
            "Anna had: Trull, which was not claimed in time (HU-31)",
        ),
        ("de", "Anna hatte: Trull, noch zu melden (HU-31)", "Anna hatte: Trull, nicht rechtzeitig gemeldet (HU-31)"),
    ],
)
def test_it_is_told_in_both_languages_and_as_late_after_the_next_deal(language, open_, late):
    speech = Speech(find_locale((language,)))
    document = night({"Anna": TRULL})
    lines = list(format_audit(document, [audit_slot(document, slot) for slot in document.slots], speech))
    assert lines[-1].strip() == open_
    assert audit_night(document)["deals"][0]["unclaimed"] == ["Anna"]
    longer = read_night(
        {"game": "husarln", "rules": "beck", "players": ["Anna", "Bernd", "Clara"]}
        | {"deals": [DEAL | {"play": {"hands": {"Anna": TRULL}}}, DEAL]}
    )
    told = [line.strip() for line in format_audit(longer, [audit_slot(longer, slot) for slot in longer.slots], speech)]
    assert late in told
    assert open_ not in told


@pytest.mark.parametrize(("preset", "when"), [("loew", "before play"), ("beck", "before the next deal")])
def test_the_form_asks_with_the_call_and_says_until_when(preset, when):
    game = GAMES["husarln"]
    rules = apply_house(game.presets[preset], {})
    (rows,) = [
        question
        for question in game.ask(rules, Seating(1, "Clara", ("Anna", "Bernd", "Clara")), {"declarer": "Anna"})
        if question.name == "bonuses"
    ]
    assert rows.stage == "call"
    assert render(rows.label, PLAIN).endswith(f"(announce Trull and tarocks {when})")
    ways = [render(way.label, PLAIN) for way in rows.ways if not way.only or "trull" in way.only]
    assert ways == ["made"]
