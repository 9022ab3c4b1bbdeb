"""How long something can be taken back without a reason: for some seconds, by the clock of the server."""

from datetime import UTC, datetime

from scorekeeper.phrase import Refused, say

SECONDS = 10  # for so long it is offered
_ON_THE_WAY = 1  # so much later it still counts


def seconds_left(arrived: str) -> float:
    """Return for how many seconds more what arrived then (ISO 8601) can be taken back, below 0 once that is over.

    More than SECONDS means that the clock was put back since.
    """
    return SECONDS - (datetime.now(UTC) - datetime.fromisoformat(arrived)).total_seconds()


def check_in_time(arrived: str) -> None:
    """Refuse to take back what arrived too long ago; where the clock was put back, nobody is kept from it."""
    if seconds_left(arrived) < -_ON_THE_WAY:
        text = say("it can be taken back for {n} seconds only; void the deal with a reason instead", n=SECONDS)
        raise Refused("number", text)
