"""The audit of a deal: its cards recorded by tapping, replayed and judged, and the counted result booked."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from flask import Blueprint, abort, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scorekeeper.cards.verdict import (
    NOT_RECORDED,
    Turn,
    Undecided,
    Verdict,
    Violation,
    explain,
    explain_misfit,
    explain_proof,
    explain_unclaimed,
)
from scorekeeper.games.questions import Question
from scorekeeper.night.acts import Answered, Booked, Called, Corrected
from scorekeeper.night.audit import find_offender, lose_by
from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.storage.book import append
from scorekeeper.storage.reading import find_deal, stake_of
from scorekeeper.storage.repeats import Reused
from scorekeeper.storage.weighing import Stale, Weighed, weigh
from scorekeeper.web.answers import describe
from scorekeeper.web.differing import stale_page
from scorekeeper.web.drafts import UNFINISHED, left_open
from scorekeeper.web.frame import go
from scorekeeper.web.guests import NIGHT, at_night, night_page
from scorekeeper.web.reader import refusal
from scorekeeper.web.recorder import Case, RecordDraft, find_case, tap, write_draft
from scorekeeper.web.sending import based_on, sender

pages = Blueprint("audit", __name__, url_prefix=NIGHT)

Finding = Violation | Undecided


class Face(NamedTuple):
    """A card to tap: `lawful` is "legal", "illegal", "elsewhere" or "" where it is not known."""

    card: str
    lawful: str
    chosen: bool
    gone: bool


class Laid(NamedTuple):
    """A card as it was played: by whom ("" unknown), whether it won, and what was found about it."""

    player: str
    card: str
    won: bool
    found: str


class ShownTrick(NamedTuple):
    """A trick as it was played, or one move of a lay-off, and what is found about its cards."""

    number: int
    leader: str
    cards: tuple[Laid, ...]
    findings: tuple[Finding, ...]


class Compared(NamedTuple):
    """One thing that the cards count: what was entered, what is counted, None where it is not known."""

    label: Phrase
    entered: Phrase | None
    counted: Phrase | None
    differs: bool


@pages.route("/deals/<int:number>/audit", methods=["GET", "POST"])
def show(number: int) -> Response:
    """Show the recorded cards of a deal with the verdict, or those in the making; save them, or take them away."""
    night_id, night = at_night().guest.night, at_night().now
    # Sent again it must say the same, so what is recorded belongs to the deal as the form saw it.
    deal = find_deal(night_id, number)
    case = find_case(night, number, deal, based_on() if request.method == "POST" else None)
    if case is None:
        abort(404)
    try:
        draft = _draft(case, request.values)
    except Refused as refused:
        return _page(case, _draft(case, MultiDict()), refusal(refused))
    if request.method != "POST":
        return _page(case, draft)
    action = request.form.get("action")
    if action not in ("record", "counted", "remove", "loses", "agreed"):
        abort(400)
    decided = _decided(case, draft.record) if action == "loses" else {}
    if action in ("loses", "agreed") and draft.record == dict(case.act.play):
        return go("deals.change", number=number, way="adjust", **decided)
    try:
        act = _act(case, draft.record if action != "remove" else {}, action == "counted")
        append(night_id, sender(), act, based_on())
    except Stale as stale:
        return stale_page(stale.number)
    except Refused as refused:
        if isinstance(refused, Reused):  # the deal is not as the form saw it, but what was recorded stays on the page
            case = find_case(night, number, deal) or case
        return _page(case, draft, refusal(refused))
    if action in ("loses", "agreed"):
        return go("deals.change", number=number, way="adjust", **decided)
    if isinstance(act, Booked):
        return go("sheet.show", _anchor=f"deal-{number}")
    return go("audit.show", number=number)


def _draft(case: Case, fields: MultiDict[str, str]) -> RecordDraft:
    """Return the record that fields carry, after what was tapped; without any the one that is saved. Raises Refused."""
    draft = case.read(fields)
    if not fields or "edit" in fields:
        draft = draft._replace(record=dict(case.act.play))
    return tap(draft, fields)


def _act(case: Case, record: Mapping[str, Any], counted: bool) -> Answered:
    """Return the act that saves a record with its deal, if wished with the counted result. Raises Refused."""
    kind = Corrected if not case.open else Booked if counted else Called
    (number, dealer, playing), answers = case.seating, _count(case, record) if counted else case.act.answers
    play = record if any(record.values()) else {}  # taken away; what the journal has of the cards stays there
    return kind(number=number, dealer=dealer, playing=playing, answers=answers, play=play, note=case.act.note)


def _decided(case: Case, record: Mapping[str, Any]) -> dict[str, int]:
    """Return what the form of an agreed score begins with where the offender's side loses, nothing if nobody knows."""
    verdict = case.judge(record)
    offender = find_offender(case.night, case.seating.number, verdict)
    try:
        lost = lose_by(case.night, case.seating, dict(case.told.answers) | dict(verdict.counted or {}), offender)
    except Refused:
        return {}
    return {f"adjust-{player}": points for player, points in lost.items() if points}


def _count(case: Case, record: Mapping[str, Any]) -> dict[str, object]:
    """Return the answers as the cards of a record count. Raises Refused where they leave an announcement open."""
    told = {**case.told.answers, **(case.judge(record).counted or {})}
    answers = {key: value for key, value in told.items() if value is not None}
    if case.open and (name := left_open(case.night, case.seating, answers)):
        raise Refused(name, UNFINISHED)
    return answers


def _page(case: Case, draft: RecordDraft, error: str = "") -> Response:
    guest, row = at_night().guest, at_night().row
    try:
        verdict = case.judge(draft.record)
    except Refused as refused:
        verdict, error = NOT_RECORDED, refusal(refused)
    saved = case.act.play
    turn = _turn(case, draft, verdict)
    number = case.seating.number
    to_book = guest.may_write and not verdict.misfit and bool(draft.record if case.open else verdict.differences)
    weighed = _weigh(row.id, case, draft.record) if to_book else None
    return night_page(
        "audit.html",
        422 if error else 200,
        stake=stake_of(row),
        case=case,
        draft=draft,
        fields=write_draft(draft.record),
        may_lead=_may_lead(draft, verdict.turn),
        verdict=verdict,
        headline=(verdict if draft.record else NOT_RECORDED).headline,
        making=guest.may_write and bool(error or request.values or not saved),
        changed=draft.record != saved,
        turn=turn,
        faces=_faces(draft, turn),
        tricks=list(_moves(draft, verdict) if case.recording.laid else _tricks(draft, verdict)),
        compared=list(_compare(case, verdict)),
        weighed=weighed,
        offender=guest.may_write and find_offender(case.night, number, verdict),
        column=case.night.game.shows(case.night.rules_at(case.seating.number)),
        ends=_ends(draft, verdict),
        explain=explain,
        explain_misfit=explain_misfit,
        explain_proof=explain_proof,
        explain_unclaimed=explain_unclaimed,
        late=number < case.night.number - 1,
        error=error,
    )


def _weigh(night_id: int, case: Case, record: Mapping[str, Any]) -> Weighed | None:
    """Return what booking the counted result would change, None where the cards alone give no result."""
    try:
        return weigh(night_id, _act(case, record, counted=True), case.version)
    except (Refused, Stale):
        return None


def _turn(case: Case, draft: RecordDraft, verdict: Verdict) -> Turn | None:
    """Return whose card is recorded next; of a card that is to be replaced, whose it is."""
    if not draft.spot.place:
        return verdict.turn
    number, place = draft.spot.place
    tricks = [" ".join(trick) for trick in (*draft.tricks[:number], draft.tricks[number][:place])]
    return case.judge({**draft.record, "tricks": tricks}).turn


def _may_lead(draft: RecordDraft, turn: Turn | None) -> bool:
    """Return whether it can be said who leads: where nothing is played yet, and where the record does not tell it."""
    if turn is None or draft.spot.place:
        return False
    if not draft.played:
        return True
    begun = draft.recording.laid or len(draft.tricks[-1]) < len(draft.players)
    return not begun and (not turn.player or str(turn.trick) in draft.record.get("led", {}))


def _faces(draft: RecordDraft, turn: Turn | None) -> list[tuple[str, list[Face]]]:
    """Return the cards to tap, by suit, as they look for the spot that is being recorded."""
    playing = draft.spot.part in ("tricks", "layoff")
    here = [] if playing else draft.cards(draft.spot)
    gone = set(draft.played if playing else draft.elsewhere)
    lawful = dict[str, str]()
    if playing and turn:
        lawful = dict.fromkeys(draft.recording.cards.cards, "elsewhere") | dict.fromkeys(turn.possible, "")
        lawful |= dict.fromkeys(turn.legal, "legal") | dict.fromkeys(turn.illegal, "illegal")
        if {lawful[card] for card in lawful.keys() - gone} == {"legal"}:
            lawful = {}  # to light them all would tell nothing
    return [
        (suit, [Face(card, lawful.get(card, ""), card in here, card in gone) for card, _ in cards])
        for suit, cards in draft.recording.cards.by_suit()
    ]


def _tricks(draft: RecordDraft, verdict: Verdict) -> Iterator[ShownTrick]:
    """Yield the recorded tricks with who played each card, as far as the record tells."""
    tricks, all_findings = draft.tricks, list[Finding]((*verdict.violations, *verdict.undecided))
    ways = zip_longest(tricks, verdict.leaders, verdict.winners, fillvalue="")
    for number, (cards, leader, winner) in enumerate(ways, start=1):
        order = draft.order(leader)
        findings = [found for found in all_findings if found.trick == number]
        laid = tuple(
            Laid(player, card, bool(winner) and player == winner, _mark(findings, player, card))
            for player, card in zip(order, cards, strict=False)
        )
        yield ShownTrick(number, leader, laid, tuple(findings))


def _moves(draft: RecordDraft, verdict: Verdict) -> Iterator[ShownTrick]:
    """Yield the recorded moves of a lay-off."""
    for number, move in enumerate(draft.record.get("layoff", ()), start=1):
        player, card = move.split()[:2]
        found = next((found.reason for found in verdict.violations if found.trick == number), "")
        mark = "open" if found == "INCOMPLETE" else "wrong" if found else ""
        yield ShownTrick(number, player, (Laid(player, "" if card == "pass" else card, False, mark),), ())


def _mark(findings: Sequence[Finding], player: str, card: str) -> str:
    """Return how a card is marked: "wrong" where a breach is proven, "open" where it cannot be decided."""
    about = [found for found in findings if (found.player, found.card) == (player, card)]
    return next(("wrong" if isinstance(found, Violation) else "open" for found in about), "")


def _ends(draft: RecordDraft, verdict: Verdict) -> list[str]:
    """Return what may be said about where the last card was laid off, where that has to be said."""
    moves = draft.record.get("layoff", ())
    last = verdict.violations[-1] if verdict.violations else None
    if not (draft.recording.laid and last and last.reason == "SAY_WHERE" and last.trick == len(moves)):
        return []
    jacks = [card for move in moves[:-1] for card in move.split()[1:2] if card[:-1] == "J"]
    return ["up", "down", *(jacks if len(jacks) > 1 else [])]


def _compare(case: Case, verdict: Verdict) -> Iterator[Compared]:
    """Yield what was entered and what is counted, key by key."""
    rules, entered, counted = case.night.rules_at(case.seating.number), verdict.entered or {}, verdict.counted or {}
    differing = {difference.key for difference in verdict.differences}
    for question in case.night.game.ask(rules, case.seating, None):
        name = question.name
        if name in entered or name in counted:
            told = [_tell(question, values[name]) if name in values else None for values in (entered, counted)]
            yield Compared(question.label, told[0], told[1], name in differing)


def _tell(question: Question, value: object) -> Phrase:
    return describe(question, value) or say("nothing")
