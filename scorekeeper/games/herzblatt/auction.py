"""The auction of Braun's Solo: who plays, and in which suit (SO-1 to SO-3)."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from scorekeeper.games.herzblatt.rules import SoloRules

PASS = "pass"
RISING = ("D", "H", "S", "C")

Reason = Literal["MUST_BE_HIGHER", "PASSED_ALREADY", "AUCTION_OVER"]


class Bid(NamedTuple):
    """What a player says: a suit, or PASS."""

    player: str
    said: str


class Breach(NamedTuple):
    """The first bid that breaks a rule: its index from 0, whose it is, and why."""

    step: int
    player: str
    reason: Reason


class Auction(NamedTuple):
    """How an auction stands: the highest bidder and his suit, "" while nobody has bid, and the first breach.

    `over` says whether nobody else can bid any more.
    """

    soloist: str = ""
    suit: str = ""
    over: bool = False
    breach: Breach | None = None


def auction(rules: SoloRules, players: Sequence[str], bids: Sequence[Bid]) -> Auction:
    """Return the auction among `players` as far as it is clean. In which order they speak is not judged (SO-2)."""
    state, said, passed = Auction(), set[str](), set[str]()
    for step, bid in enumerate(bids):
        reason = _broken(rules, state, bid, said, passed)
        if reason:
            return state._replace(breach=Breach(step, bid.player, reason))
        said.add(bid.player)
        if bid.said == PASS:
            passed.add(bid.player)
        else:
            state = state._replace(soloist=bid.player, suit=bid.said)
        state = state._replace(over=_over(rules, state, players, said, passed))
    return state


def _broken(rules: SoloRules, state: Auction, bid: Bid, said: set[str], passed: set[str]) -> Reason | None:
    if bid.player in passed:
        return "PASSED_ALREADY"
    if state.over or (rules.auction == "one_bid_each" and bid.player in said):
        return "AUCTION_OVER"
    if bid.said != PASS and state.suit and RISING.index(bid.said) <= RISING.index(state.suit):
        return "MUST_BE_HIGHER"
    return None


def _over(rules: SoloRules, state: Auction, players: Sequence[str], said: set[str], passed: set[str]) -> bool:
    if rules.auction == "one_bid_each":
        return said.issuperset(players)
    others = [player for player in players if player != state.soloist]
    return passed.issuperset(others)


def may_announce(rules: SoloRules, suit: str) -> tuple[str, ...]:
    """Return the suits that the winner of an auction with `suit` may make trumps (SO-3)."""
    return RISING[RISING.index(suit) :] if rules.raise_after_auction else (suit,)
