"""A card night as a value: who sits where, whose rules hold from which deal on, who deals next.

`judge` says what an act is worth and `advance` what the night is after it. Booking, checking and reading a file all
go through these two, so they cannot disagree.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal, NamedTuple, cast

from scorekeeper.games import GAMES
from scorekeeper.games.game import Game, Seating
from scorekeeper.games.house import apply_house
from scorekeeper.games.questions import shown
from scorekeeper.games.score import Line, Score
from scorekeeper.phrase import Name, Refused, count, say

Facts = Mapping[str, Any]
State = Literal["here", "paused", "left"]

SLOT_KINDS = ("called", "booked", "corrected", "voided", "adjusted", "undone")

MOST_POINTS = 1_000_000  # in one adjustment: keeps every sum far inside 64 bits
MOST_DEALS = 1_000_000
SEATS = 12  # as many as find room round a table


class Seat(NamedTuple):
    """A player at his place; `left` players keep their balance, which stays to be settled."""

    player: str
    state: State = "here"


class House(NamedTuple):
    """House rules, as a night file spells them, in force from deal `first` on."""

    first: int
    settings: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Result:
    """What one slot holds: the lines, what the sheet shows and what is paid, in points by player."""

    score: Score
    sheet: Mapping[str, int]
    payoff: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Night:
    """The night between two deals: `dealer` deals slot `number` next, `most` may play at once (0: as the game has it).

    `houses` are in the order in which they were agreed.
    """

    game: Game
    preset: str
    houses: tuple[House, ...]
    seats: tuple[Seat, ...]
    dealer: str
    number: int = 1
    most: int = 0

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody who has a seat, whether here or not, in seat order."""
        return tuple(seat.player for seat in self.seats)

    @property
    def here(self) -> tuple[str, ...]:
        """Who is at the table now, in seat order."""
        return tuple(seat.player for seat in self.seats if seat.state == "here")

    def house_at(self, number: int) -> House:
        """Return the house rules in force in deal `number`: the latest agreed of those that begin last."""
        begun = [house for house in self.houses if house.first <= number]
        return max(reversed(begun), key=lambda house: house.first)

    def rules_at(self, number: int) -> Any:
        """Return the game's rules in force in deal `number`."""
        return rules_for(self.game.key, self.preset, json.dumps(dict(self.house_at(number).settings)))


@lru_cache(maxsize=512)
def rules_for(game: str, preset: str, settings: str) -> Any:
    """Return the rules of a preset with house rules given as JSON text. Raises Refused as `apply_house` does."""
    return apply_house(GAMES[game].presets[preset], json.loads(settings))


def open_night(facts: Facts) -> Night:
    """Return the night that the act `opened` begins. Raises Refused for what no night can be."""
    game = _known("game", facts.get("game"), GAMES)
    preset = _known("rules", facts.get("preset"), game.presets)
    seats = tuple(facts.get("seats", ()))
    rules = rules_for(game.key, preset_key(game, facts), json.dumps(dict(facts.get("house", {}))))
    most = facts.get("most", 0)
    if type(most) is not int or (most and most not in rules.players):
        raise Refused(
            "at_play",
            say(
                "{value} is not a number of players that {author} knows: {players}",
                value=shown(most),
                author=preset.author,
                players=rules.players,
            ),
        )
    if not min(rules.players) <= len(seats) <= SEATS:
        raise Refused(
            "players",
            say("{n} players; there must be from {low} to {high}", n=len(seats), low=min(rules.players), high=SEATS),
        )
    dealer = facts.get("dealer") or seats[-1]
    if dealer not in seats:
        raise Refused("dealer", say("{value} is not one of the players", value=shown(dealer)))
    return Night(
        game,
        preset_key(game, facts),
        (House(1, facts.get("house", {})),),
        tuple(Seat(player) for player in seats),
        dealer,
        most=most,
    )


def preset_key(game: Game, facts: Facts) -> str:
    """Return the preset of an `opened` act, the game's default where none is named."""
    return str(facts.get("preset") or next(iter(game.presets)))


def _known(key: str, raw: object, known: Mapping[str, Any]) -> Any:
    if raw is None and key == "rules":
        return next(iter(known.values()))
    if raw is None:
        raise Refused(key, say("this is missing; it is one of: {allowed}", allowed=tuple(known)))
    if not isinstance(raw, str) or raw not in known:
        raise Refused(key, say("{value} is not one of: {allowed}", value=shown(raw), allowed=tuple(known)))
    return known[raw]


def seat_deal(night: Night, number: int, dealer: str = "", playing: Sequence[str] = ()) -> Seating:
    """Return who plays deal `number`; without `dealer` and `playing` as the rotation has it (FORMATS "playing").

    Where too many are at the table the dealer sits out and the next players in order play.
    Raises Refused for somebody who has no seat, or more or fewer players than the rules take.
    """
    rules = night.rules_at(number)
    dealer = dealer or next_here(night, night.dealer)
    if dealer not in night.players:
        raise Refused("dealer", say("{value} is not one of the players", value=shown(dealer)))
    seating = Seating(number, dealer, tuple(playing) or turn(night, number, dealer))
    return _check_seating(night, seating, rules.players)


def next_here(night: Night, player: str) -> str:
    """Return `player` if he is at the table, else the next in order who is."""
    order = _from(night.players, player)
    return next((other for other in order if other in night.here), player)


def turn(night: Night, number: int, dealer: str) -> tuple[str, ...]:
    """Return who plays deal `number` by the rotation: from the dealer's left on and the dealer last.

    At most as many as may play at once, so the dealer is the first to sit out.
    """
    order = (*_from(night.players, dealer)[1:], dealer)
    most = night.most or max(night.rules_at(number).players)
    return tuple(player for player in order if player in night.here)[:most]


def _from(players: tuple[str, ...], first: str) -> tuple[str, ...]:
    place = players.index(first)
    return players[place:] + players[:place]


def _check_seating(night: Night, seating: Seating, allowed: Sequence[int]) -> Seating:
    playing = seating.playing
    for player in playing:
        if player not in night.players:
            raise Refused("playing", say("{value} is not one of the players", value=shown(player)))
    if len(playing) not in allowed:
        raise Refused(
            "playing",
            count(
                "{n} player is at play; the rules take {allowed}",
                "{n} players are at play; the rules take {allowed}",
                n=len(playing),
                allowed=tuple(allowed),
            ),
        )
    if tuple(player for player in _from(night.players, playing[0]) if player in playing) != playing:
        raise Refused("playing", say("the players do not stand in seat order, or one stands twice"))
    return seating


def play(
    game: Game, rules: Any, seating: Seating, answers: Mapping[str, object], earlier: Sequence[Mapping[str, int]] = ()
) -> Result:
    """Return what a deal's answers are worth; `earlier` are the sheets of its party before it. Raises Refused."""
    score = game.score(rules, game.deal(rules, seating, answers))
    sheet = score.totals(seating.playing)
    return Result(score, sheet, game.paid(rules, (*earlier, sheet)))


def judge(night: Night, kind: str, facts: Facts, earlier: Sequence[Mapping[str, int]] = ()) -> Result | None:
    """Return what an act puts into its slot, None for an act that fills none.

    `earlier` are the sheets of the deals of the same party before this one. Raises Refused.
    """
    if kind not in SLOT_KINDS:
        return None
    _check_slot(night, kind, facts["number"])
    seating = seat_deal(night, facts["number"], facts["dealer"], facts["playing"])
    rules = night.rules_at(seating.number)
    if kind in ("adjusted", "voided"):
        score = adjust(night, facts["adjust"]) if kind == "adjusted" else Score()
        sheet = {player: points for line in score.lines for player, points in line.points.items()}
        return Result(score, sheet, pay(night, seating.number, kind, (*earlier, sheet)))
    if kind == "called":
        night.game.outcomes(rules, seating, facts["answers"])
        return None
    return play(night.game, rules, seating, facts["answers"], earlier)


def _check_slot(night: Night, kind: str, number: object) -> None:
    """A slot is called or booked when its turn has come, and corrected once it is filled."""
    if type(number) is not int or not 1 <= number <= night.number:
        raise Refused("number", say("the next deal is number {number}", number=night.number))
    if kind in ("called", "booked") and number != night.number:
        raise Refused("number", say("deal {number} is booked already", number=number))
    if kind == "corrected" and number == night.number:
        raise Refused("number", say("deal {number} is not booked yet", number=number))


def pay(night: Night, number: int, kind: str, sheets: Sequence[Mapping[str, int]]) -> dict[str, int]:
    """Return what is paid in deal `number`, in points, where `sheets` are those of its party up to and with it."""
    paid = night.game.agreed if kind == "adjusted" else night.game.paid
    return paid(night.rules_at(number), sheets)


def adjust(night: Night, amounts: Mapping[str, object]) -> Score:
    """Return an adjustment agreed at the table, in points by player. Raises Refused unless it sums to 0."""
    for player, amount in amounts.items():
        if player not in night.players:
            raise Refused("adjust", say("{value} is not one of the players", value=shown(player)))
        if type(amount) is not int or abs(amount) > MOST_POINTS:
            raise Refused(
                "adjust",
                say("{value} is not a whole number of points up to {most}", value=shown(amount), most=MOST_POINTS),
            )
    points = {player: cast(int, amount) for player, amount in amounts.items() if amount}
    if not points:
        raise Refused("adjust", say("nobody gets or gives anything"))
    if sum(points.values()):
        raise Refused("adjust", say("the amounts add up to {sum}, not to 0", sum=sum(points.values())))
    return Score((Line(say("agreed at the table"), "G-3", 1, tuple(points.items())),))


def advance(night: Night, kind: str, facts: Facts) -> Night:
    """Return the night after an act that was judged. Raises Refused for a change that cannot be made."""
    if kind in SLOT_KINDS and kind != "called":
        return _after_slot(night, kind, facts)
    if kind == "rules changed":
        return _change_rules(night, facts)
    if kind in ("joined", "paused", "returned", "left"):
        return _change_seat(night, kind, facts["player"], facts)
    return night


def _after_slot(night: Night, kind: str, facts: Facts) -> Night:
    number = facts["number"]
    if number < night.number - 1:  # the past: it moves neither the deal nor the number
        return night
    dealer = facts["dealer"]
    redeals = kind in ("booked", "corrected") and night.game.redeals(night.rules_at(number), facts["answers"])
    following = dealer if redeals else next_here(night, _from(night.players, dealer)[1 % len(night.seats)])
    return replace(night, dealer=following, number=max(night.number, number + 1))


def _change_rules(night: Night, facts: Facts) -> Night:
    first, settings = facts["number"], facts["house"]
    if type(first) is not int or not night.number <= first <= MOST_DEALS:
        raise Refused("number", say("house rules can change from deal {number} on, not before", number=night.number))
    rules = rules_for(night.game.key, night.preset, json.dumps(dict(settings)))
    if night.most and night.most not in rules.players:
        raise Refused("house", say("these rules do not take {n} players", n=night.most))
    after = replace(night, houses=(*night.houses, House(first, settings)))
    for house in after.houses:
        _check_party(after, house.first)
    return after


def _check_party(night: Night, number: int) -> None:
    """Refuse rules from deal `number` on that would pay the deals of one party in two ways."""
    party, now, before = night.game.party, night.rules_at(number), night.rules_at(max(number - 1, 1))
    if (number - 1) % party and any(getattr(now, name) != getattr(before, name) for name in night.game.lasting):
        following = number + party - (number - 1) % party
        raise Refused(
            "number",
            say(
                "what is paid holds for a whole party; it can change from deal {number} on, where one begins",
                number=following,
            ),
        )


def _change_seat(night: Night, kind: str, player: str, facts: Facts) -> Night:
    if kind == "joined":
        return _join(night, player, facts["place"])
    state: State = "here" if kind == "returned" else cast(State, kind)
    now = {seat.player: seat.state for seat in night.seats}
    if player not in now:
        raise Refused("player", say("{value} is not one of the players", value=shown(player)))
    if now[player] == state:
        raise Refused("player", say("nothing would change for {player}", player=Name(player)))
    seats = tuple(Seat(seat.player, state if seat.player == player else seat.state) for seat in night.seats)
    return replace(night, seats=seats)


def _join(night: Night, player: str, place: int) -> Night:
    if player in night.players:
        raise Refused("player", say("{player} has a seat already", player=Name(player)))
    if len(night.seats) >= SEATS:
        raise Refused("player", say("no more than {high} people fit round the table", high=SEATS))
    if type(place) is not int or not 0 <= place <= len(night.seats):
        raise Refused("place", say("{value} is not a place at this table", value=shown(place)))
    return replace(night, seats=(*night.seats[:place], Seat(player), *night.seats[place:]))
