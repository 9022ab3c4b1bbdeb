"""The treasurers of a group: which devices they are, which nights a device may settle, and settling them together."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from scorekeeper.accounts.joint_payers import SettlementProposal, propose
from scorekeeper.accounts.kitty import KITTY
from scorekeeper.currencies import smallest_payment
from scorekeeper.journal.acts import OPENING, Brought, Carried, Gathered, HandedBack, Pooled
from scorekeeper.journal.hash_chain import canonical
from scorekeeper.night.night import MOST_PEOPLE
from scorekeeper.payments import Payment
from scorekeeper.people.names import fold_name, is_placeholder
from scorekeeper.phrase import Money, Refused, say
from scorekeeper.storage.access.devices import let_in
from scorekeeper.storage.access.membership import GROUP_ACCESS, change_member, members_of, note_change
from scorekeeper.storage.engine.sql import fetch, fetch_among, now, run, writing
from scorekeeper.storage.groups.nights import NightFilter
from scorekeeper.storage.groups.opening_balances import OpenBalance, open_again, open_balances, settle_balances
from scorekeeper.storage.groups.results import GroupNow, group_now, load_results
from scorekeeper.storage.groups.season import names_of_people
from scorekeeper.storage.journal.entries import find_sent
from scorekeeper.storage.journal.register import last_opening
from scorekeeper.storage.journal.state import load_rows, lock_nights, standings, standings_at
from scorekeeper.storage.models import Device, GroupRow, NightRow, Person
from scorekeeper.storage.nights.carry_over import open_amounts
from scorekeeper.storage.projections.kitty import lock_group
from scorekeeper.storage.projections.settlement import load_account
from scorekeeper.storage.queries.nights import nights_with
from scorekeeper.storage.writing.entry import Sender, admit, append

_LOOKED_AT = 60  # nights, to tell whether there is something to settle


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
    purses: Mapping[str, str] = {}

    def owing(self) -> list[_Sitter]:
        """Return the players for whom something is open."""
        return [sitter for key, sitter in self.seats.items() if key in self.amounts]

    def seats_of(self, sitter: _Sitter) -> int:
        """Return at how many seats the same person sits; an earlier version let one sit at two."""
        return sum(other.identity == sitter.identity for other in self.seats.values())


class Lot:
    """Nights of one currency that are settled together: what is open in the `others` and opening balances go to the
    account of the `last`, where `joining` take part without a seat.
    """

    def __init__(self, last: NightRow, first: _Table) -> None:
        self.last = last
        self.first = first
        self.added: list[_Table] = []
        self.joining: list[_Sitter] = []
        self._names = {sitter.identity: sitter.name for sitter in first.seats.values()}
        self._taken = Counter(fold_name(name) for name in self._names.values())

    @property
    def tables(self) -> list[_Table]:
        """All that is settled together, the last night first."""
        return [self.first, *self.added]

    @property
    def others(self) -> list[NightRow]:
        """The nights from which what is open is carried."""
        return [night.row for night in self.added if night.row]

    @property
    def balances(self) -> list[int]:
        """The members whose opening balances are brought."""
        return [int(sitter.identity) for night in self.added if not night.row for sitter in night.seats.values()]

    def takes(self, night: _Table) -> bool:
        """Return whether what is open in a night can be carried to the last one."""
        if night.currency != self.last.currency:
            return False
        owing = night.owing()
        lacking = [sitter for sitter in owing if sitter.identity not in self._names]
        return (
            len(self._names) + len(lacking) <= MOST_PEOPLE
            and all(night.seats_of(sitter) == 1 and self.first.seats_of(sitter) <= 1 for sitter in owing)
            # Nobody joins under a name that somebody there has, or that stands for one that was forgotten.
            and not any(self._taken[fold_name(sitter.written)] or is_placeholder(sitter.written) for sitter in lacking)
        )

    def add(self, night: _Table) -> None:
        """Add a night that it takes."""
        for sitter in night.owing():
            if sitter.identity not in self._names:
                self.joining.append(sitter)
                self._names[sitter.identity] = sitter.written
                self._taken[fold_name(sitter.written)] += 1
        self.added.append(night)

    def open(self) -> dict[str, Money]:
        """Return what is open for each person in all nights of the lot, by name, and for the kitty, without zeros."""
        amounts: dict[str, Money] = {}
        for night in self.tables:
            for key, coins in night.amounts.items():
                name = self._names[night.seats[key].identity] if key != KITTY else KITTY
                amount = Money(coins, night.currency)
                amounts[name] = amounts[name] + amount if name in amounts else amount
        return {name: amount for name, amount in amounts.items() if amount.coins}

    def keys(self) -> dict[int | str, str]:
        """Return the key of each person at the last night, and of those who will join it."""
        keys = {sitter.identity: key for key, sitter in self.first.seats.items()}
        return keys | {sitter.identity: f"p{number}" for number, sitter in enumerate(self.joining, len(keys) + 1)}

    def gathered(self) -> dict[str, dict[str, int]]:
        """Return what is carried to the last night, by the address of the other one and the key at the last one."""
        keys = self.keys()
        nights: dict[str, dict[str, int]] = {}
        for night in self.added:
            amounts = nights.setdefault(night.row.slug if night.row else OPENING, {})
            for key, coins in night.amounts.items():
                there = keys[night.seats[key].identity] if key != KITTY else KITTY
                amounts[there] = amounts.get(there, 0) + coins
        return {slug: {key: coins for key, coins in amounts.items() if coins} for slug, amounts in nights.items()}

    def purses(self) -> list[list[int | str]]:
        """Return who pays together by the newest night where they do, and not yet at the last one."""
        paired = {sitter.identity for key, sitter in self.first.seats.items() if key in self.first.purses}
        found = []
        for night in self.added:
            by_first: dict[str, list[int | str]] = {}
            for key, first in night.purses.items():
                by_first.setdefault(first, []).append(night.seats[key].identity)
            for purse in by_first.values():
                if len(purse) > 1 and not paired & {*purse} and self._names.keys() >= {*purse}:
                    found.append(purse)
                    paired |= {*purse}
        return found

    def propose(self, collector: str = "") -> SettlementProposal:
        """Return the payments by name that would settle all, the fewest or those through a person."""
        amounts = {name: amount.coins for name, amount in self.open().items()}
        amounts |= {name: 0 for name in self._names.values() if name not in amounts}
        here = {
            self._names[self.first.seats[key].identity]: self._names[self.first.seats[one].identity]
            for key, one in self.first.purses.items()
        }
        joint = {self._names[one]: self._names[purse[0]] for purse in self.purses() for one in purse}
        return propose(amounts, here | joint, collector, coin_of(self.last))

    def pay_by_table(self) -> list[Payment]:
        """Return the payments by name if each table settles for itself."""
        payments = []
        for night in self.tables:
            if night.row:
                names = {key: self._names.get(seat.identity, seat.name) for key, seat in night.seats.items()} | {
                    KITTY: KITTY
                }
                planned = propose(_all_of(night), night.purses, "", coin_of(night.row)).payments
                payments += [Payment(names[debtor], names[creditor], amount) for debtor, creditor, amount in planned]
        return payments


def count_each(payments: Iterable[Payment]) -> Counter[str]:
    """Return in how many payments each person is, by name."""
    return Counter(name for payment in payments for name in (payment.debtor, payment.creditor))


def coin_of(row: NightRow | None) -> int:
    """Return the smallest coin in which a night is paid, 1 for points."""
    return (row.coin or smallest_payment(row.currency)) if row and row.currency else 1


def _all_of(night: _Table) -> dict[str, int]:
    """Return the open amounts of a night with those that are 0, as joint payers may have."""
    return {key: night.amounts.get(key, 0) for key in (*night.seats, KITTY)}


def treasurers_of(group_id: int) -> dict[str, str]:
    """Return since when each device, by its key, is a treasurer of a group."""
    sql = """SELECT device.key, treasurer FROM membership JOIN device ON device.id = device_id
        WHERE round_id = ? AND treasurer <> '' AND ended = ''"""
    return dict(fetch(sql, group_id))


def change_treasurer(group_id: int, key: str, named: bool, host: str) -> None:
    """Let a device settle the nights that are opened in a group from now on, or no longer, as a host's device wants it.

    Raises Refused for a new one that is not in, or only looks on.
    """
    with writing():
        lock_group(group_id)
        members = {member.key for member in members_of(GROUP_ACCESS, group_id) if member.is_member and not member.ended}
        if named and key not in members:
            raise Refused("device", say("this phone is no member of the group"))
        if named != (key in treasurers_of(group_id)):
            since = now() if named else ""
            change_member(GROUP_ACCESS, group_id, key, treasurer=since, treasurer_after=last_opening())
            note_change(group_id, "treasurers", host)


def is_left_to_treasurers(night_id: int) -> bool:
    """Return whether a host of a night lets the treasurers of its group settle it."""
    return bool(fetch("SELECT 1 FROM round_night WHERE night_id = ? AND agreed", night_id))


def leave_to_treasurers(night_id: int, agreed: bool) -> None:
    """Let the treasurers of its group settle a night, or no longer, as a host of the night wants it."""
    with writing():
        run("UPDATE round_night SET agreed = ? WHERE night_id = ?", agreed, night_id)


# A host of a night settles it, and a treasurer of its group, from whom no host of the night has taken the access.
_SETTLED_BY = """FROM round_night JOIN membership ON membership.round_id = round_night.round_id
    LEFT JOIN access ON access.night_id = round_night.night_id AND access.device_id = membership.device_id
    WHERE round_night.round_id = ? AND membership.device_id = ? AND membership.ended = ''
        AND (access.role = 'host' AND access.ended = ''
            OR treasurer <> '' AND COALESCE(access.ended, '') = '' AND (opening > treasurer_after OR agreed))"""


def _nights_settled_by(group_id: int, device: Device) -> list[int]:
    """Return the nights of a group that a device may settle, the newest first."""
    sql = f"SELECT round_night.night_id {_SETTLED_BY} ORDER BY round_night.night_id DESC"
    return [night for (night,) in fetch(sql, group_id, device.id)]


@lru_cache(maxsize=64)
def open_nights(now: GroupNow) -> list[int]:
    """Return the nights of a group where something is open, of all seasons; callers must not change the list."""
    return list(dict.fromkeys([row.night for row in load_results(now) if sum(row.amounts)]))


def has_several_to_settle(now: GroupNow, device: Device) -> bool:
    """Return whether a device may settle several nights of a group together; only the newest are looked at."""
    return bool(nights_to_settle(now, device, _LOOKED_AT))


def nights_to_settle(now: GroupNow, device: Device, most: int = 0) -> list[Lot]:
    """Return which nights of a group a device may settle together, those with the newest first: all, or so many.

    What is open goes to the newest night of the currency, so there is one lot for each. A night stays as it is where
    something is open for somebody who was forgotten.
    """
    settled = _nights_settled_by(now.id, device)
    if not settled:
        return []
    newest, *earlier = settled
    there = {*open_nights(now)}
    others = [night for night in earlier if night in there]
    rows = nights_with([newest, *others[: most or None]]).rows
    tables = _load_tables(rows)
    first = tables[0].row if tables else None
    if not first or first.id != newest:
        return []
    lots: list[Lot] = []
    balances = _load_balances(now)
    if balances and not _keeps_balances(now.id, device):
        balances = []
    for night in [*tables, *balances]:
        lot = next((lot for lot in lots if lot.last.currency == night.currency), None)
        if lot is None and night.row:
            lots.append(Lot(night.row, night))
        elif lot and lot.takes(night):
            lot.add(night)
    return [lot for lot in lots if lot.added]


def nights_apart(now: GroupNow, lots: Sequence[Lot]) -> list[NightRow]:
    """Return the nights of a group where something is open and that are in none of the lots, the newest first."""
    together = {night.row.id for lot in lots for night in lot.tables if night.row}
    return nights_with(sorted({*open_nights(now)} - together, reverse=True)).rows


def _keeps_balances(group_id: int, device: Device) -> bool:
    sql = """SELECT 1 FROM membership WHERE round_id = ? AND device_id = ? AND ended = ''
        AND (role = 'host' OR treasurer <> '')"""
    return bool(fetch(sql, group_id, device.id))


def _load_balances(now: GroupNow) -> list[_Table]:
    """Return the opening balances of each member that are open, of all seasons."""
    found = _all_open(now)
    names = names_of_people([balance.person for balance in found]) if found else {}
    tables = []
    for member, person, currency, coins in found:
        sitter = _Sitter(member, names[person], person, names[person])
        tables.append(_Table(None, currency, {"member": sitter}, {"member": coins, KITTY: -coins}))
    return tables


def _all_open(now: GroupNow) -> list[OpenBalance]:
    """Return what members have from opening balances, without zeros."""
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
    """Return nights of one group with who sits there and what is open, without those that cannot be read."""
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
        purses = {player.key: player.purse for player in players if player.purse}
        tables.append(_Table(row, row.currency, seats, open_amounts(row, players), purses))
    return tables


def may_settle(group_id: int, device: Device, night_id: int) -> bool:
    """Return whether a device may settle a night of a group: as a host of it, or as a treasurer."""
    return night_id in _nights_settled_by(group_id, device)


def settle_together(row: GroupRow, device: Device, last: NightRow, seen: str, sender: Sender) -> None:
    """Bring what is open in the lots that `seen` stands for to their last nights, all or nothing.

    Sent again it brings nothing more. Raises Refused where the device may not settle the night `last`, where something
    has changed meanwhile, or as `bring`.
    """
    with writing():
        before = nights_to_settle(group_now(row), device)
        lock_nights(night.id for lot in before for night in (lot.last, *lot.others))
        lock_group(row.id)
        # A host may have removed the treasurer, and somebody paid, before all this was locked.
        if not may_settle(row.id, device, last.id):
            raise Refused("last", say("only a host of this night or a treasurer of the group may do that"))
        lots = nights_to_settle(group_now(row), device)
        if {write_lots(found) for found in (before, lots) if found} - {seen}:
            raise Refused("last", say("what is open has changed meanwhile; look at the plan again"))
        let_in(device, last, "writer")
        for lot in lots:
            let_in(device, lot.last, "writer")
            _gather(row, lot, sender)


def _gather(row: GroupRow, lot: Lot, sender: Sender) -> None:
    """Carry what is open in a lot to its last night, where also those pay together who do elsewhere."""
    if lot.joining:
        joining = {Person.create(name=one.written): one for one in lot.joining}
        members = {person: one.identity if isinstance(one.identity, int) else None for person, one in joining.items()}
        admit(lot.last.id, sender.derive("admitted"), members)
    for night in lot.added:
        if night.row:
            append(night.row.id, sender, Carried(night=lot.last.slug, amounts=night.amounts))
    append(lot.last.id, sender, Gathered(nights=lot.gathered()))
    if lot.balances:
        settle_balances(row, lot.balances, lot.last.currency, f"{lot.last.slug} {sender.request}")
    keys = lot.keys()
    for number, purse in enumerate(lot.purses()):
        append(lot.last.id, sender.derive(f"purse {number}"), Pooled(players=tuple(keys[one] for one in purse)))


def settle_by_table(row: GroupRow, device: Device, seen: str, sender: Sender) -> None:
    """Agree on the payments of each night in the lots that `seen` stands for, all or nothing, instead of carrying them.

    Raises Refused where something has changed meanwhile.
    """
    with writing():
        lots = nights_to_settle(group_now(row), device)
        nights = [night.row for lot in lots for night in lot.tables if night.row]
        lock_nights(night.id for night in nights)
        if any(find_sent(night.id, sender.request) for night in nights):
            return
        if write_lots(lots) != seen or write_lots(nights_to_settle(group_now(row), device)) != seen:
            raise Refused("last", say("what is open has changed meanwhile; look at the plan again"))
        for night in nights:
            rows = load_rows(night.id)
            points = {player.key: player.balance for player in rows.players}
            plan = load_account(rows).next_plan(points)
            if plan and (plan.payments or plan.pooled or plan.rounded):
                let_in(device, night, "writer")
                append(night.id, sender, plan)


def count_queries(lots: Sequence[Lot]) -> int:
    """Return how many objections are open in the nights of some lots."""
    nights = [night.row.id for lot in lots for night in lot.tables if night.row]
    return sum(1 for _ in fetch_among("SELECT number FROM objection WHERE how = '' AND night_id IN ({})", nights))


def key_of_name(night_id: int, name: str) -> str | None:
    """Return the key of a player at a night by name, None for nobody."""
    return next((player.key for player in standings(night_id) if player.name == name), None)


class Gathering(NamedTuple):
    """What was gathered last at a night: the form that did, and the addresses of the nights and their amounts."""

    request: str
    nights: Mapping[str, Mapping[str, int]]


def last_gathering(night_id: int) -> Gathering | None:
    """Return what was gathered last at a night, None for nothing or where it was handed back or carried on since."""
    sql = """SELECT seq, kind, request, facts FROM entry
        WHERE night_id = ? AND number = 0 AND kind IN ('gathered', 'handed back', 'carried')"""
    _, kind, request, facts = max(fetch(sql, night_id), default=(0, "", "", ""))
    return Gathering(request, json.loads(facts)["nights"]) if kind == Gathered.kind else None


def may_hand_back(row: GroupRow, device: Device, gathering: Gathering, night: NightRow) -> bool:
    """Return whether a device may settle a night and all whose amounts were gathered there."""
    nights = [night.id, *_ids_of(gathering).values()]
    is_whole = len(nights) == len({night.slug, *gathering.nights} - {OPENING})
    return is_whole and {*nights} <= {*_nights_settled_by(row.id, device)}


def _ids_of(gathering: Gathering) -> dict[str, int]:
    found = fetch_among("SELECT slug, id FROM night WHERE slug IN ({})", list(gathering.nights))
    return dict(found)


def hand_back(row: GroupRow, device: Device, night: NightRow, sender: Sender) -> None:
    """Let what was gathered last at a night be open in its nights again, all or nothing; sent again it does nothing.

    Raises Refused for who may not settle all of them, and where something of it was paid or carried on.
    """
    with writing():
        gathering = last_gathering(night.id)
        lock_nights([night.id, *(_ids_of(gathering).values() if gathering else ())])
        if find_sent(night.id, sender.request):
            return
        gathering = last_gathering(night.id)
        if gathering is None:
            raise Refused("night", say("there is nothing here that can go back to its nights"))
        if not may_hand_back(row, device, gathering, night):
            raise Refused("night", say("only who may settle all these nights can take that back"))
        for slug, night_id in _ids_of(gathering).items():
            assert slug != night.slug
            sql = "SELECT facts FROM entry WHERE night_id = ? AND request = ?"
            [(facts,)] = fetch(sql, night_id, gathering.request)
            append(night_id, sender, Brought(night=night.slug, amounts=json.loads(facts)["amounts"]))
        append(night.id, sender, HandedBack(nights=gathering.nights))
        open_again(row, f"{night.slug} {gathering.request}")
