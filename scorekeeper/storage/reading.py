"""Reading nights for the pages: lists, one page of the sheet, one deal with its history."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import accumulate, pairwise
from typing import NamedTuple

from scorekeeper.games.game import Column, Seating
from scorekeeper.ledger.journal import Entry
from scorekeeper.night.file import Document, document_of, seating_of
from scorekeeper.night.night import Facts, Night, Result
from scorekeeper.night.record import adds_cards
from scorekeeper.night.replay import read_result, replay, standing_acts
from scorekeeper.night.stake import Stake
from scorekeeper.storage.book import load_head, load_night, load_places, load_results
from scorekeeper.storage.entries import load_acts, read_entry
from scorekeeper.storage.statements import fetch
from scorekeeper.storage.tables import Access, DealRow, Device, EntryRow, NightRow, Person, database

PAGE = 16  # deals on one page of the sheet, as a paper sheet carries forward


class Standing(NamedTuple):
    """One player of a night as he stands; `score` and `balance` in points.

    `paid` is what he handed over less what he received, `brought` what other nights brought less what was carried to
    them; both in the smallest coin, or in points without a stake.
    """

    key: str
    name: str
    state: str
    score: int
    balance: int
    paid: int = 0
    brought: int = 0

    def open(self, coins: int) -> int:
        """Return what is open for him, a point being so many coins: positive where he is owed."""
        return self.balance * coins + self.paid + self.brought


class SheetLine(NamedTuple):
    """One line of the sheet: an act that filled a slot; `struck` where a later one took its place."""

    entry: Entry
    seating: Seating
    result: Result
    struck: bool


class SheetPage(NamedTuple):
    """One page of the sheet: the lines of deals `first` on, and the sums of all deals before it, by player."""

    first: int
    carried_sheet: Mapping[str, int]
    carried_payoff: Mapping[str, int]
    lines: Sequence[SheetLine]


class Course(NamedTuple):
    """How one player's points ran: his balance after each of the deals `numbers`, which begin with 0.

    `highest` and `lowest` are points and the number of the deal that first brought them, 0 for the beginning.
    """

    player: str
    numbers: range
    balances: Sequence[int]
    highest: tuple[int, int]
    lowest: tuple[int, int]


class Deal(NamedTuple):
    """One slot with all its acts in order; `open` while it is only called, or when its booking was taken back."""

    number: int
    version: int
    open: bool
    history: Sequence[Entry]

    @property
    def entry(self) -> Entry:
        """The act that stands, the one that took back the last where none is left."""
        return standing_acts(self.history)[self.number]

    def at(self, version: int) -> "Deal":
        """Return the slot as it was at an earlier version; one that it never had is the one that it has."""
        return self._replace(version=version, history=self.history[:version]) if 0 < version < self.version else self


@contextmanager
def one_moment() -> Iterator[None]:
    """See the database as at one moment, while others write on."""
    with database.atomic("REPEATABLE READ" if database.obj.for_update else "DEFERRED"):
        yield


def find_night(slug: str) -> NightRow | None:
    """Return the row of the night that an address names."""
    return NightRow.get_or_none(NightRow.slug == slug)


def all_nights() -> list[NightRow]:
    """Return every night, the oldest first."""
    return list(NightRow.select().order_by(NightRow.id))


def nights_of(device: Device) -> list[NightRow]:
    """Return the nights that a device has access to, the newest first."""
    query = (
        NightRow.select().join(Access).where(Access.device == device, Access.ended == "").order_by(NightRow.id.desc())
    )
    return list(query)


def people_of(device: Device) -> list[Person]:
    """Return the people of the nights that a device has access to, one of each name, the latest night's first."""
    sql = """SELECT MAX(person.id), person.name FROM person
        JOIN player ON player.person_id = person.id JOIN access ON access.night_id = player.night_id
        WHERE access.device_id = ? AND access.ended = ? AND NOT forgotten GROUP BY person.name
        ORDER BY MAX(player.night_id) DESC, MAX(player.id)"""
    return [Person(id=id_, name=name) for id_, name in fetch(sql, device.id, "")]


def standings(night_id: int) -> list[Standing]:
    """Return the players of a night in seat order as they stand."""
    sql = """SELECT key, name, state, score, balance, paid, brought
        FROM player JOIN person ON person.id = player.person_id WHERE night_id = ? ORDER BY place"""
    return [Standing(*row) for row in fetch(sql, night_id)]


def stake_of(row: NightRow) -> Stake | None:
    """Return the stake of a night."""
    return Stake(row.coins, row.currency) if row.coins else None


def night_now(night_id: int) -> Night:
    """Return the night as it is between two deals."""
    return load_night(load_head(night_id), load_places(night_id))


def newest_page(booked: int, deals: int = PAGE) -> int:
    """Return the first deal of the page of so many `deals` that ends with the last of so many booked ones."""
    return max(1, booked - deals + 1)


def page_with(number: int, booked: int) -> int:
    """Return the first deal of the page that shows deal `number`, as one pages back from the newest."""
    newest = newest_page(booked)
    return newest if number >= newest else max(1, newest - -(-(newest - number) // PAGE) * PAGE)


def sheet_page(night_id: int, first: int, deals: int = PAGE) -> SheetPage:
    """Return the page of the sheet that begins with deal `first` and has so many `deals`.

    It costs the same however long the night is: the balances stand ready, and what is carried forward is they less
    the deals from this page on.
    """
    later = _sums_from(night_id, first)
    stand = standings(night_id)
    return SheetPage(
        first,
        {player.key: player.score - later.get(player.key, (0, 0))[0] for player in stand},
        {player.key: player.balance - later.get(player.key, (0, 0))[1] for player in stand},
        _lines(night_id, first, first + deals - 1),
    )


def _sums_from(night_id: int, first: int) -> dict[str, tuple[int, int]]:
    sql = """SELECT key, SUM(sheet), SUM(payoff) FROM posting JOIN player ON player.id = posting.player_id
        WHERE posting.night_id = ? AND number >= ? GROUP BY key"""
    return {key: (int(sheet or 0), int(payoff)) for key, sheet, payoff in fetch(sql, night_id, first)}


def _lines(night_id: int, first: int, last: int) -> list[SheetLine]:
    acts = load_acts(night_id, first, last)
    stands = {entry.seq for entry in standing_acts(acts).values()}
    filled = [entry for entry in acts if entry.kind not in ("called", "undone")]
    ordered = _leave_out_records(sorted(filled, key=lambda entry: (entry.number, entry.seq)), stands)
    return [
        SheetLine(entry, seating_of(entry.facts), read_result(entry.result), entry.seq not in stands)
        for entry in ordered
    ]


def _leave_out_records(entries: Sequence[Entry], stands: set[int]) -> list[Entry]:
    """Leave out the acts whose place was taken only to record the cards: nothing was changed."""
    kept = [entry for entry, after in pairwise(entries) if entry.seq in stands or not _only_records(entry, after)]
    return [*kept, *entries[-1:]]


def _only_records(entry: Entry, after: Entry) -> bool:
    return after.kind == "corrected" and entry.number == after.number and adds_cards(entry.facts, after.facts)


def booked_sheets(night_id: int, numbers: range) -> dict[int, Mapping[str, int]]:
    """Return the sheets of those of the deals `numbers` that are booked, as they stand."""
    results = load_results(night_id, load_places(night_id), numbers)
    return {number: results[number].sheet if number in results else {} for number in _booked(night_id, numbers)}


def _booked(night_id: int, numbers: range) -> list[int]:
    sql = "SELECT number FROM deal WHERE night_id = ? AND number BETWEEN ? AND ? AND NOT open ORDER BY number"
    return [number for (number,) in fetch(sql, night_id, numbers.start, numbers.stop - 1)]


def courses(night_id: int, booked: int, column: Column) -> list[Course]:
    """Return how every player's points ran through so many booked deals, in seat order. It reads the whole night."""
    won = {player.key: [0] * (booked + 1) for player in standings(night_id)}
    sql = (
        "SELECT number, key, sheet, payoff FROM posting JOIN player ON player.id = player_id WHERE posting.night_id = ?"
    )
    for number, key, sheet, payoff in fetch(sql, night_id):
        won[key][number] = (sheet or 0) if column == "sheet" else payoff
    return [_course(player, list(accumulate(points))) for player, points in won.items()]


def _course(player: str, balances: Sequence[int]) -> Course:
    high, low = max(balances), min(balances)
    return Course(player, range(len(balances)), balances, (high, balances.index(high)), (low, balances.index(low)))


def find_deal(night_id: int, number: int) -> Deal | None:
    """Return a slot that something is known about."""
    row = DealRow.get_or_none(DealRow.night == night_id, DealRow.number == number)
    return Deal(number, row.version, row.open, load_acts(night_id, number)) if row else None


def known_about(night_id: int, number: int) -> tuple[Facts, bool]:
    """Return the facts of the act that stands in a slot, if any does, and whether the slot is open."""
    sql = """SELECT facts, open FROM deal JOIN entry ON entry.night_id = deal.night_id AND entry.seq = deal.seq
        WHERE deal.night_id = ? AND deal.number = ?"""
    for facts, is_open in fetch(sql, night_id, number):
        return json.loads(facts), bool(is_open)
    return {}, True


def journal_rows(night_id: int) -> Iterator[EntryRow]:
    """Give the rows of a night's journal in order."""
    rows: Iterator[EntryRow] = EntryRow.select().where(EntryRow.night == night_id).order_by(EntryRow.seq).iterator()
    return rows


def journal(night_id: int) -> list[Entry]:
    """Return the whole journal of a night."""
    return [read_entry(row) for row in journal_rows(night_id)]


def hash_at(night_id: int, seq: int) -> str:
    """Return the hash of an entry of a night's journal, empty for one that there is not."""
    rows = fetch("SELECT hash FROM entry WHERE night_id = ? AND seq = ?", night_id, seq)
    return str(rows[0][0]) if rows else ""


def changes_of_rules(night_id: int) -> list[Entry]:
    """Return the acts that changed the house rules."""
    query = EntryRow.select().where(EntryRow.night == night_id, EntryRow.kind == "rules changed")
    return [read_entry(row) for row in query.order_by(EntryRow.seq)]


def document(row: NightRow) -> Document:
    """Return a night as a file carries it, with its journal."""
    entries = journal(row.id)
    names = {player.key: player.name for player in standings(row.id)}
    return document_of(entries, replay(entries), names, row.title)
