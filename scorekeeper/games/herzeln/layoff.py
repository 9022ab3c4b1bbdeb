"""The lay-off, Herzeln's eighth tour (HZ-20 to HZ-26): places for cards, and the verdict on recorded moves."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from scorekeeper.audit.verdict import Undecided, Violation
from scorekeeper.cards.notation import UNKNOWN
from scorekeeper.cards.packs import SUITS
from scorekeeper.cards.record import Cards, Move, Record
from scorekeeper.games.disputes import tell_dispute
from scorekeeper.games.game import Seating
from scorekeeper.games.herzeln.rules import HAND, Rules
from scorekeeper.phrase import Card, Name, Phrase, say
from scorekeeper.value_checks import player_of

Hands = Mapping[str, Cards]
Holding = tuple[str, str]  # a player and a card in their hand

# The reasons that break a duty of play (G-6): a card that may not be laid there, a pass despite a card that fits.
REVOKES = ("DOES_NOT_FIT", "MUST_PLAY")
# The rule behind each reason for a wrong move.
_BROKEN = {"OUT_OF_TURN": "HZ-24", "DOES_NOT_FIT": "HZ-20", "MUST_PLAY": "HZ-24", "SAY_WHERE": "HZ-26"}
# HZ-21: upwards from the Jack, above the Ace on with the lowest rank.
_UPWARDS = {3: ("J", "Q", "K", "10", "A", "9"), 4: ("J", "Q", "K", "10", "A", "7", "8", "9")}
_OPENING = "JH"  # HZ-23, where the Jack of hearts begins


class LaidRow(NamedTuple):
    """A row: the Jack that opened it, and the numbers of cards above and below that Jack."""

    jack: str
    up: int = 0
    down: int = 0


class Fit(NamedTuple):
    """A place for a card: an end, "up" or "down", of a row by its index, or "new" for the Jack that opens a row."""

    row: int
    end: str


@dataclass(frozen=True, slots=True)
class LayoffTable:
    """A lay-off between two moves: `turn` is the player to move, "" where anybody may begin.

    `out` are the players in the order in which they went out, with the last one at the end. The rows are `guessed`
    after a forgotten card was laid: it may have been one that did not fit. The `doubtful` cards are in a hand only by
    a record that contradicts itself; so they prove nothing.
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
        """All players in the direction of play."""
        return tuple(self.hands)

    @property
    def upwards(self) -> tuple[str, ...]:
        """The cycle of ranks, upwards from the Jack."""
        return _UPWARDS[len(self.hands)]

    @property
    def over(self) -> bool:
        """Whether all players have their place (HZ-25)."""
        return len(self.out) == len(self.hands)


def legal(table: LayoffTable, player: str) -> tuple[str, ...]:
    """Return the known cards of `player` that fit somewhere; empty if it is not their turn."""
    if table.over or table.turn not in ("", player):
        return ()
    return tuple(card for card in table.hands.get(player, ()) if card != UNKNOWN and places(table, card))


def broken(table: LayoffTable, move: Move) -> str | None:
    """Return the reason why `move` is wrong at this table, None if it breaks no rule."""
    if table.over:
        return "GAME_OVER"
    if move.player not in table.hands or table.turn not in ("", move.player):
        return "OUT_OF_TURN"
    if not move.card:  # HZ-24; a player who has to begin and has a Jack cannot pass at will (HZ-23)
        at_will = not table.turn or (table.rules.pass_ == "free" and table.rows)
        sure = any((move.player, card) not in table.doubtful for card in legal(table, move.player))
        return "MUST_PLAY" if sure and not table.guessed and not at_will else None
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
    """Return whether `player` may have `card`, judging by all hands."""
    hand = table.hands[player]
    elsewhere = card in table.laid or any(card in other for name, other in table.hands.items() if name != player)
    return card in hand or (UNKNOWN in hand and not elsewhere)


def places(table: LayoffTable, card: str) -> tuple[Fit, ...]:
    """Return the places for `card` (HZ-20, HZ-22, HZ-26); the two ends of a row that lacks one card are one place."""
    ranks = table.upwards
    per_jack = table.rules.rows == "per_jack"
    new = Fit(len(table.rows), "new")
    if not table.rows:
        somewhere = any(_OPENING in hand or UNKNOWN in hand for hand in table.hands.values())
        by_hearts = table.rules.layoff_start == "jack_of_hearts" and somewhere
        opens = card == UNKNOWN or (card == _OPENING if by_hearts else card[:-1] == "J")
        return (new,) if opens else ()
    if per_jack and card[:-1] == "J":
        return (new,)
    found = [new] if per_jack and card == UNKNOWN else []
    for index, row in enumerate(table.rows):
        wanted = {"up": ranks[(row.up + 1) % len(ranks)], "down": ranks[-(row.down + 1) % len(ranks)]}
        free = len(ranks) - 1 - row.up - row.down
        if per_jack and free < 2:
            wanted = {"up": wanted["up"]} if free == 1 else {}
        found += [Fit(index, end) for end, rank in wanted.items() if card == UNKNOWN or card[:-1] == rank]
    return tuple(found)


def _find_places(table: LayoffTable, move: Move) -> list[Fit]:
    """Return the places that fit the card and the entered details."""
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
    """Return the next player after `player` with cards in hand (HZ-25), "" if none is left."""
    place = table.players.index(player) + 1
    order = (*table.players[place:], *table.players[:place])
    return next((other for other in order if other not in out), "")


def doubt(table: LayoffTable, step: int, move: Move) -> Undecided | None:
    """Return a pass that was legal only if the hand had no card that fits, None for any other move."""
    hand = table.hands.get(move.player, ())
    at_will = not table.turn or (table.rules.pass_ == "free" and table.rows)
    if move.card or UNKNOWN not in hand or at_will or broken(table, move):
        return None
    player = Name(move.player)
    if table.guessed:
        why = say("a card that lay before it is missing")
        return Undecided(step + 1, move.player, "", True, why, say("Which one was it? Enter it, too."), (), move.player)
    cards = (rank + suit for suit in SUITS for rank in table.upwards)
    lacking = tuple(card for card in cards if may_hold(table, move.player, card) and places(table, card))
    if not lacking:
        return None
    what = say("none of {cards}", cards=tuple(map(Card, lacking)))
    why = say("legal if {player} had {cards}", player=player, cards=what)
    ask = say("Did such a card come later? Enter it, too.")
    return Undecided(step + 1, move.player, "", True, why, ask, lacking, move.player)


class Judged(NamedTuple):
    """The verdict on a lay-off: the breaches in order, and the table after as many `steps` as can be followed.

    A record that ends too early has a further breach at the end, INCOMPLETE.
    """

    table: LayoffTable
    steps: int
    violations: tuple[Violation, ...]
    undecided: tuple[Undecided, ...] = ()


def _check(table: LayoffTable, moves: Sequence[Move]) -> Judged:
    found = []
    doubts = list[Undecided]()
    for step, move in enumerate(moves):
        reason = broken(table, move)
        if one := doubt(table, step, move):
            doubts.append(one)
        if reason:
            found.append(_violation(table, step, move.player, move.card, reason))
        anybody = replace(table, turn="")
        if reason in (None, "MUST_PLAY"):  # a pass although a card fits is still a pass
            table = lay(table, move)
        elif reason == "OUT_OF_TURN" and broken(anybody, move) is None:
            table = replace(lay(anybody, move), turn="")  # no rule sets the next turn: any player may move
        else:
            return Judged(table, step, tuple(found), tuple(doubts))
    if not table.over:
        found.append(_violation(table, len(moves), table.turn, "", "INCOMPLETE"))
    return Judged(table, len(moves), tuple(found), tuple(doubts))


def _violation(table: LayoffTable, step: int, player: str, card: str, reason: str) -> Violation:
    """Return a breach; with unknown cards in the hand its legal cards are unknown."""
    at_turn = not table.over and table.turn in ("", player)
    known = None if at_turn and UNKNOWN in table.hands.get(player, ()) else legal(table, player)
    rule = _BROKEN.get(reason, "")
    found = Violation(step + 1, player, card, reason, known, text=_explain(player, card, reason), rule=rule)
    return replace(found, consequences=tell_dispute(found)) if rule else found


def _explain(player: str, card: str, reason: str) -> Phrase:
    if reason == "INCOMPLETE":
        end = say("the record ends here before the shedding tour is over")
        return say("from here on the rows are unknown") if card else end
    return {
        "OUT_OF_TURN": say("it is not {player}’s turn", player=Name(player)),
        "NOT_IN_HAND": say("{player} does not hold {card}", player=Name(player), card=Card(card)),
        "NOT_IN_PACK": say("{card} is not in the pack", card=Card(card)),
        "DOES_NOT_FIT": say("{card} does not fit there", card=Card(card)),
        "MUST_PLAY": say("{player} passes although a card fits", player=Name(player)),
        "SAY_WHERE": say("{card} fits in more than one place; say where it was laid", card=Card(card)),
        "GAME_OVER": say("the shedding tour was already over"),
    }[reason]


def check_record(rules: Rules, seating: Seating, record: Record, twice: Collection[str] = ()) -> Judged:
    """Return the verdict on the lay-off of a recorded deal.

    Cards that are `twice` in the hands have no certain holder, and a hand with too many cards counts as not recorded.
    Raises Refused for a move of a player who does not play in the deal.
    """
    for move in record.moves:
        player_of("play.layoff", move.player, seating.playing)
    recorded = {name: hand for name, hand in record.hands.items() if len(hand) <= HAND}
    hands = {player: _hand(record.moves, player, recorded) for player in seating.playing}
    doubtful = frozenset(_doubt(record.moves, hands, twice))
    first = record.leader or seating.playing[0]
    if rules.layoff_start == "any_jack_holder":
        first = ""
    elif rules.layoff_start == "jack_of_hearts":  # only once the card has a known holder
        holders = (player for player, hand in hands.items() if _OPENING in hand)
        first = next((player for player in holders if (player, _OPENING) not in doubtful), "")
    return _check(LayoffTable(rules, hands, first, doubtful=doubtful), record.moves)


def _doubt(moves: Sequence[Move], hands: Hands, twice: Collection[str]) -> Iterator[Holding]:
    """Yield the recorded cards of hands that the moves, or other hands, contradict.

    If a player lays a card that their whole hand lacks, another card in it was not theirs; only its laid ones are sure.
    """
    laid = {(move.player, move.card) for move in moves}
    for player, hand in hands.items():
        lacks = UNKNOWN not in hand and any(mover == player and card not in ("", *hand) for mover, card in laid)
        for card in hand:
            elsewhere = any(mover != player and other == card for mover, other in laid)
            if card in twice or elsewhere or (lacks and (player, card) not in laid):
                yield player, card


def _hand(moves: Sequence[Move], player: str, recorded: Mapping[str, Cards]) -> Cards:
    """Return the hand as far as it is known: without a record the laid cards, and UNKNOWN cards up to eight.

    A forgotten card may be any of the hand's cards that its player is not seen to lay. A card that another player laid
    before, or has in their recorded hand, is not counted as this player's.
    """
    first = {move.card: move.player for move in reversed(moves) if move.card not in ("", UNKNOWN)}
    others = {card for other, cards in recorded.items() if other != player for card in cards}
    forgotten = any(move.player == player and move.card == UNKNOWN for move in moves)
    hand = recorded.get(player, (UNKNOWN,) * HAND)
    if player in recorded and not forgotten:
        return hand
    laid = [move.card for move in moves if first.get(move.card) == player and move.card not in others]
    seen = [card for card in dict.fromkeys(laid) if player not in recorded or card in hand]
    known = seen[: len(hand)]
    return (*known, *[UNKNOWN] * (len(hand) - len(known)))
