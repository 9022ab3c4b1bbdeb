"""Who sits in the deal of a form: as the form says, else as it was called or booked, else as the rotation has it."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from scorekeeper.games.game import Seating
from scorekeeper.journal.acts import SlotAct
from scorekeeper.night.night import Night, next_here, seat_deal, turn
from scorekeeper.phrase import Refused, say


class Seats(NamedTuple):
    """Who sits in a deal as far as it is said; what is not said is left to the rotation."""

    dealer: str = ""
    playing: tuple[str, ...] = ()


class Seated(NamedTuple):
    """Who sits in a deal. `usual` deals unless somebody else is picked; `said` is what was picked by hand, if any was.

    `ticked` are the players who were picked one by one, None where they follow from who deals.
    """

    seating: Seating
    usual: str
    said: Seats | None
    ticked: Sequence[str] | None = None
    refused: Refused | None = None


def seats_of(act: SlotAct | None) -> Seats:
    """Return who sits, as far as an act says it."""
    return Seats(act.dealer, act.playing) if act else Seats()


def seat(night: Night, number: int, known: Seats, posted: Any) -> Seated:
    """Return who sits in deal `number`, given what is `known` of it and the form that was sent, if any.

    A form says in `shown` whom it showed as playing; as long as that stands, the players follow from who deals.
    """
    usual = known.dealer or next_here(night, night.dealer)
    picked_dealer = posted.get("dealer") if posted is not None else ""
    dealer = picked_dealer or usual
    ticked = _ticked(posted)
    playing = known.playing
    if ticked is not None:
        playing = _in_order(night, dealer, ticked)
    elif dealer != usual:
        playing = () if _rotates(night, number, known) else _in_order(night, dealer, playing)
    try:
        if ticked is not None and not ticked:
            raise Refused("playing", say("nobody is ticked as playing"))
        seating = seat_deal(night, number, dealer, playing)
    except Refused as refused:
        return Seated(Seating(number, usual, playing or night.here), usual, None, ticked, refused)
    picked = ticked is not None or picked_dealer
    return Seated(seating, usual, Seats(dealer, seating.playing) if picked else None, ticked)


def _ticked(posted: Any) -> Sequence[str] | None:
    """Return who was picked by hand to play, None where nobody touched what the form showed."""
    if posted is None or not ("shown" in posted or posted.getlist("playing")):
        return None
    ticked = set(posted.getlist("playing"))
    shown = set(posted.get("shown", "").split())
    return None if shown and ticked == shown else posted.getlist("playing")


def _rotates(night: Night, number: int, known: Seats) -> bool:
    """Whether the players of a deal are those whom its dealer brings."""
    if not known.playing or known.dealer not in night.players:
        return True
    return set(known.playing) == set(turn(night, number, known.dealer))


def _in_order(night: Night, dealer: str, chosen: Sequence[str]) -> tuple[str, ...]:
    """The chosen players from forehand on; whoever has no seat stands last, to be refused."""
    players = night.players
    place = players.index(dealer) + 1 if dealer in players else 0
    order = (*players[place:], *players[:place], *(player for player in chosen if player not in players))
    return tuple(player for player in order if player in chosen)
