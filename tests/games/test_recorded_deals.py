"""Recorded deals judged: the rows of vectors/deals.toml, and what was entered against what the cards count."""

import tomllib
from pathlib import Path

import pytest

from scorekeeper.audit.verdict import Difference, Seen, explain, explain_misfit
from scorekeeper.games import GAMES
from scorekeeper.games.game import Seating
from scorekeeper.games.house_rules import apply_house
from scorekeeper.night.record import read_play
from scorekeeper.phrase import PLAIN, render

ROWS = tomllib.loads((Path(__file__).parents[1] / "vectors" / "deals.toml").read_text("utf-8"))["records"]
BY_ID = {row["id"]: row for row in ROWS}
WITH_HANDS = pytest.mark.parametrize("hands", [True, False], ids=["hands", "no hands"])


def audit(row, answers=None, house=None, number=1, **play):
    game, players = GAMES[row["game"]], tuple(row["players"])
    rules = apply_house(game.presets[row["rules"]], house or {})
    raw = {key: value for key, value in (row["play"] | play).items() if value is not None}
    record = read_play(game, players, raw)
    seating = Seating(number, players[-1], players)
    return game.auditor.audit(rules, seating, row.get("answers", {}) if answers is None else answers, record)


@WITH_HANDS
@pytest.mark.parametrize("row", [row for row in ROWS if "counted" in row], ids=lambda row: row["id"])
def test_the_cards_count_to_the_points_that_were_paid(row, hands):
    play = {} if hands else {"hands": None}
    for form in ("counted", "rounded"):
        for key, value in row.get(form, {}).items():
            verdict = audit(row, row["answers"] | {key: value}, **play)
            assert (verdict.kind, verdict.counted, verdict.entered) == ("clean", {key: value}, {key: value})
            wrong = 1 if value != 1 else 2
            verdict = audit(row, row["answers"] | {key: wrong}, **play)
            assert verdict.kind == "difference"
            assert verdict.differences == (Difference(key, wrong, row.get("rounded", row["counted"])[key]),)


@WITH_HANDS
@pytest.mark.parametrize("row", [row for row in ROWS if "tours" in row], ids=lambda row: row["id"])
def test_the_cards_of_each_tour_count_to_its_points(row, hands):
    play = {} if hands else {"hands": None}
    for number, points in enumerate(row["tours"], start=1):
        verdict = audit(row, {"points": points}, number=number, **play)
        assert (verdict.kind, verdict.counted) == ("clean", {"points": points})
        (key, value), *_ = audit(row, {}, number=number, **play).counted.items()
        assert audit(row, {key: value}, number=number, **play).kind == "clean"
        assert audit(row, {key: value, "points": points}, number=number).counted == {key: value, "points": points}
        other = {**points, "Anna": points["Clara"], "Clara": points["Anna"]}
        verdict = audit(row, {"points": other}, number=number, **play)
        assert (verdict.kind, verdict.differences) == ("difference", (Difference("points", other, points),))


LAY_OFFS = tomllib.loads((Path(__file__).parents[1] / "vectors" / "herzeln.toml").read_text("utf-8"))["dealt"]
LAID = [(row, row) for row in LAY_OFFS] + [(row, change) for row in LAY_OFFS for change in row["change"]]


@pytest.mark.parametrize(("row", "change"), LAID, ids=lambda row: row.get("what") or row["id"])
def test_a_lay_off_is_counted_and_a_wrong_move_named(row, change):
    players = list(row["hands"])
    deal = {"game": "herzeln", "rules": "piatnik", "players": players, "play": {}}
    play = {"hands": row["hands"], "leader": row["first"], "layoff": change["moves"]}
    verdict = audit(deal, {}, number=8, **play)
    if "reason" not in change:
        assert (verdict.kind, verdict.counted) == ("clean", {"out": change["order"]})
        return
    (found,) = verdict.violations
    assert (verdict.kind, found.trick, found.reason) == ("violation", change["step"] + 1, change["reason"])
    assert change["moves"][change["step"]].startswith(f"{found.player} {found.card or 'pass'}")
    assert render(explain(found), PLAIN)


def test_who_led_is_enough_to_judge_a_trick_in_the_middle():
    """Of six tricks nobody remembers a card; two later ones prove that somebody did not follow, with leaders Bernd."""
    row = BY_ID["D-HU-Z2"]
    tricks = [*["_ _ _"] * 6, "QD QH T17", "KS T10 AD"]
    (found,) = audit(row, hands=None, talon=None, discard=None, tricks=tricks).violations
    assert (found.trick, found.player, found.card) == (7, "", "QH")
    assert found.proof == (Seen(7, "QD"), Seen(7, "T17"), Seen(8, "AD"))
    led = {"7": "Anna", "8": "Clara"}
    (found,) = audit(row, hands=None, talon=None, discard=None, tricks=tricks, led=led).violations
    assert (found.trick, found.player, found.card, found.seen) == (7, "Bernd", "QH", Seen(8, "AD"))
    said = "the suit that was led had to be followed: QH in trick 7, though AD came later, in trick 8"
    assert render(explain(found), PLAIN) == said
    verdict = audit(row, hands=None, talon=None, discard=None, tricks=tricks[:6], led=led)
    assert verdict.turn[:2] == (7, "Anna")


def test_who_led_though_another_had_won_is_found():
    row = BY_ID["D-HU-Z2"]
    verdict = audit(row, hands=None, tricks=["T12 T19 T16", "VS SK CS"], led={"2": "Clara"})
    (found,) = verdict.violations
    assert (found.trick, found.player, found.card, found.reason) == (2, "Clara", "VS", "OUT_OF_TURN")
    assert verdict.leaders == ("Anna", "Clara")
    assert render(explain(found), PLAIN) == "VS: it was another player’s turn to lead"
    assert not audit(row, hands=None, tricks=["T12 T19 T16", "CS VS SK"], led={"2": "Bernd"}).violations


def test_a_breach_may_be_proven_by_the_count_of_cards():
    """Anna's and Bernd's hands are known, so Clara had the rest."""
    row = BY_ID["D-HZ3"]
    hands = {player: cards for player, cards in row["play"]["hands"].items() if player != "Clara"}
    (found,) = audit(row, {}, hands=hands, tricks=["AH 9H QC"]).violations
    assert (found.trick, found.player, found.card, found.reason) == (1, "Clara", "QC", "MUST_FOLLOW")
    assert (found.legal, found.seen) == (("KH", "QH"), None)
    assert render(explain(found), PLAIN) == "QC: the suit that was led had to be followed"
    del hands["Bernd"]
    verdict = audit(row, {}, hands=hands, tricks=["AH 9H QC"])
    assert (verdict.kind, verdict.violations) == ("incomplete", ())
    (open_,) = verdict.undecided
    assert open_[:4] == (1, "Clara", "QC", True)
    assert open_.lacking == ("10H", "KH", "QH")


@pytest.mark.parametrize(
    ("id_", "play", "expected"),
    [
        ("D-HB3", {"tricks": ["10C QC 8C 9C"]}, (1, "", "9C", "WRONG_LENGTH")),
        ("D-HB3", {"tricks": [*BY_ID["D-HB3"]["play"]["tricks"], "10C QC 8C"]}, (9, "Clara", "10C", "WRONG_LENGTH")),
        ("D-HB3", {"tricks": ["7C QC 8C"]}, (1, "Anna", "7C", "NOT_IN_PACK")),
        ("D-HB3", {"tricks": ["10C QC 8C", "QH 10H AH", "QH JD AD"], "hands": None}, (3, "Clara", "QH", "CARD_TWICE")),
        ("D-HB3", {"tricks": ["10S QC 8C"], "hands": None}, (1, "Anna", "10S", "NOT_IN_HAND")),
        ("D-HB3", {"discard": "10S 8S 9S"}, (0, "Bernd", "9S", "CARD_TWICE")),
        ("D-HB3", {"discard": "10S 8S 8D", "skat": None}, (0, "Bernd", "8D", "NOT_IN_PACK")),
        ("D-HU-Z2", {"discard": "CH CD"}, (0, "", "CD", "CARD_TWICE")),
        ("D-HU-Z2", {"discard": "CH"}, (0, "Anna", "", "WRONG_LENGTH")),
        ("D-HU-S", {"discard": "CC", "talon": None}, (0, "Clara", "CC", "WRONG_LENGTH")),
    ],
)
def test_cards_that_cannot_have_been_are_named(id_, play, expected):
    found = audit(BY_ID[id_], **play).violations[0]
    assert (found.trick, found.player, found.card, found.reason) == expected


def test_a_discarded_tarock_is_in_doubt_until_a_suit_card_is_seen():
    row = BY_ID["D-HU-Z2"]
    (doubt,) = audit(row, hands=None, discard="T4 T6", tricks=[]).undecided
    assert (doubt.trick, doubt.card, doubt.who) == (0, "T4", "Anna")
    assert {"QD", "VC"} <= set(doubt.lacking)
    assert doubt.lacking.count("KS") == 0
    assert doubt.ask
    kept = audit(row, hands={"Anna": "QD"}, discard="T4 T6", tricks=[])
    assert ([one.reason for one in kept.violations], kept.undecided) == (["TAROCK_NOT_FORCED"], ())
    assert audit(row, hands=None, discard="CH CS", tricks=[]).undecided == ()


def test_a_wrong_discard_is_named():
    row = BY_ID["D-HU-Z2"]
    hands = row["play"]["hands"] | {"Anna": row["play"]["hands"]["Anna"].replace("T4", "CH").replace("T6", "VD")}
    found = audit(row, hands=hands, discard="T4 T6", tricks=[]).violations[0]
    assert (found.card, found.reason) == ("T4", "TAROCK_NOT_FORCED")
    assert set(found.legal) == {"VC", "QD", "QC", "CH", "VD"}
    hands["Anna"] = row["play"]["hands"]["Anna"].replace("SK", "VD")
    found = audit(row, hands=hands, discard="CH SK", tricks=[]).violations[0]
    assert (found.card, found.reason) == ("SK", "HONOUR_DISCARDED")
    assert audit(row, hands=None, discard="CH SK", tricks=[]).violations[0].reason == "HONOUR_DISCARDED"
    row = BY_ID["D-HB3"]
    assert audit(row, house={"discard": "no_aces_tens"}).violations[0].card == "10S"


def test_without_cards_nothing_is_judged():
    row = BY_ID["D-HB3"]
    assert audit(row, tricks=[]).kind == "incomplete"
    nothing = audit(row, hands=None, skat=None, discard=None, tricks=None)
    assert (nothing.kind, nothing.violations, nothing.counted) == ("incomplete", (), {})


def test_a_du_is_lost_with_the_first_trick_of_another():
    row = BY_ID["D-MU4"]
    answers = {"soloist": "Bernd", "announced": "du"}
    verdict = audit(row, answers | {"all_tricks": True})
    assert (verdict.kind, verdict.counted) == ("difference", {"all_tricks": False})
    verdict = audit(row, answers | {"points": 57})
    assert (verdict.kind, verdict.counted) == ("clean", {"points": 57, "all_tricks": False})


def test_a_deal_that_is_only_called_is_counted_and_not_compared():
    row = BY_ID["D-HB3"]
    verdict = audit(row, {"soloist": "Bernd"})
    assert (verdict.kind, verdict.counted, verdict.entered) == ("clean", {"points": 33}, {})
    passed = {"skat": "10S 8S", "discard": None, "hands": None}
    played = audit(row, {"passed": True}, {"all_pass": "last_trick"}, **passed, tricks=row["play"]["tricks"])
    assert played.counted == {"last_trick": "Anna"}
    verdict = audit(row, {}, tricks=row["play"]["tricks"][:3])
    assert (verdict.kind, verdict.counted) == ("incomplete", {})
    said = {"player": "Anna", "bonus": "pagat", "announced": True}
    verdict = bonuses([said], "loew", points=None)
    assert (verdict.kind, verdict.differences) == ("clean", ())
    assert verdict.counted == {"points": 61, "bonuses": [said | {"made": True}]}


@pytest.mark.parametrize(
    ("answers", "house", "there"),
    [
        ({}, {}, True),
        ({}, {"first_lead": "soloist"}, False),
        ({"soloist": "Bernd"}, {"first_lead": "soloist"}, True),
        ({"passed": True}, {}, False),
        ({"passed": True}, {"all_pass": "last_trick"}, True),
    ],
)
def test_cards_can_be_recorded_once_it_is_known_who_leads(answers, house, there):
    game = GAMES["herzblatt"]
    rules = apply_house(game.presets["braun"], house)
    assert bool(game.auditor.find_recording(rules, Seating(1, "Clara", ("Anna", "Bernd", "Clara")), answers)) == there


BONUS_TRICKS = [
    *("SK T21 T3", "T20 T19 T4", "T18 T17 T5", "T16 T15 T6", "T14 T13 T7", "T12 T11 T8", "T10 T9 KH"),
    *("KC QC CC", "KS QS CS", "KD QD CD", "T2 QH CH", "T1 VH AH"),
]


def bonuses(rows, rules="bamberger1", house=None, tricks=BONUS_TRICKS, **answers):
    row = {"game": "husarln", "rules": rules, "players": ["Anna", "Bernd", "Clara"], "play": {}}
    answers = {"declarer": "Anna", "contract": "Solo", "points": 40, "bonuses": rows} | answers
    play = {"tricks": tricks, "talon": "VC VS VD 10C 10S AD"}
    return audit(row, answers, house, **play)


def test_bonuses_that_were_announced():
    said = {"player": "Anna", "bonus": "pagat", "announced": True}
    assert bonuses([said], "loew").counted["bonuses"] == [said | {"made": True}]
    assert bonuses([said | {"made": False}], "loew").counted["bonuses"] == [said | {"made": True}]
    tricks = [*BONUS_TRICKS[:-2], "T1 QH CH", "T2 VH AH"]
    assert bonuses([said], "loew", tricks=tricks).counted["bonuses"] == [said | {"made": False}]
    bernd = {"player": "Bernd", "bonus": "pagat", "announced": True}
    assert bonuses([bernd], "loew").counted["bonuses"] == [
        bernd | {"made": False},
        {"player": "Anna", "bonus": "pagat"},
    ]


def test_bonuses_in_hand_count_where_they_were_claimed():
    claims = [{"player": "Bernd", "bonus": "trull"}, {"player": "Anna", "bonus": "tarock10"}]
    assert bonuses(claims, "loew").counted["bonuses"] == [{"player": "Anna", "bonus": "pagat"}]
    tricks = ["SK T20 T3", "T21 T19 T4", *BONUS_TRICKS[2:]]
    trull = {"player": "Anna", "bonus": "trull"}
    assert bonuses([trull], "loew", tricks=tricks).counted["bonuses"] == [trull, {"player": "Anna", "bonus": "pagat"}]
    assert bonuses([], "loew", tricks=tricks).counted["bonuses"] == [{"player": "Anna", "bonus": "pagat"}]


def test_a_pagat_lost_in_the_last_trick():
    lost = {"player": "Bernd", "bonus": "pagat", "made": False}
    tricks = ["SK T21 VH", *BONUS_TRICKS[1:-2], "T3 QH CH", "T2 T1 AH"]
    assert "bonuses" not in bonuses([], "loew", tricks=tricks, bonuses=None).counted
    house = {"failed_silent_pagat": "silent_value"}
    assert bonuses([], "loew", house, tricks=tricks).counted["bonuses"] == [lost]
    assert bonuses([lost], "loew", house, tricks=tricks).counted["bonuses"] == [lost]


def test_forgotten_cards_leave_a_bonus_open():
    tricks = [*BONUS_TRICKS[:-1], "_ VH AH"]
    assert bonuses([], "loew", tricks=tricks).counted["bonuses"] == [{"player": "Anna", "bonus": "pagat"}]
    tricks = ["_ T21 T3", *BONUS_TRICKS[1:-1], "_ VH AH"]
    assert "bonuses" not in bonuses([], "loew", tricks=tricks).counted


def test_overtrumping_everywhere_is_a_rule_of_its_own():
    row = BY_ID["D-HB3"]
    play = {"skat": None, "discard": None, "hands": {"Clara": "JH KH"}, "tricks": ["AC QH JH"]}
    (found,) = audit(row, house={"overtrump": "always"}, **play).violations
    assert (found.reason, found.rule) == ("MUST_OVERTRUMP", "HB-24")
    assert not audit(row, **play).violations
    (found,) = audit(row, **play | {"hands": None, "tricks": ["10C QC 8C", "QH 10H JH", "JD AH 9D"]}).violations
    assert (found.reason, found.rule) == ("MUST_OVERTRUMP", "HB-21")


def test_a_card_that_lies_in_no_hand_is_reported_and_nothing_counted():
    row = BY_ID["D-HB3"]
    tricks = ["10C QC 8C", "QH 10H AS", *row["play"]["tricks"][2:]]
    verdict = audit(row, {"soloist": "Bernd", "points": 35}, tricks=tricks)
    assert (verdict.kind, verdict.counted, verdict.differences) == ("violation", {}, ())
    assert render(explain_misfit(verdict.misfit), PLAIN) == (
        "trick 2, Clara, AS: this card was not in the hand; so nothing is counted"
    )
    assert "NOT_IN_HAND" not in {found.reason for found in verdict.shown_violations}


def test_uhu_and_pelican_are_not_counted_where_they_were_not_agreed_on():
    happened = [{"player": "Anna", "bonus": bonus} for bonus in ("pagat", "kings")]
    assert bonuses([], house={"uhu_pelican": "off"}).counted["bonuses"] == happened


@pytest.mark.parametrize("player", ["Bernd", "Anna"])
def test_a_whole_hand_without_tarocks_is_found_where_it_is_dealt_again(player):
    hand = "KH QH CH VH AH KD QD CD VD AD KS QS"
    row = {"game": "husarln", "rules": "loew", "players": ["Anna", "Bernd", "Clara"], "play": {}}
    answers = {"declarer": "Anna", "contract": "Z1", "points": 40}

    def found(house, **play):
        verdict = audit(row, answers, house, **{"hands": {player: hand}, **play})
        return [(one.player, one.rule) for one in verdict.violations if one.reason == "NO_TAROCK"]

    again = {"no_tarock_redeal": "yes"}
    assert found(again) == [(player, "HU-16")]
    assert found({}) == []
    assert found(again, hands={player: hand.replace("QS", "T5")}) == []
    assert found(again, hands={player: hand.removesuffix(" QS")}) == [], "one card more may be a tarock"
    assert found(again, discard="T2 VS") == ([] if player == "Anna" else [(player, "HU-16")])


def find_wrong(row):
    """Return the first change of a record in which a card does not follow, None for none."""
    return next((change for change in row.get("change", ()) if change["reason"].startswith("MUST")), None)


WITHOUT_LAW = [row for row in ROWS if row["game"] != "koenigrufen" and find_wrong(row)]


@pytest.mark.parametrize("row", WITHOUT_LAW, ids=lambda row: row["id"])
def test_a_breach_names_what_the_table_decides_where_no_source_tells(row):
    """G-7 to G-9, each in the rule book of the game."""

    def told(**play):
        return [one for found in audit(row, **play).violations for one in found.consequences]

    ((text, rule), *_) = told(tricks=find_wrong(row)["tricks"])
    assert (render(text, PLAIN), rule) == ("Until when it could be taken back, the table decides", "G-8")
    first, second, *_ = row["play"]["hands"]
    hands = row["play"]["hands"]
    card = hands[second].split()[-1]
    misdealt = hands | {first: f"{hands[first]} {card}", second: hands[second].removesuffix(card).strip()}
    assert [rule for _, rule in told(hands=misdealt, tricks=[])][:1] == ["G-7"]
    book = GAMES[row["game"]].book
    assert all(book.find(number) for number in ("G-7", "G-8", "G-9", "G-10", "G-11", "G-12"))
