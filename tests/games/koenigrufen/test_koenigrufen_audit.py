"""Königrufen: what recorded cards show of the partner, the talon, the bonuses, and of what was played wrongly."""

from typing import Any, get_args

import pytest

from scorekeeper.audit.verdict import Verdict
from scorekeeper.cards.obligations import Fault, Revoke
from scorekeeper.games.house_rules import apply_house
from scorekeeper.games.koenigrufen import KOENIGRUFEN, TABLE
from scorekeeper.games.koenigrufen.rules import PRESETS
from scorekeeper.games.rulebook import CERTAINTIES
from scorekeeper.journal.acts import Answered
from scorekeeper.night.pricing import play
from scorekeeper.nightfile.audit import audit_slot, explain_price, find_offender
from scorekeeper.nightfile.night_reader import read_night
from scorekeeper.phrase import PLAIN, render
from tests.games.recorded import PLAYERS, SEATING, Recorded, found

RECORDED = Recorded(KOENIGRUFEN)
audit, again = RECORDED.audit, RECORDED.again
BY_ID = RECORDED.rows


@pytest.mark.parametrize("row", BY_ID.values(), ids=BY_ID)
def test_a_recorded_deal_counts_and_pays_as_it_was_entered(row: dict[str, Any]) -> None:
    rules, results = PRESETS[row["rules"]], ("points", "defender_points", "tricks", "won", "bonuses", "partner")
    for hands in (row["play"]["hands"], None):
        verdict = audit(row["rules"], row["answers"], row["play"] | {"hands": hands})
        assert (verdict.kind, verdict.differences) == ("clean", ())
        called = {key: value for key, value in row["answers"].items() if key not in results}
        if rows := [
            {key: bonus[key] for key in ("player", "bonus", "announced")}
            for bonus in row["answers"].get("bonuses", ())
            if bonus.get("announced")
        ]:
            called["bonuses"] = rows
        counted = audit(row["rules"], called, row["play"] | {"hands": hands}).counted
        assert counted
        result = play(KOENIGRUFEN, rules, SEATING, called | {key: value for key, value in counted.items() if value})
        assert [result.sheet[player] for player in PLAYERS] == row["score"]


def test_whose_partner_who_is_the_called_king_says() -> None:
    verdict = again("D-KR-1", partner="Bernd")
    assert [(one.key, one.counted) for one in verdict.differences] == [("partner", "David")]
    verdict = again("D-KR-1", partner=None, alone=True)
    assert {(one.key, one.counted) for one in verdict.differences} == {("partner", "David"), ("alone", False)}
    open_ = again("D-KR-1", partner=None, points=None, tricks=None)
    assert (open_.counted or {})["partner"] == "David"
    assert again("D-KR-1", partner=None, called=None, points=None, tricks=None).counted == {}, "nobody knows who he was"
    assert "bonuses" not in (again("D-KR-1", called=None).counted or {}), (
        "the King in the last trick may be the called one"
    )


@pytest.mark.parametrize(("entered", "clean"), [("39 2/3", True), (40, True), (39, False), ("40 1/3", False)])
def test_a_whole_count_is_the_rounded_one(entered: object, clean: bool) -> None:
    assert (again("D-KR-1", points=entered).kind == "clean") == clean
    assert (again("D-KR-1", points=entered, tricks=None).kind == "clean") == clean


def test_whether_it_was_won_is_enough() -> None:
    assert again("D-KR-1", points=None, tricks=None, won=True).kind == "clean"
    (difference,) = again("D-KR-1", points=None, tricks=None, won=False).differences
    assert (difference.key, difference.counted) == ("won", True)
    assert again("D-KR-3", tricks=None, won=False).kind == "clean"


@pytest.mark.parametrize(("contra", "needed"), [(0, 107), (1, 104), (2, 107), (3, 104)])
def test_cards_win_as_the_last_contra_says_where_it_must_be_made(contra: int, needed: int) -> None:
    answers = {"declarer": "Anna", "contract": "dreier", "contra": contra}
    for house, thirds in (({"contra_must": "yes"}, needed), ({}, 107)):
        rules = apply_house(PRESETS["ooe"], house)
        entered = TABLE.read_entered(rules, SEATING, answers)
        assert TABLE.entered_facts(rules, entered) == {"threshold": thirds}


def test_nothing_is_recorded_of_a_rufer_that_was_paid_unplayed() -> None:
    rules = apply_house(PRESETS["ooe"], {"rufer_unplayed": "yes"})
    answers = {"declarer": "Anna", "contract": "rufer"}
    assert KOENIGRUFEN.auditor
    assert KOENIGRUFEN.auditor.find_recording(rules, SEATING, answers)
    assert KOENIGRUFEN.auditor.find_recording(rules, SEATING, answers | {"unplayed": True}) is None


def test_a_piccolo_is_lost_with_the_second_trick() -> None:
    record = {"tricks": BY_ID["D-KR-3"]["play"]["tricks"]}
    early = again("D-KR-3", play={"tricks": record["tricks"][:2]}, tricks=None, won=False)
    assert early.kind == "incomplete"
    assert again("D-KR-3", play={"tricks": record["tricks"][:3]}, tricks=None, won=False).kind == "clean"


@pytest.mark.parametrize(
    ("trick", "winners"), [("T21 SK _ 7C", {""}), ("T21 SK 7C _", {""}), ("SK T21 _ 7C", {"Anna"})]
)
def test_a_forgotten_pagat_may_have_taken_the_emperors_trick(trick: str, winners: set[str]) -> None:
    verdict = audit("tirol", {"declarer": "Anna", "contract": "dreier"}, {"tricks": [trick, "9C 10C VC CC"]})
    assert set(verdict.winners[:1]) == winners


def test_ones_own_king_may_not_be_called() -> None:
    row = BY_ID["D-KR-1"]
    assert "KD" in row["play"]["hands"]["Anna"]
    verdict = again("D-KR-1", called="KD")
    assert (0, "Anna", "KD", "OWN_KING_CALLED", "KR-26") in found(verdict)
    assert not found(again("D-KR-1", {"call_own_king": "yes"}, called="KD"))
    assert not found(again("D-KR-1", play={"talon": None}, called="KD")), "it may have been in the talon"


def test_a_queen_is_called_only_with_all_four_kings() -> None:
    """Bernd and David show a King each, and Anna laid none away; a King from the talon came too late."""
    row, wrong = BY_ID["D-KR-1"]["play"], (0, "Anna", "QH", "QUEEN_CALLED", "KR-12")
    known = {"hands": {"Anna": row["hands"]["Anna"]}, "tricks": None, "talon": None, "half": None}
    late = {"hands": {}, "tricks": None, "talon": "KC AD T18 T21 CC 3D"}

    def judged(play: dict[str, Any], called: str = "QH") -> bool:
        return wrong in found(again("D-KR-1", {"four_kings": "call_queen"}, play, called=called, partner="Clara"))

    assert [judged(play) for play in ({}, {"hands": {}}, known, late)] == [True] * 4
    assert not judged({}, "KH")
    assert not judged({"hands": {"Anna": "KS KD"}, "tricks": None}), "nobody says where the others were"
    hands = {"Anna": "T6 KC T9 T16 KS KD KH T12 T17 T14 AD T18"}
    assert not judged({"hands": hands, "tricks": None})


FROM_TALON = {"talon": "T20 KD QS SK 9S T1"}
HANDS = BY_ID["D-KR-5"]["play"]["hands"]
NO_OTHER = {"hands": {"Anna": HANDS["Anna"].replace("T4", "T8")}}
"""Instead of the IIII the VIII, which David had."""


@pytest.mark.parametrize(
    ("answers", "play", "expected"),
    [
        ({}, {}, []),
        ({}, {"tricks": None, "hands": None} | FROM_TALON, [("T1", "WRONG_BIRD", "KR-11")]),
        ({}, {"tricks": None} | FROM_TALON, [("T1", "WRONG_BIRD", "KR-11")]),
        ({}, {"tricks": None} | FROM_TALON | NO_OTHER, [("", "BIRD_NOT_HELD", "KR-11")]),
        # Who laid away what nobody remembers may have laid a bird away.
        ({}, {"tricks": None, "discard": "9S 8S _"} | FROM_TALON | NO_OTHER, [("T1", "WRONG_BIRD", "KR-11")]),
        # Of two announced birds one is enough.
        ({"bonuses": ["pagat", "quapil"]}, {"tricks": None} | FROM_TALON, []),
        ({"bonuses": []}, {"tricks": None} | FROM_TALON | NO_OTHER, [("", "BIRD_NOT_HELD", "KR-11")]),
        ({}, {"tricks": ["T4 T1 T5 T8"], "hands": None}, [("T1", "WRONG_BIRD", "KR-11")]),
        ({}, {"tricks": ["T9 _ T5 T8", "T1"], "hands": None}, []),
        ({}, {"tricks": None, "hands": {"Bernd": HANDS["Bernd"].replace("T3", "T1")}},
         [("T1", "WRONG_BIRD", "KR-11")]),
        ({"bonuses": ["pagat", "quapil"]}, {"tricks": ["T9 T1 T5 T8"], "hands": None},
         [("T1", "ANNOUNCED_NOT_HELD", "KR-34")]),
    ],
)  # fmt: skip
def test_a_bird_has_to_be_in_the_hand_of_who_bids_or_announces_it(
    answers: dict[str, Any], play: dict[str, Any], expected: list[tuple[str, str, str]]
) -> None:
    rows = [{"player": "Anna", "bonus": bonus, "announced": True} for bonus in answers.get("bonuses", ["pagat"])]
    called = {"points": None, "tricks": None, "bonuses": rows}
    verdict = again("D-KR-5", play=play, **called)
    assert [(one.card, one.reason, one.rule) for one in verdict.violations] == expected


def test_an_announced_king_is_held_by_who_announced_it() -> None:
    rows = [{"player": "Clara", "bonus": "king_ultimo", "announced": True}]
    called = {"points": None, "tricks": None, "partner": None, "bonuses": rows}
    verdict = again("D-KR-1", play={"tricks": ["T6 SK T19 KH"], "hands": None, "talon": None}, **called)
    assert (0, "Clara", "KH", "KING_NOT_HELD", "KR-34") in found(verdict)
    rows[0]["player"] = "David"
    assert "KING_NOT_HELD" not in {one.reason for one in again("D-KR-1", play={"hands": None}, **called).violations}


def test_who_hands_forehand_on_has_all_four_kings() -> None:
    answers = {"declarer": "Clara", "contract": "dreier", "forehand": "Bernd"}
    verdict = audit("sauwald", answers, {"tricks": ["KH 2H 3H QH"]})
    assert found(verdict) == [(0, "Anna", "", "KINGS_NOT_HELD", "KR-12")]
    assert not found(audit("sauwald", answers, {"tricks": ["2H 3H QH KH"]}))


def test_too_few_suit_cards_by_the_tarocks_that_were_played() -> None:
    answers = {"declarer": "Anna", "contract": "farbensolo"}
    tricks = [f"T{number} _ _ _" for number in range(21, 14, -1)]
    led = {str(number): "Anna" for number in range(2, 8)}
    expected = [(0, "Anna", "", "TOO_FEW_SUIT_CARDS", "KR-23")]
    assert found(audit("sauwald", answers, {"tricks": tricks, "led": led}))[:1] == expected
    assert not found(audit("sauwald", answers, {"tricks": tricks[:6], "led": led | {"7": "Anna"}}))[:1]


def test_a_hand_of_thirteen_has_kept_a_card_that_was_to_be_laid_away() -> None:
    hands = HANDS | {"Anna": f"{HANDS['Anna']} 10C"}
    verdict = again("D-KR-5", play={"hands": hands, "discard": "9S 8S"})
    expected = [(0, "Anna", "", "WRONG_HAND", "KR-6"), (0, "Anna", "", "WRONG_LENGTH", "KR-20")]
    assert found(verdict)[:2] == expected
    assert (verdict.kind, verdict.misfit, (verdict.counted or {})["revoke"]) == ("violation", None, "Anna")


def test_a_misdeal_counts_both_players_with_a_wrong_number_of_cards() -> None:
    """KR-110: where they share the loss, one has thirteen cards and another eleven."""
    taken = HANDS["Bernd"].split()[-1]
    hands = HANDS | {"Anna": f"{HANDS['Anna']} {taken}", "Bernd": HANDS["Bernd"].removesuffix(taken).strip()}
    play = {"hands": hands, "tricks": None}
    assert shared(again("D-KR-5", play=play)) == ("Anna", "Bernd")
    untold = {player: cards for player, cards in hands.items() if player != "Bernd"}
    assert shared(again("D-KR-5", play={"hands": untold, "tricks": None})) == ("Anna", None), "the talon may be short"
    assert shared(again("D-KR-5", {"revoke": "side_loses"}, play)) == ("Anna", None), "a side loses"


def shared(verdict: Verdict) -> tuple[object, object]:
    counted = verdict.counted or {}
    return counted.get("revoke"), counted.get("revoke_with")


EARLY = {"tricks": BY_ID["D-KR-5"]["change"][0]["tricks"]}
NO_BIRD = {"tricks": None} | FROM_TALON | NO_OTHER
THIRTEEN = {"tricks": None, "hands": {"Anna": f"{HANDS['Anna']} 10C"}, "discard": "9S 8S"}
HONOUR = {"tricks": None, "hands": {}, "discard": "KD 8S 10C", "talon": None}
OTHER_BIRD = {"tricks": None} | FROM_TALON
OWN_KING = {"tricks": None, "hands": {"Anna": HANDS["Anna"].replace("T16", "KC")}}


@pytest.mark.parametrize(
    ("play", "reason", "revoke"),
    [
        (EARLY, "ANNOUNCED_CARD_EARLY", ("ruediger",)),
        (HONOUR, "HONOUR_DISCARDED", ("ooe", "sauwald", "tirol", "ruediger")),
        (THIRTEEN, "WRONG_HAND", tuple(PRESETS)),
        (NO_BIRD, "BIRD_NOT_HELD", ("ooe", "sauwald", "tirol", "ruediger")),
        (OTHER_BIRD, "WRONG_BIRD", ("ooe", "ruediger")),
        (OWN_KING, "OWN_KING_CALLED", ("sauwald", "wien", "tirol")),
    ],
)  # fmt: skip
@pytest.mark.parametrize("rules", PRESETS)
def test_what_an_author_calls_a_revoke(rules: str, play: dict[str, Any], reason: str, revoke: tuple[str, ...]) -> None:
    row = BY_ID["D-KR-5"]
    called = {key: value for key, value in row["answers"].items() if key not in ("points", "tricks", "bonuses")}
    named = "besserrufer" not in PRESETS[rules].values
    called["contract"] = "pagatrufer" if named else "besserrufer"
    called["bonuses"] = [{"player": "Anna", "bonus": "pagat", "announced": True}]
    house = {"announced_duty": "keep", "call_own_king": "no", "four_kings": "no_rufer"}
    verdict = audit(rules, called, row["play"] | play, house)
    assert reason in {one.reason for one in verdict.violations} or named
    assert ((verdict.counted or {}).get("revoke") == "Anna") == (rules in revoke)
    entered = audit(rules, called | {"revoke": "Anna"}, row["play"] | play, house)
    merely_lost = play is EARLY and rules in ("ooe", "sauwald", "wien")
    # Where no source tells, the table may have decided so.
    assert [one.key for one in entered.differences] == (["revoke"] if merely_lost else [])


def test_without_a_bird_the_announced_one_has_no_part_in_the_price() -> None:
    rows = [{"player": "Anna", "bonus": "pagat", "announced": True}]
    called = {"points": None, "tricks": None, "bonuses": rows}
    for rules, left in (("ooe", []), ("tirol", rows)):
        verdict = audit(rules, BY_ID["D-KR-5"]["answers"] | called, BY_ID["D-KR-5"]["play"] | NO_BIRD)
        assert (verdict.counted or {}).get("bonuses", rows) == left


def test_an_announced_card_that_wins_an_early_trick_is_left_to_the_table() -> None:
    bonuses = [{"player": "Anna", "bonus": "pagat", "announced": True}]
    answers = {"declarer": "Anna", "contract": "dreier", "bonuses": bonuses}
    play = {"tricks": ["T1 7S 8S 9S"]}
    for rules in ("ooe", "sauwald"):
        assert not audit(rules, answers, play).remarks, "it may have been the only tarock"
        verdict = audit(rules, answers, play | {"hands": {"Anna": "T20 T1"}})
        assert [(one.trick, one.player, one.card, one.rule) for one in verdict.remarks] == [(1, "Anna", "T1", "KR-77")]
        assert (verdict.kind, verdict.violations) == ("incomplete", ())
        assert not audit(rules, answers, {"tricks": ["T1 7S T8 9S"], "hands": {"Anna": "T20 T1"}}).remarks
    assert not audit("ruediger", answers, play | {"hands": {"Anna": "T20 T1"}}).remarks


def test_the_law_names_reasons_and_certainties_that_there_are() -> None:
    for rules in PRESETS.values():
        assert set(rules.law) <= {*get_args(Revoke), *get_args(Fault), "OUT_OF_TURN"}
        assert {breach.certainty for breach in rules.law.values()} <= CERTAINTIES.keys()
        assert {"MUST_FOLLOW", "MUST_TAROCK", "MUST_BEAT"} <= set(rules.revokes)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"discard": "KS 9S 3H"}, ("KS", "HONOUR_DISCARDED", "KR-21")),
        ({"discard": "T9 9S 3H"}, ("T9", "TAROCK_NOT_FORCED", "KR-22")),
    ],
)
def test_what_was_laid_away_wrongly(change: dict[str, str], expected: tuple[str, str, str]) -> None:
    card = change["discard"].split()[0]
    hands = BY_ID["D-KR-1"]["play"]["hands"] | {"Anna": BY_ID["D-KR-1"]["play"]["hands"]["Anna"].replace(card, "7C")}
    for shown in (hands, {}):
        verdict = again("D-KR-1", play=change | {"hands": shown, "tricks": ["VC KC QC 8C"]})
        assert expected in [(one.card, one.reason, one.rule) for one in verdict.violations], shown


def test_too_few_cards_laid_away() -> None:
    assert [(one.card, one.reason) for one in again("D-KR-1", play={"discard": "7C 9S"}).violations] == [
        ("", "WRONG_LENGTH")
    ]


def test_in_suit_games_tarocks_go_first_and_six_suit_cards_stay() -> None:
    """In the second deal Bernd keeps two tarocks besides the Pagat, so he need not have laid a suit card away."""
    hands = BY_ID["D-KR-2"]["play"]["hands"]
    swapped = hands | {"Bernd": hands["Bernd"].replace("2H", "T6")}
    for shown in (swapped, {}):
        tricks = BY_ID["D-KR-2"]["play"]["tricks"][:4]
        verdict = again("D-KR-2", play={"discard": "2H T16 T10", "hands": shown, "tricks": tricks})
        assert ("2H", "SUIT_NOT_FORCED", "KR-23") in [(one.card, one.reason, one.rule) for one in verdict.violations]
    few = {"Anna": "SK T21 T20 T19 T18 T17 T16 KH QH CH VH KS"}
    answers = {"declarer": "Anna", "contract": "farbensolo"}
    assert [one.reason for one in audit("sauwald", answers, {"hands": few}).violations] == ["TOO_FEW_SUIT_CARDS"]
    assert not audit("ooe", answers, {"hands": few}).violations


def test_a_revoke_ends_the_deal_and_nothing_else_counts() -> None:
    row = BY_ID["D-KR-1"]
    change = row["change"][0]
    verdict = again("D-KR-1", play={"tricks": change["tricks"][:1]})
    assert verdict.counted == {"points": None, "tricks": None, "revoke": change["player"]}
    entered = {"points": None, "tricks": None, "revoke": change["player"]}
    verdict = again("D-KR-1", play={"tricks": change["tricks"][:1]}, **entered)
    assert (verdict.kind, verdict.differences) == ("violation", ())
    blamed = again("D-KR-1", **(entered | {"revoke": "Clara"}))
    assert [(one.key, one.counted) for one in blamed.differences] == [("revoke", None)]


def price_of(name: str, rules: str = "", **more: Any) -> str:
    row = BY_ID[name]
    deal = {key: value for key, value in {**row["answers"], "play": row["play"], **more}.items() if value is not None}
    document = read_night(
        {"game": "koenigrufen", "rules": rules or row["rules"], "players": list(PLAYERS), "deals": [deal]}
    )
    (slot,) = document.slots
    assert isinstance(slot.act, Answered)
    price = explain_price(document.night, slot.seating, slot.act.answers, audit_slot(document, slot))
    return render(price, PLAIN) if price else ""


def test_a_verdict_names_the_price_of_a_revoke() -> None:
    play = BY_ID["D-KR-1"]["play"] | {"tricks": BY_ID["D-KR-1"]["change"][0]["tricks"]}
    start, end = "Bernd’s wrong card ends the deal (KR-47): Bernd pays", "; the 39 2/3 card points do not count"
    assert price_of("D-KR-1", play=play) == f"{start} Anna, Clara, David 1 each{end}"
    dreier = {"contract": "dreier", "called": None, "partner": None}
    assert price_of("D-KR-1", play=play, **dreier) == f"{start} Anna 12, Clara, David 4 each{end}"
    assert price_of("D-KR-1", "ruediger", play=play).startswith("Bernd’s side loses (KR-47): Anna, David 1 each, Bernd")
    assert price_of("D-KR-1", play=play, revoke="Bernd", points=None, tricks=None) == "", "it is entered"
    assert price_of("D-KR-1") == ""
    no_bird = BY_ID["D-KR-5"]["play"] | {"tricks": []} | FROM_TALON | NO_OTHER
    expected = "Anna’s breach ends the deal (KR-47): Anna pays Bernd, Clara, David 3 each; the 53 1/3 card points"
    rows = [{"player": "Anna", "bonus": "uhu", "announced": True, "made": False}]
    assert price_of("D-KR-5", "ooe", play=no_bird, bonuses=rows).startswith(expected)


def test_a_breach_tells_what_it_comes_to() -> None:
    def told(rules: str, reason: str, play: dict[str, Any]) -> list[tuple[str, str]]:
        row = BY_ID["D-KR-5"]
        rows = [{"player": "Anna", "bonus": "pagat", "announced": True}]
        answers = {"declarer": "Anna", "contract": "dreier", "bonuses": rows}
        verdict = audit(rules, answers, row["play"] | play, {"announced_duty": "keep"})
        found = next(one for one in verdict.violations if one.reason == reason)
        return [(render(text, PLAIN), rule) for text, rule in found.consequences]

    revoked = {"tricks": BY_ID["D-KR-5"]["change"][1]["tricks"]}
    back = ("Until the trick was turned over, it could be taken back", "KR-90")
    assert told("wien", "MUST_FOLLOW", revoked) == [("That is a revoke", "KR-105"), back]
    assert told("ooe", "MUST_FOLLOW", revoked) == [("That is a revoke", "KR-103")]
    assert told("wien", "ANNOUNCED_CARD_EARLY", EARLY) == [
        ("No revoke: only what was announced is lost", "KR-108"),
    ]
    assert told("tirol", "ANNOUNCED_CARD_EARLY", EARLY) == [("Whether that is a revoke, the table decides", "")]
    assert told("wien", "HONOUR_DISCARDED", HONOUR) == [("Whether that is a revoke, the table decides", "")]
    named = "That is a revoke, though the source does not name this case"
    assert told("sauwald", "HONOUR_DISCARDED", HONOUR) == [(named, "KR-104")]


def test_a_revoke_keeps_of_the_bonuses_what_was_announced() -> None:
    """What it counts can be booked as it stands."""
    change, rules = BY_ID["D-KR-1"]["change"][0], PRESETS["ooe"]
    silent = {"player": "Bernd", "bonus": "trull"}
    announced = {"player": "Anna", "bonus": "kings", "announced": True, "made": False}
    for rows, left in (([silent], None), ([silent, announced], [announced]), ([announced], [announced])):
        answers = BY_ID["D-KR-1"]["answers"] | {"bonuses": rows}
        counted = again("D-KR-1", play={"tricks": change["tricks"][:1]}, bonuses=rows).counted
        assert counted
        assert {"bonuses": rows} | counted == {
            "points": None,
            "tricks": None,
            "bonuses": left,
            "revoke": change["player"],
        }
        told = {key: value for key, value in (answers | counted).items() if value is not None}
        play(KOENIGRUFEN, rules, SEATING, told, entered=True)


def test_damages_that_are_claimed_beside_a_revoke_stay() -> None:
    change, damages = BY_ID["D-KR-1"]["change"][0], {"revoke_damages": "yes"}
    silent = [{"player": "Bernd", "bonus": "trull"}]
    entered = {"points": None, "tricks": None, "revoke": change["player"], "bonuses": silent}
    verdict = again("D-KR-1", damages, {"tricks": change["tricks"][:1]}, **entered)
    assert [one.player for one in verdict.violations] == [change["player"]]
    assert verdict.differences == ()


def test_an_announced_bird_is_kept_or_merely_lost() -> None:
    change = BY_ID["D-KR-5"]["change"][0]
    verdict = again("D-KR-5", play={"tricks": change["tricks"]})
    assert found(verdict) == [(2, "Anna", "T1", "ANNOUNCED_CARD_EARLY", "KR-77")]
    assert not found(again("D-KR-5", {"announced_duty": "loses"}, play={"tricks": change["tricks"]}))
    no_hands = again("D-KR-5", play={"tricks": change["tricks"], "hands": None})
    assert found(no_hands) == found(verdict)
    assert no_hands.violations[0].seen


def test_an_agreed_deal_is_not_judged() -> None:
    deal = {"adjust": {"Anna": 4, "Bernd": -4}, "reason": "so agreed", "play": {"tricks": ["T1 T2 T3 T4"]}}
    document = read_night({"game": "koenigrufen", "rules": "ooe", "players": list(PLAYERS), "deals": [deal]})
    assert audit_slot(document, document.slots[0]).kind == "incomplete"


def test_five_at_the_table_and_who_pays_for_the_wrong_card() -> None:
    """The dealer sits out; the deal is booked with the wrong card, whose price the rules say."""
    row = BY_ID["D-KR-1"]
    change = row["change"][0]
    deal = {key: value for key, value in row["answers"].items() if key not in ("points", "tricks")}
    deal |= {"revoke": change["player"], "play": row["play"] | {"tricks": change["tricks"]}}
    night = {"game": "koenigrufen", "rules": "ooe", "players": [*PLAYERS, "Emma"], "dealer": "Emma", "deals": [deal]}
    document = read_night(night)
    (slot,) = document.slots
    verdict = audit_slot(document, slot)
    assert (verdict.kind, verdict.differences) == ("violation", ())
    assert find_offender(document.night, 1, verdict) == "", "what it costs is settled"
    assert [slot.result.sheet[player] for player in slot.seating.playing] == [1, -3, 1, 1]
    assert len(slot.seating.playing) == 4


def test_a_bonus_announced_by_one_side_counts_for_that_side_alone() -> None:
    """The Trull that was announced by Clara and lay with the others settles it (KR-34)."""
    kept = [row for row in BY_ID["D-KR-5"]["answers"]["bonuses"] if row["bonus"] != "trull"]
    lost = {"player": "Clara", "bonus": "trull", "announced": True, "made": False}
    assert again("D-KR-5", bonuses=[*kept, lost]).kind == "clean"
    assert again("D-KR-5", bonuses=[*kept, {**lost, "made": True}]).kind == "difference"


def test_a_card_may_have_been_caught_in_a_trick_that_is_left_out() -> None:
    """Bernd takes Anna's Pagat in the eighth trick, of which the record has no card."""
    tricks = (
        *("7S 10S CS QS", "7C 9C VC KC", "QC 8C CC T15", "4D 3D 2D KD", "T7 T3 T21 T20", "VS T11 T2 8S"),
        *("T14 SK T5 T6", "", "T4 KS T19 T16", "QH T12 KH 2H", "T8 T13 CH T18", "3H T17 VD VH"),
    )
    values = {"king_fang": [1, 2], "pagat_fang": [1, 2], "skues_fang": [2, 4]}
    caught = {"player": "Bernd", "bonus": "pagat_fang"}
    answers = {"declarer": "Anna", "contract": "sechserdreier", "bonuses": [caught], "tricks": 4, "points": "29 1/3"}
    verdict = audit("steiermark", answers, {"tricks": list(tricks), "leader": "Anna"}, {"values": values})
    assert "bonuses" not in [difference.key for difference in verdict.differences]
