"""The lay-off, Herzeln's eighth tour (HZ-20 to HZ-26): which cards fit where, and a recorded one judged by move."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from scorekeeper.cards.notation import UNKNOWN
from scorekeeper.cards.record import Cards, Move, Record
from scorekeeper.games.game import Seating
from scorekeeper.games.herzeln.rules import HAND, Rules
from scorekeeper.phrase import Card, Name, Phrase, say
from scorekeeper.reading import player_of

LayoffReason = Literal[
    "OUT_OF_TURN", "NOT_IN_HAND", "NOT_IN_PACK", "DOES_NOT_FIT", "MUST_PLAY", "SAY_WHERE", "GAME_OVER", "INCOMPLETE"
]
Hands = Mapping[str, tuple[str, ...]]
Holding = tuple[str, str]  # a player and a card that stands in his hand

# The reasons that break a duty of play (G-6): a card that may not be laid there, a pass of who could have laid one.
REVOKES: tuple[LayoffReason, ...] = ("DOES_NOT_FIT", "MUST_PLAY")
# The rule behind each reason for which a move can be wrong.
BROKEN = {"OUT_OF_TURN": "HZ-24", "DOES_NOT_FIT": "HZ-20", "MUST_PLAY": "HZ-24", "SAY_WHERE": "HZ-26"}
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


def broken(table: LayoffTable, move: Move) -> LayoffReason | None:
    """Return which rule `move` breaks at this table."""
    if table.over:
        return "GAME_OVER"
    if move.player not in table.hands or table.turn not in ("", move.player):
        return "OUT_OF_TURN"
    if not move.card:
        sure = any((move.player, card) not in table.doubtful for card in legal(table, move.player))
        return "MUST_PLAY" if sure and not table.guessed and not may_pass(table, move.player) else None
    if move.card != UNKNOWN and move.card[:-1] not in table.upwards:
        return "NOT_IN_PACK"
    if not may_hold(table, move.player, move.card):
        return "INCOMPLETE" if move.card == UNKNOWN else "NOT_IN_HAND"
    fitting = _find_places(table, move)
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
        somewhere = any(_OPENING in hand or UNKNOWN in hand for hand in table.hands.values())
        by_hearts = table.rules.layoff_start == "jack_of_hearts" and somewhere
        opens = card == UNKNOWN or (card == _OPENING if by_hearts else rank == "J")
        return (Fit(0, "new"),) if opens else ()
    if per_jack and rank == "J":
        return (Fit(len(table.rows), "new"),)
    new = (Fit(len(table.rows), "new"),) if per_jack and card == UNKNOWN else ()
    return (*new, *(place for row in range(len(table.rows)) for place in _ends(table, row, card)))


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


def _find_places(table: LayoffTable, move: Move) -> list[Fit]:
    """Return the places that fit the card and what was said about them."""
    fitting = places(table, move.card)
    jacks = [row.jack for row in table.rows]
    if not move.where:
        return list(fitting)
    found = [place for place in fitting if place.end == "new" and move.card != UNKNOWN]
    if move.where in ("up", "down"):
        return [*found, *[place for place in fitting if place.end == move.where]]
    jack = move.where if move.where in jacks else UNKNOWN
    return [*found, *[place for place in fitting if place.end != "new" and jacks[place.row] == jack]]


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
    index, end = _find_places(table, move)[0]
    rows = [*table.rows]
    if end == "new":
        rows.append(LaidRow(move.card))
    else:
        row = rows[index]
        rows[index] = row._replace(up=row.up + 1) if end == "up" else row._replace(down=row.down + 1)
    return replace(
        table,
        hands=hands,
        turn=_after(table, move.player, out),
        rows=tuple(rows),
        out=out,
        laid=table.laid | {move.card} - {UNKNOWN},
        guessed=table.guessed or move.card == UNKNOWN,
    )


def _after(table: LayoffTable, player: str, out: Sequence[str]) -> str:
    """Return the next after `player` who still holds cards (HZ-25), "" when nobody is left."""
    place = table.players.index(player) + 1
    order = (*table.players[place:], *table.players[:place])
    return next((other for other in order if other not in out), "")


class Breach(NamedTuple):
    """A move that breaks a rule: its index from 0, who and what, why, and the cards legal for the player then.

    `legal` is None where unknown cards in the hand keep it from being known; `card` is "" for a pass or a missing move.
    """

    step: int
    player: str
    card: str
    reason: LayoffReason
    legal: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Judged:
    """What a recorded lay-off comes to: the breaches in order, and the table after as many `steps` as can be followed.

    A record that ends too early has, behind the others, a breach of its own, INCOMPLETE.
    """

    table: LayoffTable
    steps: int
    breaches: tuple[Breach, ...] = ()

    @property
    def order(self) -> tuple[str, ...]:
        """Who went out, in order."""
        return self.table.out


def check(
    rules: Rules, hands: Hands, first: str, moves: Iterable[Move], doubtful: frozenset[Holding] = frozenset()
) -> Judged:
    """Return the verdict on recorded moves."""
    table = begin(rules, hands, first, doubtful)
    steps = 0
    breaches = list[Breach]()
    for move in moves:
        reason = broken(table, move)
        if reason:
            breaches.append(Breach(steps, move.player, move.card, reason, _known_legal(table, move.player)))
        after = _go_on(table, move, reason)
        if after is None:
            return Judged(table, steps, tuple(breaches))
        table = after
        steps = steps + 1
    if not table.over:
        breaches.append(Breach(steps, table.turn, "", "INCOMPLETE", _known_legal(table, table.turn)))
    return Judged(table, steps, tuple(breaches))


def _go_on(table: LayoffTable, move: Move, reason: LayoffReason | None) -> LayoffTable | None:
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


def _known_legal(table: LayoffTable, player: str) -> tuple[str, ...] | None:
    at_turn = not table.over and table.turn in ("", player)
    return None if at_turn and UNKNOWN in table.hands.get(player, ()) else legal(table, player)


def check_record(rules: Rules, seating: Seating, record: Record, twice: Collection[str] = ()) -> Judged:
    """Return the verdict on the lay-off of a recorded deal.

    Cards that stand `twice` in the hands are nobody's for sure, and a hand of too many is as good as not recorded.
    Raises Refused for a move of somebody who does not play in the deal.
    """
    moves = record.moves
    for move in moves:
        player_of("play.layoff", move.player, seating.playing)
    recorded = {name: hand for name, hand in record.hands.items() if len(hand) <= HAND}
    hands = {player: _hand(moves, player, recorded) for player in seating.playing}
    doubtful = frozenset(_doubt(moves, hands, twice))
    return check(rules, hands, record.leader or seating.playing[0], moves, doubtful)


def _doubt(moves: Sequence[Move], hands: Hands, twice: Collection[str]) -> Iterator[Holding]:
    """Yield what the hands have by the record that the moves, or other hands, contradict.

    Who lays a card that his whole hand lacks has in it another that was not his; only what he lays of it was surely.
    """
    laid = {(move.player, move.card) for move in moves}
    for player, hand in hands.items():
        lacks = UNKNOWN not in hand and any(mover == player and card not in ("", *hand) for mover, card in laid)
        for card in hand:
            elsewhere = any(mover != player and other == card for mover, other in laid)
            if card in twice or elsewhere or (lacks and (player, card) not in laid):
                yield player, card


def _hand(moves: Sequence[Move], player: str, recorded: Mapping[str, Cards]) -> Cards:
    """Return the hand as far as it is known: without a record what he laid, and UNKNOWN cards up to eight.

    Where he laid a card that nobody remembers, it may be any of those that he is not seen to lay. A card that somebody
    else laid before, or that stands in his recorded hand, is not taken for this player's.
    """
    first = {move.card: move.player for move in reversed(moves) if move.card not in ("", UNKNOWN)}
    others = {card for other, cards in recorded.items() if other != player for card in cards}
    forgotten = any(move.player == player and move.card == UNKNOWN for move in moves)
    held = recorded.get(player, (UNKNOWN,) * HAND)
    if player in recorded and not forgotten:
        return held
    laid = [move.card for move in moves if first.get(move.card) == player and move.card not in others]
    seen = [card for card in dict.fromkeys(laid) if player not in recorded or card in held]
    known = seen[: len(held)]
    return (*known, *[UNKNOWN] * (len(held) - len(known)))


def explain(breach: Breach) -> Phrase:
    """Return in words what the breach is."""
    player = Name(breach.player)
    card = Card(breach.card)
    match breach.reason:
        case "OUT_OF_TURN":
            return say("it is not {player}’s turn", player=player)
        case "NOT_IN_HAND":
            return say("{player} does not hold {card}", player=player, card=card)
        case "NOT_IN_PACK":
            return say("{card} is not in the pack", card=card)
        case "DOES_NOT_FIT":
            return say("{card} does not fit there", card=card)
        case "MUST_PLAY":
            return say("{player} passes although a card fits", player=player)
        case "SAY_WHERE":
            return say("{card} fits in more than one place; say where it was laid", card=card)
        case "GAME_OVER":
            return say("the shedding tour was already over")
        case "INCOMPLETE" if breach.card:
            return say("from here on the rows are unknown")
        case "INCOMPLETE":
            return say("the record ends here before the shedding tour is over")
