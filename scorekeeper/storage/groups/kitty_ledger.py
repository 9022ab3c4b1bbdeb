"""The kitty of a group movement by movement, with what lay in it after each."""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import NamedTuple

from scorekeeper.storage.engine.sql import fetch_among
from scorekeeper.storage.groups.results import GroupNow, GroupRules, read_by_night
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
    reason: str
    names: Mapping[str, str]
    balance: int
    arrived: str
    how: str
    who: str
    change: int
    into: int
    player: str
    struck: str


class Ledger(NamedTuple):
    """One page of the kitty of a group, the latest movement first, and its contents now.

    `earlier` are the contents before the page, empty where no movement is earlier.
    """

    contents: list[Content]
    rows: list[LedgerRow]
    earlier: list[Content]


class _Movement(NamedTuple):
    """The part of a movement that is kept, without its reason and names; the movements of a group stand in order."""

    arrived: str
    night: int
    seq: int
    entry: int
    currency: str
    how: str
    who: str
    change: int
    into: int
    player: str
    struck: str


_MADE = """SELECT made.arrived, moved.night_id, moved.seq, made.id, currency, how, who, change, into_it, made.facts,
        COALESCE(ended.arrived, '')
    FROM (SELECT night_id, seq, how, who, amount * CASE WHEN how = 'out' THEN -1 ELSE 1 END AS change,
            amount * CASE WHEN struck > 0 OR how = 'fine' THEN 0 WHEN how = 'out' THEN -1 ELSE 1 END AS into_it, struck
        FROM kitty
        UNION ALL SELECT night_id, seq, 'paid', CASE WHEN creditor = '' THEN debtor ELSE creditor END,
            paid * CASE WHEN creditor = '' THEN 1 ELSE -1 END, paid * CASE WHEN creditor = '' THEN 1 ELSE -1 END, 0
        FROM payment WHERE paid > 0 AND (creditor = '' OR debtor = '')) AS moved
    JOIN night ON night.id = moved.night_id
    JOIN entry AS made ON made.night_id = moved.night_id AND made.seq = moved.seq
    LEFT JOIN entry AS ended ON ended.night_id = moved.night_id AND ended.seq = struck
    WHERE moved.night_id IN ({}) ORDER BY who"""


def load_ledger(now: GroupNow, most: int, skipped: int = 0) -> Ledger:
    """Return one page of the kitty of a group: so many movements, after those that are skipped, the latest first."""
    moves = _load_movements(now)
    contents = content_of_group(now.id)
    # Counted back from the present contents: an imported file may have contents without their movements.
    balances = defaultdict(int, contents)
    for move in moves[:skipped]:
        balances[move.currency] -= move.into
    page = moves[skipped : skipped + most]
    nights = {row.id: row for row in nights_with(sorted({move.night for move in page})).rows}
    names = _names_at(list(nights))
    notes: dict[int, str] = dict(
        fetch_among("SELECT id, note FROM entry WHERE id IN ({})", [one.entry for one in page])
    )
    rows = []
    for move in page:
        if night := nights.get(move.night):
            note = notes[move.entry]
            known = names[move.night]
            rows.append(LedgerRow(night, note, known, balances[move.currency], move.arrived, *move[5:]))
        balances[move.currency] -= move.into
    is_last = len(moves) <= skipped + most
    return Ledger(contents, rows, [] if is_last else [Content(*one) for one in balances.items()])


@lru_cache(maxsize=64)
def _load_movements(now: GroupNow) -> Sequence[_Movement]:
    """Return the movements of a group, the latest first; cached until any process books something."""
    moves = chain.from_iterable(read_by_night(now, None, _read_movements))
    return sorted(moves, key=itemgetter(0, 1, 2), reverse=True)


def _read_movements(nights: Sequence[int], rules: GroupRules) -> dict[int, list[_Movement]]:
    """Return the movements of nights, by night."""
    found: dict[int, list[_Movement]] = {night: [] for night in nights}
    for arrived, night, seq, entry, currency, how, who, change, into, facts, struck in fetch_among(_MADE, nights):
        player = json.loads(facts).get("player", "")
        found[night].append(_Movement(arrived, night, seq, entry, currency, how, who, change, into, player, struck))
    return found


def _names_at(nights: Sequence[int]) -> dict[int, dict[str, str]]:
    """Return the names of the players of nights by key."""
    sql = "SELECT night_id, key, name FROM player JOIN person ON person.id = person_id WHERE night_id IN ({})"
    names: dict[int, dict[str, str]] = {night: {} for night in nights}
    for night, key, name in fetch_among(sql, nights):
        names[night][key] = name
    return names
