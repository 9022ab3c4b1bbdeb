"""The score and payments of a tour of Herzeln, and the standing of a party."""

from collections.abc import Iterator, Mapping
from itertools import combinations, product

from scorekeeper.games.game import PartyStanding, Sheets
from scorekeeper.games.herzeln.deal import Deal
from scorekeeper.games.herzeln.rules import LAY_OFF, TOURS, Rules
from scorekeeper.games.score import Line, Score, sum_sheets
from scorekeeper.phrase import Card, Name, Phrase, Refused, Value, count, say


def score(rules: Rules, deal: Deal) -> Score:
    """Return the lines of one tour, in points (HZ-T1 to HZ-T8)."""
    if not deal.points:
        return Score((Line(say("the tour was not played"), "G-5"),))
    lines = [Line(deal.tour.about, deal.tour.rule)]
    if deal.misdealt:
        lines.append(Line(say("the cards were misdealt at first, and the tour was dealt again"), "HZ-4"))
    offender = Name(deal.revoke)
    if deal.revoke and deal.tour.number == LAY_OFF:  # it may have been a pass
        text = say("{player} broke a rule of the shedding tour and gets the worst of it", player=offender)
        lines.append(Line(text, "G-6"))
    elif deal.revoke:
        lines.append(Line(say("{player} played a wrong card and gets the worst of the tour", player=offender), "G-6"))
    lines += _lines(deal)
    for player, points in deal.extra:
        if points:
            lines.append(Line(say("{player} in the extra tour", player=Name(player)), "HZ-11", points, ((player, 1),)))
    return Score(tuple(lines))


def _lines(deal: Deal) -> Iterator[Line]:
    """Yield the lines of a tour: one for each player in tour 1, else one for all."""
    tour = deal.tour
    if tour.key == "hearts":
        taken = dict(deal.hearts)
        for player, points in deal.points:
            reason = say("{player} takes hearts", player=Name(player))
            if taken.get(player):
                reason = say("{player} takes {cards}", player=Name(player), cards=tuple(map(Card, taken[player])))
            if points:
                yield Line(reason, tour.rule, points, ((player, 1),))
    elif tour.key == "out":
        order = [player for player, _ in sorted(deal.points, key=lambda item: -item[1])]
        shares = tuple((player, place) for place, player in enumerate(order))
        names = tuple(map(Name, order))
        reason = say("out in this order: {order}; for each place behind the first", order=names)
        yield Line(reason, tour.rule, -10, shares)
    elif tour.key in ("king", "last"):
        player = next(player for player, points in deal.points if points)
        reason = say("{player} takes the last trick", player=Name(player))
        if tour.key == "king":
            reason = say("{player} takes the King of hearts", player=Name(player))
        yield Line(reason, tour.rule, tour.units[0], ((player, 1),))
    else:
        shares = tuple((player, points // tour.units[0]) for player, points in deal.points)
        totals = tuple(say("{player} {number}", player=Name(player), number=share) for player, share in shares if share)
        reason = say("tricks: {taken}; for each one", taken=totals)
        if tour.key == "queens":
            reason = say("Queens: {taken}; for each one", taken=totals)
        yield Line(reason, tour.rule, tour.units[0], shares)


def check_extra(rules: Rules, earlier: Sheets, deal: Deal) -> None:
    """Refuse an extra tour if no players share the highest total after the eight tours (HZ-11)."""
    totals = sum_sheets([*earlier, dict(deal.points)])
    if deal.extra and list(totals.values()).count(max(totals.values())) < 2:
        raise Refused("extra", say("nobody shares the highest total after eight tours, so there is no extra tour"))


def paid(rules: Rules, sheets: Sheets) -> dict[str, int]:
    """Return the payments in the last of a party's tours, in points, summing to 0 (HZ-12): the sums of `payments`.

    A player who sat out that tour is in it only with a payment.
    """
    amounts = payments(rules, sheets).totals(sum_sheets(sheets))
    return {player: amount for player, amount in amounts.items() if amount or player in sheets[-1]}


def agreed(rules: Rules, sheets: Sheets) -> dict[str, int]:
    """Return the payments if the last of these sheets was agreed at the table: at once, or with all of the party."""
    return paid(rules, sheets) if rules.money == "winner_takes" else dict(sheets[-1])


def payments(rules: Rules, sheets: Sheets) -> Score:
    """Return the payments between players in the last of a party's tours, in points, one line each (HZ-12).

    `pairwise` pays every gap of the tour, so each gets n × own points − sum of all. `winner_takes` pays nothing until
    the eighth tour, then each pays the winner the gap between their totals of the party; several winners share it
    equally, and the rest of a whole point stays with the loser (unstated in the sources).
    """
    paid: list[tuple[str, str, int]] = []
    if rules.money == "pairwise":
        sheet = sheets[-1]
        pairs = [sorted(pair, key=lambda player: sheet[player]) for pair in combinations(sheet, 2)]
        paid = [(loser, winner, sheet[winner] - sheet[loser]) for loser, winner in pairs]
    elif rules.money == "winner_takes" and len(sheets) == len(TOURS):
        totals = sum_sheets(sheets)
        winners = _winners(rules, sheets)
        for loser, winner in product(totals, winners):
            paid.append((loser, winner, (totals[winner] - totals[loser]) // len(winners)))
    lines = []
    for loser, winner, points in paid:
        reason = say("{loser} pays {winner}", loser=Name(loser), winner=Name(winner))
        if points:
            lines.append(Line(reason, "HZ-12", points, ((winner, 1), (loser, -1))))
    return Score(tuple(lines))


def tally(rules: Rules, sheets: Sheets) -> PartyStanding:
    """Return the standing of the party with these sheets; it is won after eight tours (HZ-10, HZ-11)."""
    totals = sum_sheets(sheets)
    left = len(TOURS) - len(sheets)
    if left > 0 or not totals:
        remark = count("one tour is left to play", "{n} tours are left to play", n=left)
        return PartyStanding(totals, (), remark)
    winners = _winners(rules, sheets)
    points = totals[winners[0]]
    names = tuple(map(Name, winners))
    if len(winners) > 1:
        remark = _share(rules, totals, winners)
    elif list(totals.values()).count(points) > 1:
        remark = say("{winner} wins with {points} points and fewer minus tours", winner=names[0], points=points)
    else:
        remark = say("{winner} wins with {points} points", winner=names[0], points=points)
    return PartyStanding(totals, winners, remark)


def _share(rules: Rules, totals: Mapping[str, int], winners: tuple[str, ...]) -> Phrase:
    """Return the text for several winners: a shared win or an extra tour, and the rest they cannot share evenly."""
    points = totals[winners[0]]
    values: dict[str, Value] = {"winners": tuple(map(Name, winners)), "points": points}
    verdict = say("{winners} win together with {points} points", **values)
    if rules.tie == "extra_tour":
        verdict = say("{winners} have {points} points each: an extra tour decides, with tour 8", **values)
    odd = {player: (points - total) % len(winners) for player, total in totals.items()}
    remaining = tuple(
        say("{player} {number}", player=Name(player), number=left) for player, left in odd.items() if left
    )
    if rules.money != "winner_takes" or not remaining:
        return verdict
    return say(
        "{verdict}; what cannot be shared evenly stays with who would pay it: {kept}", verdict=verdict, kept=remaining
    )


def _winners(rules: Rules, sheets: Sheets) -> tuple[str, ...]:
    totals = sum_sheets(sheets)
    best = [player for player in totals if totals[player] == max(totals.values())]
    if rules.tie == "fewer_minus_tours":
        minus = {player: sum(sheet.get(player, 0) < 0 for sheet in sheets) for player in best}
        best = [player for player in best if minus[player] == min(minus.values())]
    return tuple(best)
