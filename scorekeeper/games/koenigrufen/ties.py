"""A Trischaken as in Tyrol and in Rüdiger's round: those with more pay those with less."""

from collections.abc import Mapping

from scorekeeper.games.koenigrufen.posting import Posting
from scorekeeper.games.koenigrufen.rules import Rules
from scorekeeper.games.score import Factor
from scorekeeper.phrase import Name, say


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
    burgher, tirol = counts[loser] >= rules.threshold, rules.trischaken == "tirol"
    if not burgher and not (tirol and loser == forehand):
        return None
    others = tuple(player for player in counts if player != loser)
    taking = virgins if tirol or len(virgins) == 1 else ()
    winners, total = taking or others, 6 if tirol else 3
    shares = (*((player, total // len(winners)) for player in winners), (loser, -total))
    factors = (Factor(say("burgher"), 2, "KR-57"),) if tirol and burgher and loser == forehand else ()
    return Posting(say("Trischaken: {player} has the most", player=Name(loser)), "KR-57", 1, shares, factors)
