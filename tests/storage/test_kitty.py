"""The kitty and the purses beside the journal: in step with it, the content of a group, and what verify notices."""

from functools import partial
from time import sleep

import pytest

from scorekeeper.accounts.kitty import Kitty
from scorekeeper.journal.act_json import read_act
from scorekeeper.money import MOST_COINS
from scorekeeper.phrase import Refused
from scorekeeper.storage.engine.sql import fetch, run, writing
from scorekeeper.storage.groups.group import add_to_group, delete_group, take_out_of_group
from scorekeeper.storage.groups.results import group_now
from scorekeeper.storage.groups.treasurer import nights_to_settle, open_nights
from scorekeeper.storage.journal.seating import seat_members
from scorekeeper.storage.models import Access, Device, GroupNight, GroupRow, Membership, NightRow, Player
from scorekeeper.storage.nights.carry_over import bring
from scorekeeper.storage.nights.manage import delete_night
from scorekeeper.storage.projections import kitty
from scorekeeper.storage.projections.kitty import content_of_group
from scorekeeper.storage.transfer import outline
from scorekeeper.storage.verify import verify_all, verify_night
from scorekeeper.storage.writing.entry import append
from tests.storage.nights import account_of, book, everything, freeze, fresh, points_of, send, sender, start
from tests.storage.replayed import copied
from tests.storage.worker import in_threads


@pytest.fixture
def row(opened):
    """A night of three who play for money: Anna has won 20 from each."""
    row = start(players=3, stake="0.10 EUR")
    book(row, "p1", 71)
    return row


def group_with(*rows):
    """Put nights into a group, in which the phone is that sends all acts."""
    with writing():
        group = GroupRow.create(slug="runde", name="Runde", created="2026-11-21")
        for row in rows:
            GroupNight.create(night=row.id, group=group)
            seat_members(row.id)
        device = Device.create(key=sender().device, secret_hash="its own", created="")
        Membership.create(device=device, group=group, role="member", granted="")
    return group


def content(row):
    return fetch("SELECT kitty FROM night WHERE id = ?", row.id)[0][0]


def pay_all(row):
    for pair, due in account_of(row.id).current().items():
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
    assert account_of(row.id).kitty.content == 550


def test_a_purse_is_settled_for_each_of_it(row):
    send(row, "pooled", players=["p2", "p3"])
    freeze(row)
    assert [due.amount for due in account_of(row.id).current().values()] == [20]
    pay_all(row)
    assert not any(account_of(row.id).open(points_of(row.id)).values())
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
    (pair, due) = next((pair, due) for pair, due in account_of(row.id).current().items() if pair.creditor == "")
    with pytest.raises(Refused, match="the kitty does not hold that much"):
        send_tick(row, pair, due._replace(amount=0))


@pytest.mark.both_databases
def test_a_round_adds_up_its_nights_by_currency(row):
    francs, points = start(stake="1 CHF"), start()
    alone = start(stake="0.10 EUR")
    group = group_with(row, francs, points)
    for night, amount in ((row, 300), (francs, 200), (points, 7), (alone, 999)):
        send(night, "kitty", how="in", amount=amount)
    assert content_of_group(group.id) == [("", 7), ("CHF", 200), ("EUR", 300)]
    with pytest.raises(Refused, match="does not hold that much"):
        send(points, "kitty", how="out", amount=8)


@pytest.mark.both_databases
def test_one_night_may_take_out_what_another_paid_in(row):
    later = start(players=3, stake="0.10 EUR")
    group = group_with(row, later)
    send(row, "kitty", how="in", amount=300)
    send(later, "kitty", how="out", amount=200)
    assert (content(later), content_of_group(group.id)) == (-200, [("EUR", 100)])
    with pytest.raises(Refused):
        send(row, "kitty struck", place=1)
    for night in (row, later):
        with pytest.raises(Refused, match="first"):
            take_out_of_group(night, "phone")
        with pytest.raises(Refused, match="first"):
            delete_night(fresh(night), "phone")
    with pytest.raises(Refused, match="first"):
        delete_group(group)
    run("DELETE FROM round_night WHERE night_id = ?", row.id)  # as an earlier version let it be taken out
    assert content_of_group(group.id) == [("EUR", -200)], "and the page says so"
    with pytest.raises(Refused, match="does not hold that much"):
        send(later, "kitty", how="out", amount=1)
    assert [finding for _, finding in verify_all()] == [None, None]


@pytest.mark.both_databases
def test_money_is_brought_back_before_its_night_leaves_the_round(row):
    later = start(players=3, stake="0.10 EUR")
    group = group_with(row, later)
    send(row, "kitty", how="in", amount=300)
    send(later, "kitty", how="out", amount=300)
    send(later, "kitty", how="in", amount=300)
    send(row, "kitty", how="out", amount=300)
    take_out_of_group(later, "nobody’s")
    delete_night(fresh(row), "nobody’s")
    delete_group(group)
    assert GroupRow.select().count() == 0


def test_what_was_paid_out_at_a_night_alone_comes_into_no_empty_kitty(row):
    send(row, "kitty", how="in", amount=300)
    other = start(players=3, stake="0.10 EUR")
    run("UPDATE night SET kitty = -200 WHERE id = ?", other.id)  # as an earlier version let it be taken out of a group
    group = group_with()
    with pytest.raises(Refused, match="pay the same amount in here"):
        add_to_group(fresh(other), group)
    add_to_group(fresh(row), group)
    add_to_group(fresh(other), group)
    assert content_of_group(group.id) == [("EUR", 100)]


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "change",
    ["UPDATE membership SET ended = 'now'", "UPDATE membership SET role = 'onlooker'", "DELETE FROM membership"],
)
def test_who_is_not_in_the_round_takes_none_of_its_money(row, change):
    later = start(players=3, stake="0.10 EUR")
    group = group_with(row, later)
    send(row, "kitty", how="in", amount=300)
    send(row, "kitty", how="fine", who="p2", amount=50)
    freeze(row)
    pay_all(row)
    run(change)
    ((pair, due),) = [found for found in account_of(row.id).current().items() if found[0].creditor == ""]
    before = everything()
    for take in (
        lambda: send(row, "kitty", how="out", amount=1),
        lambda: send(later, "kitty", how="out", amount=1),
        lambda: send(row, "kitty struck", place=1),
        lambda: send_tick(row, pair, due._replace(amount=0)),
        lambda: take_out_of_group(row, "phone"),
        lambda: delete_night(fresh(row), "phone"),
    ):
        with pytest.raises(Refused, match="only a phone in the group"):
            take()
    assert everything() == before
    send(later, "kitty", how="in", amount=1)
    take_out_of_group(start(), "phone")
    assert content_of_group(group.id) == [("EUR", 351)]


@pytest.mark.both_databases
@pytest.mark.usefixtures("patient", "like_processes")
def test_the_same_money_is_not_paid_out_twice_at_one_moment(row, monkeypatch):
    def add_up_slowly(group_id):
        found = content_of_group(group_id)
        sleep(0.05)
        return found

    monkeypatch.setattr(kitty, "content_of_group", add_up_slowly)
    nights = [row, *(start(players=3, stake="0.10 EUR") for _ in range(3))]
    group = group_with(*nights)
    send(row, "kitty", how="in", amount=100)

    def leave():
        take_out_of_group(row, "phone")
        send(row, "kitty", how="out", amount=100)

    takes = [leave, *(partial(send, night, "kitty", how="out", amount=100) for night in nights)]
    assert not all(isinstance(result, Refused) for result in in_threads(*takes))
    assert sum(content(night) for night in nights) == 0, "nobody has taken it a second time"
    assert all(amount >= 0 for _, amount in content_of_group(group.id))
    assert [finding for _, finding in verify_all()] == [None] * 4


@pytest.mark.both_databases
def test_what_is_owed_to_the_kitty_is_settled_with_the_other_nights(row):
    later = start(players=3, stake="0.10 EUR")
    send(row, "kitty", how="fine", who="p3", amount=30)
    with writing():
        device = Device.create(key="host", secret_hash="x", created="")
        for night in (row, later):
            Access.create(device=device, night=night.id, role="host", granted="")
    group = group_with(row, later)
    with writing():
        Membership.create(device=device, group=group, role="member", granted="")
    [lot] = nights_to_settle(group_now(group), device)
    assert (lot.last.id, [night.id for night in lot.others]) == (later.id, [row.id])
    bring([fresh(row)], fresh(later), sender())
    assert open_nights(group_now(group)) == [later.id]
    freeze(later)
    pay_all(later)
    assert (content(row), content(later)) == (0, 30)
    assert open_nights(group_now(group)) == []
    assert [finding for _, finding in verify_all()] == [None, None]


def test_the_currency_stays_once_the_kitty_has_something_in_it(row):
    send(row, "kitty", how="fine", who="p3", amount=30)
    send(row, "stake changed", number=2, stake="0.20 EUR")
    with pytest.raises(Refused, match="the kitty"):
        send(row, "stake changed", number=1, stake="1 CHF")
    send(row, "kitty struck", place=1)
    send(row, "stake changed", number=1, stake="1 CHF")
    assert account_of(row.id).kitty == Kitty(0, account_of(row.id).kitty.moves)
    assert account_of(row.id).currency == "CHF"


@pytest.mark.both_databases
def test_it_goes_into_a_file_and_comes_out_of_it(row):
    send(row, "kitty", how="fine", who="p3", amount=30, note="zu spät")
    send(row, "kitty", how="in", amount=100)
    send(row, "kitty struck", place=1)
    send(row, "pooled", players=["p2", "p3"])
    freeze(row)
    pay_all(row)
    again = copied(row)
    assert (again.head, content(again)) == (fresh(row).head, 100)
    assert verify_night(again) is None


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE night SET kitty = kitty + 1",
        "UPDATE kitty SET struck = seq",
        "DELETE FROM kitty WHERE place = 3",
        "UPDATE player SET purse = 'p1' WHERE key = 'p1'",
        "UPDATE player SET aside = aside + 1 WHERE key = 'p1'",
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


def test_a_plan_of_somebody_without_a_seat_survives_a_file(row):
    payments, *_ = account_of(row.id).propose(points_of(row.id))
    send(row, "frozen", payments=[list(payment) for payment in payments], player="p9")
    assert list(outline(fresh(row)).journal)


@pytest.mark.both_databases
def test_more_is_open_than_a_column_of_a_database_holds(row):
    with writing():
        NightRow.update(coins=MOST_COINS).execute()
        Player.update(balance=10**10).where(Player.key == "p1").execute()
    assert open_nights(group_now(group_with(row))) == [row.id]
