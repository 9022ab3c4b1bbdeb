"""Every mistake is one line on standard error and status 2: never a traceback, nothing on standard output."""

import io
import os
import shlex
import subprocess

import pytest

from scorekeeper.commands import main
from tests.commands.running import COMMAND, NIGHT, write_night

COMMAND_LINE = shlex.join(COMMAND)

NIGHT_OF_THREE = 'game = "herzblatt"\nplayers = ["Anna", "Bernd", "Clara"]\n'
DEAL = NIGHT_OF_THREE + '[[deals]]\nsoloist = "Anna"\n'
JSON = '{"game": "herzblatt", "players": ["A", "B", "C"], '

# A file, and how the line goes on behind the file's name.
BAD_FILES = [
    ("", "game: "),
    ("[1]", "1: no such key"),
    ("game =", "game: the file cannot be read: "),
    ('{"game": ', "the file cannot be read: "),
    ('{"game": ' + "[" * 100_000, "the file is nested too deeply"),
    ("\0" * 1_000_000, "the file cannot be read: "),
    (NIGHT_OF_THREE + "colour = 1", "colour: no such key"),
    (NIGHT_OF_THREE + "stake = 5", "stake: 5 is not an amount"),
    (NIGHT_OF_THREE + "date = 07:32:00", "date: 07:32:00 is not a date"),
    (NIGHT_OF_THREE + "at_play = 99999999999999999999", "at_play: "),
    (NIGHT_OF_THREE + "[house]\nloss = 1979-05-27", "house: 1979-05-27 is a date or a time"),
    (NIGHT_OF_THREE + "[house]\nloss = nan", "house.loss: "),
    (NIGHT_OF_THREE + "[deals]", "deals: this is not a list of tables"),
    (NIGHT_OF_THREE + '[[deals]]\nplaying = "Anna"', "deal 1: playing: "),
    (NIGHT_OF_THREE + '[[deals]]\nadjust = {Anna = 1}\nreason = "x"', "deal 1: adjust: the amounts add up to 1"),
    (DEAL + "points = 70\ncolour = 1", "deal 1: colour: no such key"),
    (DEAL + "points = " + "9" * 5000, "the file cannot be read: a number in it is too long"),
    (DEAL + "points = 70\nnote = 1979-05-27", "deal 1: note: 1979-05-27 is a date or a time"),
    (DEAL + "points = 70\nplay = {hands = {Anna = 1}}", "deal 1: play.hands: 1 is not a text"),
    (DEAL + "points = 70\n" + DEAL[DEAL.index("[[") :] + "points = 121", "deal 2: points: 121 is more than the 120"),
    (DEAL + 'points = 70\nplay = {tricks = "10C QC 8C"}', "deal 1: play.tricks: 10C QC 8C is not a list"),
    ('game = "herzblatt"\nplayers = [" Anna", "Bernd", "Clara"]', "players: a player’s name is empty or begins"),
    (JSON + '"title": null}', "title: null is no answer"),
    (JSON + '"keys": {"p1": "A\\u0000"}}', "keys: this contains a NUL, "),
    (JSON + '"deals": [{"soloist": "A", "points": NaN}]}', "deal 1: points: nan is not a whole number"),
    (JSON + '"deals": [{"soloist": "A", "points": 70, "note": "\\ud800"}]}', "deal 1: note: this is not Unicode text"),
    (JSON + '"deals": [{"soloist": "A\\u2028B\\n\\u001b[2J"}]}', "deal 1: soloist: A B"),
]


def one_line(captured):
    assert captured.out == ""
    assert captured.err.endswith("\n")
    assert len(captured.err.splitlines()) == 1
    assert captured.err[:-1].isprintable()
    return captured.err[:-1]


@pytest.mark.parametrize(("text", "reason"), BAD_FILES)
def test_a_bad_file_is_told_in_one_line(text, reason, tmp_path, capsys):
    file = write_night(tmp_path, text)
    assert main(["score", "--json", file]) == 2
    assert one_line(capsys.readouterr()).startswith(f"{file}: {reason}")


@pytest.mark.parametrize("given", [b"\xff\xfe", NIGHT.encode("utf-16"), "title = 'ü'".encode("latin-1")])
def test_another_encoding_than_utf8(given, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given)))
    assert main(["score", "-"]) == 2
    assert one_line(capsys.readouterr()) == "standard input: this is not UTF-8 text"


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("", "{folder}/: this is a folder, not a file"),
        ("none.toml", "{folder}/none.toml: there is no such file"),
        ("a\0b", "{folder}/a b: the file cannot be read: "),
    ],
)
def test_files_that_are_none(name, line, tmp_path, capsys):
    assert main(["score", f"{tmp_path}/{name}"]) == 2
    assert one_line(capsys.readouterr()).startswith(line.format(folder=tmp_path))


@pytest.mark.parametrize("words", [["score"], ["settle"], ["audit"], ["import", "--database", "none"]])
def test_a_file_that_is_too_large_is_refused_before_it_is_read(words, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("scorekeeper.commands.files.load", lambda text: pytest.fail("it was read"))
    file = write_night(tmp_path, "#" * 8_000_001)
    assert main([*words, file]) == 2
    line = f"{file}: this is larger than 8 MB; --largest lets a larger file in"
    assert one_line(capsys.readouterr()) == line
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"#" * 8_000_001)))
    assert main([*words, "-"]) == 2
    assert one_line(capsys.readouterr()) == line.replace(file, "standard input")


def test_how_large_a_file_may_be_can_be_said(tmp_path, capsys):
    file = write_night(tmp_path, NIGHT + "#" * 8_000_000)
    assert main(["settle", file, "--largest", "9"]) == 0
    assert main(["settle", file, "--largest", "8"]) == 2
    for none in ("0", "1025", "-1", "many"):
        capsys.readouterr()
        assert main(["settle", file, "--largest", none]) == 2
        said = f"scorekeeper: --largest: {none} is not a whole number from 1 to 1024"
        assert one_line(capsys.readouterr()) == said


def test_a_number_in_quotation_marks_is_shown_with_them(tmp_path, capsys):
    file = write_night(tmp_path, NIGHT.replace("71", '"71"'))
    assert main(["score", file]) == 2
    assert one_line(capsys.readouterr()) == f'{file}: deal 1: points: "71" is not a whole number'


def test_errors_of_the_system_are_told_in_the_readers_language(tmp_path, capsys):
    file = write_night(tmp_path)
    assert main(["verify", "--lang", "de", "--database", file]) == 2
    line = f"scorekeeper: database: {file} lässt sich nicht verwenden: die Datei ist keine Datenbank"
    assert one_line(capsys.readouterr()) == line
    assert main(["audit", "--lang", "de", f"{file}/below"]) == 2
    assert one_line(capsys.readouterr()).endswith("lässt sich nicht lesen: das ist kein Ordner")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
def test_a_disk_that_is_full(tmp_path):
    command = f"exec {COMMAND_LINE} score {write_night(tmp_path)} > /dev/full"
    assert run_shell(command) == (2, "scorekeeper: the output cannot be written: No space left on device\n")
    assert run_shell(f"{command} 2>&1") == (2, ""), "1 would say that a check found something"


def test_streams_that_are_closed(tmp_path):
    file = write_night(tmp_path)
    assert run_shell(f"exec {COMMAND_LINE} score {file} >&-") == (0, "")
    assert run_shell(f"exec {COMMAND_LINE} score - <&-") == (2, "standard input: it is closed\n")
    assert run_shell(f"exec {COMMAND_LINE} score {file}x 2>&-") == (2, "")


# Words of a command line, and what the line says.
BAD_WORDS = [
    ([], "scorekeeper: the following arguments are required: COMMAND"),
    (["dance"], "scorekeeper: argument COMMAND: invalid choice: 'dance' (choose from 'serve', 'score',"),
    (["score"], "scorekeeper score: the following arguments are required: FILE"),
    (["score", "a", "b"], "scorekeeper: unrecognized arguments: b"),
    (["score", "--js", "a"], "scorekeeper: unrecognized arguments: --js"),
    (["score", "--json=3", "a"], "scorekeeper score: argument --json: ignored explicit argument '3'"),
    (["--lang", "fr", "score", "a"], "scorekeeper: argument --lang: invalid choice: 'fr'"),
    (["score", "a", "--lang"], "scorekeeper score: argument --lang: expected one argument"),
    (["export", "--format", "xml"], "scorekeeper export: argument --format: invalid choice: 'xml'"),
    (["serve", "--port", "70000"], "scorekeeper: --port: 70000 is not a whole number from 0 to 65535"),
    (["serve", "--port", "²"], "scorekeeper: --port: ² is not a whole number from 0 to 65535"),
    (["serve", "--port=-1"], "scorekeeper: --port: -1 is not a whole number from 0 to 65535"),
]


@pytest.mark.parametrize(("words", "line"), BAD_WORDS)
def test_words_that_mean_nothing(words, line, capsys):
    assert main(words) == 2
    assert one_line(capsys.readouterr()).startswith(line)


# Commands that need a database, each with the place of something that is none.
NO_DATABASES = [
    (["verify"], "none.sqlite3", "there is no database at"),
    (["export"], "none.sqlite3", "there is no database at"),
    (["export", "1"], "none.sqlite3", "there is no database at"),
    (["backup", "copy"], "none.sqlite3", "there is no database at"),
    (["backup", "copy"], "night.toml", "cannot be used: file is not a database"),
    (["verify"], "", "there is no database at"),
    (["verify"], "x" * 5000, "there is no database at"),
    (["serve"], "x" * 5000, "cannot be used: unable to open database file"),
    (["verify"], "night.toml", "cannot be used: file is not a database"),
    (["import", "night.toml"], "night.toml", "cannot be used: file is not a database"),
    (["import", "night.toml"], "night.toml/below", "cannot be used: "),
    (["verify"], "mysql://nowhere", "is neither a file nor a postgresql:// address"),
    (["verify"], "postgresql://127.0.0.1:1/none", "cannot be used: "),
]


@pytest.mark.parametrize(("words", "name", "reason"), NO_DATABASES)
def test_a_database_that_cannot_be_used(words, name, reason, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_night(tmp_path)
    before = sorted(os.listdir())
    assert main([*words, "--database", name or str(tmp_path)]) == 2
    line = one_line(capsys.readouterr())
    assert line.startswith("scorekeeper: database: ")
    assert reason in line
    assert [file for file in sorted(os.listdir()) if not file.endswith(".lock")] == before


def run_shell(command):
    done = subprocess.run(["/bin/sh", "-c", command], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    return done.returncode, done.stderr
