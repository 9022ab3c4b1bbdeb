"""The question for a number of every player of a deal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.cards.thirds import read_thirds, write_thirds
from scorekeeper.games.questions.answers import Stage
from scorekeeper.phrase import Name, Phrase, Refused, Value, say
from scorekeeper.reading import player_of, shown, table, whole


@dataclass(frozen=True, slots=True)
class Grid:
    """A number from `low` to `high` for each of `players`, all together `total`; without one nobody need have any.

    In `thirds` these are card points, each exact; whoever has 0 must be named, as 0 says that he took nothing. Where
    every number from 1 on has a name, `steps` are these: a form then offers them instead of having a number typed.
    """

    widget = "grid"
    needed = False

    name: str
    label: Phrase
    players: tuple[str, ...]
    low: int
    high: int
    total: int | None = None
    stage: Stage = "result"
    mark: str = ""
    thirds: bool = False
    steps: tuple[Phrase, ...] = ()
    hint: Phrase | None = None  # what the numbers mean
    instead: bool = False  # another way to answer what a question before it asks; a form may keep it folded

    def read(self, raw: object) -> dict[str, int]:
        """Return each player's number, in thirds if it is so; one who is missing has what the others leave of `total`.

        Raises Refused for somebody who does not play, for what is no number or out of its limits, and for a wrong sum.
        """
        told = read_table(self.name, self.players, raw)
        # A journal keeps no order of the keys, so that no step of a score may follow from theirs.
        numbers = {player: self._number(player, told[player]) for player in self.players if player in told}
        return numbers if self.total is None else self._complete(numbers, self.total * (3 if self.thirds else 1))

    def rename(self, raw: object, keys: Mapping[str, str]) -> object:
        """Return `raw` with the players' keys replaced by what `keys` says."""
        return rename_table(raw, keys)

    def describe(self, raw: object) -> Phrase | None:
        """Return what each player has; where numbers have names, only who has one."""
        numbers = self.read(raw).items()
        told: list[Phrase]
        if self.steps:
            reached = {player: self.steps[step - 1] for player, step in numbers if step}
            told = [say("{player} {number}", player=Name(player), number=step) for player, step in reached.items()]
        else:
            shown_as = {player: self.written(number) if self.thirds else number for player, number in numbers}
            told = [say("{player} {number}", player=Name(player), number=value) for player, value in shown_as.items()]
        return say("{all}", all=tuple(told)) if told else None

    @property
    def values(self) -> Value:
        """A number for each player."""
        return say("card points for each player") if self.thirds else say("a whole number for each player")

    def written(self, number: int) -> str:
        """Return a number that was read as a record spells it."""
        return write_thirds(number) if self.thirds else str(number)

    def _complete(self, numbers: dict[str, int], total: int) -> dict[str, int]:
        missing = [player for player in self.players if player not in numbers]
        sum_ = sum(numbers.values())
        if len(missing) > 1:
            raise Refused(self.name, self._incomplete(missing, sum_))
        if missing and self.thirds and sum_ == total:
            names: dict[str, Value] = {"total": self.total or 0, "player": Name(missing[0])}
            raise Refused(self.name, say("the others have all {total}; say that {player} took no trick", **names))
        if missing:
            numbers[missing[0]] = self._rest(missing[0], sum_, total)
        elif sum_ != total:
            raise Refused(
                self.name,
                say("the numbers add up to {sum}, not to {total}", sum=self._told(sum_), total=self._told(total)),
            )
        return {player: numbers[player] for player in self.players}

    def _told(self, number: int) -> Value:
        if not self.thirds:
            return number
        return write_thirds(number) if number >= 0 else f"-{write_thirds(-number)}"

    def _number(self, player: str, value: object) -> int:
        try:
            number = self._read(value)
        except Refused as refused:
            reason = say("{player}: {reason}", player=Name(player), reason=refused.phrase)
            raise Refused(self.name, reason) from None
        if not self.low <= number <= self.high * (3 if self.thirds else 1):
            raise Refused(
                self.name,
                say(
                    "{player}: {value} is not from {low} to {high}",
                    player=Name(player),
                    value=shown(value),
                    low=self.low,
                    high=self.high,
                ),
            )
        return number

    def _read(self, value: object) -> int:
        if not self.thirds:
            return whole(self.name, value)
        thirds = read_thirds(str(value)) if isinstance(value, str | int) and not isinstance(value, bool) else None
        if thirds is None:
            text = say('{value} is not a count of card points like 36, "36 1/3" or "33 2/3"', value=shown(value))
            raise Refused(self.name, text)
        return thirds

    def _incomplete(self, missing: list[str], entered: int) -> Phrase:
        return say(
            "{missing} are missing; what is entered adds up to {sum} of {total}",
            missing=tuple(map(Name, missing)),
            sum=self._told(entered),
            total=self.total or 0,
        )

    def _rest(self, player: str, entered: int, total: int) -> int:
        rest = total - entered
        if not self.low <= rest <= self.high * (3 if self.thirds else 1):
            raise Refused(
                self.name,
                say(
                    "the others add up to {sum} of {total}, which leaves {player} {rest}, and that cannot be",
                    sum=self._told(entered),
                    total=self._told(total),
                    player=Name(player),
                    rest=self._told(rest),
                ),
            )
        return rest


def read_table(name: str, players: Sequence[str], raw: object) -> Mapping[str, object]:
    """Return `raw`, something for each player. Raises Refused, with the key `name`, unless all its keys are players."""
    told = table(name, raw, say("{value} is not a table of players", value=shown(raw)))
    for one in told:
        player_of(name, one, players)
    return told


def rename_table(raw: object, keys: Mapping[str, str]) -> object:
    """Return a table of players with its keys replaced by what `keys` says."""
    return {keys.get(player, player): value for player, value in raw.items()} if isinstance(raw, Mapping) else raw
