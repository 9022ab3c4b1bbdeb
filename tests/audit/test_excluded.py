"""What was entered and is in no deal that fits the recorded cards."""

import tomllib
from pathlib import Path

import pytest

from scorekeeper.audit.verdict import Verdict, explain_excluded
from scorekeeper.games import GAMES
from scorekeeper.games.game import Seating
from scorekeeper.night.record import read_play
from scorekeeper.phrase import PLAIN, render, say

THREE = ("Anna", "Bernd", "Clara")
FOUR = ("Anna", "Bernd", "Clara", "David")


def audit(game, rules, players, answers, *, number=1, **play):
    """The verdict on a deal with these answers, forehand first of these players."""
    chosen = GAMES[game]
    record = read_play(chosen, players, play)
    return chosen.auditor.audit(chosen.presets[rules], Seating(number, players[-1], players), answers, record)


def told(verdict: Verdict) -> list[str]:
    """What is excluded, in words, and behind it the cards that show it."""
    return [
        f"{render(explain_excluded(one, say(one.key)), PLAIN)} [{' '.join(seen.card for seen in one.cards)}]"
        for one in verdict.excluded
    ]


HERZBLATT = ("herzblatt", "feder", THREE)


def test_card_points_of_the_soloist_that_lie_in_his_tricks_already():
    verdict = audit(*HERZBLATT, {"soloist": "Anna", "points": 20}, tricks=["AH 10H KH", "AC 10C KC"])
    assert verdict.kind == "difference"
    assert told(verdict) == ["points: 20 was entered, but the cards allow only 50 to 120 [AH AC]"]
    assert not audit(*HERZBLATT, {"soloist": "Anna", "points": 50}, tricks=["AH 10H KH", "AC 10C KC"]).excluded


def test_card_points_that_the_other_side_has_already():
    tricks = ["KH 10H AH", "AC 10C KC"]
    assert told(audit(*HERZBLATT, {"soloist": "Anna", "points": 71}, tricks=tricks)) == [
        "points: 71 was entered, but the cards allow only 0 to 70 [10H AH KH 10C AC KC]"
    ]
    assert told(audit(*HERZBLATT, {"soloist": "Anna", "defender_points": 49}, tricks=tricks)) == [
        "defender_points: 49 was entered, but the cards allow only 50 to 120 [10H AH KH 10C AC KC]"
    ]


def test_what_was_laid_away_counts_for_the_soloist():
    answers = {"soloist": "Anna", "points": 20}
    assert told(audit(*HERZBLATT, answers, discard="AS 10S"))[0].startswith(
        "points: 20 was entered, but the cards allow only 21 to 120"
    )


@pytest.mark.parametrize(
    ("number", "answers", "expected"),
    [
        (
            1,
            {"hearts": {"Anna": "A 10", "Bernd": "K Q J", "Clara": "9"}},
            ["hearts, Bernd KH: entered, but the cards rule it out [KH]"],
        ),
        (1, {"points": {"Anna": -21, "Bernd": -10, "Clara": 0}}, ["points, Anna: -21 was entered"]),
        (2, {"tricks": {"Anna": 0, "Bernd": 5, "Clara": 3}}, ["tricks, Anna: 0 was entered"]),
        (3, {"points": {"Anna": 0, "Bernd": -50, "Clara": -30}}, ["points, Anna: 0 was entered"]),
        (4, {"queens": {"Anna": 0, "Bernd": 4, "Clara": 0}}, ["queens, Anna: 0 was", "queens, Bernd: 4 was entered"]),
        (5, {"king": "Bernd"}, []),
        (5, {"points": {"Anna": 0, "Bernd": -40, "Clara": 0}}, []),
    ],
)
def test_a_tour_of_herzeln_of_which_two_tricks_are_recorded(number, answers, expected):
    tricks = ["AH KH 10H", "AC QC JC"]
    verdict = audit("herzeln", "piatnik", THREE, answers, number=number, tricks=tricks)
    assert len([text for text in told(verdict) if text.startswith(tuple(expected))]) == len(expected)
    assert verdict.kind == ("difference" if expected or number == 5 else "incomplete")


def test_who_is_out_in_a_lay_off_is_not_out_later():
    rows = tomllib.loads((Path(__file__).parents[1] / "vectors" / "herzeln.toml").read_text("utf-8"))["dealt"]
    row = next(row for row in rows if row["id"] == "D-HZ3L")
    first, *others = row["order"]
    last = max(number for number, move in enumerate(row["moves"]) if move.startswith(first))
    play = {"hands": row["hands"], "leader": row["first"], "layoff": row["moves"][: last + 1]}
    for order, expected in (
        ([first, *others], []),
        ([*others, first], [f"out, {first}: 3 was entered, 1 is counted []"]),
    ):
        verdict = audit("herzeln", "piatnik", THREE, {"out": order}, number=8, **play)
        assert told(verdict)[:1] == expected


def row(player, bonus, **more):
    return {"player": player, "bonus": bonus, **more}


RUFER = {"contract": "rufer", "declarer": "Anna", "called": "KH", "partner": "Clara"}
KR = ("koenigrufen", "ooe", FOUR)
HU = ("husarln", "bamberger1", THREE)
TT = ("tapp", "mayr", THREE)
DREIER = {"contract": "dreier", "declarer": "Anna"}
Z1 = {"contract": "Z1", "declarer": "Anna"}


def test_tricks_of_a_bettel_that_were_recorded():
    tricks = ["T20 T3 T4 T5", "T19 T6 T7 T8"]
    bettel = {"contract": "bettel", "declarer": "Anna"}
    assert told(audit(*KR, bettel | {"tricks": 0}, tricks=tricks)) == [
        "tricks: 0 was entered, but the cards allow only 2 to 12 [T20 T19]"
    ]
    assert not audit(*KR, bettel | {"tricks": 2}, tricks=tricks).excluded


@pytest.mark.parametrize(("table", "answers"), [(KR, RUFER), (TT, DREIER), (HU, Z1)])
def test_a_pagat_that_fell_in_the_first_trick_was_not_made(table, answers):
    tricks = ["T1 T20 T4 T5" if table is KR else "T1 T20 T4"]
    verdict = audit(*table, answers | {"points": 30, "bonuses": [row("Anna", "pagat")]}, tricks=tricks)
    assert told(verdict)[0] in (
        f"bonuses, {name} by Anna: entered, but the cards rule it out [T1]" for name in ("Pagat", "Pagat ultimo")
    )
    assert (verdict.kind, verdict.excluded[0].cards[0].trick) == ("difference", 1)
    failed = [row("Anna", "pagat", announced=True, made=False)]
    assert not audit(*table, answers | {"points": 30, "bonuses": failed}, tricks=tricks).excluded


def test_an_uhu_that_was_seen_was_not_made():
    answers = RUFER | {"points": 40, "bonuses": [row("Bernd", "uhu")]}
    assert told(audit(*KR, answers, tricks=["T20 T2 T4 T5"])) == [
        "bonuses, Uhu by Bernd: entered, but the cards rule it out [T2]"
    ]


@pytest.mark.parametrize(("table", "answers"), [(KR, RUFER), (TT, DREIER)])
def test_a_valat_was_not_made_where_the_other_side_won_a_trick(table, answers):
    answers = answers | {"points": 70, "bonuses": [row("Anna", "valat")]}
    (excluded, *_) = told(audit(*table, answers, tricks=["T3 T20 T4 T5" if table is KR else "T3 T20 T4"]))[-1:]
    assert excluded == "bonuses, Valat by Anna: entered, but the cards rule it out [T20]"


def test_a_virgin_took_no_trick():
    answers = {"contract": "trischaken", "points": {"Anna": 0, "Bernd": 30, "Clara": 20, "David": 20}}
    assert told(audit(*KR, answers, tricks=["T20 T3 T4 T5"])) == [
        "points, Anna: 0 was entered, but the cards allow only 1⅓ to 70 [T20 T5]"
    ]


@pytest.mark.parametrize(("table", "answers"), [(TT, DREIER), (HU, Z1)])
def test_a_trull_of_which_another_plays_the_skues(table, answers):
    answers = answers | {"points": 30, "bonuses": [row("Anna", "trull")]}
    assert told(audit(*table, answers, tricks=["T3 SK T4"])) == [
        "bonuses, Trull by Anna: entered, but the cards rule it out [SK]"
    ]
    assert not audit(*table, answers, tricks=["SK T3 T4"]).excluded


def test_ten_tarocks_of_a_hand_that_showed_three_suit_cards():
    tricks = ["KH QH CH", "KD QD CD", "KC QC CC"]
    answers = {**Z1, "declarer": "Bernd", "points": 30, "bonuses": [row("Anna", "tarock10")]}
    assert told(audit(*HU, answers, tricks=tricks)) == [
        "bonuses, 10 tarocks by Anna: entered, but the cards rule it out [KH KD KC]"
    ]
    assert not audit(*HU, answers, tricks=tricks[:2]).excluded


def test_a_pagat_that_won_the_last_trick_and_was_not_entered():
    """The tricks before it are forgotten but for who led the last one."""
    tricks = [*["_ _ _"] * 15, "T1 KH KD"]
    verdict = audit(*TT, DREIER | {"points": 36, "bonuses": []}, tricks=tricks, led={"16": "Bernd"})
    assert told(verdict) == ["bonuses, Pagat ultimo by Bernd: not entered, but the cards show it [T1]"]


def test_who_won_the_game_by_what_lies():
    tricks = ["SK KC KS KD"]
    answers = {"contract": "solodreier", "declarer": "Anna", "won": False}
    assert not audit(*KR, answers, tricks=tricks).excluded
    tricks += ["T21 QC QS QD", "T20 2H KH QH"]
    assert told(audit(*KR, answers, tricks=tricks))[0].startswith("won: not entered, but the cards show it [")


def test_who_led_a_trick_won_the_one_before_it():
    """Nobody remembers a card, or a trick at all, but who led."""
    answers = {"tricks": {"Anna": 0, "Bernd": 5, "Clara": 3}}
    led = {str(number): "Anna" for number in (2, 3, 4)}
    for tricks in (["_ _ _"] * 8, ["_ _ _"], []):
        verdict = audit("herzeln", "piatnik", THREE, answers, number=2, tricks=tricks, led=led)
        assert told(verdict) == ["tricks, Anna: 0 was entered, but the cards allow only 3 to 8 []"]


def test_what_all_leads_tell_is_counted():
    """Of the last trick the cards are known, of the others who led them."""
    answers = {"tricks": {"Anna": 1, "Bernd": 4, "Clara": 3}}
    led = dict(zip("2345678", ["Anna", *["Bernd"] * 4, *["Clara"] * 2], strict=True))
    verdict = audit("herzeln", "piatnik", THREE, answers, number=2, tricks=[*["_ _ _"] * 7, "AC KC JC"], led=led)
    assert verdict.counted == {"tricks": {"Anna": 1, "Bernd": 4, "Clara": 3}}


def test_a_forgotten_card_that_was_wrong_whichever_it_was_is_named_without_hands():
    """The other hearts were played later, one of them by Clara: she did not follow to the King."""
    tricks = ["KH AH _", "AS KS QS", "QH 10H JH", "AC JC 9H"]
    for played, expected in ((tricks, [(1, "Clara", "_", "MUST_FOLLOW", "HZ-3")]), (tricks[:3], [])):
        verdict = audit("herzeln", "piatnik", THREE, {}, number=2, tricks=played)
        found = [(one.trick, one.player, one.card, one.reason, one.rule) for one in verdict.violations]
        assert found == expected


def test_a_partner_in_whose_hand_the_called_king_was_not():
    """Nobody saw the King of hearts, and it is not in the whole hand of Clara."""
    hands = {"Clara": "T2 T3 T4 T5 T6 T7 T8 T9 T10 KC KS KD"}
    told_of = audit(*KR, RUFER | {"points": 40}, hands=hands, tricks=["T20 T1 T2 T11"])
    assert told(told_of) == ["partner: entered, but the cards rule it out []"]
    assert not audit(*KR, RUFER | {"points": 40, "partner": "Bernd"}, hands=hands, tricks=["T20 T1 T2 T11"]).excluded
