"""What is stored is worth what it was worth: nights of every unit, plans of whole coins, and the table's own coin."""

import json

import pytest
from babel.core import get_global
from playhouse.migrations import Runner

from scorekeeper.journal.act_json import read_act
from scorekeeper.journal.hash_chain import GENESIS, Entry
from scorekeeper.nightfile.night_reader import read_night
from scorekeeper.nightfile.writer import write_night
from scorekeeper.paths import resources
from scorekeeper.storage.engine.sql import fetch
from scorekeeper.storage.journal.state import standings
from scorekeeper.storage.models import GroupNight, GroupRow, SeasonPlace, SeasonRow, database
from scorekeeper.storage.nights.carry_over import carry, next_night
from scorekeeper.storage.projections.kitty import load_rows_of_kitty
from scorekeeper.storage.transfer import outline, prepare, take_in
from scorekeeper.storage.verify import verify_all, verify_night
from scorekeeper.storage.writing.entry import entry_of
from scorekeeper.telling.night import score_night
from tests.chained import chain, write_entry
from tests.storage.nights import account_of, book, everything, freeze, fresh, send, sender, start
from tests.storage.replayed import document, journal

pytestmark = pytest.mark.both_databases


def pay_all(row):
    """Pay all that a plan asks for."""
    for pair, due in account_of(row.id).current().items():
        if due.rest:
            send(row, "paid", **pair._asdict(), amount=due.amount)


def open_now(row):
    """What is open for each player."""
    return [player.open(fresh(row).coins or 1) for player in standings(row.id)]


def test_a_night_of_whole_coins_is_stored_and_carried_in_a_file(opened):
    row = start(stake="0.01 CHF")
    book(row)
    book(row, "p2", 90)
    freeze(row)
    assert any(account_of(row.id).rounded.values())
    assert all(due.amount % 5 == 0 for due in account_of(row.id).current().values())
    pay_all(row)
    assert open_now(row) == [0, 0, 0]
    assert verify_night(fresh(row)) is None
    copy = take_in(prepare(document_as_file(row), "file"))
    assert open_now(copy) == [0, 0, 0]
    assert account_of(copy.id).rounded == account_of(row.id).rounded
    assert list(outline(copy).settled.items()) == list(outline(fresh(row)).settled.items())
    assert [fault for _, fault in verify_all() if fault] == []


def document_as_file(row):
    """The file of a night."""
    return write_night(document(fresh(row)))


def test_the_coin_of_a_table_is_carried_on_and_goes_with_the_currency(opened):
    row = start(stake="0.01 EUR")
    send(row, "coin", coin=5)
    assert fresh(row).coin == account_of(row.id).coin == 5
    written = document_as_file(row)
    assert written["coin"] == "0.05"
    assert take_in(prepare(written, "file")).id
    assert read_night({key: value for key, value in written.items() if key != "journal"}).coin == 5
    assert fresh(next_night(fresh(row), sender(), "2026-11-28", sender().request)).coin == 5
    send(row, "stake changed", number=1, stake="0.01 CHF")
    assert fresh(row).coin == 0
    assert [fault for _, fault in verify_all() if fault] == []


OLD = {"game": "herzblatt", "house": {}, "seats": ["p1", "p2", "p3"]}


def old_journal(stake, amounts):
    """The journal that an earlier version wrote: a fine, a plan, a payment, and something brought."""
    acts = [
        read_act("opened", {**OLD, "stake": stake}),
        read_act("kitty", {"how": "fine", "who": "p1", "amount": amounts[0], "place": 1}),
        read_act("frozen", {"payments": [["p1", "", amounts[0]]]}),
        read_act("paid", {"plan": 1, "debtor": "p1", "creditor": "", "amount": amounts[0]}),
        read_act("brought", {"night": "elsewhere", "amounts": {"p1": amounts[1], "p2": -amounts[1]}}),
    ]
    entries = list[Entry]()
    for act in acts:
        last = entries[-1].hash if entries else GENESIS
        entries.append(chain(entry_of(act, sender(), None, 0), len(entries), last))
    return entries


def taken_in(stake, amounts):
    """A night with that journal."""
    entries = old_journal(stake, amounts)
    names = {"p1": "Anna", "p2": "Bernd", "p3": "Clara"}
    said = [amount / 100 if "." in stake else amount for amount in amounts]
    file = {
        "game": "herzblatt",
        "players": list(names.values()),
        "dealer": "Clara",
        "stake": stake,
        "keys": names,
        "kitty": [{"fine": str(said[0]), "player": "Anna"}],
        "settled": {"Anna": str(said[0] + said[1]), "Bernd": str(-said[1])},
        "journal": [write_entry(entry) for entry in entries],
    }
    return take_in(prepare(file, "file"))


@pytest.mark.parametrize(
    ("stake", "amounts"),
    [
        *((f"50.00 {code}", (500, 7000)) for code in ("HUF", "COP", "IDR", "RSD")),
        *((f"50 {code}", (5, 70)) for code in ("HUF", "COP", "IDR", "RSD")),
    ],
)
def test_a_night_of_either_unit_is_worth_what_it_was(opened, stake, amounts):
    row = taken_in(stake, amounts)
    assert fresh(row).coins == 5000
    assert [move.amount for move in load_rows_of_kitty(row.id)] == [500]
    assert open_now(row) == [7000, -7000, 0]
    before = journal(row.id)
    send(row, "kitty", how="in", amount=250)
    freeze(row)
    pay_all(row)
    assert open_now(row) == [0, 0, 0]
    assert fresh(row).kitty == 750
    assert journal(row.id)[: len(before)] == before
    assert ("digits" in journal(row.id)[-1].facts) == (amounts[0] == 5)
    assert verify_night(fresh(row)) is None
    copy = take_in(prepare(document_as_file(row), "file"))
    assert open_now(copy) == [0, 0, 0]
    assert fresh(copy).head == fresh(row).head


def test_an_amount_of_an_earlier_unit_is_carried_to_a_new_night(opened):
    old = taken_in("50 RSD", (5, 70))
    new = start(stake="50.00 RSD")
    carry(fresh(old), fresh(new), sender())
    assert (open_now(old), open_now(new)) == ([0, 0, 0], [7000, -7000, 0])
    assert [fault for _, fault in verify_all() if fault] == []


def without_members():
    """All rows, but for the members, whom a later migration gives to the seats of a group."""
    rows = everything()
    del rows["round_member"], rows["player"]
    coins = fetch("SELECT key, score, balance, paid, brought, beyond, aside FROM player ORDER BY id")
    return rows | {"coins": coins}


def test_a_migration_counts_earlier_nights_in_coins_and_back(opened):
    """The migration is taken back and done again, with nights of both units and a closed season of each."""
    rows = [taken_in(stake, amounts) for stake, amounts in (("50 RSD", (5, 70)), ("50.00 HUF", (500, 7000)))]
    rows.append(start(stake="0.10 EUR"))
    for row in rows:
        group = GroupRow.create(slug=row.slug, name="Group", created="")
        GroupNight.create(night=row, group=group, season=1)
        season = SeasonRow.create(group=group, number=1, closed="")
        numbers = {"rank": 1, "points": 7, "open": {fresh(row).currency: 7000}}
        SeasonPlace.insert(season=season, place=1, person=season.id, numbers=json.dumps(numbers)).execute()
    runner = Runner(database.obj, str(resources("migrations")))
    after = without_members()
    while "0018_coins" in runner.applied():
        runner.down()
    assert fetch("SELECT currency, coins FROM night ORDER BY id") == [("RSD", 50), ("HUF", 5000), ("EUR", 10)]
    seasons = fetch("SELECT numbers FROM season_place ORDER BY season_id")
    written = [json.loads(numbers)["open"] for (numbers,) in seasons]
    assert written == [{"RSD": 70}, {"HUF": 7000}, {"EUR": 7000}]
    assert fetch("SELECT brought FROM player WHERE brought > 0 ORDER BY id") == [(70,), (7000,)]
    runner.up()
    assert without_members() == after
    assert [fault for _, fault in verify_all() if fault] == []


def test_nothing_stored_changes_with_the_data_of_a_library(opened, monkeypatch):
    rows = [start(stake=f"50.00 {code}") for code in ("HUF", "COP", "IDR", "RSD", "EUR", "CHF")]
    for row in rows:
        book(row)
        send(row, "kitty", how="in", amount=500)
        freeze(row)
    before, files = everything(), [document_as_file(row) for row in rows]
    told = [score_night(read_night(file)) for file in files]
    for row in rows:
        monkeypatch.setitem(get_global("currency_fractions"), fresh(row).currency, (3, 0, 0, 0))
        monkeypatch.delitem(get_global("all_currencies"), fresh(row).currency)
    assert [fault for _, fault in verify_all() if fault] == []
    assert [document_as_file(row) for row in rows] == files
    assert [score_night(read_night(file)) for file in files] == told
    assert everything() == before
