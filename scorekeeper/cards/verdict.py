"""What the recorded cards of a deal come to, in the words of the table: players and cards by name."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from scorekeeper.phrase import Card, Phrase, say

Kind = Literal["violation", "difference", "incomplete", "clean", "not recorded"]


class Seen(NamedTuple):
    """A card that a player turned out to have: in which trick, from 1, he played it."""

    trick: int
    card: str


@dataclass(frozen=True, slots=True)
class Violation:
    """A breach that the record proves: the trick from 1 (0: before the first lead), who, with which card, and why.

    `legal` are the cards that would have been legal, None where the record does not let it be known. `seen` is the
    card, played later, that proves it; None where the hand itself is recorded or the count of cards proves it.
    In a lay-off `trick` is the number of the move, and `card` is "" for a pass. `text` says the reason in words where
    it is none of the law of play. `rule` is the number of the rule that was broken, "" where only the record is wrong.
    """

    trick: int
    player: str
    card: str
    reason: str
    legal: tuple[str, ...] | None = None
    seen: Seen | None = None
    text: Phrase | None = None
    rule: str = ""


class Undecided(NamedTuple):
    """A card of which the record does not tell whether it was legal; UNKNOWN where nobody remembers it."""

    trick: int
    player: str
    card: str


class Difference(NamedTuple):
    """A key of the deal that was entered otherwise than the cards count."""

    key: str
    entered: object
    counted: object


class Turn(NamedTuple):
    """Whose turn it is where a record ends: the trick or move from 1, the player ("" unknown), and cards by name.

    legal      cards that he may surely play if he has them
    illegal    cards that he surely may not play
    possible   cards that he may have in hand
    """

    trick: int
    player: str
    legal: tuple[str, ...] = ()
    illegal: tuple[str, ...] = ()
    possible: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the recorded cards of a deal come to.

    leaders    who led each trick, "" where the record does not tell
    winners    who won each trick, "" where the record does not tell
    counted    the deal's own keys as far as the cards fix them
    entered    what was entered for keys that cards can fix
    turn       whose turn it is next, None where the deal is over
    """

    kind: Kind
    violations: tuple[Violation, ...] = ()
    undecided: tuple[Undecided, ...] = ()
    winners: tuple[str, ...] = ()
    counted: Mapping[str, object] | None = None
    entered: Mapping[str, object] | None = None
    differences: tuple[Difference, ...] = ()
    leaders: tuple[str, ...] = ()
    turn: Turn | None = None


HEADLINES: Mapping[Kind, Phrase] = {
    "violation": say("a rule was broken"),
    "difference": say("the cards count otherwise than was entered"),
    "incomplete": say("the record does not tell everything; nothing wrong is proven"),
    "clean": say("everything is right"),
    "not recorded": say("no cards are recorded"),
}
NOT_RECORDED = Verdict("not recorded", counted={}, entered={})


def conclude(
    violations: Sequence[Violation],
    undecided: Sequence[Undecided],
    winners: Sequence[str],
    counted: Mapping[str, object],
    entered: Mapping[str, object],
    *,
    whole: bool,
    same: Callable[[str, object, object], bool],
) -> Verdict:
    """Return the verdict; `whole` says whether the record goes to the end of the deal, `same` compares a key."""
    differences = tuple(
        Difference(key, entered[key], counted[key])
        for key in entered
        if key in counted and not same(key, entered[key], counted[key])
    )
    kind: Kind = "clean"
    if not whole or undecided or any(key not in counted for key in entered):
        kind = "incomplete"
    if differences:
        kind = "difference"
    if any(violation.reason != "INCOMPLETE" for violation in violations):
        kind = "violation"
    elif violations and kind == "clean":
        kind = "incomplete"
    return Verdict(kind, tuple(violations), tuple(undecided), tuple(winners), counted, entered, differences)


def explain(violation: Violation) -> Phrase:
    """Return in words what a breach is, with the two cards that prove it where they do."""
    reason, card = violation.text or _REASONS[violation.reason], Card(violation.card)
    if violation.seen:
        return say(
            "{reason}: {card} in trick {trick}, {other} in trick {later}",
            reason=reason,
            card=card,
            trick=violation.trick,
            other=Card(violation.seen.card),
            later=violation.seen.trick,
        )
    return say("{card}: {reason}", card=card, reason=reason) if card.name and not violation.text else reason


_REASONS = {
    "NOT_IN_HAND": say("this card was not in the hand"),
    "NOT_IN_PACK": say("this card is not in the pack"),
    "CARD_TWICE": say("this card stands twice in the record"),
    "MUST_FOLLOW": say("the suit that was led had to be followed"),
    "MUST_TRUMP": say("a trump had to be played"),
    "MUST_OVERTRUMP": say("a higher trump had to be played"),
    "MUST_TAROCK": say("a tarock had to be played"),
    "HONOUR_DISCARDED": say("this card may not be laid away"),
    "TAROCK_NOT_FORCED": say("a tarock may be laid away only if there is no other choice"),
    "OUT_OF_TURN": say("it was another player’s turn to lead"),
    "WRONG_LENGTH": say("the number of cards is wrong"),
}
