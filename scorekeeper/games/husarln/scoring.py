"""What a deal of Husarln puts on the score sheet, line by line."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from scorekeeper.cards.thirds import round_thirds, write_thirds
from scorekeeper.games.game import Outcome, PartyStanding, Seating, Sheets
from scorekeeper.games.husarln.contracts import POINTS, SOLO
from scorekeeper.games.husarln.deal import Apart, Deal, Redealt, name_cards, read_call
from scorekeeper.games.husarln.rules import Rules
from scorekeeper.games.questions import Answers
from scorekeeper.games.score import Factor, Line, Score, Shares, sum_sheets
from scorekeeper.games.tarock.claims import Claim
from scorekeeper.games.tarock.lines import contra, credit, describe, find_points, foresee
from scorekeeper.phrase import Name, Phrase, Value, say


def ends(rules: Rules, sheets: Sheets) -> bool:
    """Return whether somebody has the points with which the game ends."""
    return bool(_winners(rules, sum_sheets(sheets)))


def closing(rules: Rules, sheets: Sheets) -> tuple[Line, ...]:
    """Return what is written besides by everybody who has the points with which the game ends."""
    if rules.game_end is None:
        return ()
    totals = sum_sheets(sheets)
    return tuple(_line(rules, player, totals[player]) for player in _winners(rules, totals))


def _line(rules: Rules, player: str, points: int) -> Line:
    assert rules.game_end
    mark, bonus = rules.game_end
    reason = say(
        "{player} has {points} of {mark} points and ends the game", player=Name(player), points=points, mark=mark
    )
    return Line(reason, "HU-64", bonus, ((player, 1),) if bonus else ())


def tally(rules: Rules, sheets: Sheets) -> PartyStanding:
    """Return how the game with these sheets stands, what its end brought in the last of them."""
    totals = sum_sheets(sheets)
    winners = _winners(rules, totals)
    return PartyStanding(totals, winners, _remark(rules, winners))


def _remark(rules: Rules, winners: tuple[str, ...]) -> Phrase:
    if rules.game_end is None:
        return say("the night lasts as long as the table likes")
    if not winners:
        return say("the game ends at {mark} points", mark=rules.game_end.mark)
    bonus = rules.game_end.bonus
    return say("the game is over: {winners} +{bonus}", winners=tuple(map(Name, winners)), bonus=bonus)


def _winners(rules: Rules, totals: Mapping[str, int]) -> tuple[str, ...]:
    end = rules.game_end
    return tuple(player for player in totals if totals[player] >= end.mark) if end else ()


NEEDED = 34  # rounded card points (HU-6)
_HALF = POINTS // 2


def score(rules: Rules, deal: Deal | Redealt | None) -> Score:
    """Return the lines of one deal, in points of the score sheet, on which nobody goes below zero (HU-62).

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
    """Return what each end of a called deal would write: game won or lost, all announcements made or failed."""
    call = read_call(rules, seating, answers)
    if not isinstance(call, Deal):
        return (Outcome(say("dealt again") if call else say("everybody passed"), score(rules, call)),)
    return tuple(foresee(call.claims, call.side, lambda won, claims: _lines(rules, replace(call, claims=claims), won)))


def _findings(rules: Rules, deal: Deal, won: bool) -> Iterator[Line]:
    yield from map(_tell_apart, deal.apart)
    if deal.revoke:
        yield Line(_find_revoke(deal), "HU-65")
        return
    points = round_thirds(deal.thirds)
    if rules.rounding == "exact":
        yield Line(_find_exactly(deal, won), "HU-7")
        return
    if deal.thirds % 3:
        yield Line(say("{exact} card points count as {points}", exact=write_thirds(deal.thirds), points=points), "HU-5")
    yield Line(find_points(deal.declarer, won, points, POINTS, NEEDED), "HU-6")


def _find_revoke(deal: Deal) -> Phrase:
    if deal.revoke == deal.declarer:
        return say("{player} played a wrong card and so loses game and announcements", player=Name(deal.revoke))
    return say(
        "{player} played a wrong card, so {declarer} wins game and announcements",
        player=Name(deal.revoke),
        declarer=Name(deal.declarer),
    )


def _tell_apart(apart: Apart) -> Line:
    """How a count was put together, where the table told it in parts."""
    values: dict[str, Value] = {
        "pile": write_thirds(apart.pile),
        "talon": write_thirds(apart.talon),
        "cards": name_cards(apart.places),
        "all": write_thirds(apart.pile + apart.talon),
    }
    text = (
        say("declarer: {pile} in tricks and laid away and {talon} in {cards} are {all}", **values)
        if apart.side == "points"
        else say("defenders: {pile} in tricks and {talon} in {cards} are {all}", **values)
    )
    return Line(text, "HU-20")


def _find_exactly(deal: Deal, won: bool) -> Phrase:
    values: dict[str, Value] = {
        "declarer": Name(deal.declarer),
        "points": write_thirds(deal.thirds),
        "pack": POINTS,
        "half": _HALF,
    }
    return (
        say("{declarer} wins with {points} of {pack} card points; more than {half} were needed", **values)
        if won
        else say("{declarer} loses with {points} of {pack} card points; more than {half} were needed", **values)
    )


def _lines(rules: Rules, deal: Deal, won: bool) -> Iterator[Line]:
    yield _write_game(rules, deal, won)
    for claim in deal.claims:
        yield _write_claim(rules, deal, claim)


def _write_game(rules: Rules, deal: Deal, won: bool) -> Line:
    values: dict[str, Value] = {"contract": deal.contract.label, "declarer": Name(deal.declarer)}
    reason = (
        say("{contract}, won: {declarer} writes the value", **values)
        if won
        else say("{contract}, lost by {declarer}: each defender writes the value", **values)
    )
    factors = [*_lost(rules, won), *contra(deal.contra, "HU-63")]
    shares = credit(won, deal.side, deal.defenders)
    return Line(reason, "HU-60", rules.value(deal.contract), shares, tuple(factors))


def _write_claim(rules: Rules, deal: Deal, claim: Claim) -> Line:
    value = _worth(rules, claim)
    if not value:
        return Line(describe(claim), "HU-36")
    factors = [*_announced_flat(rules, claim), *_solo(rules, deal), *contra(claim.contra, "HU-63")]
    return Line(describe(claim), _rule(claim), value, _writers(rules, deal, claim), tuple(factors))


def _worth(rules: Rules, claim: Claim) -> int:
    """Return the bonus before any doubling: the silent or the announced figure, or what a failure costs."""
    figure = claim.bonus.announced if claim.risked else claim.bonus.silent
    if claim.made or not claim.announced:
        return figure
    costs = {"announced_value": figure, "silent_value": claim.bonus.silent, "nothing": 0}
    return costs[rules.failed_announcement]


def _writers(rules: Rules, deal: Deal, claim: Claim) -> Shares:
    """Return who writes a bonus: its player or his side (HU-34, HU-35), or the others where it failed (HU-36)."""
    if claim.bonus.of_side or rules.defender_bonus == "side":
        return credit(deal.for_side(claim), deal.side, deal.defenders)
    others = [player for player in (deal.declarer, *deal.defenders) if player != claim.player]
    return credit(claim.made, (claim.player,), others)


def _rule(claim: Claim) -> str:
    if claim.made:
        return "HU-35" if claim.bonus.of_side else "HU-34"
    return "HU-36" if claim.announced else "HU-37"


def _lost(rules: Rules, won: bool) -> Iterator[Factor]:
    if not won and rules.loss_factor != 1:
        yield Factor(say("game lost"), rules.loss_factor, "HU-60")


def _announced_flat(rules: Rules, claim: Claim) -> Iterator[Factor]:
    if claim.announced and claim.bonus.flat and rules.flat_bonus_announced == "double":
        yield Factor(say("announced"), 2, "HU-30")


def _solo(rules: Rules, deal: Deal) -> Iterator[Factor]:
    if deal.contract is SOLO and rules.bonuses_double_in_solo:
        yield Factor(say("bonus in a Solo"), 2, "HU-39")
