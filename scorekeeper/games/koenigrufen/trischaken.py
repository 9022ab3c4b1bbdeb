"""A Trischaken: who took the most card points pays, as each author has it."""

from collections.abc import Iterator, Mapping
from math import prod

from scorekeeper.games.koenigrufen.played import Played
from scorekeeper.games.koenigrufen.posting import Posting
from scorekeeper.games.koenigrufen.rules import Rules
from scorekeeper.games.score import Factor, Shares
from scorekeeper.phrase import Name, Phrase, say

POTS = {"ooe": 3, "sauwald": 3, "wien": 6}


def post_trischaken(rules: Rules, deal: Played) -> Iterator[Posting]:
    """Yield the settlement of a Trischaken (KR-50 to KR-61), or what a wrong card costs in it (KR-48), in points."""
    if deal.revoke:
        yield _post_revoke(rules, deal)
    elif rules.trischaken in POTS:
        yield _post_pot(rules, dict(deal.counts), deal.forehand)
    else:
        yield settle_pairs(rules, dict(deal.counts), deal.forehand)


def _post_revoke(rules: Rules, deal: Played) -> Posting:
    players = (deal.declarer, *deal.defenders)
    guilty = deal.revoke == deal.forehand
    value = rules.trischaken_revoke_forehand if guilty else rules.trischaken_revoke
    shares = tuple((player, 1 - len(players) if player == deal.revoke else 1) for player in players)
    return Posting(say("Trischaken: wrong card by {player}", player=Name(deal.revoke)), "KR-48", value, shares)


def _post_pot(rules: Rules, counts: Mapping[str, int], forehand: str) -> Posting:
    most = max(counts.values())
    top = tuple(player for player in counts if counts[player] == most)
    if forehand in top or len(top) == 1:
        loser = forehand if forehand in top else top[0]
        factors = []
        if most >= rules.threshold:
            factors.append(Factor(say("burgher"), 2, "KR-51"))
        if loser == forehand:
            factors.append(Factor(say("forehand"), 2, "KR-52"))
        virgins = tuple(player for player in counts if not counts[player])
        return _post_loser(rules, counts, loser, virgins, tuple(factors))
    return _post_tied(rules, counts, top)


def _post_loser(
    rules: Rules, counts: Mapping[str, int], loser: str, virgins: tuple[str, ...], factors: tuple[Factor, ...]
) -> Posting:
    """Return what one loser pays: to everybody, or to the players without a trick."""
    pot = POTS[rules.trischaken]
    others = tuple(player for player in counts if player != loser)
    reason = say("Trischaken: {player} has the most", player=Name(loser))
    if not virgins or len(virgins) == len(others):
        each = pot // len(others)
        full = rules.trischaken == "ooe" and rules.virgins == "each_full" and virgins
        return Posting(reason, "KR-54" if virgins else "KR-53", pot if full else each, _pay(loser, others), factors)
    if rules.trischaken == "sauwald" or (rules.trischaken == "ooe" and rules.virgins == "each_full"):
        return Posting(reason, "KR-54", pot, _pay(loser, virgins), factors)
    if len(virgins) == 2 and pot % 2:
        whole = pot * prod(factor.times for factor in factors)
        return Posting(reason, "KR-54", (whole + 1) // 2, _pay(loser, virgins))
    return Posting(reason, "KR-54", pot // len(virgins), _pay(loser, virgins), factors)


def _pay(loser: str, winners: tuple[str, ...]) -> Shares:
    return (*((player, 1) for player in winners), (loser, -len(winners)))


def _post_tied(rules: Rules, counts: Mapping[str, int], losers: tuple[str, ...]) -> Posting:
    """Return what two or three pay who have the same, and forehand is not among them."""
    others = tuple(player for player in counts if player not in losers)
    virgins = tuple(player for player in others if not counts[player])
    reason = _name(losers)
    if len(losers) == 3:
        shares = (*((player, -1) for player in losers), (others[0], 3))
        return Posting(reason, "KR-56", 2 if rules.trischaken == "wien" else 1, shares)
    each = {"ooe": 2, "sauwald": 3 if virgins else 2, "wien": 3}[rules.trischaken]
    winners = virgins or others
    shares = (*((player, -1) for player in losers), *((player, 2 // len(winners)) for player in winners))
    return Posting(reason, "KR-55", each, shares)


def _name(losers: tuple[str, ...]) -> Phrase:
    return say("Trischaken: {players} have the most", players=tuple(map(Name, losers)))


def settle_pairs(rules: Rules, counts: Mapping[str, int], forehand: str) -> Posting:
    """Return the first case that holds, in the order of the rules (KR-57 to KR-61), from counts in thirds."""
    value = 2 if rules.trischaken == "tirol" else 1
    order = sorted(counts, key=lambda player: -counts[player])
    first, second, third, last = order
    virgins = tuple(player for player in counts if not counts[player])
    if counts[first] > counts[second] and (alone := _post_alone(rules, counts, first, forehand, virgins)):
        return alone
    if len(virgins) == 1:
        shares = tuple((player, 3 if player in virgins else -1) for player in counts)
        reason = say("Trischaken: {player} has no trick", player=Name(virgins[0]))
        return Posting(reason, "KR-58", value, shares)
    if counts[first] == counts[third] or counts[second] == counts[last]:
        fourth, sign = (last, 1) if counts[first] == counts[third] else (first, -1)
        shares = tuple((player, 3 * sign if player == fourth else -sign) for player in counts)
        return Posting(say("Trischaken: three have the same"), "KR-59", 1, shares)
    if counts[second] == counts[third]:
        reason = say("Trischaken: {player} has the most, {other} the least", player=Name(first), other=Name(last))
        return Posting(reason, "KR-60", value, ((first, -1), (last, 1)))
    shares = ((first, -1), (second, -1), (third, 1), (last, 1))
    return Posting(say("Trischaken: the two with more pay the two with less"), "KR-61", value, shares)


def _post_alone(
    rules: Rules, counts: Mapping[str, int], loser: str, forehand: str, virgins: tuple[str, ...]
) -> Posting | None:
    """Return what a player pays who alone has the most, as a burgher or, in Tyrol, as forehand."""
    burgher = counts[loser] >= rules.threshold
    tirol = rules.trischaken == "tirol"
    if not burgher and not (tirol and loser == forehand):
        return None
    others = tuple(player for player in counts if player != loser)
    taking = virgins if tirol or len(virgins) == 1 else ()
    winners = taking or others
    total = 6 if tirol else 3
    shares = (*((player, total // len(winners)) for player in winners), (loser, -total))
    factors = (Factor(say("burgher"), 2, "KR-57"),) if tirol and burgher and loser == forehand else ()
    return Posting(say("Trischaken: {player} has the most", player=Name(loser)), "KR-57", 1, shares, factors)
