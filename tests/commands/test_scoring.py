"""`score` and `settle`: what they print, for people and for programs."""

import json
import subprocess

from scorekeeper.commands import main
from scorekeeper.nightfile.night_reader import read_night
from scorekeeper.nightfile.syntax import load
from scorekeeper.telling.night import score_night
from tests.commands.running import COMMAND, NIGHT, printed, run, write_night


def test_score_reads_standard_input_and_writes_utf8_in_any_locale():
    """How a scored night looks, the README shows (`test_guides.py`)."""
    done = run("score", "-", given="\ufeff" + NIGHT, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert (done.returncode, done.stderr) == (0, "")
    for line in ("Stammtisch, November 21, 2026", "  note: Bernd had a cold", "  Bernd → Anna   €1.00"):
        assert f"\n{line}\n" in done.stdout


def test_json_is_one_document_and_the_same_in_every_language(tmp_path, capsys):
    file = write_night(tmp_path)
    english = printed(capsys, "score", "--json", file)
    assert json.loads(english) == score_night(read_night(load(NIGHT)))
    assert printed(capsys, "--lang", "de", "score", "--json", file) == english


def test_settle_prints_only_the_payments(tmp_path, capsys):
    file = write_night(tmp_path)
    assert printed(capsys, "settle", file) == "  Bernd → Anna   €1.00\n  Bernd → Clara  €0.30\n"
    assert json.loads(printed(capsys, "settle", "--json", file)) == {
        "payments": [
            {"from": "Bernd", "to": "Anna", "amount": "1.00"},
            {"from": "Bernd", "to": "Clara", "amount": "0.30"},
        ],
        "currency": "EUR",
        "exact": True,
    }


def test_without_a_stake_points_are_paid_and_without_deals_nothing(tmp_path, capsys):
    file = write_night(tmp_path, NIGHT.replace('stake = "0.10 EUR"', ""))
    assert printed(capsys, "settle", file) == "  Bernd → Anna   10\n  Bernd → Clara   3\n"
    settled = json.loads(printed(capsys, "settle", "--json", file))
    assert (settled["currency"], settled["payments"][0]["amount"]) == (None, 10)
    empty = write_night(tmp_path, NIGHT.split("[[deals]]")[0])
    assert printed(capsys, "score", empty).endswith("Payments\n  Nobody owes anybody anything.\n")


def test_who_sat_out_has_a_dash(tmp_path, capsys):
    six = 'game = "herzblatt"\nplayers = ["A", "B", "C", "D", "E", "F"]\n[[deals]]\nsoloist = "A"\npoints = 71\n'
    points = [line.split() for line in printed(capsys, "score", write_night(tmp_path, six)).splitlines()]
    assert ["points", "+4", "−1", "−1", "−1", "−1", "–"] in points


def test_wide_letters_keep_the_columns_straight(tmp_path, capsys):
    lines = printed(capsys, "score", write_night(tmp_path, NIGHT.replace("Clara", "克拉拉"))).splitlines()
    assert "           Anna  Bernd  克拉拉" in lines
    assert "  points     +2     −1      −1" in lines


def test_what_somebody_typed_cannot_steer_the_terminal(tmp_path, capsys):
    nasty = NIGHT.replace("Stammtisch", r"\u001b[2J\u202e\nDeal 99").replace("Bernd had a cold", r"a\u009b1m\nb")
    assert main(["score", write_night(tmp_path, nasty)]) == 0
    out = capsys.readouterr().out
    assert not set(out) & set("\x1b\x9b\u202e")
    assert "\nDeal 99" not in out


def test_a_reader_who_has_had_enough_is_no_error(tmp_path):
    file = write_night(tmp_path)
    with subprocess.Popen([*COMMAND, "score", file], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        program.stdout.close()
        assert program.stderr.read() == b""
    assert program.returncode == 141


OBJECTED = """\
game = "herzblatt"
players = ["Anna", "Bernd", "Clara"]
[[deals]]
soloist = "Anna"
points = 71
objections = [{text = "the jack was missing"}, {text = "119 points", how = "rejected", reason = "counted again"}]
"""


def test_score_and_settle_tell_what_somebody_objects_to(tmp_path, capsys):
    file = write_night(tmp_path, OBJECTED)
    scored = printed(capsys, "score", file)
    assert "  open query: the jack was missing\n" in scored
    assert "  query: 119 points (no mistake, the score stands): counted again\n" in scored
    assert printed(capsys, "settle", file).startswith("deal 1: open query: the jack was missing\n  Bernd → Anna")
    (deal,) = json.loads(printed(capsys, "score", "--json", file))["deals"]
    assert [doubt["how"] for doubt in deal["objections"]] == ["", "rejected"]


def test_score_and_settle_count_what_was_paid_already(tmp_path, capsys):
    told = 'game = "herzblatt"\nstake = "0.10 EUR"\nplayers = ["Anna", "Bernd", "Clara"]\n'
    told += 'settled = {Anna = "-0.13", Bernd = "0.13"}\n[[deals]]\nsoloist = "Anna"\npoints = 71\n'
    file = write_night(tmp_path, told)
    assert "  settled  −€0.13  +€0.13   €0.00" in printed(capsys, "score", file)
    assert printed(capsys, "settle", file).split() == ["Clara", "→", "Anna", "€0.07", "Clara", "→", "Bernd", "€0.03"]
    paid = json.loads(printed(capsys, "settle", "--json", file))["payments"]
    assert [(payment["from"], payment["to"], payment["amount"]) for payment in paid] == [
        ("Clara", "Anna", "0.07"),
        ("Clara", "Bernd", "0.03"),
    ]


TOGETHER = 'purses = [["Anna", "Clara"]]\nkitty = [{fine = "0.50", player = "Bernd", reason = "late"}, {in = "2.00"}]\n'


def test_settle_lets_who_shares_a_purse_pay_as_one_and_the_kitty_be_paid(tmp_path, capsys):
    file = write_night(tmp_path, TOGETHER + NIGHT)
    assert printed(capsys, "settle", file) == "  Bernd → Anna + Clara  €1.30\n  Bernd → kitty         €0.50\n"
    collected = printed(capsys, "settle", "--collector", "Clara", file)
    assert collected == "  Bernd → Anna + Clara  €1.80\n  Anna + Clara → kitty  €0.50\n"
    told = printed(capsys, "score", file)
    assert told.endswith("\n\nIn the kitty: €2.00\n  fine, €0.50, Bernd, late\n  paid in, €2.00\n")


def test_who_collects_is_a_player_and_may_be_named_as_in_a_row_of_paper(tmp_path, capsys):
    file = write_night(tmp_path, NIGHT.replace("Clara", "Käthe"))
    names = ("Käthe", "Kaethe", "käthe", "K")
    assert len({printed(capsys, "settle", "--collector", name, file) for name in names}) == 1
    assert main(["settle", "--collector", "Zora", file]) == 2
    assert "--collector: Zora is none of the players: A Anna, B Bernd, K Käthe" in capsys.readouterr().err


def test_payments_of_the_command_line_are_whole_coins(tmp_path, capsys):
    """One point is 0.01 CHF: 1.00 and 0.30 stay, 0.13 does not."""
    file = write_night(tmp_path, NIGHT.replace('"0.10 EUR"', '"0.01 CHF"'))
    told = printed(capsys, "settle", file)
    assert "Rounded to whole coins: " in told
    found = json.loads(printed(capsys, "settle", "--json", file))
    assert all(payment["amount"].endswith(("0", "5")) for payment in found["payments"])
    assert sum(round(100 * float(change["amount"])) for change in found["rounded"]) == 0
    assert json.loads(printed(capsys, "score", "--json", file))["rounded"] == found["rounded"]
    exact = write_night(tmp_path, NIGHT.replace('"0.10 EUR"', '"0.01 CHF"\ncoin = "0.01"'))
    assert "rounded" not in json.loads(printed(capsys, "settle", "--json", exact))


def test_score_says_how_many_double_deals_are_left(tmp_path, capsys):
    """KR-46: four after a Trischaken."""
    file = tmp_path / "night.toml"
    trischaken = 'contract = "trischaken"\npoints = {A = "20 1/3", B = "30 1/3", C = "19 1/3", D = 0}'
    dreier = 'contract = "dreier"\ndeclarer = "A"\npoints = 40\nfactor = 2'
    head = 'game = "koenigrufen"\nrules = "ruediger"\nplayers = ["A", "B", "C", "D"]'
    file.write_text(f"{head}\n[[deals]]\n{trischaken}\n[[deals]]\n{dreier}\n", "utf-8")
    assert "\n  Double deals: 3 are left, and the next one counts ×2.\n" in printed(capsys, "score", str(file))
    assert "\n  Doppelspiele: noch 3, das nächste zählt ×2.\n" in printed(capsys, "--lang", "de", "score", str(file))
