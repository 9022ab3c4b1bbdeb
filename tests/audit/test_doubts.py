"""What is said of a card in a quarrel about one trick: by one mechanism, for every duty of every game."""

import pytest

from scorekeeper.phrase import PLAIN, render
from tests.independent.auditing import audit
from tests.independent.cards import NAMES, Deal

FOUR, THREE = NAMES[:4], NAMES[:3]
ONE, SUCH = "Did one come later? Enter it, too.", "Did such a card come later? Enter it, too."
WHO = "Who led this trick? Enter that first."


def quarrel(game, rules, players, answers, trick, number=1, leader="Anna", **house):
    """The verdict on a deal of which one trick is recorded, with who led it."""
    tricks = [" ".join("_" for _ in players)] * (number - 1) + [trick]
    play = {"tricks": tricks, "leader": "Anna"} | ({"led": {str(number): leader}} if number > 1 and leader else {})
    return audit(Deal(game, rules, house, 3, players, answers, play, "", "Anna"), play)


def said(verdict):
    return [
        (one.who, one.card, render(one.why, PLAIN), render(one.ask, PLAIN))
        for one in verdict.undecided
        if one.card != "_"
    ]


HERZBLATT = ("herzblatt", "braun", FOUR, {"soloist": "Anna"})
KOENIGRUFEN = ("koenigrufen", "wien", FOUR)
ROWS = {
    "follow": (*HERZBLATT, "KD AD 9C 10D", [("Clara", "9C", "no D and no H", SUCH)]),
    "trump": (*HERZBLATT, "KD AD AH 10D", [("Clara", "AH", "no D", ONE)]),
    "overtrump": (*HERZBLATT, "JH 9H AH 9D", [("Bernd", "9H", "no H above JH", ONE), ("David", "9D", "no H", ONE)]),
    "no trumps": ("herzeln", "piatnik", FOUR, {}, "KD AD 9C 10D", [("Clara", "9C", "no D", ONE)]),
    "tarock": ("husarln", "loew", THREE, {"declarer": "Anna", "contract": "Z1"}, "KD QD VC",
               [("Clara", "VC", "no D and no tarock", SUCH)]),
    "tarock led": ("tapp", "mayr", THREE, {"declarer": "Anna", "contract": "dreier"}, "T9 QD T5",
                   [("Bernd", "QD", "no tarock", SUCH)]),
    "suits first": (*KOENIGRUFEN, {"declarer": "Anna", "contract": "farbensolo"}, "T5 T6 T7 T8",
                    [("Anna", "T5", "no suit card", SUCH)]),
    "pagat last": (*KOENIGRUFEN, {"declarer": "Anna", "contract": "bettel"}, "KD T1 QD CD",
                   [("Bernd", "T1", "no D and no other tarock", SUCH)]),
    "beat": (*KOENIGRUFEN, {"declarer": "Anna", "contract": "bettel"}, "VD AD 2D 3D",
             [(*one, "no D above VD", ONE) for one in (("Bernd", "AD"), ("Clara", "2D"), ("David", "3D"))]),
}  # fmt: skip


@pytest.mark.parametrize(("game", "rules", "players", "answers", "trick", "expected"), ROWS.values(), ids=ROWS)
@pytest.mark.parametrize("number", [1, 4])
def test_one_trick_gets_its_condition_and_what_would_decide_it(game, rules, players, answers, trick, expected, number):
    verdict = quarrel(game, rules, players, answers, trick, number)
    assert verdict.violations == ()
    told = [(player, card, f"legal if {player} had {cards}", ask) for player, card, cards, ask in expected]
    assert said(verdict) == told
    assert all(one.searched and one.lacking for one in verdict.undecided if one.card != "_")


def announced(*bonuses):
    rows = [{"player": "Bernd", "bonus": bonus, "announced": True} for bonus in bonuses]
    return {"declarer": "Anna", "contract": "rufer", "called": "KH", "bonuses": rows}


ANNOUNCED = {
    "kept for its trick": (("pagat",), 4, "T5 T1 T6 T7", "Anna", "T1", "no other tarock", SUCH),
    "due in its trick": (("uhu",), 11, "KD QD CD VD", "Bernd", "KD", "no T2", SUCH),
}


@pytest.mark.parametrize(
    ("bonuses", "number", "trick", "leader", "card", "cards", "ask"), ANNOUNCED.values(), ids=ANNOUNCED
)
def test_an_announced_card_has_its_condition(bonuses, number, trick, leader, card, cards, ask):
    verdict = quarrel(*KOENIGRUFEN, announced(*bonuses), trick, number, leader, announced_duty="keep")
    assert verdict.violations == ()
    assert ("Bernd", card, f"legal if Bernd had {cards}", ask) in said(verdict)


def test_the_highest_announced_bird_goes_first_unless_a_card_is_left():
    answers = announced("pagat", "uhu", "king_ultimo")
    verdict = quarrel(*KOENIGRUFEN, answers, "T1 T5 T6 T7", 10, "Bernd", announced_duty="loses", forced_bird="highest")
    why = "legal if Bernd had no T2, or another card that was not announced"
    assert said(verdict) == [("Bernd", "T1", why, SUCH)]
    (open_,) = [one for one in verdict.undecided if one.card == "T1"]
    assert open_.searched, "deals of both kinds are found"


def test_with_more_cards_than_announced_birds_in_hand_another_one_is_left():
    answers = announced("pagat", "uhu", "king_ultimo")
    verdict = quarrel(*KOENIGRUFEN, answers, "T1 T5 T6 T7", 8, "Bernd", announced_duty="loses", forced_bird="highest")
    assert (verdict.violations, said(verdict)) == ((), []), "five cards, of which three are announced"


@pytest.mark.parametrize("leader", ["", "Bernd"])
def test_without_the_leader_nobody_is_named_and_the_leader_is_asked_for(leader):
    verdict = quarrel(*HERZBLATT, "KD AD 9C 10D", 4, leader)
    told = ("", "9C", "legal if the hand had no D and no H", WHO)
    assert said(verdict) == [told if not leader else ("David", "9C", "legal if David had no D and no H", SUCH)]


def test_where_a_card_before_it_is_forgotten_that_card_is_asked_for():
    told = ("Clara", "9C", "a card that lay before it is missing", "Which one was it? Enter it, too.")
    assert told in said(quarrel(*HERZBLATT, "KD _ 9C 10D"))


def test_a_hand_that_is_known_in_part_shortens_the_condition():
    """Of the seven diamonds, four lie in the trick or with Anna; only the others count."""
    play = {"tricks": ["KD AD 9C 10D"], "hands": {"Anna": "KD 7D QD"}, "leader": "Anna"}
    verdict = audit(Deal("herzblatt", "braun", {}, 3, FOUR, {"soloist": "Anna"}, play, "", "Anna"), play)
    (open_,) = [one for one in verdict.undecided if one.card == "9C"]
    assert not {"KD", "7D", "QD", "AD", "10D"} & {*open_.lacking}
    assert {"JD"} < {*open_.lacking}


def test_with_the_second_trick_the_breach_is_proven():
    play = {"tricks": ["KD AD 9C 10D", "KH JD 9H 7H"], "leader": "Anna", "led": {"2": "Bernd"}}
    verdict = audit(Deal("herzblatt", "braun", {}, 3, FOUR, {"soloist": "Anna"}, play, "", "Anna"), play)
    assert [(one.trick, one.player, one.card, one.reason) for one in verdict.violations] == [
        (1, "Clara", "9C", "MUST_FOLLOW")
    ]


@pytest.mark.parametrize("forgotten", ["_", "_ _", "_ _ _ _"])
@pytest.mark.parametrize("known", ["", "KS "])
def test_an_earlier_trick_with_cards_left_out_is_no_obstacle(forgotten, known):
    play = {
        "tricks": [(known + forgotten)[: 2 * 3], forgotten, "KD AD 9C 10D"],
        "leader": "Anna",
        "led": {"3": "Bernd"},
    }
    verdict = audit(Deal("herzblatt", "braun", {}, 3, FOUR, {"soloist": "Anna"}, play, "", "Anna"), play)
    assert ("David", "9C", "legal if David had no D and no H", SUCH) in said(verdict)


def test_the_announcer_of_a_card_is_asked_for_where_no_leader_is_known():
    verdict = quarrel(*KOENIGRUFEN, announced("pagat"), "T1 T5 T6 T7", 4, "", announced_duty="keep")
    assert ("", "T1", "the record does not show whether this was legal", WHO) in said(verdict)
