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


def claim(answers, player, bonus, **more):
    return answers | {"bonuses": [{"player": player, "bonus": bonus, **more}]}


HERZBLATT = ("herzblatt", "feder", THREE)
HERZELN = ("herzeln", "piatnik", THREE)
KR = ("koenigrufen", "ooe", FOUR)
TIROL = ("koenigrufen", "tirol", FOUR)
RUEDIGER = ("koenigrufen", "ruediger", FOUR)
HU = ("husarln", "bamberger1", THREE)
TT = ("tapp", "mayr", THREE)
RUFER = {"contract": "rufer", "declarer": "Anna", "called": "KH", "partner": "Clara", "points": 40}
DREIER = {"contract": "dreier", "declarer": "Anna", "points": 30}
Z1 = {"contract": "Z1", "declarer": "Anna", "points": 30}
BETTEL = {"contract": "bettel", "declarer": "Anna"}
SOLO = {"contract": "solodreier", "declarer": "Anna", "won": False}
TRISCHAKEN = {"contract": "trischaken", "points": {"Anna": 0, "Bernd": 30, "Clara": 20, "David": 20}}
FIRST, SECOND = "AH 10H KH", "AC 10C KC"
LOST = ["KH 10H AH", SECOND]
IN_HAND = {"hands": {"Clara": "T2 T3 T4 T5 T6 T7 T8 T9 T10 KC KS KD"}, "tricks": ["T20 T1 T2 T11"]}
PAGAT_LAST = {"tricks": [*["_ _ _"] * 15, "T1 KH KD"], "led": {"16": "Bernd"}}
LAST = {"tricks": [*["_ _ _ _"] * 11, "T1 T20 T4 T5"]}
CAUGHT = {"tricks": ["T21 SK T5 T6"]}
SHOWN = "not entered, but the cards show it"
OUT = "entered, but the cards rule it out"
# What is entered of a deal, the cards that are recorded, and what is excluded by them, as it is told.
ROWS = [
    (HERZBLATT, {"soloist": "Anna", "points": 20}, {"tricks": [FIRST, SECOND]},
     ["points: 20 was entered, but the cards allow only 50 to 120 [AH AC]"]),
    (HERZBLATT, {"soloist": "Anna", "points": 50}, {"tricks": [FIRST, SECOND]}, []),
    (HERZBLATT, {"soloist": "Anna", "points": 71}, {"tricks": LOST},
     ["points: 71 was entered, but the cards allow only 0 to 70 [10H AH KH 10C AC KC]"]),
    (HERZBLATT, {"soloist": "Anna", "defender_points": 49}, {"tricks": LOST},
     ["defender_points: 49 was entered, but the cards allow only 50 to 120 [10H AH KH 10C AC KC]"]),
    (HERZBLATT, {"soloist": "Anna", "points": 20}, {"discard": "AS 10S"},
     ["points: 20 was entered, but the cards allow only 21 to 120 [10S AS]"]),
    (KR, BETTEL | {"tricks": 0}, {"tricks": ["T20 T3 T4 T5", "T19 T6 T7 T8"]},
     ["tricks: 0 was entered, but the cards allow only 2 to 12 [T20 T19]"]),
    (KR, BETTEL | {"tricks": 2}, {"tricks": ["T20 T3 T4 T5", "T19 T6 T7 T8"]}, []),
    (KR, claim(RUFER, "Anna", "pagat"), {"tricks": ["T1 T20 T4 T5"]}, [f"Pagat by Anna: {OUT} [T1]"]),
    (TT, claim(DREIER, "Anna", "pagat"), {"tricks": ["T1 T20 T4"]}, [f"Pagat ultimo by Anna: {OUT} [T1]"]),
    (HU, claim(Z1, "Anna", "pagat"), {"tricks": ["T1 T20 T4"]}, [f"Pagat ultimo by Anna: {OUT} [T1]"]),
    (HU, claim(Z1, "Anna", "pagat", announced=True, made=False), {"tricks": ["T1 T20 T4"]}, []),
    (KR, claim(RUFER, "Bernd", "uhu"), {"tricks": ["T20 T2 T4 T5"]}, [f"Uhu by Bernd: {OUT} [T2]"]),
    (KR, claim(RUFER | {"points": 70}, "Anna", "valat"), {"tricks": ["T3 T20 T4 T5"]},
     ["points: 70 was entered, but the cards allow only 1 to 67⅔ []", f"Valat by Anna: {OUT} [T20]"]),
    (TT, claim(DREIER | {"points": 70}, "Anna", "valat"), {"tricks": ["T3 T20 T4"]},
     ["points: 70 was entered, but the cards allow only 1 to 68 []", f"Valat by Anna: {OUT} [T20]"]),
    (KR, TRISCHAKEN, {"tricks": ["T20 T3 T4 T5"]},
     ["Card points of Anna: 0 was entered, but the cards allow only 1⅓ to 70 [T20 T5]"]),
    (TT, claim(DREIER, "Anna", "trull"), {"tricks": ["T3 SK T4"]}, [f"Trull by Anna: {OUT} [SK]"]),
    (HU, claim(Z1, "Anna", "trull"), {"tricks": ["T3 SK T4"]}, [f"Trull by Anna: {OUT} [SK]"]),
    (TT, claim(DREIER, "Anna", "trull"), {"tricks": ["SK T3 T4"]}, []),
    (HU, claim(Z1 | {"declarer": "Bernd"}, "Anna", "tarock10"), {"tricks": ["KH QH CH", "KD QD CD", "KC QC CC"]},
     [f"10 tarocks by Anna: {OUT} [KH KD KC]"]),
    (HU, claim(Z1 | {"declarer": "Bernd"}, "Anna", "tarock10"), {"tricks": ["KH QH CH", "KD QD CD"]}, []),
    (TT, DREIER | {"points": 36, "bonuses": []}, PAGAT_LAST,
     ["Pagat ultimo by Bernd: not entered, but the cards show it [T1]"]),
    (KR, SOLO, {"tricks": ["SK KC KS KD"]}, []),
    (KR, claim({"contract": "dreier", "declarer": "Anna"}, "Anna", "valat", announced=True, made=True),
     {"tricks": ["T3 T20 T4 T5"]}, [f"Valat by Anna: {OUT} [T20]"]),
    (KR, claim(DREIER, "Anna", "valat", announced=True), {"tricks": ["T3 T20 T4 T5"]},
     [f"Valat by Anna: {OUT} [T20]"]),
    (KR, claim({"contract": "dreier", "declarer": "Anna"}, "Anna", "valat", announced=True),
     {"tricks": ["T3 T20 T4 T5"]}, []),
    (RUEDIGER, claim(DREIER, "Bernd", "pagat", made=False), {"tricks": ["T1 T20 T4 T5"]},
     [f"Pagat by Bernd: {OUT} [T1]"]),
    (RUEDIGER, claim(DREIER, "Anna", "pagat", made=False), LAST | {"led": {"12": "Bernd"}},
     [f"Pagat by Anna: {OUT} [T5]"]),
    (RUEDIGER, claim(DREIER, "Anna", "pagat", made=False), LAST | {"led": {"12": "Anna"}}, []),
    (TIROL, claim(RUFER, "Bernd", "mondfang"), CAUGHT, []),
    (TIROL, RUFER, CAUGHT, [f"Mondfang by Bernd: {SHOWN} [SK T21]"]),
    (TIROL, claim(RUFER, "Anna", "mondfang"), CAUGHT,
     [f"Mondfang by Anna: {OUT} [SK T21]", f"Mondfang by Bernd: {SHOWN} [SK T21]"]),
    (TIROL, claim(RUFER | {"partner": "Bernd"}, "Anna", "mondfang"), CAUGHT,
     [f"Mondfang by Anna: {OUT} [SK T21]"]),
    (TIROL, claim(RUFER, "Bernd", "mondfang"), {"tricks": ["T21 T5 T6 T7"]},
     [f"Mondfang by Bernd: {OUT} [T21]"]),
    (TIROL, claim(RUFER, "Bernd", "mondfang"), {"tricks": ["T21 T5 _ T7"]}, []),
    # Of the side of Bernd and David, the latter took the Pagat, and with it the trick of the emperor.
    (TIROL, RUFER, {"tricks": ["T6 T21 SK T1"]},
     [f"Trull by David: {SHOWN} [SK T1 T21]"]),
    (RUEDIGER, claim(RUFER | {"partner": "Bernd"}, "Bernd", "mondfang", **{"from": "Anna"}), CAUGHT, []),
    (RUEDIGER, claim(RUFER | {"partner": "Bernd"}, "Anna", "mondfang", **{"from": "Bernd"}), CAUGHT,
     [f"Mondfang by Anna: {OUT} [SK T21]", f"Mondfang by Bernd: {SHOWN} [SK T21]"]),
    (RUEDIGER, claim(RUFER | {"partner": "Bernd"}, "Bernd", "mondfang", **{"from": "Clara"}), CAUGHT,
     [f"Mondfang by Bernd: {OUT} [SK T21]"]),
    (KR, RUFER, IN_HAND, [f"partner: {OUT} []"]),
    (KR, RUFER | {"partner": "Bernd"}, IN_HAND, []),
]  # fmt: skip


@pytest.mark.parametrize(("table", "answers", "play", "expected"), ROWS)
def test_what_was_entered_is_named_where_no_cards_could_make_it_so(table, answers, play, expected):
    verdict = audit(*table, answers, **play)
    assert told(verdict) == expected
    assert (verdict.kind == "difference") == bool(expected)


def test_who_won_the_game_by_what_lies():
    tricks = ["SK KC KS KD", "T21 QC QS QD", "T20 2H KH QH"]
    assert told(audit(*KR, SOLO, tricks=tricks))[0].startswith("won: not entered, but the cards show it [")


@pytest.mark.parametrize("tricks", [["_ _ _"] * 8, ["_ _ _"], []])
def test_who_led_a_trick_won_the_one_before_it(tricks):
    """Nobody remembers a card, or a trick at all, but who led."""
    answers = {"tricks": {"Anna": 0, "Bernd": 5, "Clara": 3}}
    led = {str(number): "Anna" for number in (2, 3, 4)}
    verdict = audit(*HERZELN, answers, number=2, tricks=tricks, led=led)
    assert told(verdict) == ["tricks, Anna: 0 was entered, but the cards allow only 3 to 8 []"]


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
    verdict = audit(*HERZELN, answers, number=number, tricks=tricks)
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
        verdict = audit(*HERZELN, {"out": order}, number=8, **play)
        assert told(verdict)[:1] == expected


def test_what_all_leads_tell_is_counted():
    """Of the last trick the cards are known, of the others who led them."""
    answers = {"tricks": {"Anna": 1, "Bernd": 4, "Clara": 3}}
    led = dict(zip("2345678", ["Anna", *["Bernd"] * 4, *["Clara"] * 2], strict=True))
    verdict = audit(*HERZELN, answers, number=2, tricks=[*["_ _ _"] * 7, "AC KC JC"], led=led)
    assert verdict.counted == {"tricks": {"Anna": 1, "Bernd": 4, "Clara": 3}}


def test_an_unknown_card_that_was_a_revoke_either_way_is_named():
    """The other hearts were played later, one of them by Clara: she did not follow to the King."""
    tricks = ["KH AH _", "AS KS QS", "QH 10H JH", "AC JC 9H"]
    for played, expected in ((tricks, [(1, "Clara", "_", "MUST_FOLLOW", "HZ-3")]), (tricks[:3], [])):
        verdict = audit(*HERZELN, {}, number=2, tricks=played)
        found = [(one.trick, one.player, one.card, one.reason, one.rule) for one in verdict.violations]
        assert found == expected
