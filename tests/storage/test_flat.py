"""What a long night takes of memory for each deal while it is read, taken in and checked: a small part of its file."""

import json
import tracemalloc
from collections.abc import Callable

import pytest

from scorekeeper.nightfile.syntax import load
from scorekeeper.nightfile.writer import write_night
from scorekeeper.storage import verify as verify_module
from scorekeeper.storage.engine import sql
from scorekeeper.storage.models import NightRow
from scorekeeper.storage.transfer import prepare, take_in
from scorekeeper.storage.verify import verify_night
from tests.cost.measure import big_night
from tests.storage.nights import fresh
from tests.storage.replayed import document

SHORT, LONG = 50, 250  # deals


def check(row: NightRow) -> None:
    assert verify_night(row) is None


def peak(do: Callable[[], object]) -> int:
    """Return how many bytes something takes at most beyond what there was before."""
    tracemalloc.start()
    try:
        do()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def each(do: Callable[[int], object]) -> float:
    """Return how many bytes each deal of a long night takes beyond a short one; the first time things are loaded."""
    do(LONG)
    short, long = peak(lambda: do(SHORT)), peak(lambda: do(LONG))
    return (long - short) / (LONG - SHORT)


@pytest.fixture(autouse=True)
def _few(monkeypatch):
    for steps in (verify_module, sql):
        monkeypatch.setattr(steps, "STEP", 20)


def test_a_night_is_taken_in_holding_little_of_each_deal(opened):
    texts = {deals: json.dumps(big_night(deals)) for deals in (SHORT, LONG)}
    assert each(lambda deals: take_in(prepare(load(texts[deals]), "file"))) < 2_400


@pytest.mark.at_length
def test_a_journal_is_taken_in_holding_little_more_than_its_file(opened):
    rows = {deals: take_in(prepare(big_night(deals), "file")) for deals in (SHORT, LONG)}
    texts = {deals: json.dumps(write_night(document(row))) for deals, row in rows.items()}
    file = len(texts[LONG]) / LONG
    assert each(lambda deals: check(take_in(prepare(load(texts[deals]), "file")))) < file + 2_000


def test_a_night_is_checked_holding_little_of_each_deal(opened):
    rows = {deals: fresh(take_in(prepare(big_night(deals), "file"))) for deals in (SHORT, LONG)}
    assert each(lambda deals: check(rows[deals])) < 900
