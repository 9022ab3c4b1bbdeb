"""A recorded deal as its page shows it: the tricks that were played, the cards to tap, and what they count."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import NamedTuple

from scorekeeper.audit.verdict import Seen, Turn, Undecided, Verdict, Violation, explain_excluded
from scorekeeper.cards.notation import UNKNOWN
from scorekeeper.games.questions import describe_entered
from scorekeeper.phrase import Phrase
from scorekeeper.web.audit.record_draft import RecordDraft, Spot
from scorekeeper.web.deal.auditable import Case

Finding = Violation | Undecided


class Face(NamedTuple):
    """A card to tap: `lawful` is "legal", "illegal", "elsewhere" or "" where it is not known."""

    card: str
    lawful: str
    chosen: bool
    gone: bool


class PlayedCard(NamedTuple):
    """A card as it was played: by whom ("" unknown), whether it won, and how it is marked."""

    player: str
    card: str
    won: bool
    mark: str


class ShownTrick(NamedTuple):
    """A trick as it was played, or one move of a lay-off, and what is found about its cards."""

    number: int
    leader: str
    cards: tuple[PlayedCard, ...]
    findings: tuple[Finding, ...]

    @property
    def known(self) -> bool:
        """Whether somebody remembers a card of it."""
        return any(played.card != UNKNOWN for played in self.cards)


class Place(NamedTuple):
    """A place at the table: the player, "" unknown, the card that lies there, and whether its card is recorded next."""

    player: str
    played: PlayedCard | None
    due: bool


class Compared(NamedTuple):
    """One thing that the cards count: what was entered, what is counted, None where it is not known."""

    label: Phrase
    entered: Phrase | None
    counted: Phrase | None
    differs: bool


def find_turn(case: Case, draft: RecordDraft, verdict: Verdict) -> Turn | None:
    """Return whose card is recorded next; of a card that is to be replaced, whose it is."""
    if not draft.spot.place:
        return verdict.turn
    number, place = draft.spot.place
    tricks = draft.record.tricks
    return case.judge(replace(draft.record, tricks=(*tricks[:number], tricks[number][:place]))).turn


def find_latest(draft: RecordDraft, verdict: Verdict) -> Finding | None:
    """Return what is found about the card that was tapped last, a breach first, also one of before that it proves."""
    if draft.recording.laid:
        found = verdict.violations[-1:]
        return next((one for one in found if one.trick == len(draft.record.moves) and one.reason != "SAY_WHERE"), None)
    last = next((spot for spot in reversed(draft.spots) if spot.place and spot.key not in draft.filled), None)
    if draft.spot != Spot() or not last or not last.place:
        return None
    number, place = last.place
    card = draft.record.tricks[number][place]
    seen = Seen(number + 1, card)
    breach = (one for one in verdict.told if seen in ((one.trick, one.card), one.seen))
    doubt = (one for one in verdict.undecided if seen == (one.trick, one.card) and card != UNKNOWN)
    return next(breach, None) or next(doubt, None)


def may_lead(draft: RecordDraft, turn: Turn | None) -> bool:
    """Return whether it can be said who leads: where nothing is played yet, and where the record does not tell it."""
    if turn is None:
        return False
    if draft.spot.place:
        return set(draft.record.tricks[draft.spot.place[0]]) == {UNKNOWN}
    if not draft.played:
        return True
    begun = draft.recording.laid or draft.begun
    return not begun and (not turn.player or turn.trick in draft.record.led)


def faces(draft: RecordDraft, turn: Turn | None) -> list[tuple[str, list[Face]]]:
    """Return the cards to tap, by suit, as they look for the spot that is being recorded."""
    playing = draft.spot.playing
    chosen = () if playing else draft.cards(draft.spot)
    gone = set(draft.played if playing else draft.elsewhere)
    lawful = dict[str, str]()
    if playing and turn:
        lawful = dict.fromkeys(draft.recording.cards.cards, "elsewhere") | dict.fromkeys(turn.possible, "")
        lawful |= dict.fromkeys(turn.legal, "legal") | dict.fromkeys(turn.illegal, "illegal")
        if {lawful[card] for card in lawful.keys() - gone} == {"legal"}:
            lawful = {}  # to light them all would tell nothing
    return [
        (suit, [Face(card, lawful.get(card, ""), card in chosen, card in gone) for card, _ in cards])
        for suit, cards in draft.recording.cards.by_suit()
    ]


def tricks(draft: RecordDraft, verdict: Verdict) -> Iterator[ShownTrick]:
    """Yield the recorded tricks with who played each card, as far as the record tells."""
    all_findings = list[Finding]((*verdict.violations, *verdict.undecided))
    ways = zip_longest(draft.record.tricks, verdict.leaders, verdict.winners, fillvalue="")
    for number, (cards, leader, winner) in enumerate(ways, start=1):
        findings = [found for found in all_findings if found.trick == number]
        played = list[PlayedCard]()
        for place, (player, card) in enumerate(zip(draft.order(leader), cards, strict=False)):
            filled = "filled" if Spot(place=(number - 1, place)).key in draft.filled else ""
            mark = _mark(findings, player, card) or filled
            played.append(PlayedCard(player, card, bool(winner) and player == winner, mark))
        yield ShownTrick(number, leader, tuple(played), tuple(findings))


def places(draft: RecordDraft, tricks: Sequence[ShownTrick], turn: Turn | None) -> list[Place]:
    """Return the table with the trick that is being recorded, in the order of play; nothing where all is recorded."""
    last = tricks[-1] if tricks and len(tricks[-1].cards) < len(draft.players) else None
    trick = tricks[draft.spot.place[0]] if draft.spot.place else last
    if not turn and not trick:
        return []
    cards = trick.cards if trick else ()
    due = draft.spot.place[1] if draft.spot.place else len(cards)
    order = draft.order(trick.leader if trick else turn.player if turn else "")
    seated = enumerate(zip_longest(order, cards))
    return [Place(player, played, number == due) for number, (player, played) in seated]


def moves(draft: RecordDraft, verdict: Verdict) -> Iterator[ShownTrick]:
    """Yield the recorded moves of a lay-off."""
    for number, (player, card, _) in enumerate(draft.record.moves, start=1):
        found = next((found.reason for found in verdict.violations if found.trick == number), "")
        mark = "open" if found == "INCOMPLETE" else "wrong" if found else ""
        yield ShownTrick(number, player, (PlayedCard(player, card, False, mark),), ())


def _mark(findings: Sequence[Finding], player: str, card: str) -> str:
    """Return how a card is marked: "wrong" where a breach is proven, "open" where it cannot be decided."""
    about = [found for found in findings if (found.player, found.card) == (player, card)]
    return next(("wrong" if isinstance(found, Violation) else "open" for found in about), "")


def ends(draft: RecordDraft, verdict: Verdict) -> list[str]:
    """Return what may be said about where the last card was laid off, where that has to be said."""
    moves = draft.record.moves
    last = verdict.violations[-1] if verdict.violations else None
    if not (draft.recording.laid and last and last.reason == "SAY_WHERE" and last.trick == len(moves)):
        return []
    jacks = [move.card for move in moves[:-1] if move.card[:-1] == "J"]
    return ["up", "down", *(jacks if len(jacks) > 1 else [])]


def compare(case: Case, verdict: Verdict) -> Iterator[Compared]:
    """Yield what was entered and what is counted, key by key."""
    rules = case.night.rules_at(case.seating.number)
    entered = verdict.entered or {}
    counted = verdict.counted or {}
    differing = {difference.key for difference in verdict.differences}
    for question in case.night.game.ask(rules, case.seating, None):
        name = question.name
        if name in entered or name in counted:
            was_entered = describe_entered(question, entered[name]) if name in entered else None
            is_counted = describe_entered(question, counted[name]) if name in counted else None
            yield Compared(question.label, was_entered, is_counted, name in differing)


def tell_excluded(case: Case, verdict: Verdict) -> Iterator[tuple[Phrase, list[str]]]:
    """Yield what was entered and cannot have been, each with the cards that show it."""
    rules = case.night.rules_at(case.seating.number)
    labels = {question.name: question.label for question in case.night.game.asked(rules, case.seating)}
    for one in verdict.excluded:
        yield explain_excluded(one, labels[one.key]), [seen.card for seen in one.cards]
