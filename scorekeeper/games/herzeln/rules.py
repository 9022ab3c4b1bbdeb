"""Herzeln after the Piatnik booklet: its eight tours, its packs and what a table may play differently."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scorekeeper.cards.packs import ACE_TEN, Pack, of_ranks
from scorekeeper.games.house import switch
from scorekeeper.phrase import Phrase, say

HAND = 8  # cards for each player, and so tricks in a tour (HZ-1)
LAY_OFF = 8  # the tour that is a lay-off
HEARTS = {"AH": 11, "10H": 10, "KH": 4, "QH": 3, "JH": 2, "9H": 1, "8H": 1, "7H": 1}  # minus points in tour 1


@dataclass(frozen=True, slots=True)
class Tour:
    """One tour of a party: its name, what it is about, and why other points than its own are impossible.

    `units` are the points of each thing that can be taken; empty where they depend on the number of players.
    """

    number: int
    name: Phrase
    about: Phrase
    impossible: Phrase
    units: tuple[int, ...] = ()

    @property
    def rule(self) -> str:
        """The number of the rule that says what the tour counts."""
        return f"HZ-T{self.number}"


TOURS = (
    Tour(
        1,
        say("hearts"),
        say("Tour 1, hearts taken: the Ace counts −11, the Ten −10, the King −4, the Queen −3, the Jack −2, others −1"),
        say("these points cannot be made up from the hearts of the pack"),
    ),
    Tour(
        2, say("tricks +"), say("Tour 2: every trick counts 10"), say("every trick counts 10 points here"), (10,) * HAND
    ),
    Tour(
        3,
        say("tricks −"),
        say("Tour 3: every trick counts −10"),
        say("every trick counts −10 points here"),
        (-10,) * HAND,
    ),
    Tour(
        4,
        say("Queens"),
        say("Tour 4: every Queen taken counts −20"),
        say("every Queen counts −20 points here"),
        (-20,) * 4,
    ),
    Tour(
        5,
        say("King of hearts"),
        say("Tour 5: the King of hearts counts −40"),
        say("one player gets −40 points here, the others 0"),
        (-40,),
    ),
    Tour(
        6,
        say("last trick +"),
        say("Tour 6: the last trick counts 40"),
        say("one player gets 40 points here, the others 0"),
        (40,),
    ),
    Tour(
        7,
        say("last trick −"),
        say("Tour 7: the last trick counts −40"),
        say("one player gets −40 points here, the others 0"),
        (-40,),
    ),
    Tour(
        LAY_OFF,
        say("shedding tour"),
        say("Tour 8, the shedding tour: the first player out gets 0, each later one 10 points less"),
        say("the first player out gets 0 points here, each later one 10 points less"),
    ),
)


def tour_of(number: int) -> Tour:
    """Return the tour that deal `number`, from 1, of a night is (HZ-4)."""
    return TOURS[(number - 1) % len(TOURS)]


def pack_for(players: int) -> Pack:
    """Return the cards for so many players: 24 for three, 32 for four (HZ-1)."""
    return ACE_TEN.without(of_ranks("78")) if players == 3 else ACE_TEN


def hearts_for(players: int) -> Pack:
    """Return the hearts of the pack for so many players."""
    return pack_for(players).without(of_ranks(("A", "10", "K", "Q", "J", "9", "8", "7"), "CSD"))


def units_of(tour: Tour, players: int) -> tuple[int, ...]:
    """Return the points of everything that so many players divide among them in `tour`; their sum is its invariant."""
    if tour.number == LAY_OFF:
        return tuple(-10 * place for place in range(players))
    return tour.units or tuple(-HEARTS[card] for card in hearts_for(players).cards)


def worst_for(tour: Tour, points: Mapping[str, int], offender: str) -> dict[str, int]:
    """Return the points of a tour with the worst of it for `offender` (G-6): our reading, as no source has a penalty.

    Where things cost points he gets all of them; where they bring points, his go to the others in turn from his left;
    in the lay-off he is out last.
    """
    place = list(points).index(offender)
    others = [*list(points)[place + 1 :], *list(points)[:place]]
    units = units_of(tour, len(points))
    if tour.number == LAY_OFF:
        order = sorted(others, key=lambda player: -points[player])
        return {player: -10 * (*order, offender).index(player) for player in points}
    if min(units) < 0:
        return {player: sum(units) if player == offender else 0 for player in points}
    given = [others[number % len(others)] for number in range(points[offender] // units[0])]
    return {player: 0 if player == offender else had + units[0] * given.count(player) for player, had in points.items()}


def can_be(tour: Tour, points: Sequence[int]) -> bool:
    """Return whether the players of `tour` can have come to these `points`."""
    units = units_of(tour, len(points))
    if tour.number == LAY_OFF:
        return sorted(points) == sorted(units)
    return _divides(units, tuple(sorted(points)))


@lru_cache(maxsize=4096)
def _divides(units: tuple[int, ...], points: tuple[int, ...]) -> bool:
    """Return whether the `units` can be dealt out so that the sums are `points`: the dearest unit first."""
    if not units:
        return not any(points)
    unit = units[0]
    rest = units[1:]
    return any(
        _divides(rest, tuple(sorted((*points[:place], had - unit, *points[place + 1 :]))))
        for place, had in enumerate(points)
        if had and had // unit > 0
    )


@dataclass(frozen=True)
class Rules:
    """The rules of one table; the fields made by `switch` are what a table may change."""

    author: str
    source: str
    summary: Phrase
    players: tuple[int, ...]
    offers: tuple[str, ...]

    money: str = switch(
        ("pairwise", say("after each tour each pays each the difference")),
        ("winner_takes", say("after eight tours each pays the winner the difference")),
        ("none", say("nothing is paid")),
        rule="HZ-12",
        label=say("Money"),
    )
    tie: str = switch(
        ("shared", say("they share the win")),
        ("extra_tour", say("an extra tour decides, whose points are added; until then they share")),
        ("fewer_minus_tours", say("fewer tours with minus points win; if that is equal too, they share")),
        rule="HZ-11",
        label=say("When several have the highest total"),
    )
    first_lead: str = switch(
        ("forehand", say("forehand")), ("dealer", say("the dealer")), rule="HZ-5", label=say("First lead")
    )
    rows: str = switch(
        ("one", say("one row for the whole table")),
        ("per_jack", say("a row for each Jack")),
        rule="HZ-20",
        label=say("In the shedding tour there is"),
    )
    layoff_start: str = switch(
        ("forehand", say("forehand, or the next who has a Jack")),
        ("any_jack_holder", say("anybody who has a Jack")),
        ("jack_of_hearts", say("the player with the Jack of hearts, with it")),
        rule="HZ-23",
        label=say("The shedding tour is begun by"),
    )
    pass_: str = switch(
        ("only_if_unable", say("only if no card fits")),
        ("free", say("at will")),
        rule="HZ-24",
        label=say("In the shedding tour you may pass"),
    )
    revoke: str = switch(
        ("take_back", say("it is taken back")),
        ("offender_side_loses", say("the offender gets the worst of the tour")),
        ("ignore", say("nothing happens")),
        rule="G-6",
        label=say("After a wrong card"),
    )


PIATNIK = Rules(
    author="Piatnik",
    source="Spielregelheft der Firma Piatnik, Wien, nach dem Artikel „Herzeln“ der deutschen Wikipedia",
    summary=say("Seven tours of eight tricks, then a shedding tour; the highest total wins"),
    players=(3, 4),
    offers=("money", "tie", "first_lead", "rows", "layoff_start", "pass", "revoke"),
)

PRESETS = {"piatnik": PIATNIK}
