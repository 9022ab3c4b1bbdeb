"""What a tour of Herzeln scores, what is paid for it, and how a party stands."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from scorekeeper.games.game import PartyStanding, Seating, Sheets
from scorekeeper.games.herzeln.deal import Deal
from scorekeeper.games.herzeln.rules import LAY_OFF, TOURS, Rules
from scorekeeper.games.score import Line, Score, sum_sheets
from scorekeeper.phrase import Card, Name, Phrase, Refused, count, say


def leader(rules: Rules, seating: Seating) -> str:
    """Return who leads to the first trick (HZ-5): a dealer who sits out leaves it to forehand."""
    dealer_leads = rules.first_lead == "dealer" and seating.dealer in seating.playing
    return seating.dealer if dealer_leads else seating.playing[0]


def score(rules: Rules, deal: Deal) -> Score:
    """Return the lines of one tour, in points (HZ-T1 to HZ-T8)."""
    if not deal.points:
        return Score((Line(say("the tour was not played"), "G-5"),))
    extra = [
        Line(say("{player} in the extra tour", player=Name(player)), "HZ-11", points, ((player, 1),))
        for player, points in deal.extra
        if points
    ]
    return Score((Line(deal.tour.about, deal.tour.rule), *_said_first(deal), *_lines(deal), *extra))


def _said_first(deal: Deal) -> Iterator[Line]:
    if deal.misdealt:
        yield Line(say("the cards were misdealt at first, and the tour was dealt again"), "HZ-4")
    player = Name(deal.revoke)
    if deal.revoke and deal.tour.number == LAY_OFF:  # it may have been a pass
        yield Line(say("{player} broke a rule of the shedding tour and gets the worst of it", player=player), "G-6")
    elif deal.revoke:
        yield Line(say("{player} played a wrong card and gets the worst of the tour", player=player), "G-6")


def _lines(deal: Deal) -> Iterator[Line]:
    match deal.tour.number:
        case 1:
            yield from _hearts(deal)
        case 2 | 3 | 4:
            yield _counted(deal)
        case 5 | 6 | 7:
            yield _only(deal)
        case _:
            yield _out(deal)


def _hearts(deal: Deal) -> Iterator[Line]:
    taken = dict(deal.hearts)
    for player, points in deal.points:
        if taken.get(player):
            reason = say("{player} takes {cards}", player=Name(player), cards=tuple(map(Card, taken[player])))
        else:
            reason = say("{player} takes hearts", player=Name(player))
        if points:
            yield Line(reason, deal.tour.rule, points, ((player, 1),))


def _counted(deal: Deal) -> Line:
    unit = deal.tour.units[0]
    shares = tuple((player, points // unit) for player, points in deal.points)
    taken = tuple(say("{player} {number}", player=Name(player), number=share) for player, share in shares if share)
    reason = (
        say("Queens: {taken}; for each one", taken=taken)
        if deal.tour.number == 4
        else say("tricks: {taken}; for each one", taken=taken)
    )
    return Line(reason, deal.tour.rule, unit, shares)


def _only(deal: Deal) -> Line:
    player = next(player for player, points in deal.points if points)
    reason = (
        say("{player} takes the King of hearts", player=Name(player))
        if deal.tour.number == 5
        else say("{player} takes the last trick", player=Name(player))
    )
    return Line(reason, deal.tour.rule, deal.tour.units[0], ((player, 1),))


def _out(deal: Deal) -> Line:
    order = sorted(deal.points, key=lambda item: -item[1])
    shares = tuple((player, place) for place, (player, _) in enumerate(order))
    names = tuple(Name(player) for player, _ in order)
    reason = say("out in this order: {order}; for each place behind the first", order=names)
    return Line(reason, deal.tour.rule, -10, shares)


def check_extra(rules: Rules, earlier: Sheets, deal: Deal) -> None:
    """Refuse an extra tour where the eight tours leave nobody who shares the highest total (HZ-11)."""
    totals = sum_sheets([*earlier, dict(deal.points)])
    if deal.extra and list(totals.values()).count(max(totals.values())) < 2:
        raise Refused("extra", say("nobody shares the highest total after eight tours, so there is no extra tour"))


def paid(rules: Rules, sheets: Sheets) -> dict[str, int]:
    """Return what is paid in the last of a party's tours, in points, summing to 0 (HZ-12): the sums of `payments`.

    Who sat out that tour stands in it only if he gets or pays something.
    """
    amounts = payments(rules, sheets).totals(sum_sheets(sheets))
    return {player: amount for player, amount in amounts.items() if amount or player in sheets[-1]}


def agreed(rules: Rules, sheets: Sheets) -> dict[str, int]:
    """Return what is paid where the last of these sheets was agreed at the table: at once, or with all of the party."""
    return paid(rules, sheets) if rules.money == "winner_takes" else dict(sheets[-1])


def payments(rules: Rules, sheets: Sheets) -> Score:
    """Return who pays whom what in the last of a party's tours, in points, one line a payment (HZ-12).

    `pairwise` pays every gap of the tour, so each gets n × own points − sum of all. `winner_takes` pays nothing until
    the eighth tour, then each pays the winner the gap between their totals of the party; several winners share it
    equally, and what is left of a whole point stays with the loser (unstated in the sources).
    """
    if rules.money == "pairwise":
        sheet = sheets[-1]
        pairs = [sorted(pair, key=lambda player: sheet[player]) for pair in combinations(sheet, 2)]
        return _pay((loser, winner, sheet[winner] - sheet[loser]) for loser, winner in pairs)
    if rules.money == "winner_takes" and len(sheets) == len(TOURS):
        totals = sum_sheets(sheets)
        winners = _winners(rules, sheets)
        gaps = ((loser, winner, totals[winner] - totals[loser]) for loser in totals for winner in winners)
        return _pay((loser, winner, gap // len(winners)) for loser, winner, gap in gaps)
    return Score()


def _pay(payments: Iterable[tuple[str, str, int]]) -> Score:
    """Return a line for each loser, winner and points other than 0."""
    lines = [
        Line(
            say("{loser} pays {winner}", loser=Name(loser), winner=Name(winner)),
            "HZ-12",
            points,
            ((winner, 1), (loser, -1)),
        )
        for loser, winner, points in payments
        if points
    ]
    return Score(tuple(lines))


def tally(rules: Rules, sheets: Sheets) -> PartyStanding:
    """Return how the party with these sheets stands; it is won after eight tours (HZ-10, HZ-11)."""
    totals = sum_sheets(sheets)
    left = len(TOURS) - len(sheets)
    if left > 0 or not totals:
        remark = count("one tour is left to play", "{n} tours are left to play", n=left)
        return PartyStanding(totals, (), remark)
    winners = _winners(rules, sheets)
    return PartyStanding(totals, winners, _verdict(rules, totals, winners))


def _winners(rules: Rules, sheets: Sheets) -> tuple[str, ...]:
    totals = sum_sheets(sheets)
    best = [player for player in totals if totals[player] == max(totals.values())]
    if rules.tie == "fewer_minus_tours":
        minus = {player: sum(sheet.get(player, 0) < 0 for sheet in sheets) for player in best}
        best = [player for player in best if minus[player] == min(minus.values())]
    return tuple(best)


def _verdict(rules: Rules, totals: Mapping[str, int], winners: tuple[str, ...]) -> Phrase:
    points = totals[winners[0]]
    names = tuple(map(Name, winners))
    if len(winners) > 1:
        return _shared(rules, totals, winners)
    if list(totals.values()).count(points) > 1:
        return say("{winner} wins with {points} points and fewer minus tours", winner=names[0], points=points)
    return say("{winner} wins with {points} points", winner=names[0], points=points)


def _shared(rules: Rules, totals: Mapping[str, int], winners: tuple[str, ...]) -> Phrase:
    points = totals[winners[0]]
    names = tuple(map(Name, winners))
    verdict = (
        say("{winners} have {points} points each: an extra tour decides, with tour 8", winners=names, points=points)
        if rules.tie == "extra_tour"
        else say("{winners} win together with {points} points", winners=names, points=points)
    )
    odd = {player: (points - total) % len(winners) for player, total in totals.items()}
    kept = tuple(say("{player} {number}", player=Name(player), number=left) for player, left in odd.items() if left)
    if rules.money != "winner_takes" or not kept:
        return verdict
    return say(
        "{verdict}; what cannot be shared evenly stays with who would pay it: {kept}", verdict=verdict, kept=kept
    )
