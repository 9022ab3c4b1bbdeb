"""Questions that only Herzeln asks: which cards each player took, and in which order they were out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.cards.notation import read_card
from scorekeeper.cards.packs import Pack
from scorekeeper.games.questions import Stage, read_table, rename_table
from scorekeeper.phrase import Card, Name, Phrase, Refused, count, say
from scorekeeper.reading import player_of, shown


@dataclass(frozen=True, slots=True)
class CardsTaken:
    """Which of the cards of `pack`, all of one `suit`, each of `players` took; every card is in one pile."""

    widget = "piles"
    needed = False
    mark = ""

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
        told = read_table(self.name, self.players, raw)
        piles = {player: self._pile(player, cards) for player, cards in told.items()}
        taken = [card for pile in piles.values() for card in pile]
        for card in taken:
            if taken.count(card) > 1:
                raise Refused(self.name, say("{card} is entered twice", card=Card(card)))
        rest = tuple(card for card in self.pack.cards if card not in taken)
        missing = [player for player in self.players if player not in piles]
        if len(missing) == 1:
            piles[missing[0]] = rest
        elif rest:
            raise Refused(self.name, self._without_taker(rest))
        return {player: piles.get(player, ()) for player in self.players}

    def rename(self, raw: object, keys: Mapping[str, str]) -> object:
        """Return `raw` with the players' keys replaced by what `keys` says."""
        return rename_table(raw, keys)

    def _without_taker(self, rest: Sequence[str]) -> Phrase:
        return count(
            "one card of {cards} has no taker: {rest}",
            "{n} cards of {cards} have no taker: {rest}",
            n=len(rest),
            cards=len(self.pack.cards),
            rest=tuple(map(Card, rest)),
        )

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

    widget = "order"
    needed = False
    mark = ""

    name: str
    label: Phrase
    players: tuple[str, ...]
    stage: Stage = "result"

    def read(self, raw: object) -> tuple[str, ...]:
        """Return the players in order. Raises Refused unless each of them stands exactly once."""
        if not isinstance(raw, list | tuple):
            raise Refused(self.name, say("{value} is not a list of players", value=shown(raw)))
        for one in raw:
            if raw.count(player_of(self.name, one, self.players)) > 1:
                raise Refused(self.name, say("{player} stands twice", player=Name(one)))
        missing = tuple(Name(player) for player in self.players if player not in raw)
        if missing:
            raise Refused(self.name, say("missing in the order: {missing}", missing=missing))
        return tuple(raw)

    def rename(self, raw: object, keys: Mapping[str, str]) -> object:
        """Return `raw` with the players' keys replaced by what `keys` says."""
        if not isinstance(raw, list | tuple):
            return raw
        return [keys.get(player, player) if isinstance(player, str) else player for player in raw]
