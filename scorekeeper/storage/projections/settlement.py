"""The account of a night: updated with the journal, and read for the pages."""

import json
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from scorekeeper.accounts.account import SETTLING_KINDS, Account, Pair, PlannedPayment
from scorekeeper.accounts.kitty import KITTY, Kitty, KittyMovement
from scorekeeper.journal.act_json import act_of
from scorekeeper.journal.acts import (
    OPENING,
    Carried,
    Frozen,
    Gathered,
    HandedBack,
    KittyMoved,
    KittyStruck,
    Paid,
    Settling,
)
from scorekeeper.journal.hash_chain import Entry
from scorekeeper.storage.engine.sql import fetch, insert, run
from scorekeeper.storage.journal.state import NightRows
from scorekeeper.storage.models import PaymentRow
from scorekeeper.storage.projections.kitty import load_rows_of_kitty, store_movement


class TickedPayment(NamedTuple):
    """A payment, and the last tick of it: by whom, when, in which entry of the journal; empty for none."""

    pair: Pair
    due: PlannedPayment
    player: str
    device: str
    arrived: str
    seq: int


class CarriedAmount(NamedTuple):
    """An amount carried to another night or brought from it; `title` is None for a device without access there.

    Opening balances of the group were brought from no night. What was gathered from several nights, or went back to
    them, is a transfer for each.
    """

    kind: str
    night: str
    arrived: str
    game: str
    preset: str
    houses: str
    title: str | None
    day: str
    round_number: int
    table_number: int

    @property
    def is_opening(self) -> bool:
        return self.night == OPENING

    @property
    def is_out(self) -> bool:
        """Whether it went to the other night."""
        return self.kind in (Carried.kind, HandedBack.kind)


def load_account(rows: NightRows) -> Account:
    """Return the current account of a night."""
    row = rows.row
    players = rows.players
    sql = """SELECT plan, debtor, creditor, amount, paid, version FROM payment WHERE night_id = ?
        ORDER BY plan, debtor, creditor"""
    dues = {Pair(*due[:3]): PlannedPayment(*due[3:]) for due in (fetch(sql, row.id) if row.plan else ())}
    brought = Counter({player.key: player.brought for player in players})
    brought[KITTY] = -brought.total()
    beyond = Counter({player.key: player.beyond for player in players})
    moves = (KittyMovement(move.how, move.amount, move.who, bool(move.struck)) for move in load_rows_of_kitty(row.id))
    kitty = Kitty(row.kitty, tuple(moves))
    aside = Counter({player.key: player.aside for player in players})
    aside.update(kitty.fined())
    rounded = Counter({player.key: player.rounded for player in players})
    aside.subtract(rounded)
    rounded[KITTY] = -rounded.total()
    in_purses = [player for player in players if player.purse]
    # in each purse the player whose name it has comes first
    purses = {player.key: player.purse for player in sorted(in_purses, key=lambda player: player.key != player.purse)}
    collector = ""
    if any(pair.plan == row.plan for pair in dues):
        sql = "SELECT seq, facts FROM entry WHERE night_id = ? AND number = 0 AND kind = 'frozen'"
        frozen = fetch(sql, row.id)
        collector = json.loads(max(frozen)[1]).get("collector", "") if frozen else ""
    return Account(
        coins=row.coins or 1,
        plan=row.plan,
        dues=dues,
        brought=brought,
        beyond=beyond,
        purses=purses,
        pooled=aside,
        kitty=kitty,
        collector=collector,
        currency=row.currency,
        rounded=rounded,
        chosen=row.coin,
    )


def store_account(night_id: int, seq: int, act: Settling, account: Account) -> None:
    """Update the tables with an act of settling in the entry `seq`; `account` is the account after it."""
    match act:
        case Paid():
            pair = Pair(act.plan, act.debtor, act.creditor)
            due = account.dues[pair]
            sql = """UPDATE payment SET paid = ?, version = ?, seq = ?
                WHERE night_id = ? AND plan = ? AND debtor = ? AND creditor = ?"""
            run(sql, due.paid, due.version, seq, night_id, *pair)
        case Frozen():
            insert(PaymentRow, [due_row(*due, seq) for due in account.current().items()], night_id=night_id)
        case KittyMoved() | KittyStruck():
            store_movement(night_id, seq, act)
    store_totals(night_id, account)


def store_totals(night_id: int, account: Account) -> None:
    """Write the number of the plan, the kitty, the chosen coin, and what each player has that is from no deal.

    All amounts are in the smallest coin, or in points without a stake.
    """
    sql = "UPDATE night SET plan = ?, kitty = ?, coin = ? WHERE id = ?"
    run(sql, account.plan, account.kitty.content, account.chosen, night_id)
    paid = account.paid()
    fined = account.kitty.fined()
    sql = "SELECT key, paid, brought, aside, rounded, purse FROM player WHERE night_id = ?"
    for key, *before in fetch(sql, night_id):
        rounded = account.rounded[key]
        aside = account.pooled[key] + rounded - fined[key]
        after = [paid[key], account.brought[key], aside, rounded, account.purses.get(key, "")]
        if after != before:
            sql = """UPDATE player SET paid = ?, brought = ?, aside = ?, rounded = ?, purse = ?
                WHERE night_id = ? AND key = ?"""
            run(sql, *after, night_id, key)


def due_row(pair: Pair, due: PlannedPayment, last: int) -> dict[str, object]:
    """Return a payment as a row with the journal's last entry about it."""
    return {**pair._asdict(), **due._asdict(), "seq": last}


def last_entries(entries: Iterable[Entry]) -> dict[Pair, int]:
    """Return the place of the last entry about each payment."""
    last: dict[Pair, int] = {}
    plan = 0
    for entry in entries:
        if entry.kind not in SETTLING_KINDS:
            continue
        match act_of(entry):
            case Frozen() as act:
                plan += 1
                last |= {Pair(plan, debtor, creditor): entry.seq for debtor, creditor, _ in act.payments}
            case Carried() | Gathered() | HandedBack():
                plan += 1
            case Paid() as act:
                last[Pair(act.plan, act.debtor, act.creditor)] = entry.seq
    return last


def load_last_entries(night_id: int) -> dict[Pair, int]:
    """Return the stored place of the last entry about each payment."""
    rows = fetch("SELECT plan, debtor, creditor, seq FROM payment WHERE night_id = ?", night_id)
    return {Pair(*row[:3]): row[3] for row in rows}


def load_payments(night_id: int, plan: int) -> list[TickedPayment]:
    """Return the payments of a plan in its order, then the paid ones of earlier plans."""
    sql = """SELECT plan, debtor, creditor, amount, paid, version, payment.seq, facts, device, arrived
        FROM payment JOIN entry ON entry.night_id = payment.night_id AND entry.seq = payment.seq
        WHERE payment.night_id = ? AND (plan = ? OR paid > 0) ORDER BY plan DESC, debtor, creditor"""
    ticked = []
    for debt in fetch(sql, night_id, plan):
        due = PlannedPayment(*debt[3:6])
        seq, facts, device, arrived = debt[6:]
        by = (json.loads(facts).get("player", ""), device, arrived, seq) if due.version else ("", "", "", 0)
        ticked.append(TickedPayment(Pair(*debt[:3]), due, *by))
    return ticked


def load_transfers(night_id: int, device: str) -> list[CarriedAmount]:
    """Return the transfers to and from other nights, in order, as the device with this key may see them."""
    # Acts about no deal are few, and an index finds them; with ORDER BY, SQLite would read the whole journal.
    sql = """SELECT seq, kind, facts, arrived FROM entry
        WHERE night_id = ? AND number = 0 AND kind IN ('carried', 'brought', 'gathered', 'handed back')"""
    found = []
    for _, kind, text, arrived in sorted(fetch(sql, night_id)):
        facts = json.loads(text)
        found += [(kind, night, arrived) for night in facts.get("nights") or [facts["night"]]]
    mine = """SELECT slug, game, preset, houses, title, day, part, table_number
        FROM night JOIN access ON access.night_id = night.id
        JOIN device ON device.id = access.device_id WHERE device.key = ? AND ended = ''"""
    known = {slug: about for slug, *about in fetch(mine, device)} if found else {}
    return [CarriedAmount(*transfer, *known.get(transfer[1], ("", "", "", None, "", 0, 0))) for transfer in found]
