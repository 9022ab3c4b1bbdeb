"""What stands beside the journal, kept in step with each act: slots, postings, balances, and the night's row."""

from collections.abc import Sequence
from itertools import chain

from scorekeeper.ledger.journal import Entry, canonical
from scorekeeper.night.night import Night, Result
from scorekeeper.night.played import Played
from scorekeeper.night.replay import SlotState
from scorekeeper.storage.projection_tables import DealRow, Posting
from scorekeeper.storage.rows import NightRows, SeatRow
from scorekeeper.storage.statements import insert, run
from scorekeeper.storage.weighing import Weighed


def put_slot(night_id: int, number: int, seq: int, slot: SlotState, played: Played) -> None:
    is_open = slot.result is None
    if slot.version == 1:
        insert(DealRow, [slot_row(night_id, number, seq, slot, played)])
    else:
        sql = """UPDATE deal SET seq = ?, version = ?, open = ?, soloist = ?, contract = ?, announced = ?, seat = ?
            WHERE night_id = ? AND number = ?"""
        run(sql, seq, slot.version, is_open, *played, night_id, number)


def slot_row(night_id: int, number: int, seq: int, slot: SlotState, played: Played) -> dict[str, object]:
    """Return a slot as a row; the entry `seq` of the journal stands in it."""
    stands = {"seq": seq, "version": slot.version, "open": slot.result is None}
    return {"night_id": night_id, "number": number, **stands, **played._asdict()}


def repost(night_id: int, places: Sequence[SeatRow], weighed: Weighed) -> None:
    """Replace the postings of the slots whose result changed, and move the balances by the difference."""
    for number, slot in weighed.state.slots.items():
        old = weighed.before.get(number)
        if old == slot.result:
            continue
        if old:
            run("DELETE FROM posting WHERE night_id = ? AND number = ?", night_id, number)
        if slot.result:
            insert(Posting, posting_rows(night_id, places, number, slot.result))
    moved = weighed.moved()
    _move_balances([[place.id, *moved[place.key]] for place in places if any(moved[place.key])])


def _move_balances(moved: Sequence[Sequence[int]]) -> None:
    """Add to score, balance, what is beyond and deals of players, each after his row's id: one statement for all."""
    if moved:
        rows = ", ".join(["(?, ?, ?, ?, ?)"] * len(moved))
        sql = f"""WITH moved (id, score, balance, beyond, deals) AS (VALUES {rows})
            UPDATE player SET score = player.score + moved.score, balance = player.balance + moved.balance,
            beyond = player.beyond + moved.beyond, deals = player.deals + moved.deals
            FROM moved WHERE player.id = moved.id"""  # noqa: S608 - only places for values
        run(sql, *chain.from_iterable(moved))


def posting_rows(night_id: int, places: Sequence[SeatRow], number: int, result: Result) -> list[dict[str, object]]:
    """Return the postings of one deal as rows."""
    return [
        {
            "night_id": night_id,
            "number": number,
            "player_id": place.id,
            "sheet": result.sheet.get(place.key),
            "payoff": result.payoff.get(place.key, 0),
        }
        for place in places
        if place.key in result.sheet or place.key in result.payoff  # a party pays also who sat out its last deal
    ]


def update_night(rows: NightRows, after: Night, entry: Entry) -> None:
    head = rows.head
    houses = head.houses if after.houses is rows.night.houses else write_houses(after)
    sql = "UPDATE night SET seq = ?, head = ?, number = ?, dealer = ?, houses = ? WHERE id = ?"
    run(sql, entry.seq, entry.hash, after.number, after.dealer, houses, head.id)
    if after.seats is rows.night.seats:
        return
    before = {place.key: (place.place, place.state) for place in rows.places}
    for number, seat in enumerate(after.seats):
        if before.get(seat.player) != (number, seat.state):
            sql = "UPDATE player SET place = ?, state = ? WHERE night_id = ? AND key = ?"
            run(sql, number, seat.state, head.id, seat.player)


def write_houses(night: Night) -> str:
    return canonical([[house.first, dict(house.settings)] for house in night.houses])
