"""What a wrong card costs where the table lets the offender’s side lose (G-6, HU-65): entered, and counted."""

import tomllib
from pathlib import Path

import pytest

from scorekeeper.audit.verdict import Difference
from scorekeeper.games import GAMES
from scorekeeper.games.game import Seating
from scorekeeper.games.herzeln.rules import TOURS
from scorekeeper.games.house_rules import apply_house, switches
from scorekeeper.night.record import read_play
from scorekeeper.phrase import PLAIN, Refused, render
from tests.games.vectors import read_deal

THREE = ("Anna", "Bernd", "Clara")
LOSES = {"revoke": "offender_side_loses"}
ROWS = tomllib.loads((Path(__file__).parents[1] / "vectors" / "deals.toml").read_text("utf-8"))["records"]


def score(game, preset, answers, house=None, number=1, players=THREE):
    rules = apply_house(GAMES[game].presets[preset], LOSES if house is None else house)
    seating = Seating(number, players[-1], players)
    played = GAMES[game].score(rules, read_deal(GAMES[game], rules, seating, answers))
    return played, [played.totals(players)[player] for player in players]


@pytest.mark.parametrize(
    ("preset", "answers", "points"),
    [
        ("braun", {"points": 95, "revoke": "Anna"}, [-4, 2, 2]),
        ("braun", {"points": 20, "revoke": "Anna"}, [-8, 4, 4]),
        ("braun", {"revoke": "Anna"}, [-4, 2, 2]),
        ("braun", {"points": 20, "revoke": "Clara"}, [2, -1, -1]),
        ("braun", {"revoke": "Bernd"}, [2, -1, -1]),
        ("reichelt", {"points": 90, "revoke": "Bernd"}, [6, -3, -3]),
        ("reichelt", {"revoke": "Bernd"}, [2, -1, -1]),
        ("muhr", {"points": 70, "announced": "66", "contra": "Bernd", "revoke": "Anna"}, [-8, 4, 4]),
        ("muhr", {"announced": "du", "revoke": "Bernd"}, [6, -3, -3]),
        ("muhr", {"announced": "du", "all_tricks": True, "revoke": "Anna"}, [-6, 3, 3]),
    ],
)
def test_herzblatt_is_lost_by_the_side_of_the_wrong_card(preset, answers, points):
    played, amounts = score("herzblatt", preset, {"soloist": "Anna", **answers})
    assert amounts == points
    first = played.lines[0]
    assert first.rule == "G-6"
    assert render(first.reason, PLAIN).startswith(f"{answers['revoke']} played a wrong card")


def test_a_tie_is_decided_by_the_wrong_card():
    answers = {"soloist": "Anna", "points": 60, "revoke": "Bernd"}
    assert score("herzblatt", "muhr", answers, LOSES | {"tie": "no_payment"})[1] == [2, -1, -1]


def bonus(player, made, *, announced=True):
    return {"player": player, "bonus": "pagat", "announced": announced, "made": made}


@pytest.mark.parametrize(
    ("answers", "points"),
    [
        ({"points": 40, "revoke": "Anna"}, [0, 4, 4]),
        ({"revoke": "Bernd"}, [4, 0, 0]),
        ({"points": 10, "revoke": "Clara"}, [4, 0, 0]),
        # The declarer's announcement goes with the game, either way.
        ({"points": 40, "revoke": "Anna", "bonuses": [bonus("Anna", True)]}, [0, 14, 14]),
        ({"points": 10, "revoke": "Clara", "bonuses": [bonus("Anna", False)]}, [14, 0, 0]),
        # A defender's: lost with a revoke of his side, else as it was.
        ({"points": 10, "revoke": "Clara", "bonuses": [bonus("Bernd", True)]}, [14, 0, 10]),
        ({"points": 40, "revoke": "Anna", "bonuses": [bonus("Bernd", True)]}, [0, 14, 4]),
        ({"points": 40, "revoke": "Anna", "bonuses": [bonus("Bernd", False)]}, [10, 4, 14]),
        # What was not announced stays.
        ({"points": 40, "revoke": "Anna", "bonuses": [{"player": "Anna", "bonus": "pagat"}]}, [5, 4, 4]),
    ],
)
def test_husarln_is_lost_with_its_announcements(answers, points):
    played, amounts = score("husarln", "loew", {"declarer": "Anna", "contract": "Z2", **answers})
    assert amounts == points
    assert "HU-65" in [line.rule for line in played.lines]


TOURS_PLAYED = [
    (1, {"points": {"Anna": -11, "Bernd": -20, "Clara": 0}}, [0, 0, -31]),
    (2, {"tricks": {"Anna": 1, "Bernd": 2, "Clara": 5}}, [40, 40, 0]),
    (3, {"tricks": {"Anna": 8, "Bernd": 0, "Clara": 0}}, [0, 0, -80]),
    (4, {"queens": {"Anna": 2, "Bernd": 1, "Clara": 1}}, [0, 0, -80]),
    (5, {"king": "Anna"}, [0, 0, -40]),
    (6, {"last": "Clara"}, [40, 0, 0]),
    (6, {"last": "Bernd"}, [0, 40, 0]),
    (7, {"last": "Bernd"}, [0, 0, -40]),
    (8, {"out": ["Clara", "Bernd", "Anna"]}, [-10, 0, -20]),
]


@pytest.mark.parametrize(("number", "answers", "points"), TOURS_PLAYED)
def test_the_offender_in_herzeln_gets_the_worst_and_the_sum_stays(number, answers, points):
    played, amounts = score("herzeln", "piatnik", answers | {"revoke": "Clara"}, number=number)
    assert amounts == points
    assert sum(amounts) == sum(TOURS[number - 1].units_for(3))
    assert played.lines[1].rule == "G-6"


@pytest.mark.parametrize(
    ("game", "preset", "answers", "house"),
    [
        ("herzblatt", "braun", {"soloist": "Anna", "points": 70}, {}),
        ("herzblatt", "braun", {"soloist": "Anna", "points": 70}, {"revoke": "ignore"}),
        ("husarln", "loew", {"declarer": "Anna", "contract": "Z3", "points": 40}, {}),
        ("herzeln", "piatnik", {"points": {"Anna": -11, "Bernd": -20, "Clara": 0}}, {}),
    ],
)
def test_where_the_table_only_takes_note_it_cannot_be_entered(game, preset, answers, house):
    with pytest.raises(Refused) as refused:
        score(game, preset, answers | {"revoke": "Anna"}, house)
    assert refused.value.key == "revoke"


WRONG = [
    (row, change)
    for row in ROWS
    for change in row["change"]
    if change["reason"].startswith("MUST") and change["trick"] == 1
    for switch in switches(GAMES[row["game"]].presets[row["rules"]])
    if switch.name == "revoke" and LOSES["revoke"] in [setting.value for setting in switch.kind.settings]
]


def audit(row, tricks, answers, house):
    game = GAMES[row["game"]]
    players = tuple(row["players"])
    record = read_play(game, players, row["play"] | {"tricks": tricks})
    rules = apply_house(game.presets[row["rules"]], house)
    return game.auditor.audit(rules, Seating(1, players[-1], players), answers, record)


@pytest.mark.parametrize(("row", "change"), WRONG, ids=lambda row: row.get("what") or row["id"])
def test_an_audit_counts_who_revoked_where_it_costs_something(row, change):
    players, tour = row["players"], row.get("tours", [{}])[0]
    answers = row.get("answers", {}) | ({"points": tour} if tour else {"points": 40})
    verdict = audit(row, change["tricks"], answers, LOSES)
    assert verdict.counted["revoke"] == change["player"]
    assert Difference("revoke", None, change["player"]) in verdict.differences
    assert "revoke" not in audit(row, change["tricks"], answers, {}).counted
    entered = answers | {"revoke": next(player for player in players if player != change["player"])}
    assert [found.key for found in audit(row, change["tricks"], entered, LOSES).differences] == ["revoke"]
    entered = answers | {"revoke": change["player"]}
    assert not audit(row, change["tricks"], entered, LOSES).differences


OUT = ["Anna", "Bernd", "Clara"]
LAY_OFF_HANDS = {"Anna": "JS KH", "Bernd": "QD 9C", "Clara": "AC 10S"}
LAID = ["Anna JS", "Bernd QD", "Clara pass", "Anna KH", "Bernd 9C"]


@pytest.mark.parametrize(
    ("moves", "counted", "kind"),
    [
        (LAID, {"out": OUT, "revoke": None}, "clean"),
        (LAID[:3], {}, "incomplete"),
        # Bernd and then Clara pass although a card fits: the first decides, and the order is counted as it was.
        (
            ["Anna JS", "Bernd pass", "Clara pass", "Anna pass", *LAID[1:4], "Bernd pass", "Clara 10S"],
            {"revoke": "Bernd"},
            "violation",
        ),
        (["Anna JS", "Bernd pass", "Clara pass", "Anna pass", *LAID[1:]], {"out": OUT, "revoke": "Bernd"}, "violation"),
        (["Anna JS", "Bernd 9C", "Clara 10S"], {"revoke": "Clara"}, "violation"),
        (["Anna JS", "Clara pass"], {}, "violation"),
        ([*LAID, "Clara 10S"], {"out": OUT, "revoke": None}, "violation"),
    ],
)
def test_in_a_lay_off_a_wrong_pass_or_card_costs_as_a_wrong_card_does(moves, counted, kind):
    row = {"game": "herzeln", "rules": "piatnik", "players": THREE, "play": {"hands": LAY_OFF_HANDS, "leader": "Anna"}}
    game = GAMES["herzeln"]
    record = read_play(game, THREE, row["play"] | {"layoff": moves})
    rules, seating = apply_house(game.presets["piatnik"], LOSES), Seating(8, "Clara", THREE)
    verdict = game.auditor.audit(rules, seating, {"out": OUT}, record)
    assert (verdict.counted, verdict.kind) == (counted, kind)
    offender = counted.get("revoke")
    assert verdict.differences == ((Difference("revoke", None, offender),) if offender else ())
    assert "revoke" not in game.auditor.audit(game.presets["piatnik"], seating, {"out": OUT}, record).counted


def test_a_revoke_that_the_whole_record_disproves_is_a_difference():
    row = next(row for row in ROWS if row["id"] == "D-HB3")
    answers = row.get("answers", {}) | {"points": row["counted"]["points"], "revoke": "Clara"}
    assert audit(row, row["play"]["tricks"], answers, LOSES).differences == (Difference("revoke", "Clara", None),)
    assert not audit(row, row["play"]["tricks"][:3], answers, LOSES).differences
