"""Questions about every player of a deal: a number, a pile of cards, a place for each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.cards.notation import read_card
from scorekeeper.cards.packs import Pack
from scorekeeper.games.questions.answers import Stage, shown
from scorekeeper.phrase import Card, Name, Phrase, Refused, count, say


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
            player: self._number(player, value) for player, value in _read_table(self.name, self.players, raw).items()
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
        return _rename_table(raw, keys)

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
        table = _read_table(self.name, self.players, raw)
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
        return _rename_table(raw, keys)

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


def _read_table(name: str, players: Sequence[str], raw: object) -> Mapping[str, object]:
    """Return `raw`, something for each player. Raises Refused, with the key `name`, unless all its keys are players."""
    if not isinstance(raw, Mapping):
        raise Refused(name, say("{value} is not a table of players", value=shown(raw)))
    for player in raw:
        if player not in players:
            raise Refused(name, say("{value} does not play in this deal", value=shown(player)))
    return raw


def _rename_table(raw: object, keys: Mapping[str, str]) -> object:
    """Return a table of players with its keys replaced by what `keys` says."""
    return {keys.get(player, player): value for player, value in raw.items()} if isinstance(raw, Mapping) else raw
