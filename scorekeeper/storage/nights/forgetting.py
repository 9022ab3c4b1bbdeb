"""Forgetting people: their names are taken out of all that is kept, and every journal still holds and tells of it.

Names stand in the rows of people, in free texts and in the titles of nights; the chain of a journal holds none of them.
"""

from collections.abc import Sequence
from itertools import chain, count
from typing import NamedTuple

from scorekeeper.journal.act_json import act_of
from scorekeeper.journal.acts import Forgotten
from scorekeeper.people.name_search import folded_words, names, replace_name
from scorekeeper.people.names import NOBODY
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.access.devices import AT_SERVER
from scorekeeper.storage.access.membership import note_change
from scorekeeper.storage.engine.erasure import note_due
from scorekeeper.storage.engine.sql import fetch, run, writing
from scorekeeper.storage.journal.entries import Reused, entry_of_row, find_sent
from scorekeeper.storage.journal.state import drop_unseated, lock_nights
from scorekeeper.storage.models import NightRow, Person, RoundRow
from scorekeeper.storage.writing.entry import Sender, append


class Sitting(NamedTuple):
    """A seat at a night and who sits there; `forgotten` where the name is a placeholder, `former` his names before."""

    night: int
    player: str
    person: int
    name: str
    forgotten: bool
    former: tuple[str, ...] = ()

    @property
    def spellings(self) -> set[str]:
        """All names that he has or had there."""
        return {self.name, *self.former}


class Erased(NamedTuple):
    """What forgetting has changed: what stands for the name now, in how many nights, how many free texts are gone."""

    instead: str
    nights: int
    texts: int


_SITTINGS = """SELECT player.night_id, player.key, person.id, name, forgotten FROM player
    JOIN person ON person.id = player.person_id"""


def sittings_of(name: str) -> list[Sitting]:
    """Return every seat of people of this name, or of this former name, whoever they are and whose night it is."""
    return [sitting for sitting in _sittings() if _is_called({name}, sitting)]


def sittings_like(night_id: int, player: str, device: str) -> list[Sitting]:
    """Return a seat and those of the same name at other nights of this host. Raises Refused for nobody's key."""
    found = _sittings(" WHERE player.night_id = ? AND player.key = ?", night_id, player)
    if not found:
        raise Refused("player", say("nobody of this name has a seat here"))
    if found[0].forgotten:
        return found
    hosted = _sittings(
        """ JOIN access ON access.night_id = player.night_id JOIN device ON device.id = access.device_id
        WHERE device.key = ? AND role = 'host' AND ended = '' AND player.night_id <> ?""",
        device,
        night_id,
    )
    return [*found, *(sitting for sitting in hosted if _is_called(found[0].spellings, sitting))]


def _sittings(where: str = "", *values: object) -> list[Sitting]:
    rows = fetch(f"{_SITTINGS}{where} ORDER BY player.id", *values)
    former: dict[tuple[int, str], tuple[str, ...]] = {}
    for night, player, name in fetch("SELECT night_id, player, name FROM former_name ORDER BY seq") if rows else ():
        former[night, player] = (*former.get((night, player), ()), name)
    return [
        Sitting(night, player, person, name, bool(gone), former.get((night, player), ()))
        for night, player, person, name, gone in rows
    ]


def _is_called(names: set[str], sitting: Sitting) -> bool:
    words = {folded for name in names if (folded := folded_words(name))}
    return not sitting.forgotten and any(name in names or folded_words(name) in words for name in sitting.spellings)


def forget(sittings: Sequence[Sitting], sender: Sender, emptied: int = 0) -> Erased:
    """Put a placeholder for the name of who sits in these seats, and write the act into the journal of each night.

    Whoever has a seat beside these keeps the name there; who is forgotten already stays so. In the night `emptied`
    all texts go, whomever they name; that there were some stays provable. The names of rounds keep the name unless the
    sender is a host there, or at the server. What is changed is noted as due to be erased from the disk.
    """
    with writing():
        named = [sitting for sitting in sittings if not sitting.forgotten]
        nights = sorted({sitting.night for sitting in named} | ({emptied} if emptied else set()))
        lock_nights(nights)
        instead = _seat_nobody(named) if named else "".join(sitting.name for sitting in sittings[:1])
        texts = sum(
            _take_out(night, _of(night, named) or _of(night, sittings), night == emptied, instead, sender)
            for night in nights
        )
    return Erased(instead, len({sitting.night for sitting in sittings}), texts)


def is_sent(night_id: int, player: str, all_texts: bool, request: str) -> bool:
    """Return whether this was sent to a night before: `player` is empty for nobody. Raises Reused for anything else."""
    earlier = find_sent(night_id, request)
    if earlier is None:
        return False
    act = act_of(entry_of_row(earlier))
    left = [seq for seq, _ in _texts(night_id) if seq < earlier.seq]
    if not isinstance(act, Forgotten) or act.player != player or (all_texts and left):
        raise Reused
    return True


def _of(night: int, sittings: Sequence[Sitting]) -> list[Sitting]:
    return [sitting for sitting in sittings if sitting.night == night]


def _seat_nobody(sittings: Sequence[Sitting]) -> str:
    """Seat somebody without a name in the place of everybody, drop who sits nowhere then; return the placeholder."""
    instead = _free_placeholder()
    taken = set[int]()
    note_due("person", "player", "former_name")
    for person in sorted({sitting.person for sitting in sittings}):
        seats = [sitting for sitting in sittings if sitting.person == person]
        is_twin = any(seat.night in taken for seat in seats)  # "Anna" beside "anna", as earlier versions let them sit
        nobody = Person.create(name=_free_placeholder() if is_twin else instead, forgotten=True)
        for seat in seats:
            sql = "UPDATE player SET person_id = ?, salt = '' WHERE night_id = ? AND key = ?"
            run(sql, nobody.id, seat.night, seat.player)  # without the salt nobody can try names against the seal
            run("DELETE FROM former_name WHERE night_id = ? AND player = ?", seat.night, seat.player)
        taken |= {seat.night for seat in seats}
    drop_unseated()
    return instead


def _free_placeholder() -> str:
    """Return a placeholder that stands for nobody else: balances are carried between nights by name."""
    taken = {name for (name,) in fetch("SELECT name FROM person WHERE name LIKE ?", f"{NOBODY}%")}
    numbered = (f"{NOBODY} {number}" for number in count(2))
    return next(name for name in chain([NOBODY], numbered) if name not in taken)


def _take_out(night_id: int, sittings: Sequence[Sitting], all_texts: bool, instead: str, sender: Sender) -> int:
    """Take the names out of the texts and the title of a night and tell it in the journal; return how many texts."""
    called = {name for sitting in sittings if not sitting.forgotten for name in sitting.spellings}
    for (title,) in fetch("SELECT title FROM night WHERE id = ?", night_id):
        renamed = _replace(called, title, instead)
        if renamed != title:
            note_due("night")
            NightRow.update(title=renamed).where(NightRow.id == night_id).execute()
    _rename_round(night_id, called, instead, sender)
    found = [seq for seq, note in _texts(night_id) if all_texts or any(names(name, note) for name in called)]
    if found:
        note_due("entry")
    for seq in found:  # with the salt, without which nobody can try what it said
        run("UPDATE entry SET note = ?, salt = ? WHERE night_id = ? AND seq = ?", "", "", night_id, seq)
    for place, player in enumerate([sitting.player for sitting in sittings] or [""]):
        twin = sender._replace(request=f"{sender.request}-{place}") if place else sender
        append(night_id, twin, Forgotten(player=player, entries=() if place else tuple(found)))
    return len(found)


_ROUND_OF_NIGHT = "SELECT round.id, name FROM round JOIN round_night ON round_id = round.id WHERE night_id = ?"
_ROUND_OF_HOST = """ AND round.id IN (SELECT round_id FROM membership JOIN device ON device.id = device_id
    WHERE device.key = ? AND role = 'host' AND ended = '')"""


def _rename_round(night_id: int, called: set[str], instead: str, sender: Sender) -> None:
    """Take the names out of the name of a night's round, if its hosts do so: others could blank it by any word."""
    at_server = sender.device == AT_SERVER
    where = (_ROUND_OF_NIGHT, night_id) if at_server else (_ROUND_OF_NIGHT + _ROUND_OF_HOST, night_id, sender.device)
    for round_id, name in fetch(*where):
        renamed = _replace(called, name, instead)
        if renamed != name:
            note_due("round")
            RoundRow.update(name=renamed).where(RoundRow.id == round_id).execute()
            note_change(round_id, "forgotten", sender.device)


def _replace(called: set[str], text: str, instead: str) -> str:
    for name in called:
        text = replace_name(name, text, instead)
    return text


def _texts(night_id: int) -> list[tuple[int, str]]:
    """Return the free texts of a night with the places of their entries, in order."""
    rows = fetch("SELECT seq, note FROM entry WHERE night_id = ? AND note <> ? ORDER BY seq", night_id, "")
    return [(seq, note) for seq, note in rows]
