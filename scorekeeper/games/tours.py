"""Questions of games that are played in tours: who took which cards, and who was out first, second and so on."""

from collections.abc import Mapping

from scorekeeper.cards.notation import read_card
from scorekeeper.cards.packs import Pack
from scorekeeper.games.counts import OfPlayers
from scorekeeper.phrase import Card, Name, Phrase, Refused, Value, count, say
from scorekeeper.value_checks import player_of, shorten


class CardsTaken(OfPlayers):
    """The cards of `pack`, all of one `suit`, that each of `players` took; every card is in one pile."""

    widget = "piles"

    pack: Pack
    suit: str

    def read(self, raw: object) -> dict[str, tuple[str, ...]]:
        """Return each player's cards, as text they are ranks ("A K 9") or names of cards, separated by blanks.

        A single missing player has the rest. Raises Refused for a card that is unknown, doubled or missing.
        """
        piles = {player: self._read_pile(player, cards) for player, cards in self.read_table(raw).items()}
        taken = [card for pile in piles.values() for card in pile]
        for card in taken:
            if taken.count(card) > 1:
                raise Refused(self.name, say("{card} is entered twice", card=Card(card)))
        rest = tuple(card for card in self.pack.cards if card not in taken)
        missing = [player for player in self.players if player not in piles]
        if len(missing) == 1:
            piles[missing[0]] = rest
        elif rest:
            text = count(
                "one card of {cards} has no taker: {rest}",
                "{n} cards of {cards} have no taker: {rest}",
                n=len(rest),
                cards=len(self.pack.cards),
                rest=tuple(map(Card, rest)),
            )
            raise Refused(self.name, text)
        return {player: piles.get(player, ()) for player in self.players}

    def _read_pile(self, player: str, cards: object) -> tuple[str, ...]:
        if not isinstance(cards, str):
            values: dict[str, Value] = {"player": Name(player), "value": shorten(cards), "example": "A K 9"}
            raise Refused(self.name, say("{player}: {value} is not a text like {example}", **values))
        return tuple(self._read_card(word) for word in cards.split())

    def _read_card(self, word: str) -> str:
        for name in (word + self.suit, word):
            try:
                card = read_card(self.pack, name)
            except Refused:
                continue
            if card in self.pack.cards:
                return card
        cards = tuple(map(Card, self.pack.cards))
        raise Refused(self.name, say("{card} is not one of: {cards}", card=shorten(word), cards=cards))

    def describe(self, raw: object) -> Phrase | None:
        """Return the cards of each player; players without any are left out."""
        piles = {player: tuple(map(Card, taken)) for player, taken in self.read(raw).items() if taken}
        texts = tuple(say("{player} {cards}", player=Name(player), cards=cards) for player, cards in piles.items())
        return say("{all}", all=texts)

    @property
    def values(self) -> Value:
        return say("for each player cards, such as {example}", example='"A K 9"')


class Order(OfPlayers):
    """All of `players` in an order, the first first."""

    widget = "order"

    def read(self, raw: object) -> tuple[str, ...]:
        """Return the players in order. Raises Refused unless each of them is there exactly once."""
        if not isinstance(raw, list | tuple):
            raise Refused(self.name, say("{value} is not a list of players", value=shorten(raw)))
        for one in raw:
            if raw.count(player_of(self.name, one, self.players)) > 1:
                raise Refused(self.name, say("{player} stands twice", player=Name(one)))
        missing = tuple(Name(player) for player in self.players if player not in raw)
        if missing:
            raise Refused(self.name, say("missing in the order: {missing}", missing=missing))
        return tuple(raw)

    def rename(self, raw: object, keys: Mapping[str, str]) -> object:
        if not isinstance(raw, list | tuple):
            return raw
        return [keys.get(player, player) if isinstance(player, str) else player for player in raw]

    def describe(self, raw: object) -> Phrase | None:
        return say("{all}", all=tuple(map(Name, self.read(raw))))

    @property
    def values(self) -> Value:
        return say("a list of all players")
