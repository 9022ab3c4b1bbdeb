"""Running the command line: in a process of its own where that matters, else in this one."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.commands import main

ENGLISH = {"LC_ALL": "C", "LANG": "", "LC_MESSAGES": ""}
COMMAND = (sys.executable, "-W", "error", "-m", "scorekeeper")

NIGHT = """\
game = "herzblatt"
title = "Stammtisch"
date = 2026-11-21
stake = "0.10 EUR"
players = ["Anna", "Bernd", "Clara"]

[[deals]]
soloist = "Anna"
points = 71

[[deals]]
soloist = "Bernd"
points = 30
note = "Bernd had a cold"

[[deals]]
passed = true

[[deals]]
adjust = {Anna = 4, Bernd = -4}
reason = "beer"
"""


def run(*words: str, given: str | bytes = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the program as a user does, with `given` on its standard input, and return what came of it."""
    done = subprocess.run(
        [*COMMAND, *words],
        input=given if isinstance(given, bytes) else given.encode(),
        capture_output=True,
        env=os.environ | ENGLISH | environment,
        timeout=120,
    )
    return subprocess.CompletedProcess(words, done.returncode, done.stdout.decode(), done.stderr.decode())


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Run the program in this process, which is ten times as quick, and return what it printed."""
    assert main(words) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def write_night(folder: Path, text: str = NIGHT) -> str:
    """Write a night file into `folder` and return its name."""
    file = folder / "night.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


def ask(place: str | Path, sql: str, *values: object) -> list[Any]:
    """Ask or change the database behind the program's back."""
    with closing(sqlite3.connect(place)) as database, database:
        return database.execute(sql, values).fetchall()


def state(place: str | Path) -> tuple[list[Any], list[Any]]:
    """What must survive a journey: the head of the chain and the balances."""
    balances = ask(place, "SELECT name, score, balance FROM player JOIN person ON person.id = person_id ORDER BY place")
    return ask(place, "SELECT seq, head, coins, currency, title, day FROM night"), balances


@contextmanager
def serving(*options: str, alone: bool = False, **environment: str) -> Iterator[tuple[Any, list[str]]]:
    """Run `serve`: the process, and the lines that it said; `alone` in a group of processes of its own."""
    program = subprocess.Popen(
        [*COMMAND, "serve", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=os.environ | ENGLISH | environment,
        start_new_session=alone,
    )
    with program:
        try:
            lines = list[str]()
            for line in program.stdout or ():
                lines.append(line.rstrip("\n"))
                if lines[-1].endswith(("ends it.", "Strg-C beendet.")):
                    break
            yield program, lines
        finally:
            program.kill()
