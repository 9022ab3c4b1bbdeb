"""What is paid in a Trischaken, by the scheme of a table: its losers, its burgher, and those without a trick."""

from collections.abc import Callable, Iterator, Mapping
from math import prod
from typing import NamedTuple

from scorekeeper.cards.packs import Pack
from scorekeeper.games.declarer.contracts import DeclarerRules
from scorekeeper.games.rulebook import Row
from scorekeeper.games.score import Factor, Line, Score, cited_rules
from scorekeeper.games.tarock.postings import Posting
from scorekeeper.phrase import Name, Value, say

POTS = ("ooe", "sauwald", "wien")
"""The schemes in which, as usual, one loser pays into a pot."""
PLAYERS = ("declarer", "one", "two", "three")


class Cited(NamedTuple):
    """The rules behind the payments: with a pot, and by the schemes without one."""

    burgher: str
    forehand: str
    loser: str
    virgins: str
    two_most: str
    three_most: str
    first: str
    one_virgin: str
    three_alike: str
    middle: str
    pairs: str


def settle_counts(
    rules: DeclarerRules, worth: int, counts: Mapping[str, int], forehand: str, cited: Cited, *, alike: bool = False
) -> Posting:
    """Return the settlement of a Trischaken, from counts in thirds; it is `worth` so much from a loser to each other.

    With a pot one loser pays all others, or those without a trick unless all are paid `alike`; else two pay two.
    """
    alike = alike or rules.virgins == "alike"
    if not rules.one_pays:
        return _post_pairs(rules, worth, counts, forehand, cited)
    most = max(counts.values())
    losers = tuple(player for player in counts if counts[player] == most)
    if forehand in losers and rules.trischaken_tied == "forehand":
        losers = (forehand,)
    others = tuple(player for player in counts if player not in losers)
    virgins = tuple(player for player in others if not counts[player] and not alike)
    if len(losers) > 1:
        return _post_tied(rules, worth, losers, others, virgins, forehand, cited)
    burgher = most >= rules.threshold and rules.trischaken_burgher
    factors = [Factor(say("burgher"), 2, cited.burgher)] if burgher else []
    if losers == (forehand,) and _charges_forehand(rules):
        factors.append(Factor(say("forehand"), 2, cited.forehand))
    return _post_loser(rules, 3 * worth, losers[0], others, virgins, tuple(factors), cited)


def _charges_forehand(rules: DeclarerRules) -> bool:
    """Return whether forehand pays more; never as in Rüdiger's round."""
    return bool(rules.trischaken_forehand and rules.trischaken != "ruediger")


def _post_tied(
    rules: DeclarerRules,
    worth: int,
    losers: tuple[str, ...],
    others: tuple[str, ...],
    virgins: tuple[str, ...],
    forehand: str,
    cited: Cited,
) -> Posting:
    """Return the payments of two or three losers, half a pot each or a third of it, to the players without a trick.

    Forehand among them pays twice where the table has it so; what does not come out is rounded up.
    """
    reason = say("Trischaken: {players} have the most", players=tuple(map(Name, losers)))
    winners = virgins or others
    three = len(losers) == 3
    each = worth if three else (3 * worth + 1) // 2
    if rules.trischaken == "sauwald" and virgins and not three:
        each = 3 * worth
    parts = {player: 2 if player == forehand and _charges_forehand(rules) else 1 for player in losers}
    total = sum(parts.values())
    rule = cited.three_most if three else cited.two_most
    if total % len(winners):
        each = -(-each // len(winners))
        parts = {player: part * len(winners) for player, part in parts.items()}
        total *= len(winners)
    gains = [(player, total // len(winners)) for player in winners]
    return Posting(reason, rule, each, (*((player, -part) for player, part in parts.items()), *gains))


def _post_loser(
    rules: DeclarerRules,
    pot: int,
    loser: str,
    others: tuple[str, ...],
    virgins: tuple[str, ...],
    factors: tuple[Factor, ...],
    cited: Cited,
) -> Posting:
    """Return the payments of one loser: to everybody, or to the players without a trick, shared or each in full."""
    rule = cited.virgins if virgins else cited.loser
    winners = virgins or others
    full = rules.trischaken != "sauwald" and rules.virgins == "each_full"
    full = full or (rules.trischaken == "sauwald" and len(virgins) < len(others))
    reason = say("Trischaken: {player} has the most", player=Name(loser))
    shares = (*((player, 1) for player in winners), (loser, -len(winners)))
    if virgins and full:
        return Posting(reason, rule, pot, shares, factors)
    if pot % len(winners):
        whole = pot * prod(factor.times for factor in factors)
        return Posting(reason, rule, (whole + 1) // 2, shares)
    return Posting(reason, rule, pot // len(winners), shares, factors)


def _post_pairs(rules: DeclarerRules, worth: int, counts: Mapping[str, int], forehand: str, cited: Cited) -> Posting:
    """Return the first case that holds, from counts in thirds."""
    first, second, third, last = sorted(counts, key=lambda player: -counts[player])
    virgins = tuple(player for player in counts if not counts[player])
    burgher = counts[first] >= rules.threshold and rules.trischaken_burgher
    guilty = first == forehand and _charges_forehand(rules)
    if counts[first] > counts[second] and (burgher or guilty):
        total = 3 * worth
        taking = virgins if rules.trischaken != "ruediger" or len(virgins) == 1 else ()
        winners = taking or tuple(player for player in counts if player != first)
        gain = -(-total // len(winners))  # what does not come out is rounded up
        shares = (*((player, gain) for player in winners), (first, -gain * len(winners)))
        factors = (Factor(say("burgher"), 2, cited.first),) if burgher and guilty else ()
        return Posting(say("Trischaken: {player} has the most", player=Name(first)), cited.first, 1, shares, factors)
    if len(virgins) == 1:
        shares = tuple((player, 3 if player in virgins else -1) for player in counts)
        reason = say("Trischaken: {player} has no trick", player=Name(virgins[0]))
        return Posting(reason, cited.one_virgin, worth, shares)
    if counts[first] == counts[third] or counts[second] == counts[last]:
        fourth, sign = (last, 1) if counts[first] == counts[third] else (first, -1)
        shares = tuple((player, 3 * sign if player == fourth else -sign) for player in counts)
        return Posting(say("Trischaken: three have the same"), cited.three_alike, (worth + 1) // 2, shares)
    if counts[second] == counts[third]:
        reason = say("Trischaken: {player} has the most, {other} the least", player=Name(first), other=Name(last))
        return Posting(reason, cited.middle, worth, ((first, -1), (last, 1)))
    shares = ((first, -1), (second, -1), (third, 1), (last, 1))
    return Posting(say("Trischaken: the two with more pay the two with less"), cited.pairs, worth, shares)


def make_rows(rules: DeclarerRules, pack: Pack, score: Callable[[dict[str, int]], Score]) -> Iterator[Row]:
    """Yield the payments of a Trischaken, without and with a burgher, by the `score` of counts in thirds.

    Each row has such counts, the paid player and the sign; the first of the players is forehand.

    If two took everything, neither is a burgher only if the one with more is as little below that as possible.
    """
    most = rules.threshold - 1
    below = (0, most, sum(pack.worth) - most, 0)
    for label, counts, place, sign in (
        (say("the player with the most pays"), ((50, 90, 40, 30), (40, 110, 35, 25)), 1, -1),
        (say("forehand with the most pays"), ((90, 50, 40, 30), (110, 40, 35, 25)), 0, -1),
        (say("the only one without a trick gets"), ((60, 90, 60, 0), (50, 110, 50, 0)), 3, 1),
        (say("each of two without a trick gets"), (below, (0, 110, 100, 0)), 3, 1),
    ):
        cells = list[Value]()
        lines = list[Line]()
        for thirds in counts:
            found = score(dict(zip(PLAYERS, thirds, strict=True)))
            cells.append(sign * found.totals(PLAYERS)[PLAYERS[place]])
            lines += found.lines
        if any(cells):  # nobody is paid from a pot
            yield Row(label, tuple(cells), cited_rules(lines))
