"""The question for card points in thirds, told as one count or as a pile and the cards apart that count with it."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.cards.thirds import read_thirds, write_thirds
from scorekeeper.games.questions.answers import Stage
from scorekeeper.phrase import Phrase, Refused, Value, say
from scorekeeper.reading import shown


@dataclass(frozen=True, slots=True)
class Packet:
    """Cards that count with a pile though they lie apart from it: what they are called, and their places."""

    label: Phrase
    places: tuple[int, ...]


class ToldApart(int):
    """A count in thirds that was told as a pile and the packet that counts with it."""

    pile: int
    packet: int

    def __new__(cls, pile: int, packet: int) -> "ToldApart":
        """Return their sum, which knows its parts."""
        told = super().__new__(cls, pile + packet)
        told.pile = pile
        told.packet = packet
        return told


@dataclass(frozen=True, slots=True)
class Thirds:
    """Card points that may end on 1/3 or 2/3, from 0 to `high`, a number or text like "36 1/3".

    Where `complement` names another question, both add up to `high` after rounding. With two `parts` a pile and the
    packet that counts with it may be told apart, as in {"pile": "34 2/3", "rest": "1 2/3"} where these are their names.
    """

    widget = "thirds"
    needed = False

    name: str
    label: Phrase
    high: int
    beyond: Phrase
    stage: Stage = "result"
    mark: str = ""
    complement: str = ""
    hint: Phrase | None = None  # what belongs to the pile
    pile: Phrase | None = None  # what the pile is called
    packet: Packet | None = None
    parts: tuple[str, ...] = ()
    ends_whole: bool = False  # with any pile that there can be, so that nobody types a third

    def read(self, raw: object) -> int:
        """Return the count in thirds; a multiple of 3 is a whole count. Raises Refused for what is no count."""
        if not isinstance(raw, Mapping):
            return self._read_count(raw)
        if not self.parts or raw.keys() != set(self.parts):
            raise Refused(self.name, say("a count in parts has these parts: {parts}", parts=self.parts))
        told = ToldApart(*(self._read_count(raw[part]) for part in self.parts))
        self._check_most(write_thirds(told), told)
        return told

    def _read_count(self, raw: object) -> int:
        thirds = self._thirds(raw)
        if thirds is None:
            raise Refused(
                self.name,
                say('{value} is not a count of card points like 36, "36 1/3" or "33 2/3"', value=shown(raw)),
            )
        if thirds < 0:
            raise Refused(self.name, say("{value} is less than {low}", value=shown(raw), low=0))
        return self._check_most(raw, thirds)

    def _check_most(self, raw: object, thirds: int) -> int:
        if thirds > 3 * self.high:
            raise Refused(self.name, say("{value} is {beyond}", value=shown(raw), beyond=self.beyond))
        return thirds

    def _thirds(self, raw: object) -> int | None:
        if isinstance(raw, str):
            return read_thirds(raw)
        return 3 * raw if isinstance(raw, int) and not isinstance(raw, bool) else None

    def rename(self, raw: object, keys: Mapping[str, str]) -> object:
        """Return `raw`: a count names nobody."""
        return raw

    def describe(self, raw: object) -> Phrase | None:
        """Return the count as it was told."""
        return say("{answer}", answer=str(raw))

    @property
    def values(self) -> Value:
        """A whole count or one with thirds."""
        return say("card points from 0 to {high}, such as 36 or {example}", high=self.high, example='"36 1/3"')
