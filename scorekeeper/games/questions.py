"""The questions that a game asks about one deal; it does not know who answers.

A browser form, the night file, the database and the tests answer the same questions in the same spelling.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from scorekeeper.cards.notation import read_card
from scorekeeper.cards.packs import Pack
from scorekeeper.cards.thirds import read_thirds, write_thirds
from scorekeeper.phrase import Card, Name, Phrase, Refused, count, say

Answers = Mapping[str, object]
Stage = Literal["call", "result"]


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that may be chosen: its spelling in a record, what the players call it, and spellings also read.

    Where many belong together, `group` says what they have in common and `short` what tells one from the others.
    """

    value: str
    label: Phrase
    also: tuple[str, ...] = ()
    group: Phrase | None = None
    short: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of `options`; with `players` the options are players, so a record renames them with the players."""

    name: str
    label: Phrase
    options: tuple[Option, ...]
    stage: Stage = "call"
    players: bool = False

    def read(self, raw: object) -> str:
        """Return the chosen value. Raises Refused for anything that is not one of the options."""
        for option in self.options:
            if isinstance(raw, str) and raw in (option.value, *option.also):
                return option.value
        allowed = tuple(option.label for option in self.options)
        if not allowed:
            raise Refused(self.name, say("this cannot be answered in this deal"))
        raise Refused(self.name, say("{value} is not one of: {allowed}", value=shown(raw), allowed=allowed))

    def rename(self, raw: object, keys: Mapping[str, str]) -> object:
        """Return `raw` with a player's key replaced by what `keys` says."""
        return keys.get(raw, raw) if self.players and isinstance(raw, str) else raw


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from `low` to `high`; where `complement` names another question, both add up to `high`."""

    name: str
    label: Phrase
    low: int
    high: int
    beyond: Phrase
    stage: Stage = "result"
    complement: str = ""

    def read(self, raw: object) -> int:
        """Return the number. Raises Refused for text, fractions and what lies outside the limits."""
        if not isinstance(raw, int) or isinstance(raw, bool):
            raise Refused(self.name, say("{value} is not a whole number", value=shown(raw)))
        if raw < self.low:
            raise Refused(self.name, say("{value} is less than {low}", value=shown(raw), low=self.low))
        if raw > self.high:
            raise Refused(self.name, say("{value} is {beyond}", value=shown(raw), beyond=self.beyond))
        return raw

    def rename(self, raw: object, keys: Mapping[str, str]) -> object:
        """Return `raw`: a number names nobody."""
        return raw


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no, `default` if not answered; `alone` marks the one that makes every other question pointless."""

    name: str
    label: Phrase
    stage: Stage = "call"
    alone: bool = False
    default: bool = False

    def read(self, raw: object) -> bool:
        """Return the answer. Raises Refused for anything but true and false."""
        if not isinstance(raw, bool):
            raise Refused(self.name, say("{value} is neither true nor false", value=shown(raw)))
        return raw

    def rename(self, raw: object, keys: Mapping[str, str]) -> object:
        """Return `raw`: yes and no name nobody."""
        return raw


@dataclass(frozen=True, slots=True)
class Level:
    """How far something went: 0 for the first of `steps`, 1 for the next … (nothing, contra, recontra)."""

    name: str
    label: Phrase
    steps: tuple[Phrase, ...]
    beyond: Phrase
    stage: Stage = "call"

    def read(self, raw: object) -> int:
        """Return the level. Raises Refused for anything but a whole number that is one of the steps."""
        if not isinstance(raw, int) or isinstance(raw, bool):
            raise Refused(self.name, say("{value} is not a whole number", value=shown(raw)))
        if raw < 0:
            raise Refused(self.name, say("{value} is less than {low}", value=shown(raw), low=0))
        if raw >= len(self.steps):
            raise Refused(self.name, say("{value} is {beyond}", value=shown(raw), beyond=self.beyond))
        return raw

    def rename(self, raw: object, keys: Mapping[str, str]) -> object:
        """Return `raw`: a level names nobody."""
        return raw


@dataclass(frozen=True, slots=True)
class Packet:
    """Talon cards that count with a pile though they lie apart from it: what they are called, and their places."""

    label: Phrase
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Thirds:
    """Card points that may end on 1/3 or 2/3, from 0 to `high`, a number or text like "36 1/3".

    Where `complement` names another question, both add up to `high` after rounding. A pile and the talon cards that
    count with it may be told apart: {"pile": "34 2/3", "talon": "1 2/3"}.
    """

    name: str
    label: Phrase
    high: int
    beyond: Phrase
    stage: Stage = "result"
    complement: str = ""
    hint: Phrase | None = None  # what belongs to the pile
    packet: Packet | None = None

    def read(self, raw: object) -> int:
        """Return the count in thirds; a multiple of 3 is a whole count. Raises Refused for what is no count."""
        apart = self.read_apart(raw)
        return self._read_count(raw) if apart is None else self._check_most(write_thirds(sum(apart)), sum(apart))

    def read_apart(self, raw: object) -> tuple[int, int] | None:
        """Return the thirds of the pile and of its talon cards, None where they are not told apart. Raises Refused."""
        if not isinstance(raw, Mapping):
            return None
        if raw.keys() != {"pile", "talon"}:
            raise Refused(self.name, say('a count that is told in parts has the two parts "pile" and "talon"'))
        return self._read_count(raw["pile"]), self._read_count(raw["talon"])

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


Column = Choice | Flag | Level


@dataclass(frozen=True, slots=True)
class Way:
    """One thing that a row may say besides who and what, for a form that asks it in one place.

    `answers` are those of the other columns; `open` ways are not finished (was it made?); `only` names what it fits,
    where that is not everything.
    """

    label: Phrase
    answers: tuple[tuple[str, object], ...] = ()
    open: bool = False
    only: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rows:
    """Any number of rows, each of which answers `columns`; those in `needed` must be answered in every row.

    The first two columns say who and what, `ways` what the others can say together. A row may be begun at the call
    and finished with the result, so the columns have stages of their own.
    """

    name: str
    label: Phrase
    columns: tuple[Column, ...]
    needed: tuple[str, ...]
    ways: tuple[Way, ...] = ()
    stage: Stage = "call"

    @property
    def who(self) -> Choice:
        """The column that says whose row it is."""
        assert isinstance(self.columns[0], Choice)
        return self.columns[0]

    @property
    def what(self) -> Choice:
        """The column that says what the row is about."""
        assert isinstance(self.columns[1], Choice)
        return self.columns[1]

    def read(self, raw: object) -> tuple[dict[str, object], ...]:
        """Return the rows, every answer read by its column. Raises Refused, naming the row from 1 on."""
        if not isinstance(raw, list | tuple) or not all(isinstance(row, Mapping) for row in raw):
            raise Refused(self.name, say("{value} is not a list of tables", value=shown(raw)))
        return tuple(self._read_row(number, row) for number, row in enumerate(raw, start=1))

    def _read_row(self, number: int, raw: Answers) -> dict[str, object]:
        try:
            row = read_answers(self.columns, raw)
            for key in self.needed:
                if key not in row:
                    raise Refused(key, say("this is missing"))
        except Refused as refused:
            raise Refused(
                self.name, say("row {row}: {key}: {reason}", row=number, key=refused.key, reason=refused.phrase)
            ) from None
        return row

    def rename(self, raw: object, keys: Mapping[str, str]) -> object:
        """Return the rows with every player's key replaced by what `keys` says."""
        if not isinstance(raw, list | tuple):
            return raw
        return [rename_answers(self.columns, row, keys) if isinstance(row, Mapping) else row for row in raw]


@dataclass(frozen=True, slots=True)
class Grid:
    """A whole number from `low` to `high` for each of `players`, all together `total`."""

    name: str
    label: Phrase
    players: tuple[str, ...]
    low: int
    high: int
    total: int
    stage: Stage = "result"
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
        if not isinstance(value, int) or isinstance(value, bool):
            raise Refused(
                self.name, say("{player}: {value} is not a whole number", player=Name(player), value=shown(value))
            )
        if not self.low <= value <= self.high:
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
        return value

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


@dataclass(frozen=True, slots=True)
class Piles:
    """Which of the cards of `pack`, all of one `suit`, each of `players` took; every card is in one pile."""

    name: str
    label: Phrase
    players: tuple[str, ...]
    pack: Pack
    suit: str
    stage: Stage = "result"

    def read(self, raw: object) -> dict[str, tuple[str, ...]]:
        """Return each player's cards, as text they are ranks ("A K 9") or names of cards, separated by blanks.

        If exactly one player is missing he has the rest. Raises Refused for a card that is unknown, doubled or missing.
        """
        table = read_table(self.name, self.players, raw)
        piles = {player: self._pile(player, cards) for player, cards in table.items()}
        taken = [card for pile in piles.values() for card in pile]
        for card in taken:
            if taken.count(card) > 1:
                raise Refused(self.name, say("{card} is entered twice", card=Card(card)))
        rest = tuple(card for card in self.pack.cards if card not in taken)
        missing = [player for player in self.players if player not in piles]
        if len(missing) == 1:
            piles[missing[0]] = rest
        elif rest:
            raise Refused(
                self.name,
                count(
                    "one card of {cards} has no taker: {rest}",
                    "{n} cards of {cards} have no taker: {rest}",
                    n=len(rest),
                    cards=len(self.pack.cards),
                    rest=tuple(map(Card, rest)),
                ),
            )
        return {player: piles.get(player, ()) for player in self.players}

    def rename(self, raw: object, keys: Mapping[str, str]) -> object:
        """Return `raw` with the players' keys replaced by what `keys` says."""
        return rename_table(raw, keys)

    def _pile(self, player: str, cards: object) -> tuple[str, ...]:
        if not isinstance(cards, str):
            raise Refused(
                self.name,
                say(
                    "{player}: {value} is not a text like {example}",
                    player=Name(player),
                    value=shown(cards),
                    example="A K 9",
                ),
            )
        return tuple(self._card(word) for word in cards.split())

    def _card(self, word: str) -> str:
        for name in (word + self.suit, word):
            try:
                card = read_card(self.pack, name)
            except Refused:
                continue
            if card in self.pack.cards:
                return card
        cards = tuple(map(Card, self.pack.cards))
        raise Refused(self.name, say("{card} is not one of: {cards}", card=shown(word), cards=cards))


@dataclass(frozen=True, slots=True)
class Order:
    """All of `players` in an order, the first first."""

    name: str
    label: Phrase
    players: tuple[str, ...]
    stage: Stage = "result"

    def read(self, raw: object) -> tuple[str, ...]:
        """Return the players in order. Raises Refused unless each of them stands exactly once."""
        if not isinstance(raw, list | tuple):
            raise Refused(self.name, say("{value} is not a list of players", value=shown(raw)))
        for player in raw:
            if player not in self.players:
                raise Refused(self.name, say("{value} does not play in this deal", value=shown(player)))
            if raw.count(player) > 1:
                raise Refused(self.name, say("{player} stands twice", player=Name(player)))
        missing = tuple(Name(player) for player in self.players if player not in raw)
        if missing:
            raise Refused(self.name, say("missing in the order: {missing}", missing=missing))
        return tuple(raw)

    def rename(self, raw: object, keys: Mapping[str, str]) -> object:
        """Return `raw` with the players' keys replaced by what `keys` says."""
        if not isinstance(raw, list | tuple):
            return raw
        return [keys.get(player, player) if isinstance(player, str) else player for player in raw]


def read_table(name: str, players: Sequence[str], raw: object) -> Mapping[str, object]:
    """Return `raw`, something for each player. Raises Refused, with the key `name`, unless all its keys are players."""
    if not isinstance(raw, Mapping):
        raise Refused(name, say("{value} is not a table of players", value=shown(raw)))
    for player in raw:
        if player not in players:
            raise Refused(name, say("{value} does not play in this deal", value=shown(player)))
    return raw


def rename_table(raw: object, keys: Mapping[str, str]) -> object:
    """Return a table of players with its keys replaced by what `keys` says."""
    return {keys.get(player, player): value for player, value in raw.items()} if isinstance(raw, Mapping) else raw


Question = Choice | Number | Flag | Level | Thirds | Rows | Grid | Piles | Order


def shown(raw: object) -> str:
    """Return what somebody entered, short enough to stand in an error of one line."""
    text = " ".join(str(raw)[:200].split())
    return text if len(text) <= 40 else text[:39] + "…"


def who(name: str, label: Phrase, players: Iterable[str], stage: Stage = "call") -> Choice:
    """Return the question which of `players` it was."""
    return Choice(
        name,
        label,
        tuple(Option(player, Phrase("{who}", (("who", Name(player)),))) for player in players),
        stage,
        players=True,
    )


def read_answers(questions: Iterable[Question], raw: Answers) -> dict[str, object]:
    """Return every answer read by its question. Raises Refused for a key that nobody asked, or a bad answer."""
    asked = {question.name: question for question in questions}
    for name in raw:
        if name not in asked:
            raise Refused(shown(name), say("no such key here; this deal has: {known}", known=tuple(asked)))
    return {name: asked[name].read(value) for name, value in raw.items() if value is not None}


def rename_answers(questions: Iterable[Question], raw: Answers, keys: Mapping[str, str]) -> dict[str, object]:
    """Return `raw` with every player's key replaced by what `keys` says, and nothing else touched."""
    asked = {question.name: question for question in questions}
    return {name: asked[name].rename(value, keys) if name in asked else value for name, value in raw.items()}
