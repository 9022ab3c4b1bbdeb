"""A card night as a value: the seats, the house rules by deal, the next dealer."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple, TypeVar

from scorekeeper.games import GAMES
from scorekeeper.games.game import AnyGame, Preset, Seating, Sheets
from scorekeeper.games.house_rules import apply_house
from scorekeeper.games.pots import say_pot, sum_pot
from scorekeeper.games.score import Score
from scorekeeper.immutable import ImmutableValue
from scorekeeper.journal.acts import Opened
from scorekeeper.money import Stake, read_stake, unit_of
from scorekeeper.phrase import Name, Phrase, Refused, count, say
from scorekeeper.value_checks import none_of, shorten

T = TypeVar("T")

State = Literal["here", "paused", "left"]

MOST_DEALS = 1_000_000
# A deal a minute for two weeks; judging so many deals of a file takes some seconds.
FULL = 25_000
SEATS = 12  # as many as find room round a table
MOST_PEOPLE = 400  # with those who are only settled with them


class Seat(NamedTuple):
    """A player at the table; players who `left` keep their balance to be settled."""

    player: str
    state: State = "here"


class House(ImmutableValue):
    """House rules, spelled as in a night file, in force from deal `first` on."""

    first: int
    settings: Mapping[str, object]

    @cached_property
    def settings_json(self) -> str:
        """Return the settings as JSON, encoded once, as they are the key of a cache that every deal uses."""
        return json.dumps(dict(self.settings))


class StakeFrom(NamedTuple):
    """The stake from deal `first` on, None for points only."""

    first: int
    stake: Stake | None


class Result(NamedTuple):
    """The result of a slot: the lines, the sheet and the payoff, in points by player."""

    score: Score
    sheet: Mapping[str, int]
    payoff: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Night:
    """The night between two deals: `dealer` deals slot `number` next, `most` may play at once (0: the game's default).

    `houses` are in the order of agreement, `stakes` in that of the deals. `players` are all with a seat and `here`
    those at the table now, both in seat order. A 1 in the journal means so many coins as the `unit` says.
    `date` is an ISO date, empty for none.
    """

    game: AnyGame
    preset: str
    houses: tuple[House, ...]
    seats: tuple[Seat, ...]
    dealer: str
    number: int = 1
    most: int = 0
    stakes: tuple[StakeFrom, ...] = (StakeFrom(1, None),)
    unit: int = 1
    date: str = ""
    players: tuple[str, ...] = field(init=False, repr=False, compare=False)
    here: tuple[str, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Compute the seating once, as every deal uses it many times."""
        object.__setattr__(self, "players", tuple([seat.player for seat in self.seats]))
        object.__setattr__(self, "here", tuple([seat.player for seat in self.seats if seat.state == "here"]))

    @property
    def in_parties(self) -> bool:
        """Whether its deals are counted in parties."""
        parties = self.game.parties
        return parties is not None and parties.counted(self.rules_at(1))

    @property
    def keeps_pot(self) -> bool:
        """Whether its deals may pay into a pot that a later one takes."""
        pot = self.game.pot
        return pot is not None and pot.kept(self.rules_at(1))

    def pot_remark(self, balances: Mapping[str, int]) -> Phrase | None:
        """Return what is in its pot in words, by everybody's balance; None for nothing."""
        points = sum_pot([balances]) if self.keeps_pot else 0
        return say_pot(points) if points else None

    @property
    def ends(self) -> Callable[[Preset, Sheets], bool] | None:
        """The condition that ends a party; None without parties or if each has a number of deals.

        The deals up to the one that empties the pot belong together like a party, as its lines depend on them.
        """
        if self.keeps_pot:
            return _empties_pot
        return self.game.parties.ends if self.game.parties and self.in_parties else None

    def house_at(self, number: int) -> House:
        """Return the house rules of deal `number`: the latest start, then the latest agreement."""
        if len(self.houses) == 1:
            return self.houses[0]
        begun = [house for house in self.houses if house.first <= number]
        return max(reversed(begun), key=lambda house: house.first)

    @property
    def stake_spans(self) -> list[tuple[int, int | None, Stake | None]]:
        """The stakes with their first and last deals; None as the last for all to come."""
        begins = sorted({agreed.first for agreed in self.stakes})
        ends = [*(first - 1 for first in begins[1:]), None]
        return [(first, last, self.stake_at(first)) for first, last in zip(begins, ends, strict=True)]

    @property
    def stake(self) -> Stake | None:
        """The latest agreed stake."""
        return self.stakes[-1].stake

    def stake_at(self, number: int) -> Stake | None:
        """Return the stake of deal `number`."""
        return next(agreed.stake for agreed in reversed(self.stakes) if agreed.first <= number)

    def coins_at(self, number: int) -> int:
        """Return the value of a point of deal `number` in the smallest coin, 1 without a stake."""
        stake = self.stake_at(number)
        return stake.coins if stake else 1

    @property
    def coins(self) -> int:
        """The value of a point by the latest agreement."""
        return self.stake.coins if self.stake else 1

    @property
    def currency(self) -> str:
        """The currency of the stake, "" for points only."""
        return self.stake.currency if self.stake else ""

    @property
    def game_name(self) -> Phrase:
        """The name of what is played next."""
        return self.game.named(self.rules_at(self.number)) if self.game.named else self.game.title

    @property
    def fewest_lead(self) -> bool:
        """Whether the fewest points on the sheet are the best in the coming deal."""
        return self.game.fewest_lead(self.rules_at(self.number))

    def heading_at(self, number: int) -> Phrase | None:
        """Return the subject of deal `number` before it has answers, None for none."""
        return self.game.heading(self.rules_at(number), number) if self.game.heading else None

    def rules_at(self, number: int) -> Preset:
        """Return the game's rules in force in deal `number`."""
        return rules_for(self.game.key, self.preset, self.house_at(number).settings_json)


def _empties_pot(rules: Preset, sheets: Sheets) -> bool:
    return not sum_pot(sheets)


@lru_cache(maxsize=512)
def rules_for(game: str, preset: str, settings: str) -> Preset:
    """Return the rules of a preset with house rules given as JSON text. Raises Refused as `apply_house` does."""
    author: Preset = GAMES[game].presets[preset]
    return apply_house(author, json.loads(settings))


def name_of_game(game: str, preset: str, houses: str) -> Phrase:
    """Return the name of what a night played last, by the house rules as its row has them.

    A game of a table's own has the name that the table gave it.
    """
    known = GAMES[game]
    return known.named(rules_in_row(game, preset, houses)) if known.named else known.title


def rules_in_row(game: str, preset: str, houses: str) -> Preset:
    """Return the rules that a night agreed on last, as its row has them; those of the author for a malformed row."""
    try:
        return rules_for(game, preset, json.dumps(json.loads(houses)[-1][1]))
    except (ValueError, LookupError, TypeError, RecursionError, Refused):
        author: Preset = GAMES[game].author
        return author


def keys_for(players: int) -> list[str]:
    """Return the keys of the first `players` players of a night."""
    return [f"p{place}" for place in range(1, players + 1)]


def open_night(opened: Opened, most: int = SEATS) -> Night:
    """Return the night of an opening with at most so many players. Raises Refused for an invalid one."""
    game = find_known("game", opened.game, GAMES)
    key = opened.preset or next(iter(game.presets))
    preset = find_known("rules", key, game.presets)
    seats = opened.seats
    rules = rules_for(game.key, key, json.dumps(dict(opened.house), default=str))  # TOML has dates; no rule is a date
    if opened.most and opened.most not in rules.players:
        values = {"value": shorten(opened.most), "author": preset.author, "players": rules.players}
        raise Refused("at_play", say("{value} is not a number of players that {author} knows: {players}", **values))
    least = min(rules.players)
    if not least <= len(seats) <= most:
        text = say("{n} players; there must be from {low} to {high}", n=len(seats), low=least, high=most)
        raise Refused("players", text)
    dealer = opened.dealer or seats[-1]
    if dealer not in seats:
        raise Refused("dealer", say("{value} is not one of the players", value=shorten(dealer)))
    stakes = (StakeFrom(1, read_stake(opened.stake) if opened.stake else None),)
    houses = (House(1, opened.house),)
    unit = unit_of(opened.stake)
    seated = tuple(map(Seat, seats))
    return Night(game, key, houses, seated, dealer, most=opened.most, stakes=stakes, unit=unit, date=opened.date)


def find_known(key: str, raw: object, known: Mapping[str, T]) -> T:
    """Return the one of `known` named `raw`, for "rules" the first by default. Raises Refused with their names."""
    if raw is None and key == "rules":
        return next(iter(known.values()))
    if raw is None:
        raise Refused(key, say("this is missing; it is one of: {allowed}", allowed=tuple(known)))
    if not isinstance(raw, str) or raw not in known:
        raise Refused(key, none_of(raw, known))
    return known[raw]


def seat_deal(night: Night, number: int, dealer: str = "", playing: Sequence[str] = ()) -> Seating:
    """Return the seating of deal `number`; `dealer` and `playing` default to the rotation.

    The players are in the order of play, from forehand on. If too many are at the table, the dealer sits out and
    the next players in order play.
    Raises Refused for a player without a seat, or a number of players outside the rules.
    """
    dealer = dealer or next_here(night, night.dealer)
    if dealer not in night.players:
        raise Refused("dealer", say("{value} is not one of the players", value=shorten(dealer)))
    for player in playing:
        if player not in night.players:
            raise Refused("playing", say("{value} is not one of the players", value=shorten(player)))
    seated = tuple(playing) or turn(night, number, dealer)
    allowed = night.rules_at(number).players
    if len(seated) not in allowed:
        taken = count(
            "{n} player is at play; the rules take {allowed}",
            "{n} players are at play; the rules take {allowed}",
            n=len(seated),
            allowed=tuple(allowed),
        )
        raise Refused("playing", taken)
    if playing:
        for player in seated:
            if seated.count(player) > 1:
                raise Refused("playing", say("{player} stands twice", player=Name(player)))
        if tuple([player for player in order_from(night.players, seated[0]) if player in seated]) != seated:
            raise Refused("playing", say("the players do not stand in seat order"))
    return Seating(number, dealer, seated)


def next_here(night: Night, player: str) -> str:
    """Return `player` if at the table, else the next one there."""
    if player in night.here:
        return player
    order = order_from(night.players, player)
    return next((other for other in order if other in night.here), player)


def turn(night: Night, number: int, dealer: str) -> tuple[str, ...]:
    """Return the players of deal `number` by the rotation, from the dealer's left; the dealer sits out first."""
    order = (*order_from(night.players, dealer)[1:], dealer)
    here = night.here
    return tuple([player for player in order if player in here])[: night.most or max(night.rules_at(number).players)]


def order_from(players: tuple[str, ...], first: str) -> tuple[str, ...]:
    """Return the players in seat order, starting with one of them."""
    place = players.index(first)
    return players[place:] + players[:place]
