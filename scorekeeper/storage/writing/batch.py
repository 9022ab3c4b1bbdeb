"""Deals that are booked together: all rows of a paper sheet, or none."""

import json
from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.games.questions import Answers
from scorekeeper.journal.act_json import read_act, write_act
from scorekeeper.journal.acts import Booked, SlotAct
from scorekeeper.journal.hash_chain import canonical
from scorekeeper.night.night import Night
from scorekeeper.night.requirements import fill_in
from scorekeeper.nightfile.shorthand.paper_rows import PaperRow, act_of_row, party_so_far, read_rows
from scorekeeper.nightfile.shorthand.parser import read_row, without_numbers
from scorekeeper.phrase import Refused
from scorekeeper.storage.engine.sql import fetch, writing
from scorekeeper.storage.journal.entries import Reused
from scorekeeper.storage.journal.state import load_rows, standings
from scorekeeper.storage.queries.nights import answers_before, known_about
from scorekeeper.storage.writing.entry import Sender, append, state_now


def preview_rows(night_id: int, lines: Sequence[str]) -> list[PaperRow]:
    """Return the next deals of a night that lines would book, in order. Raises Refused where nobody can sit."""
    state = state_now(night_id)
    players = standings(night_id)
    column = state.night.game.sheet_column(state.night.rules_at(state.night.number))
    stand = {player.key: player.score if column == "sheet" else player.balance for player in players}
    carried = party_so_far(state) if state.night.in_parties else stand
    called, _ = known_about(night_id, state.night.number)
    names = {player.key: player.name for player in players}
    known = called if called and called.dealer else None
    return list(
        read_rows(state, names, carried, lines, known, _answers_before(night_id, state.night, state.night.number))
    )


def _answers_before(night_id: int, night: Night, number: int) -> list[Answers]:
    back = night.game.proposal_depth(night.rules_at(number))
    return list(answers_before(night_id, number, back)) if back else []


def book_together(night_id: int, sender: Sender, rows: Sequence[PaperRow], based_on: int = 0) -> None:
    """Append rows as the next deals in one transaction; `based_on` is the first slot's version. Raises as `append`."""
    with writing():
        for place, row in enumerate(rows):
            assert row.act is not None
            append(night_id, sender._replace(request=_id(sender.request, place)), row.act, 0 if place else based_on)


def find_rows(night_id: int, request: str, lines: Sequence[str]) -> int:
    """Return the first deal that these rows booked under an id, 0 for an unused id. Raises Reused for other rows."""
    requests = [_id(request, place) for place in range(len(lines) + 1)]
    sql = f"""SELECT kind, facts, note FROM entry WHERE night_id = ? AND request IN ({", ".join("?" * len(requests))})
        ORDER BY seq"""  # noqa: S608 - question marks
    acts = [read_act(kind, json.loads(facts), note) for kind, facts, note in fetch(sql, night_id, *requests)]
    if not acts:
        return 0
    booked = [act for act in acts if isinstance(act, SlotAct)]
    if len(booked) != len(lines):
        raise Reused
    rows = load_rows(night_id)
    names = {player.key: player.name for player in rows.players}
    for act, line in zip(booked, without_numbers(lines), strict=True):
        try:
            row = act_of_row(rows.night, act.seating, names, read_row(names, line))
            if isinstance(row, Booked):
                earlier = _answers_before(night_id, rows.night, act.number)
                row = replace(row, answers=fill_in(rows.night, act.seating, row.answers, earlier))
        except Refused:
            raise Reused from None
        # The act also has the seating and the recorded cards.
        filled = replace(row, dealer=row.dealer or act.dealer, playing=act.playing, play=act.play)
        if canonical((act.kind, act.note, write_act(act))) != canonical((row.kind, row.note, write_act(filled))):
            raise Reused
    return booked[0].number


def _id(request: str, place: int) -> str:
    return f"{request}-{place:03}"
