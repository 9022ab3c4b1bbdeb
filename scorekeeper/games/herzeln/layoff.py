"""The lay-off, Herzeln's eighth tour: which cards fit where, and a recorded one judged move by move (section 5.3)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from scorekeeper.cards.notation import UNKNOWN
from scorekeeper.games.game import Seating
from scorekeeper.games.herzeln.rules import HAND, Rules
from scorekeeper.games.questions import shown
from scorekeeper.phrase import Card, Name, Phrase, Refused, say

Reason = Literal["OUT_OF_TURN", "NOT_IN_HAND", "DOES_NOT_FIT", "MUST_PLAY", "SAY_WHERE", "GAME_OVER", "INCOMPLETE"]
Hands = Mapping[str, tuple[str, ...]]

# HZ-21: upwards from the Jack, above the Ace on with the lowest rank.
_UPWARDS = {3: ("J", "Q", "K", "10", "A", "9"), 4: ("J", "Q", "K", "10", "A", "7", "8", "9")}
# The reasons that break a duty of play (G-6): a card that may not be laid there, a pass of who could have laid one.
REVOKES: tuple[Reason, ...] = ("DOES_NOT_FIT", "MUST_PLAY")
# The rule behind each reason for which a move can be wrong.
BROKEN = {"OUT_OF_TURN": "HZ-24", "DOES_NOT_FIT": "HZ-20", "MUST_PLAY": "HZ-24", "SAY_WHERE": "HZ-26"}
_OPENING = "JH"  # HZ-23, where the Jack of hearts begins


class Move(NamedTuple):
    """A card laid or, with "", a pass; `where` is "up", "down" or the Jack of a row, "" where only one place fits."""

    player: str
    card: str = ""
    where: str = ""


class Row(NamedTuple):
    """A row by the Jack that opened it, with how many cards lie above and below that Jack."""

    jack: str
    up: int = 0
    down: int = 0


class Place(NamedTuple):
    """Where a card fits: an end, "up" or "down", of a row by its index, or "new" for the Jack that opens a row."""

    row: int
    end: str


class Breach(NamedTuple):
    """A move that breaks a rule: its index from 0, who and what, why, and the cards legal for the player then.

    `legal` is None where unknown cards in the hand keep it from being known; `card` is "" for a pass or a missing move.
    """

    step: int
    player: str
    card: str
    reason: Reason
    legal: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a recorded lay-off comes to: the breaches in order, and the table after as many `steps` as can be followed.

    A record that ends too early has, behind the others, a breach of its own, INCOMPLETE.
    """

    table: "Table"
    steps: int
    breaches: tuple[Breach, ...] = ()

    @property
    def breach(self) -> Breach | None:
        """The first breach."""
        return self.breaches[0] if self.breaches else None

    @property
    def order(self) -> tuple[str, ...]:
        """Who went out, in order."""
        return self.table.out

    @property
    def points(self) -> dict[str, int]:
        """The points of each player, empty where the lay-off was not clean to its end."""
        return {} if self.breach else {player: -10 * place for place, player in enumerate(self.order)}


@dataclass(frozen=True, slots=True)
class Table:
    """A lay-off between two moves: `turn` is whose move it is, "" where anybody may begin.

    `out` are the players in the order in which they went out, the last one with them as soon as it is over. It is
    `guessed` how the rows lie once a card was laid that nobody remembers: it may have been one that did not fit.
    """

    rules: Rules
    hands: Hands
    turn: str
    rows: tuple[Row, ...] = ()
    out: tuple[str, ...] = ()
    laid: frozenset[str] = frozenset()
    guessed: bool = False

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


def begin(rules: Rules, hands: Hands, first: str) -> Table:
    """Return the table before the first move; `hands` in the direction of play, `first` begins where the rules say so.

    A hand may hold UNKNOWN cards. Without a known holder of the Jack of hearts the rule that he begins waits for him.
    """
    if rules.layoff_start == "forehand":
        return Table(rules, hands, first)
    if rules.layoff_start == "any_jack_holder":
        return Table(rules, hands, "")
    return Table(rules, hands, next((player for player, hand in hands.items() if _OPENING in hand), ""))


def check(rules: Rules, hands: Hands, first: str, moves: Iterable[Move]) -> Verdict:
    """Return the verdict on recorded moves."""
    table, steps, breaches = begin(rules, hands, first), 0, list[Breach]()
    for move in moves:
        reason = broken(table, move)
        if reason:
            breaches.append(Breach(steps, move.player, move.card, reason, _known_legal(table, move.player)))
        after = _go_on(table, move, reason)
        if after is None:
            return Verdict(table, steps, tuple(breaches))
        table, steps = after, steps + 1
    if not table.over:
        breaches.append(Breach(steps, table.turn, "", "INCOMPLETE", _known_legal(table, table.turn)))
    return Verdict(table, steps, tuple(breaches))


def _go_on(table: Table, move: Move, reason: Reason | None) -> Table | None:
    """Return the table after a move, None where after such a breach nobody knows how it lies.

    Who passed although a card fits has passed all the same. Who laid a card out of his turn has laid it, but whose
    turn it is then, no rule says: whoever goes on.
    """
    if reason in (None, "MUST_PLAY"):
        return lay(table, move)
    anybody = replace(table, turn="")
    if reason == "OUT_OF_TURN" and broken(anybody, move) is None:
        return replace(lay(anybody, move), turn="")
    return None


def legal(table: Table, player: str) -> tuple[str, ...]:
    """Return the known cards of `player` that fit somewhere; empty where it is not his turn."""
    if table.over or table.turn not in ("", player):
        return ()
    return tuple(card for card in table.hands.get(player, ()) if card != UNKNOWN and places(table, card))


def _known_legal(table: Table, player: str) -> tuple[str, ...] | None:
    at_turn = not table.over and table.turn in ("", player)
    return None if at_turn and UNKNOWN in table.hands.get(player, ()) else legal(table, player)


def may_pass(table: Table, player: str) -> bool:
    """Return whether `player` may pass (HZ-24); who has to begin and has a Jack cannot pass at will (HZ-23)."""
    if not table.turn:
        return True
    return not legal(table, player) or (table.rules.pass_ == "free" and bool(table.rows))


def broken(table: Table, move: Move) -> Reason | None:
    """Return which rule `move` breaks at this table."""
    if table.over:
        return "GAME_OVER"
    if move.player not in table.hands or table.turn not in ("", move.player):
        return "OUT_OF_TURN"
    if not move.card:
        return None if table.guessed or may_pass(table, move.player) else "MUST_PLAY"
    if not may_hold(table, move.player, move.card):
        return "INCOMPLETE" if move.card == UNKNOWN else "NOT_IN_HAND"
    fitting = _said(table, move)
    if not fitting:
        return "INCOMPLETE" if table.guessed else "DOES_NOT_FIT"
    if len(fitting) > 1:
        return "INCOMPLETE" if move.card == UNKNOWN or table.guessed else "SAY_WHERE"
    return None


def may_hold(table: Table, player: str, card: str) -> bool:
    """Return whether `player` may have `card`, by what is known of all hands."""
    hand = table.hands[player]
    elsewhere = card in table.laid or any(card in other for name, other in table.hands.items() if name != player)
    return card in hand or (UNKNOWN in hand and not elsewhere)


def places(table: Table, card: str) -> tuple[Place, ...]:
    """Return where `card` fits (HZ-20, HZ-22, HZ-26); the two ends of a row that lacks one card are one place."""
    rank, per_jack = card[:-1], table.rules.rows == "per_jack"
    if not table.rows:
        return (Place(0, "new"),) if _opens(table, card) else ()
    if per_jack and rank == "J":
        return (Place(len(table.rows), "new"),)
    new = (Place(len(table.rows), "new"),) if per_jack and card == UNKNOWN else ()
    return (*new, *(place for row in range(len(table.rows)) for place in _ends(table, row, card)))


def _opens(table: Table, card: str) -> bool:
    if table.rules.layoff_start == "jack_of_hearts" and _somewhere(table, _OPENING):
        return card in (_OPENING, UNKNOWN)
    return card[:-1] == "J" or card == UNKNOWN


def _somewhere(table: Table, card: str) -> bool:
    return any(card in hand or UNKNOWN in hand for hand in table.hands.values())


def _ends(table: Table, index: int, card: str) -> Iterator[Place]:
    row, ranks = table.rows[index], table.upwards
    free = len(ranks) - 1 - row.up - row.down
    if table.rules.rows == "per_jack" and free <= 0:
        return
    wanted = {"up": ranks[(row.up + 1) % len(ranks)], "down": ranks[-(row.down + 1) % len(ranks)]}
    if table.rules.rows == "per_jack" and free == 1:
        del wanted["down"]
    for end, rank in wanted.items():
        if card == UNKNOWN or card[:-1] == rank:
            yield Place(index, end)


def _said(table: Table, move: Move) -> list[Place]:
    """Return the places that fit the card and what was said about them."""
    return [place for place in places(table, move.card) if _meant(table, place, move.card, move.where)]


def _meant(table: Table, place: Place, card: str, where: str) -> bool:
    if place.end == "new":
        return card != UNKNOWN or not where
    if where in ("", "up", "down"):
        return where in ("", place.end)
    jacks = [row.jack for row in table.rows]
    return jacks[place.row] == (where if where in jacks else UNKNOWN)


def lay(table: Table, move: Move) -> Table:
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


def _grown(rows: tuple[Row, ...], card: str, place: Place) -> tuple[Row, ...]:
    if place.end == "new":
        return (*rows, Row(card))
    row = rows[place.row]
    grown = row._replace(up=row.up + 1) if place.end == "up" else row._replace(down=row.down + 1)
    return (*rows[: place.row], grown, *rows[place.row + 1 :])


def _after(table: Table, player: str, out: Sequence[str]) -> str:
    """Return the next after `player` who still holds cards (HZ-25), "" when nobody is left."""
    place = table.players.index(player) + 1
    order = (*table.players[place:], *table.players[:place])
    return next((other for other in order if other not in out), "")


def check_record(rules: Rules, seating: Seating, record: Mapping[str, Any]) -> Verdict:
    """Return the verdict on the lay-off of a recorded deal, its keys `hands`, `leader` and `layoff` as a file has them.

    Raises Refused for a move of somebody who does not play in the deal.
    """
    moves = [_read_move(seating.playing, line) for line in record.get("layoff", ())]
    recorded = record.get("hands", {})
    hands = {player: _hand(moves, player, recorded) for player in seating.playing}
    return check(rules, hands, record.get("leader", seating.playing[0]), moves)


def _read_move(players: Iterable[str], line: str) -> Move:
    """Return "Anna JH up" as a move; a name may itself hold blanks, the longest that fits is meant."""
    player = max((name for name in players if line.startswith(f"{name} ")), key=len, default="")
    if not player:
        raise Refused("play.layoff", say("{value} does not begin with a player of this deal", value=shown(line)))
    card, *where = line[len(player) :].split()
    return Move(player) if card == "pass" else Move(player, card, *where)


def _hand(moves: Sequence[Move], player: str, recorded: Mapping[str, str]) -> tuple[str, ...]:
    """Return the hand as far as it is known: without a record what he laid, and UNKNOWN cards up to eight.

    Where he laid a card that nobody remembers, it may be any of those that he is not seen to lay. A card that somebody
    else laid before, or that stands in his recorded hand, is not taken for this player's.
    """
    first = {move.card: move.player for move in reversed(moves) if move.card not in ("", UNKNOWN)}
    others = {card for other, cards in recorded.items() if other != player for card in cards.split()}
    forgotten = any(move.player == player and move.card == UNKNOWN for move in moves)
    held = recorded[player].split() if player in recorded else [UNKNOWN] * HAND
    if player in recorded and not forgotten:
        return tuple(held)
    laid = [move.card for move in moves if first.get(move.card) == player and move.card not in others]
    seen = [card for card in dict.fromkeys(laid) if player not in recorded or card in held]
    known = seen[: len(held)]
    return (*known, *[UNKNOWN] * (len(held) - len(known)))


def explain(breach: Breach) -> Phrase:
    """Return in words what the breach is."""
    player, card = Name(breach.player), Card(breach.card)
    match breach.reason:
        case "OUT_OF_TURN":
            return say("it is not {player}’s turn", player=player)
        case "NOT_IN_HAND":
            return say("{player} does not hold {card}", player=player, card=card)
        case "DOES_NOT_FIT":
            return say("{card} does not fit there", card=card)
        case "MUST_PLAY":
            return say("{player} passes although a card fits", player=player)
        case "SAY_WHERE":
            return say("{card} fits in more than one place; say where it was laid", card=card)
        case "GAME_OVER":
            return say("the lay-off was over already")
        case "INCOMPLETE" if breach.card:
            return say("from here on nobody knows how the rows lie")
        case "INCOMPLETE":
            return say("the record ends here before the lay-off is over")
