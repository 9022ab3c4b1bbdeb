"""The table of the kitty's movements, and the content of the kitty of a night or a group."""

import json
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from scorekeeper.accounts.kitty import OUT, Kitty
from scorekeeper.journal.act_json import act_of
from scorekeeper.journal.acts import KittyMoved, KittyStruck
from scorekeeper.journal.hash_chain import Entry
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.engine.errors import Gone
from scorekeeper.storage.engine.sql import fetch, fetch_locked, insert, run
from scorekeeper.storage.journal.state import names_of
from scorekeeper.storage.models import KittyRow


class MoveRow(NamedTuple):
    """One row of the table of movements, without the night."""

    place: int
    seq: int
    how: str
    who: str
    amount: int
    struck: int = 0


class Booking(NamedTuple):
    """A movement of the kitty: `player` is the key of who booked it, "" for nobody; `struck` when it was taken back."""

    place: int
    how: str
    amount: int
    who: str
    reason: str
    player: str
    device: str
    arrived: str
    seq: int
    struck: str
    names: Mapping[str, str]

    @property
    def change(self) -> int:
        """By how much the kitty has more."""
        return -self.amount if self.how == OUT else self.amount


class Content(NamedTuple):
    """The content of a kitty, in the smallest coin of a currency, in points where that is empty."""

    currency: str
    amount: int


def moves_of(entries: Iterable[Entry], kitty: Kitty) -> list[MoveRow]:
    """Return the rows that follow from replayed entries and the kitty after them, in order."""
    rows: list[MoveRow] = []
    for entry in entries:
        if entry.kind not in (KittyMoved.kind, KittyStruck.kind):
            continue
        match act_of(entry):
            case KittyMoved() as act:
                rows.append(MoveRow(act.place, entry.seq, act.how, act.who, kitty.moves[act.place - 1].amount))
            case KittyStruck() as act:
                rows[act.place - 1] = rows[act.place - 1]._replace(struck=entry.seq)
    return rows


def load_rows_of_kitty(night_id: int) -> list[MoveRow]:
    """Return all rows of a night in order."""
    sql = "SELECT place, seq, how, who, amount, struck FROM kitty WHERE night_id = ? ORDER BY place"
    return [MoveRow(*row) for row in fetch(sql, night_id)]


def store_movement(night_id: int, seq: int, act: KittyMoved | KittyStruck) -> None:
    """Update the table with the act of the entry `seq`."""
    if isinstance(act, KittyMoved):
        insert(KittyRow, [MoveRow(act.place, seq, act.how, act.who, act.amount)._asdict()], night_id=night_id)
    else:
        run("UPDATE kitty SET struck = ? WHERE night_id = ? AND place = ?", seq, night_id, act.place)


def check_content(night_id: int, kitty: Kitty, device: str) -> None:
    """Refuse to take out more than the nights of a group have in their kitty. The night is locked.

    A `device` that is not in the group takes nothing out of its kitty, even if it hosts the night. The refusal does not
    name the content, as the device may not be in the group.
    """
    before, currency = _kitty_of(night_id)
    if kitty.content >= before:
        return
    available = before
    if group_id := _lock_group_of(night_id):
        _check_member(group_id, device)
        available = _amount_in(group_id, currency)
    if available + kitty.content - before < 0:
        raise Refused("amount", say("the kitty does not hold that much"))


def check_leaving(night_id: int, device: str) -> None:
    """Refuse to part a night from its group where money would lie in two kitties or be missing. The night is locked."""
    amount, currency = _kitty_of(night_id)
    group_id = _lock_group_of(night_id) if amount else 0
    if not group_id:
        return
    _check_member(group_id, device)
    if amount < 0:
        text = say("this night paid out money from the group’s kitty: first pay the same amount in here")
        raise Refused("round", text)
    if _amount_in(group_id, currency) < amount:
        text = say("other nights paid out the money that came in here: first pay it in there, and out here")
        raise Refused("round", text)


def check_coming(night_id: int, group_id: int) -> None:
    """Refuse to put a night into a group whose kitty does not hold what was paid out at that night."""
    amount, currency = _kitty_of(night_id)
    if amount >= 0:
        return
    lock_group(group_id)
    if _amount_in(group_id, currency) + amount < 0:
        text = say("this night paid out more than there is in the group’s kitty: first pay the same amount in here")
        raise Refused("round", text)


def check_parting(group_id: int) -> None:
    """Refuse to delete a group where one night has paid out the money of another. The group is locked."""
    sql = "SELECT 1 FROM round_night JOIN night ON night.id = night_id WHERE round_id = ? AND kitty < 0 LIMIT 1"
    if fetch(sql, group_id):
        text = say(
            "a night of this group paid out what came in at others: first pay it in there, and out at the others"
        )
        raise Refused("round", text)


def lock_group(group_id: int) -> None:
    """Lock a group and its kitty until the transaction ends. Raises Gone if the group was deleted."""
    if not fetch_locked("SELECT id FROM round WHERE id = ?", group_id):
        raise Gone


def _kitty_of(night_id: int) -> tuple[int, str]:
    ((amount, currency),) = fetch("SELECT kitty, currency FROM night WHERE id = ?", night_id)
    return amount, currency


def _lock_group_of(night_id: int) -> int:
    """Return the id of the group of a night, locked: two of its nights may take the same money out at once."""
    sql = "SELECT id FROM round WHERE id = (SELECT round_id FROM round_night WHERE night_id = ?)"
    return next((group for (group,) in fetch_locked(sql, night_id)), 0)


def _check_member(group_id: int, device: str) -> None:
    sql = """SELECT 1 FROM membership JOIN device ON device.id = device_id
        WHERE round_id = ? AND key = ? AND ended = '' AND role <> 'onlooker'"""
    if not fetch(sql, group_id, device):
        text = say("this money is in the group’s kitty: only a phone in the group can take it out")
        raise Refused("round", text)


def _amount_in(group_id: int, currency: str) -> int:
    return dict(content_of_group(group_id)).get(currency, 0)


def content_of_group(group_id: int) -> list[Content]:
    """Return the content of the kitty of a group by currency, where any of its nights has booked something."""
    sql = """SELECT currency, SUM(kitty) FROM round_night JOIN night ON night.id = night_id
        WHERE round_id = ? AND (kitty <> 0 OR night_id IN (SELECT night_id FROM kitty))
        GROUP BY currency ORDER BY currency"""
    return [Content(currency, int(amount)) for currency, amount in fetch(sql, group_id)]


def bookings_of_night(night_id: int) -> list[Booking]:
    """Return the movements of a night, the latest first."""
    sql = """SELECT kitty.place, how, amount, who, made.note, made.facts, made.device, made.arrived, made.seq,
            COALESCE(ended.arrived, '')
        FROM kitty JOIN entry AS made ON made.night_id = kitty.night_id AND made.seq = kitty.seq
        LEFT JOIN entry AS ended ON ended.night_id = kitty.night_id AND ended.seq = kitty.struck
        WHERE kitty.night_id = ? ORDER BY kitty.place DESC"""
    names = {key: name for key, (name, _) in names_of(night_id).items()}
    return [
        Booking._make((*move, json.loads(facts).get("player", ""), device, arrived, seq, struck, names))
        for *move, facts, device, arrived, seq, struck in fetch(sql, night_id)
    ]
