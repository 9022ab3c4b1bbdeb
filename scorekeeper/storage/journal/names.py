"""Names at the seats of a night: of who sits down there, and of who gets another one."""

from dataclasses import replace

from scorekeeper.journal.acts import Act, Joined, Renamed
from scorekeeper.journal.hash_chain import seal_note
from scorekeeper.journal.seals import Named
from scorekeeper.people.names import check_newcomer
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.engine.sql import fetch, fetch_held, fetch_shared, run
from scorekeeper.storage.journal.state import NightRows
from scorekeeper.storage.models import FormerName, Person, Player


def seal_name(rows: NightRows, act: Joined | Renamed, person: Person, salt: str) -> Act:
    """Return the act by which somebody joins or is renamed with the seal of his name.

    Raises Refused for who cannot sit here beside the others; the night's row is locked, so nobody comes in between.
    """
    if isinstance(act, Renamed):
        sql = """SELECT name, forgotten FROM person JOIN player ON player.person_id = person.id
            WHERE night_id = ? AND key = ?"""
        for name, forgotten in fetch(sql, rows.row.id, act.player):
            if forgotten:
                raise Refused("player", say("this name was forgotten; it stays so"))
            if name == person.name:
                raise Refused("players", say("nothing would change"))
    check_newcomer("players", person.name, (player.name for player in rows.players if player.key != act.player))
    return replace(act, name=seal_note(person.name, salt))


def seat_person(night_id: int, act: Joined, person: Person, salt: str) -> None:
    """Insert the seat of who has joined."""
    store(person)
    Player.create(night=night_id, key=act.player, person=person, place=act.place, state="here", salt=salt)


def rename_seat(night_id: int, act: Renamed, person: Person, salt: str, seq: int) -> None:
    """Give a seat to a person of another name by the entry `seq`, and keep the former one until it is forgotten."""
    store(person)
    sql = "SELECT name, salt FROM player JOIN person ON person.id = player.person_id WHERE night_id = ? AND key = ?"
    ((name, former),) = fetch(sql, night_id, act.player)
    FormerName.create(night=night_id, player=act.player, seq=seq, name=name, salt=former)
    Player.update(person=person, salt=salt).where(Player.night == night_id, Player.key == act.player).execute()


def drop_unseated() -> None:
    """Delete who has no seat any more."""
    unseated = "FROM person WHERE NOT EXISTS (SELECT 1 FROM player WHERE person_id = person.id)"
    fetch_held(f"SELECT id {unseated} ORDER BY id")  # others may just be giving one of them a seat; seen afterwards
    run(f"DELETE {unseated}")


def store(person: Person) -> None:
    """Store who is new, or was deleted with a night meanwhile: a name is kept only of who has a seat."""
    if person.id is None or not fetch_shared("SELECT id FROM person WHERE id = ?", person.id):
        person.id = Person.insert(name=person.name, forgotten=person.forgotten).execute()


def names_of(night_id: int) -> dict[str, Named]:
    """Return what stands outside of the journal for the players of a night, in seat order."""
    sql = """SELECT key, name, salt FROM player JOIN person ON person.id = player.person_id
        WHERE night_id = ? ORDER BY place"""
    return {key: Named(name, salt) for key, name, salt in fetch(sql, night_id)}
