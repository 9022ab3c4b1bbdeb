"""The treasurers of a round: which devices they are, which nights a device may settle, and settling them together."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from scorekeeper.accounts.kitty import KITTY
from scorekeeper.journal.acts import OPENING, Brought, Joined, Left
from scorekeeper.journal.hash_chain import canonical
from scorekeeper.night.night import SEATS
from scorekeeper.people.names import fold_name, is_placeholder
from scorekeeper.phrase import Money, Refused, say
from scorekeeper.storage.access.devices import let_in
from scorekeeper.storage.access.membership import ROUND_ACCESS, change_member, members_of, note_change
from scorekeeper.storage.engine.errors import Gone
from scorekeeper.storage.engine.sql import fetch, fetch_among, now, run, writing
from scorekeeper.storage.groups.nights import NightFilter
from scorekeeper.storage.groups.opening_balances import OpenBalance, open_balances, settle_balances
from scorekeeper.storage.groups.season import RoundNow, names_of_people, round_now
from scorekeeper.storage.journal.register import last_opening
from scorekeeper.storage.journal.seating import members_at
from scorekeeper.storage.journal.state import WON, lock_nights, standings_at
from scorekeeper.storage.models import Device, NightRow, Person, RoundRow
from scorekeeper.storage.nights.carry_over import bring, open_amounts
from scorekeeper.storage.projections.kitty import lock_round
from scorekeeper.storage.queries.nights import bring_along, nights_with
from scorekeeper.storage.writing.entry import Sender, append

_AT_ONCE = 60  # nights that are settled together


class _Sitter(NamedTuple):
    """Who has a seat at a night: `identity` is the member, else the folded name.

    `person` and `written` are those of the member, by whose name a seat at another night is found to be the same one's.
    """

    identity: int | str
    name: str
    person: int
    written: str


class _Table(NamedTuple):
    """A night, who sits there and what is open, by the keys of the players.

    Without a night it is the opening balance of one member, to or from the kitty.
    """

    row: NightRow | None
    currency: str
    seats: Mapping[str, _Sitter]
    amounts: Mapping[str, int]

    def owing(self) -> list[_Sitter]:
        """Return the players for whom something is open."""
        return [sitter for key, sitter in self.seats.items() if key in self.amounts]

    def seats_of(self, sitter: _Sitter) -> int:
        """Return at how many seats the same person sits; an earlier version let one sit at two."""
        return sum(other.identity == sitter.identity for other in self.seats.values())


class Lot:
    """Nights that are settled together: what is open in the `others` and opening balances go to the `last`.

    `joining` are those who get a seat there.
    """

    def __init__(self, last: NightRow, first: _Table) -> None:
        self.last = last
        self.first = first
        self.added: list[_Table] = []
        self.joining: list[_Sitter] = []

    @property
    def tables(self) -> list[_Table]:
        """All that is settled together, the last night first."""
        return [self.first, *self.added]

    @property
    def others(self) -> list[NightRow]:
        """The nights from which what is open is carried."""
        return [night.row for night in self.added if night.row]

    @property
    def balances(self) -> dict[int, int]:
        """The opening balances that are brought, by member."""
        return {
            int(sitter.identity): night.amounts[key]
            for night in self.added
            if not night.row
            for key, sitter in night.seats.items()
        }

    def takes(self, night: _Table) -> bool:
        """Return whether what is open in a night can be carried to the last one."""
        if night.currency != self.last.currency:
            return False
        owing = night.owing()
        lacking = self._lacking(owing)
        names = [fold_name(sitter.name) for sitter in self.first.seats.values()]
        names += [fold_name(sitter.written) for sitter in (*self.joining, *lacking)]
        return (
            len(names) <= SEATS
            and all(night.seats_of(sitter) == 1 and self.first.seats_of(sitter) <= 1 for sitter in owing)
            # Nobody joins under a name that somebody there has, or that stands for one that was forgotten.
            and (not lacking or len(names) == len(set(names)))
            and not any(is_placeholder(sitter.written) for sitter in lacking)
        )

    def add(self, night: _Table) -> None:
        """Add a night that it takes."""
        self.joining += self._lacking(night.owing())
        self.added.append(night)

    def _lacking(self, owing: Iterable[_Sitter]) -> list[_Sitter]:
        seated = {sitter.identity for sitter in (*self.first.seats.values(), *self.joining)}
        return [sitter for sitter in owing if sitter.identity not in seated]

    def open(self) -> dict[str, Money]:
        """Return what is open for each person in all nights of the lot, by name, and for the kitty, without zeros."""
        names = {sitter.identity: sitter.written for sitter in self.joining}
        names |= {sitter.identity: sitter.name for sitter in self.first.seats.values()}
        amounts: dict[str, Money] = {}
        for night in self.tables:
            for key, coins in night.amounts.items():
                name = names[night.seats[key].identity] if key != KITTY else KITTY
                amount = Money(coins, night.currency)
                amounts[name] = amounts[name] + amount if name in amounts else amount
        return {name: amount for name, amount in amounts.items() if amount.coins}


def treasurers_of(round_id: int) -> dict[str, str]:
    """Return since when each device, by its key, is a treasurer of a round."""
    sql = """SELECT device.key, treasurer FROM membership JOIN device ON device.id = device_id
        WHERE round_id = ? AND treasurer <> '' AND ended = ''"""
    return dict(fetch(sql, round_id))


def change_treasurer(round_id: int, key: str, named: bool, host: str) -> None:
    """Let a device settle the nights that are opened in a round from now on, or no longer, as a host's device wants it.

    Raises Refused for a new one that is not in, or only looks on.
    """
    with writing():
        lock_round(round_id)
        members = {member.key for member in members_of(ROUND_ACCESS, round_id) if member.is_member and not member.ended}
        if named and key not in members:
            raise Refused("device", say("this phone is no member of the group"))
        if named != (key in treasurers_of(round_id)):
            since = now() if named else ""
            change_member(ROUND_ACCESS, round_id, key, treasurer=since, treasurer_after=last_opening())
            note_change(round_id, "treasurers", host)


def is_left_to_treasurers(night_id: int) -> bool:
    """Return whether a host of a night lets the treasurers of its round settle it."""
    return bool(fetch("SELECT 1 FROM round_night WHERE night_id = ? AND agreed", night_id))


def leave_to_treasurers(night_id: int, agreed: bool) -> None:
    """Let the treasurers of its round settle a night, or no longer, as a host of the night wants it."""
    with writing():
        run("UPDATE round_night SET agreed = ? WHERE night_id = ?", agreed, night_id)


# A host of a night settles it, and a treasurer of its round, from whom no host of the night has taken the access.
_SETTLED_BY = """FROM round_night JOIN membership ON membership.round_id = round_night.round_id
    LEFT JOIN access ON access.night_id = round_night.night_id AND access.device_id = membership.device_id
    WHERE round_night.round_id = ? AND membership.device_id = ? AND membership.ended = ''
        AND (access.role = 'host' AND access.ended = ''
            OR treasurer <> '' AND COALESCE(access.ended, '') = '' AND (opening > treasurer_after OR agreed))"""


def _nights_settled_by(round_id: int, device: Device, among: Sequence[int] | None = None) -> list[int]:
    """Return the nights that a device may settle, the newest first: of some ids, else only the newest."""
    if among is None:
        sql = f"SELECT MAX(round_night.night_id) {_SETTLED_BY}"
        return [night for (night,) in fetch(sql, round_id, device.id) if night]
    sql = f"SELECT round_night.night_id {_SETTLED_BY} AND round_night.night_id IN ({{}})"
    return sorted((night for (night,) in fetch_among(sql, among, round_id, device.id)), reverse=True)


@lru_cache(maxsize=64)
def open_nights(now: RoundNow) -> list[int]:
    """Return the nights of a round where something is open, of all seasons; kept until something is booked."""
    sql = f"""SELECT DISTINCT night.id FROM round_night JOIN night ON night.id = round_night.night_id
        JOIN player ON player.night_id = night.id
        WHERE round_id = ? AND {WON} + paid + brought + aside <> 0 ORDER BY night.id"""  # noqa: S608 - our own names
    return [night for (night,) in fetch(sql, now.id)]


def nights_to_settle(now: RoundNow, device: Device) -> list[Lot]:
    """Return which nights of a round a device may settle together, those with the newest first.

    What is open goes to the newest night, and who has no seat there gets one. There are several lots where the currency
    is another, or where somebody cannot get a seat.
    """
    newest = _nights_settled_by(now.id, device)
    if not newest:
        return []
    others = [night for night in _nights_settled_by(now.id, device, open_nights(now)) if night not in newest]
    rows = nights_with([*newest, *others[-_AT_ONCE:]]).rows
    tables = _load_tables(rows)
    first = tables[0].row if tables else None
    if not first or first.id not in newest:
        return []
    lots: list[Lot] = []
    balances = _load_balances(now)
    if balances and not _keeps_balances(now.id, device):
        balances = []
    for night in [*tables, *balances]:
        lot = next((lot for lot in lots if lot.takes(night)), None)
        if lot:
            lot.add(night)
        elif night.row:
            lots.append(Lot(night.row, night))
    return [lot for lot in lots if lot.added]


def _keeps_balances(round_id: int, device: Device) -> bool:
    sql = """SELECT 1 FROM membership WHERE round_id = ? AND device_id = ? AND ended = ''
        AND (role = 'host' OR treasurer <> '')"""
    return bool(fetch(sql, round_id, device.id))


def _load_balances(now: RoundNow) -> list[_Table]:
    """Return the opening balances of each member that are open, of all seasons."""
    found = _all_open(now)
    names = names_of_people([balance.person for balance in found]) if found else {}
    tables = []
    for member, person, currency, coins in found:
        sitter = _Sitter(member, names[person], person, names[person])
        tables.append(_Table(None, currency, {"member": sitter}, {"member": coins, KITTY: -coins}))
    return tables


@lru_cache(maxsize=64)
def _all_open(now: RoundNow) -> list[OpenBalance]:
    """Return what members have from opening balances, without zeros; kept until something is booked."""
    sums = Counter[tuple[int, int, str]]()
    for elsewhere in (False, True):
        for balance in open_balances(now.id, NightFilter(), elsewhere):
            sums[balance[:3]] += balance.coins
    return [OpenBalance(*key, coins) for key, coins in sorted(sums.items()) if coins]


def write_lots(lots: Sequence[Lot]) -> str:
    """Return a short text that is another one for other nights or amounts."""
    nights = [
        [[night.row.slug if night.row else night.seats["member"].identity, night.amounts] for night in lot.tables]
        for lot in lots
    ]
    return sha256(canonical(nights).encode()).hexdigest()[:32]


def _load_tables(rows: Sequence[NightRow]) -> list[_Table]:
    """Return nights of one round with who sits there and what is open, without those that cannot be read."""
    sql = """SELECT night_id, key, member_id, person.id, person.name FROM player
        LEFT JOIN round_member ON round_member.id = member_id
        JOIN person ON person.id = COALESCE(round_member.person_id, player.person_id) WHERE night_id IN ({})"""
    ids = [row.id for row in rows]
    members = {(night, key): about for night, key, *about in fetch_among(sql, ids)}
    tables = []
    for row, players in zip(rows, standings_at(ids), strict=True):
        if not all(player.is_legible for player in players):
            continue
        seats = {}
        for player in players:
            member, person, name = members[row.id, player.key]
            seats[player.key] = _Sitter(member or fold_name(player.name), player.name, person, name)
        tables.append(_Table(row, row.currency, seats, open_amounts(row, players)))
    return tables


def may_settle(round_id: int, device: Device, night_id: int) -> bool:
    """Return whether a device may settle a night of a round: as a host of it, or as a treasurer."""
    return bool(_nights_settled_by(round_id, device, [night_id]))


def settle_together(row: RoundRow, device: Device, last: NightRow, seen: str, sender: Sender) -> None:
    """Bring what is open in the lots that `seen` stands for to their last nights, all or nothing.

    Sent again it brings nothing more. Raises Refused where the device may not settle the night `last`, where something
    has changed meanwhile, or as `bring`.
    """
    with writing():
        before = nights_to_settle(round_now(row), device)
        lock_nights(night.id for lot in before for night in (lot.last, *lot.others))
        if not lock_round(row.id):
            raise Gone
        # A host may have removed the treasurer, and somebody paid, before all this was locked.
        if not may_settle(row.id, device, last.id):
            raise Refused("last", say("only a host of this night or a treasurer of the group may do that"))
        lots = nights_to_settle(round_now(row), device)
        if {write_lots(found) for found in (before, lots) if found} - {seen}:
            raise Refused("last", say("what is open has changed meanwhile; look at the plan again"))
        let_in(device, last, "writer")
        for lot in lots:
            let_in(device, lot.last, "writer")
            _seat_all(lot, sender)
            bring(lot.others, lot.last, sender)
            _bring_balances(row, lot, sender)


def _bring_balances(row: RoundRow, lot: Lot, sender: Sender) -> None:
    """Bring the opening balances of a lot to its last night; what they do not come to is owed to or by the kitty."""
    if not lot.balances:
        return
    keys = {member: key for key, member in members_at(lot.last.id).items()}
    amounts = {keys[member]: coins for member, coins in lot.balances.items()}
    amounts[KITTY] = -sum(amounts.values())
    brought = Brought(night=OPENING, amounts={key: coins for key, coins in amounts.items() if coins})
    append(lot.last.id, sender.also("opening balances"), brought)
    settle_balances(row, list(lot.balances), lot.last.currency, lot.last.slug)


def _seat_all(lot: Lot, sender: Sender) -> None:
    """Give those who have no seat at the last night one, as people who have left."""
    for count, sitter in enumerate(lot.joining, len(lot.first.seats) + 1):
        person = bring_along(sender.device, Person.get_by_id(sitter.person))
        append(lot.last.id, sender.also(f"seat {count}"), Joined(place=count - 1), person=person)
        append(lot.last.id, sender.also(f"left {count}"), Left(player=f"p{count}"))
