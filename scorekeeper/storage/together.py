"""Deals that are booked together: rows of a paper sheet, all of them or none."""

from collections.abc import Sequence

from scorekeeper.night.acts import Booked
from scorekeeper.night.paper import PaperRow, party_so_far, read_rows
from scorekeeper.storage.book import Sender, append
from scorekeeper.storage.reading import standings
from scorekeeper.storage.repeats import Reused
from scorekeeper.storage.statements import fetch
from scorekeeper.storage.transactions import writing
from scorekeeper.storage.weighing import state_now


def weigh_rows(night_id: int, lines: Sequence[str]) -> list[PaperRow]:
    """Return what lines would book as the next deals of a night, in order. Raises Refused where nobody can sit."""
    state, players = state_now(night_id), standings(night_id)
    column = state.night.game.shows(state.night.rules_at(state.night.number))
    stand = {player.key: player.score if column == "sheet" else player.balance for player in players}
    carried = party_so_far(state) if state.night.game.tally else stand
    return list(read_rows(state, {player.key: player.name for player in players}, carried, lines))


def book_together(night_id: int, sender: Sender, acts: Sequence[Booked], based_on: int = 0) -> None:
    """Append the next deals of a night in one transaction; sent again under the same id they are not written again.

    `based_on` is the version at which the first of their slots was seen. Raises what `append` raises, and Reused
    where under this id other deals were sent, or not as many.
    """
    senders = [sender._replace(request=f"{sender.request}-{place:03}") for place in range(len(acts) + 1)]
    with writing():
        known = _sent(night_id, [one.request for one in senders])
        if known and known != {one.request for one in senders[:-1]}:
            raise Reused
        for place, act in enumerate(acts):
            append(night_id, senders[place], act, 0 if place else based_on)


def _sent(night_id: int, requests: Sequence[str]) -> set[str]:
    places = ", ".join("?" * len(requests))
    sql = f"SELECT request FROM entry WHERE night_id = ? AND request IN ({places})"  # noqa: S608 - question marks
    return {request for (request,) in fetch(sql, night_id, *requests)}


def first_sent(night_id: int, request: str) -> int:
    """Return the number of the first deal that was booked together under an id, 0 where none was."""
    rows = fetch("SELECT number FROM entry WHERE night_id = ? AND request = ?", night_id, f"{request}-000")
    return int(rows[0][0]) if rows else 0
