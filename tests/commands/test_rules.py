"""`rules`: the games, the book of one as an author or a table plays it, its keys, and the sheet that travels."""

import json
from io import BytesIO, TextIOWrapper

import pytest

from scorekeeper.commands import main
from scorekeeper.games import GAMES
from scorekeeper.nightfile.rulesheet import find_sheet, read_sheet
from tests.chosen import FIRST_AUTHORS, in_turn
from tests.commands.running import NIGHT, printed, write_night


def told(capsys, *words):
    return printed(capsys, "rules", *words)


def refused(capsys, *words):
    assert main(["rules", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


@pytest.mark.parametrize(("key", "preset", "language"), in_turn(FIRST_AUTHORS, ["en", "de"]))
def test_every_rule_that_holds_for_an_author_is_printed(capsys, key, preset, language):
    out = told(capsys, key, preset, "--lang", language)
    chapters = find_sheet(key, preset).chapters
    numbers = [rule.number for chapter in chapters for rule in chapter.rules]
    lines = [line.split()[0] for line in out.splitlines() if line[:2] == "  " and line[2:3] > " "]
    assert [word for word in lines if word in numbers] == numbers
    assert GAMES[key].presets[preset].source in out


def test_a_book_says_what_pays_what_and_where_a_rule_comes_from(capsys):
    games = told(capsys)
    assert "herzblatt  Herzblatt, also called Herz Sticht (Feder), Herzblättchen (Muhr)\n" in games
    assert "  reichelt  Reichelt  Loss single" in games
    out = told(capsys, "herzblatt", "feder")
    assert "  34–65 card points       −2  [HB-29, HB-32]\n" in out
    assert "  loss_schneider  Lost schneider: four times, at 33 or fewer" in out
    assert "(stated: Feder 1980, p. 39; Reichelt 1987, p. 50–52)" in out
    assert "MU-" not in out
    assert told(capsys, "herzblatt") == told(capsys, "herzblatt", "braun")


def test_a_table_is_told_with_its_house_rules(capsys, tmp_path):
    night = write_night(
        tmp_path, 'game = "herzblatt"\nplayers = ["A", "B", "C"]\n[house]\nloss_schneider = [3, 20]\nloss = 1\n'
    )
    out = told(capsys, "--file", night)
    assert "  0–20 card points        −3  [HB-29, HB-32, HB-34]\n" in out
    assert "  loss            A lost game costs: single (house rule)" in out
    assert "Here: Lost schneider: 3 times, at 20 or fewer (house rule)" in out


def test_a_sheet_is_printed_and_read_from_a_file_and_from_standard_input(capsys, tmp_path, monkeypatch):
    night = write_night(
        tmp_path, 'game = "husarln"\nrules = "beck"\nplayers = ["A", "B", "C"]\nhouse = {view = "sheet"}\n'
    )
    sheet = told(capsys, "--file", night, "--toml")
    assert sheet == 'game = "husarln"\nrules = "beck"\n\n[house]\nview = "sheet"\n'
    assert read_sheet(sheet).house == {"view": "sheet"}
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(sheet.encode())))
    assert told(capsys, "--file", "-", "--toml") == sheet
    assert told(capsys, "solo", "--toml") == 'game = "solo"\nrules = "braun"\n'


def test_the_keys_of_a_night_file_are_printed(capsys):
    out = told(capsys, "herzblatt", "muhr", "--keys")
    words = " ".join(out.split())
    assert "[house] loss A lost game costs [MU-13] 1 (single), 2 (double) tie" in words
    assert "[[deals]] soloist Who plays? a player’s name passed" in words
    assert 'announced Announced "66" (66), "du" (Du) contra' in words
    assert max(map(len, out.splitlines())) <= 100


def test_a_wrong_name_is_answered_with_those_there_are(capsys):
    games = "herzblatt, solo, herzeln, husarln, tapp, koenigrufen, zwanzigerrufen, cego, quodlibet, paskievics"
    assert refused(capsys, "skat") == f"rules: GAME: skat is not one of: {games}\n"
    assert refused(capsys, "husarln", "braun") == (
        "rules: AUTHOR: braun is not one of: loew, beck, bamberger1, bamberger2\n"
    )
    assert refused(capsys, "--keys") == f"rules: GAME: this is missing; it is one of: {games}\n"
    assert refused(capsys, "husarln", "braun", "--lang", "de") == (
        "Regeln: AUTOR: braun geht hier nicht; möglich: loew, beck, bamberger1, bamberger2\n"
    )


def test_what_is_no_sheet_is_refused(capsys, tmp_path):
    file = write_night(tmp_path, 'game = "herzblatt"\nhouse = {loss = 7}\n')
    assert refused(capsys, "--file", file) == f"{file}: house.loss: 7 is not one of: 2, 1\n"
    assert "give one or the other" in refused(capsys, "solo", "--file", file)
    night = write_night(tmp_path, NIGHT + "# " + "x" * 1_000_000)
    assert "larger than 1 MB" in refused(capsys, "--file", night, "--largest", "1")
    assert told(capsys, "--file", night, "--largest", "2", "--toml") == told(capsys, "herzblatt", "--toml")
    assert "there is no such file" in refused(capsys, "--file", file + "x")


def test_score_names_the_rule_of_each_step_and_carries_its_lines(tmp_path, capsys):
    night = write_night(tmp_path, NIGHT + '[[deals]]\nvoid = true\nreason = "misdeal"\n')
    text = printed(capsys, "score", night)
    assert "  Bernd pays each defender: 1, schneider: 30 or fewer ×4 = 4 [HB-32, HB-34]\n" in text
    assert "  agreed at the table: Anna 4, Bernd −4 [G-3]\n" in text
    assert "  doesn’t count: misdeal\n" in text
    deals = json.loads(printed(capsys, "score", night, "--json"))["deals"]
    assert deals[1]["lines"][1] == {
        "rule": "HB-32",
        "reason": "Bernd pays each defender",
        "value": 1,
        "shares": {"Bernd": -2, "Clara": 1, "Anna": 1},
        "factors": [{"rule": "HB-34", "reason": "schneider: 30 or fewer", "times": 4}],
        "amounts": {"Bernd": -8, "Clara": 4, "Anna": 4},
    }
    rules = [[line["rule"] for line in deal["lines"]] for deal in deals[1:]]
    assert rules == [["HB-29", "HB-32"], ["HB-11"], ["G-3"], []]
