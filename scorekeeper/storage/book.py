"""Writing a night: opening it and appending acts to its journal, with the projections kept in step."""

import hashlib
import json
import secrets
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import NamedTuple

from peewee import IntegrityError, OperationalError

from scorekeeper.games import GAMES
from scorekeeper.games.score import Score
from scorekeeper.ledger.journal import GENESIS, Entry, canonical, chain
from scorekeeper.night.file import Act
from scorekeeper.night.night import SLOT_KINDS, Facts, House, Night, Result, Seat, State, open_night, seat_deal
from scorekeeper.night.objections import OBJECTION_KINDS
from scorekeeper.night.replay import Replay, SlotState, party_of, standing, standing_acts, write_result
from scorekeeper.night.settling import SETTLING_KINDS, Pair
from scorekeeper.night.stake import read_stake
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.entries import insert_entries, load_acts
from scorekeeper.storage.failures import PATIENCE
from scorekeeper.storage.objections import load_objections, put_mark
from scorekeeper.storage.settling import load_account, load_points, put_account
from scorekeeper.storage.statements import fetch, insert, run
from scorekeeper.storage.tables import DealRow, EntryRow, NightRow, Person, Player, Posting, database

# SQLite has one writer at a time and makes the others poll; queueing here instead keeps the slowest request fast.
_writer = threading.RLock()


class Sender(NamedTuple):
    """Who sends an act: the device's key, the id that it made for the act, and when it made it (ISO 8601, UTC)."""

    device: str
    request: str
    made: str = ""


class Opening(NamedTuple):
    """What a new night begins with: the facts of its first act, and `people` in seat order, keyed p1, p2, …"""

    facts: Facts
    title: str
    people: Sequence[Person]


class Head(NamedTuple):
    """A night's row as far as booking needs it, in the order in which it is fetched."""

    id: int
    game: str
    preset: str
    houses: str
    dealer: str
    number: int
    most: int
    seq: int
    hash: str


class Place(NamedTuple):
    """A seat's row as far as booking needs it, in the order in which it is fetched."""

    id: int
    key: str
    place: int
    state: State


class Stale(Exception):  # noqa: N818 - somebody else was first, which is no error
    """The slot, or a payment where `number` is 0, is no longer as the sender saw it: its version is now `version`."""

    def __init__(self, number: int, version: int) -> None:
        super().__init__(number, version)
        self.number = number
        self.version = version


def now() -> str:
    """Return this moment as the journal writes it: ISO 8601, UTC, milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


@contextmanager
def writing() -> Iterator[None]:
    """One transaction that writes, or a part of the one around it; nothing of it stays if it fails."""
    if not _writer.acquire(timeout=PATIENCE):
        raise OperationalError("others kept the database busy")
    try:
        with database.atomic():
            yield
    finally:
        _writer.release()


def keys_for(players: int) -> list[str]:
    """Return the keys of the first `players` players of a night."""
    return [f"p{place}" for place in range(1, players + 1)]


def load_head(night_id: int, lock: bool = False) -> Head:
    """Return a night's row, with `lock` held until the transaction ends where the database locks rows."""
    sql = "SELECT id, game, preset, houses, dealer, number, most, seq, head FROM night WHERE id = ?"
    return Head(*fetch(sql + (" FOR UPDATE" if lock and database.obj.for_update else ""), night_id)[0])


def load_places(night_id: int) -> list[Place]:
    """Return the seats of a night in order."""
    rows = fetch("SELECT id, key, place, state FROM player WHERE night_id = ? ORDER BY place", night_id)
    return [Place(*row) for row in rows]


def load_night(head: Head, places: Sequence[Place]) -> Night:
    """Return the night of its rows."""
    houses = tuple(House(first, settings) for first, settings in json.loads(head.houses))
    seats = tuple(Seat(place.key, place.state) for place in places)
    return Night(GAMES[head.game], head.preset, houses, seats, head.dealer, head.number, head.most)


def open_book(opening: Opening, sender: Sender) -> NightRow:
    """Write a new night with its first entry and return its row; one that was sent before is returned as it stands.

    Raises Refused for what no night can be.
    """
    night = open_night(opening.facts)
    entry = chain(entry_of(Act("opened", opening.facts), sender, None, 0), 0, GENESIS)
    try:
        with writing():
            row = create_night(night, entry, opening, slug_of(sender.request))
            insert_entries(row.id, [entry])
    except IntegrityError:
        earlier = NightRow.get_or_none(NightRow.slug == slug_of(sender.request))
        if earlier is None or not is_written(earlier.id, sender.request):
            raise
        return earlier
    return row


def slug_of(request: str) -> str:
    """Return what names the night in addresses that an act with this id opens; sent twice, it is the same night."""
    return hashlib.sha256(request.encode()).hexdigest()[:8]


def create_night(night: Night, last: Entry, opening: Opening, slug: str) -> NightRow:
    """Insert the row of a night whose journal ends with `last`, and its seats."""
    stake = read_stake(opening.facts["stake"]) if "stake" in opening.facts else None
    row = NightRow.create(
        slug=slug,
        game=night.game.key,
        preset=night.preset,
        title=opening.title,
        day=opening.facts.get("date", ""),
        coins=stake.coins if stake else 0,
        currency=stake.currency if stake else "",
        most=night.most,
        houses=_write_houses(night),
        dealer=night.dealer,
        number=night.number,
        seq=last.seq,
        head=last.hash,
        created=now(),
    )
    for place, (seat, person) in enumerate(zip(night.seats, opening.people, strict=True)):
        Player.create(night=row, key=seat.player, person=person, place=place, state=seat.state)
    return row


def append(night_id: int, sender: Sender, act: Act, based_on: int = 0, person: Person | None = None) -> int:
    """Append an act to the journal of a night and return its place there.

    An act about a deal that does not say who dealt and who played means whom the rotation has. `person` takes the
    seat of an act `joined`. An act that was sent before (same request, same facts) is not written again: its place
    is returned. Raises Stale if its slot is not at version `based_on`, Refused for what cannot be accepted, and for
    another act under an id that was used before.
    """
    try:
        with writing():
            return _append(night_id, sender, act, based_on, person)
    except (Stale, Refused, IntegrityError) as error:
        earlier = EntryRow.get_or_none(EntryRow.night == night_id, EntryRow.request == sender.request)
        if earlier and _same(act, earlier):
            return int(earlier.seq)
        if earlier and isinstance(error, IntegrityError):
            raise Refused("request", say("something else was sent from this form before; open it again")) from None
        raise


def is_written(night_id: int, request: str) -> bool:
    """Return whether an act with this id of its sender is in the journal already."""
    return bool(fetch("SELECT 1 FROM entry WHERE night_id = ? AND request = ?", night_id, request))


def _same(act: Act, earlier: EntryRow) -> bool:
    facts = json.loads(earlier.facts)
    return act.kind == earlier.kind and facts == {**facts, **act.facts}


class Weighed(NamedTuple):
    """An act as it would be written now: `before` are the results of the slots it touches, `state` all after it."""

    act: Act
    before: Mapping[int, Result | None]
    state: Replay
    result: Result | None

    def moved(self) -> dict[str, list[int]]:
        """Return by how much the score and the balance of each player change, in points."""
        moved = {player: [0, 0] for player in self.state.night.players}
        for number, slot in self.state.slots.items():
            _move(moved, self.before.get(number), -1)
            _move(moved, slot.result, +1)
        return moved


def weigh(night_id: int, act: Act, based_on: int) -> Weighed:
    """Return what an act would do, without writing it. Raises Stale and Refused as `append` does."""
    return _weigh(load_head(night_id), load_places(night_id), act, based_on)


def _weigh(head: Head, places: Sequence[Place], act: Act, based_on: int) -> Weighed:
    night = load_night(head, places)
    number = act.facts["number"] if act.kind in (*SLOT_KINDS, *OBJECTION_KINDS) else 0
    state = Replay(night, _party_slots(night, number, head.id, places))
    if act.kind in (*OBJECTION_KINDS, "undone"):
        state.objections[number] = load_objections(head.id, number) if number in state.slots else ()
    if act.kind == "undone" and number in state.slots:
        state.slots[number].acts = tuple((said.kind, said.facts) for said in standing(load_acts(head.id, number)))
    if act.kind in SETTLING_KINDS:
        state.account, state.apart = load_account(head.id), load_points(head.id)
        _check_payment(state, act, based_on)
    version = state.slots[number].version if number in state.slots else 0
    if act.kind in SLOT_KINDS and version != based_on:
        raise Stale(number, version)
    before = {key: slot.result for key, slot in state.slots.items()}
    act = act._replace(facts=_filled(state, act))
    result = state.put(act.kind, act.facts)
    return Weighed(act, before, state, result)


def _check_payment(state: Replay, act: Act, based_on: int) -> None:
    """Raise Stale where a payment is no longer as the sender saw it."""
    if act.kind == "paid":
        due = state.account.dues.get(Pair(act.facts["plan"], act.facts["debtor"], act.facts["creditor"]))
        if due and due.version != based_on:
            raise Stale(0, due.version)


def _append(night_id: int, sender: Sender, act: Act, based_on: int, person: Person | None) -> int:
    head, places = load_head(night_id, lock=True), load_places(night_id)
    weighed = _weigh(head, places, act, based_on)
    entry = chain(entry_of(weighed.act, sender, weighed.result, based_on), head.seq, head.hash)
    insert_entries(night_id, [entry])
    if act.kind == "joined":
        _seat_person(night_id, weighed.act, person)
    if act.kind in SLOT_KINDS:
        stands = entry if act.kind != "undone" else standing_acts(load_acts(night_id, entry.number))[entry.number]
        _put_slot(night_id, stands, weighed.state.slots[entry.number])
        _repost(night_id, places, weighed)
    if act.kind in OBJECTION_KINDS:
        put_mark(night_id, entry)
    if act.kind in SETTLING_KINDS:
        put_account(night_id, entry, weighed.state.account)
    _update_night(head, places, weighed.state.night, entry)
    return entry.seq


def _filled(state: Replay, act: Act) -> Facts:
    """Fill in what is known only when the act is written: who deals and plays, a new player's key, what is open."""
    night = state.night
    if act.kind == "carried":
        return {"amounts": state.account.to_carry(state.points()), **act.facts}
    if act.kind == "objected":
        return {**act.facts, "objection": len(state.objections[act.facts["number"]]) + 1}
    if act.kind == "joined":
        return {**act.facts, "player": f"p{len(night.seats) + 1}"}
    if act.kind not in SLOT_KINDS:
        return act.facts
    if act.kind == "undone":
        slot = state.slots.get(act.facts["number"])
        taken = slot.acts[-1][1] if slot and slot.acts else {}
        return {**act.facts, **{key: taken[key] for key in ("dealer", "playing") if key in taken}}
    seating = seat_deal(night, act.facts["number"], act.facts.get("dealer", ""), act.facts.get("playing", ()))
    return {**act.facts, "dealer": seating.dealer, "playing": list(seating.playing)}


def _party_slots(night: Night, number: object, night_id: int, places: Sequence[Place]) -> dict[int, SlotState]:
    """Load the slots that an act about deal `number` can touch: its own, and those of the same party."""
    if type(number) is not int or not 0 < number <= night.number:
        return {}
    party = party_of(night, number)
    sql = """SELECT deal.number, version, open, kind FROM deal
        JOIN entry ON entry.night_id = deal.night_id AND entry.seq = deal.seq
        WHERE deal.night_id = ? AND deal.number BETWEEN ? AND ?"""
    rows = fetch(sql, night_id, party.start, party.stop - 1)
    filled = any(not is_open for _, _, is_open, _ in rows)
    results = load_results(night_id, places, party) if filled else {}
    return {
        number: SlotState(kind, version, None if is_open else results.get(number, Result(Score(), {}, {})))
        for number, version, is_open, kind in rows
    }


def load_results(night_id: int, places: Sequence[Place], numbers: range) -> dict[int, Result]:
    """Return what the deals `numbers` brought, as it stands, without the reasons."""
    keys = {place.id: place.key for place in places}
    sheets: dict[int, dict[str, int]] = {}
    payoffs: dict[int, dict[str, int]] = {}
    sql = "SELECT number, player_id, sheet, payoff FROM posting WHERE night_id = ? AND number BETWEEN ? AND ?"
    for number, player, sheet, payoff in fetch(sql, night_id, numbers.start, numbers.stop - 1):
        sheets.setdefault(number, {})
        if sheet is not None:
            sheets[number][keys[player]] = sheet
        payoffs.setdefault(number, {})[keys[player]] = payoff
    return {number: Result(Score(), sheets[number], payoffs[number]) for number in sheets}


def _seat_person(night_id: int, act: Act, person: Person | None) -> None:
    assert person is not None
    Player.create(night=night_id, key=act.facts["player"], person=person, place=act.facts["place"], state="here")


def _put_slot(night_id: int, entry: Entry, slot: SlotState) -> None:
    is_open = slot.result is None
    if slot.version == 1:
        row = {"night_id": night_id, "number": entry.number, "seq": entry.seq, "version": 1, "open": is_open}
        insert(DealRow, [row])
    else:
        sql = "UPDATE deal SET seq = ?, version = ?, open = ? WHERE night_id = ? AND number = ?"
        run(sql, entry.seq, slot.version, is_open, night_id, entry.number)


def _repost(night_id: int, places: Sequence[Place], weighed: Weighed) -> None:
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
    for place in places:
        if any(moved[place.key]):
            run("UPDATE player SET score = score + ?, balance = balance + ? WHERE id = ?", *moved[place.key], place.id)


def _move(moved: dict[str, list[int]], result: Result | None, sign: int) -> None:
    if result:
        for key, points in result.sheet.items():
            moved[key][0] += sign * points
        for key, points in result.payoff.items():
            moved[key][1] += sign * points


def posting_rows(night_id: int, places: Sequence[Place], number: int, result: Result) -> list[dict[str, object]]:
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


def _update_night(head: Head, places: Sequence[Place], after: Night, entry: Entry) -> None:
    sql = "UPDATE night SET seq = ?, head = ?, number = ?, dealer = ?, houses = ? WHERE id = ?"
    run(sql, entry.seq, entry.hash, after.number, after.dealer, _write_houses(after), head.id)
    before = {place.key: (place.place, place.state) for place in places}
    for number, seat in enumerate(after.seats):
        if before.get(seat.player) != (number, seat.state):
            sql = "UPDATE player SET place = ?, state = ? WHERE night_id = ? AND key = ?"
            run(sql, number, seat.state, head.id, seat.player)


def _write_houses(night: Night) -> str:
    return canonical([[house.first, dict(house.settings)] for house in night.houses])


def entry_of(act: Act, sender: Sender, result: Result | None, based_on: int) -> Entry:
    """Return an act as an entry that is not chained yet."""
    arrived = now()
    return Entry(
        seq=0,
        kind=act.kind,
        facts=act.facts,
        device=sender.device,
        made=sender.made or arrived,
        arrived=arrived,
        request=sender.request,
        result=write_result(result),
        based_on=based_on,
        note=act.note,
        salt=secrets.token_hex(8) if act.note else "",
    )
