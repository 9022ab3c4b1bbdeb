"""Amounts are the same with every version of Babel: one writes nights, another reads, exports and verifies them."""

import json
import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.at_length

VERSIONS = ("2.18.0", "2.19.0")
CURRENCIES = ("HUF", "COP", "IDR", "RSD", "EUR", "CHF")
WORK = """
import json, sys
import babel
from scorekeeper.money import decimal_amount
from scorekeeper.nightfile.night_reader import read_night
from scorekeeper.nightfile.writer import write_night
from scorekeeper.storage.engine.migrate import connect
from scorekeeper.storage.engine.sql import fetch
from scorekeeper.storage.models import NightRow
from scorekeeper.storage.verify import verify_all
from scorekeeper.telling.night import score_night
from tests.storage.nights import book, freeze, send, start
from tests.storage.replayed import document, journal

place, write = sys.argv[1], sys.argv[2] == "write"
with connect(place).connection_context():
    if write:
        for code in sys.argv[3].split():
            row = start(stake=f"50.00 {code}")
            book(row)
            send(row, "kitty", how="fine", who="p1", amount=1250)
            freeze(row)
    rows = list(NightRow.select().order_by(NightRow.id))
    files = [write_night(document(row)) for row in rows]
    print(json.dumps({
        "babel": babel.__version__,
        "faults": sum(1 for _, fault in verify_all() if fault),
        "worth": [f"{decimal_amount(row.coins, row.currency)} {row.currency}" for row in rows],
        "amounts": [list(map(str, line)) for line in fetch("SELECT night_id, amount FROM payment ORDER BY 1, 2")],
        "journals": [[entry.hash for entry in journal(row.id)] for row in rows],
        "files": files,
        "scored": [score_night(read_night(file)) for file in files],
    }))
"""


@pytest.fixture(scope="module")
def babels(tmp_path_factory):
    """A folder with each version."""
    folders = {}
    for version in VERSIONS:
        folder = tmp_path_factory.mktemp("babel")
        pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", str(folder), f"Babel=={version}"]
        if subprocess.run(pip, capture_output=True, check=False).returncode:
            pytest.skip(f"Babel {version} cannot be installed here")
        folders[version] = folder
    return folders


def said(folder, place, *arguments):
    """What a program with the Babel of this folder says of a database."""
    path = os.pathsep.join((str(folder), os.getcwd()))
    command = [sys.executable, "-c", WORK, str(place), *arguments]
    done = subprocess.run(command, capture_output=True, check=True, text=True, env={**os.environ, "PYTHONPATH": path})
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize(("first", "then"), [VERSIONS, VERSIONS[::-1]])
def test_a_night_of_one_version_is_the_same_in_the_other(babels, tmp_path, first, then):
    place = tmp_path / "nights.sqlite3"
    wrote = said(babels[first], place, "write", " ".join(CURRENCIES))
    reads = said(babels[then], place, "read")
    assert (wrote.pop("babel"), reads.pop("babel")) == (first, then)
    assert wrote == reads
    assert reads["faults"] == 0
    assert reads["worth"] == [f"50.00 {code}" for code in CURRENCIES]
