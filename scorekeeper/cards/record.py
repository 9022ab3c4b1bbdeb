"""The recorded cards of a deal as a value, and its text in files, journals and forms: one reader, one writer."""

from collections.abc import Collection, Mapping
from dataclasses import field, replace
from itertools import chain
from typing import NamedTuple

from scorekeeper.cards.notation import read_card
from scorekeeper.cards.packs import Pack
from scorekeeper.immutable import ImmutableValue
from scorekeeper.phrase import Refused, say
from scorekeeper.value_checks import digits, listed, shorten, table, text

Cards = tuple[str, ...]

MOVES = "layoff"  # the key of the moves in a text
HALF = "half"  # the key of the half of the talon in a text
_KEYS = ("hands", "leader", "led", "tricks", HALF, MOVES)
# the others are one text each
TABLES = ("hands", "led")
LISTS = ("tricks", MOVES)
_PASS = "pass"
_ENDS = ("up", "down")


class Move(NamedTuple):
    """A card laid or, with "", a pass; `where` is "up", "down" or the Jack of a row, "" if not given."""

    player: str
    card: str = ""
    where: str = ""

    def __str__(self) -> str:
        return " ".join(word for word in (self.player, self.card or _PASS, self.where) if word)


class Record(ImmutableValue, kw_only=True):
    """The recorded cards of a deal, by name, as far as they are remembered.

    hands   the hand of each player when the first card was led
    leader  the first player to lead or to lay off, "" for the one by the rules
    led     the remembered leader of a trick, by its number from 1
    tricks  the cards of each trick in the order of play
    moves   the cards laid off, in order
    piles   the cards in no hand, by the game's key for the pile
    half    the half of the talon that was taken, 1 or 2, 0 if unknown
    """

    hands: Mapping[str, Cards] = field(default_factory=dict)
    leader: str = ""
    led: Mapping[int, str] = field(default_factory=dict)
    tricks: tuple[Cards, ...] = ()
    moves: tuple[Move, ...] = ()
    piles: Mapping[str, Cards] = field(default_factory=dict)
    half: int = 0

    def __bool__(self) -> bool:
        """Whether anything is recorded."""
        return any((self.hands, self.leader, self.led, self.tricks, self.moves, self.piles, self.half))

    def pile(self, key: str) -> Cards:
        """Return the cards of a pile."""
        return self.piles.get(key, ())

    def rename(self, keys: Mapping[str, str]) -> "Record":
        """Return the record with every player's key replaced by `keys`."""
        return replace(
            self,
            hands={keys[player]: cards for player, cards in self.hands.items()},
            leader=self.leader and keys[self.leader],
            led={number: keys[player] for number, player in self.led.items()},
            moves=tuple(move._replace(player=keys[move.player]) for move in self.moves),
        )

    def spelled(self, pack: Pack, players: Collection[str], piles: Collection[str]) -> "Record":
        """Return the record in the spelling of `pack`.

        Raises Refused for a card not in it, a player not in `players`, and a pile not in `piles`.
        """
        if not self:
            return self
        for key in self.piles:
            if key not in piles:
                known = (*_KEYS, *piles)
                raise Refused(f"play.{shorten(key)}", say("no such key; a recorded deal has: {known}", known=known))
        movers = [move.player for move in self.moves]
        leaders = [self.leader] if self.leader else []
        for key, named in (("hands", self.hands), ("leader", leaders), ("led", self.led.values()), (MOVES, movers)):
            for player in named:
                if player not in players:
                    raise Refused(f"play.{key}", say("{value} is not one of the players", value=shorten(player)))
        written = chain(*self.tricks, *self.hands.values(), *self.piles.values())
        if not self.moves and pack.names.issuperset(written):  # as in every journal and most files
            return self

        def spell(key: str, cards: Cards) -> Cards:
            return tuple(read_card(pack, card, f"play.{key}") for card in cards)

        return replace(
            self,
            hands={player: spell("hands", cards) for player, cards in self.hands.items()},
            tricks=tuple(spell("tricks", cards) for cards in self.tricks),
            moves=tuple(_spell_move(pack, move) for move in self.moves),
            piles={key: spell(key, cards) for key, cards in self.piles.items()},
        )


NOTHING = Record()


def read_record(raw: Mapping[str, object], players: Collection[str] = ()) -> Record:
    """Return the record in a text. Raises Refused for another shape; the cards are not checked yet.

    A move begins with the longest matching name in `players`; without them with a key of the journal, one word.
    """
    if not raw:
        return NOTHING
    hands = table("play.hands", raw.get("hands", {}))
    led = table("play.led", raw.get("led", {}))
    half = raw.get(HALF, 0)
    if HALF in raw and str(half) not in ("1", "2"):
        raise Refused(f"play.{HALF}", say("{value} is neither 1 nor 2", value=shorten(half)))
    return Record(
        hands={player: cards for player, value in hands.items() if (cards := _words("hands", value))},
        leader=text("play.leader", raw.get("leader", "")),
        led={_number(number): text("play.led", player) for number, player in led.items()},
        tricks=tuple([_words("tricks", cards) for cards in listed("play.tricks", raw.get("tricks", ()))]),
        moves=tuple(_move(players, line) for line in listed(f"play.{MOVES}", raw.get(MOVES, ()))),
        piles={name: cards for name, value in raw.items() if name not in _KEYS and (cards := _words(name, value))},
        half=int(str(half)),
    )


def write_record(record: Record) -> dict[str, object]:
    """Return the text of a record, its keys in the order of a journal; `read_record` reads it."""
    written: dict[str, object] = {
        "hands": {player: " ".join(cards) for player, cards in record.hands.items()},
        "leader": record.leader,
        "led": {str(number): player for number, player in record.led.items()},
        "tricks": [" ".join(cards) for cards in record.tricks],
        HALF: record.half,
        MOVES: [str(move) for move in record.moves],
        **{key: " ".join(cards) for key, cards in record.piles.items()},
    }
    return {key: written[key] for key in sorted(written) if written[key]}


def _words(key: str, raw: object) -> Cards:
    words = raw if isinstance(raw, str) else text(f"play.{shorten(key)}", raw)
    return tuple(words.split())


def _number(raw: str) -> int:
    if not (number := digits(raw, 2)):
        raise Refused("play.led", say("{value} is not the number of a trick", value=shorten(raw)))
    return number


def _move(players: Collection[str], raw: object) -> Move:
    line = text(f"play.{MOVES}", raw)
    fitting = [player for player in players or line.split()[:1] if line.startswith(f"{player} ")]
    if not fitting:
        raise Refused(f"play.{MOVES}", say("{value} does not begin with a player", value=shorten(line)))
    player = max(fitting, key=len)
    words = line[len(player) :].split()
    if len(words) not in (1, 2):
        raise _no_move(" ".join(words))
    return Move(player) if words == [_PASS] else Move(player, *words)


def _spell_move(pack: Pack, move: Move) -> Move:
    if not move.card:
        return move
    card = read_card(pack, move.card, f"play.{MOVES}")
    where = move.where
    if where and where not in _ENDS:
        where = read_card(pack, where, f"play.{MOVES}")
        if where[:-1] != "J":
            raise _no_move(f"{card} {where}")
    return move._replace(card=card, where=where)


def _no_move(value: str) -> Refused:
    reason = say(
        '{value} is not a card with "up", "down", the Jack of a row or nothing behind it, nor "pass"',
        value=shorten(value),
    )
    return Refused(f"play.{MOVES}", reason)
