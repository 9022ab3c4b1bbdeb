"""The kitty and the purses beside the journal: in step with it, the content of a round, and what verify notices."""

import pytest

from scorekeeper.night.export import write_night
from scorekeeper.night.kitty import Kitty
from scorekeeper.night.plain import read_act
from scorekeeper.phrase import Refused
from scorekeeper.storage.book import append
from scorekeeper.storage.carrying import bring
from scorekeeper.storage.check import verify, verify_night
from scorekeeper.storage.exporting import outline
from scorekeeper.storage.kitty import content_of_round
from scorekeeper.storage.round_tables import RoundNight, RoundRow
from scorekeeper.storage.rounds import take_out_of_round
from scorekeeper.storage.season import open_nights
from scorekeeper.storage.settling import load_account, load_points
from scorekeeper.storage.statements import fetch, run
from scorekeeper.storage.tables import Access, Device
from scorekeeper.storage.transactions import writing
from scorekeeper.storage.transfer import prepare, take_in
from tests.storage.nights import book, everything, freeze, fresh, send, sender, start
from tests.storage.replayed import document


@pytest.fixture
def row(opened):
    """A night of three who play for money: Anna has won 20 from each."""
    row = start(players=3, stake="0.10 EUR")
    book(row, "p1", 71)
    return row


def round_with(*rows):
    """Put nights into a round."""
    with writing():
        meeting = RoundRow.create(slug="runde", name="Runde", created="2026-11-21")
        for row in rows:
            RoundNight.create(night=row.id, round=meeting)
    return meeting


def content(row):
    return fetch("SELECT kitty FROM night WHERE id = ?", row.id)[0][0]


def pay_all(row):
    for pair, due in load_account(row.id).current().items():
        if due.rest:
            send_tick(row, pair, due)


def send_tick(row, pair, due):
    return append(row.id, sender(), read_act("paid", {**pair._asdict(), "amount": due.amount}), due.version)


def test_what_lies_in_the_kitty_is_the_fold_of_its_acts(row):
    send(row, "kitty", how="in", amount=500)
    send(row, "kitty", how="out", amount=120, note="Bier")
    send(row, "kitty", how="fine", who="p2", amount=50)
    assert content(row) == 380
    freeze(row)
    pay_all(row)
    assert content(row) == 430
    send(row, "kitty struck", place=2)
    assert content(row) == 550
    assert verify_night(fresh(row)) is None
    assert load_account(row.id).kitty.content == 550


def test_a_purse_is_settled_for_each_of_it(row):
    send(row, "pooled", players=["p2", "p3"])
    freeze(row)
    assert [due.amount for due in load_account(row.id).current().values()] == [20]
    pay_all(row)
    assert not any(load_account(row.id).open(load_points(row.id)).values())
    assert fetch("SELECT key, paid, aside FROM player WHERE night_id = ? ORDER BY key", row.id) == [
        ("p1", -20, 0),
        ("p2", 20, -10),
        ("p3", 0, 10),
    ]
    assert verify_night(fresh(row)) is None


def test_nobody_takes_out_what_does_not_lie_in_the_kitty(row):
    send(row, "kitty", how="in", amount=100)
    before = everything()
    with pytest.raises(Refused, match=r"the kitty does not hold that much"):
        send(row, "kitty", how="out", amount=101)
    assert everything() == before
    send(row, "kitty", how="out", amount=100)
    with pytest.raises(Refused, match=r"the kitty does not hold that much"):
        send(row, "kitty struck", place=1)


def test_a_payment_to_the_kitty_is_not_taken_back_once_it_was_spent(row):
    send(row, "kitty", how="fine", who="p2", amount=50)
    freeze(row)
    pay_all(row)
    send(row, "kitty", how="out", amount=50)
    (pair, due) = next((pair, due) for pair, due in load_account(row.id).current().items() if pair.creditor == "")
    with pytest.raises(Refused, match="the kitty does not hold that much"):
        send_tick(row, pair, due._replace(amount=0))


@pytest.mark.both_databases
def test_a_round_adds_up_its_nights_by_currency(row):
    francs, points = start(stake="1 CHF"), start()
    alone = start(stake="0.10 EUR")
    meeting = round_with(row, francs, points)
    for night, amount in ((row, 300), (francs, 200), (points, 7), (alone, 999)):
        send(night, "kitty", how="in", amount=amount)
    assert content_of_round(meeting.id) == [("", 7), ("CHF", 200), ("EUR", 300)]
    with pytest.raises(Refused, match="does not hold that much"):
        send(points, "kitty", how="out", amount=8)


@pytest.mark.both_databases
def test_one_night_may_take_out_what_another_paid_in(row):
    later = start(players=3, stake="0.10 EUR")
    meeting = round_with(row, later)
    send(row, "kitty", how="in", amount=300)
    send(later, "kitty", how="out", amount=200)
    assert (content(later), content_of_round(meeting.id)) == (-200, [("EUR", 100)])
    with pytest.raises(Refused):
        send(row, "kitty struck", place=1)
    take_out_of_round(row)
    assert content_of_round(meeting.id) == [("EUR", -200)], "and the page says so"
    assert [finding for _, finding in verify()] == [None, None]


@pytest.mark.both_databases
def test_what_is_owed_to_the_kitty_is_settled_with_the_other_nights(row):
    later = start(players=3, stake="0.10 EUR")
    send(row, "kitty", how="fine", who="p3", amount=30)
    with writing():
        device = Device.create(key="host", secret_hash="x", created="")
        for night in (row, later):
            Access.create(device=device, night=night.id, role="host", granted="")
    meeting = round_with(row, later)
    assert [night.id for night in open_nights(meeting.id, device, 9)] == [row.id]
    bring([fresh(row)], fresh(later), sender())
    assert open_nights(meeting.id, device, 9)[0].id == later.id
    freeze(later)
    pay_all(later)
    assert (content(row), content(later)) == (0, 30)
    assert open_nights(meeting.id, device, 9) == []
    assert [finding for _, finding in verify()] == [None, None]


def test_the_currency_stays_once_the_kitty_has_something_in_it(row):
    send(row, "kitty", how="fine", who="p3", amount=30)
    send(row, "stake changed", number=2, stake="0.20 EUR")
    with pytest.raises(Refused, match="the kitty"):
        send(row, "stake changed", number=1, stake="1 CHF")
    send(row, "kitty struck", place=1)
    send(row, "stake changed", number=1, stake="1 CHF")
    assert load_account(row.id).kitty == Kitty(0, load_account(row.id).kitty.moves)


@pytest.mark.both_databases
def test_it_goes_into_a_file_and_comes_out_of_it(row):
    send(row, "kitty", how="fine", who="p3", amount=30, note="zu spät")
    send(row, "kitty", how="in", amount=100)
    send(row, "kitty struck", place=1)
    send(row, "pooled", players=["p2", "p3"])
    freeze(row)
    pay_all(row)
    again = take_in(prepare(write_night(document(fresh(row))), "file"))
    assert (again.head, content(again)) == (fresh(row).head, 100)
    assert verify_night(again) is None


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE night SET kitty = kitty + 1",
        "UPDATE kitty SET amount = amount + 1 WHERE place = 1",
        "UPDATE kitty SET who = 'p1' WHERE place = 2",
        "UPDATE kitty SET how = 'out' WHERE place = 2",
        "UPDATE kitty SET struck = 0",
        "UPDATE kitty SET struck = seq",
        "UPDATE kitty SET seq = seq + 1 WHERE place = 1",
        "DELETE FROM kitty WHERE place = 3",
        "UPDATE player SET purse = '' WHERE key = 'p2'",
        "UPDATE player SET purse = 'p1' WHERE key = 'p1'",
        "UPDATE player SET aside = aside + 1 WHERE key = 'p1'",
        """UPDATE entry SET facts = REPLACE(facts, '"amount":30', '"amount":31')""",
        """UPDATE entry SET facts = REPLACE(facts, '["p2","p3"]', '["p1","p3"]')""",
        "UPDATE entry SET note = 'pünktlich' WHERE kind = 'kitty' AND note <> ''",
        "DELETE FROM entry WHERE kind = 'kitty struck'",
    ],
)
def test_whoever_changes_them_is_noticed(row, change):
    send(row, "kitty", how="fine", who="p3", amount=30, note="zu spät")
    send(row, "kitty", how="in", amount=100)
    send(row, "kitty", how="out", amount=50)
    send(row, "kitty struck", place=3)
    send(row, "pooled", players=["p2", "p3"])
    freeze(row)
    assert verify_night(fresh(row)) is None
    run(change)
    assert verify_night(fresh(row)) is not None


def test_a_plan_of_somebody_without_a_seat_goes_into_a_file_as_it_came_out_of_one(row):
    payments, _ = load_account(row.id).propose(load_points(row.id))
    send(row, "frozen", payments=[list(payment) for payment in payments], player="p9")
    assert list(outline(fresh(row)).journal)
