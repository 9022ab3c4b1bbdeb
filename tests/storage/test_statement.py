"""The pages of a statement and of the kitty of a group: each adds up with what is carried forward to it."""

import pytest

from scorekeeper.storage.engine.sql import run
from scorekeeper.storage.groups.kitty_ledger import load_ledger
from scorekeeper.storage.groups.nights import NightFilter
from scorekeeper.storage.groups.results import Amounts, group_now
from scorekeeper.storage.groups.season import add_up_season
from scorekeeper.storage.groups.statement import load_statements
from scorekeeper.storage.models import GroupNight, Person, Player
from tests.storage.nights import book, freeze, send, start
from tests.storage.test_kitty import group_with

pytestmark = pytest.mark.both_databases
POINTS = (90, 71, 40, 80, 30, 100, 71)  # of the soloist, who is Anna
STAKES = ("0.10 EUR", "0.10 EUR", "0.20 CHF", "0.10 EUR", "", "0.20 CHF", "0.50 EUR")


@pytest.fixture
def group(opened):
    """A group of seven nights at which Anna sits, with stakes in two currencies and one night without."""
    rows = [start(players=3, **({"stake": stake} if stake else {})) for stake in STAKES]
    for row, points in zip(rows, POINTS, strict=True):
        book(row, "p1", points)
    return group_with(*rows)


def by_hand(group):
    """What Anna won at each night, with its currency, from the rows of the nights."""
    found = []
    for place in GroupNight.select().where(GroupNight.group == group).order_by(GroupNight.night):
        anna = Player.get(Player.night == place.night, Player.key == "p1")
        found.append((place.night.currency, anna.balance * (place.night.coins or 1)))
    return found


def anna():
    return Person.select().where(Person.name == "Anna").order_by(Person.id).first().id


@pytest.mark.parametrize("most", [1, 2, 3, 6, 7, 8])
def test_each_page_and_its_balance_forward_make_all_that_was_won(group, most):
    nights = by_hand(group)
    assert all(won for _, won in nights)
    rest, skipped, more = len(nights), 0, True
    while more:
        page, more, _ = load_statements(group_now(group), anna(), NightFilter(), most, skipped)
        seen, rest = nights[:rest], max(0, rest - most)
        assert sum(len(statement.rows) for statement in page) == len(seen) - rest
        for statement in page:
            its = [won for currency, won in seen if currency == statement.currency]
            assert statement.total.open == sum(its)
            assert statement.earlier.open == sum(
                won for currency, won in nights[:rest] if currency == statement.currency
            )
            assert [row.amounts.won for row in statement.rows] == its[len(its) - len(statement.rows) :]
            balance = statement.earlier.open
            for row in statement.rows:
                balance += row.amounts.open
                assert row.balance == balance
            assert balance == statement.total.open
        assert {statement.currency for statement in page} == {currency for currency, _ in seen}
        assert more == (rest > 0)
        skipped += most
    assert rest == 0


def test_fines_payments_and_nights_that_came_to_0_are_carried_forward(group):
    rows = [place.night for place in GroupNight.select().order_by(GroupNight.night)]
    send(rows[0], "kitty", how="fine", who="p1", amount=50)
    send(rows[1], "kitty", how="fine", who="p1", amount=30)
    send(rows[1], "kitty struck", place=1)
    send(rows[3], "brought", night="elsewhere", amounts={"p1": 250, "p2": -250})
    freeze(rows[3])
    book(rows[2], "p1", 30)
    run("UPDATE player SET balance = 0 WHERE night_id = ?", rows[2].id)
    [points, chf, euro] = load_statements(group_now(group), anna(), NightFilter(), 100).statements
    assert [len(part.rows) for part in (chf, euro, points)] == [2, 4, 1]
    assert chf.rows[0].amounts.won == 0, "the season counts the night, so it stands here"
    assert euro.total == Amounts(sum(won for currency, won in by_hand(group) if currency == "EUR"), -50, 0, 250, 0)
    [*_, page] = load_statements(group_now(group), anna(), NightFilter(), 2).statements
    assert page.earlier == Amounts(*map(sum, zip(*(row.amounts for row in euro.rows[:3]), strict=True)))
    assert (page.total, [*page.columns]) == (euro.total, ["night", "won", "fined", "carried", "open", "balance"])
    [total] = [one for one in add_up_season(group_now(group), NightFilter()) if one.name == "Anna"]
    assert total.money["EUR"].open == page.total.open
    assert total.numbers["nights"] == len(points.rows + chf.rows + euro.rows)


def test_a_night_without_a_deal_has_no_row_and_is_not_counted(group):
    GroupNight.create(group=group, night=start(players=3, stake="0.10 EUR"), part=0)
    [total] = [one for one in add_up_season(group_now(group), NightFilter()) if one.name == "Anna"]
    parts = load_statements(group_now(group), total.person, NightFilter(), 100).statements
    assert total.numbers["nights"] == sum(len(part.rows) for part in parts) == len(POINTS)


def test_money_beyond_numbers_of_the_database_is_carried_forward(group):
    run("UPDATE player SET balance = ? WHERE key = 'p1'", 10**13)
    run("UPDATE night SET coins = ? WHERE currency = 'EUR'", 10**7)
    [*_, euro] = load_statements(group_now(group), anna(), NightFilter(), 1).statements
    assert (euro.earlier.won, euro.total.won) == (3 * 10**20, 4 * 10**20)


def test_each_page_of_the_kitty_leads_to_what_lay_there_before_it(group):
    rows = [place.night for place in GroupNight.select().order_by(GroupNight.night)]
    moves = []
    for place, row in enumerate(sorted([*rows[:4], *rows[5:]] * 2, key=lambda row: row.id), 1):
        out = place == 9
        send(row, "kitty", how="out" if out else "in", amount=10 if out else place * 10)
        moves.append((row.currency, -10 if out else place * 10))
    everything = load_ledger(group_now(group), 100)
    assert [row.into for row in everything.rows] == [amount for _, amount in reversed(moves)]
    assert everything.earlier == []
    for most in (1, 2, 5, 11):
        for skipped in range(0, 12, most):
            page = load_ledger(group_now(group), most, skipped)
            before = moves[: max(0, 12 - skipped - most)]
            assert dict(page.contents) == {one: sum(a for c, a in moves if c == one) for one in ("CHF", "EUR")}
            assert dict(page.earlier) == (
                {one: sum(amount for currency, amount in before if currency == one) for one in ("CHF", "EUR")}
                if before
                else {}
            )
            assert page.rows == everything.rows[skipped : skipped + most]
