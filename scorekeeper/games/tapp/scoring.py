"""The written points and payments of a deal of Tapp Tarock, and the worth of its games and bonuses."""

from collections.abc import Iterator
from functools import partial

from scorekeeper.games.game import Outcome, Seating
from scorekeeper.games.questions import Answers
from scorekeeper.games.rulebook import TariffTable
from scorekeeper.games.score import Factor, Line, Score, Shares, settle_sides
from scorekeeper.games.tapp.deal import Deal, read_call
from scorekeeper.games.tapp.rules import NEEDED, PACK, PAGAT, SOLO, Rules
from scorekeeper.games.tarock import lines
from scorekeeper.games.tarock.claims import Claim
from scorekeeper.phrase import Name, Value, say


def score(rules: Rules, deal: Deal | None) -> Score:
    """Return the lines of one deal, in points (TT-12, TT-30 to TT-44); without a deal everybody passed."""
    if deal is None:
        return Score((Line(say("everybody passed: nothing is written"), "TT-12"),))
    points = (deal.thirds or 0) // PACK.parts
    won = points >= NEEDED
    found = lines.find_points(deal.declarer, None if _failed_alone(rules, deal) else won, points, PACK.points, NEEDED)
    return Score((*([] if deal.made_valat else [Line(found, "TT-3")]), *_lines(rules, deal, won)))


def outcomes(rules: Rules, seating: Seating, answers: Answers) -> tuple[Outcome, ...]:
    """Return the payments of each end of a called deal: game won or lost, all announcements made or failed."""
    call = read_call(rules, seating, answers)
    if call is None:
        return (Outcome(say("everybody passed"), score(rules, call)),)
    return lines.possible_ends(call, partial(_lines, rules))


def _failed_alone(rules: Rules, deal: Deal) -> bool:
    """Return whether a failed Valat is the only payment of the game (TT-39)."""
    return rules.failed_valat == "valat_only" and bool(deal.valat and not deal.made_valat)


def _lines(rules: Rules, deal: Deal, won: bool) -> Iterator[Line]:
    if not deal.made_valat and not _failed_alone(rules, deal):  # a made Valat takes the place of the game (TT-38)
        values: dict[str, Value] = {"contract": deal.contract.label, "declarer": Name(deal.declarer)}
        text = say("{contract}, won by {declarer}", **values)
        if not won:
            text = say("{contract}, lost by {declarer}", **values)
        shares = _settle(rules, deal, won, deal.side, deal.against)
        factors = tuple(lines.contra(deal.contra, "TT-40"))
        yield Line(text, "TT-30", rules.values[deal.contract.key], shares, factors)  # TT-30, TT-31
    for claim in deal.claims:
        yield _write_valat(rules, deal, claim) if claim is deal.valat else _write_claim(rules, deal, claim)


def _write_valat(rules: Rules, deal: Deal, claim: Claim) -> Line:
    """A made Valat is the one posting for the game too, so the higher contra on either counts (TT-40)."""
    value = claim.bonus.announced if claim.announced else claim.bonus.silent
    level = max(claim.contra, deal.contra) if claim.made else claim.contra
    factors = tuple(lines.contra(level, "TT-40"))
    if rules.valat == "times":
        label = say("announced Valat") if claim.announced else say("Valat")
        factors = (Factor(label, value, "TT-38"), *factors)
        value = rules.values[deal.contract.key]
    shares = _settle(rules, deal, deal.for_side(claim), deal.side, deal.against)
    return Line(lines.describe(claim), "TT-38" if claim.made else "TT-39", value, shares, factors)


def _write_claim(rules: Rules, deal: Deal, claim: Claim) -> Line:
    """Return the line of a bonus: a player's, but a Pagat may be both defenders' by house rule."""
    value = claim.bonus.announced if claim.risked else claim.bonus.silent
    pagat = claim.bonus is PAGAT
    of_defenders = pagat and claim.player != deal.declarer and rules.defender_pagat == "side"
    if not pagat:
        rule = "TT-41" if claim.bonus.count else "TT-36"
    elif not claim.made and not claim.announced:
        rule = "TT-33"
    else:
        rule = "TT-34" if of_defenders else "TT-32"
    solo = pagat and deal.contract is SOLO and rules.solo_pagat != 1
    factors = (Factor(say("Pagat in a Solo"), rules.solo_pagat, "TT-32"),) if solo else ()
    others = tuple(player for player in (deal.declarer, *deal.against) if player != claim.player)
    shares = _settle(rules, deal, claim.made, (claim.player,), others)
    if of_defenders:
        shares = _settle(rules, deal, deal.for_side(claim), deal.side, deal.against)
    return Line(lines.describe(claim), rule, value, shares, (*factors, *lines.contra(claim.contra, "TT-40")))


def _settle(rules: Rules, deal: Deal, won: bool, side: tuple[str, ...], others: tuple[str, ...]) -> Shares:
    """Return the shares as the table writes; a fourth is on a sheet of plus points even with none, as they pay."""
    if rules.writing == "payments":
        return settle_sides(won, side, others)
    shares = lines.credit(won, side, others)
    idle = deal.fourth and deal.fourth not in dict(shares)
    return (*shares, (deal.fourth, 0)) if idle else shares


def make_tariff(rules: Rules) -> tuple[TariffTable, ...]:
    """Return the worth of games and bonuses; for further games only bonuses that differ from the first."""
    ends = partial(outcomes, rules, lines.SEATING)
    games = tuple(lines.game_row(contract.label, contract.key, ends) for contract in rules.contracts)
    first, *others = rules.contracts
    usual = tuple(lines.bonus_row(bonus, first.key, ends) for bonus in rules.bonuses)
    tables = [
        TariffTable(say("The games, with each defender"), (say("won"), say("lost")), games),
        TariffTable(say("Bonuses, with each opponent"), lines.SILENT_AND_ANNOUNCED, usual),
    ]
    for contract in others:
        rows = [lines.bonus_row(bonus, contract.key, ends) for bonus in rules.bonuses]
        different = tuple(row for row, known in zip(rows, usual, strict=True) if row.cells != known.cells)
        if different:
            title = say("Bonuses that differ in the game {contract}", contract=contract.label)
            tables.append(TariffTable(title, lines.SILENT_AND_ANNOUNCED, different))
    return tuple(tables)
