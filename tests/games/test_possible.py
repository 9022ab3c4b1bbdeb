"""What a pile can count: every sum that some cards make and no other, and nobody but who enters it is asked."""

from dataclasses import replace

import pytest

from scorekeeper.cards.cardset import nearest, together
from scorekeeper.cards.packs import ACE_TEN
from scorekeeper.games.game import Seating
from scorekeeper.games.herzblatt import HERZBLATT
from scorekeeper.games.house_rules import apply_house
from scorekeeper.games.husarln import HUSARLN
from scorekeeper.games.koenigrufen import KOENIGRUFEN
from scorekeeper.games.tapp import TAPP
from scorekeeper.night.pricing import play
from scorekeeper.phrase import PLAIN, Refused, render

SEATING = Seating(1, "Clara", ("Anna", "Bernd", "Clara"))


def test_the_nearest_stand_on_both_sides_as_far_as_there_are_any():
    sums = together([1 << 2, 1 << 7, 1 << 9])
    assert [nearest(sums, value) for value in (0, 2, 5, 8, 9, 11)] == [(2,), (7,), (2, 7), (7, 9), (7,), (9,)]


def refused(game, preset, answers):
    try:
        play(game, game.presets[preset], SEATING, answers, entered=True)
    except Refused:
        return True
    return False


def test_points_of_herzblatt_that_can_be():
    three = [points for points in range(121) if refused(HERZBLATT, "braun", {"soloist": "Anna", "points": points})]
    assert three == [1, 119]
    assert ACE_TEN.points == 120


@pytest.mark.parametrize(
    ("game", "preset", "answers"),
    [
        (HERZBLATT, "braun", {"soloist": "Anna", "points": 1}),
        (HUSARLN, "beck", {"declarer": "Anna", "contract": "Solo", "points": 66}),
    ],
)
def test_the_judge_of_a_journal_does_not_ask(game, preset, answers):
    assert refused(game, preset, answers)
    assert play(game, game.presets[preset], SEATING, answers).payoff


def test_a_wrong_card_that_ended_the_play_may_leave_any_count():
    rules = HUSARLN.presets["beck"]
    answers = {"declarer": "Anna", "contract": "Z3", "points": 0, "revoke": "Anna"}
    assert play(HUSARLN, replace(rules, revoke="offender_side_loses"), SEATING, answers, entered=True)


PLAYERS = ("Anna", "Bernd", "Clara", "David")
DREIER, ALONE = "Anna dreier", "Anna solodreier"


def booked(game, preset, called, rows=(), house=None, **counts):
    """Return what is refused of a deal, "" for nothing; `called` are the declarer, the contract, and his partner."""
    declarer, contract, *partner = called.split()
    answers = {"declarer": declarer, "contract": contract, **dict(zip(["partner"], partner, strict=False)), **counts}
    told = [row.split() for row in rows]
    answers["bonuses"] = [
        {"player": player, "bonus": bonus, "announced": "!" in signs, "made": "-" not in signs}
        for player, bonus, *signs in told
    ]
    players, rules = PLAYERS[: 4 if game is KOENIGRUFEN else 3], apply_house(game.presets[preset], house or {})
    try:
        play(game, rules, Seating(1, players[-1], players), answers, entered=True)
    except Refused as refusal:
        assert play(game, rules, Seating(1, players[-1], players), answers), "a journal may hold it"
        return refusal.key
    return ""


BIRDS = ["Anna pagat", "Anna uhu", "Anna kakadu", "Anna quapil"]


@pytest.mark.parametrize(
    ("preset", "called", "rows", "counts", "refused"),
    [
        ("ooe", DREIER, [], {"points": 70}, "points"),
        ("ooe", DREIER, [], {"points": 68}, ""),  # rounded
        ("ooe", DREIER, [], {"points": 69}, "points"),
        ("ooe", DREIER, ["Anna valat"], {"points": 69}, ""),
        ("ooe", DREIER, ["Anna valat ! -"], {"points": 69}, "points"),
        ("ooe", DREIER, [], {"won": True, "tricks": 1}, "tricks"),
        ("ooe", DREIER, ["Anna trull", "Anna kings"], {"points": 30}, "bonuses"),
        ("ooe", DREIER, ["Anna trull", "Anna kings"], {"points": "31 2/3"}, ""),
        ("ooe", DREIER, ["Anna valat ! -"], {"points": 11, "tricks": 0}, "tricks"),
        ("ooe", DREIER, ["Anna valat ! -"], {"points": 3, "tricks": 1}, ""),
        ("ooe", DREIER, ["Anna valat ! -"], {"points": 1, "tricks": 0}, ""),  # his opponents took all
        ("ooe", DREIER, ["Anna valat ! -", *BIRDS, "Anna trull", "Anna kings"], {"won": True}, ""),  # 35 2/3 at least
        # Bonuses that exclude each other.
        ("tirol", DREIER, ["Anna valat", "Bernd mondfang"], {}, "bonuses"),
        ("tirol", DREIER, ["Anna valat", "Anna mondfang"], {}, ""),
        ("tirol", DREIER, ["Anna trull", "Bernd mondfang"], {"points": 40}, "bonuses"),
        ("tirol", DREIER, ["Anna trull", "Anna mondfang"], {"points": 40}, ""),
        ("tirol", DREIER, ["Anna sack1", "Bernd trull", "Bernd kings"], {"won": True}, "bonuses"),
        ("ruediger", "Anna rufer Bernd", ["Anna pagat -", "Bernd king_ultimo"], {"points": 40}, "bonuses"),
        ("ruediger", "Anna rufer Bernd", ["Anna pagat", "Bernd king_ultimo -"], {"points": 40}, "bonuses"),
        ("ruediger", "Anna rufer Bernd", ["Anna pagat", "Bernd king_ultimo ! -"], {"points": 40}, ""),
        ("ruediger", "Anna rufer Bernd", ["Anna pagat", "Bernd king_ultimo"], {"points": 40}, ""),
        ("ruediger", "Anna rufer Bernd", ["Bernd pagat", "Bernd king_ultimo"], {"points": 40}, "bonuses"),
        ("ruediger", "Anna rufer Bernd", ["Clara pagat -", "Bernd king_ultimo"], {"points": 40}, ""),
        ("ruediger", "Anna rufer Bernd", ["Clara kings", "Bernd king_ultimo"], {"points": 30}, "bonuses"),
        ("wien", "Anna rufer Bernd", ["Clara kings", "Bernd king_ultimo"], {"points": 30}, ""),  # it may be a Queen
        ("ruediger", DREIER, ["Anna valat", "Anna pagat -"], {}, "bonuses"),
        ("ruediger", "Anna rufer Bernd", ["Anna valat", "Anna pagat -"], {}, ""),  # Bernd's tarock took it
        ("ruediger", "Anna rufer Bernd", ["Anna valat", "Bernd king_ultimo -"], {}, "bonuses"),
        ("ruediger", "Anna rufer Bernd", ["Clara valat", "Bernd king_ultimo -"], {}, ""),
    ],
)
def test_a_deal_of_koenigrufen_that_cannot_have_been_is_not_paid(preset, called, rows, counts, refused):
    assert booked(KOENIGRUFEN, preset, called, rows, **counts) == refused


@pytest.mark.parametrize(
    ("preset", "counts", "refused"),
    [
        ("ooe", "1, 23, 23, 23", True),
        ("ooe", "1/3, 23, 23, 23 2/3", True),
        ("ooe", "1 1/3, 22 2/3, 23, 23", False),
        ("ooe", "0, 0, 0, 70", False),
        ("ooe", "1 2/3, 22 1/3, 23, 23", True),  # no trick of four cards, and the talon goes to the last
        ("wien", "1 2/3, 22 1/3, 23, 23", False),  # a trick and a card of the talon
        ("tirol", "1 2/3, 22 1/3, 23, 23", False),
        ("ooe", "17 1/3, 17 1/3, 34, 1 1/3", False),
        ("ooe", "4, 4, 4, 58", True),  # three tricks each without a court card: 36 cards, and there are 35
        ("wien", "4, 4, 4, 58", False),
    ],
)
def test_a_count_of_a_trischaken_that_no_tricks_make_decides_nothing(preset, counts, refused):
    answers = {"contract": "trischaken", "points": dict(zip(PLAYERS, counts.split(", "), strict=True))}
    try:
        play(KOENIGRUFEN, KOENIGRUFEN.presets[preset], Seating(1, "David", PLAYERS), answers, entered=True)
    except Refused as refusal:
        assert (refusal.key, refused) == ("points", True)
    else:
        assert not refused


@pytest.mark.parametrize(
    ("preset", "called", "rows", "counts", "refused"),
    [
        ("mayr", DREIER, [], {"points": 69}, "points"),
        ("mayr", DREIER, [], {"points": 68}, ""),
        ("mayr", DREIER, [], {"defender_points": 69}, "defender_points"),
        ("mayr", DREIER, ["Anna valat ! -"], {"points": 69}, "points"),
        ("mayr", DREIER, ["Anna valat ! -"], {"points": 1}, ""),
        ("mayr", DREIER, ["Anna valat"], {"points": 69}, ""),
        ("mayr", DREIER, ["Bernd valat"], {"points": 1}, ""),
        ("mayr", "Anna solo", ["Bernd trull"], {"points": 58}, ""),
        ("mayr", "Anna solo", ["Bernd trull"], {"points": 59}, "bonuses"),  # his Sküs and XXI took two tricks
        ("tower_grove", DREIER, ["Anna valat", "Anna pagat -"], {}, "bonuses"),
        ("tower_grove", DREIER, ["Bernd valat", "Anna pagat -"], {}, ""),
        ("tower_grove", DREIER, ["Bernd valat", "Bernd pagat -"], {}, ""),  # the other defender's tarock took it
    ],
)
def test_a_count_of_tapp_that_proves_a_valat_is_not_paid_as_a_plain_game(preset, called, rows, counts, refused):
    assert booked(TAPP, preset, called, rows, **counts) == refused


LATE = ("pagat", "uhu", "pelican")


@pytest.mark.parametrize(
    ("rows", "house", "least", "most"),
    [
        ([f"Anna {bird}" for bird in LATE], {}, 9, 64),  # beside them six suit cards, of which only four are low
        ([f"Bernd {bird}" for bird in LATE], {}, 0, 55),
        (["Bernd kings"], {"solo_talon": "nobody"}, 0, 46),  # in two tricks
    ],
)
def test_what_a_solo_of_husarln_can_count_beside_bonuses(rows, house, least, most):
    counts = range(67)
    fits = [points for points in counts if not booked(HUSARLN, "bamberger1", "Anna Solo", rows, house, points=points)]
    assert (fits[0], fits[-1]) == (least, most)


def test_a_count_that_proves_a_valat_says_what_to_enter():
    answers = {"declarer": "Anna", "contract": "dreier", "points": 69}
    with pytest.raises(Refused) as refused:
        play(TAPP, TAPP.presets["mayr"], SEATING, answers, entered=True)
    assert render(refused.value.phrase, PLAIN).startswith("69 card points are only counted where one side took all")
