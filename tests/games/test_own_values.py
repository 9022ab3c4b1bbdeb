"""Values of a tariff that a table sets itself: what is refused, what is kept, and what it changes."""

import tomllib
from pathlib import Path

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.game import Seating
from scorekeeper.games.house_rules import apply_house
from scorekeeper.games.own_values import name_rules
from scorekeeper.nightfile.rulesheet import find_sheet, read_house, read_sheet, spell_house, write_sheet
from scorekeeper.phrase import PLAIN, Refused, render

FOUR = Seating(1, "David", ("Anna", "Bernd", "Clara", "David"))


def table(game, preset, **values):
    return apply_house(GAMES[game].presets[preset], {"values": values})


@pytest.mark.parametrize(
    ("values", "key", "told"),
    [
        ({"dreier": 10**30}, "dreier", "Dreier: 1000000000000000000000000000000 is not a whole number from 1 to 1000"),
        ({"dreier": 2.5}, "dreier", "Dreier: 2.5 is not a whole number"),
        ({"dreier": "2 1/3"}, "dreier", "Dreier: 2 1/3 is not a whole number"),
        ({"dreier": True}, "dreier", "Dreier: true is not a whole number"),
        ({"dreier": 0}, "dreier", "Dreier: 0 is not a whole number from 1"),
        ({"dreier": -3}, "dreier", "Dreier: -3 is not a whole number from 1"),
        ({"dreier": [4, 5]}, "dreier", "Dreier: [4, 5] is not one number"),
        ({"pagat": 2}, "pagat", "Pagat: 2 is not two numbers, silent and announced"),
        ({"pagat": [3, 2]}, "pagat", "Pagat: announced it would be worth 2, less than 3 unannounced"),
        ({"pagat": [1, 10**30]}, "pagat", "Pagat: 1000000000000000000000000000000 is not"),
        ({"pagat": [0, 0]}, "pagat", "Pagat: 0 is not a whole number from 1"),
        ({"pagat": "off"}, "pagat", "Pagat: off is not two numbers"),
        ({"valat_times": [4, 1.5]}, "valat_times", "Valat, times the game: 1.5 is not"),
        ({"quodlibet": 3}, "quodlibet", "no such key here; there are"),
    ],
)
def test_a_value_without_sense_is_refused_by_its_row(values, key, told):
    with pytest.raises(Refused) as refused:
        table("koenigrufen", "wien", **values)
    assert refused.value.key == f"house.values.{key}"
    assert told in render(refused.value.phrase, PLAIN)


@pytest.mark.parametrize("raw", [3, "dreier", [1, 2], None])
def test_values_are_a_table(raw):
    with pytest.raises(Refused) as refused:
        apply_house(GAMES["tapp"].presets["mayr"], {"values": raw})
    assert refused.value.key == "house.values"


def test_a_table_without_any_game_is_refused():
    with pytest.raises(Refused, match="no game is left"):
        table("tapp", "mayr", **dict.fromkeys(("dreier", "unterer", "oberer", "solo"), "off"))


@pytest.mark.parametrize(
    "game", ["herzblatt", "husarln", "tapp", "koenigrufen", "zwanzigerrufen", "cego", "paskievics"]
)
def test_the_values_of_the_author_are_no_own_ones(game):
    for author in GAMES[game].presets.values():
        kind = type(author).__dataclass_fields__["own_values"].metadata["kind"]
        raw = {price.key: list(author.figures(price.key)) for price in kind.prices if author.figures(price.key)}
        raw = {key: figures if len(figures) > 1 else figures[0] for key, figures in raw.items()}
        if "values" in author.offers and not getattr(author, "halves", ()):
            assert apply_house(author, {"values": raw}) == author
            assert name_rules(author) == author.author


def test_the_rules_are_named_with_the_number_of_own_values():
    rules = table("koenigrufen", "wien", dreier=6, bettel=4, pagat=[1, 3])
    assert render(name_rules(rules), PLAIN) == "Wien, with 2 values of your own"  # a Bettel is worth 4 there
    assert render(name_rules(table("koenigrufen", "wien", dreier=6)), PLAIN) == "Wien, with 1 value of your own"


def test_a_game_is_added_to_those_of_the_author_or_left_out():
    rules = table("koenigrufen", "sauwald", farbendreier=3, bettel="off")
    keys = [contract.key for contract in rules.contracts]
    assert keys[-1] == "farbendreier"
    assert "bettel" not in keys
    assert "sack1" in [bonus.key for bonus in table("koenigrufen", "wien", sack1=[0, 2]).bonuses]


def test_the_tariff_of_a_table_without_trischaken_does_without_its_part():
    tables = GAMES["koenigrufen"].book.tariff(table("koenigrufen", "wien", trischaken="off"))
    assert [render(part.title, PLAIN).partition(",")[0] for part in tables] == ["The games", "Bonuses"]


def test_half_a_point_is_dropped_with_the_value_of_the_author():
    deal = {"declarer": "Anna", "contract": "bettel", "won": True}
    game = GAMES["koenigrufen"]

    def paid(rules):
        return game.score(rules, game.deal(rules, FOUR, game.read(rules, FOUR, deal))).totals(FOUR.playing)["Anna"]

    assert paid(game.presets["ruediger"]) == 6
    assert paid(table("koenigrufen", "ruediger", bettel=3)) == 9
    doubled = apply_house(game.presets["ruediger"], {"values": {"bettel": 2}})
    deal |= {"contra": {"Bernd": 1}}
    assert paid(game.presets["ruediger"]) == 9
    assert paid(doubled) == 8


def test_a_line_with_an_own_value_names_the_table():
    game, rules = GAMES["koenigrufen"], table("koenigrufen", "wien", dreier=6, uhu=[3, 5])
    bonuses = [{"player": "Anna", "bonus": name} for name in ("uhu", "trull")]
    deal = {"declarer": "Anna", "contract": "dreier", "points": 41 * 3 + 2, "bonuses": bonuses}
    lines = game.score(rules, game.deal(rules, FOUR, deal)).lines
    told = [(render(line.reason, PLAIN), line.rule, line.value) for line in lines[1:]]
    assert told == [
        ("Dreier, won by Anna (the table’s own value)", "KR-31", 6),
        ("Uhu: Anna (the table’s own value)", "KR-31", 3),
        ("Trull: Anna", "KR-31", 1),
    ]


@pytest.mark.parametrize(
    ("game", "preset", "values"),
    [
        ("koenigrufen", "wien", {"dreier": 6, "pagat": [1, 3], "quapilrufer": "off", "valat_times": [3, 6]}),
        ("tapp", "mayr", {"dreier": 4, "trull": 2, "valat": [10, 30]}),
        ("husarln", "beck", {"Z1": 5, "Solo": 60, "kings": 4}),
        ("herzblatt", "muhr", {"66": 3, "du": 4}),
        ("zwanzigerrufen", "browser", {"solo": 6, "trull": 2, "absolut": [2, 3]}),
        ("cego", "schwarzwald", {"halbe": 3, "solo": 2, "bettel": 40}),
        ("paskievics", "pagat", {"szolo": 6, "kings": [2, 3], "double_times": [3, 5]}),
    ],
)
def test_own_values_survive_a_sheet_and_an_address(game, preset, values):
    sheet = find_sheet(game, preset, {"values": values})
    assert dict(sheet.house["values"]) == values
    assert read_sheet(write_sheet(sheet)) == sheet
    assert find_sheet(game, preset, read_house(spell_house(sheet.house))) == sheet


def test_the_tariff_marks_the_rows_of_the_table():
    for game, preset, values in (
        ("koenigrufen", "ooe", {"dreier": 5, "valat_times": [3, 6], "uhu": [1, 3]}),
        ("tapp", "alscher", {"solo": 9, "pagat": [3, 6], "valat_times": [3, 6]}),
        ("husarln", "loew", {"Z1": 3, "Solo": 41, "trull": 4}),
        ("zwanzigerrufen", "freeboardgames", {"solo": 6, "trull": 2, "absolut": [2, 3]}),
        ("cego", "schwarzwald", {"halbe": 3, "raeuber": 50, "bettel": 40}),
        ("paskievics", "pagat", {"szolo": 6, "kings": [2, 3], "double_times": [3, 5]}),
    ):
        tables = GAMES[game].book.tariff(table(game, preset, **values))
        own = [row for part in tables for row in part.rows if row.own]
        assert len({render(row.label, PLAIN) for row in own}) == 3
        assert all(not row.own for part in GAMES[game].book.tariff(GAMES[game].presets[preset]) for row in part.rows)


def test_the_factors_of_muhr_are_the_tables_own():
    game = GAMES["herzblatt"]
    seating = Seating(1, "Clara", ("Anna", "Bernd", "Clara"))
    answers = {"soloist": "Anna", "announced": "66", "points": 71}
    rules = table("herzblatt", "muhr", **{"66": 3})
    score = game.score(rules, game.deal(rules, seating, game.read(rules, seating, answers)))
    assert score.totals(seating.playing) == {"Anna": 6, "Bernd": -3, "Clara": -3}
    assert "(the table’s own value)" in render(score.lines[-1].factors[0].reason, PLAIN)


TABLES = tomllib.loads(Path(__file__).with_name("tariffs.toml").read_text("utf-8"))["tables"]


@pytest.mark.parametrize("table", TABLES, ids=[table["name"] for table in TABLES])
def test_a_printed_tariff_can_be_entered_as_it_stands(table):
    """Every printed value holds; no value is entered that the author has anyway."""
    sheet = find_sheet("koenigrufen", table["rules"], table["house"])
    assert {key: sheet.house.get(key) for key in table["house"]} == table["house"]
    worth = {bonus.price_key: bonus.figures for bonus in sheet.rules.bonuses}
    worth |= {contract.key: (sheet.rules.value_of(contract),) for contract in sheet.rules.contracts}
    for key, printed in table["printed"].items():
        assert worth.get(key, ()) == (tuple(printed) if isinstance(printed, list) else (printed,)), key
