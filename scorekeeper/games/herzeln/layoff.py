"""The lay-off, Herzeln's eighth tour (HZ-20 to HZ-26): which cards fit where, and a recorded one judged by move."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from scorekeeper.cards.notation import UNKNOWN
from scorekeeper.cards.record import Move
from scorekeeper.games.herzeln.rules import Rules

LayoffReason = Literal[
    "OUT_OF_TURN", "NOT_IN_HAND", "NOT_IN_PACK", "DOES_NOT_FIT", "MUST_PLAY", "SAY_WHERE", "GAME_OVER", "INCOMPLETE"
]
Hands = Mapping[str, tuple[str, ...]]
Holding = tuple[str, str]  # a player and a card that stands in his hand

# HZ-21: upwards from the Jack, above the Ace on with the lowest rank.
_UPWARDS = {3: ("J", "Q", "K", "10", "A", "9"), 4: ("J", "Q", "K", "10", "A", "7", "8", "9")}
_OPENING = "JH"  # HZ-23, where the Jack of hearts begins


class LaidRow(NamedTuple):
    """A row by the Jack that opened it, with how many cards lie above and below that Jack."""

    jack: str
    up: int = 0
    down: int = 0


class Fit(NamedTuple):
    """Where a card fits: an end, "up" or "down", of a row by its index, or "new" for the Jack that opens a row."""

    row: int
    end: str


@dataclass(frozen=True, slots=True)
class LayoffTable:
    """A lay-off between two moves: `turn` is whose move it is, "" where anybody may begin.

    `out` are the players in the order in which they went out, the last one with them as soon as it is over. It is
    `guessed` how the rows lie once a card was laid that nobody remembers: it may have been one that did not fit.
    What is `doubtful` a hand has by the record alone, which contradicts itself there; so it proves nothing.
    """

    rules: Rules
    hands: Hands
    turn: str
    rows: tuple[LaidRow, ...] = ()
    out: tuple[str, ...] = ()
    laid: frozenset[str] = frozenset()
    guessed: bool = False
    doubtful: frozenset[Holding] = frozenset()

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody in the direction of play."""
        return tuple(self.hands)

    @property
    def upwards(self) -> tuple[str, ...]:
        """The cycle of ranks, upwards from the Jack."""
        return _UPWARDS[len(self.hands)]

    @property
    def over(self) -> bool:
        """Whether everybody has his place (HZ-25)."""
        return len(self.out) == len(self.hands)


def begin(rules: Rules, hands: Hands, first: str, doubtful: frozenset[Holding] = frozenset()) -> LayoffTable:
    """Return the table before the first move; `hands` in the direction of play, `first` begins where the rules say so.

    A hand may hold UNKNOWN cards. Without a known holder of the Jack of hearts the rule that he begins waits for him.
    """
    if rules.layoff_start == "forehand":
        return LayoffTable(rules, hands, first, doubtful=doubtful)
    if rules.layoff_start == "any_jack_holder":
        return LayoffTable(rules, hands, "", doubtful=doubtful)
    sure = [player for player, hand in hands.items() if _OPENING in hand and (player, _OPENING) not in doubtful]
    return LayoffTable(rules, hands, (*sure, "")[0], doubtful=doubtful)


def legal(table: LayoffTable, player: str) -> tuple[str, ...]:
    """Return the known cards of `player` that fit somewhere; empty where it is not his turn."""
    if table.over or table.turn not in ("", player):
        return ()
    return tuple(card for card in table.hands.get(player, ()) if card != UNKNOWN and places(table, card))


def may_pass(table: LayoffTable, player: str) -> bool:
    """Return whether `player` may pass (HZ-24); who has to begin and has a Jack cannot pass at will (HZ-23)."""
    if not table.turn:
        return True
    return not legal(table, player) or (table.rules.pass_ == "free" and bool(table.rows))


def _must_play(table: LayoffTable, player: str) -> bool:
    """Return whether it is certain that `player` may not pass."""
    sure = any((player, card) not in table.doubtful for card in legal(table, player))
    return sure and not table.guessed and not may_pass(table, player)


def broken(table: LayoffTable, move: Move) -> LayoffReason | None:
    """Return which rule `move` breaks at this table."""
    if table.over:
        return "GAME_OVER"
    if move.player not in table.hands or table.turn not in ("", move.player):
        return "OUT_OF_TURN"
    if not move.card:
        return "MUST_PLAY" if _must_play(table, move.player) else None
    if move.card != UNKNOWN and move.card[:-1] not in table.upwards:
        return "NOT_IN_PACK"
    if not may_hold(table, move.player, move.card):
        return "INCOMPLETE" if move.card == UNKNOWN else "NOT_IN_HAND"
    fitting = _said(table, move)
    if not fitting:
        return "INCOMPLETE" if table.guessed else "DOES_NOT_FIT"
    if len(fitting) > 1:
        return "INCOMPLETE" if move.card == UNKNOWN or table.guessed else "SAY_WHERE"
    return None


def may_hold(table: LayoffTable, player: str, card: str) -> bool:
    """Return whether `player` may have `card`, by what is known of all hands."""
    hand = table.hands[player]
    elsewhere = card in table.laid or any(card in other for name, other in table.hands.items() if name != player)
    return card in hand or (UNKNOWN in hand and not elsewhere)


def places(table: LayoffTable, card: str) -> tuple[Fit, ...]:
    """Return where `card` fits (HZ-20, HZ-22, HZ-26); the two ends of a row that lacks one card are one place."""
    rank = card[:-1]
    per_jack = table.rules.rows == "per_jack"
    if not table.rows:
        return (Fit(0, "new"),) if _opens(table, card) else ()
    if per_jack and rank == "J":
        return (Fit(len(table.rows), "new"),)
    new = (Fit(len(table.rows), "new"),) if per_jack and card == UNKNOWN else ()
    return (*new, *(place for row in range(len(table.rows)) for place in _ends(table, row, card)))


def _opens(table: LayoffTable, card: str) -> bool:
    if table.rules.layoff_start == "jack_of_hearts" and _somewhere(table, _OPENING):
        return card in (_OPENING, UNKNOWN)
    return card[:-1] == "J" or card == UNKNOWN


def _somewhere(table: LayoffTable, card: str) -> bool:
    return any(card in hand or UNKNOWN in hand for hand in table.hands.values())


def _ends(table: LayoffTable, index: int, card: str) -> Iterator[Fit]:
    row = table.rows[index]
    ranks = table.upwards
    free = len(ranks) - 1 - row.up - row.down
    if table.rules.rows == "per_jack" and free <= 0:
        return
    wanted = {"up": ranks[(row.up + 1) % len(ranks)], "down": ranks[-(row.down + 1) % len(ranks)]}
    if table.rules.rows == "per_jack" and free == 1:
        del wanted["down"]
    for end, rank in wanted.items():
        if card == UNKNOWN or card[:-1] == rank:
            yield Fit(index, end)


def _said(table: LayoffTable, move: Move) -> list[Fit]:
    """Return the places that fit the card and what was said about them."""
    return [place for place in places(table, move.card) if _meant(table, place, move.card, move.where)]


def _meant(table: LayoffTable, place: Fit, card: str, where: str) -> bool:
    if place.end == "new":
        return card != UNKNOWN or not where
    if where in ("", "up", "down"):
        return where in ("", place.end)
    jacks = [row.jack for row in table.rows]
    return jacks[place.row] == (where if where in jacks else UNKNOWN)


def lay(table: LayoffTable, move: Move) -> LayoffTable:
    """Return the table after a move that breaks no rule."""
    if not move.card:
        return replace(table, turn=_after(table, move.player, table.out) if table.turn else "")
    hand = list(table.hands[move.player])
    hand.remove(move.card if move.card in hand else UNKNOWN)
    hands = {**table.hands, move.player: tuple(hand)}
    out = table.out if hand else (*table.out, move.player)
    if len(out) == len(hands) - 1:
        out = (*out, *(player for player in hands if player not in out))
    return replace(
        table,
        hands=hands,
        turn=_after(table, move.player, out),
        rows=_grown(table.rows, move.card, _said(table, move)[0]),
        out=out,
        laid=table.laid | {move.card} - {UNKNOWN},
        guessed=table.guessed or move.card == UNKNOWN,
    )


def _grown(rows: tuple[LaidRow, ...], card: str, place: Fit) -> tuple[LaidRow, ...]:
    if place.end == "new":
        return (*rows, LaidRow(card))
    row = rows[place.row]
    grown = row._replace(up=row.up + 1) if place.end == "up" else row._replace(down=row.down + 1)
    return (*rows[: place.row], grown, *rows[place.row + 1 :])


def _after(table: LayoffTable, player: str, out: Sequence[str]) -> str:
    """Return the next after `player` who still holds cards (HZ-25), "" when nobody is left."""
    place = table.players.index(player) + 1
    order = (*table.players[place:], *table.players[:place])
    return next((other for other in order if other not in out), "")
