"""The score sheet lines of a deal of Husarln."""

from collections.abc import Iterator, Mapping
from functools import partial

from scorekeeper.cards.packs import TAROCK
from scorekeeper.cards.thirds import round_thirds, write_thirds
from scorekeeper.games.game import Outcome, PartyStanding, Seating, Sheets
from scorekeeper.games.husarln.deal import Deal, Redealt, name_cards, read_call
from scorekeeper.games.husarln.rules import SOLO, Rules
from scorekeeper.games.questions import Answers
from scorekeeper.games.score import Factor, Line, Score, sum_sheets
from scorekeeper.games.tarock.lines import contra, credit, describe, find_points, possible_ends
from scorekeeper.phrase import Name, Value, say

NEEDED = 34  # rounded card points (HU-6)
_HALF = TAROCK.points // 2


def ends(rules: Rules, sheets: Sheets) -> bool:
    """Return whether a player has the points that end the game."""
    return bool(_winners(rules, sum_sheets(sheets)))


def closing(rules: Rules, sheets: Sheets) -> tuple[Line, ...]:
    """Return the bonus lines of the players with the points that end the game."""
    if rules.game_end is None:
        return ()
    mark, bonus = rules.game_end
    totals = sum_sheets(sheets)
    lines = []
    for player in _winners(rules, totals):
        values: dict[str, Value] = {"player": Name(player), "points": totals[player], "mark": mark}
        reason = say("{player} has {points} of {mark} points and ends the game", **values)
        lines.append(Line(reason, "HU-64", bonus, ((player, 1),) if bonus else ()))
    return tuple(lines)


def tally(rules: Rules, sheets: Sheets) -> PartyStanding:
    """Return the standing of the game with these sheets, with the bonus of its end in the last of them."""
    totals = sum_sheets(sheets)
    winners = _winners(rules, totals)
    if rules.game_end is None:
        remark = say("the night lasts as long as the table likes")
    elif not winners:
        remark = say("the game ends at {mark} points", mark=rules.game_end.mark)
    else:
        won = tuple(map(Name, winners))
        remark = say("the game is over: {winners} +{bonus}", winners=won, bonus=rules.game_end.bonus)
    return PartyStanding(totals, winners, remark)


def _winners(rules: Rules, totals: Mapping[str, int]) -> tuple[str, ...]:
    end = rules.game_end
    return tuple(player for player in totals if totals[player] >= end.mark) if end else ()


def score(rules: Rules, deal: Deal | Redealt | None) -> Score:
    """Return the lines of one deal, in points of the score sheet; no player goes below zero (HU-62).

    They follow HU-5 to HU-7 and HU-30 to HU-65; without a deal everybody passed.
    """
    if isinstance(deal, Redealt):
        return Score((Line(say("a hand without tarocks, dealt again: nothing is written"), "HU-16"),))
    if deal is None:
        return Score((Line(say("everybody passed: nothing is written"), "HU-15"),))
    won = deal.revoke != deal.declarer if deal.revoke else wins(rules, deal.thirds)
    return Score((*_findings(rules, deal, won), *_lines(rules, deal, won)))


def wins(rules: Rules, thirds: int) -> bool:
    """Return whether so many thirds win the declarer’s game (HU-6, HU-7)."""
    return thirds > 3 * _HALF if rules.rounding == "exact" else round_thirds(thirds) >= NEEDED


def outcomes(rules: Rules, seating: Seating, answers: Answers) -> tuple[Outcome, ...]:
    """Return the lines of each end of a called deal: game won or lost, all announcements made or failed."""
    call = read_call(rules, seating, answers)
    if not isinstance(call, Deal):
        return (Outcome(say("dealt again") if call else say("everybody passed"), score(rules, call)),)
    return possible_ends(call, partial(_lines, rules))


def _findings(rules: Rules, deal: Deal, won: bool) -> Iterator[Line]:
    """Yield the sums of the counts entered in parts, and the end of the game."""
    for apart in deal.apart:
        thirds = {"pile": apart.pile, "talon": apart.talon}
        sums: dict[str, Value] = {key: write_thirds(value) for key, value in thirds.items()}
        sums |= {"cards": name_cards(apart.places), "all": write_thirds(apart.pile + apart.talon)}
        text = say("defenders: {pile} in tricks and {talon} in {cards} are {all}", **sums)
        if apart.side == "points":
            text = say("declarer: {pile} in tricks and laid away and {talon} in {cards} are {all}", **sums)
        yield Line(text, "HU-20")
    declarer = Name(deal.declarer)
    points = round_thirds(deal.thirds)
    if deal.revoke:
        player = Name(deal.revoke)
        text = say("{player} played a wrong card and so loses game and announcements", player=player)
        if deal.revoke != deal.declarer:
            values: dict[str, Value] = {"player": player, "declarer": declarer}
            text = say("{player} played a wrong card, so {declarer} wins game and announcements", **values)
        yield Line(text, "HU-65")
    elif rules.rounding == "exact":
        values = {"declarer": declarer, "points": write_thirds(deal.thirds), "pack": TAROCK.points, "half": _HALF}
        text = say("{declarer} wins with {points} of {pack} card points; more than {half} were needed", **values)
        if not won:
            text = say("{declarer} loses with {points} of {pack} card points; more than {half} were needed", **values)
        yield Line(text, "HU-7")
    else:
        if deal.thirds % 3:
            exact = write_thirds(deal.thirds)
            yield Line(say("{exact} card points count as {points}", exact=exact, points=points), "HU-5")
        yield Line(find_points(deal.declarer, won, points, TAROCK.points, NEEDED), "HU-6")


def _lines(rules: Rules, deal: Deal, won: bool) -> Iterator[Line]:
    """Yield the line of the game, and one for each bonus.

    A bonus is written by its player or their side (HU-34, HU-35), or by the others if it failed.
    """
    values: dict[str, Value] = {"contract": deal.contract.label, "declarer": Name(deal.declarer)}
    reason = say("{contract}, won: {declarer} writes the value", **values)
    factors = []
    if not won:
        reason = say("{contract}, lost by {declarer}: each defender writes the value", **values)
        if rules.loss_factor != 1:
            factors.append(Factor(say("game lost"), rules.loss_factor, "HU-60"))
    shares = credit(won, deal.side, deal.defenders)
    factors += contra(deal.contra, "HU-63")
    yield Line(reason, "HU-60", rules.value(deal.contract), shares, tuple(factors))
    for claim in deal.claims:
        bonus = claim.bonus
        value = bonus.announced if claim.risked else bonus.silent
        if claim.announced and not claim.made:  # HU-36
            value = {"announced_value": value, "silent_value": bonus.silent, "nothing": 0}[rules.failed_announcement]
        if not value:
            yield Line(describe(claim), "HU-36")
            continue
        factors = []
        if claim.announced and bonus.flat and rules.flat_bonus_announced == "double":
            factors.append(Factor(say("announced"), 2, "HU-30"))
        if deal.contract is SOLO and rules.bonuses_double_in_solo:
            factors.append(Factor(say("bonus in a Solo"), 2, "HU-39"))
        factors += contra(claim.contra, "HU-63")
        others = [player for player in (deal.declarer, *deal.defenders) if player != claim.player]
        shares = credit(claim.made, (claim.player,), others)
        if bonus.of_side or rules.defender_bonus == "side":
            shares = credit(deal.for_side(claim), deal.side, deal.defenders)
        rule = "HU-35" if bonus.of_side else "HU-34"
        if not claim.made:
            rule = "HU-36" if claim.announced else "HU-37"
        yield Line(describe(claim), rule, value, shares, tuple(factors))
