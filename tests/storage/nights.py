"""Nights for the tests of storage: opened, booked in a few words, looked at as a whole."""

from secrets import token_hex
from typing import Any

from scorekeeper.accounts.account import Account
from scorekeeper.journal.act_json import read_act
from scorekeeper.night.night import keys_for
from scorekeeper.night.undo import SLOT_KINDS
from scorekeeper.storage.engine.migrate import connect
from scorekeeper.storage.engine.sql import fetch, writing
from scorekeeper.storage.journal.state import load_night, load_rows, standings
from scorekeeper.storage.models import TABLES, DealRow, NightRow, Person, database
from scorekeeper.storage.projections.settlement import load_account
from scorekeeper.storage.writing.entry import Opening, Sender, append, create_night

NAMES = ("Anna", "Bernd", "Clara", "David", "Eva Maria", "Fritz", "Gerda")


def sender(request: str = "") -> Sender:
    """A phone that sends an act of its own, unless `request` names one that was sent before."""
    return Sender("phone", request or token_hex(16))


def start(game: str = "herzblatt", players: int = 3, **facts: Any) -> NightRow:
    """Open a night of `players` people."""
    with writing():
        people = [Person.create(name=name) for name in NAMES[:players]]
    opened = read_act("opened", {"game": game, "house": {}, "seats": keys_for(players), **facts})
    return create_night(Opening(opened, "A night", people), sender())


def send(row: NightRow, kind: str, /, request: str = "", note: str = "", person: Person | None = None, **facts: Any):
    """Append an act that saw its slot as it stands."""
    based_on = version(row, facts["number"]) if kind in SLOT_KINDS else 0
    return append(row.id, sender(request), read_act(kind, facts, note), based_on, person)


def book(row: NightRow, soloist: str = "p1", points: int = 71, request: str = "") -> int:
    """Book the next deal of a night of Herzblatt."""
    return send(
        row, "booked", request, number=load_night(row.id).number, answers={"soloist": soloist, "points": points}
    )


def a_full_night() -> NightRow:
    """Open a night of four, three of whom play, and send an act of every kind; the fifth entry has a note."""
    row = start(players=4, most=3, stake="0.10 EUR", date="2026-11-21", house={"loss": 1})
    book(row, "p1")
    book(row, "p3", 90)
    book(row, "p4", 30)
    seating = {"dealer": "p4", "playing": ["p1", "p2", "p3"]}
    send(row, "corrected", number=1, **seating, answers={"soloist": "p2", "points": 70}, note="falsch gezählt")
    send(row, "rules changed", number=4, house={"loss": 2, "all_pass": "redeal_same"})
    send(row, "adjusted", number=2, adjust={"p1": 3, "p2": -3}, note="ausgemacht")
    send(row, "paused", player="p4")
    send(row, "joined", place=1, person=Person.create(name="Zora"))
    send(row, "adjusted", number=3, adjust={"p1": 5, "p4": -5}, note="versehentlich")
    send(row, "undone", number=3)
    send(row, "voided", number=3, dealer="p2", playing=["p3", "p4", "p1"])
    send(row, "called", number=4, answers={"soloist": "p1"})
    send(row, "objected", number=1, version=2, note="der Bube hat gefehlt")
    send(row, "objected", number=1, version=1, player="p3")
    send(row, "resolved", number=1, objection=2, how="corrected")
    freeze(row)
    (pair, due), *_ = account_of(row.id).current().items()
    send(row, "paid", **pair._asdict(), amount=due.amount)
    send(row, "brought", night="elsewhere", amounts={"p1": 250, "p4": -250})
    send(row, "kitty", how="fine", who="p1", amount=50, note="zu spät gekommen")
    send(row, "kitty", how="in", amount=300)
    send(row, "kitty", how="out", who="p2", amount=100, note="für das Bier")
    send(row, "kitty struck", place=1)
    send(row, "kitty", how="fine", who="p3", amount=70)
    send(row, "pooled", players=["p1", "p2"])
    send(row, "parted", players=["p1", "p2"])
    send(row, "pooled", players=["p4", "p3"])
    freeze(row)
    send(row, "carried", night="elsewhere")
    send(row, "stake changed", number=4, stake="0.20 EUR")
    send(row, "titled", note="Our night")
    send(row, "dated", date="2026-11-20")
    send(row, "renamed", player="p3", person=Person.create(name="Klara"))
    return fresh(row)


def account_of(night_id: int) -> Account:
    """The account of a night."""
    return load_account(load_rows(night_id))


def points_of(night_id: int) -> dict[str, int]:
    """What the deals brought each player, in points."""
    return {player.key: player.balance for player in standings(night_id)}


def freeze(row: NightRow, request: str = "") -> int:
    """Freeze the plan that settles what is open."""
    account = account_of(row.id)
    payments, *moved, _ = account.propose(points_of(row.id))
    facts = dict(zip(("pooled", "rounded"), moved, strict=True)) | ({"coin": account.coin} if moved[1] else {})
    return send(row, "frozen", request, payments=[list(payment) for payment in payments], **facts)


def version(row: NightRow, number: int) -> int:
    """The version at which slot `number` stands, 0 for one that nothing is known about."""
    found = DealRow.get_or_none(DealRow.night == row.id, DealRow.number == number)
    return found.version if found else 0


def fresh(row: NightRow) -> NightRow:
    """The night's row as it is stored now."""
    return NightRow.get_by_id(row.id)


def balances(row: NightRow) -> dict[str, tuple[int, int]]:
    """Everybody's score and balance by name."""
    return {player.name: (player.score, player.balance) for player in standings(row.id)}


def everything() -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables."""
    names = [table._meta.table_name for table in TABLES]
    return {name: sorted(fetch(f'SELECT * FROM "{name}"'), key=repr) for name in names}


def reopen(place: object) -> None:
    """Close the open database and connect to the one at `place`."""
    database.close()
    database.obj.close_all()
    connect(str(place))
    database.connect()
