"""What is said of a card in doubt: when it was legal, and what would decide it."""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import and_
from typing import NamedTuple

from scorekeeper.audit.legality import Finding
from scorekeeper.audit.worlds import Course, Recorded
from scorekeeper.cards.cardset import FORGOTTEN, TAROCK_SUIT, together
from scorekeeper.cards.trick_rules import Trick
from scorekeeper.phrase import Card, Name, Phrase, Value, say

_FEW = 3  # cards that are named one by one


class CardDoubt(NamedTuple):
    """The seat of a card in doubt (-1: unknown), when it was legal, and the question that decides it.

    `lacking` are the cards of which the player may have had one, and then had to play it instead.
    """

    seat: int
    why: Phrase
    ask: Phrase | None = None
    lacking: int = 0


def explain_doubt(
    recorded: Recorded,
    courses: Sequence[Course],
    orders: Iterable[tuple[int, ...]],
    players: Sequence[str],
    found: Finding,
) -> CardDoubt:
    """Return what is said of an undecided card; it follows from the duties in its trick, for any game.

    `orders` are the seats of its trick in the courses.
    """
    seats = {order[found.place : found.place + 1] for order in orders}
    seat = seats.pop()[0] if len(seats) == 1 and () not in seats else -1
    *before, card = recorded.tricks[found.trick][: found.place + 1]
    if not card:
        return CardDoubt(seat, say("the record does not show whether this was legal"))
    if FORGOTTEN in before:
        return CardDoubt(seat, say("a card that lay before it is missing"), say("Which one was it? Enter it, too."))
    trick = recorded.play.after(before)
    own = recorded.owes(seat, found.trick) if seat >= 0 else ()
    excusing = [duty for duty in own if duty.unless and card & duty.breaking]
    held = _find_held(recorded, courses, found, seat)
    lacking = (trick.forbids(card, own) | together(duty.meeting for duty in excusing)) & held
    who_led = say("Who led this trick? Enter that first.")
    if not lacking:
        return CardDoubt(seat, say("the record does not show whether this was legal"), who_led if seat < 0 else None)
    kinds = [*_describe(recorded, trick, card, lacking, held)]
    values: dict[str, Value] = {"cards": _join(kinds)}
    if seat < 0:
        return CardDoubt(seat, say("legal if the hand had {cards}", **values), who_led, lacking)
    values["player"] = Name(players[seat])
    why = say("legal if {player} had {cards}", **values)
    if excusing:
        why = say("legal if {player} had {cards}, or another card that was not announced", **values)
    one = len(kinds) == 1 and any("suit" in dict(kind.values) for kind in kinds)
    return CardDoubt(
        seat,
        why,
        say("Did one come later? Enter it, too.") if one else say("Did such a card come later? Enter it, too."),
        lacking,
    )


def _find_held(recorded: Recorded, courses: Sequence[Course], found: Finding, seat: int) -> int:
    """Return the cards that a seat may have had beside the card in doubt."""
    tricks = recorded.tricks
    gone = together(
        card for cards in (*tricks[: found.trick], tricks[found.trick][: found.place + 1]) for card in cards
    )
    if seat < 0:
        return recorded.pack & ~recorded.aside & ~gone
    theirs = [
        together(
            card
            for order, cards in zip(course.seats[found.trick :], tricks[found.trick :], strict=False)
            for owner, card in zip(order, cards, strict=False)
            if owner != seat
        )
        for course in courses
    ]
    return recorded.possible[seat] & ~gone & ~reduce(and_, theirs)


def _describe(recorded: Recorded, trick: Trick, card: int, lacking: int, held: int) -> Iterator[Phrase]:
    """Yield what the hand must have lacked, suit by suit: all of it, what is above a card, or single cards."""
    deck = recorded.play.deck
    plain = deck.all & ~deck.suit.get(TAROCK_SUIT, 0)
    if plain != deck.all and lacking == held & plain:
        yield say("no suit card")
        return
    for letter, suit in sorted(deck.suit.items(), key=lambda one: not one[1] & trick.led):
        mine = lacking & suit
        if mine.bit_count() > 1 and mine == held & suit:
            yield _all_of(letter, other=bool(card & suit))
        elif mine.bit_count() > 1 and trick.best & suit and mine == held & deck.above[trick.best]:
            yield _above(letter, deck.name[trick.best])
        elif mine.bit_count() > _FEW:
            yield say("none of {cards}", cards=tuple(map(Card, deck.names(mine))))
        else:
            yield from (say("no {card}", card=Card(name)) for name in deck.names(mine))


def _all_of(letter: str, *, other: bool) -> Phrase:
    if letter == TAROCK_SUIT:
        return say("no other tarock") if other else say("no tarock")
    return say("no other {suit}", suit=Card(letter)) if other else say("no {suit}", suit=Card(letter))


def _above(letter: str, name: str) -> Phrase:
    if letter == TAROCK_SUIT:
        return say("no tarock above {card}", card=Card(name))
    return say("no {suit} above {card}", suit=Card(letter), card=Card(name))


def _join(kinds: Sequence[Phrase]) -> Value:
    *others, last = kinds
    return say("{some} and {last}", some=tuple(others), last=last) if others else last
