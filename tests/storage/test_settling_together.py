"""All who played in a group are settled together: one account for each person and currency, whoever sat where."""

from collections import Counter
from random import Random

import pytest

from scorekeeper.accounts.kitty import KITTY
from scorekeeper.journal.act_json import read_act
from scorekeeper.night.night import keys_for
from scorekeeper.people.meetings import Past, plan_rounds
from scorekeeper.people.tables import table_sizes
from scorekeeper.phrase import Refused
from scorekeeper.storage.access.devices import find_device, let_in, new_device
from scorekeeper.storage.engine.sql import fetch, run, writing
from scorekeeper.storage.groups.group import add_to_group, open_group
from scorekeeper.storage.groups.nights import NightFilter
from scorekeeper.storage.groups.results import group_now
from scorekeeper.storage.groups.season import add_up_season
from scorekeeper.storage.groups.tables import count_meetings
from scorekeeper.storage.groups.treasurer import (
    hand_back,
    last_gathering,
    nights_to_settle,
    settle_by_table,
    settle_together,
    write_lots,
)
from scorekeeper.storage.journal.state import standings
from scorekeeper.storage.models import NightRow, Person
from scorekeeper.storage.nights.carry_over import open_amounts
from scorekeeper.storage.verify import verify_all, verify_night
from scorekeeper.storage.writing.entry import Opening, append, create_night
from tests.storage.nights import account_of, everything, freeze, fresh, points_of, send, sender
from tests.storage.replayed import copied, journal


class Club:
    """A group whose nights one device hosts; the results of a night are booked as one deal."""

    def __init__(self):
        self.device = find_device(new_device())
        self.row = open_group(self.device, "Club", "opening")
        self.nights = []

    def play(self, names, results, stake="0.10 EUR"):
        """Open a table of these people, with these results in points, which sum to 0."""
        keys = keys_for(len(names))
        opening = {"game": "herzblatt", "preset": "lembke", "house": {}, "seats": keys}
        with writing():
            people = [Person.create(name=name) for name in names]
        opened = read_act("opened", opening | ({"stake": stake} if stake else {}))
        row = create_night(Opening(opened, "", people), sender())
        let_in(self.device, row, "host")
        add_to_group(row, self.row, opened=f"2026-11-21T19:00:{len(self.nights):02}")
        send(row, "adjusted", number=1, adjust=dict(zip(keys, results, strict=True)), note="agreed")
        self.nights.append(row)
        return row

    def lots(self):
        return nights_to_settle(group_now(self.row), self.device)

    def settle(self, request=""):
        lots = self.lots()
        settle_together(self.row, self.device, lots[0].last, write_lots(lots), sender(request))
        return [fresh(lot.last) for lot in lots]

    def open(self):
        """What is open in the group for each person and the kitty, by currency, added up here."""
        amounts = Counter()
        for night in self.nights:
            players = standings(night.id)
            names = {player.key: player.name for player in players} | {KITTY: KITTY}
            for key, coins in open_amounts(fresh(night), players).items():
                amounts[names[key], night.currency] += coins
        return {person: coins for person, coins in amounts.items() if coins}

    def season(self):
        """What the season says is open, by person and currency."""
        totals = add_up_season(group_now(self.row), NightFilter())
        found = {(total.name, one): money.open for total in totals for one, money in total.money.items()}
        return {person: coins for person, coins in found.items() if coins}


@pytest.fixture
def club(opened):
    return Club()


def zero_sum(random, number, most):
    results = [random.randint(-most, most) for _ in range(number - 1)]
    return [*results, -sum(results)]


def evening(club, people, draws, random, most=30):
    """Play so many draws at tables of four, or five where that is needed."""
    names = [f"N{number:03}" for number in range(people)]
    sizes = table_sizes(people, (3, 4))
    for tables in plan_rounds(names, sizes, draws, Past({}, {}, {}, {}), random):
        for table in tables:
            club.play(table, zero_sum(random, len(table), most))
    return names


def pay(row, pair, amount):
    append(
        row.id, sender(), read_act("paid", {**pair._asdict(), "amount": amount}), account_of(row.id).dues[pair].version
    )


def pay_all(row):
    freeze(row)
    for pair, due in account_of(row.id).current().items():
        pay(row, pair, due.amount)


def holds():
    return [finding for _, finding in verify_all() if finding] == []


@pytest.mark.both_databases
def test_sixteen_people_after_two_draws_are_settled_in_one_plan(club):
    names = evening(club, 16, 2, Random(1))
    before = club.open()
    assert {name for name, _ in before} <= {*names}
    [last] = club.settle("tap-all")
    assert club.open() == before == club.season(), "what is open moves, and nothing else"
    settle_together(club.row, club.device, last, "whatever", sender("tap-all"))
    assert [night.id for night in club.nights if open_amounts(fresh(night), standings(night.id))] == [last.id]
    plan = account_of(last.id).propose(points_of(last.id))
    assert len(plan.payments) <= len(before) - 1
    assert plan.excess == 0
    pay_all(last)
    assert club.open() == {} == club.season()
    assert holds()
    assert verify_night(copied(last)) is None


@pytest.mark.at_length
@pytest.mark.parametrize("seed", range(3))
def test_48_people_after_three_draws_have_at_most_31_payments(club, seed):
    evening(club, 48, 3, Random(seed), most=12)
    [lot] = club.lots()
    assert len(lot.tables) == 36
    assert len(lot.propose().payments) <= 31
    [last] = club.settle()
    assert len(account_of(last.id).propose(points_of(last.id)).payments) <= 31
    assert len(lot.pay_by_table()) > 60


@pytest.mark.both_databases
def test_what_was_gathered_goes_back_to_its_nights_in_one_act(club):
    for table, results in (
        (("A", "B", "C"), (5, -3, -2)),
        (("D", "E", "A"), (4, -9, 5)),
        (("F", "B", "D"), (1, 1, -2)),
    ):
        club.play(table, results)
    send(club.nights[0], "kitty", how="fine", who="p2", amount=30)
    before = {night.id: open_amounts(fresh(night), standings(night.id)) for night in club.nights}
    [last] = club.settle()
    assert last.id == club.nights[-1].id
    assert last_gathering(last.id)
    freeze(last)
    for _ in range(2):  # sent twice
        hand_back(club.row, club.device, last, sender("take-it-back"))
    after = {night.id: open_amounts(fresh(night), standings(night.id)) for night in club.nights}
    assert after == before
    assert last_gathering(last.id) is None
    assert holds()
    assert club.settle() == [fresh(last)], "and it can be settled again"
    assert holds()


def refused(club, last, why):
    stored = everything()
    with pytest.raises(Refused, match=why):
        hand_back(club.row, club.device, last, sender())
    assert everything() == stored


def test_it_stays_where_something_was_paid_or_somebody_may_not(club):
    club.play("ABC", (5, -3, -2))
    club.play("ADE", (5, -3, -2))
    refused(club, club.nights[-1], "nothing here")
    [last] = club.settle()
    freeze(last)
    pair = next(iter(account_of(last.id).current()))
    pay(last, pair, 1)
    refused(club, last, "paid already")
    pay(last, pair, 0)
    run("UPDATE access SET role = 'writer' WHERE night_id = ?", club.nights[0].id)
    refused(club, last, "only who may settle")
    run("UPDATE access SET role = 'host'")
    club.play("ABCDE", (1, 0, 0, 0, -1))
    club.settle()
    refused(club, last, "nothing here")  # it is carried on
    assert holds()


def test_each_currency_and_points_have_an_account_of_their_own(club):
    for stake in ("0.10 EUR", "0.20 EUR", "0.10 CHF", "", "0.50 CHF", ""):
        club.play("ABC", (5, -3, -2), stake)
    before = club.open()
    lots = club.lots()
    assert sorted(lot.last.currency for lot in lots) == ["", "CHF", "EUR"]
    club.settle()
    assert club.open() == before
    assert [len(account_of(lot.last.id).propose(points_of(lot.last.id)).payments) for lot in lots] == [2, 2, 2]
    assert holds()


def test_couples_of_any_table_pay_together(club):
    first = club.play("ABCD", (10, -4, -4, -2))
    club.play("EFGH", (3, -1, -1, -1))
    send(first, "pooled", players=["p2", "p3"])
    [lot] = club.lots()
    shown = lot.propose()
    [last] = club.settle()
    plan = account_of(last.id).propose(points_of(last.id))
    assert len(plan.payments) == len(shown.payments)
    names = {player.key: player.name for player in standings(last.id)}
    assert {names[key] for key in account_of(last.id).purses} == {"B", "C"}
    assert not {"C"} & {names[key] for payment in plan.payments for key in payment[:2] if key}
    assert holds()


def test_each_table_may_settle_for_itself(club):
    club.play("ABC", (5, -3, -2))
    club.play("ADE", (5, -3, -2))
    lots = club.lots()
    assert (len(lots[0].pay_by_table()), len(lots[0].propose().payments), len(lots[0].propose("A").payments)) == (
        4,
        4,
        4,
    )
    for _ in range(2):
        settle_by_table(club.row, club.device, write_lots(lots), sender("by-table"))
    for night in club.nights:
        account = account_of(night.id)
        assert (account.plan, len(account.current())) == (1, 2)
    assert holds()


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM entry WHERE kind = 'carried'",
        "UPDATE player SET brought = brought + 1 WHERE key = 'p1' AND state = 'here'",
        "UPDATE player SET state = 'here' WHERE state = 'left'",
        "UPDATE player SET salt = '0' WHERE state = 'left'",
        "UPDATE night SET plan = plan + 1",
        "DELETE FROM player WHERE state = 'left' AND place = 4",
    ],
)
def test_whoever_changes_what_was_gathered_is_noticed(club, change):
    club.play("ABC", (5, -3, -2))
    club.play("ADE", (5, -3, -2))
    [last] = club.settle()
    assert holds()
    run(change)
    assert verify_night(fresh(last)) is not None


def test_a_journal_says_which_amounts_of_which_night_and_nobodys_name(club):
    for table, results in (("ABC", (5, -3, -2)), ("CAD", (5, -3, -2))):
        club.play(table, results)
    [last] = club.settle()
    *_, admitted, gathered = journal(last.id)
    assert (admitted.kind, list(admitted.facts["names"])) == ("admitted", ["p4"])
    assert gathered.facts == {"nights": {club.nights[0].slug: {"p2": 50, "p4": -30, "p1": -20}}}
    assert journal(club.nights[0].id)[-1].facts["night"] == last.slug
    hand_back(club.row, club.device, last, sender())
    assert journal(last.id)[-1].facts == gathered.facts
    assert [entry.kind for entry in journal(club.nights[0].id)][-2:] == ["carried", "brought"]


@pytest.mark.parametrize(
    ("kind", "facts"),
    [
        ("gathered", {"nights": {"a": {"p1": 1}}}),
        ("gathered", {"nights": {"a": {"p1": 1, "p9": -1}}}),
        ("gathered", {"nights": {"a": {"p1": "1"}}}),
        ("gathered", {"nights": {"a": 1}}),
        ("handed back", {"nights": {"a": {"p1": 1, "p9": -1}}}),
        ("handed back", {"nights": {"a": {"p1": 1}}}),
        ("admitted", {"names": {"p9": "seal"}}),
        ("admitted", {"names": {}}),
        ("admitted", {"names": {f"p{number}": "seal" for number in range(4, 405)}}),
    ],
)
def test_what_cannot_be_gathered_is_refused(club, kind, facts):
    row = club.play("ABC", (5, -3, -2))
    stored = everything()
    with pytest.raises(Refused):
        send(row, kind, **facts)
    assert everything() == stored


def test_who_was_admitted_to_the_settlement_takes_no_seat_from_anybody(club):
    club.play("ABC", (5, -3, -2))
    club.play([f"X{number}" for number in range(11)], [10, *[-1] * 10])
    [last] = club.settle()
    send(last, "joined", place=0, person=Person.create(name="Newcomer"))
    with pytest.raises(Refused, match="no more than 12"):
        send(last, "joined", place=0, person=Person.create(name="Another"))
    assert holds()


def random_evening(club, random, people, draws):
    """Draws with late comers and leavers, couples, fines, deals that are corrected, and payments in parts."""
    here = [f"N{number:03}" for number in range(people)]
    handed = Counter()
    for draw in range(draws):
        here = [name for name in here if random.random() > 0.05] + [
            f"L{draw}{number}" for number in range(people // 20)
        ]
        random.shuffle(here)
        sizes = table_sizes(len(here), (3, 4))
        rest = iter(here)
        for size in sizes:
            table = [next(rest) for _ in range(size)]
            row = club.play(table, zero_sum(random, size, 40))
            if random.random() < 0.3:
                send(row, "kitty", how="fine", who=random.choice(keys_for(size)), amount=random.randint(1, 200))
            if random.random() < 0.2:
                send(row, "pooled", players=random.sample(keys_for(size), 2))
            if random.random() < 0.2:
                freeze(row)
                for pair, due in account_of(row.id).current().items():
                    if part := random.randint(0, due.amount):
                        pay(row, pair, part)
                        handed[KITTY in pair] += part
        if draw % 3 == 2:
            before = club.open()
            [last] = club.settle()
            assert club.open() == before
            if random.random() < 0.5:
                hand_back(club.row, club.device, last, sender())
                assert club.open() == before
    return here


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("people", "draws", "seed"), [(13, 4, 1), pytest.param(200, 10, 2, marks=pytest.mark.at_length)]
)
def test_whoever_plays_and_pays_everybody_ends_at_zero_to_the_coin(club, people, draws, seed):
    random = Random(seed)
    random_evening(club, random, people, draws)
    before = club.open()
    assert sum(before.values()) == 0, "the kitty has what others lack"
    fined = sum(amount for (amount,) in fetch("SELECT amount FROM kitty WHERE how = 'fine'"))
    [last] = club.settle()
    assert club.open() == before
    named = {person: coins for person, coins in before.items() if person[0] != KITTY}
    assert club.season() == named
    freeze(last)
    dues = account_of(last.id).current()
    for pair, due in dues.items():
        if half := due.amount // 2:
            pay(last, pair, half)
    random_dues = random.sample(sorted(dues), len(dues))
    for pair in random_dues:
        if account_of(last.id).dues[pair].rest:
            pay(last, pair, dues[pair].amount)
    assert club.open() == {} == club.season()
    assert sum(amount for (amount,) in fetch("SELECT kitty FROM night")) == fined
    assert NightRow.select().count() == len(club.nights)
    assert holds()


@pytest.mark.both_databases
def test_who_has_left_has_met_those_with_whom_a_deal_was_played(club):
    night = club.play(["Anna", "Bernd", "Clara", "Dora"], [3, -1, -3, 1])
    without_a_deal = club.play(["Emil", "Dora", "Franz", "Gerd"], [1, -1, 0, 0])
    send(without_a_deal, "voided", number=1, note="no deal")
    send(without_a_deal, "left", player="p2")
    send(night, "left", player="p1")
    send(night, "joined", place=1, person=Person.create(name="Hans"))
    pairs = {"".join(sorted(name[0] for name in pair)) for pair in count_meetings(club.row.id)}
    assert pairs == {"AB", "AC", "AD", "BC", "BD", "CD", "BH", "CH", "DH", "EF", "EG", "FG"}
