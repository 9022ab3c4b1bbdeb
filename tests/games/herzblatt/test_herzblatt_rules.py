"""What the authors say, as tables over every count, and what no deal may break."""

import re
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games import GAMES
from scorekeeper.games.game import Seating
from scorekeeper.games.herzblatt.deal import may_contra
from scorekeeper.games.herzblatt.rules import PRESETS, SOLO_PRESETS, Tier
from scorekeeper.games.house_rules import apply_house, switches
from scorekeeper.phrase import PLAIN, Refused, render
from tests.games.drawn import any_rules
from tests.games.vectors import read_deal

VECTORS = tomllib.loads((Path(__file__).parents[2] / "vectors" / "herzblatt.toml").read_text())
HERZBLATT, SOLO = GAMES["herzblatt"], GAMES["solo"]
THREE = Seating(1, "C", ("A", "B", "C"))
FOUR = Seating(1, "D", ("A", "B", "C", "D"))


def pays(game, rules, seating, **answers):
    return game.score(rules, read_deal(game, rules, seating, answers)).totals(seating.playing)


answers = st.fixed_dictionaries(
    {"soloist": st.sampled_from("ABCD"), "points": st.integers(0, 120)},
    optional={
        "announced": st.sampled_from(["66", "du"]),
        "contra": st.sampled_from("ABCD"),
        "ree": st.booleans(),
        "all_tricks": st.booleans(),
        "suit": st.sampled_from("CSHD"),
        "passed": st.booleans(),
        "last_trick": st.sampled_from("ABCD"),
    },
)


@pytest.mark.parametrize(
    ("game", "author"),
    [*((HERZBLATT, author) for author in PRESETS), *((SOLO, author) for author in SOLO_PRESETS)],
    ids=lambda value: getattr(value, "key", value),
)
@given(data=st.data())
def test_a_deal_is_refused_with_its_key_or_pays_zero_in_all(game, author, data):
    rules = data.draw(any_rules({author: game.presets[author]}))
    given_answers = data.draw(answers)
    try:
        deal = read_deal(game, rules, FOUR, given_answers)
    except Refused as refused:
        assert refused.key in given_answers or refused.key in ("soloist", "suit", "last_trick")
        return
    score = game.score(rules, deal)
    assert sum(score.totals(FOUR.playing).values()) == 0
    assert all(line.rule for line in score.lines)
    outcomes = game.outcomes(rules, FOUR, {k: v for k, v in given_answers.items() if "points" not in k})
    if deal.soloist and not (deal.all_tricks and deal.points != 120):  # which `check` refuses
        totals = score.totals(FOUR.playing)
        assert any(outcome.score.totals(FOUR.playing) == totals for outcome in outcomes)


@pytest.mark.parametrize(
    ("house", "ends"),
    [
        ({}, ["not all tricks", "all tricks"]),
        ({"du_schneider": "yes"}, ["0–30 card points", "31–120 card points", "all tricks"]),
    ],
)
def test_the_ends_of_a_du_are_told_by_tricks_unless_the_points_pay(house, ends):
    rules = apply_house(PRESETS["muhr"], house)
    outcomes = HERZBLATT.outcomes(rules, THREE, {"soloist": "B", "announced": "du"})
    assert [render(outcome.label, PLAIN) for outcome in outcomes] == ends


def test_no_end_has_more_card_points_than_there_are():
    rules = replace(PRESETS["muhr"], schneider_limit=120, du_schneider=True)
    labels = [render(end.label, PLAIN) for end in HERZBLATT.outcomes(rules, FOUR, {"soloist": "B", "announced": "du"})]
    assert labels == ["not all tricks", "all tricks"]


LIMITS = st.integers(0, 120)
TIERS = st.one_of(st.none(), st.builds(Tier, st.integers(1, 6), LIMITS))


@given(data=st.data())
def test_the_ends_of_a_call_are_those_of_every_count(data):
    rules = replace(
        data.draw(any_rules(PRESETS)),
        win_schneider=data.draw(TIERS),
        loss_schneider=data.draw(TIERS),
        schneider_limit=data.draw(LIMITS),
        loss=data.draw(st.integers(1, 4)),
    )
    announced = data.draw(st.sampled_from(["", *rules.announcements]))
    call = {"soloist": "B"} | ({"announced": announced} if announced else {})
    made = {"all_tricks": False} if call.get("announced") == "du" else {}
    paid = [pays(HERZBLATT, rules, FOUR, **call, **made, points=points) for points in range(121)]
    ends = [(points, each) for points, each in enumerate(paid) if not points or each != paid[points - 1]]
    told = [
        outcome for outcome in HERZBLATT.outcomes(rules, FOUR, call) if render(outcome.label, PLAIN) != "all tricks"
    ]
    assert [outcome.score.totals(FOUR.playing) for outcome in told] == [each for _, each in ends]
    starts = [re.match(r"\d+", render(outcome.label, PLAIN)) for outcome in told]
    assert [int(start[0]) if start else 0 for start in starts] == [points for points, _ in ends]


@pytest.mark.parametrize("du_schneider", ["no", "yes"])
@pytest.mark.parametrize("limit", ["auto", 29])
@pytest.mark.parametrize("more", [{}, {"contra": "B", "ree": True}])
def test_a_missed_du_needs_no_card_points_where_they_change_nothing(du_schneider, limit, more):
    rules = apply_house(PRESETS["muhr"], {"du_schneider": du_schneider, "schneider_limit": limit})
    missed = {"soloist": "A", "announced": "du", "all_tricks": False} | more
    paid = [pays(HERZBLATT, rules, THREE, **missed, points=points) for points in range(121)]
    if du_schneider == "no":
        assert [pays(HERZBLATT, rules, THREE, **missed)] * len(paid) == paid
    else:
        assert paid[0] != paid[-1]
        with pytest.raises(Refused) as refused:
            pays(HERZBLATT, rules, THREE, **missed)
        assert refused.value.key == "points"


@pytest.mark.parametrize(
    ("house", "key"),
    [
        ({"loss": 3}, "house.loss"),
        ({"loss": True}, "house.loss"),
        ({"loss_schneider": [0, 30]}, "house.loss_schneider"),
        ({"loss_schneider": [10, 30]}, "house.loss_schneider"),
        ({"loss_schneider": [4, 66]}, "house.loss_schneider"),
        ({"loss_schneider": "on"}, "house.loss_schneider"),
        ({"tie": "no_payment"}, "house.tie"),
        ({"overtrump": None}, "house.overtrump"),
        ({"nonsense": 1}, "house.nonsense"),
    ],
)
def test_a_house_rule_that_cannot_be_is_refused_by_name(house, key):
    with pytest.raises(Refused) as refused:
        apply_house(PRESETS["braun"], house)
    assert refused.value.key == key


@pytest.mark.parametrize("factors", [[2, 3, 5, 7], {"D": 2, "H": 3, "S": 5, "C": 7}, "2,3, 5,7"])
def test_factors_are_read_as_a_list_a_table_or_a_text(factors):
    rules = apply_house(SOLO_PRESETS["braun"], {"suit_factors": factors})
    paid = [pays(SOLO, rules, THREE, soloist="B", suit=suit, points=70)["B"] for suit in "DHSC"]
    assert paid == [4, 6, 10, 14]


@pytest.mark.parametrize(
    ("preset", "name", "raw", "said"),
    [
        (PRESETS["braun"], "loss_schneider", [5, 20], "5 times, at 20 or fewer"),
        (PRESETS["braun"], "loss_schneider", [4, 30], "four times, at 30 or fewer"),
        (PRESETS["braun"], "win_schneider", [2, 40], "2 times, with defenders at 40 or fewer"),
        (PRESETS["braun"], "win_schneider", "off", "not played"),
        (PRESETS["muhr"], "du_schneider", True, "yes"),
        (SOLO_PRESETS["braun"], "suit_factors", {"C": 5, "S": 3, "H": 2, "D": 1}, "1, 2, 3, 5"),
        (SOLO_PRESETS["braun"], "suit_factors", "1, 2, 3, 4", "diamonds 1 to clubs 4"),
        (SOLO_PRESETS["braun"], "last_trick_value", 7, "7"),
    ],
)
def test_any_setting_is_told_in_words_however_it_was_spelled(preset, name, raw, said):
    found = next(switch for switch in switches(preset) if switch.name == name)
    assert render(found.describe(raw), PLAIN) == said
    assert found.normalize(found.normalize(raw)) == found.normalize(raw)


def test_who_pays_what_a_contra_of_one_did_not_double_is_said():
    rules = apply_house(PRESETS["muhr"], {"contra_scope": "only_speaker"})
    for points, said in ((70, "each other defender pays A"), (50, "A pays each other defender")):
        answers = {"soloist": "A", "points": points, "contra": "C"}
        lines = HERZBLATT.score(rules, read_deal(HERZBLATT, rules, FOUR, answers)).lines
        assert render(lines[2].reason, PLAIN) == said


@pytest.mark.parametrize(
    ("all_pass", "dealer", "said"),
    [
        ("redeal_next", "D", "Who plays?"),
        ("forehand_plays", "D", "Who plays? If everybody passes, A must"),
        ("dealer_plays", "D", "Who plays? If everybody passes, D must"),
        ("dealer_plays", "E", "Who plays?"),
    ],
)
def test_where_somebody_must_play_a_pass_is_not_offered(all_pass, dealer, said):
    rules, seating = apply_house(PRESETS["muhr"], {"all_pass": all_pass}), Seating(1, dealer, FOUR.playing)
    who, *others = HERZBLATT.ask(rules, seating, {})
    assert render(who.label, PLAIN) == said
    assert ("passed" in [question.name for question in others]) is (said == "Who plays?")
    assert "passed" in [question.name for question in HERZBLATT.ask(rules, seating, {"passed": True})]
    assert set(pays(HERZBLATT, rules, seating, passed=True).values()) == {0}
    assert HERZBLATT.ask(rules, Seating(1, dealer, ()), {}), "a table at which nobody plays can be asked too"


def test_where_the_last_trick_is_paid_it_is_asked_who_took_it():
    rules = apply_house(SOLO_PRESETS["braun"], {"all_pass": "last_trick"})
    with pytest.raises(Refused, match="last_trick"):
        pays(SOLO, rules, FOUR, passed=True)


@pytest.mark.parametrize("row", VECTORS["packs"], ids=lambda row: row["id"])
def test_so_many_players_get_so_many_cards(row):
    rules = GAMES["herzblatt"].presets[row["rules"]]
    dealing = rules.dealing(row["players"])
    assert (len(dealing.pack.cards) - dealing.loose, dealing.hand, dealing.skat) == (
        row["cards"],
        row["hand"],
        row["skat"],
    )
    assert dealing.hand * row["players"] + dealing.skat == row["cards"]
    assert dealing.pack.points == 120


@pytest.mark.parametrize("row", [row for row in VECTORS["deals"] if "factor" in row], ids=lambda row: row["id"])
def test_the_payment_is_so_many_times_the_stake(row):
    assert min(map(abs, row["pays"])) == row["factor"] * row.get("stake", 1)


@pytest.mark.parametrize("row", VECTORS["contra"], ids=lambda row: row["id"])
def test_who_may_say_contra(row):
    players = tuple("ABCDE"[: row["players"]])
    first = players.index(row["asked_first"])
    order = players[first:] + players[:first]
    assert list(may_contra(Seating(1, order[-1], order), row["soloist"])) == row["may_say"]
