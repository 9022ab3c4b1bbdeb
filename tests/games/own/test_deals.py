"""Deals of games that a table wrote down itself, worked out by hand."""

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.own.examples import show_examples
from scorekeeper.language import Speech, find_locale
from scorekeeper.nightfile.night_reader import read_night
from scorekeeper.phrase import Refused
from scorekeeper.telling.night import format_night, score_night
from tests.games.own.documents import DOPPELKOPF, HEARTS, NAMES, SCHNAPSEN, SKAT, WIZARD

ENGLISH = Speech(find_locale(("en",)))


def night(document, *deals, players=3):
    house = {"sheet": document}
    return read_night({"game": "own", "players": list(NAMES[:players]), "house": house, "deals": list(deals)})


def written(document, *deals, players=3):
    """What the last deal writes and pays, by the names of the players."""
    result = night(document, *deals, players=players).slots[-1].result
    return tuple([points[name] for name in sorted(points)] for points in (result.sheet, result.payoff))


def test_a_made_bid_pays_its_points_and_fills_in_the_last_number():
    deal = {"bids": {"Anna": 1, "Bernd": 0, "Clara": 1}, "made": {"Anna": 1, "Bernd": 0}}
    assert written(WIZARD, deal) == ([30, 20, -10], [50, 20, -70])


def test_all_that_is_made_adds_up_to_the_number_of_the_deal():
    deal = {"bids": {"Anna": 1, "Bernd": 0, "Clara": 1}, "made": {"Anna": 1, "Bernd": 1, "Clara": 1}}
    with pytest.raises(Refused, match="the numbers add up to 3, not to 1"):
        night(WIZARD, deal)


def test_where_less_is_better_the_higher_score_pays():
    deal = {"points": {"Anna": 13, "Bernd": 13, "Clara": 0}}
    assert written(HEARTS, deal, players=4) == ([13, 13, 0, 0], [-26, -26, 26, 26])


PRIZES = {
    "kind": "points",
    "players": [3],
    "end": {"deals": 1},
    "money": {"pays": "prizes", "prizes": [4, 0, -4]},
}


@pytest.mark.parametrize(
    ("points", "paid"), [((5, 5, 1), [2, 2, -4]), ((5, 1, 1), [4, -2, -2]), ((5, 3, 1), [4, 0, -4])]
)
def test_players_with_the_same_total_share_their_prizes(points, paid):
    deal = {"points": dict(zip(("Anna", "Bernd", "Clara"), points, strict=True))}
    assert written(PRIZES, deal) == ([*points], paid)


SMALL = {"kind": "winner", "players": [3, 4], "values": [{"value": 6}]}


@pytest.mark.parametrize(
    ("pays", "more", "points"),
    [
        ("each", {}, [12, -6, -6]),
        ("share", {}, [6, -3, -3]),
        ("one", {"payer": "Clara"}, [12, 0, -12]),
        ("one_once", {"payer": "Clara"}, [6, 0, -6]),
        ("nobody", {}, [6, 0, 0]),
    ],
)
def test_the_losers_pay_as_the_sheet_says(pays, more, points):
    sheet, _ = written({**SMALL, "pays": pays}, {"winner": "Anna", **more})
    assert sheet + [0] * (3 - len(sheet)) == points


@pytest.mark.parametrize(
    ("pays", "more", "points"),
    [
        ("each", {}, [6, -6, -6, 6]),
        ("share", {}, [3, -3, -3, 3]),
        ("one", {"payer": "Clara"}, [6, 0, -12, 6]),
        ("nobody", {}, [6, 0, 0, 6]),
    ],
)
def test_two_win_together_whoever_they_are(pays, more, points):
    changing = {**SMALL, "players": [4], "sides": "deal", "pays": pays}
    first, last = ({"winner": name, "partner": "Dora", **more} for name in ("Bernd", "Anna"))
    sheet = night(changing, first, last, players=4).slots[-1].result.sheet
    assert [sheet.get(name, 0) for name in NAMES[:4]] == points


@pytest.mark.parametrize(
    ("more", "key"),
    [({}, "partner"), ({"partner": "Anna"}, "partner"), ({"partner": "Bernd", "payer": "Bernd"}, "payer")],
)
def test_who_won_together_is_asked_and_checked(more, key):
    changing = {**SMALL, "players": [4], "sides": "deal", "pays": "one"}
    with pytest.raises(Refused) as refused:
        night(changing, {"winner": "Anna", **more}, players=4)
    assert refused.value.key == key


def test_a_game_with_changing_sides_is_won_by_one_or_by_several():
    document = {**SMALL, "players": [4], "sides": "deal", "pays": "nobody", "end": {"target": 12}}
    document |= {"money": {"pays": "winner", "value": 5}}
    deals = [{"winner": "Anna", "partner": "Bernd"}, {"winner": "Anna", "partner": "Clara"}]
    _, payoff = written(document, *deals, players=4)
    assert payoff == [15, -5, -5, -5]


def test_what_losers_cannot_share_is_refused():
    with pytest.raises(Refused, match="6 cannot be shared by 4 losers"):
        night({**SMALL, "players": [5], "pays": "share"}, {"winner": "Anna"}, players=5)


def test_a_game_to_seven_pays_at_its_end_and_double_from_a_loser_at_zero():
    won = {"winner": "Anna", "value": "c3"}
    assert written(SCHNAPSEN, won, won, players=2)[1] == [0, 0]
    assert written(SCHNAPSEN, won, won, won, players=2)[1] == [2, -2]
    assert written(SCHNAPSEN, {"winner": "Bernd", "value": "c1"}, won, won, won, players=2)[1] == [1, -1]
    assert written(SCHNAPSEN, won, won, won, won, players=2)[1] == [0, 0], "the next game has begun"


@pytest.mark.parametrize(
    ("deal", "points"),
    [
        ({"contract": "grand", "matadors": 2, "points": 70}, 72),
        ({"contract": "grand", "matadors": 2, "points": 90}, 96),
        ({"contract": "grand", "matadors": 1, "hand": True, "points": 60}, -144),
        ({"contract": "diamonds", "matadors": 1, "points": 30}, -54),
        ({"contract": "diamonds", "matadors": 1, "points": 100, "bid": 36}, -72),
        ({"contract": "null", "won": True}, 23),
        ({"contract": "null", "won": False}, -46),
    ],
)
def test_a_contract_is_worth_its_value_times_its_steps(deal, points):
    sheet, payoff = written(SKAT, {"declarer": "Anna", **deal})
    assert (sheet, payoff) == ([points, 0, 0], [2 * points, -points, -points])


def test_all_at_the_table_pay_the_difference_with_the_dealer_who_sits_out():
    deal = {"declarer": "Anna", "contract": "null", "won": True}
    document = night(SKAT, deal, players=4)
    assert document.slots[-1].result.payoff == {"Anna": 69, "Bernd": -23, "Clara": -23, "Dora": -23}


@pytest.mark.parametrize(
    ("deal", "points"),
    [
        ({"partner": "Clara", "points": 121}, [1, -1, 1, -1]),
        ({"partner": "Clara", "points": 120}, [-2, 2, -2, 2]),
        ({"partner": "Clara", "points": 151}, [2, -2, 2, -2]),
        ({"partner": "Clara", "points": 151, "said90": "declarer"}, [3, -3, 3, -3]),
        ({"partner": "Clara", "points": 150, "said90": "declarer"}, [-3, 3, -3, 3]),
        ({"partner": "Clara", "points": 121, "re": True, "bock": True}, [4, -4, 4, -4]),
        ({"partner": "Clara", "points": 121, "special": [{"player": "Bernd", "what": "fox"}]}, [0, 0, 0, 0]),
        ({"contract": "solo", "points": 121}, [3, -1, -1, -1]),
    ],
)
def test_sides_pay_each_other(deal, points):
    sheet, payoff = written(DOPPELKOPF, {"declarer": "Anna", "contract": "normal", **deal}, players=4)
    assert sheet == payoff == points


@pytest.mark.parametrize(
    ("deal", "key", "reason"),
    [
        ({"contract": "normal", "points": 121}, "partner", "choose the partner"),
        ({"contract": "normal", "partner": "Anna", "points": 121}, "partner", "another player"),
        ({"contract": "solo", "partner": "Bernd", "points": 121}, "partner", "played alone"),
        ({"contract": "solo"}, "points", "enter the card points"),
        ({"contract": "solo", "points": 121, "won": True}, "won", "the card points say"),
        ({"contract": "solo", "points": 241}, "points", "more than the 240 in the pack"),
        (
            {"contract": "solo", "points": 121, "special": [{"player": "Bernd", "what": "fox"}]},
            "special",
            "cannot be in this deal",
        ),
    ],
)
def test_what_cannot_have_been_is_refused_with_its_reason(deal, key, reason):
    with pytest.raises(Refused, match=reason) as refused:
        night(DOPPELKOPF, {"declarer": "Anna", **deal}, players=4)
    assert refused.value.key == key


def test_a_round_that_counts_twice_lasts_as_long_as_the_sheet_says():
    game, rules = GAMES["own"], night(DOPPELKOPF, players=4).night.rules_at(1)
    begun = [{"bock_from": True}, {}, {}, {}]
    assert [bool(game.proposed_answers(rules, begun[: past + 1])) for past in range(4)] == [True] * 4
    assert not game.proposed_answers(rules, [*begun, {}])
    assert game.proposal_depth(rules) == 4


def test_a_change_of_the_sheet_counts_from_the_next_deal_on():
    won = {"winner": "Anna"}
    dearer = {**won, "house": {"sheet": {**SMALL, "values": [{"value": 10}]}}}
    results = [list(slot.result.sheet.values()) for slot in night(SMALL, won, dearer, won).slots]
    assert [max(sheet) for sheet in results] == [12, 20, 20]


def test_who_sat_out_of_a_deal_of_a_race_pays_by_the_total():
    race = {**SMALL, "players": [2], "values": [{"value": 1}], "pays": "nobody", "end": {"target": 3}}
    race["money"] = {"pays": "winner", "schneider": 2, "led": 4}
    won = [("Clara", "Anna"), ("Anna", "Bernd"), ("Bernd", "Anna"), ("Clara", "Anna")]
    deals = [{"dealer": dealer, "winner": winner} for dealer, winner in won]
    assert written(race, *deals)[1] == [3, -1, -2]


DUTY = {**DOPPELKOPF, "contracts": [DOPPELKOPF["contracts"][0], {**DOPPELKOPF["contracts"][1], "duty": True}]}
SOLO = {"contract": "solo", "points": 121}


@pytest.mark.parametrize(
    ("end", "solists", "owing"),
    [
        ({}, [], []),  # nothing was played yet, so nothing is told
        ({}, ["Anna", "Anna", "Clara"], ["Bernd", "Dora"]),
        ({}, ["Anna", "Bernd", "Clara", "Dora"], []),
        ({"end": {"deals": 2}}, ["Anna", "Bernd"], []),  # the game is over
        ({"end": {"deals": 2}}, ["Anna", "Bernd", "Clara"], ["Anna", "Bernd", "Dora"]),
    ],
)
def test_who_has_to_play_a_solo_is_told_until_it_is_played(end, solists, owing):
    document = night({**DUTY, **end}, *({"declarer": name, **SOLO} for name in solists), players=4)
    assert score_night(document)["owing"] == owing
    told = [line for line in format_night(document, ENGLISH) if line.startswith("Has to play a solo")]
    assert told == ([f"Has to play a solo: {', '.join(owing)}"] if owing else [])


def test_neither_a_normal_game_nor_a_void_deal_is_an_obligatory_solo():
    normal = {"declarer": "Anna", "partner": "Bernd", "contract": "normal", "points": 121}
    void = {"void": True, "reason": "two cards short"}
    assert score_night(night(DUTY, normal, void, players=4))["owing"] == list(NAMES[:4])
    assert "owing" not in score_night(night(DOPPELKOPF, normal, players=4))


@pytest.mark.parametrize(
    ("document", "deal", "paid"),
    [
        (SMALL, {"winner": "Anna"}, [0, -6, -6]),
        ({**SMALL, "money": {"pays": "difference"}}, {"winner": "Anna"}, [0, -18, -18]),
        ({"kind": "points", "better": "less"}, {"points": {"Anna": 0, "Bernd": 5, "Clara": 7}}, [0, -5, -7]),
        ({"kind": "points"}, {"points": {"Anna": 3, "Bernd": -5, "Clara": 7}}, [0, -5, 0]),
    ],
)
def test_what_is_paid_goes_into_the_kitty(document, deal, paid):
    document = {**document, "money": {**document.get("money", {}), "kitty": True}}
    _, payoff = written(document, deal)
    assert payoff == paid
    payments = score_night(night(document, deal))["payments"]
    assert {(one["from"], one["to"]): -int(one["amount"]) for one in payments} == {
        (name, None): points for name, points in zip(NAMES, paid, strict=False) if points
    }


POT = {
    "kind": "contract",
    "players": [3],
    "contracts": [{"key": "clubs", "value": 15}, {"key": "hearts", "value": 20}],
    "count": {"total": 10, "needed": 6, "each": 2},
    "pot": {"stake": 10, "parts": 10},
}


def test_a_trick_that_is_worth_no_whole_number_of_points_is_refused():
    went_along = {"declarer": "Anna", "tricks": {"Anna": 7, "Bernd": 3}}
    with pytest.raises(Refused, match="15 points do not divide by 10") as refused:
        night(POT, {**went_along, "contract": "clubs"})
    assert refused.value.key == "tricks"
    assert written(POT, {**went_along, "contract": "hearts"})[0] == [4, 6, -10]
    assert written(POT, {"declarer": "Anna", "contract": "clubs"})[0] == [10, 0, -10]


def test_a_game_with_a_partner_has_no_example_between_two_players():
    together, alone = {"name": "Ruf", "partner": True}, {"name": "Solo"}
    document = {"kind": "contract", "players": [2], "contracts": [together, alone]}
    examples = show_examples(document, NAMES)
    assert [example.paid for example in examples] == [{"Anna": 1, "Bernd": -1}, {"Anna": -1, "Bernd": 1}]
