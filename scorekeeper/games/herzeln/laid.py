"""A recorded lay-off: read, judged move by move, and its breaches in words."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from scorekeeper.cards.notation import UNKNOWN
from scorekeeper.cards.record import Cards, Move, Record
from scorekeeper.games.game import Seating
from scorekeeper.games.herzeln.layoff import Hands, Holding, LayoffReason, LayoffTable, begin, broken, lay, legal
from scorekeeper.games.herzeln.rules import HAND, Rules
from scorekeeper.phrase import Card, Name, Phrase, say
from scorekeeper.reading import player_of

# The reasons that break a duty of play (G-6): a card that may not be laid there, a pass of who could have laid one.
REVOKES: tuple[LayoffReason, ...] = ("DOES_NOT_FIT", "MUST_PLAY")
# The rule behind each reason for which a move can be wrong.
BROKEN = {"OUT_OF_TURN": "HZ-24", "DOES_NOT_FIT": "HZ-20", "MUST_PLAY": "HZ-24", "SAY_WHERE": "HZ-26"}


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
            return say("the lay-off was over already")
        case "INCOMPLETE" if breach.card:
            return say("from here on nobody knows how the rows lie")
        case "INCOMPLETE":
            return say("the record ends here before the lay-off is over")
