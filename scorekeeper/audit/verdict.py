"""The verdict on the recorded cards of a deal, with players and cards by name."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, NamedTuple

from scorekeeper.cards.thirds import sign_thirds, write_thirds
from scorekeeper.phrase import Card, Name, Phrase, Value, say

Kind = Literal["violation", "difference", "incomplete", "clean", "not recorded"]


class Seen(NamedTuple):
    """A card that proves a breach, and the trick, from 1, in which it was played."""

    trick: int
    card: str


class Consequence(NamedTuple):
    """What a breach comes to, and the number of the rule behind it, "" for none."""

    text: Phrase
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Violation:
    """A breach proven by the record: the trick from 1 (0: before the first lead), the player, the card and the reason.

    `legal` are the legal cards, None if the record does not show them. `seen` is the card, played later, that proves
    it; None if the hand itself is recorded or the count of cards proves it. In a lay-off `trick` is the number of the
    move, and `card` is "" for a pass. `text` is the reason in words if it is none of the law of play. `rule` is the
    number of the broken rule, "" if only the record is wrong. `proof` are the cards, in trick 0 those of a hand, that
    only together make it certain, none too many. `consequences` are what it comes to, where a source tells.
    """

    trick: int
    player: str
    card: str
    reason: str
    legal: tuple[str, ...] | None = None
    seen: Seen | None = None
    text: Phrase | None = None
    rule: str = ""
    proof: tuple[Seen, ...] = ()
    consequences: tuple[Consequence, ...] = ()


class Undecided(NamedTuple):
    """A card that may or may not have been legal; UNKNOWN for a forgotten one.

    It is `searched` if fitting deals of both kinds were found or none could be; else the search was too large.
    `why` says when it was legal, `ask` what would decide it. `lacking` are the cards that had to be played instead.
    `who` surely played it, "" if that is unknown; `player` may have.
    """

    trick: int
    player: str
    card: str
    searched: bool = True
    why: Phrase = say("the record does not show whether this was legal")
    ask: Phrase | None = None
    lacking: tuple[str, ...] = ()
    who: str = ""


class Difference(NamedTuple):
    """A key of the deal whose entry differs from the cards."""

    key: str
    entered: object
    counted: object


Scale = Literal["number", "thirds", "yes or no"]


class Excluded(NamedTuple):
    """An entered fact that contradicts every deal that fits the recorded cards.

    key    the key of its answer
    of     the part of the answer, such as a player and a bonus by their keys, empty for all of it
    about  the same for display, None for all of it
    least  the least possible value, and `most` the most
    cards  the cards that show it; trick 0 for those in no trick
    alone  whether `about` needs no label of the answer before it
    """

    key: str
    of: tuple[str, ...]
    about: Value | None
    entered: int
    least: int
    most: int
    cards: tuple[Seen, ...] = ()
    scale: Scale = "number"
    alone: bool = False


class Unclaimed(NamedTuple):
    """A bonus that a player surely had in hand and has not claimed; it counts once claimed."""

    player: str
    what: Phrase
    rule: str


class Turn(NamedTuple):
    """The turn at the end of a record: the trick or move from 1, the player ("" unknown), and cards by name.

    legal      cards that surely may be played if in the hand
    illegal    cards that surely may not be played
    possible   cards that may be in the hand
    forced     the only legal card of a known hand, "" if there is none
    """

    trick: int
    player: str
    legal: tuple[str, ...] = ()
    illegal: tuple[str, ...] = ()
    possible: tuple[str, ...] = ()
    forced: str = ""


class Verdict(NamedTuple):
    """The verdict on the recorded cards of a deal.

    leaders    the leader of each trick, "" if unknown
    winners    the winner of each trick, "" if unknown
    counted    the deal's own keys as far as the cards fix them
    entered    the entered values of keys that cards can fix
    turn       the next turn, None if the deal is over
    hands      the hands that are not recorded whole, yet known because all other cards lie
    misfit     the place of a contradiction in the record, which is then not counted; None for none
    unclaimed  the bonuses that may be claimed until the next deal is dealt
    excluded   the impossible entries that are not `counted`, as the record does not fix the values
    remarks    what was done and may be a breach, as a table sees it
    unjudged   the entries of which no cards tell
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
    hands: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    misfit: Violation | None = None
    unclaimed: tuple[Unclaimed, ...] = ()
    excluded: tuple[Excluded, ...] = ()
    remarks: tuple[Violation, ...] = ()
    unjudged: tuple[Phrase, ...] = ()

    @property
    def headline(self) -> Phrase:
        """The verdict in short."""
        if self.kind == "clean" and self.unjudged:
            return say("as far as the cards tell, everything is right")
        return say("the record contradicts itself") if self.misfit else _HEADLINES[self.kind]

    @property
    def shown_violations(self) -> tuple[Violation, ...]:
        """The breaches to list; a contradictory record has one sentence instead."""
        return tuple(found for found in self.violations if not self.misfit or found.reason not in MISFITS)


# The reasons that make a record impossible, whoever played the cards.
MISFITS = ("NOT_IN_HAND", "NOT_IN_PACK", "CARD_TWICE", "WRONG_LENGTH")
# The reasons that are a breach only if the table says so.
REMARKS = ("ANNOUNCED_CARD_WON",)
_HEADLINES: Mapping[Kind, Phrase] = {
    "violation": say("a rule was broken"),
    "difference": say("the cards count otherwise than was entered"),
    "incomplete": say("the record is incomplete; nothing wrong is proven"),
    "clean": say("everything is right"),
    "not recorded": say("no cards are recorded"),
}
NOT_RECORDED = Verdict("not recorded", counted={}, entered={})


def conclude(
    violations: Sequence[Violation],
    undecided: Sequence[Undecided],
    counted: Mapping[str, object],
    entered: Mapping[str, object],
    excluded: Sequence[Excluded] = (),
    *,
    whole: bool,
    same: Callable[[str, object, object], bool],
) -> tuple[Kind, tuple[Difference, ...]]:
    """Return the kind of a verdict and the differing entries; `whole` if the record reaches the end of the deal.

    `same` compares two spellings of a key's value, but never the player who revoked: none is no answer to a question.
    """
    differences = list[Difference]()
    for key in filter(counted.__contains__, entered):
        one = entered[key]
        other = counted[key]
        if one != other and (key == "revoke" or None in (one, other) or not same(key, one, other)):
            differences.append(Difference(key, one, other))
    kind: Kind = "clean"
    if any(violation.reason != "INCOMPLETE" for violation in violations):
        kind = "violation"
    elif differences or excluded:
        kind = "difference"
    elif violations or undecided or not whole or any(key not in counted for key in entered):
        kind = "incomplete"
    return kind, tuple(differences)


def explain(violation: Violation) -> Phrase:
    """Return the sentence about a breach, with the two cards that prove it, if any."""
    reason = violation.text or _REASONS[violation.reason]
    card = Card(violation.card)
    text = say("{card}: {reason}", card=card, reason=reason) if card.name and not violation.text else reason
    if violation.seen is None:
        return text
    later = violation.seen.trick
    other = Card(violation.seen.card)
    values: dict[str, Value] = {"reason": reason, "card": card, "trick": violation.trick}
    values |= {"other": other, "later": later}
    if not later:
        return say("{reason} – proven by {other}", reason=text, other=other)
    if not violation.trick:
        return say("{reason} – proven by {other} in trick {later}", **(values | {"reason": text}))
    return say("{reason}: {card} in trick {trick}, though {other} came later, in trick {later}", **values)


def explain_remark(remark: Violation) -> Phrase:
    """Return the sentence about what may be a breach."""
    return say("{what}; whether that was a revoke, the table decides", what=explain(remark))


def explain_unjudged(unjudged: Sequence[Phrase]) -> Phrase:
    """Return the sentence about entries of which no cards tell."""
    return say("{entries}: no cards show whether that is so, the table decides", entries=tuple(unjudged))


def explain_proof(violation: Violation) -> Phrase | None:
    """Return the sentence about the cards that together make a breach certain."""
    return explain_cards(violation.proof) if violation.proof else None


def explain_excluded(excluded: Excluded, label: Phrase) -> Phrase:
    """Return the sentence about an impossible entry; `label` is the name of its answer."""
    what: Value = label
    if excluded.about:
        what = excluded.about if excluded.alone else say("{label}, {about}", label=label, about=excluded.about)
    if excluded.scale == "yes or no":
        if excluded.entered:
            return say("{what}: entered, but the cards rule it out", what=what)
        return say("{what}: not entered, but the cards show it", what=what)
    entered, least, most = (
        sign_thirds(write_thirds(number)) if excluded.scale == "thirds" else number
        for number in (excluded.entered, excluded.least, excluded.most)
    )
    if least == most:
        return say("{what}: {entered} was entered, {counted} is counted", what=what, entered=entered, counted=least)
    values: dict[str, Value] = {"what": what, "entered": entered, "least": least, "most": most}
    return say("{what}: {entered} was entered, but the cards allow only {least} to {most}", **values)


def explain_cards(cards: Iterable[Seen]) -> Phrase:
    """Return the sentence about the cards that make something certain."""
    return say("certain by where these cards were: {cards}", cards=tuple(Card(seen.card) for seen in sorted(cards)))


def explain_unclaimed(unclaimed: Unclaimed, *, late: bool) -> Phrase:
    """Return the sentence about an unclaimed bonus; `late` if the next deal is over, and with it the time to claim."""
    values: dict[str, Value] = {"player": Name(unclaimed.player), "what": unclaimed.what}
    if late:
        return say("{player} had: {what}, which was not claimed in time", **values)
    return say("{player} had: {what}, still to be claimed", **values)


def explain_misfit(misfit: Violation) -> Phrase:
    """Return the sentence about the misfit of a record and its place."""
    if misfit.text:
        about = say("move {number}", number=misfit.trick)
        return say("{where}: {reason}; so nothing is counted", where=about, reason=misfit.text)
    about = say("trick {number}", number=misfit.trick) if misfit.trick else say("before the first trick")
    for what in (misfit.player and Name(misfit.player), misfit.card and Card(misfit.card)):
        about = say("{where}, {what}", where=about, what=what) if what else about
    return say("{where}: {reason}; so nothing is counted", where=about, reason=_REASONS[misfit.reason])


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
    "SUIT_NOT_FORCED": say("a suit card may be laid away only if there is no other choice"),
    "TOO_FEW_SUIT_CARDS": say("too few suit cards stay in hand"),
    "TAROCK_LED_EARLY": say("a tarock may be led only if no suit card is left"),
    "PAGAT_LAST": say("the Pagat may be played only as the last tarock"),
    "MUST_BEAT": say("the trick had to be beaten"),
    "ANNOUNCED_CARD_EARLY": say("an announced card is kept for its trick"),
    "ANNOUNCED_CARD_DUE": say("in this trick the announced card had to be played"),
    "HIGHEST_BIRD_FIRST": say("of announced birds the highest goes first"),
    "OWN_KING_CALLED": say("a card of one’s own may not be called"),
    "QUEEN_CALLED": say("only a player with all four Kings may call a Queen"),
    "LOWER_CALLED": say("only a player with the tarocks above it may call a lower one"),
    "KINGS_NOT_HELD": say("only a player with all four Kings hands forehand on"),
    "BIRD_NOT_HELD": say("no bird that this game needs was in hand before the talon"),
    "WRONG_BIRD": say("this bird was not in hand before the talon, and one that was had to be announced"),
    "ANNOUNCED_NOT_HELD": say("only the player who holds this card may announce it"),
    "KING_NOT_HELD": say("only the player who holds this card may announce it"),
    "ANNOUNCED_CARD_WON": say("an announced card won a trick before its own"),
    "WRONG_HALF": say("this game takes the other half of the talon"),
    "KEPT_TOO_MANY": say("this game keeps fewer cards of one’s own hand"),
    "WRONG_HAND": say("the number of cards in hand is wrong"),
    "OUT_OF_TURN": say("it was another player’s turn to lead"),
    "WRONG_LENGTH": say("the number of cards is wrong"),
    "LED_BY_ANOTHER": say("as the hands show, somebody else led this trick"),
    "NO_TAROCK": say("a hand without a tarock, which is dealt again"),
}
