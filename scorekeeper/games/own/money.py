"""Money of a sheet, and the end of a game of several deals."""

from collections.abc import Mapping
from itertools import groupby, permutations

from scorekeeper.games.game import PartyStanding, Sheets
from scorekeeper.games.own.document import Sheet
from scorekeeper.games.score import sum_sheets
from scorekeeper.phrase import Name, say

Totals = Mapping[str, int]


def has_ended(sheet: Sheet, sheets: Sheets) -> bool:
    """Return whether the game with these deals is over (OWN-10)."""
    end = sheet.end
    if end.deals and len(sheets) >= end.deals:
        return True
    totals = sum_sheets(sheets).values()
    if end.target > 0:
        return max(totals, default=0) >= end.target
    return end.target < 0 and min(totals, default=0) <= end.target


def pay(sheet: Sheet, sheets: Sheets) -> dict[str, int]:
    """Return what the last of the deals of a game pays (OWN-11)."""
    paid = _pay(sheet, sheets)
    sign = -1 if sheet.less and sheet.money.pays == "written" else 1  # what is written then is to be paid
    return {player: min(sign * points, 0) for player, points in paid.items()} if sheet.money.kitty else paid


def _pay(sheet: Sheet, sheets: Sheets) -> dict[str, int]:
    last = sheets[-1]
    pays = sheet.money.pays
    if pays == "written":
        return dict(last)
    if pays == "difference":
        return _differences(sheet, last)
    totals = sum_sheets(sheets)
    paid = dict.fromkeys(totals, 0)
    if not has_ended(sheet, sheets):
        return paid
    if pays == "prizes":
        return _prizes(sheet, totals)
    best, worst = (min, max) if sheet.less else (max, min)
    edge = (best if pays == "winner" else worst)(totals.values())
    for one, other in permutations(totals, 2):
        if totals[one] == edge != totals[other]:
            _transfer(sheet, paid, sheets, one, other)
    even = sheet.pairs and not any(points % 2 for points in paid.values())
    # Both of a side have the same total unless points were agreed on, and each of them pays one of the other.
    return {player: points // 2 for player, points in paid.items()} if even else paid


def _differences(sheet: Sheet, last: Totals) -> dict[str, int]:
    """Return what each player gets where all pay each other the difference; of two sides, one pays one."""
    sign = -1 if sheet.less else 1
    share = 2 if sheet.pairs else 1
    total = sum(last.values())
    return {player: sign * (len(last) * points - total) // share for player, points in last.items()}


def _transfer(sheet: Sheet, paid: dict[str, int], sheets: Sheets, one: str, other: str) -> None:
    """Let the `other` pay the winner `one`, or the last `one` pay the `other`."""
    money = sheet.money
    value = -money.value
    if money.pays == "winner":
        total = sum(deal.get(other, 0) for deal in sheets)  # who sat out is in no sheet of that deal
        low = total >= money.schneider_at if sheet.less else total <= money.schneider_at
        value = money.schneider if money.schneider and low else money.value
        if money.led and _led(sheet, sheets, one, other):
            value = money.led
    paid[one] += value
    paid[other] -= value


def _led(sheet: Sheet, sheets: Sheets, one: str, other: str) -> bool:
    """Return whether the `other` stood one before the target while the winner `one` had nothing."""
    had = lost = 0
    for deal in sheets:
        had = had + deal.get(one, 0)
        lost = lost + deal.get(other, 0)
        if not had and lost == sheet.end.target - 1:
            return True
    return False


def _prizes(sheet: Sheet, totals: Totals) -> dict[str, int]:
    """Return the prizes by place; players with the same total share theirs, which the document makes even."""
    order = sorted(totals, key=lambda player: totals[player] * (1 if sheet.less else -1))
    paid: dict[str, int] = {}
    prizes = sheet.money.prizes
    for _, group in groupby(order, key=totals.__getitem__):
        tied = list(group)
        share = sum(prizes[len(paid) : len(paid) + len(tied)]) // len(tied)
        paid |= dict.fromkeys(tied, share)
    return paid


def tally(sheet: Sheet, sheets: Sheets) -> PartyStanding:
    """Return how a game of several deals stands."""
    totals = sum_sheets(sheets)
    if not has_ended(sheet, sheets) or not totals:
        target = sheet.end.target
        deals = sheet.end.deals
        goal = say("to {points} points", points=target) if target else say("{n} deals", n=deals)
        return PartyStanding(totals, (), goal)
    best = (min if sheet.less else max)(totals.values())
    winners = tuple(player for player in totals if totals[player] == best)
    return PartyStanding(totals, winners, say("won by {players}", players=tuple(map(Name, winners))))
