"""What is open, and who pays it to whom: the app and the command line say the same, whatever was agreed and paid."""

import json
from collections import Counter

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from scorekeeper.accounts.kitty import KITTY
from scorekeeper.language import Speech, find_locale
from scorekeeper.nightfile.night_reader import read_night
from scorekeeper.nightfile.syntax import load, toml_parts
from scorekeeper.nightfile.writer import write_outline
from scorekeeper.phrase import Refused
from scorekeeper.storage.journal.state import load_rows, standings
from scorekeeper.storage.models import Person
from scorekeeper.storage.transfer import outline
from scorekeeper.storage.verify import verify_night
from scorekeeper.storage.writing.entry import append
from scorekeeper.telling.night import format_payments, payments, score_night, settle_night
from scorekeeper.web.settlement.view_model import Settlement
from tests.commands.running import printed
from tests.storage.acts import ANY_EVENING, any_act, seen_version
from tests.storage.nights import account_of, book, freeze, fresh, points_of, send, sender, start

ENGLISH = Speech(find_locale(("en",)))
DEALS = ("booked", "booked", "corrected", "undone", "adjusted", "stake changed", "joined")
PURSES = ("pooled", "pooled", "parted")
OTHERS = (*DEALS, *PURSES, "kitty", "kitty", "kitty struck", "carried", "brought")
TURNS = st.tuples(
    st.sampled_from(DEALS),
    st.sampled_from(PURSES),
    *map(st.just, ("frozen", "paid", "paid")),
    *map(st.sampled_from, (PURSES, OTHERS, OTHERS)),
)


def export(row):
    """The file of a night, as it is downloaded."""
    return "".join(toml_parts(write_outline(outline(fresh(row))), readable=True))


def app(row, by=None):
    """What the page says: who pays whom how much, with names, for whom they do; and what is open for everybody."""
    rows = load_rows(row.id)
    names = {player.key: player.name for player in rows.players} | {KITTY: ""}
    now = Settlement(rows, ENGLISH, by)
    paid = [(names[debtor], names[creditor], amount) for debtor, creditor, amount in now.payments]
    sides = [tuple(names[other] for other in now.account.side(key, now.plan)) for key, *_ in now.payments]
    return sorted(zip(paid, sides, strict=True)), {names[key]: amount for key, amount in now.open.items()}


def command_line(night, collector=""):
    """What `score` and `settle` say of a file."""
    found = settle_night(night, collector)
    sides = [tuple(night.account.side(payment.debtor, found.plan)) for payment in found.payments]
    points = Counter[str]()
    for slot in night.slots:
        points.update(slot.result.payoff)
    opened = night.account.open({player: points[player] for player in night.night.players})
    return sorted(zip(map(tuple, found.payments), sides, strict=True)), opened


def compare(row):
    """The app, what it has stored and the command line say the same of a night."""
    night = read_night(load(export(row)))
    assert command_line(night) == app(row)
    for player in standings(row.id):
        assert command_line(night, player.name) == app(row, player.key), player.name
    coins = fresh(row).coins or 1
    assert {player.name: player.open(coins) for player in standings(row.id)} == {
        player: amount for player, amount in command_line(night)[1].items() if player != KITTY
    }
    assert score_night(night)["payments"] == payments(settle_night(night).payments, night.stake)
    assert night.account.kitty.content == fresh(row).kitty
    assert verify_night(fresh(row)) is None


def pay(row, amount):
    """Pay a part of the first payment of the plan that holds."""
    pair = next(iter(account_of(row.id).current()))
    send(row, "paid", **pair._asdict(), amount=amount)


@pytest.fixture
def parted(opened):
    """Bernd and Clara owe Anna and pay as one; Bernd has paid a part for both when they part, and a deal follows."""
    row = start(players=3, stake="0.10 EUR", preset="braun")
    book(row, "p1")
    assert points_of(row.id) == {"p1": 2, "p2": -1, "p3": -1}
    send(row, "pooled", players=["p2", "p3"])
    freeze(row)
    pay(row, 5)
    send(row, "parted", players=["p2", "p3"])
    return row


def test_a_plan_holds_when_a_purse_parts_and_who_left_owes_again(parted, tmp_path, capsys):
    assert app(parted)[0] == [(("Bernd", "Anna", 15), ("Bernd",))]
    compare(parted)
    book(parted, "p1")
    (paid, opened), file = app(parted), tmp_path / "night.toml"
    assert opened == {"Anna": 35, "Bernd": -25, "Clara": -10}, "by the plan that was agreed on"
    assert paid == [(("Bernd", "Anna", 15), ("Bernd",)), (("Clara", "Anna", 20), ("Clara",))], "15 = 20 - 5 paid"
    file.write_text(export(parted), "utf-8")
    found = [{"from": "Bernd", "to": "Anna", "amount": "0.15"}, {"from": "Clara", "to": "Anna", "amount": "0.20"}]
    assert json.loads(printed(capsys, "settle", "--json", str(file)))["payments"] == found
    assert json.loads(printed(capsys, "score", "--json", str(file)))["payments"] == found
    lines = printed(capsys, "settle", str(file))
    assert "Bernd → Anna" in lines
    assert "Clara → Anna" in lines
    compare(parted)
    freeze(parted)
    for pair, due in account_of(parted.id).current().items():
        send(parted, "paid", **pair._asdict(), amount=due.amount)
    assert not any(app(parted)[1].values())
    compare(parted)


def test_a_purse_that_is_made_after_a_plan_pays_the_next_one_as_one(opened):
    row = start(players=3, stake="0.10 EUR")
    book(row, "p1")
    freeze(row)
    send(row, "pooled", players=["p2", "p3"])
    night = read_night(load(export(row)))
    lines = list(format_payments(night, settle_night(night), ENGLISH))
    assert not any("Bernd + Clara" in line for line in lines), "each of them pays by the plan that holds"
    compare(row)
    book(row, "p1")
    night = read_night(load(export(row)))
    assert any("Bernd + Clara" in line for line in format_payments(night, settle_night(night), ENGLISH))
    compare(row)


def test_a_fine_that_another_night_brought_does_not_lie_in_the_kitty(opened):
    row = start(players=3, stake="0.10 EUR")
    send(row, "brought", night="elsewhere", amounts={"p1": -100, KITTY: 100})
    assert read_night(load(export(row))).account.kitty.content == fresh(row).kitty == 0
    compare(row)


@pytest.mark.parametrize("change", ["settled", "journal", "keys"])
def test_of_a_file_that_was_changed_by_hand_what_it_says_is_open(parted, change):
    book(parted, "p1")
    data = load(export(parted))
    match change:
        case "settled":
            data["settled"] = {"Bernd": "0.10", "Anna": "-0.10"}
        case "journal":
            data["journal"] = [line.replace('"pooled"', '"poled"') for line in data["journal"]]
        case _:
            data["keys"] = {"p1": "Anna", "p2": "Anna", "p3": "Clara"}
    without = {key: value for key, value in data.items() if key not in ("journal", "keys", "salts")}
    assert score_night(read_night(data))["payments"] == score_night(read_night(without))["payments"]


def test_a_file_whose_keys_name_somebody_else_is_settled_as_it_says(opened):
    row = start(players=3, stake="0.10 EUR")
    send(row, "brought", night="elsewhere", amounts={"p2": -5, "p3": 5})
    send(row, "pooled", players=["p3", "p2"])
    freeze(row)
    send(row, "parted", players=["p3", "p2"])
    book(row, "p1")
    data = load(export(row))
    without = {key: value for key, value in data.items() if key not in ("journal", "keys", "salts")}
    data["keys"] = {**data["keys"], "p2": "Zora"}
    assert score_night(read_night(data))["payments"] == score_night(read_night(without))["payments"]


@pytest.mark.both_databases
@pytest.mark.parametrize("evenings", [12, pytest.param(150, marks=pytest.mark.at_length)])
def test_whatever_is_agreed_pooled_and_paid_all_say_the_same(opened, evenings):
    seen = Counter()

    @settings(ANY_EVENING, max_examples=evenings if "://" in opened else 2 * evenings)
    @given(st.data())
    def any_settling(data):
        row = start(players=4, **({"stake": "0.10 EUR"} if data.draw(st.booleans()) else {}))
        for _ in range(data.draw(st.integers(1, 4))):
            for kind in data.draw(TURNS):
                act = any_act(data.draw, row, kind)
                note(str(act))
                person = Person.create(name=f"Late {fresh(row).seq}") if kind == "joined" else None
                try:
                    append(row.id, sender(), act, seen_version(row, act), person)
                    seen[kind] += 1
                except Refused:
                    continue
            compare(row)

    any_settling()
    assert {*seen} >= {"frozen", "paid", "pooled", "parted"}
