"""Opening a night: its row, its seats and the first entry of its journal."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from peewee import IntegrityError

from scorekeeper.journal.acts import Opened
from scorekeeper.journal.hash_chain import GENESIS, Entry, chain_told
from scorekeeper.journal.seals import Named, new_salt, seal_names
from scorekeeper.night.night import Night, open_night
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.engine.sql import fetch, insert, now, writing
from scorekeeper.storage.journal.entries import row_of
from scorekeeper.storage.journal.register import how_ended, note_opening, slug_of
from scorekeeper.storage.journal.state import store
from scorekeeper.storage.models import EntryRow, NightRow, Person, Player
from scorekeeper.storage.projections.deals import write_houses, write_stakes
from scorekeeper.storage.writing.entry import Sender, entry_of


class Opening(NamedTuple):
    """What a new night begins with; `people` in seat order (p1, p2, …), `salts` of the seals of their names by key."""

    opened: Opened
    title: str
    people: Sequence[Person]
    salts: Mapping[str, str] = {}


def create_night(opening: Opening, sender: Sender) -> NightRow:
    """Write a new night and return its row; sent again, as it stands. Raises Refused, also once it is deleted."""
    if how_ended(slug_of(sender.request)):
        raise Refused("request", say("this night was opened before, and deleted since; open a new one"))
    night = open_night(opening.opened)
    seated = zip(opening.opened.seats, opening.people, strict=True)
    named = {key: Named(person.name, new_salt()) for key, person in seated}
    salts = {key: salt for key, (_, salt) in named.items()}
    opening = opening._replace(opened=seal_names(opening.opened, named), salts=salts)
    told = chain_told(entry_of(opening.opened, sender, None, 0), 0, GENESIS)
    entry = told.entry
    try:
        with writing():
            row = insert_night(night, entry, opening, slug_of(sender.request))
            insert(EntryRow, [row_of(told)._asdict()], night_id=row.id)
            note_opening("opened", row.slug, entry.hash)
    except IntegrityError:
        earlier = find_opened(sender.request)
        if earlier is None:
            raise
        return earlier
    return row


def find_opened(request: str) -> NightRow | None:
    """Return the night that was opened under an id, if one was."""
    row = NightRow.get_or_none(NightRow.slug == slug_of(request))
    sql = "SELECT 1 FROM entry WHERE night_id = ? AND request = ?"
    return row if row and fetch(sql, row.id, request) else None


def insert_night(night: Night, last: Entry, opening: Opening, slug: str) -> NightRow:
    """Insert the row of a night whose journal ends with `last`, and its seats."""
    stake = night.stake
    row = NightRow.create(
        slug=slug,
        game=night.game.key,
        preset=night.preset,
        title=opening.title,
        day=opening.opened.date,
        coins=stake.coins if stake else 0,
        currency=stake.currency if stake else "",
        most=night.most,
        houses=write_houses(night),
        stakes=write_stakes(night.stakes),
        dealer=night.dealer,
        number=night.number,
        seq=last.seq,
        head=last.hash,
        created=now(),
    )
    for person in sorted(opening.people, key=lambda person: person.id or 0):  # locked in the order of `drop_unseated`
        store(person)
    for place, (seat, person) in enumerate(zip(night.seats, opening.people, strict=True)):
        salt = opening.salts.get(seat.player, "")
        Player.create(night=row, key=seat.player, person=person, place=place, state=seat.state, salt=salt)
    return row
