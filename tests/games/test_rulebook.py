"""The rule books against the code that cites them, in both directions, and against the worked examples."""

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import chain
from pathlib import Path

import pytest
from babel import Locale

import scorekeeper
from scorekeeper.cards.packs import ACE_TEN, TAROCK, TAROCK_54
from scorekeeper.games import GAMES
from scorekeeper.games.cego import TABLE as CEGO
from scorekeeper.games.herzblatt import rules as herzblatt
from scorekeeper.games.herzblatt.rules import SOLO
from scorekeeper.games.house_rules import apply_house, switches
from scorekeeper.games.husarln import TABLE as HUSARLN
from scorekeeper.games.paskievics import TABLE as PASKIEVICS
from scorekeeper.games.rulebook import COMMON_RULES, Book, Rule, in_force, read_chapters
from scorekeeper.games.tapp import TABLE as TAPP
from scorekeeper.games.zwanzigerrufen import TABLE as ZWANZIGERRUFEN
from scorekeeper.language import Speech
from scorekeeper.nightfile.rulesheet import find_sheet
from scorekeeper.paths import resources
from scorekeeper.phrase import PLAIN, render
from tests.chosen import noted
from tests.games.examples import ids_of, worked

ROOM = Path(scorekeeper.__file__).parent
NUMBER = re.compile(r"(?:G|HB|MU|SO|HZ|HU|TT|KR|ZR|CE|QU|HT)-T?\d+")
(COMMON,) = read_chapters(COMMON_RULES)
BOOKS = {key: replace(game.book, parts=(*game.book.parts, COMMON_RULES)) for key, game in GAMES.items()}
RULES = {rule.number: rule for book in BOOKS.values() for rule in book.rules}
PRESETS = [(key, preset) for key, game in GAMES.items() for preset in game.presets]
GERMAN = Speech(Locale("de"))


def is_book(file: Path) -> bool:
    return file.name in ("book.py", "rulebook.py")


@cache
def cited_by_code() -> list[tuple[Path, str]]:
    """Every text that is a number and nothing else in the code, and the numbers of the house rules."""
    house = [(file, tomllib.loads(file.read_text("utf-8"))) for file in ROOM.rglob("house_rules.toml")]
    laws = [(file, tomllib.loads(file.read_text("utf-8"))) for file in ROOM.rglob("law.toml")]
    breaches = [(file, row | {"rules": [*law["rules"].values()]}) for file, law in laws for row in law["breaches"]]
    priced = [(file, rule) for file, row in breaches for rule in (*row["rules"], row.get("rule"), row.get("until"))]
    told = [(file, switch["rule"]) for file, table in house for switch in table.values()]
    return [*told, *[(file, rule) for file, rule in priced if rule]] + [
        (file, node.value)
        for file in ROOM.rglob("*.py")
        if not is_book(file)
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and NUMBER.fullmatch(node.value)
    ]


def cited_anywhere() -> set[str]:
    return {number for _, number in cited_by_code()}.union(*(example.cited for example in worked()))


def books_of(file: Path) -> list[Book]:
    """Return the books in which what a file cites must stand: its game's where it belongs to one."""
    own = {"herzblatt": ("herzblatt", "solo"), "herzeln": ("herzeln",), "husarln": ("husarln",), "tapp": ("tapp",)}
    own |= {key: (key,) for key in ("koenigrufen", "zwanzigerrufen", "cego", "quodlibet", "paskievics")}
    keys = next((own[part] for part in file.relative_to(ROOM).parts if part in own), tuple(GAMES))
    return [BOOKS[key] for key in keys]


def test_every_number_that_code_can_cite_is_in_the_book_of_its_game():
    cited = cited_by_code()
    assert len({number for _, number in cited}) > 60
    strangers = {(file.name, number) for file, number in cited if not any(book.find(number) for book in books_of(file))}
    assert strangers == set()


def test_every_number_that_code_or_page_mentions_is_in_a_book():
    code = [file for file in ROOM.rglob("*.py") if not is_book(file)]
    files = [*code, *resources("templates").rglob("*.*")]
    mentioned = {number for file in files for number in NUMBER.findall(file.read_text("utf-8"))}
    assert len(mentioned) > 60
    assert mentioned <= RULES.keys()


def test_what_a_deal_cites_holds_for_its_author():
    for example in worked():
        game = GAMES[example.game]
        rules = apply_house(game.presets[example.preset], example.row.get("house", {}))
        held = {rule.number for chapter in game.book.chapters_for(example.preset, rules) for rule in chapter.rules}
        assert example.cited <= held | {rule.number for rule in COMMON.rules}, (example.game, example.row["id"])


def test_every_number_in_a_book_is_cited_or_background():
    assert RULES.keys() - cited_anywhere() == {number for number, rule in RULES.items() if rule.background} - (
        cited_anywhere() & AT_THE_TABLE
    )


AT_THE_TABLE = {"SO-2", "SO-3", "HU-13"}  # the auctions: whatever may cite them, nothing is judged by them


@pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
def test_a_number_stands_once_in_a_book_and_says_the_same_in_all(book):
    rules = list(book.rules)
    assert len({rule.number for rule in rules}) == len(rules)
    assert all(RULES[rule.number] == rule for rule in rules)


def test_a_rule_is_short_has_sources_and_gives_reasons_where_open():
    for number, rule in RULES.items():
        with noted(rule=number):
            check_rule(rule)


def check_rule(rule: Rule) -> None:
    for text in filter(None, (rule.text, rule.why, rule.without)):
        assert render(text, PLAIN) != GERMAN.say(text)
    for text in (render(rule.text, PLAIN), GERMAN.say(rule.text)):
        assert text.endswith(".")
        assert 1 <= len(re.findall(r"[.!?](?= [A-ZÄÖÜ„“]|$)", text)) <= 3
    assert rule.sources
    assert all(GERMAN.say(source) for source in rule.sources)
    assert (rule.why is not None) == (rule.certainty in ("ambiguous", "not stated"))


def test_every_number_has_a_worked_example_or_says_why_there_is_none():
    assert [number for number, rule in RULES.items() if bool(rule.examples) == bool(rule.without)] == []
    known = {key: ids_of(key) for key in BOOKS}
    for number, rule in RULES.items():
        there = set().union(*(known[key] for key, book in BOOKS.items() if book.find(number)))
        assert set(rule.examples) <= there, number
        citing = {example.row["id"] for example in worked() if number in example.cited}
        assert not citing or citing.intersection(rule.examples), f"{number} is better worked out by {sorted(citing)}"


@pytest.mark.parametrize("game", GAMES)
def test_ids_are_unique_where_one_game_looks_for_them(game):
    ids = ids_of(game)
    assert len(ids) == len(set(ids)) > 50


def test_an_example_writes_pays_and_cites_as_it_says():
    citing = [example for example in worked() if "cites" in example.row]
    assert len(citing) > 20
    for row, *_, result, cited in citing:
        paid, sheet = (dict.fromkeys(row["pays"], 0) | points for points in (result.payoff, result.sheet))
        assert (paid, sheet) == (row["pays"], row.get("sheet", row["pays"])), row["id"]
        assert set(row["cites"]) <= cited, row["id"]


@pytest.mark.parametrize(("key", "preset"), PRESETS)
def test_the_book_names_every_switch_at_its_rule(key, preset):
    game = GAMES[key]
    offered = {switch.name: switch for switch in switches(game.presets[preset])}
    held = {rule.number: rule for chapter in find_sheet(key, preset).chapters for rule in chapter.rules}
    for switch in (switch for switch in offered.values() if switch.is_relevant(game.presets[preset])):
        assert switch.rule in held
        rule = held[switch.rule]
        assert rule.background or switch.name in rule.switches


def test_every_switch_in_the_book_is_offered_by_somebody():
    offered = {
        key: {switch.name for preset in game.presets.values() for switch in switches(preset)}
        for key, game in GAMES.items()
    }
    for number, rule in RULES.items():
        there = set().union(*(offered[key] for key, book in BOOKS.items() if book.find(number)))
        assert set(rule.switches) <= there, number


def settings(key: str, preset: str) -> Iterator[dict[str, object]]:
    """Every single house rule, in every value that its sources know."""
    yield {}
    for switch in switches(GAMES[key].presets[preset]):
        yield from ({switch.name: setting.value} for setting in switch.kind.settings)


@pytest.mark.parametrize(("key", "preset"), PRESETS)
def test_the_tariff_is_there_under_every_house_rule_and_cites_the_book(key, preset):
    game = GAMES[key]
    for house in settings(key, preset):
        rules = apply_house(game.presets[preset], house)
        tables = game.book.tariff(rules)
        assert all(len(row.cells) == len(table.columns) for table in tables for row in table.rows)
        cited = set(chain.from_iterable(row.rules for table in tables for row in table.rows))
        assert cited <= {rule.number for rule in BOOKS[key].rules}


def cells(key: str, preset: str, table: int = 0, **house: object) -> dict[str, tuple[object, ...]]:
    rules = apply_house(GAMES[key].presets[preset], house)
    tables = GAMES[key].book.tariff(rules)
    return {render(row.label, PLAIN): row.cells for row in tables[table].rows}


def test_the_tariff_pays_what_the_rules_in_force_pay():
    assert cells("herzblatt", "braun") == {
        "0–30 card points": (-4,),
        "31–65 card points": (-2,),
        "66–120 card points": (1,),
    }
    assert cells("herzblatt", "braun", loss_schneider=[3, 40])["0–40 card points"] == (-3,)
    assert cells("herzblatt", "muhr")["90–120 card points"] == (2, 4, 8)
    assert cells("herzblatt", "muhr", combine="add")["90–120 card points"] == (2, 3, 4)
    assert cells("solo", "braun", suit_factors=[1, 2, 3, 4])["66–120 card points"] == (4, 3, 2, 1)
    assert cells("husarln", "beck", beck_solo=8)["Solo"] == (8, 8)
    assert cells("husarln", "loew", loss_factor=2)["Einblatt, first card"] == (3, 6)
    assert cells("tapp", "mayr") == {"Dreier": (3, 3), "Unterer": (4, 4), "Oberer": (5, 5), "Solo": (8, 8)}
    assert cells("tapp", "mayr", table=1)["Valat"] == (12, 24, -24)
    assert cells("tapp", "alscher", table=3)["Valat"] == (20, 40, -40)
    assert cells("tapp", "alscher", table=4) == {"Pagat ultimo": (8, 16, -16), "Valat": (32, 64, -64)}
    assert cells("tapp", "point", table=1)["with 50"] == ("–", 10, -10)
    assert cells("koenigrufen", "ooe", table=2, threshold=106)["each of two without a trick gets"] == (2, 3)
    assert cells("koenigrufen", "tirol", table=2, threshold=106)["each of two without a trick gets"] == (2, 3)
    assert len(GAMES["tapp"].book.tariff(GAMES["tapp"].presets["tower_grove"])) == 3


def test_a_rule_is_told_with_what_holds_at_the_table():
    preset = GAMES["herzblatt"].presets["braun"]
    rules = apply_house(preset, {"loss_schneider": [3, 30]})
    rule = GAMES["herzblatt"].book.find("HB-34")
    assert isinstance(rule, Rule)
    (held,) = in_force(rules, preset, rule.switches)
    assert (held.switch.name, render(held.value, PLAIN), held.own) == (
        "loss_schneider",
        "three times, at 30 or fewer",
        True,
    )
    assert [held.own for held in in_force(preset, preset, rule.switches)] == [False]


def test_who_leads_is_told_in_the_right_case():
    furr = GAMES["tapp"].presets["furr"]
    (held,) = in_force(furr, furr, ["first_lead"])
    assert GERMAN.say(held.phrase) == "Zum ersten Stich spielt aus: wer Alleinspieler ist"


def test_a_rule_of_one_author_is_no_rule_of_another():
    held = {
        (key, preset): [rule.number for chapter in find_sheet(key, preset).chapters for rule in chapter.rules]
        for key, preset in PRESETS
    }
    assert {preset for preset in held if any(number.startswith("MU-") for number in held[preset])} == {
        ("herzblatt", "muhr")
    }
    assert {preset for preset in held if "HB-30" in held[preset]} == {*PRESETS[:4], ("solo", "braun")}
    assert {preset for preset in held if "HU-49" in held[preset]} == {
        ("husarln", "bamberger1"),
        ("husarln", "bamberger2"),
    }
    assert not {"HB-3", "HB-29", "HB-31", "HB-33"} & set(held["solo", "braun"])
    after_a_wrong_card = dict.fromkeys(("herzblatt", "solo", "herzeln"), "G-6") | {
        "husarln": "HU-65",
        "tapp": "TT-43",
        "koenigrufen": "KR-47",
        "zwanzigerrufen": "ZR-24",
        "cego": "CE-44",
        "quodlibet": "QU-9",
        "paskievics": "HT-24",
    }
    for (key, preset), numbers in held.items():
        assert set(after_a_wrong_card.values()).intersection(numbers) == {after_a_wrong_card[key]}, preset
    assert {preset for rule in RULES.values() for preset in rule.by} <= {preset for _, preset in PRESETS}


@pytest.mark.parametrize(
    ("tariff", "paying"),
    [
        ("braun", {"HB-34"}),
        ("lembke", {"HB-34"}),
        ("feder", {"HB-33"}),
        ("reichelt", {"HB-31", "HB-33"}),
    ],
)
def test_a_solo_lists_the_schneider_of_the_tariff_by_which_the_table_pays(tariff, paying):
    sheet = find_sheet("solo", "braun", {"tariff": tariff})
    held = {rule.number for chapter in sheet.chapters for rule in chapter.rules}
    assert held & {"HB-31", "HB-33", "HB-34"} == paying
    rows = [row for table in sheet.game.book.tariff(sheet.rules) for row in table.rows]
    assert {number for row in rows for number in row.rules} <= held


@pytest.mark.parametrize("house", [{}, {"trischaken": "tirol", "valat": "fixed"}])
@pytest.mark.parametrize("preset", GAMES["koenigrufen"].presets)
def test_a_koenigrufen_table_reads_of_its_own_valat_and_trischaken_only(preset, house):
    sheet = find_sheet("koenigrufen", preset, house)
    held = {rule.number for chapter in sheet.chapters for rule in chapter.rules}
    of_valat = {"times": {"KR-40"}, "fixed": {"KR-37"}, "total": {"KR-39", "KR-40"}}
    assert held & {"KR-37", "KR-39", "KR-40"} == of_valat[sheet.rules.valat]
    pot = sheet.rules.trischaken in ("ooe", "sauwald", "wien")
    assert held & {"KR-51", "KR-56", "KR-57", "KR-61"} == ({"KR-51", "KR-56"} if pot else {"KR-57", "KR-61"})


@pytest.mark.parametrize(
    ("number", "figure"),
    [
        ("HB-2", ACE_TEN.points),
        ("HB-29", herzblatt.BRAUN.target),
        ("HB-31", herzblatt.REICHELT.win_schneider.limit),
        ("HB-33", herzblatt.FEDER.loss_schneider.limit),
        ("HB-34", herzblatt.BRAUN.loss_schneider.limit),
        ("MU-3", herzblatt.MUHR.target),
        ("SO-7", SOLO.target),
        ("HU-1", len(TAROCK.cards)),
        ("HU-4", TAROCK.points),
        ("HU-6", HUSARLN.needed),
        ("TT-1", len(TAROCK_54.cards)),
        ("TT-1", TAROCK_54.points),
        ("TT-3", TAPP.needed),
        ("TT-36", TAPP.contracts.bonus("trull").silent),
        ("ZR-1", len(ZWANZIGERRUFEN.pack.cards)),
        ("ZR-1", ZWANZIGERRUFEN.pack.points),
        ("ZR-3", ZWANZIGERRUFEN.needed),
        ("CE-1", CEGO.pack.points),
        ("CE-3", CEGO.needed),
        ("HT-1", len(PASKIEVICS.pack.cards)),
        ("HT-1", PASKIEVICS.pack.points),
        ("HT-3", PASKIEVICS.needed),
        ("HU-50", GAMES["husarln"].presets["beck"].beck_solo),
        ("HU-51", GAMES["husarln"].presets["bamberger1"].bam1_solo),
    ],
)
def test_a_figure_in_a_text_is_the_one_that_counts(number, figure):
    text = RULES[number].text
    assert re.search(rf"\b{figure}\b", render(text, PLAIN))
    assert re.search(rf"\b{figure}\b", GERMAN.say(text))
