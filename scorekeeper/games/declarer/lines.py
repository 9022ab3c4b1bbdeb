"""Common lines of games with one declarer: the winner with the points, the announcements, and the ends of a call."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from scorekeeper.games.declarer.asking import name_contra
from scorekeeper.games.declarer.claims import AnyDeal, Claim
from scorekeeper.games.game import Outcome
from scorekeeper.games.own_values import mark_own
from scorekeeper.games.score import Factor, Score
from scorekeeper.phrase import Name, Phrase, Value, say

D = TypeVar("D", bound=AnyDeal)


def find_points(declarer: str, won: bool | None, points: Value, pack: int, needed: Value) -> Phrase:
    """Return the end of the declarer's game in words; `won` is None if a Valat decides it."""
    values: dict[str, Value] = {"declarer": Name(declarer), "points": points, "pack": pack}
    if won is None:
        return say("{declarer} has {points} of {pack} card points; the Valat decides", **values)
    values["needed"] = needed
    if won:
        return say("{declarer} wins with {points} of {pack} card points; {needed} were needed", **values)
    return say("{declarer} loses with {points} of {pack} card points; {needed} were needed", **values)


def describe(claim: Claim) -> Phrase:
    """Return the ending of a claim in words, and the table as the source of its value where that is its own."""
    return mark_own(claim.bonus.own, _describe_end(claim))


def _describe_end(claim: Claim) -> Phrase:
    player: Value = Name(claim.player)
    if claim.loser:
        player = say("{player}, from {loser}", player=player, loser=Name(claim.loser))
    values: dict[str, Value] = {"bonus": claim.bonus.label, "player": player}
    if claim.made:
        return say("{bonus} announced: {player}", **values) if claim.announced else say("{bonus}: {player}", **values)
    if claim.announced:
        return say("{bonus} announced and not made: {player}", **values)
    if claim.bonus.ultimo > 1:
        return say("{bonus} lost in its trick: {player}", **values)
    return say("{bonus} lost in the last trick: {player}", **values)


def contra(level: int, rule: str) -> Iterator[Factor]:
    """Yield the factor of a level of contra."""
    if level:
        yield Factor(name_contra(level), 2**level, rule)


def pay_sheet(sheet: Mapping[str, int]) -> dict[str, int]:
    """Return the payments for a score sheet, each player settling the difference with each other."""
    total = sum(sheet.values())
    return {player: len(sheet) * points - total for player, points in sheet.items()}


def find_ends(
    call: D, score: Callable[[D], Score], possible: Callable[[D], bool] = lambda deal: True
) -> tuple[Outcome, ...]:
    """Return each end that a called deal can have: game won or lost by its side, all announcements made or failed.

    `score` returns what an end pays; `possible` is a game's own condition for an end.
    """
    announced = (
        (say("game won, announcements made"), True, True),
        (say("game won, announcements failed"), True, False),
        (say("game lost, announcements made"), False, True),
        (say("game lost, announcements failed"), False, False),
    )
    plain = ((say("game won"), True, True), (say("game lost"), False, True))
    found = []
    for label, won, made in announced if any(claim.risked for claim in call.claims) else plain:
        claims = tuple([replace(claim, made=made) if claim.risked else claim for claim in call.claims])
        deal = replace(call, claims=claims, won=won)
        # a side with every trick, or so many card points, has won the game as well
        deciding = [claim for claim in claims if claim.made and (claim.bonus.all_tricks or claim.bonus.count > 0)]
        if all(deal.of_side(claim) == won for claim in deciding) and possible(deal):
            found.append(Outcome(label, score(deal)))
    return tuple(found)


def find_ends_by_role(call: D, ends: Callable[[D], tuple[Outcome, ...]]) -> tuple[Outcome, ...]:
    """Return the payments of each end of a called deal by role, while the partner is known only to themselves.

    An end is returned once if its payments by role are the same for every partner. If they differ, because a player
    of unknown side announced something, the end includes the name of the partner.
    """
    found: dict[Phrase, dict[tuple[int, ...], tuple[Outcome, list[str]]]] = {}
    for partner in call.defenders:
        others = tuple(player for player in call.defenders if player != partner)
        roles = {call.declarer: say("declarer"), partner: say("partner"), **dict.fromkeys(others, say("each opponent"))}
        for end in ends(replace(call, partner=partner, defenders=others)):
            paid = end.score.totals(roles)
            by_role = (paid[call.declarer], paid[partner], *sorted(paid[player] for player in others))
            found.setdefault(end.label, {}).setdefault(by_role, (end._replace(roles=roles), []))[1].append(partner)
    found_ends = []
    for ways in found.values():
        for end, partners in ways.values():
            players = tuple(Name(player) for player in partners)
            label = say("{end}, partner: {players}", end=end.label, players=players) if len(ways) > 1 else end.label
            found_ends.append(end._replace(label=label))
    return tuple(found_ends)
