"""The kitty of a round movement by movement, with what lay in it after each."""

import json
from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.storage.engine.sql import fetch
from scorekeeper.storage.journal.state import names_of
from scorekeeper.storage.models import NightRow
from scorekeeper.storage.projections.kitty import content_of_round
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


_MOVES = """SELECT kitty.night_id, kitty.seq, how, who, amount * CASE WHEN how = 'out' THEN -1 ELSE 1 END AS change,
        amount * CASE WHEN struck > 0 OR how = 'fine' THEN 0 WHEN how = 'out' THEN -1 ELSE 1 END AS into_it,
        made.note, made.facts, made.arrived, COALESCE(ended.arrived, '') AS ended
    FROM kitty JOIN entry AS made ON made.night_id = kitty.night_id AND made.seq = kitty.seq
    LEFT JOIN entry AS ended ON ended.night_id = kitty.night_id AND ended.seq = kitty.struck
    JOIN round_night ON round_night.night_id = kitty.night_id WHERE round_id = ?"""
_PAYMENTS = """SELECT payment.night_id, payment.seq, 'paid', CASE WHEN creditor = '' THEN debtor ELSE creditor END,
        paid * CASE WHEN creditor = '' THEN 1 ELSE -1 END, paid * CASE WHEN creditor = '' THEN 1 ELSE -1 END,
        '', made.facts, made.arrived, ''
    FROM payment JOIN entry AS made ON made.night_id = payment.night_id AND made.seq = payment.seq
    JOIN round_night ON round_night.night_id = payment.night_id
    WHERE round_id = ? AND paid > 0 AND (creditor = '' OR debtor = '')"""
# Counted back from what lies there now: a file may have told of money whose movements it did not.
_SQL = f"""SELECT moved.night_id, how, who, change, into_it, note, facts, arrived, ended,
        SUM(into_it) OVER (PARTITION BY currency) - SUM(into_it) OVER (
            PARTITION BY currency ORDER BY arrived, moved.night_id, moved.seq
            ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS later
    FROM ({_MOVES} UNION ALL {_PAYMENTS}) AS moved JOIN night ON night.id = moved.night_id
    ORDER BY arrived DESC, moved.night_id DESC, moved.seq DESC LIMIT ? OFFSET ?"""  # noqa: S608 - our own names


def ledger_of_round(round_id: int, most: int, skipped: int = 0) -> list[LedgerRow]:
    """Return so many movements of the kitty of a round, the latest first."""
    rows = fetch(_SQL, round_id, round_id, most, skipped)
    contents = dict(content_of_round(round_id))
    nights = {row.id: row for row in nights_with(sorted({row[0] for row in rows})).rows}
    names = {night: {key: name for key, (name, _) in names_of(night).items()} for night in nights}
    return [
        LedgerRow(
            nights[night],
            how,
            int(change),
            int(into),
            who,
            note,
            json.loads(facts).get("player", ""),
            arrived,
            struck,
            contents.get(nights[night].currency, 0) - int(later),
            names[night],
        )
        for night, how, who, change, into, note, facts, arrived, struck, later in rows
        if night in nights
    ]
