"""The contents of the audit page: the tricks, the cards to tap, and the counted results."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any, NamedTuple

from scorekeeper.audit.verdict import Seen, Turn, Undecided, Verdict, Violation, explain_excluded
from scorekeeper.cards.notation import UNKNOWN
from scorekeeper.games.questions import Question, describe_entered
from scorekeeper.nightfile.audit import label_answers, without_price
from scorekeeper.phrase import Phrase
from scorekeeper.web.audit.record_draft import CardPlace, RecordDraft, key_of_card
from scorekeeper.web.deal.auditable import AuditableDeal

Finding = Violation | Undecided


class PlayedCard(NamedTuple):
    """A played card: the player ("" if unknown), whether it won, its mark, and its place as a form has it."""

    player: str
    card: str
    won: bool
    mark: str
    place: str = ""


class ShownTrick(NamedTuple):
    """A trick or one move of a lay-off, with the doubts about its cards."""

    number: int
    leader: str
    cards: tuple[PlayedCard, ...]
    doubts: tuple[Undecided, ...]

    @property
    def known(self) -> bool:
        """Whether any of its cards is known."""
        return any(played.card != UNKNOWN for played in self.cards)


def describe_record(
    case: AuditableDeal, draft: RecordDraft, verdict: Verdict, price: Phrase | None, asked: Iterable[Question]
) -> dict[str, Any]:
    """Return the template variables of a draft and its verdict, with the questions that were `asked` about its deal.

    The `price` of a revoke says some of it already.

    turn      the next card's player, or that of a card to be replaced
    latest    the finding about the card that was tapped last
    chosen    the cards of the hand or pile being recorded, and `gone` those that cannot be tapped
    lawful    whether a card may be played: "legal", "illegal", "elsewhere" or "" if unknown
    tricks    the recorded tricks or moves
    places    the trick being recorded: the player, the card, and whether it is recorded next
    ends      the choices for the place of the last card of a lay-off, if it is ambiguous
    compared  question, entered answer, counted answer, and whether they differ
    excluded  impossible entered answers, each with the cards that prove it
    """
    recording = draft.recording
    turn = verdict.turn
    if draft.spot.place:
        number, place = draft.spot.place
        earlier = draft.record.tricks
        turn = case.look_ahead(replace(draft.record, tricks=(*earlier[:number], earlier[number][:place]))).turn
    tricks = list(_moves(draft, verdict) if recording.laid else _tricks(draft, verdict))
    playing = draft.spot.playing
    gone = set(draft.played if playing else draft.elsewhere)
    labels = label_answers(case.night, case.seating, asked)
    return {
        "may_lead": _may_lead(draft, verdict.turn),
        "turn": turn,
        "latest": _find_latest(draft, verdict),
        "chosen": () if playing else draft.cards(draft.spot),
        "gone": gone,
        "lawful": _lawful(draft, turn, gone) if playing and turn else {},
        "tricks": tricks,
        "places": [] if recording.laid else _places(draft, tricks, turn),
        "ends": _ends(draft, verdict) if recording.laid else [],
        "compared": list(_compare(case, labels, verdict, price)),
        "excluded": [
            (explain_excluded(one, labels[one.key]), [seen.card for seen in one.cards]) for one in verdict.excluded
        ],
    }


def _may_lead(draft: RecordDraft, turn: Turn | None) -> bool:
    """Return whether the leader can be chosen: before the first card, or if the record does not determine it."""
    if turn is None:
        return False
    if draft.spot.place:
        return set(draft.record.tricks[draft.spot.place[0]]) == {UNKNOWN}
    if not draft.played:
        return True
    begun = draft.recording.laid or draft.begun
    return not begun and (not turn.player or turn.trick in draft.record.led)


def _find_latest(draft: RecordDraft, verdict: Verdict) -> Finding | None:
    """Return the finding about the card that was tapped last; first a breach, also an earlier one that it proves."""
    if draft.recording.laid:
        found = verdict.violations[-1:]
        return next((one for one in found if one.trick == len(draft.record.moves) and one.reason != "SAY_WHERE"), None)
    if draft.spot != CardPlace():
        return None
    tapped = (place for place in draft.places_of_cards() if key_of_card(*place) not in draft.filled)
    last = next(tapped, None)
    if last is None:
        return None
    number, place = last
    card = draft.record.tricks[number][place]
    seen = Seen(number + 1, card)
    breach = (one for one in verdict.shown_violations if seen in ((one.trick, one.card), one.seen))
    doubt = (one for one in verdict.undecided if seen == (one.trick, one.card) and card != UNKNOWN)
    return next(breach, None) or next(doubt, None)


def _lawful(draft: RecordDraft, turn: Turn, gone: set[str]) -> Mapping[str, str]:
    """Return for each card whether it may be played, nothing if all remaining ones may."""
    lawful = dict.fromkeys(draft.recording.cards.cards, "elsewhere") | dict.fromkeys(turn.possible, "")
    lawful |= dict.fromkeys(turn.legal, "legal") | dict.fromkeys(turn.illegal, "illegal")
    return {} if {lawful[card] for card in lawful.keys() - gone} == {"legal"} else lawful


def _tricks(draft: RecordDraft, verdict: Verdict) -> Iterator[ShownTrick]:
    """Yield the recorded tricks with the players of their cards, as far as they are known.

    A card is "wrong" for a proven breach, "open" for an undecided one.
    """
    about_trick = dict[int, list[Finding]]()
    for one in list[Finding]((*verdict.violations, *verdict.undecided)):
        about_trick.setdefault(one.trick, []).append(one)
    ways = zip_longest(draft.record.tricks, verdict.leaders, verdict.winners, fillvalue="")
    for number, (cards, leader, winner) in enumerate(ways, start=1):
        findings = about_trick.get(number, ())
        played = list[PlayedCard]()
        for place, (player, card) in enumerate(zip(draft.order(leader), cards, strict=False)):
            key = key_of_card(number - 1, place)
            mark = "filled" if key in draft.filled else ""
            for found in findings:
                if found.card == card and _who(found) == player:
                    mark = "wrong" if isinstance(found, Violation) else "open"
                    break
            played.append(PlayedCard(player, card, bool(winner) and player == winner, mark, key))
        doubts = tuple([found for found in findings if isinstance(found, Undecided)])
        yield ShownTrick(number, leader, tuple(played), doubts)


def _who(found: Finding) -> str:
    return found.who if isinstance(found, Undecided) else found.player


def _moves(draft: RecordDraft, verdict: Verdict) -> Iterator[ShownTrick]:
    for number, (player, card, _) in enumerate(draft.record.moves, start=1):
        found = next((found.reason for found in verdict.violations if found.trick == number), "")
        mark = "open" if found == "INCOMPLETE" else "wrong" if found else ""
        yield ShownTrick(number, player, (PlayedCard(player, card, False, mark),), ())


def _places(
    draft: RecordDraft, tricks: Sequence[ShownTrick], turn: Turn | None
) -> list[tuple[str, PlayedCard | None, bool]]:
    """Return the places in the order of play; nothing for a complete record."""
    last = tricks[-1] if tricks and len(tricks[-1].cards) < len(draft.players) else None
    trick = tricks[draft.spot.place[0]] if draft.spot.place else last
    if not turn and not trick:
        return []
    cards = trick.cards if trick else ()
    due = draft.spot.place[1] if draft.spot.place else len(cards)
    order = draft.order(trick.leader if trick else turn.player if turn else "")
    return [(player, played, number == due) for number, (player, played) in enumerate(zip_longest(order, cards))]


def _ends(draft: RecordDraft, verdict: Verdict) -> list[str]:
    moves = draft.record.moves
    last = verdict.violations[-1] if verdict.violations else None
    if not (last and last.reason == "SAY_WHERE" and last.trick == len(moves)):
        return []
    jacks = [move.card for move in moves[:-1] if move.card[:-1] == "J"]
    return ["up", "down", *(jacks if len(jacks) > 1 else [])]


def _compare(
    case: AuditableDeal, labels: Mapping[str, Phrase], verdict: Verdict, price: Phrase | None
) -> Iterator[tuple[Phrase, Phrase | None, Phrase | None, bool]]:
    differing = {difference.key for difference in without_price(verdict.differences, price)}
    said = {difference.key for difference in verdict.differences} - differing
    entered = {key: value for key, value in (verdict.entered or {}).items() if key not in said}
    counted = {key: value for key, value in (verdict.counted or {}).items() if key not in said}
    for question in case.night.game.asked(case.night.rules_at(case.seating.number), case.seating):
        name = question.name
        if name in entered or name in counted:
            was_entered = describe_entered(question, entered[name]) if name in entered else None
            is_counted = describe_entered(question, counted[name]) if name in counted else None
            yield labels[name], was_entered, is_counted, name in differing
