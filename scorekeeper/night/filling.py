"""What an act leaves open until it is written: who deals and plays, a new player's key, what is open."""

from dataclasses import replace
from typing import TypeVar

from scorekeeper.night.acts import Act, Carried, Joined, KittyMoved, Objected, SlotAct, Undone
from scorekeeper.night.night import FULL
from scorekeeper.night.replay import Replay
from scorekeeper.night.seats import seat_deal
from scorekeeper.phrase import Refused, say

A = TypeVar("A", bound=SlotAct)


def fill_in(state: Replay, act: Act) -> Act:
    """Return an act as it is written at a night that stands so. Raises Refused for who cannot play."""
    match act:
        case Carried() if not act.amounts:
            return replace(act, amounts=state.account.to_carry(state.points()))
        case KittyMoved():
            return replace(act, place=len(state.account.kitty.moves) + 1)
        case Objected():
            return replace(act, objection=len(state.objections[act.number]) + 1)
        case Joined():
            return replace(act, player=f"p{len(state.night.seats) + 1}")
        case SlotAct():
            return _fill_in_seats(state, act)
        case _:
            return act


def _fill_in_seats(state: Replay, act: A) -> A:
    if act.number > FULL:  # a file with more deals is not read again
        raise Refused("number", say("a night has at most {most} deals; open the next one", most=FULL))
    if isinstance(act, Undone):
        slot = state.slots.get(act.number)
        seating = slot.acts[-1].seating if slot and slot.acts else act.seating
    else:
        seating = seat_deal(state.night, act.number, act.dealer, act.playing)
    return replace(act, dealer=seating.dealer, playing=seating.playing)
