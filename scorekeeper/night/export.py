"""Writing a night as a file: `read_night` reads it again."""

from collections.abc import Iterator
from dataclasses import replace

from scorekeeper.cards.record import write_record
from scorekeeper.games.house import AS_AUTHOR
from scorekeeper.night.acts import (
    Adjusted,
    Answered,
    Json,
    RulesChanged,
)
from scorekeeper.night.changes import advance
from scorekeeper.night.document import Document, Slot
from scorekeeper.night.night import Night, open_night
from scorekeeper.night.objections import Doubt, doubts_in
from scorekeeper.night.seats import turn
from scorekeeper.night.settled import write_settling
from scorekeeper.night.stake import write_stake

_NO_NOTE = "–"  # stands for a reason that was forgotten: a file's reader asks for one


def write_night(document: Document) -> dict[str, object]:
    """Return the tables of a night file; `read_night` reads the same deals, results and balances from them."""
    opened, players = document.opened, list(document.night.players)
    dealer = opened.dealer or players[-1]
    top: dict[str, object] = {
        "game": opened.game,
        "rules": document.night.preset,
        "title": document.title,
        "date": document.day,
        "players": players,
        "dealer": dealer,
    }
    if document.stake:
        top["stake"] = write_stake(document.stake)
    if opened.most:
        top["at_play"] = opened.most
    top["house"] = dict(opened.house)
    begun = open_night(replace(opened, seats=tuple(players), dealer=dealer))
    top["deals"] = list(_write_deals(document, begun))
    top |= write_settling(document)
    if document.journal:
        former = {key: [list(named) for named in names] for key, names in document.former.items()}
        top |= {"keys": dict(document.keys), "salts": dict(document.salts), "former": former}
        top["journal"] = list(document.journal)
    return {key: value for key, value in top.items() if value != "" and value != {}}


def _write_deals(document: Document, night: Night) -> Iterator[dict[str, object]]:
    """Write each slot; dealer and players only where they differ from what a reader of the file would assume."""
    changes = [act for act in document.acts if isinstance(act, RulesChanged)]
    doubts, stakes = doubts_in(document.acts), dict(document.night.stakes[1:])
    for slot in document.slots:
        deal: dict[str, object] = {}
        number = slot.seating.number
        if stake := stakes.get(number):
            deal["stake"] = write_stake(stake)
        agreed = [act for act in changes if act.number == number]
        if agreed:
            deal["house"] = _write_house(night, agreed[-1].house, all_told=bool(document.journal))
            night = advance(night, agreed[-1])
        deal |= _write_slot(night, slot)
        if number in doubts:
            deal["objections"] = [_write_doubt(doubt) for doubt in doubts[number]]
        yield deal
        night = advance(night, slot.act)


def _write_house(night: Night, house: Json, all_told: bool) -> dict[str, object]:
    """Return what a deal says of the house rules, so that `_read_house` finds those that were agreed."""
    gone = () if all_told else night.house_at(night.number).settings.keys() - house.keys()
    return {**house, **dict.fromkeys(sorted(gone), AS_AUTHOR)}


def _write_slot(night: Night, slot: Slot) -> dict[str, object]:
    act, seating = slot.act, slot.seating
    deal: dict[str, object] = {}
    if seating.dealer != night.dealer:
        deal["dealer"] = seating.dealer
    if seating.playing != turn(night, seating.number, seating.dealer):
        deal["playing"] = list(seating.playing)
    match act:
        case Adjusted():
            deal |= {"adjust": dict(act.adjust), "reason": act.note or _NO_NOTE}
        case Answered():
            deal.update(act.answers)
            if act.note:
                deal["note"] = act.note
        case _:
            deal |= {"void": True, "reason": act.note or _NO_NOTE}
    if act.play:
        deal["play"] = write_record(act.play)
    return deal


def _write_doubt(doubt: Doubt) -> dict[str, str]:
    written = {"text": doubt.text or _NO_NOTE, "how": doubt.how, "reason": doubt.reason}
    return {key: text for key, text in written.items() if text}
