"""Bonuses with a name of the table's own: what is refused, how they are told, and what no cards show."""

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.game import Seating
from scorekeeper.games.house_rules import apply_house
from scorekeeper.games.own_values import name_rules
from scorekeeper.journal.house_texts import restore_texts, take_texts
from scorekeeper.night.record import read_play
from scorekeeper.nightfile.audit import audit_night
from scorekeeper.nightfile.night_reader import read_night
from scorekeeper.nightfile.rulesheet import find_sheet, read_house, read_sheet, spell_house, write_sheet
from scorekeeper.phrase import PLAIN, Refused, render
from tests.games.recorded import PLAYERS, ROWS, Recorded
from tests.games.test_rulebook import GERMAN

GAME = GAMES["koenigrufen"]
ZWICKL = {"name": "Zwickl", "value": [1, 3]}


OFFERED = {
    "koenigrufen": ("wien", "KR-133"),
    "tapp": ("mayr", "TT-45"),
    "zwanzigerrufen": ("freeboardgames", "ZR-39"),
    "paskievics": ("openspiel", "HT-50"),
    "husarln": ("beck", "HU-41"),
}
FLAT = dict.fromkeys(OFFERED, (2, "–", "–")) | dict.fromkeys(("tapp", "husarln"), (2, 2, "–"))


def table(game="koenigrufen", **bonuses):
    return apply_house(GAMES[game].presets[OFFERED[game][0]], {"bonuses": bonuses})


@pytest.mark.parametrize(
    ("bonus", "key", "told"),
    [
        ({"name": "Zwickl"}, "own1.value", "the value is missing"),
        ({**ZWICKL, "value": 0}, "own1", "Zwickl: 0 is not a whole number from 1 to 1000"),
        ({**ZWICKL, "value": -2}, "own1", "Zwickl: -2 is not a whole number"),
        ({**ZWICKL, "value": 1.5}, "own1", "Zwickl: 1.5 is not a whole number"),
        ({**ZWICKL, "value": [3, 1]}, "own1", "Zwickl: announced it would be worth 1, less than 3 unannounced"),
        ({**ZWICKL, "value": [1, 2, 3]}, "own1", "Zwickl: [1, 2, 3] is not two numbers, silent and announced"),
        ({**ZWICKL, "value": 10**30}, "own1", "Zwickl: 1000000000000000000000000000000 is not"),
        ({**ZWICKL, "contra": "no"}, "own1.contra", "no is neither true nor false"),
        ({**ZWICKL, "names": "x"}, "own1.names", "no such key here; there are: name, value, contra"),
        ({**ZWICKL, "name": ""}, "own1.name", "is not a text of 1 to 30 characters"),
        ({**ZWICKL, "name": "   "}, "own1.name", "is not a text of 1 to 30 characters"),
        ({**ZWICKL, "name": "x" * 10_000}, "own1.name", "is not a text of 1 to 30 characters"),
        ({**ZWICKL, "name": ["x"]}, "own1.name", "is not a text of 1 to 30 characters"),
        ({**ZWICKL, "name": "a\x00b"}, "own1.name", "this contains a character that cannot be shown"),
        ({**ZWICKL, "name": "a\u202eb"}, "own1.name", "this contains a character that cannot be shown"),
        ({**ZWICKL, "name": "a\ud83eb"}, "own1.name", "this contains a character that cannot be shown"),
        ({**ZWICKL, "name": "TRULL"}, "own1.name", "“TRULL” is taken: choose another name"),
        ({**ZWICKL, "name": "vier  Könige"}, "own1.name", "“vier Könige” is taken: choose another name"),
        ({**ZWICKL, "name": "Solodreier"}, "own1.name", "“Solodreier” is taken: choose another name"),
        (3, "own1", "3 is not a table"),
    ],
)
def test_a_bonus_without_sense_is_refused_by_its_key(bonus, key, told):
    with pytest.raises(Refused) as refused:
        table(own1=bonus)
    assert refused.value.key == f"house.bonuses.{key}"
    assert told in render(refused.value.phrase, PLAIN)


@pytest.mark.parametrize("raw", [3, "Zwickl", [ZWICKL], {"own5": ZWICKL}, {"pagat": ZWICKL}])
def test_own_bonuses_are_a_table_of_at_most_four(raw):
    with pytest.raises(Refused) as refused:
        apply_house(GAME.presets["wien"], {"bonuses": raw})
    assert refused.value.key.startswith("house.bonuses")


def test_a_name_stands_once():
    with pytest.raises(Refused) as refused:
        table(own1=ZWICKL, own3={**ZWICKL, "name": " zwickl "})
    assert refused.value.key == "house.bonuses.own3.name"


@pytest.mark.parametrize("game", OFFERED)
def test_the_sheet_of_every_game_reads_back_with_its_own_bonuses(game):
    sheet = find_sheet(game, OFFERED[game][0], {"bonuses": {"own1": ZWICKL, "own2": {"name": "Herz", "value": 2}}})
    assert read_sheet(write_sheet(sheet)) == sheet
    assert find_sheet(game, OFFERED[game][0], read_house(spell_house(sheet.house))) == sheet


def test_a_sheet_with_own_bonuses_reads_back_from_its_file_and_its_link():
    bonuses = {"own1": ZWICKL, "own2": {"name": 'x"<=1', "value": 2}, "own4": {"value": [0, 4], "contra": False}}
    house = {"threshold": 106, "values": {"dreier": 6}, "bonuses": bonuses}
    sheet = find_sheet("koenigrufen", "wien", house)
    assert sheet.house == house
    assert read_sheet(write_sheet(sheet)) == sheet
    assert find_sheet("koenigrufen", "wien", read_house(spell_house(sheet.house))) == sheet


def test_own_bonuses_are_told_in_both_languages():
    rules = table(own1=ZWICKL, own2={"value": 2}, own3={"name": "Herz", "value": [0, 4], "contra": False})
    kind = next(
        field.metadata["kind"] for field in type(rules).__dataclass_fields__.values() if field.name == "own_bonuses"
    )
    told = kind.describe(kind.to_setting(rules.own_bonuses))
    assert (
        render(told, PLAIN) == "Zwickl 1 (announced 3), bonus 2 of the table 2, Herz 4, only announced, without contra"
    )
    assert GERMAN.say(told) == "Zwickl 1 (angesagt 3), Prämie 2 des Tisches 2, Herz 4, nur angesagt, ohne Contra"
    assert GERMAN.say(name_rules(rules)) == "Wien, mit 3 eigenen Werten"


def test_the_name_of_a_bonus_stands_in_the_note_and_can_be_forgotten():
    house = {"values": {"dreier": 6}, "bonuses": {"own1": ZWICKL}}
    facts, note = take_texts(house)
    assert "Zwickl" not in repr(facts)
    assert restore_texts(facts, note) == house
    rules = apply_house(GAME.presets["wien"], restore_texts(facts, ""))
    assert render(rules.own_bonuses[0].label, PLAIN) == "bonus 1 of the table"
    assert rules.own_bonuses[0].figures == (1, 3)


@pytest.mark.parametrize("game", OFFERED)
def test_the_tariff_has_a_row_for_each_own_bonus_and_cites_the_table(game):
    rules = table(game, own1=ZWICKL, own2={"name": "Herz", "value": 2}, own3={"value": [0, 4]})
    rows = {render(row.label, PLAIN): row for row in GAMES[game].book.tariff(rules)[1].rows}
    assert rows["Zwickl"].cells == (1, 3, -3)
    assert rows["Herz"].cells == FLAT[game]
    assert rows["bonus 3 of the table"].cells == ("–", 4, -4)
    labels = ("Zwickl", "Herz", "bonus 3 of the table")
    assert all(OFFERED[game][1] in rows[label].rules and rows[label].own for label in labels)


@pytest.mark.parametrize("id_", ["D-TT-1", "D-HU-Z2", "D-ZR-1", "D-ZR-3", "D-HT-1", "D-HT-2"])
def test_the_audit_of_every_game_judges_the_other_entries_alone(id_):
    (row,) = [row for row in ROWS if row["id"] == id_]
    game, house = GAMES[row["game"]], {"bonuses": {"own1": ZWICKL}}
    rules = apply_house(game.presets[row["rules"]], house)
    players = PLAYERS[: min(rules.players)]
    record, entered = read_play(game, players, row["play"]), row["answers"] | row.get("counted", {})

    def audit(**more):
        return game.auditor.audit(rules, Seating(1, players[-1], players), entered | more, record)

    claims = entered.get("bonuses", [])
    for claim in {"player": "Bernd"}, {"player": "Anna", "announced": True, "made": False}:
        verdict = audit(bonuses=[*claims, {**claim, "bonus": "own1"}])
        assert (verdict.kind, verdict.differences, verdict.excluded) == ("clean", (), ())
        assert [render(one, PLAIN) for one in verdict.unjudged] == [f"Zwickl by {claim['player']}"]
    wrong = audit(bonuses=[*claims, {"player": "Anna", "bonus": "own1"}], points=21)
    assert "points" in [one.key for one in wrong.differences], "the count is still judged"


@pytest.mark.parametrize(("name", "taken"), [("Köpfe", True), ("unterer", True), ("Solodreier", False)])
def test_the_names_of_the_same_game_alone_are_taken(name, taken):
    if not taken:
        assert table("tapp", own1={"name": name, "value": 1}).bonuses[-1].named
        return
    with pytest.raises(Refused) as refused:
        table("tapp", own1={"name": name, "value": 1})
    assert refused.value.key == "house.bonuses.own1.name"


def test_the_row_of_a_sheet_shows_an_announced_own_bonus():
    game, rules = GAMES["tapp"], table("tapp", own1=ZWICKL)
    row = {"player": "Anna", "bonus": "own1", "announced": True}
    told = {"declarer": "Anna", "contract": "dreier", "points": 40, "bonuses": [row]}
    summary = game.sheet_summary(rules, Seating(1, "Clara", PLAYERS[:3]), told)
    assert [render(word, PLAIN) for word in summary.bonuses] == ["Zwickl\u00a0✓"]


def test_an_own_bonus_is_made_in_play_and_never_comes_too_late():
    game, seating = GAMES["husarln"], Seating(1, "Clara", PLAYERS[:3])
    rules = apply_house(game.presets["beck"], {"claim": "before_play", "bonuses": {"own1": {"value": 2}}})
    said = {"declarer": "Anna", "contract": "Z1"}

    def check(bonus):
        told = said | {"points": 40, "bonuses": [{"player": "Anna", "bonus": bonus}]}
        game.check_call(rules, said, game.deal(rules, seating, game.read(rules, seating, told)))

    check("own1")
    with pytest.raises(Refused, match="bonuses"):
        check("trull")


def test_a_line_of_a_paper_sheet_names_an_own_bonus_by_its_key():
    night = {"game": "tapp", "rules": "mayr", "players": list(PLAYERS[:3]), "house": {"bonuses": {"own1": ZWICKL}}}
    document = read_night(night | {"deals": [{"line": "D A 40 own1!"}]})
    assert document.slots[0].result.payoff == {"Anna": 12, "Bernd": -6, "Clara": -6}
    document = read_night(night | {"deals": [{"line": "D A 40 own1:C"}]})
    assert document.slots[0].result.payoff == {"Anna": 4, "Bernd": -2, "Clara": -2}


@pytest.mark.parametrize("claim", [{"player": "Clara"}, {"player": "Anna", "announced": True, "made": False}])
def test_the_audit_says_that_no_card_shows_an_own_bonus(claim):
    house = {"bonuses": {"own1": ZWICKL, "own2": {"name": "Herz", "value": 2}}}
    deals = Recorded(GAME)
    entered = deals.rows["D-KR-5"]["answers"]["bonuses"]
    without = deals.again("D-KR-5", house)
    assert (without.kind, without.unjudged, without.headline.text) == ("clean", (), "everything is right")
    verdict = deals.again("D-KR-5", house, bonuses=[*entered, {**claim, "bonus": "own1"}])
    assert (verdict.kind, verdict.differences, verdict.excluded) == ("clean", (), ())
    assert [render(one, PLAIN) for one in verdict.unjudged] == [f"Zwickl by {claim['player']}"]
    assert verdict.headline.text == "as far as the cards tell, everything is right"
    wrong = deals.again("D-KR-5", house, bonuses=[entered[1], {**claim, "bonus": "own1"}])
    assert [one.key for one in wrong.differences] == ["bonuses"], "the Trull is still judged"
    part = {"tricks": deals.rows["D-KR-5"]["play"]["tricks"][:3], "hands": None}
    verdict = deals.again("D-KR-5", house, part, bonuses=[*entered, {**claim, "bonus": "own1"}])
    assert (verdict.differences, verdict.excluded) == ((), ())


def test_the_audit_in_json_counts_what_no_card_shows():
    deal = Recorded(GAME).rows["D-KR-5"]
    night = {"game": "koenigrufen", "rules": deal["rules"], "players": list(PLAYERS)}
    told = []
    for more in [], [{"bonus": "own1", "player": PLAYERS[0]}]:
        answers = deal["answers"] | {"bonuses": [*deal["answers"]["bonuses"], *more]}
        file = night | {"house": {"bonuses": {"own1": ZWICKL}}, "deals": [answers | {"play": deal["play"]}]}
        told.append(audit_night(read_night(file))["deals"][0].get("unjudged"))
    assert told == [None, 1]
