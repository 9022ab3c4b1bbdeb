"""The state of a recorded deal before the first lead, and the breaches up to then."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from scorekeeper.audit.verdict import Violation
from scorekeeper.audit.work import current_work
from scorekeeper.audit.worlds import Hand, Recorded
from scorekeeper.cards.cardset import together
from scorekeeper.cards.notation import UNKNOWN
from scorekeeper.cards.obligations import Own
from scorekeeper.cards.record import Cards, Record
from scorekeeper.cards.trick_rules import Play
from scorekeeper.value_checks import player_of


class Heap(NamedTuple):
    """Recorded cards outside the hands; only `owner` may have held them, "" for nobody."""

    owner: str
    cards: tuple[str, ...]
    aside: bool = True


class Frame(NamedTuple):
    """The rules of a deal: the law, the cards in the game, the size of a hand, the players from forehand.

    `rules` has the number of the rule behind each reason for a revoke, `own` the duties of single players.
    """

    play: Play
    pack: int
    size: int
    players: tuple[str, ...]
    leader: str
    rules: Mapping[str, str]
    own: Own = MappingProxyType({})


def known(cards: Sequence[str]) -> tuple[str, ...]:
    """Return the cards that are not forgotten."""
    return tuple([card for card in cards if card != UNKNOWN]) if UNKNOWN in cards else tuple(cards)


def lay_out(frame: Frame, record: Record, heaps: Sequence[Heap]) -> tuple[Recorded, list[Violation]]:
    """Return a record as sets of cards, and its breaches before the first lead.

    Raises Refused for a hand or a leader that is no player of the deal.
    """
    players = frame.players
    led = record.led
    first = record.leader or led.get(1, frame.leader)
    for key, named in (("play.hands", record.hands), ("play.leader", (first,)), ("play.led", led.values())):
        for player in named:
            player_of(key, player, players)
    deck = frame.play.deck
    heaps = [heap for heap in heaps if heap.cards]
    wrong = list(check_hands(frame, record.hands, heaps))
    twice = deck.set_of([violation.card for violation in wrong if violation.reason == "CARD_TWICE"])
    lying = [(heap, deck.set_of(heap.cards) & ~twice) for heap in heaps]
    hands = []
    for player in players:
        known = deck.set_of(record.hands.get(player, ())) & ~twice & frame.pack
        barred = together([cards for heap, cards in lying if heap.owner != player])
        hands.append(Hand(known, known.bit_count() >= frame.size, barred & ~known))
    # one card too many in a trick, and one trick too many, are enough
    most = len(players) + 1
    tricks = [cards[:most] for cards in record.tricks[: frame.size + 1]]
    recorded = Recorded(
        frame.play,
        frame.pack,
        frame.size,
        players.index(first),
        tuple(hands),
        tuple([tuple(map(deck.record_bits.__getitem__, cards)) for cards in tricks]),
        together([cards for heap, cards in lying if heap.aside]),
        tuple([players.index(led[place]) if place in led else -1 for place in range(1, max(led, default=0) + 1)]),
        frame.own,
        current_work(),
    )
    return recorded, wrong


def known_hands(frame: Frame, recorded: Recorded) -> Iterator[tuple[str, Cards]]:
    """Yield the hands that are not recorded whole, but known because all other cards lie elsewhere."""
    for seat, player in enumerate(frame.players):
        if not recorded.hands[seat].complete and (cards := recorded.possible[seat]).bit_count() == frame.size:
            yield player, frame.play.deck.names(cards)


def check_hands(frame: Frame, hands: Mapping[str, Sequence[str]], heaps: Sequence[Heap] = ()) -> Iterator[Violation]:
    """Yield hands with too many cards, cards that are not in the pack, and cards that are in two heaps."""
    seen: set[str] = set()
    for player in frame.players:
        cards = hands.get(player, ())
        if len(cards) > frame.size:
            yield Violation(0, player, "", "WRONG_HAND")
        yield from _check_cards(frame, player, cards, seen)
    for heap in heaps:
        if heap.aside:
            yield from _check_cards(frame, heap.owner, heap.cards, seen)
        else:
            others = {card for player, cards in hands.items() if player != heap.owner for card in cards}
            yield from (Violation(0, "", card, "CARD_TWICE") for card in known(heap.cards) if card in others)


def _check_cards(frame: Frame, player: str, cards: Sequence[str], seen: set[str]) -> Iterator[Violation]:
    for card in known(cards):
        if not frame.play.deck.card[card] & frame.pack:
            yield Violation(0, player, card, "NOT_IN_PACK")
        elif card in seen:
            yield Violation(0, player, card, "CARD_TWICE")
        seen.add(card)
