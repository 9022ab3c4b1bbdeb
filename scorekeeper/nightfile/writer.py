"""Writing a night as a file: `read_night` reads it again."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from scorekeeper.accounts.kitty import KITTY
from scorekeeper.cards.record import write_record
from scorekeeper.games.house_rules import DEFAULT_VALUE
from scorekeeper.journal.acts import Adjusted, Answered, RulesChanged, SlotAct
from scorekeeper.money import write_coins, write_stake
from scorekeeper.night.night import MOST_PEOPLE, Night, open_night, turn
from scorekeeper.night.objections import texts_of_objections
from scorekeeper.night.transitions import advance
from scorekeeper.nightfile.document import Outline

LONG = ("deals", "journal")
_NO_NOTE = "–"  # stands for a reason that was forgotten: a file's reader asks for one


def write_night(document: Outline) -> dict[str, object]:
    """Return the tables of a night file, from which `read_night` reads the same deals, results and balances."""
    return {key: list(value) if key in LONG else value for key, value in write_outline(document).items()}


def write_outline(document: Outline) -> dict[str, Any]:
    """Return the same tables, with iterators under the keys `LONG`."""
    opened = document.opened
    stake = document.stake
    players = list(document.night.players)
    dealer = opened.dealer or players[-1]
    night: dict[str, Any] = {
        "game": opened.game,
        "rules": document.night.preset,
        "title": document.title,
        "date": document.night.date,
        "players": players,
        "dealer": dealer,
        "stake": write_stake(stake) if stake else None,
        "at_play": opened.most or None,
        "house": dict(opened.house),
        "deals": _write_deals(document, open_night(replace(opened, seats=tuple(players), dealer=dealer), MOST_PEOPLE)),
        "coin": write_coins(document.coin, stake) if document.coin else None,
        "purses": list(map(list, document.purses)) or None,
    }
    settled = document.settled
    if document.kitty or KITTY in settled:
        moves = (
            {move.how: write_coins(move.amount, stake), "player": move.who, "reason": move.note}
            for move in document.kitty
        )
        night["kitty"] = [{key: value for key, value in move.items() if value != ""} for move in moves]
    night["settled"] = {who: write_coins(settled[who], stake) for who in settled if who != KITTY}
    if document.journal:
        former = {key: [list(named) for named in names] for key, names in document.former.items()}
        night |= {"keys": dict(document.keys), "salts": dict(document.salts), "former": former}
        night["journal"] = iter(document.journal)
    return {key: value for key, value in night.items() if value not in (None, "", {})}


def _write_deals(document: Outline, night: Night) -> Iterator[dict[str, object]]:
    """Yield each deal, with dealer and players only where they differ from those that a reader assumes."""
    changes = {act.number: act for act in document.acts if isinstance(act, RulesChanged)}  # the latest of each
    doubts = texts_of_objections(document.acts)
    stakes = dict(document.night.stakes[1:])
    for act in document.deals:
        deal: dict[str, object] = {}
        number = act.number
        if stake := stakes.get(number):
            deal["stake"] = write_stake(stake)
        if agreed := changes.get(number):
            # A reader adds these to the rules in force, except beside a journal, which has all of them.
            gone = () if document.journal else night.house_at(number).settings.keys() - agreed.house.keys()
            deal["house"] = {**agreed.house, **dict.fromkeys(sorted(gone), DEFAULT_VALUE)}
            night = advance(night, agreed)
        deal |= _write_deal(night, act)
        if number in doubts:
            texts = ({"text": one.text or _NO_NOTE, "how": one.how, "reason": one.reason} for one in doubts[number])
            deal["objections"] = [{key: text for key, text in one.items() if text} for one in texts]
        yield deal
        night = advance(night, act)


def _write_deal(night: Night, act: SlotAct) -> dict[str, object]:
    seating = act.seating
    deal: dict[str, object] = {}
    parties = night.game.parties
    if seating.dealer != night.dealer or (parties and parties.dealer):  # a game may choose the dealer by the points
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
