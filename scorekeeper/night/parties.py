"""Parties: consecutive deals counted together, each party with its own totals and winner."""

from collections.abc import Mapping
from itertools import groupby
from typing import NamedTuple

from scorekeeper.games.game import PartyStanding
from scorekeeper.games.pots import sum_pot
from scorekeeper.night.night import MOST_DEALS, Night


class Party(NamedTuple):
    """A party: its number from 1, its known deals, its score after `last`, and whether it is over."""

    number: int
    numbers: range
    last: int
    standing: PartyStanding
    over: bool


def parties_of(night: Night, sheets: Mapping[int, Mapping[str, int]]) -> list[Party]:
    """Return the parties of `sheets`, which are keyed by deal number and complete from a party's first deal on.

    A game without parties has none.
    """
    if night.game.parties is None or not night.in_parties:
        return []
    parties = list[Party]()
    begun = begin_parties(night, sheets)
    for place, (first, deals) in enumerate(groupby(sorted(sheets), key=begun.__getitem__), start=1):
        played = list(deals)
        last = played[-1]
        rules = night.rules_at(last)
        written = [sheets[number] for number in played]
        standing = night.game.parties.tally(rules, written)
        if night.ends:
            parties.append(Party(place, range(first, last + 1), last, standing, night.ends(rules, written)))
        else:
            numbers = party_of(night, first)
            parties.append(Party(first // len(numbers) + 1, numbers, last, standing, last == numbers[-1]))
    return parties


def party_of(night: Night, number: int) -> range:
    """Return the numbers of the deals that may be in the party of deal `number`: all if it ends by a condition."""
    if night.ends:
        return range(1, MOST_DEALS + 1)
    deals = night.game.party_deals
    first = number - (number - 1) % deals
    return range(first, first + deals)


def begin_parties(night: Night, sheets: Mapping[int, Mapping[str, int]]) -> dict[int, int]:
    """Return the first deal of the party of each of these deals, and of the next deal.

    `sheets` starts with the first deal of a party.
    """
    begun = dict[int, int]()
    first = 1
    played = list[Mapping[str, int]]()
    pot = 0
    ends = night.ends
    for number in (*sorted(sheets), max(sheets, default=0) + 1):
        begun[number] = first if ends else party_of(night, number).start
        sheet = sheets.get(number, {})
        played.append(sheet)
        pot += sum_pot([sheet])
        # Nobody may take a pot all night, so its deals are not added up again and again.
        if (not pot) if night.keeps_pot else (ends and ends(night.rules_at(number), played)):
            first = number + 1
            played = []
    return begun
