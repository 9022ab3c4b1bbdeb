"""Names at the seats of a night: of who sits down there, and of who gets another one."""

from dataclasses import replace

from scorekeeper.ledger.journal import seal_note
from scorekeeper.night.acts import Act, Joined, Renamed
from scorekeeper.night.names import check_newcomer
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.statements import fetch, insert, run
from scorekeeper.storage.tables import FormerName, Person, Player


def seal_name(night_id: int, act: Act, person: Person | None, salt: str) -> Act:
    """Return the act by which somebody joins or is renamed with the seal of his name, any other as it is.

    Raises Refused for who cannot sit here beside the others; the night's row is locked, so nobody comes in between.
    """
    if not isinstance(act, Joined | Renamed):
        return act
    assert person is not None
    if isinstance(act, Renamed):
        _check_renamed(night_id, act, person)
    sql = "SELECT name FROM person JOIN player ON player.person_id = person.id WHERE night_id = ? AND key <> ?"
    check_newcomer("players", person.name, (name for (name,) in fetch(sql, night_id, act.player)))
    return replace(act, name=seal_note(person.name, salt))


def _check_renamed(night_id: int, act: Renamed, person: Person) -> None:
    sql = (
        "SELECT name, forgotten FROM person JOIN player ON player.person_id = person.id WHERE night_id = ? AND key = ?"
    )
    for name, forgotten in fetch(sql, night_id, act.player):
        if forgotten:
            raise Refused("player", say("this name was forgotten; it stays so"))
        if name == person.name:
            raise Refused("players", say("nothing would change"))


def seat_person(night_id: int, act: Joined, person: Person | None, salt: str) -> None:
    """Insert the seat of who has joined."""
    assert person is not None
    store(person)
    Player.create(night=night_id, key=act.player, person=person, place=act.place, state="here", salt=salt)


def rename_seat(night_id: int, act: Renamed, person: Person | None, salt: str, seq: int) -> None:
    """Give a seat to a person of another name by the entry `seq`, and keep the former one until it is forgotten."""
    assert person is not None
    store(person)
    sql = "SELECT name, salt FROM player JOIN person ON person.id = player.person_id WHERE night_id = ? AND key = ?"
    ((name, former),) = fetch(sql, night_id, act.player)
    insert(FormerName, [{"night_id": night_id, "player": act.player, "seq": seq, "name": name, "salt": former}])
    sql = "UPDATE player SET person_id = ?, salt = ? WHERE night_id = ? AND key = ?"
    run(sql, person.id, salt, night_id, act.player)


def drop_unseated() -> None:
    """Delete who has no seat any more."""
    run("DELETE FROM person WHERE NOT EXISTS (SELECT 1 FROM player WHERE person_id = person.id)")


def store(person: Person) -> None:
    """Store who is new: a name is kept only of who has a seat."""
    if person.id is None:
        person.save()
