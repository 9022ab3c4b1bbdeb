"""What a wrong card costs that ended the deal."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from scorekeeper.games.koenigrufen.played import Played
from scorekeeper.games.koenigrufen.posting import Posting
from scorekeeper.games.koenigrufen.rules import Rules
from scorekeeper.games.score import Shares
from scorekeeper.phrase import Name, say

Settle = Callable[[Rules, Played], Iterator[Posting]]


def post_revoke(rules: Rules, deal: Played, settle: Settle) -> Iterator[Posting]:
    """Yield what the offender pays: what everybody else would have won, or what his side loses (KR-47)."""
    guilty = deal.revoke in deal.side
    if rules.revoke == "side_loses":
        yield from (_by(posting, deal.revoke) for posting in settle(rules, _ended(deal, won=not guilty)))
        return
    for won, side in ((True, deal.side), (False, deal.defenders)):
        for posting in settle(rules, _ended(deal, won=won)):
            shares = _paid_by(deal.revoke, side, posting.shares)
            if shares:
                yield _by(posting._replace(shares=shares), deal.revoke)


def _ended(deal: Played, *, won: bool) -> Played:
    """Return the deal as if the declarer's side had won, or lost, the game and every announced bonus."""
    claims = tuple(replace(claim, made=deal.of_side(claim) == won) for claim in deal.claims)
    return replace(deal, won=won, claims=claims)


def _paid_by(offender: str, side: tuple[str, ...], shares: Shares) -> Shares:
    """Return the shares where the offender pays all that this side gets, and gets nothing himself."""
    got = tuple((player, share) for player, share in shares if player in side and player != offender and share > 0)
    return (*got, (offender, -sum(share for _, share in got))) if got else ()


def _by(posting: Posting, offender: str) -> Posting:
    reason = say("wrong card by {player}: {reason}", player=Name(offender), reason=posting.reason)
    return posting._replace(reason=reason, rule="KR-47")
