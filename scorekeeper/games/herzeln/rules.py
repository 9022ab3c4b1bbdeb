"""Herzeln after the Piatnik booklet: its eight tours, its packs and its house rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from scorekeeper.cards.packs import ACE_TEN, Pack, of_ranks
from scorekeeper.games.house_rules import read_authors, read_switches
from scorekeeper.phrase import Phrase, say

HAND = 8  # cards for each player, and so tricks in a tour (HZ-1)
LAY_OFF = 8  # the tour that is a lay-off
HEARTS = {"AH": 11, "10H": 10, "KH": 4, "QH": 3, "JH": 2, "9H": 1, "8H": 1, "7H": 1}  # minus points in tour 1


@dataclass(frozen=True, slots=True)
class Tour:
    """One tour of a party: the key of its count, its name, and its subject.

    `units` are the points of each thing that can be taken; empty if they depend on the number of players.
    """

    number: int
    key: str
    name: Phrase
    about: Phrase
    units: tuple[int, ...] = ()

    @property
    def rule(self) -> str:
        """The number of the rule for the points of the tour."""
        return f"HZ-T{self.number}"

    def units_for(self, players: int) -> tuple[int, ...]:
        """Return the points of all things divided among so many players; their sum is the tour's invariant."""
        if self.number == LAY_OFF:
            return tuple(-10 * place for place in range(players))
        return self.units or tuple(-HEARTS[card] for card in hearts_for(players).cards)

    def can_be(self, points: Sequence[int]) -> bool:
        """Return whether these `points` are possible for its players."""
        units = self.units_for(len(points))
        if self.number == LAY_OFF:
            return sorted(points) == sorted(units)
        return _divides(units, tuple(sorted(points)))

    def worst_for(self, offender: str, points: Mapping[str, int]) -> dict[str, int]:
        """Return the points with the worst result for `offender` (G-6): our reading, no source has a penalty.

        If things cost points, the offender gets all of them; if they bring points, the offender's go to the others in
        turn from the offender's left; in the lay-off the offender is out last.
        """
        place = list(points).index(offender)
        others = [*list(points)[place + 1 :], *list(points)[:place]]
        if self.number == LAY_OFF:
            order = [*sorted(others, key=lambda player: -points[player]), offender]
            return {player: -10 * order.index(player) for player in points}
        units = self.units_for(len(points))
        if min(units) < 0:
            return {player: sum(units) if player == offender else 0 for player in points}
        worst = {**points, offender: 0}
        for number in range(points[offender] // units[0]):
            worst[others[number % len(others)]] += units[0]
        return worst


_HEARTS = say(
    "Tour 1, hearts taken: the Ace counts −11, the Ten −10, the King −4, the Queen −3, the Jack −2, others −1"
)
_OUT = say("Tour 8, the shedding tour: the first player out gets 0, each later one 10 points less")
TOURS = (
    Tour(1, "hearts", say("hearts"), _HEARTS),
    Tour(2, "tricks", say("tricks +"), say("Tour 2: every trick counts 10"), (10,) * HAND),
    Tour(3, "tricks", say("tricks −"), say("Tour 3: every trick counts −10"), (-10,) * HAND),
    Tour(4, "queens", say("Queens"), say("Tour 4: every Queen taken counts −20"), (-20,) * 4),
    Tour(5, "king", say("King of hearts"), say("Tour 5: the King of hearts counts −40"), (-40,)),
    Tour(6, "last", say("last trick +"), say("Tour 6: the last trick counts 40"), (40,)),
    Tour(7, "last", say("last trick −"), say("Tour 7: the last trick counts −40"), (-40,)),
    Tour(LAY_OFF, "out", say("shedding tour"), _OUT),
)


def tour_of(number: int) -> Tour:
    """Return the tour of deal `number`, from 1, of a night (HZ-4)."""
    return TOURS[(number - 1) % len(TOURS)]


def pack_for(players: int) -> Pack:
    """Return the cards for so many players: 24 for three, 32 for four (HZ-1)."""
    return ACE_TEN.without(of_ranks("78")) if players == 3 else ACE_TEN


def hearts_for(players: int) -> Pack:
    """Return the hearts of the pack for so many players."""
    pack = pack_for(players)
    return pack.without([card for card in pack.cards if card not in HEARTS])


@lru_cache(maxsize=4096)
def _divides(units: tuple[int, ...], points: tuple[int, ...]) -> bool:
    """Return whether the `units` can be divided into the sums `points`: the dearest unit first."""
    if not units:
        return not any(points)
    unit, *rest = units
    return any(
        _divides(tuple(rest), tuple(sorted((*points[:place], had - unit, *points[place + 1 :]))))
        for place, had in enumerate(points)
        if had and had // unit > 0
    )


_HOUSE = read_switches(Path(__file__).with_name("house_rules.toml"))


@dataclass(frozen=True)
class Rules:
    """The rules of one table; its switches are what a table may change."""

    author: str
    source: str
    summary: Phrase
    players: tuple[int, ...]
    offers: tuple[str, ...]

    money: str = _HOUSE["money"]
    tie: str = _HOUSE["tie"]
    first_lead: str = _HOUSE["first_lead"]
    rows: str = _HOUSE["rows"]
    layoff_start: str = _HOUSE["layoff_start"]
    pass_: str = _HOUSE["pass_"]
    revoke: str = _HOUSE["revoke"]

    @property
    def revoke_costs(self) -> bool:
        """Whether a revoke costs the tour (G-6)."""
        return self.revoke == "offender_side_loses"


PRESETS = read_authors(Path(__file__).with_name("authors.toml"), Rules)
PIATNIK = PRESETS["piatnik"]
