"""The question for a number of every player of a deal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.games.questions.answers import Stage
from scorekeeper.phrase import Name, Phrase, Refused, say
from scorekeeper.reading import player_of, shown, table, whole


@dataclass(frozen=True, slots=True)
class Grid:
    """A whole number from `low` to `high` for each of `players`, all together `total`."""

    widget = "grid"
    needed = False

    name: str
    label: Phrase
    players: tuple[str, ...]
    low: int
    high: int
    total: int
    stage: Stage = "result"
    mark: str = ""
    instead: bool = False  # another way to answer what a question before it asks; a form may keep it folded

    def read(self, raw: object) -> dict[str, int]:
        """Return each player's number; if exactly one player is missing he has what the others leave of `total`.

        Raises Refused for somebody who does not play, for what is no number or out of its limits, and for a wrong sum.
        """
        numbers = {
            player: self._number(player, value) for player, value in read_table(self.name, self.players, raw).items()
        }
        missing = [player for player in self.players if player not in numbers]
        if len(missing) > 1:
            raise Refused(self.name, self._incomplete(missing, sum(numbers.values())))
        if missing:
            numbers[missing[0]] = self._rest(missing[0], sum(numbers.values()))
        if sum(numbers.values()) != self.total:
            raise Refused(
                self.name,
                say("the numbers add up to {sum}, not to {total}", sum=sum(numbers.values()), total=self.total),
            )
        return {player: numbers[player] for player in self.players}

    def rename(self, raw: object, keys: Mapping[str, str]) -> object:
        """Return `raw` with the players' keys replaced by what `keys` says."""
        return rename_table(raw, keys)

    def _number(self, player: str, value: object) -> int:
        try:
            number = whole(self.name, value)
        except Refused as refused:
            reason = say("{player}: {reason}", player=Name(player), reason=refused.phrase)
            raise Refused(self.name, reason) from None
        if not self.low <= number <= self.high:
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

    def _incomplete(self, missing: list[str], entered: int) -> Phrase:
        return say(
            "{missing} are missing; what is entered adds up to {sum} of {total}",
            missing=tuple(map(Name, missing)),
            sum=entered,
            total=self.total,
        )

    def _rest(self, player: str, entered: int) -> int:
        rest = self.total - entered
        if not self.low <= rest <= self.high:
            raise Refused(
                self.name,
                say(
                    "the others add up to {sum} of {total}, which leaves {player} {rest}, and that cannot be",
                    sum=entered,
                    total=self.total,
                    player=Name(player),
                    rest=rest,
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
