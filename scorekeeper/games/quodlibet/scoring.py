"""The score and payments of a tour of Quodlibet, who deals next, and the standing of a party."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, product

from scorekeeper.games.game import PartyStanding, Sheets
from scorekeeper.games.quodlibet.deal import Deal
from scorekeeper.games.quodlibet.rules import ALL, HAND, HEARTS, ROUND, TOURS, TRICKS, Rules
from scorekeeper.games.score import Line, Score, sum_sheets
from scorekeeper.phrase import Card, Name, Phrase, count, say

Numbers = Mapping[str, int]


def score(rules: Rules, deal: Deal) -> Score:
    """Return the lines of one tour, in points that nobody wants (QU-10 to QU-21)."""
    heading = say("{tour}: {about}", tour=deal.tour.name, about=deal.tour.about)
    return Score((Line(heading, deal.tour.rule), *_lines(rules, deal)))


def _lines(rules: Rules, deal: Deal) -> Iterator[Line]:
    counted = deal.counted
    match deal.tour.key:
        case "plus":
            missed = {player: HAND - taken for player, taken in counted["tricks"].items()}
            yield from _for_tricks(
                deal, missed, say("tricks not made"), lambda player: say("{player} makes no trick", player=player)
            )
        case "minus" | "blind" | "hunt":
            yield from _for_tricks(
                deal, counted["tricks"], say("tricks"), lambda player: say("{player} takes all tricks", player=player)
            )
        case "neighbour":
            passed_on = {deal.next_to(player): taken for player, taken in counted["tricks"].items()}
            yield from _for_tricks(
                deal,
                passed_on,
                say("tricks of the player before"),
                lambda player: say("the player before {player} takes all tricks", player=player),
            )
        case "king_ober":
            yield from _king_and_ober(deal)
        case "first_last":
            for key, number in TRICKS.items():
                points = rules.last_trick if key == "last" else 10 * number
                taker = counted[key]
                yield _one(deal, taker, say("{player} takes trick {n}", player=Name(taker), n=number), points)
        case "no_hearts":
            yield from _hearts(rules, deal)
        case "ober_unter":
            yield from _each(deal, counted["obers"], 30, say("Obers"))
            yield from _each(deal, counted["unters"], 20, say("Unters"))
            yield from _each(deal, counted["mixed"], ALL, say("tricks with Ober and Unter"))
        case "bribe":
            both = counted["both"]
            plain = {key: {one: n - both[one] for one, n in counted[key].items()} for key in ("tricks", "lowest")}
            yield from _each(deal, plain["tricks"], 30, say("tricks"))
            yield from _each(deal, plain["lowest"], 20, say("lowest cards"))
            yield from _each(deal, both, ALL, say("tricks taken with the lowest card"))
        case _:
            yield from _cards_left(deal)


def _one(deal: Deal, player: str, reason: Phrase, points: int) -> Line:
    return Line(reason, deal.tour.rule, points, ((player, 1),))


def _each(deal: Deal, numbers: Numbers, unit: int, what: Phrase) -> Iterator[Line]:
    """Yield a line for things that count `unit` each, none where nobody has one."""
    shares = tuple((player, numbers[player]) for player in deal.players if numbers.get(player))
    if shares:
        told = tuple(say("{player} {number}", player=Name(player), number=number) for player, number in shares)
        reason = say("{what}: {taken}; for each one", what=what, taken=told)
        yield Line(reason, deal.tour.rule, unit, shares)


def _for_tricks(deal: Deal, tricks: Numbers, what: Phrase, whole: Callable[[Name], Phrase]) -> Iterator[Line]:
    """Yield the lines for tricks at 10 each; all of them count 100 for one player, in the words `whole`."""
    yield from _each(deal, {player: n for player, n in tricks.items() if n != HAND}, 10, what)
    for player in deal.players:
        if tricks[player] == HAND:
            yield _one(deal, player, whole(Name(player)), ALL)


def _king_and_ober(deal: Deal) -> Iterator[Line]:
    king = deal.counted["king"]
    ober = deal.counted["ober"]
    if deal.counted.get("together"):
        yield _one(deal, king, say("{player} takes King and Ober in one trick", player=Name(king)), ALL)
        return
    yield _one(deal, king, say("{player} takes the King of hearts", player=Name(king)), 50)
    yield _one(deal, ober, say("{player} takes the Ober of bells", player=Name(ober)), 30)


def _hearts(rules: Rules, deal: Deal) -> Iterator[Line]:
    for player in deal.players:
        cards = deal.counted["hearts"][player]
        points = sum(HEARTS[card] for card in cards)
        if len(cards) == len(HEARTS) and rules.all_hearts == "hundred":
            points = ALL
        if points:
            reason = say("{player} takes {cards}", player=Name(player), cards=tuple(map(Card, cards)))
            yield _one(deal, player, reason, points)


def _cards_left(deal: Deal) -> Iterator[Line]:
    for place, player in enumerate(deal.counted["out"]):
        left = deal.counted["left"][player]
        if left:
            reason = count(
                "{player} is number {place}, with one card left",
                "{player} is number {place}, with {n} cards left; for each one",
                n=left,
                player=Name(player),
                place=place + 1,
            )
            yield Line(reason, deal.tour.rule, 10 * place, ((player, left),))


def paid(rules: Rules, sheets: Sheets) -> dict[str, int]:
    """Return the payments in the last of a party's tours, in points, summing to 0 (QU-31).

    A player who sat out that tour is in it only with a payment.
    """
    sheet = sheets[-1]
    amounts = dict.fromkeys(sum_sheets(sheets), 0)
    if rules.money == "pairwise":
        for one, other in combinations(sheet, 2):
            amounts[one] += sheet[other] - sheet[one]
            amounts[other] += sheet[one] - sheet[other]
    elif rules.money == "winner_takes" and len(sheets) == rules.deals:
        totals = sum_sheets(sheets)
        winners = _winners(totals)
        for loser, winner in product(totals, winners):
            share = (totals[loser] - totals[winner]) // len(winners)
            amounts[winner] += share
            amounts[loser] -= share
    return {player: amount for player, amount in amounts.items() if amount or player in sheet}


def has_ended(rules: Rules, sheets: Sheets) -> bool:
    """Return whether a party with these sheets is over (QU-4)."""
    return len(sheets) >= rules.deals


def choose_dealer(rules: Rules, sheets: Sheets, order: Sequence[str]) -> str:
    """Return who deals the first tour of a later round, if that is who has the most points (QU-5); else ""."""
    if rules.dealing != "most_points" or not rules.in_rounds or not sheets or len(sheets) % ROUND:
        return ""
    totals = sum_sheets(sheets)
    in_turn = (*order[1:], order[0])
    return max((player for player in in_turn if player in totals), key=totals.__getitem__, default="")


def stays(rules: Rules, number: int) -> bool:
    """Return whether the dealer of deal `number` also deals the next one (QU-5)."""
    return rules.dealing == "twelve" and bool(number % len(TOURS))


def tally(rules: Rules, sheets: Sheets) -> PartyStanding:
    """Return the standing of the party with these sheets (QU-30)."""
    totals = sum_sheets(sheets)
    left = rules.deals - len(sheets)
    if left > 0 or not totals:
        return PartyStanding(totals, (), count("one tour is left to play", "{n} tours are left to play", n=left))
    winners = _winners(totals)
    names = tuple(map(Name, winners))
    points = totals[winners[0]]
    if len(winners) > 1:
        return PartyStanding(
            totals, winners, say("{winners} win together with {points} points", winners=names, points=points)
        )
    return PartyStanding(totals, winners, say("{winner} wins with {points} points", winner=names[0], points=points))


def _winners(totals: Numbers) -> tuple[str, ...]:
    return tuple([player for player in totals if totals[player] == min(totals.values())])
