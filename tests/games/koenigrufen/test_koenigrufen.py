"""Königrufen: its authors, both accounts, and who plays with the declarer in secret."""

import re
from pathlib import Path
from typing import Any

import pytest

import scorekeeper.games
from scorekeeper.games.game import Seating
from scorekeeper.games.house_rules import apply_house, switches
from scorekeeper.games.koenigrufen import KOENIGRUFEN
from scorekeeper.games.koenigrufen.rules import Rules
from scorekeeper.night.pricing import play
from scorekeeper.night.result_json import same_result, write_result
from scorekeeper.phrase import PLAIN, Refused, render

PLAYERS = ("Anna", "Bernd", "Clara", "David")
SEATING = Seating(1, "David", PLAYERS)


def worth(
    preset: str, house: dict[str, object] | None = None, *, entered: bool = False, **answers: Any
) -> tuple[list[int], list[int]]:
    rules = apply_house(KOENIGRUFEN.presets[preset], house or {})
    result = play(KOENIGRUFEN, rules, SEATING, answers, entered=entered)
    return [result.sheet[player] for player in PLAYERS], [result.payoff.get(player, 0) for player in PLAYERS]


def test_a_switch_is_offered_only_where_something_heeds_it():
    games = Path(scorekeeper.games.__file__).parent
    folders = ("koenigrufen", "declarer", "tarock")
    code = "".join(file.read_text("utf-8") for folder in folders for file in (games / folder).glob("*.py"))
    heeded = set(re.findall(r"\b(?:self\.)?(?:rules|self)\.(\w+)", code))
    heeded |= {name for bonus in Rules.game.bonuses for name, _ in (*bonus.agreed, *bonus.costs)}
    for preset in KOENIGRUFEN.presets.values():
        assert {switch.name for switch in switches(preset)} <= heeded


@pytest.mark.parametrize(
    ("preset", "contract", "answers", "points"),
    [
        ("ooe", "besserrufer", {}, [-9, 3, 3, 3]),
        ("sauwald", "besserrufer", {}, [-9, 3, 3, 3]),
        ("tirol", "besserrufer", {}, [-9, 3, 3, 3]),
        ("wien", "uhurufer", {}, [-15, 5, 5, 5]),
        ("ruediger", "besserrufer", {"partner": "Bernd"}, [-3, -3, 3, 3]),
    ],
)
def test_a_besserrufer_without_a_bird_is_entered_as_it_was(preset, contract, answers, points):
    """No bird is announced, for there was none; a declarer who revoked pays all alike, whoever was the partner."""
    told = {"declarer": "Anna", "contract": contract, "revoke": "Anna", **answers}
    assert worth(preset, entered=True, **told)[0] == points
    with pytest.raises(Refused):
        worth(preset, entered=True, **(told | {"revoke": "Clara", "partner": "Bernd"}))


@pytest.mark.parametrize(
    ("contract", "said"),
    [
        ("uhurufer", "Uhurufer: enter Uhu as announced"),
        ("besserrufer", "Besserrufer: which bird is announced?"),
    ],
)
def test_a_missing_bird_is_asked_for_by_name_where_the_bid_names_it(contract, said):
    told = {"declarer": "Anna", "contract": contract, "partner": "Bernd", "points": "40"}
    with pytest.raises(Refused) as refused:
        worth("wien" if contract == "uhurufer" else "ooe", entered=True, **told)
    assert (refused.value.key, render(refused.value.phrase, PLAIN)) == ("bonuses", said)


def test_who_revoked_against_an_unknown_partner_leaves_open_who_is_paid():
    told = {"declarer": "Anna", "contract": "rufer"}
    assert worth("ooe", entered=True, **told, revoke="Anna")[0] == [-3, 1, 1, 1]
    for preset, offender in (("ooe", "Bernd"), ("ruediger", "Anna")):
        with pytest.raises(Refused) as refused:
            worth(preset, entered=True, **told, revoke=offender)
        assert refused.value.key == "partner"


@pytest.mark.parametrize(
    ("answers", "offenders", "written", "paid"),
    [
        ({"contract": "dreier"}, "Bernd Clara", [12, -8, -8, 4], [12, -8, -8, 4]),
        ({"contract": "dreier"}, "Clara Anna", [-4, 4, -4, 4], [-4, 4, -4, 4]),
        ({"contract": "rufer", "partner": "Bernd"}, "Bernd David", [1, -1, 1, -1], [1, -1, 1, -1]),
        ({"contract": "dreier", "contra": 1}, "Bernd Clara", [12, -8, -8, 4], [24, -16, -16, 8]),
        ({"contract": "piccolo", "contra": {"David": 1}}, "Bernd Clara", [6, -4, -4, 2], [8, -6, -6, 4]),
    ],
)
def test_two_who_revoked_share_the_loss(answers, offenders, written, paid):
    """As after a misdeal, by which one has thirteen cards and another eleven (KR-110)."""
    first, second = offenders.split()
    told = {"declarer": "Anna", **answers, "revoke": first, "revoke_with": second}
    assert worth("ooe", entered=True, **told) == (written, paid)


@pytest.mark.parametrize(
    ("preset", "offenders", "factor", "pays"),
    [
        ("ooe", "Bernd Clara", 1, [2, -2, -2, 2]),
        ("ooe", "Anna Bernd", 1, [-4, -2, 3, 3]),
        ("ooe", "Bernd Anna", 2, [-8, -4, 6, 6]),
        ("sauwald", "Clara David", 1, [3, 3, -3, -3]),
    ],
)
def test_two_who_revoked_in_a_trischaken_pay_half_their_price_each(preset, offenders, factor, pays):
    first, second = offenders.split()
    told = {"contract": "trischaken", "revoke": first, "revoke_with": second} | (
        {"factor": factor} if factor > 1 else {}
    )
    assert worth(preset, entered=True, house={"doubling": "on"}, **told) == (pays, pays)


@pytest.mark.parametrize(
    ("preset", "answers"),
    [
        ("ooe", {"contract": "dreier", "declarer": "Anna", "revoke": "Bernd", "revoke_with": "Bernd"}),
        ("ooe", {"contract": "dreier", "declarer": "Anna", "points": 40, "revoke_with": "Bernd"}),
        ("ruediger", {"contract": "trischaken", "revoke": "Bernd", "revoke_with": "Clara"}),
        ("ruediger", {"contract": "dreier", "declarer": "Anna", "revoke": "Bernd", "revoke_with": "Clara"}),
    ],
)
def test_a_second_offender_needs_a_first_one_and_shared_payment(preset, answers):
    with pytest.raises(Refused) as refused:
        worth(preset, entered=True, **answers)
    assert refused.value.key == "revoke_with"


# Of all combinations every seventh, which leaves out none of its parts; at length all.


def by_role(rules, called):
    ends = KOENIGRUFEN.possible_ends(rules, SEATING, KOENIGRUFEN.read(rules, SEATING, called))
    return {
        render(end.label, PLAIN): {role.text: end.score.totals(PLAYERS)[player] for player, role in end.roles.items()}
        for end in ends
    }


@pytest.mark.parametrize("preset", KOENIGRUFEN.presets)
def test_while_the_partner_is_a_secret_each_role_sees_what_an_end_pays(preset):
    rules = KOENIGRUFEN.presets[preset]
    ends = by_role(rules, {"declarer": "Anna", "contract": "rufer"})
    assert list(ends) == ["game won", "game lost"]
    for end, sign in zip(ends.values(), (1, -1), strict=True):
        value = end["declarer"] * sign
        assert value > 0
        assert end == {"declarer": sign * value, "partner": sign * value, "each opponent": -sign * value}


def test_an_end_names_the_partner_where_somebody_else_announced():
    pagat = {"player": "Clara", "bonus": "pagat", "announced": True}
    ends = by_role(KOENIGRUFEN.presets["ooe"], {"declarer": "Anna", "contract": "rufer", "bonuses": [pagat]})
    assert ends["game won, announcements made, partner: Clara"]["partner"] == 3
    assert ends["game won, announcements made, partner: Bernd, David"]["partner"] == -1


def test_the_result_asks_for_the_partner():
    rules = KOENIGRUFEN.presets["ooe"]
    called = {"declarer": "Anna", "contract": "rufer"}
    named = KOENIGRUFEN.read(rules, SEATING, called | {"partner": "Clara"})
    assert len(KOENIGRUFEN.possible_ends(rules, SEATING, named)) == 2
    (partner,) = [q for q in KOENIGRUFEN.ask(rules, SEATING, called) if q.name == "partner"]
    assert partner.stage == "result"


def test_the_partner_is_asked_only_where_a_king_is_called():
    rules = KOENIGRUFEN.presets["ooe"]
    for contract in rules.contracts:
        asked = {q.name for q in KOENIGRUFEN.ask(rules, SEATING, {"declarer": "Anna", "contract": contract.key})}
        assert ("partner" in asked) == contract.called


def test_the_fourth_count_fills_itself_in_but_a_virgin_is_named():
    told = {"Anna": 20, "Bernd": "30 1/3", "Clara": 10}
    assert worth("ooe", contract="trischaken", points=told) == ([1, -3, 1, 1], [1, -3, 1, 1])
    with pytest.raises(Refused) as refused:
        worth("ooe", contract="trischaken", points={"Anna": 20, "Bernd": 40, "Clara": 10})
    assert refused.value.key == "points"
    assert refused.value.phrase.text == "that is already {total}; did {player} take no trick?"


TARIFF = {  # of each author: a Solo, a Valat silent, announced and failed, and who loses a Trischaken alone, as burgher
    "ooe": ("×2", ("×4", "×8", "−×8"), (3, 6), (6, 12)),
    "sauwald": ("×2", ("×4", "×8", "−×8"), (3, 6), (6, 12)),
    "wien": ("×2", (10, 20, -20), (6, 12), (12, 24)),
    "tirol": ("×2", (10, 20, -20), (2, 6), (6, 12)),
    "ruediger": ("×2", ("×4", "×8", "−×8"), (1, 3), (1, 3)),
}


@pytest.mark.parametrize("preset", TARIFF)
def test_the_tariff_tells_all_that_is_priced(preset):
    rules = KOENIGRUFEN.presets[preset]
    games, bonuses, trischaken = KOENIGRUFEN.book.tariff(rules)
    told = {render(row.label, PLAIN): row.cells for row in games.rows}
    assert told["Sechserdreier"] == (rules.values["sechserdreier"], 2 * rules.values["sechserdreier"])
    assert told["Bettel"][0] == ("2½" if preset == "ruediger" else rules.values["bettel"])
    *usual, one, other = bonuses.rows
    assert len(usual) + 1 == len(rules.bonuses)
    valat, solo = (one, other) if rules.valat == "fixed" else (other, one)
    assert (solo.cells[0], valat.cells, *(row.cells for row in trischaken.rows[:2])) == TARIFF[preset]


def test_who_may_call_his_own_king_is_asked_so():
    for preset, own in (("ooe", False), ("ruediger", True)):
        rules = KOENIGRUFEN.presets[preset]
        asked = KOENIGRUFEN.ask(rules, SEATING, {"declarer": "Anna", "contract": "solorufer"})
        (alone,) = [render(question.label, PLAIN) for question in asked if question.name == "alone"]
        assert ("declarer’s own" in alone) == own


@pytest.mark.parametrize("preset", KOENIGRUFEN.presets)
def test_an_unpaid_bonus_beside_a_revoke_is_reported(preset):
    """A journal may hold one from before; what is paid stays as it was."""
    rules = KOENIGRUFEN.presets[preset]
    call: dict[str, object] = {"declarer": "Anna", "contract": "rufer", "partner": "Bernd", "revoke": "Clara"}
    pagat = {"player": "Anna", "bonus": "pagat", "announced": True}
    trull = {"player": "David", "bonus": "trull"}
    without = play(KOENIGRUFEN, rules, SEATING, call | {"bonuses": [pagat]}, entered=True)
    assert play(KOENIGRUFEN, rules, SEATING, call | {"bonuses": [pagat, trull]}) == without
    assert without != play(KOENIGRUFEN, rules, SEATING, call)
    for rows in ([trull], [pagat, trull], [trull | {"announced": False}]):
        with pytest.raises(Refused) as refused:
            play(KOENIGRUFEN, rules, SEATING, call | {"bonuses": rows}, entered=True)
        assert refused.value.key == "bonuses"
        said = "Trull of David was not announced: after a wrong card only announced bonuses count"
        assert render(refused.value.phrase, PLAIN) == said


@pytest.mark.parametrize(
    ("preset", "bonus", "rule"), [("ooe", "pagat", "KR-36"), ("wien", "trull", "KR-38"), ("ruediger", "trull", "KR-39")]
)
def test_a_bonus_that_does_not_count_beside_a_valat_is_named(preset, bonus, rule):
    """A journal from before has no such line, and the same numbers."""
    rules = KOENIGRUFEN.presets[preset]
    valat = {"player": "Anna", "bonus": "valat"}
    call: dict[str, object] = {"declarer": "Anna", "contract": "dreier", "bonuses": [valat]}
    without = play(KOENIGRUFEN, rules, SEATING, call, entered=True)
    beside = call | {"bonuses": [valat, {"player": "Anna", "bonus": bonus}]}
    result = play(KOENIGRUFEN, rules, SEATING, beside, entered=True)
    assert (result.sheet, result.payoff) == (without.sheet, without.payoff)
    said = result.score.lines[-1]
    label = {"pagat": "Pagat", "trull": "Trull"}[bonus]
    assert (render(said.reason, PLAIN), said.rule) == (f"{label}: Anna, which does not count beside the Valat", rule)
    assert same_result(result, write_result(without))
