"""The kitty of a group movement by movement, with what lay in it after each."""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.storage.engine.sql import fetch, fetch_among
from scorekeeper.storage.groups.season import GroupNow
from scorekeeper.storage.models import NightRow
from scorekeeper.storage.projections.kitty import Content, content_of_group
from scorekeeper.storage.queries.nights import nights_with


class LedgerRow(NamedTuple):
    """A movement of the kitty, or a payment of a settlement to it or from it, whose `how` is "paid".

    `player` is the key of who booked it, "" for nobody; `struck` says when it was taken back, empty while it counts.
    `change` is what it brings, below 0 for what was taken out, and `into` what of it counts: nothing of a fine, which
    is owed until it is paid. `balance` is what lay in the kitty afterwards, in the currency of the night.
    """

    night: NightRow
    how: str
    change: int
    into: int
    who: str
    reason: str
    player: str
    arrived: str
    struck: str
    balance: int
    names: Mapping[str, str]


class Ledger(NamedTuple):
    """One page of the kitty of a group, the latest movement first, and its contents now.

    `earlier` are the contents before the page, empty where no movement is earlier.
    """

    contents: list[Content]
    rows: list[LedgerRow]
    earlier: list[Content]


_MOVES = """SELECT kitty.night_id, kitty.seq, how, who, amount * CASE WHEN how = 'out' THEN -1 ELSE 1 END AS change,
        amount * CASE WHEN struck > 0 OR how = 'fine' THEN 0 WHEN how = 'out' THEN -1 ELSE 1 END AS into_it, struck
    FROM kitty JOIN round_night ON round_night.night_id = kitty.night_id WHERE round_id = ?"""
_PAYMENTS = """SELECT payment.night_id, seq, 'paid', CASE WHEN creditor = '' THEN debtor ELSE creditor END,
        paid * CASE WHEN creditor = '' THEN 1 ELSE -1 END, paid * CASE WHEN creditor = '' THEN 1 ELSE -1 END, 0
    FROM payment JOIN round_night ON round_night.night_id = payment.night_id
    WHERE round_id = ? AND paid > 0 AND (creditor = '' OR debtor = '')"""
_LATEST = f"""SELECT made.id, moved.night_id, moved.seq, how, who, change, into_it, struck, facts, arrived
    FROM ({_MOVES} UNION ALL {_PAYMENTS}) AS moved
    JOIN entry AS made ON made.night_id = moved.night_id AND made.seq = moved.seq
    ORDER BY arrived DESC, moved.night_id DESC, moved.seq DESC, who LIMIT ? OFFSET ?"""  # noqa: S608 - our own names


def load_ledger(now: GroupNow, most: int, skipped: int = 0) -> Ledger:
    """Return one page of the kitty of a group: so many movements, after those that are skipped, the latest first."""
    moves, later, more = _page(now, most, skipped)
    contents = content_of_group(now.id)
    # Counted back from the present contents: an imported file may have contents without their movements.
    balances = defaultdict(int, contents)
    for currency, amount in later.items():
        balances[currency] -= amount
    nights = {row.id: row for row in nights_with(sorted({move.night for move in moves})).rows}
    names = _names_at(list(nights))
    sql = "SELECT id, note FROM entry WHERE id IN ({})"
    notes: dict[int, str] = dict(fetch_among(sql, [move.entry for move in moves]))
    rows = []
    for move in moves:
        if night := nights.get(move.night):
            row = LedgerRow(
                night,
                move.how,
                move.change,
                move.into,
                move.who,
                notes[move.entry],
                json.loads(move.facts).get("player", ""),
                move.arrived,
                move.struck,
                balances[move.currency],
                names[move.night],
            )
            rows.append(row)
        balances[move.currency] -= move.into
    return Ledger(contents, rows, [Content(*one) for one in balances.items()] if more else [])


class _Move(NamedTuple):
    """A movement without its reason, in which a name may be."""

    entry: int
    night: int
    currency: str
    how: str
    who: str
    change: int
    into: int
    facts: str
    arrived: str
    struck: str


@lru_cache(maxsize=32)
def _page(now: GroupNow, most: int, skipped: int) -> tuple[list[_Move], Mapping[str, int], bool]:
    """Return the movements of a page, the sums of later ones by currency, and whether there are earlier ones.

    It is kept until something is booked at a night of the group, in any process.
    """
    sql = f"""SELECT made.id, made.night_id, currency, how, who, change, into_it, made.facts, made.arrived,
            COALESCE(ended.arrived, '')
        FROM ({_LATEST}) AS made JOIN night ON night.id = made.night_id
        LEFT JOIN entry AS ended ON ended.night_id = made.night_id AND ended.seq = struck
        ORDER BY made.arrived DESC, made.night_id DESC, made.seq DESC, who"""  # noqa: S608 - our own names
    moves = [_Move(*row) for row in fetch(sql, now.id, now.id, most + 1, skipped)]
    sql = f"""SELECT currency, SUM(into_it) FROM ({_LATEST}) AS made JOIN night ON night.id = made.night_id
        GROUP BY currency"""  # noqa: S608 - our own names
    later = {currency: int(amount) for currency, amount in fetch(sql, now.id, now.id, skipped, 0)} if skipped else {}
    return moves[:most], later, len(moves) > most


def _names_at(nights: Sequence[int]) -> dict[int, dict[str, str]]:
    """Return the names of the players of nights by key."""
    sql = "SELECT night_id, key, name FROM player JOIN person ON person.id = person_id WHERE night_id IN ({})"
    names: dict[int, dict[str, str]] = {night: {} for night in nights}
    for night, key, name in fetch_among(sql, nights):
        names[night][key] = name
    return names
