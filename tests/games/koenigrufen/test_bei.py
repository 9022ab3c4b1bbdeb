"""Games "bei": beside a negative game others play one, too, each for themselves (KR-130, KR-131)."""

import tomllib
from itertools import product
from pathlib import Path

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.game import Seating
from scorekeeper.games.house_rules import apply_house, switches
from scorekeeper.games.koenigrufen import bei
from scorekeeper.journal.acts import Booked
from scorekeeper.night.pricing import play, price_score
from scorekeeper.night.record import read_play
from scorekeeper.nightfile.audit import ask_about, label_answers
from scorekeeper.nightfile.night_reader import read_night
from scorekeeper.nightfile.shorthand.parser import read_line
from scorekeeper.phrase import PLAIN, Refused, render

GAME = GAMES["koenigrufen"]
PLAYERS = ("Anna", "Bernd", "Clara", "David")
SEATING = Seating(1, "David", PLAYERS)
PICCOLO = {"declarer": "Anna", "contract": "piccolo"}


def table(author, **house):
    return apply_house(GAME.presets[author], house)


def pay(rules, **answers):
    return play(GAME, rules, SEATING, answers).payoff


def games_beside(contract, author="wien", **house):
    rules = table(author, **house)
    return {game.key for game in bei.find_games(rules, rules.contract_of[contract])}


def refuse(rules, **answers):
    with pytest.raises(Refused) as refused:
        play(GAME, rules, SEATING, answers, entered=True)
    return refused.value.key


@pytest.mark.parametrize(
    ("house", "contract", "games"),
    [
        ({"bei": "none"}, "piccolo", set()),
        ({"bei": "piccolo"}, "piccolo", {"piccolo", "zwiccolo"}),
        ({"bei": "piccolo"}, "bettel", set()),
        ({"bei": "bettel"}, "bettel", {"bettel"}),
        ({"bei": "bettel"}, "piccolo", set()),
        ({"bei": "equals"}, "zwiccolo", {"piccolo", "zwiccolo"}),
        ({"bei": "equals"}, "bettel", {"bettel"}),
        ({"bei": "all"}, "bettel", {"piccolo", "zwiccolo", "bettel"}),
        ({"bei": "all"}, "piccolo", {"piccolo", "zwiccolo"}),
        ({"bei": "all"}, "bettel_ouvert", set()),
        (
            {"bei": "all", "bei_open": "yes"},
            "piccolo_ouvert",
            {*("piccolo", "zwiccolo", "bettel", "piccolo_ouvert", "zwiccolo_ouvert")},
        ),
        ({"bei": "equals", "bei_open": "yes"}, "bettel_ouvert", {"bettel_ouvert"}),
        ({"bei": "all"}, "dreier", set()),
        ({"bei": "all"}, "trischaken", set()),
    ],
)
def test_a_table_says_which_games_may_be_played_beside_one(house, contract, games):
    assert games_beside(contract, **house) == games


@pytest.mark.parametrize("author", GAME.presets)
def test_only_authors_with_a_source_play_such_games(author):
    told = {"steiermark": "piccolo", "tirol_2014": "equals", "ruediger": "all"}
    rules = GAME.presets[author]
    assert rules.bei == told.get(author, "none")
    asked = {question.name for question in GAME.ask(rules, SEATING, None) if question.name.startswith("bei")}
    assert bool(asked) == (author in told)
    relevant = {switch.name for switch in switches(rules) if switch.is_relevant(rules)}
    assert {"bei_open", "bei_between"} <= relevant or author not in told


def test_a_bettel_of_half_a_point_more_is_higher_than_a_piccolo():
    assert games_beside("piccolo", "ruediger") == {"piccolo"}
    assert games_beside("bettel", "ruediger") == {"bettel", "piccolo"}


def test_each_question_follows_the_answer_before_it():
    rules = table("ruediger")

    def asked(**answers):
        names = [question.name for question in GAME.ask(rules, SEATING, answers)]
        return [name for name in names if name.startswith("bei")]

    assert asked(declarer="Anna", contract="dreier") == []
    assert asked(**PICCOLO) == ["bei"]
    assert asked(**PICCOLO, bei="Bernd") == ["bei", "bei2", "bei_contra", "bei_won"]
    assert asked(declarer="Anna", contract="bettel", bei="Bernd")[:2] == ["bei", "bei_game"]
    assert asked(**PICCOLO, bei="Bernd", revoke="Clara") == ["bei", "bei2", "bei_contra"]
    every = {"bei": "Bernd", "bei2": "Clara", "bei3": "David"}
    assert [name for name in asked(**PICCOLO, **every) if name in every] == [*every]
    apart = table("ruediger", bei_between="no")  # then somebody has to settle with them
    assert "bei3" not in [question.name for question in GAME.ask(apart, SEATING, PICCOLO | every)]
    (first,) = [question for question in GAME.ask(rules, SEATING, PICCOLO) if question.name == "bei"]
    assert [option.value for option in first.options] == ["Bernd", "Clara", "David"]


@pytest.mark.parametrize(("author", "between"), [*product(("ruediger", "tirol_2014"), ("yes", "no"))])
@pytest.mark.parametrize("pot", ["none", "declarer", "winners"])
def test_what_is_foreseen_is_what_will_be_booked(author, between, pot):
    rules = table(author, bei_between=between, trischaken_pot=pot)
    paid_in = {player: -4 * (player == "Clara") for player in PLAYERS if pot != "none"}
    call = {**PICCOLO, "bei": "Bernd", "bei_contra": {"Clara": 2}, "bei2": "David", "contra": {"Clara": 1}}
    foreseen = {
        render(end.label, PLAIN): price_score(GAME, rules, SEATING, end.score, [paid_in]).sheet
        for end in GAME.possible_ends(rules, SEATING, call)
    }
    assert len(foreseen) == 8
    for ends in product((True, False), repeat=3):
        named = [
            f"{who} {'wins' if won else 'loses'}" for who, won in zip(("Anna", "Bernd", "David"), ends, strict=True)
        ]
        won = dict(zip(("won", "bei_won", "bei2_won"), ends, strict=True))
        result = play(GAME, rules, SEATING, call | won, [paid_in])
        assert result.sheet == foreseen[", ".join(named)]
        assert sum(result.sheet.values()) == sum(result.payoff.values())
        assert (sum(result.sheet.values()) > 0) == (pot == "winners" or (pot == "declarer" and ends[0]))


def test_games_are_paid_as_if_each_was_played_alone():
    rules = table("ruediger")
    for ends in product((True, False), repeat=2):
        alone = [pay(rules, declarer=who, contract="bettel", won=won) for who, won in zip(PLAYERS, ends, strict=False)]
        both = pay(rules, declarer="Anna", contract="bettel", bei="Bernd", won=ends[0], bei_won=ends[1])
        assert both == {player: sum(one[player] for one in alone) for player in PLAYERS}


def test_no_end_is_foreseen_that_cannot_be():
    rules = table("ruediger")
    every = {"bei": "Bernd", "bei2": "Clara", "bei3": "David"}
    ends = GAME.possible_ends(rules, SEATING, {"declarer": "Anna", "contract": "bettel", **every})
    assert len(ends) == 15  # twelve tricks were taken by somebody


@pytest.mark.parametrize(
    ("goals", "ends", "tricks", "possible"),
    [
        ((1, 1), (True, True), None, True),
        ((1, 1), (False, True), 11, True),
        ((1, 1), (False, True), 12, False),
        ((0, 0), (False, False), 12, False),  # the other one has a trick, too
        ((0, 0), (False, True), 12, True),
        ((0, 0, 0, 0), (True, True, True, True), None, False),
        ((0, 0, 0, 0), (True, True, True, False), None, True),
        ((1, 1, 1, 1), (True, True, True, True), None, False),
        ((1, 1, 1, 1), (True, True, True, False), None, True),
        ((1, 1, 1, 1), (False, True, True, False), 9, False),  # one is left for the fourth
        ((1, 1, 1, 1), (False, True, True, False), 8, True),
        ((1, 1, 1, 1), (False, False, False, False), None, True),
    ],
)
def test_games_that_cannot_all_have_ended_so_are_refused(goals, ends, tricks, possible):
    assert bei.can_end(12, 4, goals, ends, tricks) == possible


def test_a_game_that_may_be_played_is_no_game_of_oneself():
    rules = table("steiermark")
    assert refuse(rules, **PICCOLO, bei="Anna", won=True, bei_won=True) == "bei"
    assert refuse(rules, **PICCOLO, bei="Bernd", bei_game="bettel", won=True, bei_won=True) == "bei_game"
    assert refuse(rules, **PICCOLO, bei="Bernd", bei_contra={"Bernd": 1}, won=True, bei_won=True) == "bei_contra"


def test_the_sheet_names_who_joined():
    brief = GAME.sheet_summary(table("ruediger"), SEATING, {**PICCOLO, "bei": "Bernd", "bei2": "Clara"})
    assert [render(word, PLAIN) if not isinstance(word, str) else word for word in brief.words] == [
        "Picc",
        "Bernd bei",
        "Clara bei",
    ]


def test_a_row_from_paper_says_who_joined_and_what_came_of_it():
    rules = table("ruediger")
    words = GAME.ask(rules, SEATING, None)
    said = read_line(words, dict(zip(PLAYERS, PLAYERS, strict=True)), "A Bett b:B bPicc bC:C w bw-")
    assert {key: said[key] for key in ("bei", "bei_game", "won", "bei_won")} == {
        "bei": "Bernd",
        "bei_game": "piccolo",
        "won": True,
        "bei_won": False,
    }
    assert pay(rules, **said) == {"Anna": 8, "Bernd": -10, "Clara": 2, "David": 0}


# The audit, by a deal in which David takes 6 tricks, Anna 3, Clara 2 and Bernd 1.

ROWS = tomllib.loads((Path(__file__).parents[2] / "vectors" / "deals.toml").read_text("utf-8"))["records"]
RECORD = next(row["play"] for row in ROWS if row.get("id") == "D-KR-3")
CALL = {"declarer": "David", "contract": "piccolo", "bei": "Bernd", "bei2": "Clara"}


def audit(tricks=12, hands=True, **ends):
    record = RECORD | {"tricks": RECORD["tricks"][:tricks]}
    record = record if hands else {key: record[key] for key in ("tricks",)}
    return GAME.auditor.audit(table("ooe", bei="all"), SEATING, CALL | ends, read_play(GAME, PLAYERS, record))


def test_the_tricks_of_each_are_counted():
    verdict = audit(tricks=12, won=False, bei_won=True, bei2_won=False)
    assert (verdict.kind, verdict.differences) == ("clean", ())
    assert verdict.counted == {"won": False, "bei_won": True, "bei2_won": False}
    assert audit(tricks=12).counted == {"tricks": 6, "bei_won": True, "bei2_won": False}


@pytest.mark.parametrize("key", ["won", "bei_won", "bei2_won"])
def test_a_wrong_end_of_one_of_them_is_reported(key):
    right = {"won": False, "bei_won": True, "bei2_won": False}
    (difference,) = audit(**right | {key: not right[key]}).differences
    assert (difference.key, difference.counted) == (key, right[key])


def test_play_ends_early_only_when_all_of_them_have_lost():
    lost = {"won": False, "bei_won": False, "bei2_won": False}
    assert audit(tricks=3, hands=False, **lost).kind == "incomplete"  # David has two tricks, Clara one
    early = audit(tricks=9, hands=False, won=False, bei_won=True, bei2_won=False)
    assert early.kind == "incomplete"  # Bernd may have more tricks
    assert early.counted == {"won": False, "bei2_won": False}
    only = {key: CALL[key] for key in ("declarer", "contract")} | {"bei": "Clara", "won": False, "bei_won": False}
    record = read_play(GAME, PLAYERS, RECORD | {"tricks": RECORD["tricks"][:8]})
    assert GAME.auditor.audit(table("ooe", bei="all"), SEATING, only, record).kind == "clean"


def test_an_end_is_ruled_out_by_tricks_that_are_known():
    found = audit(tricks=8, hands=False, won=True, bei_won=True, bei2_won=True)
    assert {one.key for one in found.differences} == {"won", "bei2_won"}


def test_questions_about_each_game_name_its_player():
    rules = table("ruediger")

    def told(**answers):
        asked = {question.name: render(question.label, PLAIN) for question in GAME.ask(rules, SEATING, answers)}
        return [asked.get(key) for key in ("contra", "won", "bei_contra", "bei_won")]

    assert told(**PICCOLO) == ["Contra of each opponent", "Won", None, None]
    each = ["Contra against Anna", "Won: Anna", "Contra against Bernd", "Won: Bernd"]
    assert told(**PICCOLO, bei="Bernd") == each


def test_the_audit_names_who_joined():
    deal = {**PICCOLO, "bei": "Bernd", "won": False, "bei_won": True}
    file = {"game": "koenigrufen", "rules": "ruediger", "players": [*PLAYERS], "deals": [deal]}
    document = read_night(file)
    night, act = document.night, Booked(number=1, dealer="David", playing=PLAYERS, answers=deal)
    labels = label_answers(night, SEATING, ask_about(night, act))
    assert render(labels["bei_won"], PLAIN) == "Won: Bernd"
    assert render(labels["bei2_won"], PLAIN) == "Won: player 3 with a game"
