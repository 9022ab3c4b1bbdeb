"""Questions that are answered with numbers: one, a count of card points in thirds, or one for each player."""

from collections.abc import Mapping
from dataclasses import field
from typing import NamedTuple

from scorekeeper.cards.thirds import read_thirds, write_thirds
from scorekeeper.games.questions import Question, Stage
from scorekeeper.phrase import Name, Phrase, Refused, Value, say
from scorekeeper.value_checks import player_of, shorten, table, whole


class Number(Question):
    """A whole number from `low` to `high`; with the question named by `complement` it adds up to `high`."""

    widget = "number"

    low: int
    high: int
    beyond: Phrase
    complement: str = ""
    stage: Stage = field(default="result", kw_only=True)

    def read(self, raw: object) -> int:
        number = whole(self.name, raw)
        if number < self.low:
            raise Refused(self.name, say("{value} is less than {low}", value=shorten(raw), low=self.low))
        if number > self.high:
            raise Refused(self.name, say("{value} is {beyond}", value=shorten(raw), beyond=self.beyond))
        return number

    @property
    def values(self) -> Value:
        return say("a whole number from {low} to {high}", low=self.low, high=self.high)


class Packet(NamedTuple):
    """Cards that count with a pile but lie apart from it: their name, also a `short` one, and their places.

    `part` is how many of `all` are counted, and `together` the `points` of the pile with them, to be filled in.
    """

    label: Phrase
    places: tuple[int, ...]
    short: Phrase
    part: Phrase
    together: Phrase


class SplitCount(int):
    """A count in thirds that was entered as a pile and the packet that counts with it."""

    pile: int
    packet: int

    def __new__(cls, pile: int, packet: int) -> "SplitCount":
        """Return the sum with its parts."""
        count = super().__new__(cls, pile + packet)
        count.pile = pile
        count.packet = packet
        return count


class Apart(NamedTuple):
    """A side's count that was entered in parts: its pile, and the talon cards at `places` that count with it."""

    side: str
    pile: int
    talon: int
    places: tuple[int, ...]


def _refuse_count(name: str, raw: object) -> Refused:
    return Refused(name, say('{value} is not a count of card points like 36, "36 1/3" or "33 2/3"', value=shorten(raw)))


class Thirds(Question):
    """Card points that may end on 1/3 or 2/3, from 0 to `high`, a number or text like "36 1/3"; read as thirds.

    With the question named by `complement` it adds up to `high` after rounding. With two `parts` a pile and the packet
    that counts with it may be entered separately, as in {"pile": "34 2/3", "rest": "1 2/3"} with these names.
    """

    widget = "thirds"

    high: int
    beyond: Phrase
    complement: str = ""
    hint: Phrase | None = None  # what belongs to the pile
    pile: Phrase | None = None  # the name of the pile
    packet: Packet | None = None
    parts: tuple[str, ...] = ()
    ends_whole: bool = False  # with every possible pile, so that no third need be typed
    stage: Stage = field(default="result", kw_only=True)

    def read(self, raw: object) -> int:
        if not isinstance(raw, Mapping):
            return self._read_count(raw)
        if not self.parts or raw.keys() != set(self.parts):
            raise Refused(self.name, say("a count in parts has these parts: {parts}", parts=self.parts))
        count = SplitCount(*(self._read_count(raw[part]) for part in self.parts))
        self._check_most(write_thirds(count), count)
        return count

    def _read_count(self, raw: object) -> int:
        thirds = None
        if isinstance(raw, str):
            thirds = read_thirds(raw)
        elif isinstance(raw, int) and not isinstance(raw, bool):
            thirds = 3 * raw
        if thirds is None:
            raise _refuse_count(self.name, raw)
        if thirds < 0:
            raise Refused(self.name, say("{value} is less than {low}", value=shorten(raw), low=0))
        self._check_most(raw, thirds)
        return thirds

    def _check_most(self, raw: object, thirds: int) -> None:
        if thirds > 3 * self.high:
            raise Refused(self.name, say("{value} is {beyond}", value=shorten(raw), beyond=self.beyond))

    @property
    def values(self) -> Value:
        return say("card points from 0 to {high}, such as 36 or {example}", high=self.high, example='"36 1/3"')


class OfPlayers(Question):
    """A question with an answer for each of `players`, or with the players in an order."""

    players: tuple[str, ...]
    stage: Stage = field(default="result", kw_only=True)

    def read_table(self, raw: object) -> Mapping[str, object]:
        """Return `raw`, a value for each player. Raises Refused unless all its keys are players."""
        numbers = table(self.name, raw, say("{value} is not a table of players", value=shorten(raw)))
        for one in numbers:
            player_of(self.name, one, self.players)
        return numbers

    def rename(self, raw: object, keys: Mapping[str, str]) -> object:
        return {keys.get(player, player): value for player, value in raw.items()} if isinstance(raw, Mapping) else raw


class NumbersMissing(Refused):
    """Some players have no number yet, and those entered may be right."""


class Grid(OfPlayers):
    """A number from `low` to `high` for each of `players`, with the sum `total`; without a total all may be missing.

    In `thirds` these are exact card points; a 0 must be given, as it means that the player took nothing. `steps` are
    the names of the numbers from 1 on, if all have one: a form then offers them instead of a number field, those above
    `usual` folded.
    """

    widget = "grid"

    low: int
    high: int
    total: int | None = None
    thirds: bool = False
    steps: tuple[Phrase, ...] = ()
    usual: int = 0
    hint: Phrase | None = None  # what the numbers mean
    instead: bool = False  # another way to answer an earlier question; a form may keep it folded

    def read(self, raw: object) -> dict[str, int]:
        """Return each player's number, in thirds if so counted; a missing one is what the others leave of `total`.

        So are several if only their lowest or highest numbers fit: 0 tricks each where one player has them all. Raises
        Refused for a name that is no player, for a value that is no number or out of range, and for a wrong sum.
        """
        given = self.read_table(raw)
        # A journal keeps no order of the keys, so no step of a score may depend on it.
        numbers = {player: self._read_number(player, given[player]) for player in self.players if player in given}
        return numbers if self.total is None else self._complete(numbers, self.total)

    def _read_number(self, player: str, raw: object) -> int:
        try:
            number = self._read_thirds(raw) if self.thirds else whole(self.name, raw)
        except Refused as refused:
            reason = say("{player}: {reason}", player=Name(player), reason=refused.phrase)
            raise Refused(self.name, reason) from None
        if not self._can_be(number):
            bounds: dict[str, Value] = {"value": shorten(raw), "low": self.low, "high": self.high}
            reason = say("{player}: {value} is not from {low} to {high}", player=Name(player), **bounds)
            raise Refused(self.name, reason)
        return number

    def _read_thirds(self, raw: object) -> int:
        thirds = read_thirds(str(raw)) if type(raw) in (str, int) else None
        if thirds is None:
            raise _refuse_count(self.name, raw)
        return thirds

    @property
    def _unit(self) -> int:
        return 3 if self.thirds else 1

    def _can_be(self, number: int) -> bool:
        return self.low <= number <= self.high * self._unit

    def _complete(self, numbers: dict[str, int], total: int) -> dict[str, int]:
        """Return the numbers in the order of the players, with what is left of the `total` for those missing."""
        missing = tuple(Name(player) for player in self.players if player not in numbers)
        entered = sum(numbers.values())
        left = total * self._unit - entered
        values: dict[str, Value] = {"sum": self._signed(entered), "total": self._signed(total * self._unit)}
        least = self.low * len(missing)
        most = self.high * len(missing)
        if len(missing) > 1 and least <= left / self._unit <= most:
            if numbers and not self.thirds and left in (least, most):
                return {player: numbers.get(player, left // len(missing)) for player in self.players}
            text = say("{missing} are missing; what is entered adds up to {sum} of {total}", missing=missing, **values)
            raise NumbersMissing(self.name, text)
        if len(missing) > 1 or (not missing and left):
            text = say("the numbers add up to {sum}, not to {total}", **values)
        elif missing and self.thirds and not left:
            text = say("that is already {total}; did {player} take no trick?", total=total, player=missing[0])
        elif missing and not self._can_be(left):
            values |= {"player": missing[0], "rest": self._signed(left)}
            text = say(
                "the others add up to {sum} of {total}, which leaves {player} {rest}, and that cannot be", **values
            )
        else:
            return {player: numbers.get(player, left) for player in self.players}
        raise Refused(self.name, text)

    def _signed(self, number: int) -> Value:
        if not self.thirds:
            return number
        return write_thirds(number) if number >= 0 else f"-{write_thirds(-number)}"

    def written(self, number: int) -> str:
        """Return a number in the spelling of a record."""
        return write_thirds(number) if self.thirds else str(number)

    def describe(self, raw: object) -> Phrase | None:
        """Return the number of each player; where numbers have names, only players with one."""
        numbers: dict[str, Value] = {}
        for player, number in self.read(raw).items():
            if not self.steps:
                numbers[player] = self.written(number) if self.thirds else number
            elif number:
                numbers[player] = self.steps[number - 1]
        texts = tuple(say("{player} {number}", player=Name(player), number=value) for player, value in numbers.items())
        return say("{all}", all=texts) if texts else None

    @property
    def values(self) -> Value:
        return say("card points for each player") if self.thirds else say("a whole number for each player")
