"""The auction of Husarln: who is the declarer, and with which bid (HU-11 to HU-14)."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from scorekeeper.games.husarln.rules import Rules

PASS = "pass"  # "weiter", or "gut" to a bid that was held
HOLD = "hold"  # "mein Spiel"
SOLO_BID = "S"
RISING = ("Z", "E", SOLO_BID)

Reason = Literal["MUST_BE_HIGHER", "PASSED_ALREADY", "NO_PRIORITY", "AUCTION_OVER"]


class Bid(NamedTuple):
    """What a player says: one of RISING, HOLD or PASS."""

    player: str
    said: str


class Breach(NamedTuple):
    """The first bid that breaks a rule: its index from 0, whose it is, and why."""

    step: int
    player: str
    reason: Reason


class Auction(NamedTuple):
    """How an auction stands: the owner of the highest bid and that bid, "" while there is none, and the first breach.

    `over` says whether nobody else can bid any more.
    """

    declarer: str = ""
    bid: str = ""
    over: bool = False
    breach: Breach | None = None


def auction(rules: Rules, players: Sequence[str], bids: Sequence[Bid]) -> Auction:
    """Return the auction among `players`, forehand first, as far as it is clean.

    Whether two of them bid against each other before the third speaks, no source tells; so turns are not judged.
    """
    state, passed = Auction(), set[str]()
    for step, bid in enumerate(bids):
        reason = _broken(state, players, bid, passed)
        if reason:
            return state._replace(breach=Breach(step, bid.player, reason))
        if bid.said == PASS:
            passed.add(bid.player)
        else:
            state = state._replace(declarer=bid.player, bid=state.bid if bid.said == HOLD else bid.said)
        state = state._replace(over=_over(rules, state, players, passed))
    return state


def _broken(state: Auction, players: Sequence[str], bid: Bid, passed: set[str]) -> Reason | None:
    if bid.player in passed:
        return "PASSED_ALREADY"
    if state.over:
        return "AUCTION_OVER"
    if bid.said == PASS:
        return None
    if bid.said == HOLD:
        return None if _has_priority(state, players, bid.player) else "NO_PRIORITY"
    return "MUST_BE_HIGHER" if state.bid and RISING.index(bid.said) <= RISING.index(state.bid) else None


def _has_priority(state: Auction, players: Sequence[str], player: str) -> bool:
    """HU-12: a bid is held by who sits earlier in the order than its owner."""
    return bool(state.bid) and players.index(player) < players.index(state.declarer)


def _over(rules: Rules, state: Auction, players: Sequence[str], passed: set[str]) -> bool:
    others = [player for player in players if player != state.declarer]
    return passed.issuperset(others) or (rules.solo_ends and state.bid == SOLO_BID)
